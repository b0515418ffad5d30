"""The shared state of lowering: the symbols, the diagnostics found so far, the table of origins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar, TypeVarTuple

from attrs import define, evolve, field, frozen

from ruleslang.language.lower.recorded_types import Record
from ruleslang.language.resolve.symbol_table import Symbols
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import node as n
from ruleslang.language.syntax.declarations import Cell
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.events import ActionRun, Event, ProcedureRun
from ruleslang.program.locals import Role, Slot
from ruleslang.program.operation_variants_by_type import declared_order
from ruleslang.program.references import Origin, Text
from ruleslang.program.typing.lattice import Ancestors
from ruleslang.program.typing.sizes import Sizes
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.span import Span

K = TypeVar("K")
V = TypeVar("V")
N = TypeVar("N", bound=n.Node)
Facts = TypeVarTuple("Facts")

INFERRED = "infer "  # prefix of the key under which inferred types are counted

MOST_INSIDE = 40  # the deepest chain of types that define each other


@frozen
class Assignment:
    """
    An assignment to a local: what `set`, `add` or `subtract` (`word`) writes.

    `passes`: how often it can run after the declaration; None: without a known bound.
    """

    word: str
    type: t.Type
    passes: int | None


@frozen
class MadeLocal:
    """A local that was declared: its name, its type and its role."""

    name: str
    type: t.Type
    role: Role


@frozen
class NamedCard:
    """`french(hearts, 8)`: its place, its deck, the axes that are fields, and their words."""

    span: Span
    deck: str
    axes: tuple[str, ...]
    words: tuple[str, ...]


TRIALS = 20_000  # nodes lowered again to infer types, besides one for each letter


class Keeper(Protocol):
    """The declarations of an earlier text, and what was read for them: `kept.Kept`."""

    def report(self) -> None: ...
    def known(self, node: n.Node, what: str) -> Any: ...
    def once(self, known: dict[K, V], key: K, compute: Callable[[], V]) -> V: ...
    def lowered(
        self, context: Context, node: N, lower: Callable[[Context, N, *Facts], V], *facts: *Facts
    ) -> V: ...


class TooManyTrials(Exception):
    """The budget for inferring types is used up."""


@define(eq=False)
class Trials:
    """The budget of nodes lowered only for their types, linear in the length of the text."""

    left: int

    def spend(self, nodes: int) -> None:
        """Use up `nodes` nodes; raises `TooManyTrials` when none are left."""
        self.left -= nodes
        if self.left <= 0:
            raise TooManyTrials


MOST_MISTAKES = 500  # root errors after which lowering stops


def is_root(diagnostic: Diagnostic) -> bool:
    """Return whether a diagnostic is an error that follows from no other."""
    return diagnostic.is_error and diagnostic.cause is None


@define(eq=False)
class Context:
    """
    The mutable state of one lowering.

    `value_type` gives the type of a named value, inferring it when it is not declared; the
    declarations' pass sets it, because only that can lower a value early.
    `choices_of` gives the names and types of the choices of an action, or of a play of a kind's
    card; whoever can lower heads sets it.
    `parameters` memoises the parameters of a declaration.
    `choice_types` are the choices of the actions and plays seen so far; `assigned` records
    assignments to locals, by where these are declared.
    `looked_into` are the type names being lowered, to detect circles.
    `trial`: the assumed types of names while statements are lowered for their types alone.
    """

    symbols: Symbols
    diagnostics: list[Diagnostic] = field(factory=list)
    blamed: set[tuple[Span, Severity]] = field(factory=set)  # the keys of `diagnostics`
    origins: list[Origin] = field(factory=list)
    spans: list[Span] = field(factory=list)  # by origin
    taken: list[int] = field(factory=list)  # numbers of origins, in the order in which they came
    free: list[int] = field(factory=list)  # numbers of origins of an earlier text; the last is next
    value_types: dict[str, t.Type] = field(factory=dict)
    infer_value: Callable[[str], t.Type] | None = None
    counters: dict[str, int] = field(factory=dict)
    choices_of: Callable[[d.Action | d.Play, str | None], Sequence[tuple[str, t.Type]]] | None = (
        None
    )
    sizes: dict[None, Sizes] = field(factory=dict)  # the sizes of the game, once they are known
    parameters: dict[n.Node, tuple[tuple[str, t.Type], ...]] = field(factory=dict)
    choice_types: dict[n.Node, Sequence[tuple[str, t.Type]]] = field(factory=dict)
    assigned: list[tuple[Span, Assignment]] = field(factory=list)
    too_deep: list[Span] = field(factory=list)  # values whose chain of dependencies is too long
    trial: dict[Span, t.Type] | None = None  # None: not a trial
    trials: Trials = field(factory=lambda: Trials(TRIALS))
    locals: list[MadeLocal] = field(factory=list)  # by slot, until the declaration has its table
    declared_at: dict[str, Span] = field(factory=dict)  # where each local name was last declared
    in_decks: set[str] = field(factory=set)  # the values that make decks
    named_cards: list[NamedCard] = field(factory=list)  # cards of decks, wherever they are named
    sole_cards: set[str] = field(factory=set)  # definitions with at most one copy
    made_cards: dict[str, tuple[tuple[str, ...], ...]] = field(factory=dict)  # their words, by deck
    looked_into: list[n.Node] = field(factory=list)
    offers: bool = False  # whether names may refer to choices that are offered
    record: Record | None = None  # receives scopes and types; None: not wanted
    mistakes: int = 0  # number of root errors
    kept: Keeper | None = None  # declarations of an earlier text

    def __attrs_post_init__(self) -> None:
        # a copied context has its own diagnostics, and may report the same place again
        self.blamed = {(diagnostic.span, diagnostic.severity) for diagnostic in self.diagnostics}

    @property
    def kinds(self) -> Ancestors:
        """The ancestors of every kind, itself first."""
        return self.symbols.kinds

    def report(self, diagnostic: Diagnostic) -> None:
        """
        Record a diagnostic, linked to the error that it follows from.

        A place is reported once.
        """
        if self.kept is not None:
            self.kept.report()
        diagnostic = self._with_cause(diagnostic)
        blamed = diagnostic.span, diagnostic.severity
        if blamed not in self.blamed:
            self.blamed.add(blamed)
            self.diagnostics.append(diagnostic)
            self.mistakes += is_root(diagnostic)

    def _with_cause(self, diagnostic: Diagnostic) -> Diagnostic:
        return self.symbols.poison.with_cause(diagnostic, offers=self.offers)

    def is_known_to_follow(self, diagnostic: Diagnostic) -> bool:
        """Return whether a diagnostic follows from another error, and is not shown."""
        return self._with_cause(diagnostic).cause is not None

    @property
    def has_enough(self) -> bool:
        """
        Whether there are more errors than anyone reads: the rest is not lowered.

        Explaining an error searches all names, so this also bounds the time.
        """
        return self.mistakes >= MOST_MISTAKES

    def is_wrong(self, span: Span) -> bool:
        """Return whether an error was reported at a place."""
        return (span, Severity.ERROR) in self.blamed

    def what_is(self, name: str) -> str | None:
        """Return the kind of declaration of a name; None if it is not declared."""
        symbol = self.symbols.get(name)
        return None if symbol is None else symbol.what

    @contextmanager
    def naming_offers(self) -> Iterator[None]:
        """Return a context manager in which a name may refer to an offered choice or a branch."""
        before, self.offers = self.offers, True
        try:
            yield
        finally:
            self.offers = before

    def apart(self, **changes: Any) -> Context:
        """Return a copy for a trial, which reports and numbers for itself."""
        own = ("diagnostics", "assigned", "origins", "spans", "taken", "free")
        lists: dict[str, Any] = {name: [] for name in own}
        return evolve(self, **lists, counters={**self.counters}, **changes)

    def mark(self) -> tuple[int, int]:
        """Return the present lengths of diagnostics and origins, for `rewind`."""
        return len(self.diagnostics), len(self.taken)

    def rewind(self, mark: tuple[int, int]) -> None:
        """Drop diagnostics and origins since `mark`, of what is lowered again elsewhere."""
        mistakes, origins = mark
        self.forget(mistakes)
        while len(self.taken) > origins:
            self.free.append(self.taken.pop())
            if self.free[-1] == len(self.origins) - 1:
                del self.origins[self.free[-1] :], self.spans[self.free.pop() :]

    def forget(self, mistakes: int) -> None:
        """Drop all but the first `mistakes` diagnostics, reported otherwise or elsewhere."""
        self.blamed -= {
            (diagnostic.span, diagnostic.severity) for diagnostic in self.diagnostics[mistakes:]
        }
        self.mistakes -= sum(map(is_root, self.diagnostics[mistakes:]))
        del self.diagnostics[mistakes:]

    def origin(self, span: Span, marks: n.Marks | None = None) -> int:
        """Return the number of a new origin: a span and its citations."""
        line, column = span.source.line_and_column(span.start)
        end_line, end_column = span.source.line_and_column(span.end)
        cites = tuple(cite.text for cite in marks.cites) if marks else ()
        designed = marks.designed if marks else False
        excerpt = " ".join(span.text.split(None, 100))[:200]  # longer than any column
        place = Origin(
            span.source.name, line, column, end_line, end_column, excerpt, cites, designed
        )
        self.taken.append(self.free.pop() if self.free else len(self.origins))
        number = self.taken[-1]
        self.origins[number : number + 1], self.spans[number : number + 1] = [place], [span]
        return number

    def new_slot(self, name: str, type: t.Type, role: Role) -> Slot:
        """Return a new slot for a local, unique in this lowering."""
        self.locals.append(MadeLocal(name, type, role))
        return len(self.locals) - 1

    def unique(self, stem: str) -> str:
        """Return a name that is unique in the program: the stem, then `stem 2`, `stem 3`."""
        number = self.counters[stem] = self.counters.get(stem, 0) + 1
        return stem if number == 1 else f"{stem} {number}"

    def event(self, name: str) -> Event | None:
        """Return the event of running a procedure or action; `None`: no such name."""
        match self.symbols.declared(name, d.Procedure, d.Action):
            case d.Procedure():
                return ProcedureRun(name)
            case d.Action():
                return ActionRun(name)
        return None

    def names_of_events(self) -> list[str]:
        """Return the names of all procedures and actions."""
        return [symbol.name for symbol in self.symbols.all if self.event(symbol.name) is not None]

    def text(self, node: n.Text | None) -> Text | None:
        """Return display text as a program keeps it; a blank one is none."""
        return _text(node.text, self.symbols.texts.of(node)) if node and node.text.strip() else None

    def text_of(self, row: str, words: str) -> Text:
        """Return display text from a cell of the row `what`."""
        return _text(words, self.symbols.texts.named(row, words))

    def value_type(self, name: str) -> t.Type:
        """Return the type of a named value, declared or inferred."""
        infer = self.infer_value
        if infer is None:
            return self.value_types[name]
        return self.once(self.value_types, name, lambda: infer(name))

    def once(self, known: dict[K, V], key: K, compute: Callable[[], V]) -> V:
        """Return the answer of a query in `known`, which is computed when it is first asked."""
        if self.kept is not None:
            return self.kept.once(known, key, compute)
        if key not in known:
            known[key] = compute()
        return known[key]

    def lowered(self, node: N, lower: Callable[[Context, N, *Facts], V], *facts: *Facts) -> V:
        """
        Return what is made of a node, now or kept from an earlier text.

        With `facts`, these are all that it depends on besides the node and the symbols.
        """
        if self.kept is None:
            return lower(self, node, *facts)
        return self.kept.lowered(self, node, lower, *facts)


def _text(words: str, others: Sequence[tuple[str, Cell]]) -> Text:
    return Text(words, tuple((language, cell.text) for language, cell in others))


_IN_ORDER_OF_TURN = ("players", "all players", "winners")


def as_declared_set(context: Context, expr: e.Expr, member: t.Type) -> e.Expr:
    """Convert a list, or a set in another order, to the canonical form of a set of such members."""
    if isinstance(expr, e.MakeSet):
        places = {item: _place(item) for item in expr.items}
        if None not in places.values():
            return e.MakeSet(tuple(sorted(places, key=lambda item: places[item] or 0)))
    if _has_form(context, expr):
        return expr
    if isinstance(expr, e.WhenOtherwise):
        value = as_declared_set(context, expr.value, member)
        otherwise = as_declared_set(context, expr.otherwise, member)
        return evolve(expr, value=value, otherwise=otherwise)
    return e.ListAsSet(expr, declared_order(member))


def _has_form(context: Context, expr: e.Expr) -> bool:
    """Return whether an expression always evaluates to a set in canonical form."""
    match expr:
        case e.ReadState() | e.CallValue() | e.Range() | e.ListAsSet() | e.OptionalAsSet():
            return True
        case e.Image(sorting=sorting) | e.UnionOver(sorting=sorting) | e.SpreadBy(sorting=sorting):
            return sorting not in ("clockwise", "sets clockwise")
        case e.Everything(what=what):
            return what not in _IN_ORDER_OF_TURN
        case e.ReadZone(name=name, index=index):
            return not any(isinstance(at, e.AnyIndex) for at in index) and _is_unordered(
                context, name
            )
        case e.MakeSet(items):
            return len(items) < 2
        case e.Where(subject=subject) | e.With(subject=subject) | e.Except(left=subject):
            return _has_form(context, subject)
        case e.WhenOtherwise(value=value, otherwise=otherwise):
            return _has_form(context, value) and _has_form(context, otherwise)
        case _:
            return False


def _is_unordered(context: Context, name: str) -> bool:
    zone = context.symbols.declared(name, d.Zone)
    return zone is not None and not zone.ordered


def _place(item: e.Expr) -> int | None:
    """Return the position of a constant in the order of its type; `None`: undetermined."""
    match item:
        case e.Literal(value=int(value)) if not isinstance(value, bool):
            return value
        case e.WordValue(place=place):
            return place
        case e.SeatValue(seat=seat):
            return seat
        case _:
            return None
