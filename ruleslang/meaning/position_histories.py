"""Histories of positions: `note` counts the hash of the present one, `times` looks it up."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

from ruleslang.match.resource_usage import too_much
from ruleslang.match.values import Env, ListValue, Value
from ruleslang.meaning.hashing import UNSET, word_of
from ruleslang.meaning.machine import Frame, Machine, Signal
from ruleslang.meaning.modifiers import value_of
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s


def note(m: Machine, x: s.Note, frame: Frame) -> Signal:
    """Count the present position once more."""
    noted = m.state.histories.setdefault(x.history, {})
    now = _hash(m, x.history)
    if now not in noted and len(noted) >= limits.MEMBERS:
        raise too_much(f"more than {limits.MEMBERS:,} ways noted in `{x.history}`", x.origin)
    noted[now] = noted.get(now, 0) + 1
    m.state.change(x.history)
    return None


def times_noted(m: Machine, x: e.TimesNoted, env: Env) -> Value:
    """How often a position equal to the present one was noted."""
    noted = m.state.histories.get(x.history, {})
    m.state.looked(("history", x.history), dict(noted))
    return noted.get(_hash(m, x.history), 0)


def _hash(m: Machine, name: str) -> str:
    digest = blake2b(digest_size=8)
    for word in _words(m, m.tables.histories[name]):
        digest.update(word.encode())
        digest.update(b"\0")
    return digest.hexdigest()


def _words(m: Machine, history: d.History) -> Iterator[str]:
    """How everything stands that a history compares, in the order of the program."""
    state, tables = m.state, m.tables
    for name in history.states:
        for index in tables.indexes(tables.states[name].index):
            yield word_of(state.states[name].get(index, UNSET))
    for name in history.zones:
        for place in tables.places[name].values():
            yield word_of(ListValue(card.title for card in state.zones[place]))
    for name in history.dice:
        for index in tables.indexes(tables.dice[name].index):
            yield " ".join(map(str, state.dice[name][index]))
    for name in history.values:
        yield word_of(value_of(m, name, ()))
    for word in history.others:
        match word:
            case "active":
                yield word_of(state.active)
            case "players":
                yield word_of(ListValue(state.players))
            case "pieces":
                for piece in tables.pieces:
                    yield word_of(state.spaces.get(piece))
