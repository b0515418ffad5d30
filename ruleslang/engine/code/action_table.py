"""The numbers of a game's actions as a table of words, which C reads."""

from __future__ import annotations

from array import array

from ruleslang.engine.flow.action_numbers import ActionNumbers, Stretch
from ruleslang.engine.flow.asked_questions import MemberQuestion, Question, WaysQuestion

BY_VALUE, BY_MEMBER, BY_PLACE_OF_MEMBER, BY_WAY = range(4)


def action_table(numbers: ActionNumbers) -> array[int]:
    """Return the table; `runtime/many.c` describes its words."""
    questions = list(zip(numbers.flow.questions, numbers.questions, strict=True))
    table = [len(questions), *[0] * len(questions)]
    for place, (question, stretches) in enumerate(questions):
        table[1 + place] = len(table)
        begins = len(table) + 2
        table += [_form(question), len(stretches), *[0] * len(stretches)]
        for at, stretch in enumerate(stretches):
            table[begins + at] = len(table) - table[1 + place]
            table += _stretch(stretch)
    return array("q", table)


def _form(question: Question) -> int:
    match question:
        case WaysQuestion():
            return BY_WAY
        case MemberQuestion(by_place=by_place):
            return BY_PLACE_OF_MEMBER if by_place else BY_MEMBER
        case _:
            return BY_VALUE


def _stretch(stretch: Stretch) -> list[int]:
    values = stretch.values or ()
    numbers_of_stretch = [stretch.first, stretch.size, stretch.values is None, len(values)]
    for numbers, optional in values:
        numbers_of_stretch += [numbers.start, len(numbers), optional]
    return list(map(int, numbers_of_stretch))
