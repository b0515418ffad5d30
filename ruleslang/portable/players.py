"""Players of the language beside a printed game: printed when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ruleslang.flow.players import player_routines
from ruleslang.flow.refuse import NotLowered
from ruleslang.portable.core import Play
from ruleslang.portable.print_words import identifier
from ruleslang.portable.source import Filled, more_source, run_in
from ruleslang.program import declarations as d

if TYPE_CHECKING:
    from ruleslang.portable.game import Printed

Prefers = Callable[..., Sequence[int]]


def added_player(game: Printed, chooser: d.Chooser) -> Mapping[int, Prefers] | None:
    """By question the function of a player; none if he has no lowering."""
    found = added_routines(game, chooser)
    if found is None:
        return None
    return {question: game.space[identifier(name)] for question, name in found.items()}


def added_routines(game: Printed, chooser: d.Chooser) -> Mapping[int, str] | None:
    """By question the routine of a player, which the game now has."""
    flow, whole = game.flow, game.flow.whole
    routines, tables = dict(whole.routines), dict(whole.tables)
    try:
        found = player_routines(whole, chooser)
    except NotLowered:
        whole.routines.clear()
        whole.routines.update(routines)
        return None
    made = {name: each for name, each in whole.routines.items() if name not in routines}
    assert isinstance(flow.routines, dict)
    flow.routines.update(made)
    new = [name for name in whole.tables if name not in tables]
    large = {name: entry for name in new if (entry := flow.tables[name].entry) is not None}
    game.space["LARGE"].update({name: Filled(entry) for name, entry in large.items()})
    text = more_source(flow, list(made), new, game.space)
    run_in(flow, text, game.space, f"player {chooser.name}")
    return found


def seen_once(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A value that is worked out once for what it is given, while a player is asked."""

    def wrapped(function: Callable[..., Any]) -> Callable[..., Any]:
        def seen(M: Play, S: Any, *given: Any) -> Any:
            key = name, given
            try:
                return M.seen[key]
            except KeyError:
                found = M.seen[key] = function(M, S, *given)
                return found

        return seen

    return wrapped
