"""
The hash of a position, shared by all engines: 8 bytes of BLAKE2b over canonical bytes.

In this order, everything in the order of the program: who is active, who is in; every state
(unset, none, or its value); every history, by its hashes; every zone, as its length and then its
cards; dice; pieces; limits; the titles that cards count as, and the faces with which they were
laid; which card, state, dice or fact was shown to whom; lasting effects, oldest first, each with
its owner, captured values and the values of its pattern; the order in which effects in force began;
for whom the `whenever` rules were true when last tested, and which of them wait; the streams
drawn from, by name; then who is asked, and the names of the choices.

It never contains moments, only the order of beginnings, nor the work under way, except for the
runs to which lasting effects refer, by their depth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

from ruleslang.engine.interpreter.machine import (
    Frame,
    Invocation,
    Machine,
    RuleKey,
    Signal,
    evaluates,
    runs,
)
from ruleslang.engine.interpreter.modifiers import value_of
from ruleslang.engine.interpreter.state import ANYTHING, ActiveLasting
from ruleslang.engine.match.faults import too_much
from ruleslang.engine.match.runtime_values import (
    UNSET,
    Card,
    Env,
    ListValue,
    UnderWay,
    Value,
    sort_key,
    word_of,
)
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot


def position_hash(m: Machine) -> str:
    """Return the hash of a position."""
    return _hash(chain(_all_stored(m), _words_of_rest(m), _pending_words(m)))


def _hash(words: Iterable[str]) -> str:
    return blake2b("".join([f"{word}\0" for word in words]).encode(), digest_size=8).hexdigest()


def _all_stored(m: Machine) -> Iterator[str]:
    state, tables = m.state, m.tables
    yield str(state.active.order)
    yield " ".join([str(player.order) for player in state.players])
    for declared in tables.program.states:
        yield from _stored(m, declared)
    for history in tables.program.histories:
        yield "history"
        noted = state.histories.get(history.name, {})
        yield from (f"{hash} {times}" for hash, times in sorted(noted.items()))
    for place in tables.all_places():
        yield word_of(ListValue(state.zones[place]))
    for dice in tables.program.dice:
        yield from _faces(m, dice)


def _pending_words(m: Machine) -> Iterator[str]:
    if m.pending is not None:
        yield str(m.pending.player)
        yield from (choice.id for choice in m.pending.choices)


def _stored(m: Machine, declared: d.State) -> Iterator[str]:
    values = m.state.states[declared.name]
    return (word_of(values.get(index, UNSET)) for index in m.tables.indexes_of(declared))


def _faces(m: Machine, dice: d.Dice) -> Iterator[str]:
    there = m.state.dice[dice.name]
    return (" ".join(map(str, there[index])) for index in m.tables.indexes_of(dice))


def _words_of_rest(m: Machine) -> Iterator[str]:
    """Yield the words of everything else that persists between decisions."""
    state = m.state
    for piece in m.tables.pieces:
        yield word_of(state.spaces.get(piece))
    for key in sorted(state.limits, key=lambda key: [word_of(part) for part in key]):
        yield " ".join(word_of(part) for part in key) + f" {state.limits[key]}"
    for card in sorted(state.counting_as, key=sort_key):
        yield f"{card.order} {state.counting_as[card].title.order}"
    yield from _shown_words(m)
    yield from _lasting(m)
    yield from _whenever(m)
    for name, word in m.chance.words():
        yield f"{name} {word}"


def _shown_words(m: Machine) -> Iterator[str]:
    """Yield the faces of laid cards, and what players were shown."""
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
    """Yield the lasting effects, and the order in which effects in force began."""
    yield "lasting"
    for last in m.state.lasting:
        yield last.statement.name
        yield word_of(last.holder)
        for slot in last.statement.captures:
            yield _under_way_or_value(m, last.env.get(slot, UNSET))
            if m.tables.derived.asks_stays:
                yield from _left_since(m, last, slot)
        for entry in last.fixed or ():
            yield _under_way_or_value(m, entry.operand) if entry is not ANYTHING else "any"
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


def _left_since(m: Machine, last: ActiveLasting, slot: Slot) -> Iterator[str]:
    """Yield whether captured cards have left their zones since the effect began."""
    value = last.env.get(slot)
    for card in value if isinstance(value, tuple) else (value,):
        if isinstance(card, Card) and m.state.since.get(card, 0) > last.age:
            yield f"left {card.order}"


def _under_way_or_value(m: Machine, value: Value) -> str:
    if not isinstance(value, Invocation):
        return word_of(value)
    return f"run {m.under_way.index(value)}" if value in m.under_way else "over"


def _whenever(m: Machine) -> Iterator[str]:
    """Yield for whom rules were true when last tested, and the queued rules."""
    yield "true"
    yield from sorted(
        _rule(m, key)
        for key in chain.from_iterable(m.state.bits.values())
        if key.force.last is None or key.force.last in m.state.lasting
    )
    yield "queued"
    for queued in m.queue:
        yield _rule(m, queued.key)


def _rule(m: Machine, key: RuleKey) -> str:
    effect, card, last = key.force
    begun = "-" if last is None else str(m.state.lasting.index(last))
    return f"{effect} {word_of(card)} {begun} {word_of(key.member)}"


@runs(s.Note)
def note(m: Machine, x: s.Note, frame: Frame) -> Signal:
    """Count the current position once more."""
    noted = m.state.histories.setdefault(x.history, {})
    now = _hash(_words(m, m.tables.histories[x.history]))
    if now not in noted and len(noted) >= limits.MEMBERS:
        raise too_much(f"more than {limits.MEMBERS:,} ways noted in `{x.history}`", x.origin)
    noted[now] = noted.get(now, 0) + 1
    m.state.change(x.history)
    return None


@evaluates(e.TimesNoted)
def times_noted(m: Machine, x: e.TimesNoted, env: Env) -> Value:
    """Return how often a position equal to the current one was noted."""
    noted = m.state.histories.get(x.history, {})
    m.state.looked(("history", x.history), dict(noted))
    return noted.get(_hash(_words(m, m.tables.histories[x.history])), 0)


def _words(m: Machine, history: d.History) -> Iterator[str]:
    """Yield the words of what a history compares, in the order of the program."""
    state, tables = m.state, m.tables
    for name in history.states:
        yield from _stored(m, tables.states[name])
    for name in history.zones:
        for place in tables.places[name].values():
            yield word_of(ListValue(card.title for card in state.zones[place]))
    for name in history.dice:
        yield from _faces(m, tables.dice[name])
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


# ---------------------------------------------------------------- whether two are alike


def same_state(m: Machine, other: Machine) -> bool:
    """Return whether everything stored, counted, asked and in progress is equal."""
    return (
        position_hash(m) == position_hash(other)
        and list(_counted(m)) == list(_counted(other))
        and list(map(_run, m.under_way)) == list(map(_run, other.under_way))
    )


def _counted(m: Machine) -> Iterator[Any]:
    yield len(m.outcomes), m.asked, m.counted
    yield [window and window.declaration.name for window in m.windows]
    if m.pending is not None:
        yield m.pending.name
        yield [(choice.action, _plain(dict(choice.values))) for choice in m.pending.choices]


def _run(run: Invocation) -> Any:
    return run.name, run.stage, _plain(run.declared), _plain(run.env)


def _plain(env: dict[Any, Any]) -> dict[Any, Any]:
    """Return locals without runs in progress, which belong to one match."""
    return {name: value for name, value in env.items() if not isinstance(value, UnderWay)}
