"""
Changes the position of a match from outside: as an example's `given` does, or what is hidden,
unnoticed by somebody who cannot see it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeAlias, assert_never

from attrs import define, field

from ruleslang.engine.interpreter.machine import Machine
from ruleslang.engine.interpreter.state import State
from ruleslang.engine.interpreter.state_changes import move_cards, throw, write_state
from ruleslang.engine.interpreter.whenever import elements, rules, test
from ruleslang.engine.match.faults import Fault, kept
from ruleslang.engine.match.position import (
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
from ruleslang.engine.match.runtime_values import Card, Place, Value

WHAT_A_CARD_IS = ("order", "name", "text", "title", "copy")
NAME_OF_A_CARD = ("name", "text", "title", "copy")  # without its place in the standard order


def arrange(m: Machine, change: Change, origin: int) -> None:
    """Set up one thing; raises `Fault` for what the rules do not allow."""
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
            m.state.put(piece, space)
        case _:
            assert_never(change)


# ---------------------------------------------------------------- for a look


@contextmanager
def rearranged(m: Machine, change: Rearrangement, *, keeps_order: bool) -> Iterator[None]:
    """Change hidden state within this context, and restore everything at its end."""
    fields = NAME_OF_A_CARD if keeps_order else WHAT_A_CARD_IS
    restore = _restorer(m, change, zones=bool(change.moves or (change.pairs and not keeps_order)))
    _exchange_all(m, change.pairs, fields)
    for card, place in change.moves:
        _move(m.state, card, place)
    if not keeps_order:
        for state in _states(m):
            _sort_zones(state)
            for name in m.tables.states_holding_cards:
                type, values = m.tables.states[name].type, state.states[name]
                values.update({at: kept(type, value) for at, value in values.items()})
    secret = m.state  # nothing that the snapshot shows is secret
    for name, at, value in change.states:
        secret.states[name][at] = value
    for name, at, faces in change.dice:
        secret.dice[name][at] = faces[: len(secret.dice[name][at])]
    m.forget_values()
    try:
        yield
    finally:
        _exchange_all(m, reversed(change.pairs), fields)
        restore()
        m.forget_values()


def _exchange_all(m: Machine, pairs: Iterable[tuple[Card, Card]], fields: tuple[str, ...]) -> None:
    """Swap pairs of cards; values of cards, which are kept for all matches, are computed again."""
    for left, right in pairs:
        exchange(left, right, fields)
        for known in m.tables.constants.values():
            known.clear()


def exchange(left: Card, right: Card, fields: tuple[str, ...]) -> None:
    """Swap two cards in everything but their places."""
    for name in fields:
        mine, theirs = getattr(left, name), getattr(right, name)
        object.__setattr__(left, name, theirs)
        object.__setattr__(right, name, mine)


def _move(state: State, card: Card, place: Place | None) -> None:
    old = state.where.pop(card, None)
    if old is not None:
        state.zones[old] = tuple(other for other in state.zones[old] if other is not card)
    if place is not None:
        state.zones[place] = (*state.zones[place], card)
        state.where[card] = place


def _states(m: Machine) -> tuple[State, ...]:
    """Return the current state, and during secret plans the one before them."""
    return (m.state,) if m.snapshot is None else (m.state, m.snapshot)


def _sort_zones(state: State) -> None:
    """Sort unordered zones in standard order, which depends on names."""
    for place, cards in state.zones.items():
        if not place.zone.ordered:
            state.zones[place] = tuple(sorted(cards, key=lambda card: card.order))


def _restorer(m: Machine, change: Rearrangement, *, zones: bool) -> Callable[[], None]:
    """Return what restores the containers that a change may touch; `zones`: those too."""
    state = m.state
    touched: list[dict[Any, Any]] = [
        *(state.states[name] for name, _, _ in change.states),
        *(state.dice[name] for name, _, _ in change.dice),
    ]
    if zones:
        touched.append(state.where)
        for each_state in _states(m):
            touched += [
                each_state.zones,
                *(each_state.states[name] for name in m.tables.states_holding_cards),
            ]
    before = [(container, dict(container)) for container in touched]

    def restore() -> None:
        for container, entries in reversed(before):
            container.clear()
            container.update(entries)

    return restore


# ---------------------------------------------------------------- for the rest of a step


@define(eq=False)
class Perturbed:
    """
    A change of what is hidden, until `end`.

    Cards keep their places in the standard order, so that chance takes the same ones.
    """

    m: Machine
    change: Rearrangement
    _moved: list[tuple[Card, Place, Place | None]] = field(factory=list)
    _states: list[tuple[str, Index, Value, Value]] = field(factory=list)
    _dice: list[tuple[str, Index, tuple[int, ...], tuple[int, ...]]] = field(factory=list)

    def begin(self) -> None:
        state, untested = self.m.state, _true_untested(self.m)
        _exchange_all(self.m, self.change.pairs, NAME_OF_A_CARD)
        for card, place in self.change.moves:
            self._moved.append((card, state.where[card], place))
            _move(state, card, place)
        for name, at, value in self.change.states:
            self._states.append((name, at, state.states[name][at], value))
            state.states[name][at] = value
        for name, at, faces in self.change.dice:
            self._dice.append((name, at, state.dice[name][at], faces))
            state.dice[name][at] = faces
        if self._moved:
            _sort_zones(state)
        _settle(self.m, untested)

    def end(self) -> None:
        """Undo the change; values written meanwhile stay."""
        untested = _true_untested(self.m)
        _exchange_all(self.m, reversed(self.change.pairs), NAME_OF_A_CARD)
        for card, place, moved in reversed(self._moved):
            if self.m.state.where.get(card) is moved:
                _move(self.m.state, card, place)
        for state in (self.m.state, self.m.snapshot):
            if state is None:
                continue
            for name, at, before, value in self._states:
                if state.states[name].get(at) is value:
                    state.states[name][at] = before
            for name, at, lay, faces in self._dice:
                if state.dice[name].get(at) is faces:
                    state.dice[name][at] = lay
        _settle(self.m, untested)


Truths: TypeAlias = dict[Any, frozenset[Any]]  # for which elements each rule holds


def _true_untested(m: Machine) -> Truths | None:
    """Return the rules that are true now, if tests wait for the end of a block; else `None`."""
    return _truths(m) if m.watches and m.quiet else None


def _truths(m: Machine) -> Truths:
    truths: Truths = {}
    with suppress(Fault):  # the next statement will say so
        for rule, forces in rules(m, None):
            truths[rule] = frozenset(
                element.key for force in forces for element in elements(m, force)
            )
    return truths


def _settle(m: Machine, before: Truths | None) -> None:
    """
    Mark rules that are true now as true before, so that none fires.

    Rules that became true before the change, in a block that tests them at its end, stay untested.
    """
    m.forget_values()
    if before is None:
        kept = list(m.queue), set(m.state.touched), m.tested
        with suppress(Fault):  # the next statement will say so
            test(m, everything=True)
        m.queue[:], m.state.touched, m.tested = kept
        return
    bits = m.state.bits
    for rule, now in _truths(m).items():
        then = before.get(rule, frozenset())
        bits[rule] = (bits.get(rule, frozenset()) - (then - now)) | (now - then)
