"""
Which different views have equal rows of observations, or equal features.

A row is its parts, one behind the other. So it is enough that each part tells its values apart:
those seen in matches, and the ends and middles of what the rulebook declares. What the layout says
is not shown is left out of the values.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from ruleslang.api.game import Game
from ruleslang.engine.match.decision import View, ZoneView
from ruleslang.engine.match.entities import Population
from ruleslang.engine.match.observations import OF_COLUMN, Observations
from ruleslang.engine.match.runtime_values import name_of
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

MOST = 12  # values of a declared type, and members of a set, that are tried
MOST_FEATURES = 200_000_000  # that are made for one game
ODD = (-1, 0, 1, 7, 8, -1_000_000, 2**24, 2**24 + 1, 2**31, 2**31 + 1)


def equal_rows(game: Game, seeds: Sequence[int] = (1, 2), decisions: int = 20) -> list[str]:
    """Each part of a row, or of features, that is equal for different values."""
    seen = defaultdict[str, dict[Any, tuple[int, ...]]](dict)
    observed: Observations | None = None
    for seed in seeds:
        match, chance = game.start(seed=seed), random.Random(seed)
        observed = match.observed
        for _ in range(decisions):
            for seat in range(len(match.seats)):
                _add(seen, observed, match.view(seat))
            if match.decision is None:
                break
            match.choose(chance.randrange(len(match.decision.choices)))
    assert observed is not None
    for part, value in _declared(observed.population):
        seen[part][value] = tuple(observed.forms[part].columns(value))
    return [*_alike_in_rows(observed, seen), *_alike_in_features(observed, seen)]


def _add(seen: Mapping[str, dict[Any, Any]], observed: Observations, view: View) -> None:
    """Add the columns of each part of a view."""
    row, at = observed.row(view), 0
    for part, width in observed.parts.items():
        columns, at = tuple(row[at : at + width]), at + width
        seen[part][_value(view, part)] = columns
    assert at == len(row) == len(observed.columns)


def _value(view: View, part: str) -> Any:
    kind, _, name = part.partition(" ")
    match kind:
        case "zone":
            return view.zones[name]
        case "state":
            return view.states.get(name)
        case "dice":
            return view.dice[name]
        case "piece":
            return view.pieces[name] or "none"
    return getattr(view, kind)


# ---------------------------------------------------------------- declared values


def _declared(population: Population) -> Iterator[tuple[str, Any]]:
    for name, state_name, index in population.state_places:
        state = population.states[state_name]
        for value in _of_type(population, state.type):
            yield f"state {name}", value
        if _may_be_unseen(state, index):
            yield f"state {name}", None
    for dice in population.program.dice:
        faces = [name_of(face) for face in population.faces[dice.die]]
        for index in population.indexes(dice.index):
            at = f"dice {dice.name}" + (f"({', '.join(map(name_of, index))})" if index else "")
            yield at, None
            for value in _in_a_row(faces, dice.number):
                yield at, value


def _may_be_unseen(state: d.State, index: Sequence[object]) -> bool:
    unset = state.start is None and not isinstance(state.type, t.Optional)
    return unset or state.seen.by != "all" or any(isinstance(at.type, t.Card) for at in state.index)


def _of_type(population: Population, of: t.Type) -> Iterator[Any]:
    if isinstance(of, t.Optional):
        yield "none"
    match plain(of):
        case t.SetOf(element, up_to):
            members = [*_of_type(population, element)]
            most = len(members) if up_to is None else min(up_to, len(members))
            yield from (tuple(members[:size]) for size in range(most + 1))
            yield from (tuple(members[-size:]) for size in range(1, most + 1))
        case t.ListOf(element, up_to):
            yield from _in_a_row([*_of_type(population, element)], up_to)
        case t.Number(low, high):
            numbers = {low, low + 1, high - 1, high, *ODD, *range(low, min(high, low + 40))}
            yield from sorted(number for number in numbers if low <= number <= high)
        case t.Truth():
            yield from (False, True)
        case t.Never():
            return
        case t.Card() as card:
            yield from dict.fromkeys(map(name_of, population.domain(card)))
            yield "a card"
        case other:
            yield from dict.fromkeys(map(name_of, population.domain(other)))


def _in_a_row(values: Sequence[Any], up_to: int) -> Iterator[tuple[Any, ...]]:
    """Lists that differ in their length, in their last entry, or in the order."""
    if not values:
        yield ()
        return
    for size in {0, 1, 2, 8, 9, up_to - 1, up_to}:
        if 0 <= size <= up_to:
            yield (values[0],) * size
            if size:
                yield from ((values[0],) * (size - 1) + (value,) for value in values[:MOST])
                yield (values[-1],) + (values[0],) * (size - 1)


# ---------------------------------------------------------------- what is equal


def _alike_in_rows(observed: Observations, seen: Mapping[str, Any]) -> Iterator[str]:
    for part, values in seen.items():
        yield from _alike(part, values, observed.not_shown)


def _alike_in_features(observed: Observations, seen: Mapping[str, Any]) -> Iterator[str]:
    """The same of the features, of which each part of a row makes some."""
    layout, at = observed.features, 0
    assert len(layout.columns) == len(set(layout.columns)) == layout.width
    assert len(layout.table) == OF_COLUMN * observed.width
    every = 1 + sum(map(len, seen.values())) * layout.width // MOST_FEATURES  # of a large board
    for number, (part, width) in enumerate(observed.parts.items()):
        table = layout.table[OF_COLUMN * at : OF_COLUMN * (at + width)]
        of_part, at = evolve(layout, table=table), at + width
        if number % every:
            continue
        found = {value: bytes(of_part.row(columns)) for value, columns in seen[part].items()}
        yield from (f"features: {each}" for each in _alike(part, found, layout.not_shown))


def _alike(part: str, found: Mapping[Any, Any], not_shown: Mapping[str, str]) -> Iterator[str]:
    told: dict[Any, Any] = {}
    for value, columns in found.items():
        known = told.setdefault(columns, value)
        if _without(known, part, not_shown) != _without(value, part, not_shown):
            yield f"{part}: {known} and {value}"


def _without(value: Any, part: str, not_shown: Mapping[str, str]) -> Any:
    """What is left of a value without what its part does not show."""
    if part not in not_shown:
        return value, type(value)
    if isinstance(value, ZoneView):
        return value.count, value.cards[:1], sorted(map(str, value.cards))
    return "not shown"
