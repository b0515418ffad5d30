"""Reports `set-already`: something is set to what it surely is."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import graph
from ruleslang.language.checks.queries.path_conditions import Facts, failing, holding
from ruleslang.language.checks.queries.turns import set_as_it_is
from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.walk import alike
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

set_already = Message(
    "set-already",
    "`{place}` is `{value}` already: this changes nothing",
    help="was another value meant, or another place?",
    severity=Severity.ADVICE,
)
ANOTHER_TURN = (
    "the next turn goes to the player after `active`; for another turn, `set active to {before}`"
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every `set` of the active player to himself, and of a state to what an `if` has just said."""
    before = "opponent" if subject.program.seats.high == 2 else "previous"
    for assigned in set_as_it_is(subject):
        help = ANOTHER_TURN.format(before=f"{before}({_written(subject, assigned)[1]})")
        yield _told(subject, assigned, help)
    for block in graph(subject).blocks.values():
        for node in subject.statements(block):
            if isinstance(node, s.If):
                for assigned in _known(node.then, tuple(holding(node.condition))):
                    yield _told(subject, assigned)
                for assigned in _known(node.otherwise, tuple(failing(node.condition))):
                    yield _told(subject, assigned)


def _told(subject: Subject, assigned: s.Assign, help: str | None = None) -> Diagnostic:
    place, value = _written(subject, assigned)
    return set_already(subject.span(assigned.origin), place=place, value=value, help=help)


def _written(subject: Subject, assigned: s.Assign) -> tuple[str, str]:
    place, _, value = subject.span(assigned.origin).text.removeprefix("set ").partition(" to ")
    return place, value


def _known(block: s.Block, facts: Facts) -> Iterator[s.Assign]:
    """The first lines of a block that set a state to what the facts say."""
    for node in block:
        if not isinstance(node, s.Assign) or not isinstance(node.place, s.StatePlace):
            return
        state = e.ReadState(node.place.name, node.place.index)
        if any(_says(fact, state, node.value) for fact in facts):
            yield node


def _says(fact: e.Expr, state: e.ReadState, value: e.Expr) -> bool:
    """Whether a fact is that a state has a value."""
    match value:
        case e.Literal(bool(is_set)):
            return alike(fact, state if is_set else e.Not(state))
        case _:
            return alike(fact, e.Equal(state, value)) or alike(fact, e.Equal(value, state))
