"""
The state of a lowering: of a whole program, and of one body.

Tables and routines are created when something first asks for them by name.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NoReturn, TypeVar

from attrs import define, field, frozen

from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow.asked_questions import Question
from ruleslang.engine.flow.ir_stmts import At, Return, Set, Stmt
from ruleslang.engine.flow.printed_names import Owners, local_name
from ruleslang.engine.flow.state_layout import Layout
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

T = TypeVar("T")
N = TypeVar("N")
L = TypeVar("L")  # the result of lowering


class NotLowered(Exception):
    """A program contains what compiled engines, or C alone, cannot play: they play none of it."""

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


def raw(value: Value) -> v.Raw:
    """Return a value as engines store it: for an entity its rank in standard order."""
    if isinstance(value, Entity):
        return value.order
    if isinstance(value, tuple):
        return tuple(raw(member) for member in value)
    assert value is None or isinstance(value, int), value
    return value


def _no_stmts(lowering: Lowering, stmts: Sequence[Stmt]) -> list[Stmt]:
    return []


@define(eq=False)
class Lowering:
    """
    The lowering of a program, in progress.

    `tests_after` returns what tests rules after one of the program's statements; `late` after
    others.
    """

    population: Population
    derived: Derived
    world: World
    layout: Layout
    expressions: Mapping[type[Any], Callable[[Any, Body], v.Expr]]
    writers: Mapping[type[Any], Callable[[Any, Body], list[Stmt]]]
    tests_after: Callable[[Lowering, Sequence[Stmt]], list[Stmt]] = _no_stmts
    late: Callable[[Lowering, Sequence[Stmt]], Sequence[Stmt]] = _no_stmts
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
    hooks: dict[str, tuple[list[v.Variable], bool]] = field(factory=dict)
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
        entries: Callable[[], Iterable[Value | v.Absent]],
    ) -> str:
        """Return the name of a table, created on demand."""
        if name not in self.tables:
            kept: tuple[TableValue, ...] = tuple(
                v.ABSENT if isinstance(entry, v.Absent) else raw(entry) for entry in entries()
            )
            self.tables[name] = Table(name, sizes, type, kept)
        return name

    def looked_up(self, table: str, at: v.Expr, type: t.Type) -> v.Expr:
        """Return a table lookup; a lookup in a lookup is merged into one table."""
        if not isinstance(at, v.Lookup) or len(at.at) > 1 or may_be_none(at.type):
            return v.Lookup(table, (at,), type)
        outer, inner = self.tables[table], self.tables[at.table]
        many = outer.sizes[0]
        places = [entry for entry in inner.entries if isinstance(entry, int) and 0 <= entry < many]
        if len(places) < len(inner.entries):
            return v.Lookup(table, (at,), type)
        name = f"{table} of {at.table}"
        if name not in self.tables:
            kept = tuple(outer.entries[place] for place in places)
            self.tables[name] = Table(name, inner.sizes, outer.type, kept)
        return v.Lookup(name, at.at, type)

    def entry_of(
        self,
        name: str,
        members: Sequence[T],
        of: Callable[[T], Value | v.Absent],
        at: v.Expr,
        type: t.Type,
    ) -> v.Lookup:
        """Look up an entry in the table that has one for each of some members, by their numbers."""
        self.table(name, (len(members),), type, lambda: map(of, members))
        return v.Lookup(name, (at,), type)

    def large_table(
        self,
        name: str,
        sizes: tuple[int, ...],
        type: t.Type,
        entry: Callable[[tuple[int, ...]], Value | v.Absent],
    ) -> str:
        """Return the name of a table whose entries are computed when they are read."""

        def value_at(at: tuple[int, ...]) -> TableValue:
            value = entry(at)
            return v.ABSENT if isinstance(value, v.Absent) else raw(value)

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
    given: tuple[v.Variable, ...]
    rows: v.Variable
    at: v.Variable
    key: v.Expr
    skipped: int
    latest_arguments: tuple[str, tuple[v.Variable, ...]] | None


@define(eq=False)
class Body:
    """
    The lowering of a body: the types of its locals, and the current statement.

    `answers` is the type of a procedure's answer. `loops` are the enclosing loops over players, the
    innermost last, with their variables. `usual` is the run that a hook's body replaces. `left` are
    statements to run when it is left from outside. `watches`: its reads of the match are noted.
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
    left: list[Stmt] = field(factory=list)
    loops: list[tuple[str, v.Variable]] = field(factory=list)
    variables: dict[Slot, v.Variable] = field(factory=dict)
    unknown: frozenset[Slot] = frozenset()
    began: v.Expr | None = None  # when the lasting effect began to which it belongs
    choices: tuple[Any, ...] = ()  # choices that a run noted and may fizzle
    tested: tuple[s.Clause, ...] = ()  # before any choice is considered

    def variable(self, slot: Slot) -> v.Variable:
        known = self.variables.get(slot)
        if known is None:
            local = self.locals[slot]
            name = f"{self.prefix}{variable_name(self.locals, slot)}"
            self.lowering.owners.take(name, f"local {self.prefix} {local.name} {slot}")
            known = self.variables[slot] = v.Variable(name, local.type)
        return known

    def missing(self, slot: Slot) -> v.Variable:
        """Return the local of a slot that may be missing: typed as optional, or as a set."""
        variable = self.variable(slot)
        if not is_tuple(variable.type) and not may_be_none(variable.type):
            variable = self.variables[slot] = v.Variable(variable.name, t.Optional(variable.type))
        return variable

    def answered(self, slot: Slot, event: str) -> tuple[v.Variable, list[Stmt]]:
        """Return where a run puts its answer, which may be missing; the stmts after it."""
        if event not in self.lowering.unanswered:
            return self.variable(slot), []
        into = self.missing(slot)
        if not is_tuple(into.type):
            return into, []
        answer = self.fresh("answered", t.Optional(into.type))
        return answer, [Set(into, or_empty(answer, into.type))]

    def expr(self, expression: e.Expr | e.AnyIndex) -> v.Expr:
        lower = self.lowering.expressions.get(type(expression))
        return self.refuse(expression) if lower is None else lower(expression, self)

    def exprs(self, expressions: Iterable[e.Expr | e.AnyIndex]) -> tuple[v.Expr, ...]:
        return tuple(self.expr(expression) for expression in expressions)

    def stmts(self, block: s.Block) -> tuple[Stmt, ...]:
        return tuple(stmt for statement in block for stmt in self._stmts_of(statement))

    def _stmts_of(self, statement: s.Statement) -> list[Stmt]:
        before, self.origin = self.origin, statement.origin
        lower = self.lowering.writers.get(type(statement))
        stmts: list[Stmt] = self.refuse(statement) if lower is None else lower(statement, self)
        if not self.is_quiet and not isinstance(statement, _COMPOUND):
            stmts = self._tests_after(stmts)
        elif self.is_quiet:
            stmts = [*stmts, *self.lowering.late(self.lowering, stmts)]
        self.origin = before
        return [At(self.lowering.number_of_statement(statement)), *stmts]

    def _tests_after(self, stmts: list[Stmt]) -> list[Stmt]:
        """Return a simple statement followed by the test of rules, even if it leaves the body."""
        tests_after = self.lowering.tests_after(self.lowering, stmts)
        if not tests_after or not stmts or not isinstance(stmts[-1], Return):
            return [*stmts, *tests_after]
        if stmts[-1].value is None:
            return [*stmts[:-1], *tests_after, stmts[-1]]
        answer = self.fresh("answer", stmts[-1].value.type)
        return [*stmts[:-1], Set(answer, stmts[-1].value), *tests_after, Return(answer)]

    def read(self, expr: v.Expr) -> v.Expr:
        """Return a read of the match, noted if the body watches."""
        return v.Noted(expr, expr.type) if self.watches else expr

    def quietly(self, block: s.Block) -> tuple[Stmt, ...]:
        """Return a block without tests of rules after its statements."""
        before, self.is_quiet = self.is_quiet, True
        stmts = self.stmts(block)
        self.is_quiet = before
        return stmts

    def bound(self, variable: v.Variable, value: v.Expr, result: v.Expr) -> v.Expr:
        """Return an expression with a variable bound to a value."""
        return v.When(v.Bind(variable, value), result, v.NONE, result.type)

    def bound_all(self, kept: Sequence[Set], result: v.Expr) -> v.Expr:
        """Return an expression with variables bound to values, which are evaluated in order."""
        for each in reversed(kept):
            result = self.bound(each.variable, each.value, result)
        return result

    def fresh(self, word: str, type: t.Type) -> v.Variable:
        """Return a new local."""
        return v.Variable(self.lowering.fresh(word), type)

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


def or_empty(expr: v.Expr, type: t.Type) -> v.Expr:
    """Return the value, with none replaced by the empty collection if its type is one."""
    if not is_tuple(type) or may_be_none(type):
        return expr
    is_none = v.Apply("same", (expr, v.NONE), t.Truth())
    return v.When(is_none, v.Constant((), type), expr, type)


def is_tuple(type: t.Type) -> bool:
    """Return whether values of a type are tuples, unless none."""
    return isinstance(plain(type), (t.SetOf, t.ListOf))


class Lowerings(dict[type[Any], Callable[[Any, Body], L]], Generic[L]):
    """The lowerings of classes of nodes, each registered by a decorator above it."""

    def of(self, kind: type[N]) -> Callable[[Callable[[N, Body], L]], Callable[[N, Body], L]]:
        """Return a decorator for the function that lowers a class of nodes."""

        def register(lower: Callable[[N, Body], L]) -> Callable[[N, Body], L]:
            self[kind] = lower
            return lower

        return register


EXPRESSIONS, STATEMENTS = Lowerings[v.Expr](), Lowerings[list[Stmt]]()
lowers_expression, lowers_statement = EXPRESSIONS.of, STATEMENTS.of
