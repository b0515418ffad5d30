"""
A fixed number for every choice of a game, as training needs it.

A choice is numbered by what it is, not by where it stands among those that are offered: the action
with its values, the branch of a menu, the value of a choice by name. So one number means one thing
in all decisions of all matches with the same rulebook and settings; two questions that offer the
same action give it the same numbers. 0 is to decline, 1 is to have done.

The values of an action are finite, and each combination has a number. Where a value is a set or a
list, or the combinations are too many, choices are numbered by their place in the decision, in a
stretch of the question's own.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import prod
from typing import Any, assert_never

from attrs import define, field, frozen

from ruleslang.c.precomputed_functions import domain
from ruleslang.flow.lower import Flow
from ruleslang.flow.questions import (
    ChoiceQuestion,
    DivisionQuestion,
    MemberQuestion,
    MenuQuestion,
    OrderQuestion,
    PaymentQuestion,
    PickQuestion,
    Question,
    WaysQuestion,
    WhichQuestion,
)
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import members, plain

DECLINE, DONE = 0, 1
MOST_COMBINATIONS = 100_000  # of the values of one action
BY_PLACE = 256  # numbers of a question whose choices are numbered by place


@frozen
class Stretch:
    """Numbers that lie together: the first, and of each value what it may be, with none or not."""

    first: int
    values: tuple[tuple[range, bool], ...] | None  # None: by place

    def number(self, values: Sequence[Any]) -> int:
        found = 0
        for value, (numbers, optional) in zip(values, self.values or (), strict=True):
            place = 0 if value is None else int(value) - numbers.start + optional
            found = found * (len(numbers) + optional) + place
        return self.first + found


@define
class ActionNumbers:
    """The numbers of one game; `size` is how many there are."""

    flow: Flow
    size: int = 2
    stretches: dict[Hashable, Stretch] = field(factory=dict)
    questions: list[tuple[Stretch, ...]] = field(factory=list)

    def numbers(self, question: int, options: Sequence[Any], shown: Sequence[Any]) -> list[int]:
        """The numbers of the options of a pending decision, in their order."""
        of, asked = self.flow.questions[question], self.questions[question]
        return [self._number(of, asked, *each, shown) for each in enumerate(options)]

    def _number(
        self,
        of: Question,
        asked: tuple[Stretch, ...],
        place: int,
        option: Any,
        shown: Sequence[Any],
    ) -> int:
        if option is None:
            return DECLINE
        if isinstance(of, MemberQuestion) and option < 0:
            return DONE if option == -1 else DECLINE
        stretch = asked[option[0] if isinstance(of, WaysQuestion) else 0]
        if stretch.values is None:
            if place >= BY_PLACE:
                raise ValueError(f"choice {place} of a question that numbers only {BY_PLACE}")
            return stretch.first + place
        if isinstance(of, WaysQuestion):
            return stretch.number(option[1:])
        if isinstance(of, MemberQuestion) and of.by_place:
            option = shown[0][option]
        return stretch.number([option])

    def add(self, key: Hashable, types: Sequence[t.Type]) -> Stretch:
        """The stretch of something that is offered; the same for the same key."""
        if key not in self.stretches:
            values = [self._values(each) for each in types]
            known = tuple(each for each in values if each is not None)
            combinations = prod(len(numbers) + optional for numbers, optional in known)
            if len(known) < len(values) or combinations > MOST_COMBINATIONS:
                self.stretches[key] = Stretch(self.size, None)
                combinations = BY_PLACE
            else:
                self.stretches[key] = Stretch(self.size, known)
            self.size += combinations
        return self.stretches[key]

    def _values(self, type: t.Type) -> tuple[range, bool] | None:
        optional = isinstance(type, t.Optional)
        numbers = domain(self.flow, plain(type))
        return None if numbers is None else (numbers, optional)


def action_numbers(flow: Flow) -> ActionNumbers:
    """The numbers of a game: by its questions, in the order of its text."""
    made = ActionNumbers(flow)
    for place, question in enumerate(flow.questions):
        made.questions.append(_stretches(made, place, question))
    return made


def _stretches(made: ActionNumbers, place: int, question: Question) -> tuple[Stretch, ...]:
    match question:
        case WaysQuestion(of=of):
            pairs = zip(of.what, of.types, strict=True)
            return tuple(made.add(("do", what.name, types), types) for what, types in pairs)
        case WhichQuestion(of=of):
            names = tuple(each.name for each in of.what)
            return (made.add(("which", names), [t.Number(0, len(names) - 1)]),)
        case MenuQuestion(about=menu):
            return (made.add(("menu", place), [t.Number(0, len(menu.branches) - 1)]),)
        case ChoiceQuestion(about=choice, type=type):
            return (made.add(("choose", choice.name, type), [type]),)
        case MemberQuestion(about=choice, type=type):
            of_members = members(plain(type))
            return (made.add(("member", choice.name, of_members), [of_members]),)
        case OrderQuestion(about=choice, type=type, whole=whole):
            entry = type if whole else members(plain(type))
            return (made.add(("order", choice.name, entry), [entry]),)
        case PickQuestion(name=name, type=type):
            return (made.add(("pick", name, type), [type]),)
        case PaymentQuestion(by_card=by_card):
            pays: t.Type = t.Card() if by_card else t.SetOf(t.Card())
            return (made.add(("pay", pays), [pays]),)
        case DivisionQuestion():
            return (made.add(("divide", place), [t.SetOf(t.Card())]),)
        case _:
            assert_never(question)
