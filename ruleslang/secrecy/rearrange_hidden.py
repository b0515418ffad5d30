"""
What a player cannot see, put otherwise: cards exchanged, secret states and dice changed.

In: a machine, a player, a stream of chance. Out: an `Rearrangement`, which puts the machine into
another state that this player cannot tell from the one it is in, and back.

Only cards are exchanged that agree on every fact the player was told, that lie in zones (who looks
into the box knows what is left), and that belong to the same kinds wherever a zone or an index asks
for one. Where he may not even count them, cards lie elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import frozen

from ruleslang.match.chance import Stream
from ruleslang.match.faults import Fault
from ruleslang.match.position import Rearrangement
from ruleslang.match.values import Card, Place, Player, Value
from ruleslang.meaning.comparison import same
from ruleslang.meaning.evaluate import evaluate
from ruleslang.meaning.lookup_tables import Tables
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.moving import room
from ruleslang.meaning.revealed import seers
from ruleslang.meaning.view import sees_card, sees_count
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.walk import find

MOST_VALUES = 1000  # of a secret state, that are drawn from


@frozen(eq=False)
class Hidden:
    """
    All that may be put otherwise behind a player's back.

    `pools` of cards that may become each other; `movable` cards whose number he does not know, each
    with the other zones that it may lie in (None: out of play); secret states with what else they
    could be; dice, how many, with their number of faces.
    """

    pools: tuple[tuple[Card, ...], ...]
    movable: tuple[tuple[Card, tuple[Place | None, ...]], ...]
    states: tuple[tuple[str, tuple[Value, ...], tuple[Value, ...]], ...]
    dice: tuple[tuple[str, tuple[Value, ...], int, int], ...]

    @property
    def is_empty(self) -> bool:
        """Whether the player sees everything."""
        return not (self.pools or self.movable or self.states or self.dice)

    def some(self, stream: Stream) -> Rearrangement:
        """Everything otherwise, by chance."""
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

    def single(self) -> Iterator[Rearrangement]:
        """Every exchange of two cards that are not alike."""
        for pool in self.pools:
            for i, one in enumerate(pool):
                yield from (
                    Rearrangement(pairs=((one, other),))
                    for other in pool[i + 1 :]
                    if one.title is not other.title
                )


def hidden(m: Machine, who: Player) -> Hidden:
    """What a player cannot see now."""
    kinds = _kinds_that_count(m.tables)
    pools: dict[Any, list[Card]] = {}
    for card in m.state.where:
        if not sees_card(m, card, who):
            key = card.title.kinds & kinds, _fact_key(m, card, who)
            pools.setdefault(key, []).append(card)
    return Hidden(
        tuple(
            tuple(sorted(pool, key=lambda card: card.order))
            for pool in pools.values()
            if len({card.title for card in pool}) > 1
        ),
        tuple(_movable(m, who)),
        tuple(_states(m, who)),
        tuple(_dice(m, who)),
    )


def _movable(m: Machine, who: Player) -> Iterator[tuple[Card, tuple[Place | None, ...]]]:
    """
    The cards of zones that a player can neither see nor count, and where else they may lie.

    With one such zone alone their number could be worked out from all others; it is secret all the
    same, and a card of it may be out of play.
    """
    if m.snapshot is not None:
        return
    unknown = [
        place
        for places in m.tables.places.values()
        for place in places.values()
        if not sees_count(m, place, who)
    ]
    for place in unknown:
        for card in m.state.zones[place]:
            if not sees_card(m, card, who) and not _fact_key(m, card, who):
                others = [other for other in unknown if other is not place]
                yield card, tuple(each for each in others if _takes(m, each, card)) or (None,)


def _takes(m: Machine, place: Place, card: Card) -> bool:
    """Whether a card may lie in a zone, by its kind and by the room there is."""
    kind = place.zone.kind
    most = room(m, place)
    return (kind is None or kind in card.title.kinds) and (
        most is None or len(m.state.zones[place]) < most
    )


def _kinds_that_count(tables: Tables) -> frozenset[str]:
    """Kinds that a zone holds alone, or that index something."""
    program = tables.program
    zones = {zone.kind for zone in program.zones}
    places = [
        place
        for index in (
            *(zone.index for zone in program.zones),
            *(state.index for state in program.states),
            *(dice.index for dice in program.dice),
        )
        for place in index
    ]
    indexes = {place.type.kind for place in places if isinstance(place.type, t.Card)}
    return frozenset(kind for kind in zones | indexes if kind is not None)


# ---------------------------------------------------------------- facts


def _fact_key(m: Machine, card: Card, who: Player) -> Any:
    """
    Alike for cards that agree on all that the player was told of any card.

    What cannot be asked of another card keeps its card out of every exchange.
    """
    told = [fact for fact in m.state.facts if who in m.state.facts[fact]]
    key: list[Any] = []
    for fact in told:
        holds = _holds(m, fact, card)
        key.append(card if holds is None and fact.card is card else holds)
    return tuple(key)


def _holds(m: Machine, fact: Any, card: Card) -> bool | None:
    """Whether what was told of a card holds of this one; None when it cannot be asked."""
    about = fact.statement.card
    if not isinstance(about, e.Local):
        return None
    try:
        value = evaluate(m, fact.statement.fact, {about.slot: card})
        return same(m, value, fact.value, fact.statement.comparing)
    except (Fault, KeyError):
        return None


# ---------------------------------------------------------------- states and dice


def is_secret(m: Machine, declared: d.State | d.Dice, at: tuple[Value, ...], who: Player) -> bool:
    """Whether it is not shown to a player, or is another's while plans are made in secret."""
    if m.snapshot is not None and any(isinstance(each, Player) and each is not who for each in at):
        return True
    known = seers(m, declared.seen, declared.index, at)
    return who not in known and who not in m.state.shown.get((declared.name, at), ())


def is_of_an_unseen_card(m: Machine, at: tuple[Value, ...], who: Player) -> bool:
    """Whether something is stored of a card that he does not see, which could tell it apart."""
    return any(
        isinstance(each, Card) and each in m.state.where and not sees_card(m, each, who)
        for each in at
    )


def _states(m: Machine, who: Player) -> Iterator[tuple[str, tuple[Value, ...], tuple[Value, ...]]]:
    for declared in m.tables.program.states:
        for at, value in m.state.states[declared.name].items():
            if isinstance(value, Card):
                continue
            if is_secret(m, declared, at, who) or is_of_an_unseen_card(m, at, who):
                others = [other for other in _values(m, declared.type) if other is not value]
                if others:
                    yield declared.name, at, tuple(others[:MOST_VALUES])


def _values(m: Machine, kind: t.Type) -> Sequence[Value]:
    """What a state could be; nothing where that cannot be counted."""
    if any(True for _ in find(kind, t.Card)):
        return ()
    try:
        return m.tables.domain(kind)
    except TypeError:
        return ()


def _dice(m: Machine, who: Player) -> Iterator[tuple[str, tuple[Value, ...], int, int]]:
    for declared in m.tables.program.dice:
        faces = len(m.tables.faces[declared.die])
        for at, lying in m.state.dice[declared.name].items():
            if lying and is_secret(m, declared, at, who):
                yield declared.name, at, len(lying), faces


# ---------------------------------------------------------------- finding the smallest


def smallest(
    hidden: Hidden, arrangement: Rearrangement, tells: Callable[[Rearrangement], bool]
) -> Rearrangement:
    """A single change that tells as much as this arrangement, if there is one."""
    for each in (*arrangement.parts(), *hidden.single()):
        if tells(each):
            return each
    return arrangement
