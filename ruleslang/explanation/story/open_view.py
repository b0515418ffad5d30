"""A view of a match with nothing hidden: for a worked example, whose author knows everything."""

from __future__ import annotations

from ruleslang.engine.match.decision import SeenValue, View, ZoneView
from ruleslang.engine.match.entities import place_name
from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.runtime_values import Value, name_of


def open_view(match: Match) -> View:
    """Return the complete position, without the pending decision; `player` is `None`."""
    population, position = match.population, match.position
    program, faces = population.program, population.faces
    return View(
        player=None,
        active=position.active.order,
        players=tuple(player.order for player in position.players),
        zones={
            place.name: ZoneView(len(cards), tuple(position.title_of(card).name for card in cards))
            for place, cards in position.zones.items()
        },
        states={
            name: as_seen(position.states[state].get(index))
            for name, state, index in population.state_places
        },
        dice={
            place_name(dice.name, index): tuple(
                name_of(faces[dice.die][face]) for face in position.dice[dice.name][index]
            )
            for dice in program.dice
            for index in population.indexes(dice.index)
        },
        pieces={
            piece.name: name_of(at) if (at := position.spaces.get(piece)) else None
            for piece in population.pieces
        },
        facts=(),
        decision=None,
    )


def as_seen(value: Value) -> SeenValue:
    """Return a stored value as in views."""
    if isinstance(value, bool | int):
        return value
    if isinstance(value, tuple):
        return tuple(map(as_seen, value))
    return name_of(value)
