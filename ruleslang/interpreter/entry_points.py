"""What can be begun (a match, a procedure, an action, a play), and its outcome."""

from __future__ import annotations

from collections.abc import Generator
from typing import assert_never

from ruleslang.interpreter.control_flow import call_procedure
from ruleslang.interpreter.example_actions import Root, action_alone, play_alone
from ruleslang.interpreter.machine import Machine
from ruleslang.interpreter.modifiers import value_of
from ruleslang.interpreter.whenever import take_as_tested
from ruleslang.match.decision import Decision, Outcome
from ruleslang.match.faults import Fault
from ruleslang.match.match import (
    Deed,
    DoAction,
    PlayCard,
    PlayFrom,
    RunProcedure,
    WholeMatch,
)
from ruleslang.match.values import Player, Value


def work_of(m: Machine, deed: Deed) -> Root:
    """The work that a deed is; raises `NotLegal`."""
    match deed:
        case WholeMatch():
            return lambda machine: _up_to_a_result(machine, machine.tables.program.start, ())
        case PlayFrom(name=name, arguments=arguments):
            return lambda machine: _up_to_a_result(machine, name, arguments)
        case RunProcedure(name=name, arguments=arguments):
            return lambda machine: call_procedure(machine, name, arguments)
        case DoAction(player=player, name=name, choosing=choosing):
            return action_alone(m, player, name, choosing)
        case PlayCard(player=player, card=card, choosing=choosing):
            return play_alone(m, player, card, choosing)
        case _:
            assert_never(deed)


def tested_first(root: Root) -> Root:
    """The same work, before which all rules that act at once are taken as tested."""

    def work(m: Machine) -> Generator[Decision, int, Value]:
        take_as_tested(m)
        return (yield from root(m))

    return work


def _up_to_a_result(
    m: Machine, name: str, arguments: tuple[Value, ...]
) -> Generator[Decision, int, Value]:
    yield from call_procedure(m, name, arguments)
    raise Fault("no-result", f"`{name}` ended without a result")


def outcome(m: Machine, winners: tuple[Value, ...], capped: bool) -> Outcome:
    """Who won, and what everyone who started has: the payoff, or 1 for winners and 0 for others."""
    seats = tuple(sorted(player.order for player in winners))
    m.winners = tuple(m.tables.players[seat] for seat in seats)
    m.state.change("winners")
    payoff = m.tables.program.payoff
    if not payoff:
        return Outcome(seats, tuple(int(p.order in seats) for p in m.tables.players), capped)
    return Outcome(seats, tuple(_payoff(m, payoff, player) for player in m.tables.players), capped)


def _payoff(m: Machine, name: str, player: Player) -> int:
    if name in m.tables.values:
        return int(value_of(m, name, (player,)))
    return int(m.state.states[name][(player,)])
