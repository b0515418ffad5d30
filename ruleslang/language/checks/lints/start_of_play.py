"""What holds when a match starts: states without a value, and conditions that are true already."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from ruleslang.language.checks.queries.call_graph import effects
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import written_effects
from ruleslang.program.events import Event, ProcedureRun
from ruleslang.program.traits.effects import own_statements
from ruleslang.program.traits.reads import is_expression, sources
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import children
from ruleslang.source.diagnostic import AdviceMessage, Diagnostic, WarningMessage

read_before_set = WarningMessage(
    "read-before-set",
    "`{name}` is read here before anything has set it",
    help="set it first, or give it a start value: `state {name}: … = …`",
    label="it has no start value",
)

MAY_ASK = (s.Offer, s.OpenWindow, s.Perform, s.AsUsual)


def find_read_before_set(subject: Subject) -> Iterator[Diagnostic]:
    """Report that a state without a start value is always read before it can be set.

    The statements that surely run are followed from the start of a match, through calls, up to the
    first that asks a player or plays a card: after that, anything may be set.
    """
    states = {state.name: state for state in subject.program.states}
    unset = {
        name
        for name, state in states.items()
        if state.start is None and not isinstance(state.type, t.Optional)
    }
    if not unset:
        return
    run = _FirstRun(subject, unset - _set_by_rules_that_act(subject))
    run.procedure(subject.program.start)
    for name, origin in run.read.items():
        yield read_before_set(subject.span(origin), at=subject.span(states[name].origin), name=name)


def _set_by_rules_that_act(subject: Subject) -> set[str]:
    blocks = [effect.block for effect, _ in subject.effects if not isinstance(effect, s.Modifier)]
    return {name for block in blocks for name in _states_written(block)}


def _states_written(block: s.Block) -> Iterator[str]:
    for node in own_statements(block):
        yield from (cell.name for cell in traits(node).writes if cell.kind in ("state", "anything"))


@define
class _FirstRun:
    """
    The statements that surely run from the start; `unset` are the states not yet set.

    Procedures and values are visited once: a second visit can report nothing new.
    """

    subject: Subject
    unset: set[str]
    read: dict[str, int] = field(factory=dict)
    over: bool = False  # after this anything may be set
    hooked: frozenset[Event] = field(init=False)
    changed: frozenset[str] = field(init=False)
    followed: set[tuple[str, str]] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        effects = [effect for effect, _ in self.subject.effects]
        self.hooked = frozenset(
            declared.event for declared in effects if isinstance(declared, s.Hook)
        )
        self.changed = frozenset(
            declared.value for declared in effects if isinstance(declared, s.Modifier)
        )

    def procedure(self, name: str) -> None:
        """Visit a procedure without hooks."""
        procedure = self.subject.procedures.get(name)
        if procedure is None or ProcedureRun(name) in self.hooked:
            self.over = True
        elif ("procedure", name) not in self.followed:
            self.followed.add(("procedure", name))
            self.block(procedure.body.statements)
            self.block(procedure.body.in_any_case or ())

    def block(self, block: s.Block) -> None:
        """Visit statements up to the first after which anything may be set."""
        for node in block:
            if self.over:
                return
            self.statement(node)

    def statement(self, node: s.Statement) -> None:
        """Visit the reads of a statement before its writes."""
        here = traits(node)
        for part in children(node):
            if is_expression(part):
                self.expression(part, getattr(node, "origin", -1))
        if isinstance(node, s.Call):
            self.procedure(node.procedure)
        elif isinstance(node, (s.TakeTurns, s.AtOnce)):
            self.block(node.block)
        elif here.blocks:
            inner = [*own_statements((node,))]
            self.over |= any(traits(statement).runs or _may_ask(statement) for statement in inner)
            self.unset -= {name for block in here.blocks for name in _states_written(block)}
        self.over |= _may_ask(node) or here.leaves is not None
        self.over |= any(cell.kind == "anything" for cell in here.writes)
        self.unset -= {cell.name for cell in here.writes if cell.kind == "state"}

    def expression(self, node: e.Expr, origin: int) -> None:
        """Visit the states that an expression always reads."""
        if isinstance(node, e.ReadState) and node.name in self.unset:
            self.read.setdefault(node.name, node.origin if node.origin >= 0 else origin)
        if isinstance(node, e.CallValue):
            self.value(node.name, origin)
        for part in _always_evaluated(node):
            self.expression(part, origin)

    def value(self, name: str, origin: int) -> None:
        """Visit the first case of a named value without modifiers, which is always read."""
        value = self.subject.world.known.values.get(name)
        if value is None or ("value", name) in self.followed or name in self.changed:
            return
        self.followed.add(("value", name))
        first = value.cases[0]
        self.expression(first.value if first.condition is None else first.condition, origin)


def _may_ask(node: s.Statement) -> bool:
    """Return whether a statement may ask a player, or play a card."""
    return isinstance(node, MAY_ASK) or bool(traits(node).asks)


def _always_evaluated(node: e.Expr) -> tuple[e.Expr, ...]:
    match node:
        case e.And(left) | e.Or(left):
            return (left,)
        case e.WhenOtherwise(_, condition):
            return (condition,)
        case e.Where(_, subject) | e.ThereIs(_, subject) | e.Every(_, subject):
            return (subject,)
        case e.AsFarAs(_, subject) | e.SpreadBy(_, subject) | e.With(_, subject):
            return (subject,)
        case e.Ranked(_, subject) | e.Fold(subject=subject) | e.Image(_, subject):
            return (subject,)
        case e.UnionOver(_, subject):
            return (subject,)
        case e.WhatWouldBe() | e.ChanceOf():
            return ()
    return tuple(part for part in children(node) if is_expression(part))


MOST_DEEP = 8  # depth of nested values


true_at_the_start = AdviceMessage(
    "true-at-the-start",
    "this is already true when the match begins, so it doesn't fire then",
    help="handle the start separately; it fires once it has been false and true again",
)


def find_true_at_the_start(subject: Subject) -> Iterator[Diagnostic]:
    """Report a `whenever` whose condition already holds in the opening, so never becomes true."""
    opening = Opening(subject)
    for written in written_effects(subject.program):
        effect = written.effect
        if not isinstance(effect, s.Whenever) or opening.value(effect.condition) is not True:
            continue
        if _is_in_force(opening, written.begun_by):
            yield true_at_the_start(subject.span(effect.origin))


def _is_in_force(opening: Opening, begun_by: d.Standing | s.Lasting) -> bool:
    """
    Return whether effects are surely in force when a match begins.

    A rule that comes into force later fires then, if its condition holds.
    """
    if not isinstance(begun_by, d.Standing) or begun_by.zone is not None:
        return False
    return begun_by.condition is None or opening.value(begun_by.condition) is True


class Opening:
    """Evaluates expressions in the opening state; None if the text does not determine the value."""

    def __init__(self, subject: Subject) -> None:
        self._states = {state.name: state for state in subject.program.states}
        self._values = {value.name: value for value in subject.program.values}
        self._modified = {
            effect.value for effect in effects(subject) if isinstance(effect, s.Modifier)
        }
        self._deep = 0

    def value(self, node: e.Expr) -> int | bool | None:
        match node:
            case e.Literal(value):
                return value
            case e.ReadState(name) if name in self._states:
                start = self._states[name].start
                return start.value if isinstance(start, e.Literal) else None
            case e.NumberOf(subject):
                return 0 if _tests_for_empty(subject) else None
            case e.IsEmpty(subject):
                return True if _tests_for_empty(subject) else None
            case e.CallValue(name) if name in self._values and name not in self._modified:
                return self._named(self._values[name])
            case e.Not() | e.And() | e.Or() | e.Equal() | e.Compare():
                return self._logic(node)
            case e.ThereIs(_, subject, condition):
                return self._there_is(subject, condition)
            case _:
                return None

    def _logic(self, node: e.Not | e.And | e.Or | e.Equal | e.Compare) -> bool | None:
        if isinstance(node, e.Not):
            inner = self.value(node.operand)
            return None if inner is None else not inner
        left, right = self.value(node.left), self.value(node.right)
        match node:
            case e.And():
                return False if False in (left, right) else None if None in (left, right) else True
            case e.Or():
                return True if True in (left, right) else None
            case _ if left is None or right is None:
                return None
            case e.Equal():
                return left == right
            case e.Compare(operator):
                return bool(COMPARE[operator](left, right))

    def _named(self, value: d.Value) -> int | bool | None:
        if len(value.cases) != 1 or self._deep == MOST_DEEP:
            return None
        self._deep += 1
        result = self.value(value.cases[0].value)
        self._deep -= 1
        return result

    def _there_is(self, subject: e.Expr, condition: e.Expr | None) -> bool | None:
        """Test for players: all are equal in the opening state."""
        if _tests_for_empty(subject):
            return False
        players = subject in (e.Everything("players"), e.Everything("all players"))
        return self.value(condition) is True or None if players and condition else None


def _tests_for_empty(node: e.Expr) -> bool:
    """Return whether it tests a zone for being empty: initially all zones are."""
    return all(isinstance(source, e.ReadZone) for source in sources(node))


COMPARE = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}
