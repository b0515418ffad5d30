"""Bounds that overlap or are tested in two ways, and nouns that cards count in two ways."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TypeAlias, TypeGuard

from attrs import define, field

from ruleslang.language.checks.lints.two_numbers import CONTRARY
from ruleslang.language.checks.queries.chains_of_range_tests import FLIPPED, overlaps
from ruleslang.language.checks.queries.compared_parts import (
    NUMERALS,
    parts_with_lines,
    shape_of,
    span_of_text,
)
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import find, walk
from ruleslang.source.diagnostic import AdviceMessage, Diagnostic, WarningMessage

LEAST_BOUND = 3  # tests of one number below it are seldom about one bound
LEAST_BOUND_OF_FIELD = 20  # the same of what is printed on a card
TESTING = s.If | d.ValueCase | e.WhenOtherwise

Lines: TypeAlias = list[int]

other_side = AdviceMessage(
    "two-bounds",
    "`{shape}` counts from {here_from} on here, and from {there_from} on elsewhere",
    help="use the same number in both places, or allow it at this line with a reason",
    label="the other place",
)
other_test = AdviceMessage(
    "two-bounds",
    "`{shape}` is compared with `{bound}` by `{operator}` here, by `{other}` elsewhere",
    help="use the same number in both places, or allow it at this line with a reason",
    label="the other place",
)
part_of_value = AdviceMessage(
    "two-bounds",
    "`{part}` is compared with {number} here, and with `{value}` elsewhere",
    help="write `{value}`, which may be different, or allow it at this line with a reason",
    label="the value is used here",
)
number_and_value = AdviceMessage(
    "two-bounds",
    "`{shape}` is compared with {number} here, and elsewhere with `{value}`",
    help="write `{value}`, which isn't always {number}, or allow it at this line with a reason",
    label="it is compared with the value here",
)


def find_two_bounds(subject: Subject) -> Iterator[Diagnostic]:
    """
    Report that one thing is compared with a bound in two ways, such as `> 100` and `>= 100`, or a
    number and the named value that takes something off that number.
    """
    yield from _two_sides(subject)
    yield from _two_tests_of_bound(subject)
    yield from _numbers_and_values(subject)
    yield from _parts_compared(subject)


def _two_sides(subject: Subject) -> Iterator[Diagnostic]:
    """Report the only test of one thing against one number that leaves the number out."""
    tests: dict[tuple[str, int], dict[int, Lines]] = defaultdict(lambda: defaultdict(list))
    for _, line, part in parts_with_lines(subject.program, e.Compare):
        match part:
            case e.Compare(operator, left, e.Literal(int(number)), "numbers") if number >= (
                LEAST_BOUND_OF_FIELD if any(find(left, e.ReadField)) else LEAST_BOUND
            ):
                first = number + (CONTRARY.get(operator, operator) == "<=")
                tests[shape_of(left), number][first].append(line)
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


def _two_tests_of_bound(subject: Subject) -> Iterator[Diagnostic]:
    """
    Report tests of one thing against one named bound, once with the bound and once without it. Both
    are meant where they are conditions of one body: its author saw them together.
    """
    tests: dict[tuple[str, str, str], dict[str, Lines]] = defaultdict(lambda: defaultdict(list))
    rows = {
        id(test): declaration
        for declaration, _, node in parts_with_lines(subject.program, TESTING)
        for test in find(node.condition, e.Compare)
    }
    bodies: dict[tuple[str, str, str], set[object]] = defaultdict(set)
    for _, line, part in parts_with_lines(subject.program, e.Compare):
        if part.order == "numbers":
            for operator, thing, bound in (
                (part.operator, part.left, part.right),
                (FLIPPED[part.operator], part.right, part.left),
            ):
                if _is_bound(bound, thing, subject):
                    key = shape_of(thing), bound.name, operator[0]
                    tests[key][operator].append(line)
                    bodies[key].add(id(rows.get(id(part), part)))
    for key, operators in tests.items():
        shape, name, _ = key
        if shape and shape != name and len(operators) == 2 and len(bodies[key]) > 1:
            (here, lines), (there, others) = sorted(operators.items(), key=lambda at: len(at[1]))
            yield other_test(
                subject.span(lines[0]),
                at=subject.span(others[0]),
                shape=shape,
                bound=name,
                operator=here,
                other=there,
            )


def _is_bound(
    bound: e.Expr, thing: e.Expr, subject: Subject
) -> TypeGuard[e.CallValue | e.ReadOption]:
    """Return whether something is compared with a bound, and not two amounts with each other."""
    if not isinstance(bound, e.CallValue) or not isinstance(thing, e.CallValue):
        return isinstance(bound, e.CallValue | e.ReadOption)
    value = next(value for value in subject.program.values if value.name == bound.name)
    return not any(isinstance(read, e.ReadState | e.ReadZone | e.Fold) for read in walk(value))


def _parts_compared(subject: Subject) -> Iterator[Diagnostic]:
    """Report numbers with which a value is compared, and elsewhere only its beginning."""
    tests: dict[str, dict[int, Lines]] = defaultdict(lambda: defaultdict(list))
    bodies = {value.name: set(_origins_in(value)) for value in subject.program.values}
    for _, line, part in parts_with_lines(subject.program, e.Compare):
        match part:
            case e.Compare(_, left, e.Literal(int(number)), "numbers") if number >= LEAST_BOUND:
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


def _origins_in(value: d.Value) -> Iterator[int]:
    yield value.origin
    yield from (node.origin for node in find(value, e.Compare))
    yield from (case.origin for case in value.cases)


def _beginning(value: d.Value) -> e.Expr:
    """Return a value's last case without additions, as an expression of its parameters."""
    beginning = value.cases[-1].value
    while isinstance(beginning, e.WhenOtherwise):
        beginning = beginning.otherwise
    if isinstance(beginning, e.Arithmetic) and beginning.operator in ("+", "-"):
        beginning = beginning.left
    whole = value.cases == (value.cases[0],) and beginning is value.cases[0].value
    mine = all(
        isinstance(read.operand if isinstance(read, e.ListAsSet) else read, e.Local)
        for read in _shapes_of_arguments(beginning)
    )
    return beginning if mine and not whole else e.Literal(0)


def _shapes_of_arguments(part: e.Expr) -> tuple[object, ...]:
    match part:
        case e.CallValue(_, arguments):
            return arguments
        case e.ReadState(_, index):
            return index
    return ()


def _numbers_and_values(subject: Subject) -> Iterator[Diagnostic]:
    """Report a thing that is compared with a number here, and elsewhere with a value from it."""
    values = {value.name: value for value in subject.program.values}
    against: dict[str, dict[int | str, Lines]] = defaultdict(lambda: defaultdict(list))
    for _, line, part in parts_with_lines(subject.program, e.Compare | e.Equal | e.Arithmetic):
        for shape, bound in _numbers_held(part):
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


def _numbers_held(part: object) -> Iterator[tuple[str, int | str]]:
    """Yield what is compared with, or subtracted from, a number or a value (as its name)."""
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
    """Return whether a value or an option is this number unless something changes it."""
    if number < LEAST_BOUND:
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
    """Return whether a value takes off this number, and nothing else is taken off a number."""
    value = values.get(name)
    minuends = {
        node.left.value
        for node in find(value, e.Arithmetic)
        if node.operator == "-" and isinstance(node.left, e.Literal)
    }
    return minuends == {number}


overlapping_rows = WarningMessage(
    "overlapping-rows",
    "{which} in two rows: {taken}",
    help="remove {number} from one of the rows",
    label="the row above",
)


def find_overlapping_rows(subject: Subject) -> Iterator[Diagnostic]:
    """Report that a number at the end of one row also begins the next one.

    Every two rows that share numbers, unless one contains all numbers of the other.
    """
    for rows in overlaps(subject):
        low, high = map(rows.ladder.name_of, rows.shared)
        number = low if low == high else f"{low} to {high}"
        yield overlapping_rows(
            subject.span(rows.row.origin),
            at=subject.span(rows.above.origin),
            which=f"{number} is" if low == high else f"{number} are",
            number=number,
            taken="both run" if rows.ladder.by_turns else "only the first match is used",
        )


NUMBERS = {**NUMERALS, "one": 1}
COUNTED_NOUN = re.compile(
    rf"\b(?P<number>{'|'.join(NUMBERS)}|\d+)\s+(?:more\s+)?(?P<noun>[^\W\d_]+)"
)
DEEPEST_FOLLOWED = 4  # how far a number is followed into procedures

Numbers: TypeAlias = Mapping[Slot, frozenset[int]]  # which a local may come from

two_units = AdviceMessage(
    "two-units",
    "`{noun}` counts `{state}` here, and `{other}` on another card",
    help="rename one of them, or allow it at this line with a reason",
    label="the other card",
)


def find_two_units(subject: Subject) -> Iterator[Diagnostic]:
    """
    Report that a noun that the texts of two cards count, such as the steps of "two steps", counts
    one state by the rule of the one card and another state by that of the other.

    For each noun the first card whose rule counts other states than an earlier one.
    """
    found: dict[str, tuple[d.Definition, frozenset[str]]] = {}
    reported: set[str] = set()
    for card in subject.program.definitions:
        for noun, states in _units_of_card(subject, card):
            first, of_first = found.setdefault(noun, (card, states))
            if not states & of_first and noun not in reported:
                reported.add(noun)
                yield two_units(
                    span_of_text(subject, card),
                    at=span_of_text(subject, first),
                    noun=noun,
                    state=min(states),
                    other=min(of_first),
                )


def _units_of_card(subject: Subject, card: d.Definition) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the nouns that a card's text counts, each with the states that its rule changes."""
    text = "" if card.rules_text is None else card.rules_text.text.lower()
    counted = [(found["number"], found["noun"]) for found in COUNTED_NOUN.finditer(text)]
    changed = _states_changed(subject, card) if counted else {}
    for word, noun in counted:
        states = changed.get(int(word) if word.isdigit() else NUMBERS[word])
        if states:
            yield noun.removesuffix("s"), frozenset(states)


def _states_changed(subject: Subject, card: d.Definition) -> Mapping[int, set[str]]:
    """Return for each number of a card's rules the states that are changed by it."""
    follow = _Follow(subject)
    standings = {standing.name: standing for standing in subject.program.card_standings}
    for name in card.plays:
        follow.block(subject.plays[name].body.statements, {})
    for effect in (effect for name in card.standings for effect in standings[name].effects):
        if isinstance(effect, s.Hook | s.Whenever):
            follow.block(effect.block, {})
    return follow.changed


@define
class _Follow:
    """Follows numbers of a text to the states that are changed by them."""

    subject: Subject
    changed: defaultdict[int, set[str]] = field(factory=lambda: defaultdict(set))
    depth: int = 0

    def block(self, block: s.Block, numbers: Numbers) -> None:
        here = dict(numbers)
        for line in self.subject.statements(block):
            match line:
                case s.Let(slot, value):
                    here[slot] = self._of(value, here)
                case s.Assign(s.StatePlace(name), value) if self._is_number(name):
                    for number in self._of(value, here):
                        self.changed[number].add(name)
                case s.Call(name, arguments) if self.depth < DEEPEST_FOLLOWED:
                    given = {
                        slot: self._of(argument, here) for slot, argument in enumerate(arguments)
                    }
                    if any(given.values()):
                        self.depth += 1
                        self.block(self.subject.procedures[name].body.statements, given)
                        self.depth -= 1

    def _is_number(self, state: str) -> bool:
        return isinstance(plain(self.subject.states[state].type), t.Number)

    def _of(self, value: object, numbers: Numbers) -> frozenset[int]:
        """Return the numbers that an expression may come from."""
        held: set[int] = set()
        for node in walk(value):
            match node:
                case e.Literal(int(number)) if not isinstance(number, bool):
                    held.add(abs(number))
                case e.Local(slot):
                    held |= numbers.get(slot, frozenset())
                case e.CallValue(name, ()):
                    declared = self.subject.world.known.values[name]
                    held |= {
                        abs(literal.value)
                        for literal in find(declared.cases, e.Literal)
                        if isinstance(literal.value, int)
                    }
        return frozenset(held)
