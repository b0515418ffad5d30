"""Queries about a position that several rooms need, built on the interface of matches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Reader
from ruleslang.engine.match.position import Index
from ruleslang.engine.match.runtime_values import (
    CardDefinition,
    DieIn,
    Env,
    Place,
    Player,
    Value,
    in_order,
    name_of,
    place_in_order,
)
from ruleslang.program import expressions as e
from ruleslang.program.locals import Slot
from ruleslang.program.operation_variants_by_type import StandardOrder

IndexExpressions = Sequence[e.Expr | e.AnyIndex]


def evaluate_all(
    match: Reader, expressions: IndexExpressions, local: Env | None = None
) -> tuple[Value, ...]:
    """Return the values of several expressions, from left to right; none of them may be `any`."""
    values = []
    for expression in expressions:
        assert not isinstance(expression, e.AnyIndex), "`any` is no value"
        values.append(match.evaluate(expression, local))
    return tuple(values)


def player_of(match: Reader, expression: e.Expr, origin: int = -1) -> Player:
    """Return the value of an expression for a player; none is a fault."""
    value = match.evaluate(expression)
    if not isinstance(value, Player):
        raise Fault("asked-nobody", "there is no player here", origin)
    return value


def matching(
    match: Reader, index: IndexExpressions, known: Iterable[Index], local: Env | None = None
) -> Iterator[Index]:
    """Return the indices that equal the given values; `any` matches every value."""
    return fitting(
        [e.AnyIndex if isinstance(x, e.AnyIndex) else match.evaluate(x, local) for x in index],
        known,
    )


def fitting(wanted: Sequence[Value], known: Iterable[Index]) -> Iterator[Index]:
    """Yield the indices that equal the wanted values; `AnyIndex` matches every value."""
    for at in known:
        if all(
            want is e.AnyIndex or want is value or want == value
            for want, value in zip(wanted, at, strict=True)
        ):
            yield at


def place_at(match: Reader, name: str, index: Index) -> Place:
    """Return the zone at an index; an index that it does not have is a fault."""
    place = match.population.places[name].get(index)
    if place is None:
        slug = "none-in-arithmetic" if None in index else "not-a-member"
        raise Fault(slug, f"there is no `{name}({', '.join(map(name_of, index))})`")
    return place


def places_of_dice(
    match: Reader, name: str, index: IndexExpressions, local: Env | None = None
) -> list[Index]:
    """Return the indices of dice; an index that they do not have is a fault."""
    known = match.position.dice[name]
    if any(isinstance(part, e.AnyIndex) for part in index):
        return list(matching(match, index, known, local))
    at = evaluate_all(match, index, local)
    if at not in known:
        raise Fault("not-a-member", f"there are no such dice `{name}`")
    return [at]


def face_shown(match: Reader, die: DieIn) -> Value:
    """Return the face of a die on the table; a die that was taken away is a fault."""
    there = match.position.dice[die.dice][die.index]
    if die.position >= len(there):
        raise Fault("not-a-member", f"that die of `{die.dice}` is not there any more")
    population = match.population
    return population.faces[population.dice[die.dice].die][there[die.position]]


def standard_order(
    match: Reader, values: Iterable[Value], order: StandardOrder
) -> tuple[Value, ...]:
    """Return the distinct members in standard order: players from the active one clockwise."""
    seats = len(match.population.players)
    first = match.position.active.order

    def place(player: Player) -> int:
        return (player.order - first) % seats

    if order == "clockwise":
        return tuple(sorted(dict.fromkeys(values), key=place))
    if order == "sets clockwise":
        return tuple(sorted(dict.fromkeys(values), key=lambda several: [*map(place, several)]))
    return in_order(values, order)


def in_groups(
    match: Reader, slot: Slot, values: tuple[Value, ...], keys: Sequence[e.Key], local: Env
) -> list[tuple[Value, ...]]:
    """Return the members in groups with equal keys: see `grouped`."""
    return grouped(
        values, keys, lambda key, member: match.evaluate(key.value, {**local, slot: member})
    )


def grouped(
    values: tuple[Value, ...], keys: Sequence[e.Key], rate: Callable[[e.Key, Value], Value]
) -> list[tuple[Value, ...]]:
    """
    Return the members in groups with equal keys, the best first; `rate` evaluates a key for a
    member.

    Members whose key is none come last.
    """
    if not keys:
        return [values] if values else []
    key, others = keys[0], keys[1:]
    rated: dict[Any, list[Value]] = {}
    last: list[Value] = []
    for member in values:
        value = rate(key, member)
        if value is None:
            last.append(member)
        else:
            rated.setdefault(place_in_order(value, key.order), []).append(member)
    ordered = [rated[rate] for rate in sorted(rated, reverse=key.word == "highest")]
    return [g for tied in (*ordered, last) for g in grouped(tuple(tied), others, rate)]


def numbered(title: CardDefinition, choosing: Sequence[Value]) -> int | None:
    """Return the play that `card, number` refers to, in the order of the text; `None`: none."""
    plays = len(title.definition.plays)
    if plays < 2 or len(choosing) < 2 or choosing[0] is not title:
        return None
    number = choosing[1]
    return number if isinstance(number, int) and 1 <= number <= plays else None
