"""
Reports `two-bounds`: one thing is compared with a bound in two ways, such as `> 100` and `>= 100`,
or a number and the named value that takes something off that number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from ruleslang.language.checks.queries.ladders import FLIPPED
from ruleslang.language.checks.queries.parts_with_lines import parts_with_lines
from ruleslang.language.checks.queries.shapes import shape_of
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

LEAST = 3  # below it two tests of one number are seldom about one bound
LEAST_OF_FIELD = 20  # the same of what is printed on a card

Lines: TypeAlias = list[int]

CONTRARY = {">": "<=", ">=": "<"}  # the test that fails where the other holds

other_side = Message(
    "two-bounds",
    "`{shape}` counts from {here_from} on here, and from {there_from} on elsewhere",
    help="say the same at both places, or allow it at this line and say why",
    label="the other place",
    severity=Severity.ADVICE,
)
other_test = Message(
    "two-bounds",
    "`{shape}` is compared with `{bound}` by `{operator}` here, by `{other}` elsewhere",
    help="say the same at both places, or allow it at this line and say why",
    label="the other place",
    severity=Severity.ADVICE,
)
part_of_value = Message(
    "two-bounds",
    "`{part}` is compared with {number} here, and with `{value}` elsewhere",
    help="write `{value}`, which may be more or less, or allow it at this line and say why",
    label="where it is the value",
    severity=Severity.ADVICE,
)
number_and_value = Message(
    "two-bounds",
    "`{shape}` is compared with {number} here, and elsewhere with `{value}`",
    help="write `{value}`, which is not always {number}, or allow it at this line and say why",
    label="where it is compared with the value",
    severity=Severity.ADVICE,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    yield from _sides(subject)
    yield from _strictness(subject)
    yield from _numbers_and_values(subject)
    yield from _parts_of_values(subject)


def _sides(subject: Subject) -> Iterator[Diagnostic]:
    """Among the tests of one thing against one number, the only one that leaves the number out."""
    tests: dict[tuple[str, int], dict[int, Lines]] = defaultdict(lambda: defaultdict(list))
    for _, line, part in parts_with_lines(subject.program):
        match part:
            case e.Compare(operator, left, e.Literal(int(number)), "numbers") if number >= _least(
                left
            ):
                first = number + (CONTRARY.get(operator, operator) == "<=")
                tests[_first_shape(left), number][first].append(line)
    for (shape, _), starts in tests.items():
        if shape and len(starts) == 2:
            (here, lines), (there, others) = sorted(starts.items(), key=lambda start: len(start[1]))
            if len(lines) == 1 or here > there:
                yield other_side(
                    subject.span(lines[0]),
                    at=subject.span(others[0]),
                    shape=shape,
                    here_from=here,
                    there_from=there,
                )


def _least(thing: e.Expr) -> int:
    """The least number at which two tests of a thing are taken to be about one bound."""
    return LEAST_OF_FIELD if any(find(thing, e.ReadField)) else LEAST


def _strictness(subject: Subject) -> Iterator[Diagnostic]:
    """Tests of one thing against one named bound, once with the bound and once without it."""
    tests: dict[tuple[str, str, str], dict[str, Lines]] = defaultdict(lambda: defaultdict(list))
    for _, line, part in parts_with_lines(subject.program):
        if isinstance(part, e.Compare) and part.order == "numbers":
            for operator, thing, bound in (
                (part.operator, part.left, part.right),
                (FLIPPED[part.operator], part.right, part.left),
            ):
                if isinstance(bound, e.CallValue | e.ReadOption):
                    tests[shape_of(thing), bound.name, operator[0]][operator].append(line)
    for (shape, name, _), operators in tests.items():
        if shape and shape != name and len(operators) == 2:
            (here, lines), (there, others) = sorted(operators.items(), key=lambda at: len(at[1]))
            yield other_test(
                subject.span(lines[0]),
                at=subject.span(others[0]),
                shape=shape,
                bound=name,
                operator=here,
                other=there,
            )


def _parts_of_values(subject: Subject) -> Iterator[Diagnostic]:
    """A number with which a value is compared, and elsewhere only what the value begins with."""
    tests: dict[str, dict[int, Lines]] = defaultdict(lambda: defaultdict(list))
    bodies = {value.name: set(_origins(value)) for value in subject.program.values}
    for _, line, part in parts_with_lines(subject.program):
        match part:
            case e.Compare(_, left, e.Literal(int(number)), "numbers") if number >= LEAST:
                tests[shape_of(left)][number].append(line)
    for value in subject.program.values:
        part = shape_of(_beginning(value))
        for number, lines in tests[value.name].items() if part else ():
            elsewhere = [line for line in tests[part][number] if line not in bodies[value.name]]
            if len(elsewhere) == 1:
                yield part_of_value(
                    subject.span(elsewhere[0]),
                    at=subject.span(lines[0]),
                    part=part,
                    number=number,
                    value=value.name,
                )


def _origins(value: d.Value) -> Iterator[int]:
    """The lines of a value."""
    yield value.origin
    yield from (node.origin for node in find(value, e.Compare))
    yield from (case.origin for case in value.cases)


def _beginning(value: d.Value) -> e.Expr:
    """What a value is of its own parameters where nothing else holds, but for what is added."""
    beginning = value.cases[-1].value
    while isinstance(beginning, e.WhenOtherwise):
        beginning = beginning.otherwise
    if isinstance(beginning, e.Arithmetic) and beginning.operator in ("+", "-"):
        beginning = beginning.left
    whole = value.cases == (value.cases[0],) and beginning is value.cases[0].value
    mine = all(
        isinstance(read.operand if isinstance(read, e.ListAsSet) else read, e.Local)
        for read in _arguments(beginning)
    )
    return beginning if mine and not whole else e.Literal(0)


def _arguments(part: e.Expr) -> tuple[object, ...]:
    match part:
        case e.CallValue(_, arguments):
            return arguments
        case e.ReadState(_, index):
            return index
    return ()


def _first_shape(part: e.Expr) -> str:
    """The shape of a thing, or of the first of several that are added."""
    while isinstance(part, e.Arithmetic) and part.operator == "+":
        part = part.left
    return shape_of(part)


def _numbers_and_values(subject: Subject) -> Iterator[Diagnostic]:
    """A thing that is compared with a number at one place, and elsewhere with a value from it."""
    values = {value.name: value for value in subject.program.values}
    against: dict[str, dict[int | str, Lines]] = defaultdict(lambda: defaultdict(list))
    for _, line, part in parts_with_lines(subject.program):
        for shape, bound in _held(part):
            against[shape][bound].append(line)
    for shape, bounds in against.items():
        names = [name for name in bounds if isinstance(name, str)]
        for number, lines in bounds.items():
            if not isinstance(number, int) or len(lines) > 1:
                continue
            for name in names:
                if _begins_with(values, name, number) or _is_as_a_rule(subject, name, number):
                    yield number_and_value(
                        subject.span(lines[0]),
                        at=subject.span(bounds[name][0]),
                        shape=shape,
                        number=number,
                        value=name,
                    )


def _held(part: object) -> Iterator[tuple[str, int | str]]:
    """What is compared with, or taken off, a number or a value; the last as its name."""
    match part:
        case e.Compare(_, left, right, "numbers") | e.Equal(left, right, "values"):
            pass
        case e.Arithmetic("-", left, right):
            pass
        case _:
            return
    for thing, bound in ((left, right), (right, left)):
        shape = shape_of(thing)
        match bound:
            case e.Literal(int(number)) if shape and not isinstance(number, bool):
                yield shape, number
            case e.CallValue(name) | e.ReadOption(name) if shape:
                yield shape, name


def _is_as_a_rule(subject: Subject, name: str, number: int) -> bool:
    """Whether a value or an option is this number unless an effect or another answer changes it."""
    if number < LEAST:
        return False
    for option in subject.program.options:
        if option.name == name:
            return option.number and option.values[option.default] == str(number)
    changed = any(
        isinstance(effect, s.Modifier) and effect.value == name for effect, _ in subject.effects
    )
    value = next((value for value in subject.program.values if value.name == name), None)
    return changed and value is not None and value.cases[-1].value == e.Literal(number)


def _begins_with(values: Mapping[str, d.Value], name: str, number: int) -> bool:
    """Whether a value takes something off this number, and nothing else is taken off a number."""
    value = values.get(name)
    minuends = {
        node.left.value
        for node in find(value, e.Arithmetic)
        if node.operator == "-" and isinstance(node.left, e.Literal)
    }
    return minuends == {number}
