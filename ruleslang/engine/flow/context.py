"""
The state of a lowering: of a whole program, and of one body.

Tables and routines are created when something first asks for them by name.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from attrs import define, field, frozen

from ruleslang.engine.flow import words as w
from ruleslang.engine.flow.asked_questions import Question
from ruleslang.engine.flow.printed_names import Owners, local_name
from ruleslang.engine.flow.state_layout import Layout
from ruleslang.engine.flow.steps import At, Return, Set, Step
from ruleslang.engine.flow.tables_and_routines import (
    Readers,
    Routine,
    Rule,
    Span,
    Table,
    TableValue,
)
from ruleslang.engine.match.entities import Population
from ruleslang.engine.match.runtime_values import Entity, Value
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import ActionRun, Event
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.passes.derived_tables import Derived
from ruleslang.program.program import Program, origin_of
from ruleslang.program.typing.environment import Scope, World
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.lattice import plain

if TYPE_CHECKING:
    from typing_extensions import TypeIs

T = TypeVar("T")
H = TypeVar("H")  # the classes that have a lowering
N = TypeVar("N")
L = TypeVar("L")  # the result of lowering


class NotLowered(Exception):
    """
    A program contains a construct that compiled engines cannot play, or C alone cannot; nothing of
    it is played there.
    """

    def __init__(
        self, construct: str, place: str, *, is_of_c: bool = False, instead: str = ""
    ) -> None:
        self.construct, self.place = construct, place
        where = f" ({place})" if place else ""
        do_not = "C does not" if is_of_c else "the compiled engines do not"
        super().__init__(f"{do_not} play {construct}{where}{instead and f'; {instead}'}")


def refuse(
    program: Program, construct: str, origin: int = -1, *, is_of_c: bool = False, instead: str = ""
) -> NoReturn:
    """Raise `NotLowered` for a construct at a place of the text."""
    place = ""
    if (written_at := origin_of(program, origin)) is not None:
        place = f"{written_at.file}:{written_at.line}"
    raise NotLowered(construct, place, is_of_c=is_of_c, instead=instead)


def construct_name(node: Any) -> str:
    """
    Return the name of a class of nodes in messages.

    >>> from ruleslang.program.expressions import ThisUnderWay
    >>> construct_name(ThisUnderWay)
    '`this under way`'
    """
    kind = node if isinstance(node, type) else type(node)
    words = "".join(
        f" {letter.lower()}" if letter.isupper() else letter for letter in kind.__name__
    )
    return f"`{words.strip()}`"


# Statements that run blocks or others, or ask: what they do is tested when these are done.
_COMPOUND = (
    s.Choose,
    s.MayChoose,
    s.Menu,
    s.Pick,
    s.Rank,
    s.Offer,
    s.OpenWindow,
    s.Perform,
    s.Call,
    s.AsUsual,
    s.If,
    s.Depending,
    s.ForEach,
    s.Repeat,
    s.TakeTurns,
    s.Together,
    s.TogetherForEach,
    s.AtOnce,
)


def raw(value: Value) -> w.Raw:
    """Return a value as engines store it: for an entity its rank in standard order."""
    if isinstance(value, Entity):
        return value.order
    if isinstance(value, tuple):
        return tuple(raw(member) for member in value)
    assert value is None or isinstance(value, int), value
    return value


def _nothing(lowering: Lowering, steps: Sequence[Step]) -> list[Step]:
    return []


@define(eq=False)
class Lowering:
    """
    The lowering of a program, in progress.

    `settled` returns the steps that test rules after a statement of these steps; `late` those after
    steps that do not belong to a statement.
    """

    population: Population
    derived: Derived
    world: World
    layout: Layout
    expressions: Mapping[type[Any], Callable[[Any, Body], w.Word]]
    writers: Mapping[type[Any], Callable[[Any, Body], list[Step]]]
    settled: Callable[[Lowering, Sequence[Step]], list[Step]] = _nothing
    late: Callable[[Lowering, Sequence[Step]], Sequence[Step]] = _nothing
    tables: dict[str, Table] = field(factory=dict)
    routines: dict[str, Routine | None] = field(factory=dict)  # None: it is being made
    later: deque[Callable[[], None]] = field(factory=deque)  # makes those that runs are
    statements: list[s.Statement] = field(factory=list)
    questions: list[Question] = field(factory=list)
    shown_facts: dict[int, tuple[s.RevealFact, t.Type]] = field(factory=dict)  # of `reveal`
    picked: dict[str, t.Type] = field(factory=dict)  # random results, by the name of their variable
    lays_faces: bool = False  # whether any statement sets a card's orientation
    eliminates: bool = False  # whether any statement eliminates a player
    has_copies: bool = False  # whether there are several copies of any card, or dice to choose
    turns: int = 0  # how many statements are `take turns`
    counts_as: bool = False  # whether a card may ever count as another
    rules: tuple[Rule, ...] = ()  # that act at once
    readers: Readers = field(factory=lambda: Readers(()))  # the readers of these rules
    is_late: bool = False  # whether what rules read may change where no statement ends
    # By routine of a hook that is being made: what it promises to be given, whether it was called.
    hooks: dict[str, tuple[list[w.Variable], bool]] = field(factory=dict)
    players: dict[int, tuple[d.Chooser, dict[int, str]]] = field(factory=dict)  # that were made
    rows: Any = None  # the rows that a learner reads, once requested
    listed_in_part: list[d.Action | d.Play] = field(factory=list)  # those with too many ways
    words_listed: dict[int, int] = field(factory=dict)  # for the ways of the others, by origin
    most_ways_to_play: int = -1  # one card, once that was asked for
    words_searched: int = 0  # words of all sets of one choice, for the valid ones, at most
    owners: Owners = field(factory=Owners)  # the owners of printed names
    limits: tuple[str, ...] = ()  # the hidden counters of limits, by their numbers
    suppresses: bool = False  # whether any hook runs `as usual`
    spans: tuple[Span, ...] = ()  # lasting statements that end when a condition is false
    as_values: frozenset[str] = frozenset()  # the events of which runs are values, or keep effects
    ended: frozenset[str] = frozenset()  # the events of which some statement ends a run
    unanswered: frozenset[str] = frozenset()  # the procedures that may be left without an answer
    largest: tuple[int, int] = (0, -1)  # that rules may count to, as an absolute value; where
    names_made: int = 0

    def run(self, name: str, make: Callable[[], None]) -> str:
        """
        Return the name of the routine of an event, which is made when others are: a chain of plays
        that play each other may be as long as it likes.
        """
        if name not in self.routines:
            self.routines[name] = None
            self.later.append(make)
        return name

    def make_runs(self) -> None:
        """Make the routines of events that something runs, and that these run."""
        while self.later:
            self.later.popleft()()

    def note_largest(self, type: t.Type, origin: int) -> None:
        """Record the largest absolute number of a type."""
        if isinstance(type, t.Number):
            self.largest = max(self.largest, (max(-type.low, type.high), origin))

    def refuse(self, construct: Any, origin: int = -1) -> NoReturn:
        """Raise `NotLowered` for a construct: a class of nodes, or words."""
        words = construct if isinstance(construct, str) else construct_name(construct)
        refuse(self.population.program, words, origin)

    def table(
        self,
        name: str,
        sizes: tuple[int, ...],
        type: t.Type,
        entries: Callable[[], Iterable[Value | w.Absent]],
    ) -> str:
        """Return the name of a table, created on demand."""
        if name not in self.tables:
            kept: tuple[TableValue, ...] = tuple(
                w.ABSENT if isinstance(entry, w.Absent) else raw(entry) for entry in entries()
            )
            self.tables[name] = Table(name, sizes, type, kept)
        return name

    def looked_up(self, table: str, at: w.Word, type: t.Type) -> w.Word:
        """Return a table lookup; a lookup in a lookup is merged into one table."""
        if not isinstance(at, w.Lookup) or len(at.at) > 1 or may_be_none(at.type):
            return w.Lookup(table, (at,), type)
        outer, inner = self.tables[table], self.tables[at.table]
        many = outer.sizes[0]
        places = [entry for entry in inner.entries if isinstance(entry, int) and 0 <= entry < many]
        if len(places) < len(inner.entries):
            return w.Lookup(table, (at,), type)
        name = f"{table} of {at.table}"
        if name not in self.tables:
            kept = tuple(outer.entries[place] for place in places)
            self.tables[name] = Table(name, inner.sizes, outer.type, kept)
        return w.Lookup(name, at.at, type)

    def entry_of(
        self,
        name: str,
        members: Sequence[T],
        of: Callable[[T], Value | w.Absent],
        at: w.Word,
        type: t.Type,
    ) -> w.Lookup:
        """A lookup in the table that has an entry for each of some members, by their numbers."""
        self.table(name, (len(members),), type, lambda: map(of, members))
        return w.Lookup(name, (at,), type)

    def large_table(
        self,
        name: str,
        sizes: tuple[int, ...],
        type: t.Type,
        entry: Callable[[tuple[int, ...]], Value | w.Absent],
    ) -> str:
        """Return the name of a table whose entries are computed when they are read."""

        def value_at(at: tuple[int, ...]) -> TableValue:
            value = entry(at)
            return w.ABSENT if isinstance(value, w.Absent) else raw(value)

        self.tables.setdefault(name, Table(name, sizes, type, None, value_at))
        return name

    def skipped_of(self, event: Event) -> int:
        """Return how many leading parameters patterns do not match: the acting player."""
        return int(isinstance(event, ActionRun))

    def number_of_statement(self, statement: s.Statement) -> int:
        self.statements.append(statement)
        return len(self.statements) - 1

    def number_of_question(self, question: Question) -> int:
        self.questions.append(question)
        return len(self.questions) - 1

    def fresh(self, word: str) -> str:
        """Return a unique name."""
        self.names_made += 1
        return f"{word}_x{self.names_made}"


@frozen(eq=False)
class Usual:
    """
    What a hook replaces: the event, the routine inwards, its arguments, the remaining hooks, and
    the key of this hook. The first `skipped` of `given` are the acting player. `latest_arguments`
    is the routine of the run with its variables, if it keeps them.
    """

    event: str
    routine: str
    given: tuple[w.Variable, ...]
    rows: w.Variable
    at: w.Variable
    key: w.Word
    skipped: int
    latest_arguments: tuple[str, tuple[w.Variable, ...]] | None


@define(eq=False)
class Body:
    """
    The lowering of a body: the types of its locals, and the current statement.

    `answers` is the type of a procedure's answer. `loops` are the enclosing loops over players, the
    innermost last, with their variables. `usual` is the run that a hook's body replaces. `left` are
    steps to run when it is left from outside. `watches`: its reads of the match are noted.
    `is_quiet`: no rules are tested after its statements. `has_eyes`: it reads only things that the
    preferring player sees; `unknown` are the choices that this player has not made yet.
    """

    lowering: Lowering
    scope: Scope
    locals: tuple[LocalDecl, ...]
    name: str
    origin: int = -1
    prefix: str = ""  # the prefix of its locals' names, where several bodies share a routine
    answers: t.Type | None = None
    usual: Usual | None = None
    watches: bool = False
    has_eyes: bool = False
    is_quiet: bool = False
    left: list[Step] = field(factory=list)
    loops: list[tuple[str, w.Variable]] = field(factory=list)
    variables: dict[Slot, w.Variable] = field(factory=dict)
    unknown: frozenset[Slot] = frozenset()
    began: w.Word | None = None  # when the lasting effect began to which it belongs
    choices: tuple[Any, ...] = ()  # choices that a run noted and may fizzle
    tested: tuple[s.Clause, ...] = ()  # before any choice is considered

    def variable(self, slot: Slot) -> w.Variable:
        known = self.variables.get(slot)
        if known is None:
            local = self.locals[slot]
            name = f"{self.prefix}{variable_name(self.locals, slot)}"
            self.lowering.owners.take(name, f"local {self.prefix} {local.name} {slot}")
            known = self.variables[slot] = w.Variable(name, local.type)
        return known

    def missing(self, slot: Slot) -> w.Variable:
        """Return the local of a slot that may be missing: typed as optional, or as a set."""
        variable = self.variable(slot)
        if not is_tuple(variable.type) and not may_be_none(variable.type):
            variable = self.variables[slot] = w.Variable(variable.name, t.Optional(variable.type))
        return variable

    def answered(self, slot: Slot, event: str) -> tuple[w.Variable, list[Step]]:
        """Return where a run puts its answer, which may be missing; the steps after it."""
        if event not in self.lowering.unanswered:
            return self.variable(slot), []
        into = self.missing(slot)
        if not is_tuple(into.type):
            return into, []
        answer = self.fresh("answered", t.Optional(into.type))
        return answer, [Set(into, or_empty(answer, into.type))]

    def word(self, expression: e.Expr | e.AnyIndex) -> w.Word:
        lower = self.lowering.expressions.get(type(expression))
        return self.refuse(expression) if lower is None else lower(expression, self)

    def words(self, expressions: Iterable[e.Expr | e.AnyIndex]) -> tuple[w.Word, ...]:
        return tuple(self.word(expression) for expression in expressions)

    def steps(self, block: s.Block) -> tuple[Step, ...]:
        return tuple(step for statement in block for step in self._steps_of(statement))

    def _steps_of(self, statement: s.Statement) -> list[Step]:
        before, self.origin = self.origin, statement.origin
        lower = self.lowering.writers.get(type(statement))
        steps: list[Step] = self.refuse(statement) if lower is None else lower(statement, self)
        if not self.is_quiet and not isinstance(statement, _COMPOUND):
            steps = self._settled(steps)
        elif self.is_quiet:
            steps = [*steps, *self.lowering.late(self.lowering, steps)]
        self.origin = before
        return [At(self.lowering.number_of_statement(statement)), *steps]

    def _settled(self, steps: list[Step]) -> list[Step]:
        """Return a simple statement followed by the test of rules, even if it leaves the body."""
        settled = self.lowering.settled(self.lowering, steps)
        if not settled or not steps or not isinstance(steps[-1], Return):
            return [*steps, *settled]
        if steps[-1].value is None:
            return [*steps[:-1], *settled, steps[-1]]
        answer = self.fresh("answer", steps[-1].value.type)
        return [*steps[:-1], Set(answer, steps[-1].value), *settled, Return(answer)]

    def read(self, word: w.Word) -> w.Word:
        """Return a read of the match, noted if the body watches."""
        return w.Noted(word, word.type) if self.watches else word

    def quietly(self, block: s.Block) -> tuple[Step, ...]:
        """Return a block without tests of rules after its statements."""
        before, self.is_quiet = self.is_quiet, True
        steps = self.steps(block)
        self.is_quiet = before
        return steps

    def bound(self, variable: w.Variable, value: w.Word, result: w.Word) -> w.Word:
        """Return a word with a variable bound to a value."""
        return w.When(w.Bind(variable, value), result, w.NONE, result.type)

    def fresh(self, word: str, type: t.Type) -> w.Variable:
        """Return a new local."""
        return w.Variable(self.lowering.fresh(word), type)

    def type_of(self, expression: e.Expr) -> t.Type:
        return type_of(expression, self.scope)

    def refuse(self, construct: Any) -> NoReturn:
        """Raise `NotLowered` for a construct."""
        self.lowering.refuse(construct, self.origin)


def body_of(lowering: Lowering, name: str, locals: Sequence[LocalDecl], origin: int = -1) -> Body:
    table = tuple(locals)
    scope = Scope(lowering.world, {slot: local.type for slot, local in enumerate(table)})
    return Body(lowering, scope, table, name, origin)


def variable_name(locals: Sequence[LocalDecl], slot: Slot) -> str:
    """Return the printed name of a slot's local."""
    return local_name(locals[slot].name, slot)


def may_be_none(type: t.Type) -> bool:
    return isinstance(type, (t.Optional, t.Never))


def or_empty(word: w.Word, type: t.Type) -> w.Word:
    """Return the value, with none replaced by the empty collection if its type is one."""
    if not is_tuple(type) or may_be_none(type):
        return word
    is_none = w.Apply("same", (word, w.NONE), t.Truth())
    return w.When(is_none, w.Constant((), type), word, type)


def is_tuple(type: t.Type) -> bool:
    """Return whether values of a type are tuples, unless none."""
    return isinstance(plain(type), (t.SetOf, t.ListOf))


class Lowerings(Generic[H, L]):
    """The lowerings of some classes of nodes, as `Handlers` that take the node first."""

    __slots__ = ("by_class",)

    def __init__(self, by_class: Mapping[type[Any], Callable[[Any, Body], L]]) -> None:
        self.by_class = by_class

    def on(self, kind: type[N], lower: Callable[[N, Body], L]) -> Lowerings[H | N, L]:
        """These, and one more class with its lowering."""
        return Lowerings({**self.by_class, kind: lower})

    def handles(self, node: object) -> TypeIs[H]:
        """Whether its class has a lowering; so `assert_never` names a class that has none."""
        return node.__class__ in self.by_class
