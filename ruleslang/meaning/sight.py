"""
Who sees what an example asks about: cards of zones, single cards, numbers, states, dice.

In: a machine, what is asked about, a player. Out: for each part of it, whether he sees it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.meaning.evaluate import evaluate, evaluate_all
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.marks import seers, zone_seers
from ruleslang.meaning.reading import dice_places, matching
from ruleslang.meaning.values import Place, Player, Value, members
from ruleslang.meaning.view import sees_card, sees_count
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e


def sight(m: Machine, subject: Any, who: Player) -> tuple[bool, ...]:
    """
    Of each card, number, state or die, whether a player sees it; empty when there is nothing.

    Of an empty zone, whether he would see a card there.
    """
    match subject:
        case e.NumberOf(subject=e.ReadZone(name=name, index=index)):
            return tuple(sees_count(m, place, who) for place in _places(m, name, index))
        case e.ReadZone(name=name, index=index):
            return tuple(
                seen for place in _places(m, name, index) for seen in _of_place(m, place, who)
            )
        case e.ReadState(name=name, index=index):
            return (_of_one(m, m.tables.states[name], evaluate_all(m, index, {}), who),)
        case e.ReadDice(name=name, index=index):
            places = dice_places(m, name, index, {})
            return tuple(_of_one(m, m.tables.dice[name], at, who) for at in places)
    return tuple(sees_card(m, card, who) for card in members(evaluate(m, subject, {})))


def asked_about(m: Machine, subject: Any) -> frozenset[Any]:
    """The cards that are asked about, or the name of the state or dice; of a number, nothing."""
    match subject:
        case e.NumberOf():
            return frozenset()
        case e.ReadZone(name=name, index=index):
            places = _places(m, name, index)
            return frozenset(card for place in places for card in m.state.zones[place])
        case e.ReadState(name=name) | e.ReadDice(name=name):
            return frozenset([name])
    return frozenset(members(evaluate(m, subject, {})))


def _places(m: Machine, name: str, index: tuple[Any, ...]) -> list[Place]:
    places = m.tables.places[name]
    return [places[at] for at in matching(m, index, places, {})]


def _of_place(m: Machine, place: Place, who: Player) -> Iterator[bool]:
    cards = m.state.zones[place]
    if not cards:
        yield who in zone_seers(m, place)
    for card in cards:
        yield sees_card(m, card, who)


def _of_one(m: Machine, declared: d.State | d.Dice, at: tuple[Value, ...], who: Player) -> bool:
    known = seers(m, declared.seen, declared.index, at)
    return who in known or who in m.state.shown.get((declared.name, at), ())
