"""
Who sees what an example asks about: cards of zones, single cards, numbers, states, dice, facts.

In: a machine, what is asked about, a player. Out: for each part of it, whether he sees it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import field, frozen

from ruleslang.match.values import Card, Env, Place, Player, Value, members
from ruleslang.match.view import fact_name
from ruleslang.meaning.evaluate import evaluate, evaluate_all
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.reading import dice_places, matching
from ruleslang.meaning.revealed import seers, zone_seers
from ruleslang.meaning.untyped_comparison import seem_same
from ruleslang.meaning.view import sees_card, sees_count
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e


def sight(m: Machine, subject: Any, who: Player) -> tuple[bool, ...]:
    """
    Of each card, number, state, die or fact, whether a player sees it; empty when there is nothing.

    Of an empty zone, whether he would see a card there.
    """
    match subject:
        case d.FactSeen():
            return tuple(seen for each in facts(m, subject) for seen in _of_fact(m, each, who))
        case e.NumberOf(subject=e.ReadZone(name=name, index=index)):
            return tuple(sees_count(m, place, who) for place in _places(m, name, index))
        case e.ReadZone(name=name, index=index):
            return tuple(
                seen for place in _places(m, name, index) for seen in _of_place(m, place, who)
            )
        case e.ReadState(name=name, index=index):
            at = evaluate_all(m, index, {})
            return (sees_stored(m, m.tables.states[name], at, who),)
        case e.ReadDice(name=name, index=index):
            places = dice_places(m, name, index, {})
            return tuple(sees_stored(m, m.tables.dice[name], at, who) for at in places)
    return tuple(sees_card(m, card, who) for card in members(evaluate(m, subject, {})))


def asked_about(m: Machine, subject: Any) -> frozenset[Any]:
    """
    The cards that are asked about, a state or dice with the index, facts; of a number, nothing.
    """
    match subject:
        case d.FactSeen():
            return frozenset(facts(m, subject))
        case e.NumberOf():
            return frozenset()
        case e.ReadZone(name=name, index=index):
            places = _places(m, name, index)
            return frozenset(card for place in places for card in m.state.zones[place])
        case e.ReadState(name=name, index=index):
            return frozenset([(name, evaluate_all(m, index, {}))])
        case e.ReadDice(name=name, index=index):
            return frozenset((name, at) for at in dice_places(m, name, index, {}))
    return frozenset(members(evaluate(m, subject, {})))


@frozen
class Known:
    """A fact of a card that is asked about, or told; without a value, all of its name."""

    card: Card
    name: str
    value: Value = None
    is_so: bool = True
    holds: bool = field(default=True, eq=False)  # what is asked about is as it is said


def facts(m: Machine, subject: d.FactSeen) -> list[Known]:
    """The facts that an example asks about, one for each card."""
    envs: list[Env] = [{}]
    if subject.cards is not None:
        cards = members(evaluate(m, subject.cards, {}))
        envs = [{} if subject.variable is None else {subject.variable: card} for card in cards]
    found = []
    for env in envs:
        card = evaluate(m, subject.card, env)
        if isinstance(card, Card):
            found.append(_asked(m, subject, card, env))
    return found


def _asked(m: Machine, subject: d.FactSeen, card: Card, env: Env) -> Known:
    name, is_so = fact_name(subject.fact), not subject.negated
    if subject.value is None:
        return Known(card, name)
    value = evaluate(m, subject.value, env)
    holds = seem_same(m, evaluate(m, subject.fact, env), value) is is_so
    return Known(card, name, value, is_so, holds)


def told(m: Machine, card: Card, name: str, who: Player) -> Iterator[Known]:
    """What a player was told of a card, by the name of the field or value."""
    for fact, to in m.state.facts.items():
        if fact.card is card and who in to and fact_name(fact.statement.fact) == name:
            yield Known(card, name, fact.value, fact.truth)


def _of_fact(m: Machine, asked: Known, who: Player) -> tuple[bool, ...]:
    """
    Whether he knows it, and knows it to be as it is said; he does not see what is not so.

    Of a fact without its value, who was told only what it is not knows a part.
    """
    if sees_card(m, asked.card, who):
        return (True,) if asked.holds else (True, False)
    known = [*told(m, asked.card, asked.name, who)]
    if asked.value is None:
        is_known = any(each.is_so for each in known)
        return (is_known,) if is_known or not known else (True, False)
    settled = any(each.is_so or each.value == asked.value for each in known)
    return (True, False) if settled and not asked.holds else (settled,)


def _places(m: Machine, name: str, index: tuple[Any, ...]) -> list[Place]:
    places = m.tables.places[name]
    return [places[at] for at in matching(m, index, places, {})]


def _of_place(m: Machine, place: Place, who: Player) -> Iterator[bool]:
    cards = m.state.zones[place]
    if not cards:
        yield who in zone_seers(m, place)
    for card in cards:
        yield sees_card(m, card, who)


def sees_stored(m: Machine, declared: d.State | d.Dice, at: tuple[Value, ...], who: Player) -> bool:
    """Whether a player sees a state or dice: by its rule, or because it was shown to him."""
    if any(isinstance(each, Card) and not sees_card(m, each, who) for each in at):
        return False
    known = seers(m, declared.seen, declared.index, at)
    return who in known or who in m.state.shown.get((declared.name, at), ())
