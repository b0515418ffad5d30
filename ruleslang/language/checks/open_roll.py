"""Reports `open-roll`: a hidden state holds the outcome of a roll that other players saw.

Data flow is followed through `let`, through the answers of procedures, and into a state that holds
nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from attrs import evolve, frozen

from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.program.passes.parts import parts_of
from ruleslang.program.traits.reads import cells_read
from ruleslang.program.walk import alike, find, walk
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.span import Span

Body: TypeAlias = d.Procedure | d.Action | d.Play


def open_roll(span: Span, state: str, *, to_all: bool, line: str) -> Diagnostic:
    who = "everybody sees this roll" if to_all else "another player sees this roll"
    return advice("open-roll", span, f"{who}, but `{state}`, which it fills, is hidden", help=line)


@frozen
class _Roll:
    """A roll, and who sees it, named in the body that holds the outcome; None: everybody."""

    statement: s.RollDie
    into: str
    seen_by: e.Expr | None


def check(subject: Subject) -> Iterator[Diagnostic]:
    program = subject.program
    bodies: tuple[Body, ...] = (*program.procedures, *program.actions, *program.plays)
    answered = _answered(subject, bodies)
    hidden = {state.name: state for state in program.states if state.seen.by != "all"}
    reported: set[tuple[int, str]] = set()  # rolls by number
    for body in bodies if hidden else ():
        rolled = _rolled(subject, body, answered)
        for assignment in find(body.body, s.Assign):
            roll = _alone(assignment.value, rolled)
            place = assignment.place
            if roll is None or not isinstance(place, s.StatePlace) or place.name not in hidden:
                continue
            state = hidden[place.name]
            number = parts_of(program).number(roll.statement)
            if _is_open(state, place, roll) and (number, state.name) not in reported:
                reported.add((number, state.name))
                line = _line(state, roll)
                to_all = roll.seen_by is None
                yield open_roll(
                    subject.span(roll.statement.origin), state.name, to_all=to_all, line=line
                )


def _answered(subject: Subject, bodies: tuple[Body, ...]) -> dict[str, _Roll]:
    """The procedures that answer with a roll, and the roll in terms of their parameters."""
    rolls: dict[str, _Roll] = {}
    while True:
        more = {
            body.name: roll
            for body in bodies
            if isinstance(body, d.Procedure) and body.name not in rolls
            for roll in _answers(body, _rolled(subject, body, rolls))
        }
        if not more:
            return rolls
        rolls |= more


def _answers(body: d.Procedure, rolled: Mapping[Slot, _Roll]) -> Iterator[_Roll]:
    for answer in find(body.body, s.Answer):
        roll = _alone(answer.value, rolled)
        if roll is not None:
            yield roll


def _rolled(subject: Subject, body: Body, answered: Mapping[str, _Roll]) -> dict[Slot, _Roll]:
    """The locals of a body that hold the outcome of a roll."""
    rolls: dict[Slot, _Roll] = {}
    for node in walk(body.body):
        match node:
            case s.RollDie(into=int(into)):
                name = body.locals[into].name
                rolls[into] = _Roll(node, name, node.seen_by)
            case s.Call(into=int(into), procedure=name) if name in answered:
                rolls[into] = _as_called(subject.procedures[name], node, answered[name])
            case s.Let():
                roll = _alone(node.value, rolls)
                if roll is not None:
                    rolls[node.slot] = roll
    return rolls


def _as_called(procedure: d.Procedure, call: s.Call, roll: _Roll) -> _Roll:
    """A procedure's roll in terms of the caller."""
    seer = roll.seen_by
    if isinstance(seer, e.Local) and seer.slot < len(procedure.parameters):
        return evolve(roll, seen_by=call.arguments[seer.slot])
    return roll


def _alone(value: e.Expr, rolled: Mapping[Slot, _Roll]) -> _Roll | None:
    """The roll that is the whole of a value; None if the value has other parts."""
    slots = {node.slot for node in find(value, e.Local)}
    if not slots or not slots <= rolled.keys() or any(True for _ in cells_read(value)):
        return None
    return rolled[min(slots)]


def _is_open(state: d.State, place: s.StatePlace, roll: _Roll) -> bool:
    """Whether somebody sees the roll but not the state."""
    if roll.seen_by is None:
        return True
    owners = [
        at
        for at, index in zip(place.index, state.index, strict=True)
        if isinstance(index.type, t.Player)
    ]
    return state.seen.by == "owner" and bool(owners) and not alike(owners[0], roll.seen_by)


def _line(state: d.State, roll: _Roll) -> str:
    if state.seen.by == "nobody":
        return (
            f"let dice lie there instead: `dice {state.name}: {roll.statement.die}, seen by nobody`"
        )
    return (
        f"say who sees it: `roll {roll.statement.die} as {roll.into} seen by p`, p being its owner"
    )
