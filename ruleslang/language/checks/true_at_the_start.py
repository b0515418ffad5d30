"""
Reports `true-at-the-start`: the condition of a `whenever` holds initially, so it never becomes
true.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import effects
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.effect_order import written_effects
from ruleslang.program.traits.reads import sources
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

MOST_DEEP = 8  # depth of nested values


true_at_the_start = Message(
    "true-at-the-start",
    "this holds already when the match begins, so it does not fire then",
    help="do at the start what has to be done then; it fires after it has been false in between",
    severity=Severity.ADVICE,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every `whenever` whose condition surely holds in the opening state."""
    opening = Opening(subject)
    for written in written_effects(subject.program):
        effect = written.effect
        if not isinstance(effect, s.Whenever) or opening.value(effect.condition) is not True:
            continue
        if _is_in_force(opening, written.begun_by):
            yield true_at_the_start(subject.span(effect.origin))


def _is_in_force(opening: Opening, begun_by: d.Standing | s.Lasting) -> bool:
    """
    Whether effects are surely in force when a match begins.

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
                return self._state(self._states[name])
            case e.NumberOf(subject):
                return 0 if _is_empty(subject) else None
            case e.IsEmpty(subject):
                return True if _is_empty(subject) else None
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
                return False if False in (left, right) else _both_known(left, right) and True
            case e.Or():
                return True if True in (left, right) else None
            case _ if left is None or right is None:
                return None
            case e.Equal():
                return left == right
            case e.Compare(operator):
                return bool(COMPARE[operator](left, right))

    def _state(self, state: d.State) -> int | bool | None:
        return state.start.value if isinstance(state.start, e.Literal) else None

    def _named(self, value: d.Value) -> int | bool | None:
        if len(value.cases) != 1 or self._deep == MOST_DEEP:
            return None
        self._deep += 1
        result = self.value(value.cases[0].value)
        self._deep -= 1
        return result

    def _there_is(self, subject: e.Expr, condition: e.Expr | None) -> bool | None:
        """Tests for players: all are equal in the opening state."""
        if _is_empty(subject):
            return False
        players = subject in (e.Everything("players"), e.Everything("all players"))
        return self.value(condition) is True or None if players and condition else None


def _is_empty(node: e.Expr) -> bool:
    """Whether it tests a zone for being empty: initially all zones are."""
    return all(isinstance(source, e.ReadZone) for source in sources(node))


def _both_known(left: object, right: object) -> bool | None:
    return None if left is None or right is None else True


COMPARE = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}
