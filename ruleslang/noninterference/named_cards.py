"""
Cards whose definitions a rule names, brought to where the rule looks for them, or away from there.

Of a hundred cards that may lie in a hand, one change by chance hardly ever hits the one card that a
rule asks for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.match.chance import Stream
from ruleslang.match.position import Rearrangement
from ruleslang.match.values import Card
from ruleslang.meaning.lookup_tables import Tables
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.reads import reads_of_parts
from ruleslang.program import expressions as e
from ruleslang.program.walk import find
from ruleslang.secrecy.rearrange_hidden import Hidden

MOST = 20


def towards(m: Machine, unseen: Hidden, parts: list[Any], stream: Stream) -> list[Rearrangement]:
    """Exchanges of two hidden cards, one of a definition that is named and one in a zone read."""
    titles = named(m.tables, parts)
    if not titles:
        return []
    zones = reads_of_parts(m.tables, parts)
    found = [pair for pool in unseen.pools for pair in _pairs(m, pool, titles, zones)]
    order = stream.permutation(len(found))[:MOST]
    return [Rearrangement(pairs=(found[place],)) for place in order]


def _pairs(
    m: Machine, pool: tuple[Card, ...], titles: frozenset[str], zones: frozenset[str]
) -> Iterator[tuple[Card, Card]]:
    inside = [card for card in pool if m.state.where[card].zone.name in zones]
    for one in inside:
        for other in pool:
            apart = m.state.where[one] is not m.state.where[other]
            if apart and (one.title.name in titles) != (other.title.name in titles):
                yield one, other


def named(tables: Tables, parts: list[Any]) -> frozenset[str]:
    """The definitions that some expressions name, or the values that they ask for."""
    names: set[str] = set()
    seen: set[str] = set()
    waiting = list(parts)
    while waiting:
        part = waiting.pop()
        names.update(title.name for title in find(part, e.TitleValue))
        for call in find(part, e.CallValue):
            if call.name not in seen:
                seen.add(call.name)
                waiting.append(tables.values[call.name])
    return frozenset(names)
