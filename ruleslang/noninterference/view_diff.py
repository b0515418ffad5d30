"""The difference between two views of one player, except what a `reveal` showed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ruleslang.match.decision import Decision
from ruleslang.match.entities import place_name
from ruleslang.match.match import Reader
from ruleslang.match.values import Player
from ruleslang.match.view import View, ZoneView, seen_text
from ruleslang.program import declarations as d


def view_diff(match: Reader, who: Player, one: View, other: View) -> dict[str, str]:
    """What differs, by name, in words.

    Empty when a `reveal` showed the player some of it, since then its consequences may be known.
    """
    if reveal_differs(match, who, one, other):
        return {}
    found = _in(one.zones, other.zones) | _in(one.states, other.states)
    found |= _in(one.dice, other.dice) | _in(one.pieces, other.pieces)
    if one.told != other.told:
        found["the places of what he was told of"] = "others"
    if one.active != other.active:
        found["active"] = _words(match, (other.active,), (one.active,))
    if one.players != other.players:
        found["players"] = _words(match, other.players, one.players)
    return found or _prompt_diff(one.decision, other.decision)


def reveal_differs(match: Reader, who: Player, one: View, other: View) -> bool:
    """Whether a card, a fact, a state or dice shown to the player differ."""
    return _facts(one) != _facts(other) or _revealed(match, who, one, other)


def _facts(seen: View) -> Counter[tuple[str, str, str, bool]]:
    """The facts that were told, wherever the cards lie in their zones."""
    return Counter((told.zone, told.fact, told.value, told.truth) for told in seen.told)


def _prompt_diff(one: Decision | None, other: Decision | None) -> dict[str, str]:
    """How the prompt of the same question differs; the choices are compared by another law."""
    if one is None or other is None or one.prompt == other.prompt:
        return {}
    return {"the question": f'"{other.prompt}" instead of "{one.prompt}"'}


def _revealed(match: Reader, who: Player, one: View, other: View) -> bool:
    """Whether something differs that the player sees only because it was revealed."""
    sight, population = match.sight(who), match.population
    for place in population.all_places():
        mine, theirs = one.zones[place.name].cards, other.zones[place.name].cards
        differ = any((*mine, *theirs)) and Counter(mine) != Counter(theirs)
        if differ and not sight.zone(place):
            return True
    stored: list[tuple[d.State | d.Dice, Any, Any]] = [
        (each, one.states, other.states) for each in population.program.states
    ]
    thrown: list[tuple[d.State | d.Dice, Any, Any]] = [
        (each, one.dice, other.dice) for each in population.program.dice
    ]
    return any(
        mine.get(name) != theirs.get(name) and not sight.by_rule(declared, index)
        for declared, mine, theirs in (*stored, *thrown)
        for index in population.indexes(declared.index)
        for name in (place_name(declared.name, index),)
    )


def _in(mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> dict[str, str]:
    return {
        name: f"{in_words(theirs.get(name))} instead of {in_words(mine.get(name))}"
        for name in {**mine, **theirs}
        if mine.get(name) != theirs.get(name)
    }


def in_words(value: Any) -> str:
    """What is seen of one thing, in words."""
    if isinstance(value, ZoneView):
        known = [each for each in value.cards if each is not None]
        unknown = len(value.cards) - len(known)
        parts = [*(f"`{each}`" for each in known[:4])]
        parts += [f"{len(known) - 4} more"] * (len(known) > 4)
        parts += [f"{unknown} unseen"] * bool(unknown)
        return ", ".join(parts) or "nothing"
    if isinstance(value, tuple):
        return " ".join(map(in_words, value)) or "nothing"
    return "hidden" if value is None else seen_text(value)


def _words(match: Reader, other: tuple[int, ...], one: tuple[int, ...]) -> str:
    def names(seats: tuple[int, ...]) -> str:
        return " ".join(match.population.players[seat].name for seat in seats)

    return f"{names(other)} instead of {names(one)}"
