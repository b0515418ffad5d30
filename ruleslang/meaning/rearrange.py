"""
Changing the position of a match from outside: as an example's `given` does, or behind the back of
somebody who cannot see it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, assert_never

from attrs import define, field

from ruleslang.match.faults import Fault
from ruleslang.match.position import (
    Change,
    Index,
    LayCards,
    PutPiece,
    Rearrangement,
    RollDice,
    SetState,
    ShowFaces,
    TurnTo,
)
from ruleslang.match.values import Card, Place, Value
from ruleslang.meaning.assignments import write_state
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.moving import move_cards
from ruleslang.meaning.rolling import throw
from ruleslang.meaning.state import State
from ruleslang.meaning.whenever import test

WHAT_A_CARD_IS = ("order", "name", "text", "title", "copy")
NAME_OF_A_CARD = ("name", "text", "title", "copy")  # without its place in the standard order


def arrange(m: Machine, change: Change, origin: int) -> None:
    """Set one thing up; raises `Fault` for what the rules do not allow."""
    match change:
        case SetState(name=name, index=index, value=value):
            write_state(m, name, index, value, origin)
        case LayCards(place=place, cards=cards):
            for card in m.state.zones[place]:
                m.state.where.pop(card)
            m.state.lay(place, ())
            move_cards(m, cards, place, "top", origin)
        case ShowFaces(name=name, index=index, faces=faces):
            m.state.throw(name, index, faces)
        case RollDice(name=name, index=index, number=number):
            throw(m, name, index, number)
        case TurnTo(player=player):
            m.state.turn_to(player)
        case PutPiece(piece=piece, space=space):
            m.state.stand(piece, space)
        case _:
            assert_never(change)


# ---------------------------------------------------------------- for a look


@contextmanager
def otherwise(m: Machine, hidden: Rearrangement) -> Iterator[None]:
    """The machine with what is hidden otherwise; everything is put back."""
    states = [state for state in (m.state, m.snapshot) if state is not None]
    kept = [_keep(state) for state in states]
    secret = m.state  # of what the snapshot shows, nothing is secret
    for one, other in hidden.pairs:
        exchange(one, other, WHAT_A_CARD_IS)
    for card, place in hidden.moves:
        _move(m.state, card, place)
    for state in states:
        _sort(state)
    for name, at, value in hidden.states:
        secret.states[name][at] = value
    for name, at, faces in hidden.dice:
        secret.dice[name][at] = faces[: len(secret.dice[name][at])]
    m.known_at = -1
    try:
        yield
    finally:
        for one, other in reversed(hidden.pairs):
            exchange(one, other, WHAT_A_CARD_IS)
        for restore in kept:
            restore()
        m.known_at = -1


def exchange(one: Card, other: Card, what: tuple[str, ...]) -> None:
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


# ---------------------------------------------------------------- for the rest of a step


@define(eq=False)
class Perturbed:
    """
    What is hidden is otherwise until `end`.

    Cards keep their places in the standard order, so that chance takes the same ones.
    """

    m: Machine
    hidden: Rearrangement
    _states: list[tuple[str, Index, Value, Value]] = field(factory=list)
    _dice: list[tuple[str, Index, tuple[int, ...], tuple[int, ...]]] = field(factory=list)

    def begin(self) -> None:
        """Make it so."""
        state = self.m.state
        for one, other in self.hidden.pairs:
            exchange(one, other, NAME_OF_A_CARD)
        for name, at, value in self.hidden.states:
            self._states.append((name, at, state.states[name][at], value))
            state.states[name][at] = value
        for name, at, faces in self.hidden.dice:
            self._dice.append((name, at, state.dice[name][at], faces))
            state.dice[name][at] = faces
        _settle(self.m)

    def end(self) -> None:
        """It is as it was; what was written meanwhile stays."""
        for one, other in reversed(self.hidden.pairs):
            exchange(one, other, NAME_OF_A_CARD)
        for state in (self.m.state, self.m.snapshot):
            if state is None:
                continue
            for name, at, before, value in self._states:
                if state.states[name].get(at) is value:
                    state.states[name][at] = before
            for name, at, lay, faces in self._dice:
                if state.dice[name].get(at) is faces:
                    state.dice[name][at] = lay
        _settle(self.m)


def _settle(m: Machine) -> None:
    """What is so now was so before: no rule acts on it."""
    m.known_at = -1
    kept = list(m.queue), set(m.state.touched), m.tested
    with suppress(Fault):  # the next statement will say so
        test(m, everything=True)
    m.queue[:], m.state.touched, m.tested = kept
