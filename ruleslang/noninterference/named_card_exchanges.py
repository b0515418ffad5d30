"""Exchanges that bring the cards a rule names into the zone that the rule reads, or out of it.

Of a hundred cards that may lie in a hand, a random exchange hardly ever hits the one that a rule
asks for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ruleslang.match.chance import Stream
from ruleslang.match.entities import Population
from ruleslang.match.match import Reader
from ruleslang.match.position import Rearrangement
from ruleslang.match.values import Card
from ruleslang.program import expressions as e
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.walk import find
from ruleslang.secrecy.rearrange_hidden import Hidden

MOST = 20


def exchanges_of_named_cards(
    match: Reader, unseen: Hidden, parts: Sequence[Any], stream: Stream
) -> list[Rearrangement]:
    """Exchanges of two hidden cards, one with a definition that is named and one in a zone that is
    read.
    """
    population = match.population
    titles = definitions_named(population, parts)
    if not titles:
        return []
    cells = derive(population.program).reads.cells(parts)
    zones = frozenset(cell.name for cell in cells if cell.kind == "zone")
    if "" in zones:
        zones = frozenset(population.zones)
    found = [pair for pool in unseen.pools for pair in _pairs(match, pool, titles, zones)]
    order = stream.permutation(len(found))[:MOST]
    return [Rearrangement(pairs=(found[place],)) for place in order]


def _pairs(
    match: Reader, pool: tuple[Card, ...], titles: frozenset[str], zones: frozenset[str]
) -> Iterator[tuple[Card, Card]]:
    where = match.position.where
    inside = [card for card in pool if where[card].zone.name in zones]
    for one in inside:
        for other in pool:
            apart = where[one] is not where[other]
            if apart and (one.title.definition.name in titles) != (
                other.title.definition.name in titles
            ):
                yield one, other


def definitions_named(population: Population, parts: Sequence[Any]) -> frozenset[str]:
    """The definitions that expressions name, directly or by the values they ask for."""
    names: set[str] = set()
    seen: set[str] = set()
    waiting = list(parts)
    while waiting:
        part = waiting.pop()
        names.update(title.name for title in find(part, e.TitleValue))
        for call in find(part, e.CallValue):
            if call.name not in seen:
                seen.add(call.name)
                waiting.append(population.values[call.name])
    return frozenset(names)
