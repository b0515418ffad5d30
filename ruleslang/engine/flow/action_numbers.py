"""
A fixed number for every choice of a game, as training needs it.

A choice is numbered by what it is, not by its index in a decision: the action with its values, the
branch of a menu, the value of a choice by name. So a number means one thing in all decisions of all
matches with the same rulebook and settings; two questions that offer the same action give it the
same numbers. 0 is to decline, 1 is to be done.

Each combination of an action's finite values has a number. If a value is a set or a list, or there
are too many combinations, choices are numbered by their index in the decision, in a range of the
question's own.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from math import prod
from typing import Any, Literal, NamedTuple, TypeAlias, assert_never

from attrs import define, field, frozen

from ruleslang.engine.flow import asked_questions as q
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.state_layout import number_with_specimens
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import members, plain

DECLINE, DONE = 0, 1
MOST_COMBINATIONS = 100_000  # combinations of the values of one action
BY_PLACE = 256  # numbers of a question whose choices are numbered by place
MOST_ANSWERS = 1_024  # numbers that a value may be


def domain(flow: Flow, type: t.Type) -> range | None:
    """Return the numbers that encode the values of a type; `None` if there are too many."""
    population = flow.population
    match type:
        case t.Number(low, high) if high - low < MOST_ANSWERS:
            return range(low, high + 1)
        case t.Truth():
            return range(2)
        case t.Player():
            return range(len(population.players))
        case t.Team():
            return range(len(population.teams))
        case t.WordOf(list):
            return range(len(population.words[list]))
        case t.Card():
            return range(number_with_specimens(population))
        case t.Title():
            return range(len(population.titles))
        case t.Piece():
            return range(len(population.pieces))
        case t.Space():
            return range(len(population.spaces))
        case t.ZonePlace():
            return range(sum(1 for _ in population.all_places()))
    return None


Kind: TypeAlias = Literal[
    "do", "which", "menu", "choose", "member", "order", "pick", "pay", "divide"
]


class EncodedValue(NamedTuple):
    """The numbers of a value of a choice, and whether it may be none."""

    numbers: range
    optional: bool


@frozen
class Stretch:
    """
    A range of numbers: the first, how many, what they encode, and how each value is encoded
    (`None`: choices are numbered by their index).

    `name` is that of the action or the choice; `asks` are the names of its values, of `types`.
    `words` are the meanings of numbers that encode no values: of actions, of branches.
    """

    first: int
    size: int
    kind: Kind
    name: str
    asks: tuple[str, ...]
    types: tuple[t.Type, ...]
    values: tuple[EncodedValue, ...] | None
    words: tuple[str, ...] = ()

    def number(self, values: Sequence[Any]) -> int:
        position = 0
        for value, (numbers, optional) in zip(values, self.values or (), strict=True):
            place = 0 if value is None else int(value) - numbers.start + optional
            position = position * (len(numbers) + optional) + place
        return self.first + position

    def decoded(self, number: int) -> tuple[int | None, ...]:
        """Return the values encoded by a number of this range; the index, if it encodes one."""
        remainder = number - self.first
        if self.values is None:
            return (remainder,)
        values: list[int | None] = []
        for numbers, optional in reversed(self.values):
            remainder, place = divmod(remainder, len(numbers) + optional)
            is_none = optional and not place
            values.append(None if is_none else numbers.start + place - optional)
        return tuple(reversed(values))


@define
class ActionNumbers:
    """The numbers of one game; `size` is the total."""

    flow: Flow
    size: int = 2
    stretches: dict[Hashable, Stretch] = field(factory=dict)
    questions: list[tuple[Stretch, ...]] = field(factory=list)

    def numbers(self, question: int, options: Sequence[Any], shown: Sequence[Any]) -> list[int]:
        """Return the numbers of the options of a pending decision, in order."""
        of, stretches = self.flow.questions[question], self.questions[question]
        return [
            self._number(of, stretches, place, option, shown)
            for place, option in enumerate(options)
        ]

    def _number(
        self,
        of: q.Question,
        stretches: tuple[Stretch, ...],
        place: int,
        option: Any,
        shown: Sequence[Any],
    ) -> int:
        if option is None:
            return DECLINE
        if isinstance(of, q.MemberQuestion) and option < 0:
            return DONE if option == -1 else DECLINE
        if isinstance(of, q.MemberQuestion) and of.by_place:
            option = q.Shown.of(of, shown).members[option]
        # Not a `Way`, which takes a third longer for each option.
        action, *values = option if isinstance(of, q.WaysQuestion) else (0, option)
        stretch = stretches[action]
        if stretch.values is not None:
            return stretch.number(values)
        if place >= BY_PLACE:
            raise ValueError(f"choice {place} of a question that numbers only {BY_PLACE}")
        return stretch.first + place

    def add(
        self,
        key: Hashable,
        kind: Kind,
        name: str,
        asks: tuple[str, ...],
        types: tuple[t.Type, ...],
        words: tuple[str, ...] = (),
    ) -> Stretch:
        """Return the range of something that is offered; the same for the same key."""
        if key not in self.stretches:
            values = [self._values(type) for type in types]
            known = tuple(value for value in values if value is not None)
            combinations = prod(len(numbers) + optional for numbers, optional in known)
            by_place = len(known) < len(values) or combinations > MOST_COMBINATIONS
            size = BY_PLACE if by_place else combinations
            encoded = None if by_place else known
            self.stretches[key] = Stretch(self.size, size, kind, name, asks, types, encoded, words)
            self.size += size
        return self.stretches[key]

    def _values(self, type: t.Type) -> EncodedValue | None:
        optional = isinstance(type, t.Optional)
        numbers = domain(self.flow, plain(type))
        return None if numbers is None else EncodedValue(numbers, optional)


@lru_cache(maxsize=64)
def action_numbers(flow: Flow) -> ActionNumbers:
    """Return the numbers assigned by a game's questions in the order of the text; memoised."""
    numbers = ActionNumbers(flow)
    for place, question in enumerate(flow.questions):
        numbers.questions.append(_stretches(numbers, place, question))
    return numbers


def _stretches(numbers: ActionNumbers, place: int, question: q.Question) -> tuple[Stretch, ...]:
    match question:
        case q.WaysQuestion(of=of):
            return tuple(_ways(numbers, offered, q.types_of(offered)) for offered in of.what)
        case q.WhichQuestion(of=of):
            return (_words(numbers, "which", "which", [named.name for named in of.what]),)
        case q.MenuQuestion(about=menu):
            return (_words(numbers, place, "menu", [branch.name for branch in menu.branches]),)
        case q.ChoiceQuestion(about=choice, type=type):
            return (_value(numbers, "choose", choice.name, type),)
        case q.MemberQuestion(about=choice, type=type):
            return (_value(numbers, "member", choice.name, members(plain(type))),)
        case q.OrderQuestion(about=choice, type=type, at_once=is_whole):
            return (
                _value(numbers, "order", choice.name, type if is_whole else members(plain(type))),
            )
        case q.PickQuestion(name=name, type=type):
            return (_value(numbers, "pick", name, type),)
        case q.PaymentQuestion(by_card=by_card):
            pays: t.Type = t.Card() if by_card else t.SetOf(t.Card())
            return (_value(numbers, "pay", "payment", pays),)
        case q.DivisionQuestion():
            key, types = ("divide", place), (t.SetOf(t.Card()),)
            return (numbers.add(key, "divide", "payment", ("payment",), types),)
        case _:
            assert_never(question)


def _ways(
    numbers: ActionNumbers, declared: d.Action | d.Play, types: tuple[t.Type, ...]
) -> Stretch:
    asks = tuple(choice.name for choice in declared.choices)
    return numbers.add(("do", declared.name, types), "do", declared.name, asks, types)


def _words(
    numbers: ActionNumbers, key: Hashable, kind: Literal["which", "menu"], names: Sequence[str]
) -> Stretch:
    """Return a range with a number for each word; each menu has its own."""
    words = tuple(names)
    types = (t.Number(0, len(words) - 1),)
    return numbers.add((kind, key, words), kind, "", (), types, words)


def _value(numbers: ActionNumbers, kind: Kind, name: str, type: t.Type) -> Stretch:
    return numbers.add((kind, name, type), kind, name, (name,), (type,))
