"""
What OpenSpiel wants to know of a game in numbers: bounds of its matches, scales of its features.

All positions of a small game are looked at. Of a larger one its bounds are those that the rulebook
declares: its decision cap, the type of the payoff, and what can be rolled, picked or shuffled.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from math import comb
from typing import Any

import numpy
from attrs import define, field, frozen

from ruleslang.api import Game, Match
from ruleslang.engine.asked_chance import MOST_TOGETHER
from ruleslang.engine.match.entities import Population
from ruleslang.engine.match.observations import A_CARD, OF_COLUMN, Observations
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.program import Program
from ruleslang.program.typing.environment import world_of
from ruleslang.program.typing.lattice import plain
from ruleslang.program.typing.sizes import how_many
from ruleslang.program.walk import find, walk

MOST_CHOICES = 20_000  # a game with more is not looked at from end to end
MOST_OUTCOMES = 10_000  # the same with chance, whose matches are played in Python
MOST_PATHS = 10**12
DEEPEST = 200


@frozen
class Bounds:
    """The most decisions of a match, the most outcomes of a chance node, and the payoffs."""

    decisions: int
    outcomes: int
    payoffs: tuple[float, float]


def bounds_of(game: Game, root: Match) -> Bounds:
    """Return the exact bounds of a small game, otherwise those that the rulebook declares."""
    try:
        if not _is_large(root):
            return _Count(MOST_OUTCOMES if game.traits.has_chance else MOST_CHOICES).bounds(root)
    except ValueError:  # a match that cannot be, for which who plays it gets the reason; no keys
        pass
    low, high = game.traits.payoffs
    outcomes = max(_outcomes(root.observed.population), default=0)
    return Bounds(game.traits.most_decisions, outcomes, (float(low), float(high)))


@define
class _Count:
    """The bounds from each position on, by its key; `None` while it is on the way."""

    most: int  # choices that are looked at
    known: dict[str, Bounds | None] = field(factory=dict)

    def bounds(self, match: Match, depth: int = 0) -> Bounds:
        """Return the bounds from here on; `ValueError` if positions repeat, or are many."""
        if match.is_over:
            if match.outcome is None or match.outcome.capped:
                raise ValueError(match.fault)
            payoffs = match.outcome.payoffs
            return Bounds(0, 0, (float(min(payoffs)), float(max(payoffs))))
        key = match.key()
        if key in self.known:
            found = self.known[key]
        else:
            self.known[key] = None
            found = self.known[key] = self._count_below(match, depth)
        if found is None:
            raise ValueError("a position can come again")
        return found

    def _count_below(self, match: Match, depth: int) -> Bounds:
        decision = match.decision
        assert decision is not None
        number, is_chance = len(decision.choices), decision.player < 0
        self.most -= number
        if self.most < 0 or depth > DEEPEST:
            raise ValueError("the game is too large to be counted")
        after = [self.bounds(_chosen(match, place), depth + 1) for place in range(number)]
        return Bounds(
            max(each.decisions for each in after) + (not is_chance),
            max(number * is_chance, *(each.outcomes for each in after)),
            (min(each.payoffs[0] for each in after), max(each.payoffs[1] for each in after)),
        )


def _chosen(match: Match, place: int) -> Match:
    after = match.copy()
    after.choose(place)
    return after


def _is_large(match: Match) -> bool:
    """Return whether a game is likely to be too large, by the widths of one path."""
    paths = 1
    while paths <= MOST_PATHS and (decision := match.decision) is not None:
        match = _chosen(match, len(decision.choices) // 2)
        paths *= len(decision.choices)
    return paths > MOST_PATHS


def _outcomes(population: Population) -> Iterator[int]:
    """Yield the most outcomes of each roll, pick and card of a shuffle."""
    program, cards = population.program, len(population.cards)
    sides = {die.name: len({*die.faces}) for die in program.dice_kinds}
    yield from (_throws(sides[dice.die], dice.number) for dice in program.dice)
    for roll in find(program, s.RollDie):
        number = roll.number.value if isinstance(roll.number, e.Literal) else MOST_TOGETHER
        yield _throws(sides[roll.die], 1 if roll.number is None else number or 0)
    yield from (cards for _ in find(program, s.Shuffle))
    sizes = world_of(program).sizes
    for type in _picked(program):
        number = cards if isinstance(type, t.Card | t.Title) else how_many(type, sizes)
        yield MOST_TOGETHER if number is None else number


def _throws(sides: int, dice: int) -> int:
    """Return the most outcomes of a throw of so few dice, asked together, else of a die."""
    outcomes = (comb(number + sides - 1, number) for number in range(1, dice + 1))
    return max(takewhile(MOST_TOGETHER.__ge__, outcomes), default=sides)


def _picked(program: Program) -> Iterator[t.Type]:
    """Yield the types of what chance picks, and of more where tables of locals are nested."""
    for declared in walk(program):
        table = getattr(declared, "locals", ())
        members = [(pick.member, pick.last) for pick in find(declared, s.Pick)]
        members += [(rank.variable, rank.last) for rank in find(declared, s.Rank)]
        for slot, last in members if table else ():
            if last == "chance" and slot < len(table):
                yield plain(table[slot].type)


def scales_of(observed: Observations) -> Any:
    """Return a factor for each feature, with which numbers are between -1 and 1."""
    scales: Any = numpy.ones(observed.features.width, numpy.float32)
    columns = ((part, at) for part, width in observed.parts.items() for at in range(width))
    for column, (part, place) in enumerate(columns):
        feature, names = observed.features.table[OF_COLUMN * column :][:2]
        if names == 0:
            scales[feature] = 1 / max(1, _largest_value(observed, part, place))
    return scales


def _largest_value(observed: Observations, part: str, place: int) -> int:
    """Return the largest absolute value in a column of a row that is a number."""
    form = observed.forms.get(part)
    if form is None:
        return len(observed.population.cards) if part in observed.places else 1
    if form.most and not place:
        return form.most
    if form.members and A_CARD in form.names:
        name = form.members[place - 1]
        copies = sum(card.title.name == name for card in observed.population.cards)
        return form.most if name == A_CARD else copies
    if form.range is None or form.members or place > form.entries:
        return 1
    return max(abs(form.range.low), abs(form.range.high))
