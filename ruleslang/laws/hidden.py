"""
What a player cannot see, put otherwise: cards exchanged, secret states and dice changed.

In: a machine, a player, a stream of chance. Out: an `Arrangement`, which puts the machine into
another state that this player cannot tell from the one it is in, and back.

Cards are exchanged in what they are, not in where they lie, so that whatever is under way goes on
about the same cards: under another name, as it would be if another had been dealt. Only cards are
exchanged that agree on every fact the player was told, that lie in zones (who looks into the box
knows what is left), and that belong to the same kinds wherever a zone or an index asks for one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from attrs import frozen

from ruleslang.meaning.chance import Stream
from ruleslang.meaning.evaluate import evaluate
from ruleslang.meaning.faults import Fault
from ruleslang.meaning.logic import same
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.marks import seers
from ruleslang.meaning.state import State
from ruleslang.meaning.tables import Tables, place_name
from ruleslang.meaning.values import Card, Player, Value, name_of
from ruleslang.meaning.view import sees_card
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.walk import find

WHAT_A_CARD_IS = ("order", "name", "text", "title", "copy")
MOST_VALUES = 1000  # of a secret state, that are drawn from


@frozen(eq=False)
class Arrangement:
    """Cards to exchange, one pair after another; states and dice that have other values."""

    pairs: tuple[tuple[Card, Card], ...] = ()
    states: tuple[tuple[str, tuple[Value, ...], Value], ...] = ()
    dice: tuple[tuple[str, tuple[Value, ...], tuple[int, ...]], ...] = ()

    def parts(self) -> Iterator[Arrangement]:
        """Each change of it alone."""
        yield from (Arrangement(pairs=(pair,)) for pair in self.pairs)
        yield from (Arrangement(states=(state,)) for state in self.states)
        yield from (Arrangement(dice=(dice,)) for dice in self.dice)


@frozen(eq=False)
class Hidden:
    """All that may be put otherwise behind a player's back; `pools` of cards that may change."""

    pools: tuple[tuple[Card, ...], ...]
    states: tuple[tuple[str, tuple[Value, ...], tuple[Value, ...]], ...]
    dice: tuple[tuple[str, tuple[Value, ...], int], ...]

    @property
    def is_empty(self) -> bool:
        """Whether the player sees everything."""
        return not (self.pools or self.states or self.dice)

    def some(self, stream: Stream) -> Arrangement:
        """Everything otherwise, by chance."""
        pairs: list[tuple[Card, Card]] = []
        for pool in self.pools:
            order = stream.permutation(len(pool))
            pairs += [(pool[i], pool[j]) for i, j in enumerate(order) if i < j]
        return Arrangement(
            tuple(pairs),
            tuple(
                (name, at, values[stream.below(len(values))]) for name, at, values in self.states
            ),
            tuple(
                (name, at, tuple(stream.below(faces) for _ in range(MOST_VALUES)))
                for name, at, faces in self.dice
            ),
        )

    def single(self) -> Iterator[Arrangement]:
        """Every exchange of two cards that are not alike."""
        for pool in self.pools:
            for i, one in enumerate(pool):
                yield from (
                    Arrangement(pairs=((one, other),))
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
        tuple(_states(m, who)),
        tuple(_dice(m, who)),
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
        return same(m, evaluate(m, fact.statement.fact, {about.name: card}), fact.value)
    except (Fault, KeyError):
        return None


# ---------------------------------------------------------------- states and dice


def _is_secret(m: Machine, declared: d.State | d.Dice, at: tuple[Value, ...], who: Player) -> bool:
    """Whether it is not shown to a player, or is another's while plans are made in secret."""
    if m.snapshot is not None and any(isinstance(each, Player) and each is not who for each in at):
        return True
    known = seers(m, declared.seen, declared.index, at)
    return who not in known and who not in m.state.shown.get((declared.name, at), ())


def _states(m: Machine, who: Player) -> Iterator[tuple[str, tuple[Value, ...], tuple[Value, ...]]]:
    for declared in m.tables.program.states:
        for at, value in m.state.states[declared.name].items():
            if any(isinstance(each, Card) for each in at) or isinstance(value, Card):
                continue
            if _is_secret(m, declared, at, who):
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


def _dice(m: Machine, who: Player) -> Iterator[tuple[str, tuple[Value, ...], int]]:
    for declared in m.tables.program.dice:
        faces = len(m.tables.faces[declared.die])
        for at, lying in m.state.dice[declared.name].items():
            if lying and _is_secret(m, declared, at, who):
                yield declared.name, at, faces


# ---------------------------------------------------------------- putting it so


@contextmanager
def arranged(m: Machine, arrangement: Arrangement) -> Iterator[None]:
    """The machine as it would be if what is hidden were otherwise."""
    states = [state for state in (m.state, m.snapshot) if state is not None]
    kept = [_keep(state) for state in states]
    secret = m.state  # of what the snapshot shows, nothing is secret
    for one, other in arrangement.pairs:
        _exchange(one, other)
    for state in states:
        _sort(state)
    for name, at, value in arrangement.states:
        secret.states[name][at] = value
    for name, at, faces in arrangement.dice:
        secret.dice[name][at] = faces[: len(secret.dice[name][at])]
    m.known_at = -1
    try:
        yield
    finally:
        for one, other in reversed(arrangement.pairs):
            _exchange(one, other)
        for restore in kept:
            restore()
        m.known_at = -1


def _exchange(one: Card, other: Card) -> None:
    """Two cards become each other in all but their places."""
    for name in WHAT_A_CARD_IS:
        mine, theirs = getattr(one, name), getattr(other, name)
        object.__setattr__(one, name, theirs)
        object.__setattr__(other, name, mine)


def _sort(state: State) -> None:
    """Unordered zones lie in standard order, which names decide."""
    for place, cards in state.zones.items():
        if not place.zone.ordered:
            state.zones[place] = tuple(sorted(cards, key=lambda card: card.order))


def _keep(state: State) -> Callable[[], None]:
    """What puts a state back."""
    zones = dict(state.zones)
    states = {name: dict(places) for name, places in state.states.items()}
    dice = {name: dict(places) for name, places in state.dice.items()}

    def restore() -> None:
        state.zones.clear()
        state.zones.update(zones)
        for mine, kept in ((state.states, states), (state.dice, dice)):
            _restore(mine, kept)

    return restore


def _restore(mine: dict[str, Any], kept: Mapping[str, Any]) -> None:
    for name, places in kept.items():
        mine[name].clear()
        mine[name].update(places)


# ---------------------------------------------------------------- finding the smallest, saying it


def smallest(
    hidden: Hidden, arrangement: Arrangement, tells: Callable[[Arrangement], bool]
) -> Arrangement:
    """A single change that tells as much as this arrangement, if there is one."""
    for each in (*arrangement.parts(), *hidden.single()):
        if tells(each):
            return each
    return arrangement


def said(m: Machine, arrangement: Arrangement) -> str:
    """An arrangement in words: `ace` in hand(away) and `two` in pile changed places."""
    parts = [
        f"{_where(m, one)} and {_where(m, other)} changed places"
        for one, other in arrangement.pairs
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
