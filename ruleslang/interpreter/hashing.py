"""
The hash of a position, shared by all engines: 8 bytes of BLAKE2b over canonical bytes.

In this order, everything in the order of the program: who is active, who is in; every state
(unset, none, or its value); every history, by its hashes; every zone, as its length and then its
cards; dice; pieces; limits; what cards count as, and with which face they were laid; who was shown
which card, state, dice or fact; lasting effects, the oldest first, each with whom it belongs to,
what it captured and what its pattern compares with; the order in which what is in force began; for
whom the rules that act at once were true when last tested, and which of them wait; the streams
drawn from, by name; then who is asked, and the names of the choices.

Moments are never in it, only the order of what began. Nor is the work under way, but for the runs
that lasting effects speak of, by their depth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from hashlib import blake2b
from itertools import groupby
from operator import is_, itemgetter
from typing import Any

from ruleslang.interpreter.machine import Frame, Invocation, Machine, Signal
from ruleslang.interpreter.modifiers import value_of
from ruleslang.match.faults import too_much
from ruleslang.match.values import Entity, Env, ListValue, Value, sort_key
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s

UNSET = object()


def position_hash(m: Machine) -> str:
    """The hash of where a match stands, as 16 hexadecimal digits."""
    return position_hashes(m)[1]


def position_hashes(m: Machine) -> tuple[str, str]:
    """
    The hash of where a match stands as if nothing were asked, and with what is.

    The words of what has not changed since the last hash are kept.
    """
    digest = blake2b("".join([*_stored(m), *_ended(_rest(m))]).encode(), digest_size=8)
    before = digest.hexdigest()
    if m.pending is not None:
        asked = [str(m.pending.player), *(choice.id for choice in m.pending.choices)]
        digest.update("".join(_ended(asked)).encode())
    return before, digest.hexdigest()


def _ended(words: Iterable[str]) -> list[str]:
    return [f"{word}\0" for word in words]


def _stored(m: Machine) -> Iterator[str]:
    """The words of who is in, states, histories, zones and dice; of each a text of its words."""
    state, tables = m.state, m.tables
    yield f"{state.active.order}\0" + " ".join([str(each.order) for each in state.players]) + "\0"
    for declared in tables.program.states:
        indexes = tables.indexes_of(declared)
        yield _kept(m, declared.name, state.states[declared.name], partial(_values, indexes))
    for history in tables.program.histories:
        noted = state.histories.get(history.name, {})
        yield _kept(m, f"history {history.name}", noted, _noted)
    yield from _zones(m)
    for dice in tables.program.dice:
        lying = state.dice[dice.name]
        for index in tables.indexes_of(dice):
            yield " ".join(map(str, lying[index])) + "\0"


def _kept(
    m: Machine,
    what: str,
    now: Mapping[Any, Value],
    words: Callable[[Mapping[Any, Value]], Iterable[str]],
) -> str:
    """
    The words of a part of the state, each with its end; kept as long as it holds the very same.

    A set and a list may be equal, so that values are compared by what they are.
    """
    known = m.unchanged.states.get(what)
    if known is not None and known[0] == now and all(map(is_, known[0].values(), now.values())):
        return known[1]
    text = "".join(_ended(words(now)))
    m.unchanged.states[what] = dict(now), text
    return text


def _values(indexes: Iterable[tuple[Value, ...]], places: Mapping[Any, Value]) -> list[str]:
    return [word_of(places.get(index, UNSET)) for index in indexes]


def _noted(noted: Mapping[str, int]) -> list[str]:
    return ["history", *(f"{hash} {times}" for hash, times in sorted(noted.items()))]


def _zones(m: Machine) -> Iterator[str]:
    known, zones = m.unchanged.zones, m.state.zones
    for here in m.tables.places.values():
        for place in here.values():
            cards, found = zones[place], known.get(place)
            if found is None or found[0] != cards:
                found = known[place] = cards, word_of(ListValue(cards)) + "\0"
            yield found[1]


def _rest(m: Machine) -> Iterator[str]:
    """The words of all else that stays between two decisions."""
    state = m.state
    for piece in m.tables.pieces:
        yield word_of(state.spaces.get(piece))
    for key in sorted(state.limits, key=lambda key: [word_of(each) for each in key]):
        yield " ".join(word_of(each) for each in key) + f" {state.limits[key]}"
    for card in sorted(state.counting_as, key=sort_key):
        yield f"{card.order} {state.counting_as[card].title.order}"
    yield from _shown(m)
    yield from _lasting(m)
    yield from _whenever(m)
    for name, word in m.chance.words():
        yield f"{name} {word}"


def _shown(m: Machine) -> Iterator[str]:
    """How cards were laid, and what players were shown."""
    state = m.state
    yield "faces"
    for card in sorted(state.faces, key=sort_key):
        yield f"{card.order} {state.faces[card]}"
    yield "marks"
    for card in sorted(state.marks, key=sort_key):
        yield f"{card.order} {word_of(state.marks[card])}"
    yield "facts"
    yield from sorted(
        f"{fact.place} {fact.card.order} {word_of(fact.value)} {fact.truth} {word_of(to)}"
        for fact, to in state.facts.items()
    )
    yield "shown"
    yield from sorted(
        f"{name} {word_of(ListValue(index))} {word_of(to)}"
        for (name, index), to in state.shown.items()
    )


def _lasting(m: Machine) -> Iterator[str]:
    """What lasts, and the order in which all that is in force began."""
    yield "lasting"
    for last in m.state.lasting:
        yield last.statement.name
        yield word_of(last.holder)
        for slot in last.statement.captures:
            yield _under_way_or_value(m, last.env.get(slot, UNSET))
        for place in last.places or ():
            yield _under_way_or_value(m, place[1]) if isinstance(place, tuple) else "any"
        yield _under_way_or_value(m, last.ends_with)
    yield "began"
    ages = [(last.age, last.statement.name) for last in m.state.lasting]
    if m.tables.has_standings:
        ages += [
            (m.state.ages[card], str(card.order))
            for card in m.state.where
            if m.state.title_of(card).definition.standings
        ]
    for _, at_once in groupby(sorted(ages), key=itemgetter(0)):
        yield " ".join(name for _, name in at_once)


def _under_way_or_value(m: Machine, value: Value) -> str:
    if not isinstance(value, Invocation):
        return word_of(value)
    return f"run {m.under_way.index(value)}" if value in m.under_way else "over"


def _whenever(m: Machine) -> Iterator[str]:
    """For whom rules were true when last tested, and which wait for their turn."""
    yield "true"
    yield from sorted(
        _rule(m, key)
        for keys in m.state.bits.values()
        for key in keys
        if key[0][2] is None or key[0][2] in m.state.lasting
    )
    yield "queued"
    for queued in m.queue:
        yield _rule(m, queued.key)


def _rule(m: Machine, key: tuple[Value, ...]) -> str:
    (effect, card, last), member = key
    begun = "-" if last is None else str(m.state.lasting.index(last))
    return f"{effect} {word_of(card)} {begun} {word_of(member)}"


def word_of(value: Value) -> str:
    """A value as a word that tells it from every other of its type."""
    if value is UNSET:
        return "?"
    if value is None:
        return "-"
    if isinstance(value, ListValue):
        return f"{len(value)}:" + ",".join(map(word_of, value))
    if isinstance(value, tuple):
        return f"{len(value)}:" + ",".join(map(word_of, sorted(value, key=sort_key)))
    if isinstance(value, Entity):
        return str(value.order)
    return str(int(value)) if isinstance(value, bool) else str(value)


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
