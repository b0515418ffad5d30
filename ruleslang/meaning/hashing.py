"""
The hash of a position, shared by all engines: 8 bytes of BLAKE2b over canonical bytes.

In this order, everything in the order of the program: who is active, who is in; every state
(unset, none, or its value); every zone, as its length and then its cards; dice; pieces; limits;
what cards count as; lasting effects by statement, the oldest first; the streams drawn from, by
name; then who is asked, and the names of the choices. Moments are never in it, only the order of
what began.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

from ruleslang.match.values import Entity, ListValue, Value, sort_key
from ruleslang.meaning.machine import Machine

_UNSET = object()


def position_hash(m: Machine) -> str:
    """The hash of where a match stands, as 16 hexadecimal digits."""
    digest = blake2b(digest_size=8)
    for word in _words(m):
        digest.update(word.encode())
        digest.update(b"\0")
    return digest.hexdigest()


def _words(m: Machine) -> Iterator[str]:
    state, tables = m.state, m.tables
    yield str(state.active.order)
    yield " ".join(str(player.order) for player in state.players)
    for declared in tables.program.states:
        places = state.states[declared.name]
        for index in tables.indexes(declared.index):
            yield _word(places.get(index, _UNSET))
    for zones in tables.places.values():
        for place in zones.values():
            yield _word(ListValue(state.zones[place]))
    for dice in tables.program.dice:
        for index in tables.indexes(dice.index):
            yield " ".join(map(str, state.dice[dice.name][index]))
    for piece in tables.pieces:
        yield _word(state.spaces.get(piece))
    for key in sorted(state.limits, key=lambda key: [_word(each) for each in key]):
        yield " ".join(_word(each) for each in key) + f" {state.limits[key]}"
    for card in sorted(state.counting_as, key=sort_key):
        yield f"{card.order} {state.counting_as[card].title.order}"
    yield " ".join(last.statement.name for last in state.lasting)
    for name, word in m.chance.words():
        yield f"{name} {word}"
    if m.pending is not None:
        yield str(m.pending.player)
        for choice in m.pending.choices:
            yield choice.id


def _word(value: Value) -> str:
    if value is _UNSET:
        return "?"
    if value is None:
        return "-"
    if isinstance(value, ListValue):
        return f"{len(value)}:" + ",".join(map(_word, value))
    if isinstance(value, tuple):
        return f"{len(value)}:" + ",".join(map(_word, sorted(value, key=sort_key)))
    if isinstance(value, Entity):
        return str(value.order)
    return str(int(value)) if isinstance(value, bool) else str(value)
