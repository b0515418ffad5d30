"""Invariants about names: they are unique, and named things exist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from ruleslang.program import statements as s
from ruleslang.program.effect_order import written_effects
from ruleslang.program.typing.environment import Known
from ruleslang.program.walk import find
from tests.support.invariants.broken import Broken


def names_unique(k: Known) -> Iterator[Broken]:
    """No two declarations share a name; a die or option shares one only with its own words."""
    p = k.program
    yield from _twice(
        "names-unique",
        (
            each.name
            for group in (
                p.kinds,
                p.definitions,
                p.zones,
                p.states,
                p.dice,
                p.boards,
                p.pieces,
                p.values,
                p.procedures,
                p.actions,
                p.windows,
                p.dice_kinds,
                p.options,
            )
            for each in group
        ),
    )
    yield from _twice("names-unique", (words.name for words in p.words))
    own_words = {*k.dice_kinds, *k.options}
    taken = {*k.kinds, *k.definitions, *k.zones, *k.states, *k.values, *k.procedures, *k.actions}
    for words in p.words:
        if words.name not in own_words and words.name in taken:
            yield Broken("names-unique", words.name, "words share their name with something else")


def inner_names_unique(k: Known) -> Iterator[Broken]:
    """Plays, standings, lasting effects and limits have names of their own, effects an id."""
    p = k.program
    yield from _twice("inner-names-unique", (each.name for each in p.plays))
    yield from _twice("inner-names-unique", (each.name for each in p.card_standings + p.standings))
    yield from _twice("inner-names-unique", (each.name for each in find(_all(k), s.Lasting)))
    yield from _twice("inner-names-unique", (each.name for each in find(_all(k), s.Limit)))
    yield from _twice("inner-names-unique", (one.effect.id for one in written_effects(p)))


def parameters_unique(k: Known) -> Iterator[Broken]:
    """The places of a head have different names."""
    p = k.program
    called: tuple[Any, ...] = (*p.procedures, *p.windows, *p.values)
    for one in called:
        yield from _twice("parameters-unique", (each.name for each in one.parameters), one.name)
    offered: tuple[Any, ...] = (*p.actions, *p.plays)
    for one in offered:
        yield from _twice("parameters-unique", (each.name for each in one.choices), one.name)


def _all(k: Known) -> tuple[Any, ...]:
    p = k.program
    return (*p.procedures, *p.actions, *p.plays, *p.card_standings, *p.standings)


def _twice(slug: str, names: Iterable[str], where: str = "program") -> Iterator[Broken]:
    for name, number in Counter(names).items():
        if number > 1:
            yield Broken(slug, where, f"{name} is declared {number} times")
