"""Players of the language beside a printed game: printed when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ruleslang.flow.flow import Flow
from ruleslang.flow.player_programs import player_routines
from ruleslang.flow.printed_names import routine_name
from ruleslang.flow.refuse import NotLowered
from ruleslang.portable.machine import Play
from ruleslang.portable.source import Source
from ruleslang.program import declarations as d

if TYPE_CHECKING:
    from ruleslang.portable.printed_game import Printed

Prefers = Callable[..., Sequence[int]]


def added_player(game: Printed, chooser: d.Chooser) -> Mapping[int, Prefers] | None:
    """By question the function of a player; none if he has no lowering."""
    found = added_routines(game, chooser)
    if found is None:
        return None
    return {question: game.space[routine_name(name)] for question, name in found.items()}


def added_routines(game: Printed, chooser: d.Chooser) -> Mapping[int, str] | None:
    """By question the routine of a player, which the flow and the game now have."""
    found = lowered_player(game.flow, chooser)
    if found is not None:
        _print_more(game)
    return found


def lowered_player(flow: Flow, chooser: d.Chooser) -> Mapping[int, str] | None:
    """By question the routine of a player, which the flow now has; none if he has no lowering."""
    whole = flow.whole
    if id(chooser) not in whole.players:
        before = dict(whole.routines)
        try:
            found = player_routines(whole, chooser)
        except NotLowered:
            whole.routines.clear()
            whole.routines.update(before)
            return None
        made = {name: each for name, each in whole.routines.items() if name not in before}
        assert isinstance(flow.routines, dict)
        flow.routines.update(made)
        whole.players[id(chooser)] = chooser, found
    return whole.players[id(chooser)][1]


def _print_more(game: Printed) -> None:
    """What the flow has and the printed game does not."""

    def wrap(routine: str, function: Callable[..., Any]) -> Callable[..., Any]:
        return seen_once(routine, function) if routine.startswith("seen ") else function

    game.functions.add(Source(game.flow), wrap)


def seen_once(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A value that is worked out once for what it is given, while a player is asked."""

    def seen(M: Play, S: Any, *given: Any) -> Any:
        key = name, given
        try:
            return M.seen[key]
        except KeyError:
            found = M.seen[key] = function(M, S, *given)
            return found

    return seen
