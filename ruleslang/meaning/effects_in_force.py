"""
Effects in force: who carries them, whether their span holds, and in which order they stand.

Standard order: the active player's first, then clockwise; what belongs to no player last; then the
moment the effect began (for a card: when it came to its zone; for the rulebook's own: before all);
then the written order, then the number of the card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from attrs import frozen

from ruleslang.match.values import Card, CardDefinition, Env, Place, Player, Value
from ruleslang.meaning.evaluate import evaluate, holds
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.patterns import all_fit
from ruleslang.meaning.precomputed_tables import Source
from ruleslang.meaning.state import ActiveLasting
from ruleslang.program import statements as s
from ruleslang.program.events import event_name
from ruleslang.program.locals import LocalDecl

Order: TypeAlias = tuple[int, int, int, int]


@frozen(eq=False)
class Force:
    """
    An effect with its carrier: the rulebook (when `card` and `last` are None), a card, or a lasting
    statement.

    `place` is its position in written order, `order` its sort key in standard order when it was
    listed.
    """

    effect: Any
    place: int
    source: Source | None
    card: Card | None
    last: ActiveLasting | None
    order: Order

    @property
    def begun(self) -> tuple[int, Order]:
        """A sort key by the time the effect began; ties are broken by standard order."""
        return self.order[1], self.order

    @property
    def key(self) -> tuple[Value, ...]:
        """What tells it from every other."""
        return self.effect.id, self.card, self.last

    @property
    def locals(self) -> tuple[LocalDecl, ...]:
        """The table of the body in which the effect is written."""
        if self.last is not None:
            return self.last.locals
        return () if self.source is None else self.source.standing.locals


def order(m: Machine, holder: Player | None, age: int, place: int, card: Card | None) -> Order:
    """The sort key of an effect in standard order, relative to the active player of the current
    turn.
    """
    seats = len(m.tables.players)
    away = seats if holder is None else (holder.order - m.state.active.order) % seats
    return away, age, place, -1 if card is None else card.order


def carried(m: Machine, sources: Iterable[Source]) -> Iterator[Force]:
    """
    Every carrier of effects of the rulebook and of cards; a card must lie in the zone of the
    span.
    """
    for source in sources:
        if source.titles is None:
            yield Force(
                source.effect,
                source.place,
                source,
                None,
                None,
                order(m, None, 0, source.place, None),
            )
            continue
        for card, place in _carriers(m, source.standing.zone, source.titles):
            at = order(m, place.holder, m.state.ages[card], source.place, card)
            yield Force(source.effect, source.place, source, card, None, at)


def _carriers(
    m: Machine, zone: str | None, titles: frozenset[CardDefinition]
) -> Iterator[tuple[Card, Place]]:
    """The cards that count as one of these: in a zone, or (None) in any."""
    state = m.state.unwatched
    if zone is None:
        for card, place in state.where.items():
            if state.title_of(card) in titles:
                yield card, place
        return
    for place in m.tables.places[zone].values():
        for card in state.zones[place]:
            if state.title_of(card) in titles:
                yield card, place


def lasting(m: Machine, kind: type[Any], name: str, moment: str = "") -> Iterator[Force]:
    """
    Every lasting effect on a procedure or value; what statements began has its place after all.
    """
    for last in m.state.lasting:
        for effect in last.statement.effects:
            if type(effect) is kind and _is_about(effect, name, moment):
                place = m.tables.derived.effects.places[effect.id]
                at = order(m, last.holder, last.age, place, None)
                yield Force(effect, place, None, None, last, at)


def _is_about(effect: s.Effect, name: str, moment: str) -> bool:
    match effect:
        case s.Hook(event=event):
            return event_name(event) == name and effect.moment == moment
        case s.Modifier(value=value):
            return value == name
    return not name


def span_env(m: Machine, force: Force) -> Env | None:
    """
    The initial variables of an effect (`this`, `you`, and what its span binds), or None when its
    span does not hold now.
    """
    if force.last is not None:
        return _lasting_env(m, force.last)
    source = force.source
    assert source is not None
    env: Env = {}
    standing = source.standing
    if force.card is not None:
        place = m.state.where.get(force.card)
        if place is None or m.state.title_of(force.card) not in (source.titles or ()):
            return None
        if standing.this is not None:
            env[standing.this] = force.card
        if standing.zone is not None and place.zone.name != standing.zone:
            return None
        if standing.you is not None:
            env[standing.you] = place.holder
        if standing.zone is not None and not all_fit(m, standing.index, place.index, env):
            return None
    return env if holds(m, standing.condition, env) else None


def _lasting_env(m: Machine, last: ActiveLasting) -> Env | None:
    if last not in m.state.lasting:
        return None
    env = dict(last.env)
    lifetime = last.statement.lifetime
    if isinstance(lifetime, s.WhileHolds) and not evaluate(m, lifetime.condition, env):
        return None
    return env
