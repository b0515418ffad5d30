"""
Finds the things that a player cannot see, and the other positions consistent with their knowledge.

In: a match and a player. Out: `Hidden`, from which rearrangements are drawn or enumerated.

Cards are exchanged only if they agree on every fact the player knows, if both are in zones (anyone
may look into the box and know what is left), and if they belong to the same kinds wherever a zone
or an index asks for a kind. Cards that the player may not count may also be elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from ruleslang.engine.match.chance import Stream
from ruleslang.engine.match.decision import KnownFact, Sight
from ruleslang.engine.match.entities import Population, place_name
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match, Reader
from ruleslang.engine.match.position import Rearrangement
from ruleslang.engine.match.runtime_values import Card, Place, Player, Value, name_of
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.program import Program, memoised
from ruleslang.program.walk import find

FactKey: TypeAlias = tuple["e.Expr", Value]  # the revealed expression about a card, and its value

MOST_VALUES = 1000  # values of a secret state to draw from


@frozen(eq=False)
class Hidden:
    """
    Everything that a player cannot see, with the possible alternatives.

    `pools` are groups of cards that may be exchanged; `movable` are cards in zones that the player
    cannot count, each with the other zones it may be in (`None`: out of play); then the secret
    states with their possible values, and the dice with their number of faces.
    """

    pools: tuple[tuple[Card, ...], ...]
    movable: tuple[tuple[Card, tuple[Place | None, ...]], ...]
    states: tuple[tuple[str, tuple[Value, ...], tuple[Value, ...]], ...]
    dice: tuple[tuple[str, tuple[Value, ...], int, int], ...]

    @property
    def is_empty(self) -> bool:
        """Whether the player sees everything."""
        return not (self.pools or self.movable or self.states or self.dice)

    def shuffled(self, stream: Stream) -> Rearrangement:
        """Return cards, states and dice exchanged at random, all at once."""
        pairs: list[tuple[Card, Card]] = []
        for pool in self.pools:
            order = stream.permutation(len(pool))
            pairs += [(pool[i], pool[j]) for i, j in enumerate(order) if i < j]
        return Rearrangement(
            tuple(pairs),
            tuple(
                (card, places[stream.below(len(places))])
                for card, places in self.movable
                if stream.below(2)
            ),
            tuple(
                (name, at, values[stream.below(len(values))])
                for name, at, values in self.states
                if len(self.states) == 1 or stream.below(2)
            ),
            tuple(
                (name, at, tuple(stream.below(faces) for _ in range(number)))
                for name, at, number, faces in self.dice
            ),
        )

    def single_exchanges(self) -> Iterator[Rearrangement]:
        """Yield every exchange of two cards that differ."""
        for pool in self.pools:
            for i, card in enumerate(pool):
                yield from (
                    Rearrangement(pairs=((card, twin),))
                    for twin in pool[i + 1 :]
                    if card.title is not twin.title
                )


def hidden(match: Reader, who: Player) -> Hidden:
    """Return everything hidden from a player in the current position."""
    sight = match.sight(who)
    facts, kinds = tuple(sight.known_facts()), _kinds_that_count(match.population.program)
    pools: dict[Any, list[Card]] = {}
    where = match.position.where
    seen = {} if views_are_frozen(match) else {at: sight.zone(at) for at in {*where.values()}}
    unseen = [card for card, at in where.items() if not seen.get(at) and not sight.card(card)]
    for card in unseen:
        key = card.title.kinds & kinds, _fact_key(match, card, facts)
        pools.setdefault(key, []).append(card)
    return Hidden(
        tuple(
            tuple(sorted(pool, key=lambda card: card.order))
            for pool in pools.values()
            if len({card.title for card in pool}) > 1
        ),
        tuple(_movable(match, sight, facts)),
        tuple(_states(match, who, sight, frozenset(unseen))),
        tuple(_dice(match, who, sight)),
    )


def _movable(
    match: Reader, sight: Sight, facts: Sequence[KnownFact]
) -> Iterator[tuple[Card, tuple[Place | None, ...]]]:
    """
    Yield the cards in zones that a player can neither see nor count, with their other possible
    places.

    If there is a single such zone, its size follows from the others; it is still treated as secret,
    and a card of it may be out of play.
    """
    if views_are_frozen(match):
        return
    zones = match.position.zones
    unknown = [place for place in match.population.all_places() if not sight.count(place)]
    for place in unknown:
        for card in zones[place]:
            if not sight.card(card) and not _fact_key(match, card, facts):
                others = [other for other in unknown if other is not place]
                yield (
                    card,
                    tuple(other for other in others if _takes(match, other, card)) or (None,),
                )


def _takes(match: Reader, place: Place, card: Card) -> bool:
    """Return whether a zone admits a card, by kind and by free capacity."""
    kind, most = place.zone.kind, place.zone.at_most
    if kind is not None and kind not in card.title.kinds:
        return False
    if most is None:
        return True
    room: int = match.evaluate(most, dict(enumerate(place.index)))
    return len(match.position.zones[place]) < room


@memoised
def _kinds_that_count(program: Program) -> frozenset[str]:
    """Return the kinds that restrict a zone or index something."""
    zones = {zone.kind for zone in program.zones}
    indexed: list[d.Zone | d.State | d.Dice] = [*program.zones, *program.states, *program.dice]
    places = [place for each in indexed for place in each.index]
    indexes = {place.type.kind for place in places if isinstance(place.type, t.Card)}
    return frozenset(kind for kind in zones | indexes if kind is not None)


# ---------------------------------------------------------------- facts


def _fact_key(match: Reader, card: Card, facts: Sequence[KnownFact]) -> tuple[Value, ...]:
    """
    Return a key that is equal for cards that agree on all facts the player knows about any card.

    A card for which a fact cannot be evaluated is kept out of every exchange.
    """
    key: list[Value] = []
    for fact in facts:
        holds = _holds(match, fact, card)
        key.append(card if holds is None and fact.card is card else holds)
    return tuple(key)


def _holds(match: Reader, fact: KnownFact, card: Card) -> bool | None:
    """Return whether a known fact holds for this card; None when it cannot be evaluated."""
    if fact.slot is None:
        return None
    try:
        return match.same(match.evaluate(fact.expression, {fact.slot: card}), fact.value)
    except (Fault, KeyError):
        return None


# ---------------------------------------------------------------- states and dice


def views_are_frozen(match: Reader) -> bool:
    """Return whether players act simultaneously in secret, and see each other's part as before."""
    return match.together is not None and match.together.freezes_views


def is_secret(
    match: Reader, who: Player, sight: Sight, declared: d.State | d.Dice, at: tuple[Value, ...]
) -> bool:
    """Return whether a place is hidden from a player, or another's while views are frozen."""
    if views_are_frozen(match) and any(isinstance(part, Player) and part is not who for part in at):
        return True
    return not sight.by_rule(declared, at) and not sight.was_shown(declared.name, at)


def is_of_an_unseen_card(match: Reader, sight: Sight, at: tuple[Value, ...]) -> bool:
    """Return whether something is indexed by a hidden card, and so could identify that card."""
    return any(
        isinstance(part, Card) and part in match.position.where and not sight.card(part)
        for part in at
    )


def _states(
    match: Reader, who: Player, sight: Sight, unseen: frozenset[Card]
) -> Iterator[tuple[str, tuple[Value, ...], tuple[Value, ...]]]:
    population, stored = match.population, match.position.states
    is_frozen, of_cards = views_are_frozen(match), _states_of_cards(population.program)
    for declared in population.program.states:
        are_of_cards = declared.name in of_cards
        if declared.seen.by == "all" and not are_of_cards and not is_frozen:
            continue
        values = _values(population, declared.type)
        for at, value in stored[declared.name].items() if values else ():
            if isinstance(value, Card):
                continue
            of_unseen = are_of_cards and not unseen.isdisjoint(at)
            if of_unseen or is_secret(match, who, sight, declared, at):
                others = [x for x in values if x != value]
                if others:
                    yield declared.name, at, tuple(others[:MOST_VALUES])


@memoised
def _states_of_cards(program: Program) -> frozenset[str]:
    return frozenset(each.name for each in program.states if any(find(each.index, t.Card)))


def _values(population: Population, kind: t.Type) -> Sequence[Value]:
    """Return the possible values of a state, or the first of many; empty if not enumerable."""
    if any(find(kind, t.Card)):
        return ()
    if isinstance(kind, t.Optional):
        inner = _values(population, kind.inner)
        return (None, *inner) if inner else ()
    if isinstance(kind, t.Number):
        return range(kind.low, min(kind.high, kind.low + MOST_VALUES) + 1)
    try:
        return population.domain(kind)
    except TypeError:
        return ()


def _dice(
    match: Reader, who: Player, sight: Sight
) -> Iterator[tuple[str, tuple[Value, ...], int, int]]:
    there = match.position.dice
    for declared in match.population.program.dice:
        faces = len(match.population.faces[declared.die])
        for at, shown in there[declared.name].items():
            if shown and is_secret(match, who, sight, declared, at):
                yield declared.name, at, len(shown), faces


# ---------------------------------------------------------------- what has come into sight


def sees_some(
    match: Reader, change: Rearrangement, who: Player, known: frozenset[FactKey] = frozenset()
) -> bool:
    """
    Return whether a player sees, or knows facts about, anything that a rearrangement changes.

    `known` are the facts known before, which the rearrangement preserves.
    """
    sight, cards = match.sight(who), _cards_of(change)
    if any(sight.card(card) for card in cards):
        return True
    if not known_facts_about(match, change, who) <= known:
        return True
    places = [(name, at) for name, at, _ in (*change.states, *change.dice)]
    return any(_is_seen(match, who, sight, name, at) for name, at in places)


def known_facts_about(match: Reader, change: Rearrangement, who: Player) -> frozenset[FactKey]:
    """Return the facts that a player knows about the cards that a rearrangement changes."""
    cards = _cards_of(change)
    known = match.sight(who).known_facts()
    return frozenset((fact.expression, fact.value) for fact in known if fact.card in cards)


def _cards_of(change: Rearrangement) -> frozenset[Card]:
    cards = {card for pair in change.pairs for card in pair}
    return frozenset(
        cards.union(card for _, at, _ in change.states for card in at if isinstance(card, Card))
    )


def _is_seen(match: Reader, who: Player, sight: Sight, name: str, at: tuple[Value, ...]) -> bool:
    """Return whether a state or dice were shown, or have become visible by their own rule."""
    if sight.was_shown(name, at):
        return True
    declared = match.population.states.get(name) or match.population.dice[name]
    try:
        return not is_secret(match, who, sight, declared, at) and not is_of_an_unseen_card(
            match, sight, at
        )
    except Fault:  # it is unknown here who sees it
        return True


def is_noticed(match: Match, change: Rearrangement, who: Player) -> bool:
    """
    Return whether a player would see some of a rearrangement, because its visibility depends on it.

    The player then knows that it is false: `seen by` of a space may depend on who is near.
    """
    if not _sight_may_depend(match.population.program):
        return False
    known = known_facts_about(match, change, who)
    with match.rearranged(change):
        return sees_some(match, change, who, known)


def _sight_may_depend(program: Program) -> bool:
    """Return whether who sees something is computed."""
    zones = (zone.seen for zone in program.zones)
    states = (state.seen for state in program.states)
    dice = (die.seen for die in program.dice)
    return any(seen.by == "set" for seen in (*zones, *states, *dice))


def unnoticed(match: Match, unseen: Hidden, who: Player, stream: Stream) -> Rearrangement:
    """Return a random rearrangement of which the player sees nothing, whole or in part."""
    change = unseen.shuffled(stream)
    if not is_noticed(match, change, who):
        return change
    parts = tuple(change.parts())
    order = (parts[place] for place in stream.permutation(len(parts)))
    return next((part for part in order if not is_noticed(match, part, who)), Rearrangement())


# ---------------------------------------------------------------- finding the smallest


def smallest(
    hidden: Hidden, change: Rearrangement, has_effect: Callable[[Rearrangement], bool]
) -> Rearrangement:
    """Return a single change with the effect of this rearrangement; all of it if there is none."""
    for single in (*change.parts(), *hidden.single_exchanges()):
        if has_effect(single):
            return single
    return change


MOST_PARTS = 3  # parts that are listed; the rest is counted


def supposed(match: Reader, change: Rearrangement) -> str:
    """Return a rearrangement in words, as a supposition about the present position."""
    parts = [
        f"{_with_place(match, left)} and {_with_place(match, twin)} changed places"
        for left, twin in change.pairs
    ]
    parts += [
        f"{_with_place(match, card)} were {'out of play' if place is None else f'in {place.name}'}"
        for card, place in change.moves
    ]
    parts += [f"{place_name(name, at)} were {name_of(value)}" for name, at, value in change.states]
    for name, at, faces in change.dice:
        there = match.position.dice[name][at]
        population = match.population
        names = [name_of(face) for face in population.faces[population.dice[name].die]]
        shown = " ".join(names[face] for face in faces[: len(there)])
        parts.append(f"{place_name(name, at)} showed {shown}")
    further = len(parts) - MOST_PARTS
    return ", ".join(parts[:MOST_PARTS]) + (f" and {further} more" if further > 0 else "")


def _with_place(match: Reader, card: Card) -> str:
    place = match.position.where.get(card)
    return f"`{card.title.name}`" + ("" if place is None else f" in {place.name}")
