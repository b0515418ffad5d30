"""
Reports `changes-nothing`: a card's effect is a bound that the value keeps anyway, as long as no
other effect changes it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

changes_nothing = Message(
    "changes-nothing",
    "`{value}` is {numbers} anyway: this does nothing by itself",
    help="give it another number, or allow it at this line and say which effect it is against",
    label="the value",
    severity=Severity.ADVICE,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every `at most` and `at least` of a card that is the bound of a value of fixed numbers."""
    values = {value.name: value for value in subject.program.values}
    for standing in subject.program.card_standings:
        for effect in standing.effects:
            if not isinstance(effect, s.Modifier) or len(effect.changes) != 1:
                continue
            value, change = values[effect.value], effect.changes[0]
            numbers = _numbers(value)
            ends = {"at most": max, "at least": min}
            if numbers and change.stage in ends and isinstance(change.amount, e.Literal):
                end = ends[change.stage](numbers)
                if change.amount.value == end:
                    yield changes_nothing(
                        subject.span(effect.origin),
                        at=subject.span(value.origin),
                        value=value.name,
                        numbers=end if len(numbers) == 1 else f"{change.stage} {end}",
                    )


def _numbers(value: d.Value) -> set[int]:
    """The numbers of the cases of a value; none, if one of them is computed."""
    numbers = set[int]()
    for case in value.cases:
        match case.value:
            case e.Literal(int(number)) if not isinstance(number, bool):
                numbers.add(number)
            case _:
                return set()
    return numbers
