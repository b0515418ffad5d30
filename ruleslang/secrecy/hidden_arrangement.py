"""
A state that somebody cannot tell from the one there is: what is hidden from him, put otherwise.

Cards are exchanged in what they are, not in where they lie, so that whatever is under way goes on
about the same cards: under another name, as it would be if another had been dealt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ruleslang.match.population import place_name
from ruleslang.match.position import Rearrangement
from ruleslang.match.values import Card, Place, Value, name_of
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.state import State

WHAT_A_CARD_IS = ("order", "name", "text", "title", "copy")


@contextmanager
def arranged(m: Machine, arrangement: Rearrangement) -> Iterator[None]:
    """The machine as it would be if what is hidden were otherwise."""
    states = [state for state in (m.state, m.snapshot) if state is not None]
    kept = [_keep(state) for state in states]
    secret = m.state  # of what the snapshot shows, nothing is secret
    for one, other in arrangement.pairs:
        exchange(one, other)
    for card, place in arrangement.moves:
        _move(m.state, card, place)
    for state in states:
        _sort(state)
    for name, at, value in arrangement.states:
        secret.states[name][at] = value
    for name, at, faces in arrangement.dice:
        secret.dice[name][at] = faces[: len(secret.dice[name][at])]
    m.forget_values()
    try:
        yield
    finally:
        for one, other in reversed(arrangement.pairs):
            exchange(one, other)
        for restore in kept:
            restore()
        m.forget_values()


def exchange(one: Card, other: Card, what: tuple[str, ...] = WHAT_A_CARD_IS) -> None:
    """Two cards become each other in all but their places."""
    for name in what:
        mine, theirs = getattr(one, name), getattr(other, name)
        object.__setattr__(one, name, theirs)
        object.__setattr__(other, name, mine)


def _move(state: State, card: Card, place: Place | None) -> None:
    """A card lies in another zone, or in none."""
    old = state.where.pop(card)
    state.zones[old] = tuple(each for each in state.zones[old] if each is not card)
    if place is not None:
        state.zones[place] = (*state.zones[place], card)
        state.where[card] = place


def _sort(state: State) -> None:
    """Unordered zones lie in standard order, which names decide."""
    for place, cards in state.zones.items():
        if not place.zone.ordered:
            state.zones[place] = tuple(sorted(cards, key=lambda card: card.order))


def _keep(state: State) -> Callable[[], None]:
    """What puts a state back."""
    zones, where = dict(state.zones), dict(state.where)
    states = {name: dict(places) for name, places in state.states.items()}
    dice = {name: dict(places) for name, places in state.dice.items()}

    def restore() -> None:
        _restore(state.zones, zones)
        _restore(state.where, where)
        for mine, kept in ((state.states, states), (state.dice, dice)):
            for name, places in kept.items():
                _restore(mine[name], places)

    return restore


def _restore(mine: dict[Any, Any], kept: Mapping[Any, Any]) -> None:
    mine.clear()
    mine.update(kept)


def said(m: Machine, arrangement: Rearrangement) -> str:
    """An arrangement in words: `ace` in hand(away) and `two` in pile changed places."""
    parts = [
        f"{_where(m, one)} and {_where(m, other)} changed places"
        for one, other in arrangement.pairs
    ]
    parts += [
        f"{_where(m, card)} were {'out of play' if place is None else f'in {place.name}'}"
        for card, place in arrangement.moves
    ]
    parts += [
        f"{place_name(name, at)} were {name_of(value)}" for name, at, value in arrangement.states
    ]
    for name, at, faces in arrangement.dice:
        lying = m.state.dice[name][at]
        shown = " ".join(name_of(_face(m, name, face)) for face in faces[: len(lying)])
        parts.append(f"{place_name(name, at)} showed {shown}")
    return ", ".join(parts[:3]) + (f" and {len(parts) - 3} more" if len(parts) > 3 else "")


def _where(m: Machine, card: Card) -> str:
    place = m.state.where.get(card)
    return f"`{card.title.name}`" + ("" if place is None else f" in {place.name}")


def _face(m: Machine, name: str, face: int) -> Value:
    return m.tables.faces[m.tables.dice[name].die][face]
