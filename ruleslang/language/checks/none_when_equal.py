"""
Reports `none-when-equal`: a loop is for whoever has more, or less, than all others; where two are
equal there is nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruleslang.language.checks.queries.parts_with_lines import parts_with_lines
from ruleslang.language.checks.queries.shapes import shape_of
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

BEST = {">": "highest", "<": "lowest"}

none_when_equal = Message(
    "none-when-equal",
    "this is for nobody where two have the {best} `{shape}`",
    help="`pick … by {best} …, then chance` takes one of them, `… with {best} …` takes all",
    severity=Severity.ADVICE,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every `for each` of the members that are strictly better than all others."""
    values = {value.name: value for value in subject.program.values}
    for _, line, node in parts_with_lines(subject.program):
        match node:
            case s.ForEach(_, e.Where(member, _, e.Compare(operator, left, right, "numbers"))):
                best = BEST.get(operator)
                if best and _is_best_of_others(left, right, best, member, values):
                    yield none_when_equal(subject.span(line), best=best, shape=shape_of(left))


def _is_best_of_others(
    left: e.Expr, right: e.Expr, best: str, member: Slot, values: Mapping[str, d.Value]
) -> bool:
    """Whether the right side is what the left one is of a member, of all others the best."""
    if isinstance(right, e.CallValue) and right.arguments == (e.Local(member),):
        value = values[right.name]
        right, member = value.cases[0].value, 0
        if len(value.cases) > 1:
            return False
    match right:
        case e.Fold(word, _, e.Except(_, e.MakeSet((e.Local(left_out),))), of):
            same = bool(shape_of(left)) and shape_of(left) == shape_of(of)
            return same and word == best and left_out == member
    return False
