"""What all of lowering shares: the symbols, the diagnostics found so far, the table of origins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from attrs import define, field, frozen

from ruleslang.lower.record import Record
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.events import ActionRun, Event, ProcedureRun
from ruleslang.program.locals import Role, Slot
from ruleslang.program.names import Origin, Text
from ruleslang.program.operation_variants_by_type import declared_order
from ruleslang.program.typing.lattice import Ancestors
from ruleslang.program.typing.sizes import Sizes
from ruleslang.resolve.symbol_table import Symbols
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.span import Span
from ruleslang.syntax import declarations as d
from ruleslang.syntax import declarations as syntax
from ruleslang.syntax import node as n
from ruleslang.syntax.declarations import Cell

INFERRED = "infer "  # begins the stem under which it is counted whether a type was inferred

MOST_INSIDE = 40  # types that are looked up, each to know another


@frozen
class Written:
    """
    What `set`, `add` or `subtract` (`word`) writes to a local name.

    `passes`: how often that happens at most after the name was made; None: nobody can say.
    """

    word: str
    type: t.Type
    passes: int | None


@frozen
class MadeLocal:
    """A local that was declared somewhere: what people call it, its type, what it is."""

    name: str
    type: t.Type
    role: Role


@frozen
class NamedCard:
    """`french(hearts, 8)`: where it stands, its deck, the axes that are fields, and their words."""

    span: Span
    deck: str
    axes: tuple[str, ...]
    words: tuple[str, ...]


TRIALS = 20_000  # nodes that are lowered once more to find out types, and one for each letter


class TooManyTrials(Exception):
    """The types of names are not found out in time."""


@define(eq=False)
class Trials:
    """How many nodes may still be lowered for their types alone: no more than grow with a text."""

    left: int

    def spend(self, nodes: int) -> None:
        """Take note that so many are lowered once more; raises `TooManyTrials`."""
        self.left -= nodes
        if self.left <= 0:
            raise TooManyTrials


MOST_MISTAKES = 500  # of which a rulebook is told at once


def is_root(diagnostic: Diagnostic) -> bool:
    """Whether it is a mistake that follows from no other."""
    return diagnostic.severity is Severity.ERROR and diagnostic.cause is None


@define(eq=False)
class Context:
    """
    The state of one lowering, filled as it goes.

    `value_type` answers the type of a named value, inferring it when it is not declared; it is set
    by the declarations' pass, which alone can look into a value that was not lowered yet.
    `choices_of` answers the names and types of the choices of an action, or of a play of a kind's
    card; it too is set by who can lower heads.
    `parameters` keeps the places of what was already used, by its declaration.
    `choice_types` are the choices of the actions and plays looked into so far;
    `assigned` notes what is written to local names, by where these are made.
    `looked_into` are the type names that are being lowered, so that circles are found.
    `trial`: what names are supposed to hold while statements are lowered for their types alone.
    """

    symbols: Symbols
    diagnostics: list[Diagnostic] = field(factory=list)
    blamed: set[tuple[Span, Severity]] = field(factory=set)  # what is in diagnostics
    origins: list[Origin] = field(factory=list)
    spans: list[Span] = field(factory=list)  # of each origin
    value_types: dict[str, t.Type] = field(factory=dict)
    infer_value: Callable[[str], t.Type] | None = None
    counters: dict[str, int] = field(factory=dict)
    choices_of: Callable[[d.Action | d.Play, str | None], Sequence[tuple[str, t.Type]]] | None = (
        None
    )
    sizes: Sizes | None = None  # the sizes of the game, gathered when first asked for
    parameters: dict[n.Node, tuple[tuple[str, t.Type], ...]] = field(factory=dict)
    choice_types: dict[n.Node, Sequence[tuple[str, t.Type]]] = field(factory=dict)
    assigned: list[tuple[Span, Written]] = field(factory=list)
    too_deep: list[Span] = field(factory=list)  # what asks too many others, one after the other
    trial: dict[Span, t.Type] | None = None  # None: lowered for good
    trials: Trials = field(factory=lambda: Trials(TRIALS))
    locals: list[MadeLocal] = field(factory=list)  # by slot, until a declaration has its table
    made: dict[str, Span] = field(factory=dict)  # where each local name was last made
    in_decks: set[str] = field(factory=set)  # the values that make decks
    named_cards: list[NamedCard] = field(factory=list)  # of decks, wherever they are named
    sole_cards: set[str] = field(factory=set)  # of these there is one copy at most
    made_cards: dict[str, tuple[tuple[str, ...], ...]] = field(factory=dict)  # their words, by deck
    looked_into: list[n.Node] = field(factory=list)
    offers: bool = False  # what is being lowered may name what is offered somewhere
    record: Record | None = None  # what is found out about places; None: nobody asks
    mistakes: int = 0  # in diagnostics that follow from no other

    def __attrs_post_init__(self) -> None:
        # a context made of another one has its own diagnostics, and so blames the same place anew
        self.blamed = {(diagnostic.span, diagnostic.severity) for diagnostic in self.diagnostics}

    @property
    def kinds(self) -> Ancestors:
        """The ancestors of every kind, itself first."""
        return self.symbols.kinds

    def report(self, diagnostic: Diagnostic) -> None:
        """
        Take note of a mistake, and of the mistake that it follows from.

        The same place is not blamed twice.
        """
        diagnostic = self._with_cause(diagnostic)
        blamed = diagnostic.span, diagnostic.severity
        if blamed not in self.blamed:
            self.blamed.add(blamed)
            self.diagnostics.append(diagnostic)
            self.mistakes += is_root(diagnostic)

    def _with_cause(self, diagnostic: Diagnostic) -> Diagnostic:
        return self.symbols.poison.with_cause(diagnostic, offers=self.offers)

    def is_known_to_follow(self, diagnostic: Diagnostic) -> bool:
        """Whether it follows from another mistake, and is not shown."""
        return self._with_cause(diagnostic).cause is not None

    @property
    def has_enough(self) -> bool:
        """
        Whether there are more mistakes than anyone reads: what is left is not lowered.

        What explains one looks at all names there are.
        """
        return self.mistakes >= MOST_MISTAKES

    def is_wrong(self, span: Span) -> bool:
        """Whether a mistake stands at a place."""
        return (span, Severity.ERROR) in self.blamed

    def what_is(self, name: str) -> str | None:
        """What a name stands for in the whole rulebook; None when it stands for nothing."""
        symbol = self.symbols.globals.get(name)
        return None if symbol is None else symbol.what

    @contextmanager
    def naming_offers(self) -> Iterator[None]:
        """Within this, a name may be one of what is offered somewhere: a choice, or a branch."""
        before, self.offers = self.offers, True
        try:
            yield
        finally:
            self.offers = before

    def mark(self) -> tuple[int, int]:
        """How far the mistakes and origins have come: for `rewind`."""
        return len(self.diagnostics), len(self.origins)

    def rewind(self, mark: tuple[int, int]) -> None:
        """Forget the mistakes and origins since `mark`: of what is lowered again elsewhere."""
        mistakes, origins = mark
        self.forget(mistakes)
        del self.origins[origins:]
        del self.spans[origins:]

    def forget(self, mistakes: int) -> None:
        """Take back all mistakes but the first so many: they are said otherwise, or elsewhere."""
        self.blamed -= {
            (diagnostic.span, diagnostic.severity) for diagnostic in self.diagnostics[mistakes:]
        }
        self.mistakes -= sum(map(is_root, self.diagnostics[mistakes:]))
        del self.diagnostics[mistakes:]

    def origin(self, span: Span, marks: n.Marks | None = None) -> int:
        """The number of a new origin for a stretch of text and what it cites."""
        line, column = span.source.line_and_column(span.start)
        end_line, end_column = span.source.line_and_column(span.end)
        cites = tuple(cite.text for cite in marks.cites) if marks else ()
        designed = marks.designed if marks else False
        excerpt = " ".join(span.text.split(None, 100))[:200]  # so many words are longer
        self.origins.append(
            Origin(span.source.name, line, column, end_line, end_column, excerpt, cites, designed)
        )
        self.spans.append(span)
        return len(self.origins) - 1

    def new_slot(self, name: str, type: t.Type, role: Role) -> Slot:
        """The slot of a new local, which no other local of this lowering has."""
        self.locals.append(MadeLocal(name, type, role))
        return len(self.locals) - 1

    def unique(self, stem: str) -> str:
        """A name that no other part of the program has: the stem, then `stem 2`, `stem 3`."""
        number = self.counters[stem] = self.counters.get(stem, 0) + 1
        return stem if number == 1 else f"{stem} {number}"

    def event(self, name: str) -> Event | None:
        """The run of the procedure or action of this name; None: there is neither."""
        symbol = self.symbols.globals.get(name)
        match symbol.node if symbol is not None else None:
            case d.Procedure():
                return ProcedureRun(name)
            case d.Action():
                return ActionRun(name)
        return None

    def names_of_events(self) -> list[str]:
        """The names of all procedures and actions."""
        return [name for name in self.symbols.globals if self.event(name) is not None]

    def text(self, node: n.Text | None) -> Text | None:
        """Display text as a program keeps it."""
        return None if node is None else _text(node.text, self.symbols.texts.of(node))

    def text_of(self, what: str, words: str) -> Text:
        """Display text that stands in a cell of the row `what`."""
        return _text(words, self.symbols.texts.named(what, words))

    def value_type(self, name: str) -> t.Type:
        """The type of a named value, declared or inferred."""
        if name not in self.value_types and self.infer_value is not None:
            self.value_types[name] = self.infer_value(name)
        return self.value_types[name]


def _text(words: str, others: Sequence[tuple[str, Cell]]) -> Text:
    return Text(words, tuple((language, cell.text) for language, cell in others))


_IN_ORDER_OF_TURN = ("players", "all players", "winners")


def as_declared_set(context: Context, expr: e.Expr, member: t.Type) -> e.Expr:
    """A list, or a set in whatever order, in the form of a set of such members."""
    if isinstance(expr, e.MakeSet):
        places = {item: _place(item) for item in expr.items}
        if None not in places.values():
            return e.MakeSet(tuple(sorted(places, key=lambda item: places[item] or 0)))
    if _has_form(context, expr):
        return expr
    if isinstance(expr, e.WhenOtherwise):
        value = as_declared_set(context, expr.value, member)
        otherwise = as_declared_set(context, expr.otherwise, member)
        return e.WhenOtherwise(value, expr.condition, otherwise)
    return e.ListAsSet(expr, declared_order(member))


def _has_form(context: Context, expr: e.Expr) -> bool:
    """Whether an expression is worth a set in this form whatever happens."""
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
    symbol = context.symbols.globals.get(name)
    return symbol is not None and isinstance(symbol.node, syntax.Zone) and not symbol.node.ordered


def _place(item: e.Expr) -> int | None:
    """The place of a constant in the order of its type, where the text alone settles it."""
    match item:
        case e.Literal(value=int(value)) if not isinstance(value, bool):
            return value
        case e.WordValue(place=place):
            return place
        case e.SeatValue(seat=seat):
            return seat
        case _:
            return None
