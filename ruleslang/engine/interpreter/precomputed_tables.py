"""
Tables that the interpreter computes once for all matches of a program with the same settings.

In: a `Population`. Out: `Tables`: the same, with what `program.passes` derives from the program;
names of definitions that carry effects are replaced by the definitions.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

from attrs import field, frozen

from ruleslang.engine.match.entities import MOST_KEPT, Population, Settings, population_of
from ruleslang.engine.match.runtime_values import Card, CardDefinition, Place, Value
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import WrittenEffect
from ruleslang.program.passes.derived_tables import Derived, derive
from ruleslang.program.passes.effects_by_event import HookTarget
from ruleslang.program.passes.followed_reads import Cells
from ruleslang.program.program import Program
from ruleslang.program.traits.trait_classes import CellKind
from ruleslang.program.walk import find
from ruleslang.source.walk import field_names

# How writes name what an expression reads.
_NAMES: dict[CellKind, str] = {kind: kind for kind in ("active", "lasting", "pieces", "players")}
_NAMES |= {"counts as": "counting_as", "result": "winners"}


class _Everything(frozenset[str]):
    def isdisjoint(self, other: object) -> bool:
        """Return false."""
        return False


EVERYTHING: frozenset[str] = _Everything({"*"})


def touch_names(cells: Cells, population: Population) -> frozenset[str]:
    """Return the names of all cells."""
    names: set[str] = set()
    for cell in cells:
        match cell.kind:
            case "anything" | "imagined" | "history":
                return EVERYTHING
            case "zone":
                names.update((cell.name,) if cell.name else population.zones)
            case "dice":
                names.update((cell.name,) if cell.name else population.dice)
            case "state":
                names.add(cell.name)
            case "value":
                pass  # its inputs are stored beside it
            case kind:
                names.add(_NAMES[kind])
    return frozenset(names)


Key = TypeVar("Key")


@frozen(eq=False)
class Source:
    """
    An effect in force by itself: its place in the written order, its context, its carriers.

    `titles` are the definitions it is printed on; `None` for an effect of the rulebook itself.
    """

    place: int
    effect: s.Effect
    standing: d.Standing
    titles: frozenset[CardDefinition] | None


@frozen(eq=False)
class Tables(Population):
    """
    The population of a match, what follows from its program, and the effects by target.

    `value_reads` and `rule_reads` are what values and rules read, as names that writes touch.
    `card_states` are the states indexed by cards, or holding them; `states_holding_cards` names the
    latter. `has_standings`: whether effects are printed on cards. `read_together` memoises the
    places read under an index with `any`, `indexed` the indices of states and dice, and `of_cards`
    those of a state by their first card. `constants` memoises by arguments the values that read
    nothing.
    """

    derived: Derived
    histories: Mapping[str, d.History]
    hooks: Mapping[HookTarget, tuple[Source, ...]]
    modifiers: Mapping[str, tuple[Source, ...]]
    whenevers: tuple[Source, ...]
    value_reads: Mapping[str, frozenset[str]]
    rule_reads: Mapping[s.EffectId, frozenset[str]]
    card_states: tuple[d.State, ...]
    states_holding_cards: frozenset[str]
    has_standings: bool
    constants: dict[str, dict[tuple[Value, ...], Value]]
    read_together: dict[tuple[str, tuple[Value, ...]], tuple[Place, ...]] = field(factory=dict)
    indexed: dict[str, tuple[tuple[Value, ...], ...]] = field(factory=dict)
    of_cards: dict[str, dict[Value, tuple[tuple[Value, ...], ...]]] = field(factory=dict)

    def indexes_of(self, declared: d.State | d.Dice) -> tuple[tuple[Value, ...], ...]:
        """Return all indices of a state or of dice, in order; memoised."""
        indexes = self.indexed.get(declared.name)
        if indexes is None:
            indexes = self.indexed[declared.name] = tuple(self.indexes(declared.index))
        return indexes

    def indexes_with(self, declared: d.State, card: Card) -> tuple[tuple[Value, ...], ...]:
        """Return the indices of a state that begin with a card; memoised."""
        by_card = self.of_cards.get(declared.name)
        if by_card is None:
            by_card = self.of_cards[declared.name] = {}
            for index in self.indexes_of(declared):
                by_card[index[0]] = (*by_card.get(index[0], ()), index)
        return by_card.get(card, ())


def tables_for(program: Program, settings: Settings) -> Tables:
    """Return the tables, memoised by program and settings."""
    return build(population_of(program, settings))


@lru_cache(MOST_KEPT)
def build(population: Population) -> Tables:
    derived = derive(population.program)
    effects = derived.effects
    card_states = tuple(
        state
        for state in population.program.states
        if any(find((state.type, *(place.type for place in state.index)), t.Card))
    )
    value_reads = _names(derived.reads.values, population)
    unchanging = set[str]() if effects.lastings else {"lasting"}
    if all(perform.played_as is None for perform in find(population.program, s.Perform)):
        unchanging.add("counting_as")
    constants = {name for name, reads in value_reads.items() if reads <= unchanging}
    return Tables(
        **{name: getattr(population, name) for name in field_names(Population) or ()},
        derived=derived,
        histories={history.name: history for history in population.program.histories},
        hooks={key: _sources(some, population) for key, some in effects.hooks.items()},
        modifiers={name: _sources(some, population) for name, some in effects.modifiers.items()},
        whenevers=_sources(effects.whenevers, population),
        value_reads=value_reads,
        rule_reads=_names(derived.reads.rules, population),
        card_states=card_states,
        states_holding_cards=frozenset(
            state.name for state in card_states if any(find(state.type, t.Card))
        ),
        has_standings=any(title.definition.standings for title in population.titles.values()),
        constants={name: {} for name in constants - derived.deep_values - derived.under_way_values},
    )


def _names(reads: Mapping[Key, Cells], population: Population) -> dict[Key, frozenset[str]]:
    return {key: touch_names(cells, population) for key, cells in reads.items()}


def _sources(effects: tuple[WrittenEffect, ...], population: Population) -> tuple[Source, ...]:
    """Return the effects of the rulebook and its cards that the settings allow."""
    return tuple(
        Source(
            effect.place,
            effect.effect,
            effect.begun_by,
            None
            if effect.carriers is None
            else frozenset(population.titles[name] for name in effect.carriers),
        )
        for effect in effects
        if isinstance(effect.begun_by, d.Standing)
        and not _ruled_out(effect.begun_by.condition, population)
    )


def _ruled_out(condition: e.Expr | None, population: Population) -> bool:
    """Return whether a condition requires an option value other than that of this match."""
    match condition:
        case e.Equal(left=e.ReadOption(name), right=e.WordValue(words, place)):
            return bool(population.options[name] != population.words[words][place])
        case e.And(left=left, right=right):
            return _ruled_out(left, population) or _ruled_out(right, population)
    return False
