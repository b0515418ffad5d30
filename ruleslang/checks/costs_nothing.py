"""
Reports `costs-nothing`: an action takes from a state that stops at its end, and is offered at the
end, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

costs_nothing = Message(
    "costs-nothing",
    "with `{state}` at its end, `{action}` is offered for nothing",
    help="a price that is not always there is written above the lines that are done: `pays {price}"
    " from {state}`",
    severity=Severity.ADVICE,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every such line of an action none of whose conditions reads the state."""
    stopping = {state.name for state in subject.program.states if state.stops_at_the_ends}
    for action in subject.program.actions:
        for line in action.body.statements:
            price = _price(line, action, stopping)
            if price and not _is_asked(action, price.name):
                yield costs_nothing(
                    subject.span(line.origin),
                    state=subject.span(price.origin).text,
                    action=action.name,
                    price=_amount(line),
                )


def _price(line: s.Statement, action: d.Action, stopping: set[str]) -> e.ReadState | None:
    """What a number is taken from: a state of all, or of the player who acts."""
    match line:
        case s.Assign(s.StatePlace(), e.Arithmetic("-", e.ReadState() as state, e.Literal())):
            of_all = all(index == e.Local(action.you) for index in state.index)
            return state if state.name in stopping and of_all else None
        case _:
            return None


def _amount(line: s.Statement) -> str:
    assert isinstance(line, s.Assign) and isinstance(line.value, e.Arithmetic)
    assert isinstance(line.value.right, e.Literal)
    return str(line.value.right.value)


def _is_asked(action: d.Action, state: str) -> bool:
    """Whether the action depends on the state before its lines are done."""
    conditions = (action.window_condition, action.choices, action.body.clauses)
    return any(read.name == state for part in conditions for read in find(part, e.ReadState))
