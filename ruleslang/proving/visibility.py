"""
Who sees what an example asks about: cards of zones, single cards, numbers, states, dice, facts.

In: a match, what is asked about, a player. Out: for each part of it, whether he sees it.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import field, frozen

from ruleslang.match.match import Reader
from ruleslang.match.position_queries import evaluate_all, matching, places_of_dice
from ruleslang.match.values import Card, Env, Place, Player, Value, members
from ruleslang.match.view import fact_name
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e


def sight(match: Reader, subject: Value, who: Player) -> tuple[bool, ...]:
    """
    Of each card, number, state, die or fact, whether a player sees it; empty when there is nothing.

    Of an empty zone, whether he would see a card there.
    """
    match subject:
        case d.FactSeen():
            return tuple(
                seen for each in facts(match, subject) for seen in _of_fact(match, each, who)
            )
        case e.NumberOf(subject=e.ReadZone(name=name, index=index)):
            return tuple(_sees_count(match, place, who) for place in _places(match, name, index))
        case e.ReadZone(name=name, index=index):
            return tuple(
                seen
                for place in _places(match, name, index)
                for seen in _of_place(match, place, who)
            )
        case e.ReadState(name=name, index=index):
            at = evaluate_all(match, index)
            return (sees_stored(match, match.population.states[name], at, who),)
        case e.ReadDice(name=name, index=index):
            places = places_of_dice(match, name, index)
            return tuple(sees_stored(match, match.population.dice[name], at, who) for at in places)
    return tuple(match.sight(who).card(card) for card in members(match.evaluate(subject)))


def asked_about(match: Reader, subject: Value) -> frozenset[Value]:
    """
    The cards that are asked about, a state or dice with the index, facts; of a number, nothing.
    """
    match subject:
        case d.FactSeen():
            return frozenset(facts(match, subject))
        case e.NumberOf():
            return frozenset()
        case e.ReadZone(name=name, index=index):
            places = _places(match, name, index)
            return frozenset(card for place in places for card in match.position.zones[place])
        case e.ReadState(name=name, index=index):
            return frozenset([(name, evaluate_all(match, index))])
        case e.ReadDice(name=name, index=index):
            return frozenset((name, at) for at in places_of_dice(match, name, index))
    return frozenset(members(match.evaluate(subject)))


@frozen
class Known:
    """A fact of a card that is asked about, or told; without a value, all of its name."""

    card: Card
    name: str
    value: Value = None
    is_so: bool = True
    holds: bool = field(default=True, eq=False)  # what is asked about is as it is said


def facts(match: Reader, subject: d.FactSeen) -> list[Known]:
    """The facts that an example asks about, one for each card."""
    envs: list[Env] = [{}]
    if subject.cards is not None:
        cards = members(match.evaluate(subject.cards))
        envs = [{} if subject.variable is None else {subject.variable: card} for card in cards]
    found = []
    for env in envs:
        card = match.evaluate(subject.card, env)
        if isinstance(card, Card):
            found.append(_asked(match, subject, card, env))
    return found


def _asked(match: Reader, subject: d.FactSeen, card: Card, env: Env) -> Known:
    name, is_so = fact_name(subject.fact), not subject.negated
    if subject.value is None:
        return Known(card, name)
    value = match.evaluate(subject.value, env)
    holds = match.same(match.evaluate(subject.fact, env), value) is is_so
    return Known(card, name, value, is_so, holds)


def told(match: Reader, card: Card, name: str, who: Player) -> Iterator[Known]:
    """The facts that a player was told about a field or value of a card."""
    for fact in match.sight(who).told():
        if fact.card is card and fact_name(fact.expression) == name:
            yield Known(card, name, fact.value, fact.truth)


def _of_fact(match: Reader, asked: Known, who: Player) -> tuple[bool, ...]:
    """
    Whether he knows it, and knows it to be as it is said; he does not see what is not so.

    Of a fact without its value, who was told only what it is not knows a part.
    """
    if match.sight(who).card(asked.card):
        return (True,) if asked.holds else (True, False)
    known = [*told(match, asked.card, asked.name, who)]
    if asked.value is None:
        is_known = any(each.is_so for each in known)
        return (is_known,) if is_known or not known else (True, False)
    settled = any(each.is_so or each.value == asked.value for each in known)
    return (True, False) if settled and not asked.holds else (settled,)


def _places(match: Reader, name: str, index: tuple[Value, ...]) -> list[Place]:
    places = match.population.places[name]
    return [places[at] for at in matching(match, index, places)]


def _of_place(match: Reader, place: Place, who: Player) -> Iterator[bool]:
    cards, sight = match.position.zones[place], match.sight(who)
    if not cards:
        yield sight.zone(place) and sight.as_it_is(place.index)
    for card in cards:
        yield sight.card(card) and sight.lies(card, place)


def _sees_count(match: Reader, place: Place, who: Player) -> bool:
    sight = match.sight(who)
    return sight.count(place) and sight.as_it_is(place.index)


def sees_stored(
    match: Reader, declared: d.State | d.Dice, at: tuple[Value, ...], who: Player
) -> bool:
    """Whether a player sees a state or dice as they are: by the rule, or as it was shown to him."""
    sight = match.sight(who)
    if any(isinstance(each, Card) and not sight.card(each) for each in at):
        return False
    if not sight.as_it_is(at):
        return False
    return sight.by_rule(declared, at) or sight.was_shown(declared.name, at)
