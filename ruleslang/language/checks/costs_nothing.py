"""
Reports `costs-nothing`: an action takes from a state that stops at its end, and is offered at the
end, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.reads_and_writes import values_reading
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.traits.reads import cells_read
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
            match line:
                case s.Assign(
                    s.StatePlace(name),
                    e.Arithmetic("-", e.ReadState() as state, e.Literal(int(price))),
                ) if name in stopping and _is_own(state, action):
                    if not _is_asked(subject, action, name):
                        yield costs_nothing(
                            subject.span(line.origin),
                            state=subject.span(state.origin).text,
                            action=action.name,
                            price=price,
                        )


def _is_own(state: e.ReadState, action: d.Action) -> bool:
    """Whether a state is one for all, or that of the player who acts."""
    return all(index == e.Local(action.you) for index in state.index)


def _is_asked(subject: Subject, action: d.Action, state: str) -> bool:
    """Whether the action depends on the state, or on a value that reads it, before it is done."""
    reading = values_reading(subject, state)
    return any(
        (cell.kind, cell.name) == ("state", state)
        or (cell.kind == "value" and cell.name in reading)
        for part in (action.window_condition, *action.choices, *action.body.clauses)
        for cell in cells_read(part)
    )
