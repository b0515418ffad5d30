"""
Lowered declarations of the last text, which are lowered again only if something that they read has
changed.

Each query of the symbols is noted while a declaration is lowered. What a query answers depends on
declarations, which are compared with those of the next text: as objects, since the trees of a file
that has not changed are the same, and otherwise by all that they contain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, TypeVarTuple, cast
from weakref import WeakSet

from attrs import define, evolve, field, frozen

from ruleslang.language.lower.context import INFERRED, Context
from ruleslang.language.lower.recorded_types import Record
from ruleslang.language.resolve.symbol_table import Symbol, Symbols
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax.examples import Claim, Example, Property
from ruleslang.language.syntax.node import Node
from ruleslang.program import declarations as d
from ruleslang.program.references import Origin
from ruleslang.source.span import Span
from ruleslang.source.walk import MOVED_FROM, field_names

Made: TypeAlias = tuple[Node, str]
"""A node, and the name of the function that made something of it."""


class Read(NamedTuple):
    """What was read of the symbols: the query, and the name, sort, class or attribute it is of."""

    query: Literal["name", "of", "names", "each", "all", "reported"]
    of: Any = None


K = TypeVar("K")
V = TypeVar("V")
N = TypeVar("N", bound=Node)
Facts = TypeVarTuple("Facts")

KEPT = (
    *(syntax.Value, syntax.Procedure, syntax.Action, Example, Claim, Property),
    *(syntax.Standing, syntax.TopHook, syntax.TopModify, syntax.TopWhenever),
)
"""Declarations whose lowering leaves only origins and unique names in the context."""

REPORTED = Read("reported")  # read by a declaration with a message: it is never kept


def same(left: object, right: object) -> bool:
    """Test whether two nodes, or other parts of symbols, were written alike, wherever they are."""
    if left is right:
        return True
    if left.__class__ is not right.__class__:
        return False
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, Span) and isinstance(right, Span):
        return left.end - left.start == right.end - right.start and left.text == right.text
    names = field_names(left.__class__)
    if names is None:
        return left == right
    known = getattr(right, "_answers", None)
    if known is not None and MOVED_FROM in known and known[MOVED_FROM]() is left:
        return True
    return all(same(getattr(left, name), getattr(right, name)) for name in names)


@define(eq=False)
class Watched:
    """
    The symbols of a rulebook, which note what is read of them.

    It is used as `Symbols`, and has all that they have.
    """

    symbols: Symbols
    reads: set[Read] = field(factory=set)

    def get(self, name: str) -> Symbol | None:
        self.reads.add(Read("name", name))
        return self.symbols.get(name)

    def __contains__(self, name: str) -> bool:
        return self.get(name) is not None

    def declared(self, name: str, *classes: type[N]) -> N | None:
        self.reads.add(Read("name", name))
        return self.symbols.declared(name, *classes)

    def of(self, *what: str) -> Iterator[Symbol]:
        self.reads.update(Read("of", sort) for sort in what)
        return self.symbols.of(*what)

    def names_of(self, *what: str) -> list[str]:
        self.reads.add(Read("names", what))
        return self.symbols.names_of(*what)

    def each(self, *classes: type[Node]) -> Iterator[Any]:
        self.reads.update(Read("each", kind) for kind in classes)
        return self.symbols.each(*classes)

    def words_of(self, list: str) -> tuple[str, ...]:
        self.reads.add(Read("all", "words"))
        return self.symbols.words_of(list)

    def innermost(self, lists: Sequence[str]) -> str | None:
        self.reads.add(Read("all", "lists"))
        return self.symbols.innermost(lists)

    def __getattr__(self, name: str) -> Any:
        self.reads.add(Read("all", name))
        return getattr(self.symbols, name)


WHOLE = (
    *("kinds", "modified", "branches", "acts_at_once", "lists", "header_is_whole"),
    *("header", "table_cards"),
)


def _same_answer(old: Symbols, new: Symbols, read: Read) -> bool:
    match read:
        case Read("name", str(name)):
            return same(old.get(name), new.get(name))
        case Read("of" | "each" as query, of):
            return same(tuple(getattr(old, query)(of)), tuple(getattr(new, query)(of)))
        case Read("names", sorts):
            return old.names_of(*sorts) == new.names_of(*sorts)
        case Read("all", str(name)) if name in WHOLE:
            return same(getattr(old, name), getattr(new, name))
        case Read("all", "fields" | "row_rules" | "words" | "own_decks" as name):
            return same(tuple(getattr(old, name).items()), tuple(getattr(new, name).items()))
        case Read("all", "texts"):
            return same(tuple(old.texts.known.items()), tuple(new.texts.known.items()))
        case Read("all", "known"):
            return old.known() == new.known()
        case _:  # the order of all declarations, and what messages read
            return False


@frozen(eq=False)
class Entry:
    """
    A lowered declaration, and the numbers of its origins.

    `counted` are the unique names that it took: how many of each stem there were before and after
    it; `trials` what it spent of the budget. `facts` were given besides the symbols. `is_whole`:
    its places are all in the node, and move with it.
    """

    lowered: Any
    facts: tuple[object, ...]
    is_whole: bool
    origins: Sequence[int]
    reads: frozenset[Read]
    counted: Mapping[str, tuple[int, int]]
    trials: int
    record: Record


@define(eq=False)
class Kept:
    """What is kept from one text to the next."""

    symbols: Symbols | None = None  # those of the last text
    entries: dict[Made, Entry] = field(factory=dict)
    origins: list[Origin] = field(factory=list)
    spans: list[Span] = field(factory=list)
    _watched: Watched = field(init=False)
    _changed: frozenset[Read] = frozenset()  # queries of the last text that have another answer
    made: Context = field(init=False)  # the lowering of the new text
    _gone: dict[tuple[str, str], Node] = field(factory=dict)
    _before: dict[Node, Node | None] = field(factory=dict)  # by nodes of this text
    _next: dict[Made, Entry] = field(factory=dict)
    _loose: Sequence[int] = ()  # origins of all else in the last text
    _unused: list[int] = field(factory=list)  # origins of neither
    _reads_of: dict[tuple[int, Any], frozenset[Read]] = field(factory=dict)
    _contexts: WeakSet[Context] = field(factory=WeakSet)

    def begin(self, context: Context) -> None:
        """Let a lowering use the kept declarations; scopes of earlier lowerings get its symbols."""
        symbols = context.symbols
        self._watched = Watched(symbols)
        old, reads = self.symbols or symbols, (entry.reads for entry in self.entries.values())
        asked = frozenset[Read]().union(*reads)
        self._changed = frozenset(read for read in asked if not _same_answer(old, symbols, read))
        self._next, self._reads_of = {}, {}
        context.symbols, context.kept = cast("Symbols", self._watched), self
        context.origins, context.spans = list(self.origins), list(self.spans)
        used = {number for entry in self.entries.values() for number in entry.origins}
        used.update(self._loose)
        context.free = [*reversed(self._loose)]  # what is written as before has the same numbers
        self._unused = [number for number in range(len(self.origins)) if number not in used]
        present = {*symbols.order, *(card.node for card in symbols.table_cards)}
        self._before = {node: node for node, _ in self.entries if node in present}
        self._gone = {
            (node.span.source.name, node.span.text): node
            for node, _ in self.entries
            if node not in present
        }
        self.made = context
        for earlier in self._contexts:
            earlier.symbols, earlier.record = context.symbols, None
            earlier.origins, earlier.spans = context.origins, context.spans
            earlier.taken, earlier.free = context.taken, self._unused
        self._contexts.add(context)

    def end(self, context: Context) -> None:
        """Keep what this lowering made."""
        self.symbols, self.entries = self._watched.symbols, self._next
        self.origins, self.spans, self._loose = context.origins, context.spans, context.taken

    def again(self) -> Kept:
        """Return what is kept so far, for another text after the same one."""
        lists = [*self.origins], [*self.spans]
        return Kept(self.symbols, dict(self.entries), *lists, loose=self._loose)

    def report(self) -> None:
        """Note that a message was made, so that what is being lowered is not kept."""
        self._watched.reads.add(REPORTED)

    def once(self, known: dict[K, V], key: K, compute: Callable[[], V]) -> V:
        """Return a query's answer, memoised in `known`; its reads count as reads of the caller."""
        place, watched = (id(known), key), self._watched
        if key in known:  # without reads while it is computed: a circle
            watched.reads |= self._reads_of.get(place, {REPORTED})
            return known[key]
        with self._reading() as reads:
            known[key] = compute()
        self._reads_of[place] = frozenset(reads)
        return known[key]

    @contextmanager
    def _reading(self) -> Iterator[set[Read]]:
        """Return a context manager in which reads are also noted apart."""
        outer, self._watched.reads = self._watched.reads, set()
        try:
            yield self._watched.reads
        finally:
            inner, self._watched.reads = self._watched.reads, outer
            outer |= inner

    def known(self, node: Node, what: str, *facts: object) -> Entry | None:
        """Return what was made of a node if what it read is unchanged; notes its reads."""
        if node not in self._before:
            self._before[node] = self._moved_from(node)
        before = self._before[node]
        entry = None if before is None else self.entries.get((before, what))
        if before is None or entry is None or not self._changed.isdisjoint(entry.reads):
            return None
        if entry.facts != facts or not (before is node or entry.is_whole):
            return None
        if before is not node:
            moved = self.entries.get((node, what))
            entry = self.entries[node, what] = moved or self._moved(entry, before.span, node.span)
        self._watched.reads |= entry.reads
        return entry

    def _moved_from(self, node: Node) -> Node | None:
        """Return the declaration that was written alike elsewhere in the file's earlier text."""
        written = node.span.source.name, node.span.text
        gone = self._gone.get(written)
        return self._gone.pop(written) if gone is not None and same(gone, node) else None

    def _moved(self, entry: Entry, before: Span, after: Span) -> Entry:
        """Return a declaration whose places are further up or down in its file."""
        letters, lines = after.start - before.start, after.line - before.line

        def moved(span: Span) -> Span:
            return Span(after.source, span.start + letters, span.end + letters)

        for number in entry.origins:
            origin, self.made.spans[number] = self.origins[number], moved(self.spans[number])
            if lines:
                self.made.origins[number] = evolve(
                    origin, line=origin.line + lines, end_line=origin.end_line + lines
                )
        return evolve(entry, record=entry.record.moved(moved))

    def lowered(
        self, context: Context, node: N, lower: Callable[[Context, N, *Facts], V], *facts: *Facts
    ) -> V:
        """Return what was made of a node and of facts, or is made now."""
        if not facts and not isinstance(node, KEPT):
            return lower(context, node, *facts)
        what = lower.__name__
        entry = self.known(node, what, *facts)
        if (
            entry is None
            or any(context.counters.get(stem, 0) != at for stem, (at, _) in entry.counted.items())
            or context.trials.left <= entry.trials
        ):
            entry = self._lower(context, node, lower, *facts)
        else:
            context.counters |= {stem: after for stem, (_, after) in entry.counted.items()}
            context.trials.left -= entry.trials
            if context.record is not None:
                context.record.add(entry.record)
        if REPORTED not in entry.reads:
            self._next[node, what] = entry
        lowered: V = entry.lowered
        if isinstance(node, syntax.Value) and isinstance(lowered, d.Value):
            context.value_types.setdefault(node.name.text, lowered.type)
            self._reads_of.setdefault((id(context.value_types), node.name.text), entry.reads)
        return lowered

    def _lower(
        self, context: Context, node: N, lower: Callable[[Context, N, *Facts], V], *facts: *Facts
    ) -> Entry:
        record, context.record = context.record, None if context.record is None else Record()
        counted, trials, outputs = dict(context.counters), context.trials.left, _outputs(context)
        first, loose = len(context.taken), context.free
        context.free = self._unused
        try:
            with self._reading() as reads:
                lowered = lower(context, node, *facts)
                inside = all(node.span.contains(context.spans[at]) for at in context.taken[first:])
                if _outputs(context) != outputs or not (inside or facts):
                    self.report()
        finally:
            context.free = loose
            piece, context.record = context.record or Record(), record
            if record is not None:
                record.add(piece)
        origins = context.taken[first:]
        del context.taken[first:]
        return Entry(
            lowered,
            facts,
            inside,
            origins,
            frozenset(reads),
            {
                stem: (counted.get(stem, 0), number)
                for stem, number in context.counters.items()
                if number != counted.get(stem, 0) and not stem.startswith(INFERRED)
            },
            trials - context.trials.left,
            piece.within(node.span) if inside else piece,
        )


def _outputs(context: Context) -> tuple[int, ...]:
    """Return the sizes of what a declaration may add to, besides what an entry has."""
    lists = len(context.diagnostics), len(context.too_deep), len(context.named_cards)
    return (*lists, len(context.sole_cards), len(context.in_decks), len(context.made_cards))
