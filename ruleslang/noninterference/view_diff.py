"""What differs in two views of a player, but for what a `reveal` showed him."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ruleslang.match.decision import Decision
from ruleslang.match.population import place_name
from ruleslang.match.values import Player
from ruleslang.match.view import View, ZoneView
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.revealed import seers, zone_seers
from ruleslang.program import declarations as d


def changes(m: Machine, who: Player, one: View, other: View) -> dict[str, str]:
    """
    Each thing that he sees otherwise, in words, by its name; nothing when a `reveal` showed him
    some of it, for then he may know what else follows.
    """
    if shown_otherwise(m, who, one, other):
        return {}
    found = _in(one.zones, other.zones) | _in(one.states, other.states)
    found |= _in(one.dice, other.dice) | _in(one.pieces, other.pieces)
    if one.told != other.told:
        found["the places of what he was told of"] = "others"
    if one.active != other.active:
        found["active"] = _words(m, (other.active,), (one.active,))
    if one.players != other.players:
        found["players"] = _words(m, other.players, one.players)
    return found or _as_asked(one.decision, other.decision)


def shown_otherwise(m: Machine, who: Player, one: View, other: View) -> bool:
    """Whether a `reveal` showed him something otherwise: a card, a fact, an answer worked out."""
    return _facts(one) != _facts(other) or _revealed(m, who, one, other)


def _facts(seen: View) -> Counter[tuple[str, str, str, bool]]:
    """What was told, wherever the cards lie in their zones."""
    return Counter((told.zone, told.fact, told.value, told.truth) for told in seen.told)


def _as_asked(one: Decision | None, other: Decision | None) -> dict[str, str]:
    """In what words the same question is put; which choices there are is another law's."""
    if one is None or other is None or one.prompt == other.prompt:
        return {}
    return {"the question": f'"{other.prompt}" instead of "{one.prompt}"'}


def _revealed(m: Machine, who: Player, one: View, other: View) -> bool:
    """Whether something is seen otherwise that he sees only because it was revealed to him."""
    for places in m.tables.places.values():
        for place in places.values():
            mine, theirs = one.zones[place.name].cards, other.zones[place.name].cards
            differ = any((*mine, *theirs)) and Counter(mine) != Counter(theirs)
            if differ and who not in zone_seers(m, place):
                return True
    stored: list[tuple[d.State | d.Dice, Any, Any]] = [
        (each, one.states, other.states) for each in m.tables.program.states
    ]
    thrown: list[tuple[d.State | d.Dice, Any, Any]] = [
        (each, one.dice, other.dice) for each in m.tables.program.dice
    ]
    return any(
        mine.get(name) != theirs.get(name)
        and who not in seers(m, declared.seen, declared.index, index)
        for declared, mine, theirs in (*stored, *thrown)
        for index in m.tables.indexes(declared.index)
        for name in (place_name(declared.name, index),)
    )


def _in(mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> dict[str, str]:
    return {
        name: f"{said(theirs.get(name))} instead of {said(mine.get(name))}"
        for name in {**mine, **theirs}
        if mine.get(name) != theirs.get(name)
    }


def said(value: Any) -> str:
    """What is seen of one thing."""
    if isinstance(value, ZoneView):
        known = [each for each in value.cards if each is not None]
        unknown = len(value.cards) - len(known)
        parts = [*(f"`{each}`" for each in known[:4])]
        parts += [f"{len(known) - 4} more"] * (len(known) > 4)
        parts += [f"{unknown} unseen"] * bool(unknown)
        return ", ".join(parts) or "nothing"
    if isinstance(value, tuple):
        return " ".join(map(str, value)) or "nothing"
    return "hidden" if value is None else f"{value}"


def _words(m: Machine, other: tuple[int, ...], one: tuple[int, ...]) -> str:
    def names(seats: tuple[int, ...]) -> str:
        return " ".join(m.tables.players[seat].name for seat in seats)

    return f"{names(other)} instead of {names(one)}"
