"""Statements that agree except for a number.

An expression nearly equal to a named value; one bound among several that is off by one; a number in
a card's rule that its printed text does not have. All of it is advice: the text may mean it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, TypeAlias, get_args

from attrs import define, evolve, field

from ruleslang.language.checks.queries.call_graph import with_called
from ruleslang.language.checks.queries.compared_parts import (
    NUMERALS,
    parts_of,
    parts_with_lines,
    rules_of,
    shape_of,
)
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import slot_fields, slots_of
from ruleslang.program.looks import Looks
from ruleslang.program.program import Program
from ruleslang.program.references import DISPLAY
from ruleslang.program.walk import find, walk
from ruleslang.source.diagnostic import Diagnostic, Label, advice
from ruleslang.source.span import Source, Span
from ruleslang.source.walk import asked_once, asked_with, own_fields

ONES = {"1", "one", "a", "an", "once", "another", "each", "every", "single"}
TWICE = ("twice", "double", "both", "pair")
NUMBER = re.compile(  # "three-quarters" and "two thirds" are no numbers of things
    r"[A-Za-z]+(?:-[A-Za-z]+|\s(?:halves|thirds|quarters|fifths|tenths))*|\d+"
)
PRICE = re.compile(rf"\b[Pp]ays? (\d+|one|{'|'.join(NUMERALS)})\b")
CONTRARY = {">": "<=", ">=": "<"}  # a test that means the same for one number
LEAST_EQUAL = 4  # smaller numbers are tested one after the other
LEAST_FULL = 4  # cards in a zone for which a number one off is a likely mistake
RARE = 10  # from here on two numbers beside each other are seldom chance
COMPONENTS = re.compile(r"^# .*: (?P<number>\d+)$", re.MULTILINE)
LEAST_ALIKE = 4  # cards of a kind
LEAST_PARTS = 4  # parts of a value that is searched for elsewhere

Part: TypeAlias = Any

LINES = (*get_args(s.Statement), *get_args(s.Effect), *get_args(s.Clause))

TELLING = (e.Compare, e.And, e.Or, e.Equal, e.In, e.Every, e.ThereIs, e.Not, e.Arithmetic)


def two_numbers(place: Span, message: str, other: Span | None, label: str) -> Diagnostic:
    """Report that the text states something twice, with different numbers."""
    diagnostic = advice("two-numbers", place, message)
    return diagnostic if other is None else evolve(diagnostic, labels=(Label(other, label),))


def find_two_numbers(subject: Subject) -> Iterator[Diagnostic]:
    """Report everything that is stated twice with different numbers."""
    yield from _nearly_values(subject)
    yield from _other_bounds(subject)
    yield from _texts(subject)
    yield from _copies(subject)
    yield from _totals(subject)
    yield from _component_lists(subject)


# ---------------------------------------------------------------- named values


def _nearly_values(subject: Subject) -> Iterator[Diagnostic]:
    """
    Report expressions equal to that of a named value except for one number, and those that are one
    case of a value of several, as if there were no other.
    """
    values = subject.program.values
    nearly = _nearly(tuple((value, body) for value in values for body in _telling_cases(value)))
    reported = set[tuple[str, str]]()
    for declaration in rules_of(subject.program):
        for line, value, message in nearly(declaration):
            if (declaration.name, value.name) in reported:
                continue  # the same two values, seen from the other one
            reported.add((value.name, declaration.name))
            yield two_numbers(subject.span(line), message, subject.span(value.origin), "the value")


@asked_with
def _nearly(
    declaration: Part, named: tuple[tuple[d.Value, Part], ...]
) -> tuple[tuple[int, d.Value, str], ...]:
    """Return the lines of a declaration that are nearly a named value, with it and what to say."""
    bodies: dict[type, list[tuple[d.Value, Part]]] = defaultdict(list)
    for value, body in named:
        bodies[type(body)].append((value, body))
    found: list[tuple[int, d.Value, str]] = []
    for line, part in parts_of(declaration, object):
        for value, body in bodies.get(type(part), ()):
            if shape_of(body) not in ("", shape_of(part)):
                continue
            numbers, cases = _differing(body, part, len(value.parameters)), len(value.cases)
            if numbers is None or len(numbers) != (cases == 1) or value.name == declaration.name:
                continue
            message = f"this is one case of `{value.name}`, which has {cases}"
            for mine, theirs in numbers:
                message = f"this equals `{value.name}` except for {mine} instead of {theirs}"
            found.append((line, value, message))
    return tuple(found)


@asked_once
def _telling_cases(value: d.Value) -> tuple[Part, ...]:
    """Return the cases of a value whose text elsewhere is no coincidence."""
    found: list[Part] = []
    for body in (case.value for case in value.cases):
        has_cases = len(value.cases) > 1 and isinstance(body, e.Arithmetic)
        least = LEAST_PARTS if has_cases else _least(body)
        if (has_cases or len(value.cases) == 1) and sum(1 for _ in walk(body)) >= least:
            found.append(body)
    return tuple(found)


def _least(part: Part) -> int:
    """Return the minimum size of an expression whose similarity is no coincidence."""
    return LEAST_PARTS if isinstance(part, TELLING) else 2 * LEAST_PARTS


def _differing(expression: Part, part: Part, parameters: int) -> list[tuple[int, int]] | None:
    """
    Return the numbers in which two expressions differ; `None` if they differ otherwise.

    A parameter of the value matches any expression, the same at each occurrence.
    """
    pair = _Pair(parameters)
    return pair.numbers if pair.is_alike(expression, part) else None


@define
class _Pair:
    """Two expressions that are compared: what stands for parameters, and names of locals."""

    parameters: int
    given: dict[int, Part] = field(factory=dict)
    inner: dict[int, int] = field(factory=dict)  # the value's names for its locals
    numbers: list[tuple[int, int]] = field(factory=list)

    def is_alike(self, first: Part, second: Part) -> bool:
        if isinstance(first, e.Local) and first.slot < self.parameters:
            return bool(self.given.setdefault(first.slot, second) == second)
        if type(first) is not type(second):
            return False
        if isinstance(first, e.Local):
            return bool(self.inner.setdefault(first.slot, second.slot) == second.slot)
        if isinstance(first, e.Literal) and isinstance(first.value, int):
            if first.value != second.value and not isinstance(first.value, bool):
                self.numbers.append((first.value, second.value))
            return isinstance(second.value, int)
        if isinstance(first, tuple):
            return len(first) == len(second) and all(map(self.is_alike, first, second))
        if isinstance(first, (int, str)) or first is None:
            return bool(first == second)
        kind: Any = type(first)
        held, names = _fields_compared(kind)
        for name in held:
            slots = slots_of(getattr(first, name)), slots_of(getattr(second, name))
            self.inner.update(zip(*slots, strict=False))
        return all(self.is_alike(getattr(first, name), getattr(second, name)) for name in names)


@cache
def _fields_compared(kind: type[Any]) -> tuple[set[str], list[str]]:
    """Return the fields of a class that hold locals, and the others that are compared."""
    held = {name for name, _ in slot_fields(kind)}
    fields = (field.name for field in own_fields(kind) if field.metadata != DISPLAY)
    return held, [name for name in fields if name not in held]


# ---------------------------------------------------------------- bounds


def _other_bounds(subject: Subject) -> Iterator[Diagnostic]:
    """Report the one of several comparisons of a thing with a number that is off by one."""
    tests: dict[tuple[str, str], dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for _, line, part in parts_with_lines(subject.program, e.Compare | e.Equal):
        match part:
            case e.Compare(operator, left, e.Literal(int(number)), "numbers") if number > 2:
                tests[shape_of(left), CONTRARY.get(operator, operator)][number].append(line)
            case e.Equal(left, e.Literal(int(number)), "values") if number >= LEAST_EQUAL:
                tests[shape_of(left), "is"][number].append(line)
    for (shape, _), numbers in tests.items():
        if not shape or len(numbers) != 2:
            continue
        (few, lines), (many, others) = sorted(numbers.items(), key=lambda item: len(item[1]))
        rare = len(others) > 1 or min(few, many) >= RARE
        if len(lines) == 1 and rare and abs(few - many) == 1:
            places = "another place" if len(others) == 1 else f"{len(others)} other places"
            yield two_numbers(
                subject.span(lines[0]),
                f"`{shape}` is compared with {few} here, and with {many} at {places}",
                subject.span(others[0]),
                "one of them",
            )
    yield from _nearly_full(subject, tests, _stocks(subject.program))


def _stocks(program: Program) -> Iterator[tuple[str, str, int, int]]:
    """Yield what can be full: its test, its name, the most that it holds, and its origin."""
    for zone in program.zones:
        most = zone.at_most.value if isinstance(zone.at_most, e.Literal) else None
        if isinstance(most, int):
            yield f"number of {zone.name}", zone.name, most, zone.origin
    for state in program.states:
        match state.type, state.start:
            case t.Number(high=most), e.Literal(start) if start == most:
                yield state.name, state.name, most, state.origin


def _nearly_full(
    subject: Subject,
    tests: Mapping[tuple[str, str], Mapping[int, list[int]]],
    stocks: Iterator[tuple[str, str, int, int]],
) -> Iterator[Diagnostic]:
    """Yield the one test whether something is full whose number is one off what it can hold."""
    for shape, name, most, origin in stocks:
        if most < LEAST_FULL:
            continue
        bounds = [
            (number, line)
            for (tested, operator), numbers in tests.items()
            for number, lines in numbers.items()
            for line in lines
            if tested == shape and operator == "<"
        ]
        if len(bounds) == 1 and bounds[0][0] == most - 1:
            number, line = bounds[0]
            yield two_numbers(
                subject.span(line),
                f"the bound here is {number}, but `{name}` holds up to {most}",
                subject.span(origin),
                "what is full",
            )


# ---------------------------------------------------------------- copies


def _copies(subject: Subject) -> Iterator[Diagnostic]:
    """Report the one card of a kind with one copy more or fewer than the others."""
    kinds: dict[str, list[d.Definition]] = defaultdict(list)
    for card in subject.program.definitions:
        if not card.deck and card.copies_by is None:
            kinds[card.kind].append(card)
    for cards in kinds.values():
        numbers = Counter(card.copies for card in cards)
        if len(numbers) != 2 or len(cards) < LEAST_ALIKE:
            continue
        (many, _), (few, times) = numbers.most_common()
        if times == 1 < many and abs(many - few) == 1:
            odd = next(card for card in cards if card.copies == few)
            alike = next(card for card in cards if card.copies == many)
            yield two_numbers(
                subject.span(odd.origin),
                f"it has {few} {'copy' if few == 1 else 'copies'}, the others of its kind {many}",
                subject.span(alike.origin),
                "one of them",
            )


def _totals(subject: Subject) -> Iterator[Diagnostic]:
    """Report claims and examples that state a number of cards other than the actual total."""
    compiled = subject.compiled
    lines = [line for claim in compiled.claims for line in claim.conditions]
    lines += [
        line
        for example in compiled.examples
        for line in example.lines
        if isinstance(line, d.ThenLine)
    ]
    for line in lines:
        for node in find(line.condition, e.Equal):
            match node:
                case e.Equal(e.NumberOf(counted), e.Literal(int(stated))) if not isinstance(
                    stated, bool
                ):
                    yield from _total(subject, counted, stated, line.origin)


def _total(subject: Subject, counted: e.Expr, stated: int, origin: int) -> Iterator[Diagnostic]:
    cards = _counted(subject.program, counted)
    number = sum(card.copies for card in cards or ())
    files: Counter[str] = Counter()
    for card in cards or ():
        files[subject.span(card.origin).source.name] += card.copies
    if any(card.copies_by for card in cards or ()):
        return
    if cards is None or number - stated in (0, *files.values()):  # without cards that were added
        return
    copies = tuple(subject.span(card.origin) for card in cards if card.origin >= 0)
    diagnostic = two_numbers(
        subject.span(origin), f"this says {stated}, but the copies add up to {number}", None, ""
    )
    yield evolve(diagnostic, also=copies)


def _component_lists(subject: Subject) -> Iterator[Diagnostic]:
    """
    Report headings in comments that end with a number of cards, where it is not the sum of those
    below. Only where another heading of the file is right: else the number means something else.
    """
    lines: dict[Source, list[tuple[int, d.Definition]]] = defaultdict(list)
    for card in subject.program.definitions:
        if card.origin >= 0 and not card.deck:
            span = subject.span(card.origin)
            lines[span.source].append((span.start, card))
    for source, cards in lines.items():
        headings = [*COMPONENTS.finditer(source.text)]
        ends = [heading.start() for heading in headings[1:]] + [len(source.text)] * bool(headings)
        sums = [
            sum(card.copies for start, card in cards if heading.end() <= start < end)
            for heading, end in zip(headings, ends, strict=True)
        ]
        wrong = [
            (heading, number)
            for heading, number in zip(headings, sums, strict=True)
            if int(heading["number"]) != number > 0
        ]
        for heading, number in wrong if len(wrong) < len(headings) else ():
            message = f"this says {heading['number']}, but the copies below it add up to {number}"
            counted = [
                subject.span(card.origin)
                for start, card in cards
                if heading.end() <= start < ends[headings.index(heading)]
            ]
            diagnostic = two_numbers(Span(source, *heading.span()), message, None, "")
            yield evolve(diagnostic, also=tuple(counted))


def _counted(program: Program, counted: e.Expr) -> list[d.Definition] | None:
    """Return the definitions whose copies make up a set; `None` if it is another set."""
    match counted:
        case e.ListAsSet(inner):
            return _counted(program, inner)
        case e.Everything("cards"):
            return [*program.definitions]
        case e.Where(slot, source, e.IsKind(e.Local(member), kind, "card")) if slot == member:
            cards, looks = _counted(program, source), Looks.of(program)
            return cards and [card for card in cards if kind in looks.chain(card.kind)]
        case e.Where(slot, source, e.IsTitle(e.Local(member), e.TitleValue(name))) if (
            slot == member
        ):
            cards = _counted(program, source)
            return cards and [card for card in cards if card.name == name]
    return None


# ---------------------------------------------------------------- printed texts


def _texts(subject: Subject) -> Iterator[Diagnostic]:
    """Report cards whose printed text and rule each have one number that the other lacks."""
    plays = {play.name: play for play in subject.program.plays}
    standings = {standing.name: standing for standing in subject.program.card_standings}
    for card in subject.program.definitions:
        if card.rules_text is None:
            continue
        rules: list[d.Play | d.Standing] = [plays[name] for name in card.plays]
        rules += [standings[name] for name in card.standings]
        printed = _numerals(card.rules_text.text)
        done = {number for number in _literals(tuple(rules)) if number > 1}
        priced, paid = _prices(card.rules_text.text), [*_payments(rules)]
        if len(priced) == len(paid) == 1 and priced[0] != paid[0][0]:
            yield two_numbers(
                subject.span(paid[0][1]),
                f"the text of `{card.name}` says {priced[0]}, but its rule {paid[0][0]}",
                subject.span(card.origin),
                "the card",
            )
            continue
        if len(printed - done) == 1 and not done - printed:
            done = done | _only_one(card.rules_text.text, rules)
        mine, theirs = done - printed, printed - done
        if len(mine) == 1 and len(theirs) == 1:
            (in_rule,), (in_text,) = mine, theirs
            around = _added_around(subject, rules) if in_text > in_rule else set()
            if abs(in_rule - in_text) <= 2 and in_text - in_rule not in around:
                yield two_numbers(
                    subject.span(_line_of(in_rule, rules)),
                    f"the text of `{card.name}` says {in_text}, but its rule {in_rule}",
                    subject.span(card.origin),
                    "the card",
                )


def _added_around(subject: Subject, rules: list[d.Play | d.Standing]) -> set[int]:
    """Return the literals by which lines in or around a play change the states of its rules."""
    changed = {place.name for place in find(tuple(rules), s.StatePlace)}
    bodies: list[d.Procedure | d.Action] = [*subject.program.procedures, *subject.program.actions]
    names = {body.name for body in bodies if any(find(body, s.Perform))}
    around: list[s.Statement] = [*find(tuple(rules), s.Call)]
    for body in bodies:
        begun = {name for offer in find(body, s.Offer) for name in offer.actions}
        begun |= {body.name, *(call.procedure for call in find(body, s.Call))}
        around += () if names.isdisjoint(begun) else body.body.statements
    return {
        number
        for line in with_called(subject, around)
        for assign in find(line, s.Assign)
        if isinstance(assign.place, s.StatePlace) and assign.place.name in changed
        for number in _literals(assign.value)
    }


def _numerals(text: str) -> set[int]:
    words = [word.lower() for word in NUMBER.findall(text)]
    numbers = {int(word) for word in words if word.isdigit()}
    numbers |= {NUMERALS[word] for word in words if word in NUMERALS}
    numbers |= {2 for word in words if word in TWICE}
    return {number for number in numbers if number > 1}


def _prices(text: str) -> list[int]:
    """Return the numbers in a text that are to be paid."""
    words = [word.lower() for word in PRICE.findall(text)]
    return [int(word) if word.isdigit() else NUMERALS.get(word, 1) for word in words]


def _payments(rules: list[d.Play | d.Standing]) -> Iterator[tuple[int, int]]:
    """Yield the literals that rules make one pay, each with its line."""
    for pays in find(tuple(rules), s.Pays):
        for cost in pays.costs:
            if isinstance(cost.amount, e.Literal) and isinstance(cost.amount.value, int):
                yield cost.amount.value, pays.origin


def _literals(rules: Part) -> Iterator[int]:
    values = (literal.value for literal in find(rules, e.Literal))
    return (value for value in values if isinstance(value, int) and not isinstance(value, bool))


def _only_one(text: str, rules: list[d.Play | d.Standing]) -> set[int]:
    """Return 1, where a rule is one line that states it, and the text never does."""
    if len([node for node in walk(tuple(rules)) if isinstance(node, s.Statement)]) != 1:
        return set()
    words = {word.lower() for word in NUMBER.findall(text)}
    return {1} if [*_literals(tuple(rules))].count(1) == 1 and not words & ONES else set()


def _line_of(number: int, rules: list[d.Play | d.Standing]) -> int:
    """Return the origin of the line with a number."""
    for rule in rules:
        line = rule.origin
        for node in walk(rule):
            line = node.origin if isinstance(node, LINES) else line
            if isinstance(node, e.Literal) and node.value == number:
                return line
    return rules[0].origin
