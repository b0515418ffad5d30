"""The usual wording of conditions and calls: which side, which brackets, which test."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from attrs import evolve, frozen

from ruleslang.language.checks.subject import Found, in_each
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.declarations import Tree
from ruleslang.language.syntax.examples import Claim, Example, Property
from ruleslang.language.syntax.expressions import (
    And,
    Apply,
    Expression,
    Is,
    IsEmpty,
    IsIn,
    NamedArgument,
    Not,
    Number,
    Or,
    Paren,
    Truth,
    WhatWouldBe,
)
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.statements import Branch, If, Whenever
from ruleslang.language.syntax.walk import find, walk
from ruleslang.program import types as t
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import AdviceMessage, Diagnostic, advice
from ruleslang.source.fix import Certainty, Edit, Fix, Proposal
from ruleslang.source.span import Span
from ruleslang.source.walk import asked_once, asked_with


def reversed_comparison(span: Span, left: str, right: str, sign: str) -> Diagnostic:
    """Report that a constant precedes the value it is compared with."""
    asked = f"{right} {sign} {left}"
    return advice(
        "reversed-comparison",
        span,
        f"the expected value `{left}` comes first",
        help=Proposal(f"write `{asked}`", (asked,)).sure,
    )


not_before = AdviceMessage(
    "reversed-comparison",
    "`not` comes before a comparison, which has an `is not`",
    help=Proposal("write `{asked}`", ("{asked}",)).sure,
)


def find_reversed_comparison(trees: Sequence[Tree], program: Program) -> Iterator[Diagnostic]:
    """Report an `is` with a constant on the left of a value, and every `not x is y`."""
    constants, asked = frozenset(_names_of_constants(program)), frozenset(_names_of_values(program))
    return in_each(trees, _turned(constants, asked))


@asked_with
def _turned(top: Node, constants: frozenset[str], asked: frozenset[str]) -> Found:
    found: list[Diagnostic] = []
    for node in find(top, Is):
        if _is_turned(node, constants, asked):
            sign = "is not" if node.negated else "is"
            left, right = node.left.span.text, node.right.span.text
            found.append(reversed_comparison(node.span, left, right, sign))
    for negation in find(top, Not):
        asked_so = _comparison_negated(negation.operand)
        if asked_so is not None:
            found.append(not_before(negation.span, asked=asked_so))
    return tuple(found)


def _comparison_negated(node: Expression) -> str | None:
    """Return the negated comparison; None of other conditions."""
    match node:
        case Paren(inner=inner):
            return _comparison_negated(inner)
        case Is(left=left, right=right, negated=False):
            return f"{left.span.text} is not {right.span.text}"
        case IsIn(left=left, right=right, negated=False):
            return f"{left.span.text} is not in {right.span.text}"
        case IsEmpty(operand=operand, negated=False):
            return f"{operand.span.text} is not empty"
    return None


def _names_of_constants(program: Program) -> Iterator[str]:
    """Yield the names of constants: seats, teams, words, cards, decks, `cell`."""
    yield "cell"
    yield from program.seats.names
    yield from program.teams.names
    for words in program.words:
        yield from words.words
    for definition in program.definitions:
        yield definition.name
        yield definition.deck


def _names_of_values(program: Program) -> Iterator[str]:
    yield "active"
    yield from (state.name for state in program.states)
    yield from (value.name for value in program.values)
    yield from (option.name for option in program.options)


def _is_turned(node: Is, constants: Collection[str], asked: Collection[str]) -> bool:
    left, right = node.left, node.right
    if isinstance(left, Number | Truth):
        return not isinstance(right, Number | Truth)
    return _is_constant(left, constants) and _is_changing(right, constants, asked)


def _is_constant(node: Expression | NamedArgument, constants: Collection[str]) -> bool:
    """Return whether it is a constant: `home`, `cell(5, 4)`, `french(hearts, 8)`."""
    match node:
        case Number() | Truth():
            return True
        case Name(text=text):
            return text in constants
        case Apply(function=function, arguments=arguments):
            return function.text in constants and all(
                _is_constant(argument, constants) for argument in arguments
            )
    return False


def _is_changing(node: Expression, constants: Collection[str], asked: Collection[str]) -> bool:
    match node:
        case Name(text=text):
            return text in asked
        case Apply():
            return not _is_constant(node, constants)
    return False


EXPRESSIONS_ONLY = (d.Value, d.Measure, d.Chooser, Claim, Property)  # these change no state


def one_or_none(span: Span, name: str, member: str, test: str, fix: Fix) -> Diagnostic:
    """
    Report that an optional is tested for a member, as if it were a set.

    If it may change before it is read, the fix would need a new line, so there is none.
    """
    way_out = f"write `{test}`, and `{name}` where `{member}` is read"
    if not fix.is_sure:
        kept = f"let {member} = {name}"
        way_out += f"; if `{name}` may change before, keep it: `{kept}` in a line above"
    diagnostic = advice(
        "one-or-none", span, f"`{name}` is a single thing or none, not a set", help=way_out
    )
    return evolve(diagnostic, fix=fix) if fix.is_sure else diagnostic


@frozen
class _Optionals:
    """The names of optionals: bare ones, and ones with arguments."""

    names: frozenset[str]
    with_places: frozenset[str]

    def within(self, top: Node) -> _Optionals:
        """Return the names, with the optional parameters of a declaration."""
        texts = {
            node.name.text
            for node in find(top, d.Parameter)
            if isinstance(node.type, x.OptionalType)
        }
        return evolve(self, names=self.names | texts)


def find_one_or_none(trees: Sequence[d.Tree], program: Program) -> Iterator[Diagnostic]:
    """
    Report `there is x in S` where S is an optional, not a set, except as the condition of a
    `whenever`. With arguments, `there is` gives it a short name; that is needless if it is read
    once.
    """
    return in_each(trees, _optionals_tested(_optionals_declared(program)))


def _optionals_declared(program: Program) -> _Optionals:
    declared = [(state.name, state.type, bool(state.index)) for state in program.states]
    declared += [(value.name, value.type, bool(value.parameters)) for value in program.values]
    optionals = [(name, places) for name, type, places in declared if isinstance(type, t.Optional)]
    return _Optionals(
        frozenset(name for name, places in optionals if not places),
        frozenset(name for name, places in optionals if places),
    )


@asked_with
def _optionals_tested(top: Node, declared: _Optionals) -> Found:
    tests = [*find(top, x.ThereIs)]
    if not tests:
        return ()
    found: list[Diagnostic] = []
    known = declared.within(top)
    nodes = [*walk(top)]
    rules = {id(inner.condition) for inner in nodes if isinstance(inner, Whenever)}
    for node in tests:
        if id(node) not in rules:
            scope = _scope_of_name(nodes, node) or top
            read = _reads_in_scope(scope, node)
            match node.subject:
                case Name(text=text) if text in known.names:
                    found.append(_advice_on_optional(top, scope, node, read))
                case x.Apply(function=Name(text=text)) if text in known.with_places:
                    if len(read) == 1:
                        found.append(_advice_on_optional(top, scope, node, read))
    return tuple(found)


def _reads_in_scope(scope: Node, node: x.ThereIs) -> tuple[Span, ...]:
    spans = (inner.span for inner in walk(scope) if _is_variable(inner, node.variable))
    return tuple(dict.fromkeys(span for span in spans if span != node.variable.span))


def _advice_on_optional(
    top: Node, scope: Node, node: x.ThereIs, read: Sequence[Span]
) -> Diagnostic:
    name = node.subject.span.text
    test = _test_of_optional(node, name)
    renames = [Edit(span, name) for span in read if not node.span.contains(span)]
    sure = _is_unchanged(top, scope, name)
    edits = (Edit(node.span, test), *renames)
    fix = Fix(edits, Certainty.SURE if sure else Certainty.LIKELY)
    return one_or_none(node.span, name, node.variable.text, test, fix)


def _is_variable(node: Node, variable: Name) -> bool:
    return isinstance(node, Name) and node.text == variable.text


def _test_of_optional(node: x.ThereIs, name: str) -> str:
    if node.condition is None:
        return f"{name} is none" if node.negated else f"{name} is not none"
    start, text = node.condition.span.start, node.condition.span.text
    reads = {n.span.start for n in walk(node.condition) if _is_variable(n, node.variable)}
    for start_of_name in sorted(reads, reverse=True):
        at = start_of_name - start
        text = text[:at] + name + text[at + len(node.variable.text) :]
    if node.negated:
        return f"{name} is none or not ({text})"
    ends = isinstance(node.condition, x.Or | x.WhenOtherwise)
    return f"{name} is not none and ({text})" if ends else f"{name} is not none and {text}"


def _scope_of_name(nodes: Sequence[Node], node: x.ThereIs) -> Node | None:
    """Return the innermost branch or case in which the name may be read."""
    around = [
        outer
        for outer in nodes
        if isinstance(outer, Branch | x.WhenOtherwise | d.ValueCase)
        and outer.span.start <= node.span.start
        and node.span.end <= outer.span.end
    ]
    return around[-1] if around else None


def _is_unchanged(top: Node, scope: Node, name: str) -> bool:
    """Return whether S keeps its value while the name is read."""
    if isinstance(top, EXPRESSIONS_ONLY) or not isinstance(scope, Branch):
        return isinstance(top, EXPRESSIONS_ONLY) or isinstance(scope, x.WhenOtherwise)
    texts = {node.name.text for node in walk(top) if isinstance(node, d.Parameter)}
    is_one = len(scope.block.statements) == 1 and not any(find(scope.block, If))
    return name in texts or is_one


def after_last_part(expression: Span, last: Span, sign: str, value: str, call: str) -> Diagnostic:
    """Report `a and b after P(…)`: the author may have meant a, too, to be evaluated after P."""
    before = last.source.text[expression.start : last.start].rstrip()
    wanted = f"({before} {value}) after {call}"
    diagnostic = advice(
        "after-last-part",
        last,
        f"`after` applies only to this part, not to the part before `{sign}`",
        help=f"for both parts, write `{wanted}`; otherwise put this part in parentheses",
    )
    return evolve(diagnostic, fix=Fix((Edit(expression, wanted),), Certainty.LIKELY))


def find_after_last_part(trees: Sequence[Tree], _: Program) -> Iterator[Diagnostic]:
    """
    Report an `after` that applies to the last operand of `and` or `or` alone, except in examples
    and claims, whose operands are separate facts.
    """
    return in_each(trees, _after_in_last_part)


AND_OR: Any = And | Or


@asked_once
def _after_in_last_part(top: Node) -> Found:
    found: list[Diagnostic] = []
    for node in () if isinstance(top, Example | Claim) else find(top, AND_OR):
        if not isinstance(node.right, WhatWouldBe):
            continue
        last, sign = node.right, "and" if isinstance(node, And) else "or"
        if not any(isinstance(inner, WhatWouldBe) for inner in walk(node.left)):
            call, value = last.call.span.text, last.value.span.text
            found.append(after_last_part(node.span, last.span, sign, value, call))
    return tuple(found)


yes_compared = AdviceMessage(
    "yes-compared",
    "this is already a condition, without `yes` or `no`",
    help=Proposal("write `{asked}`", ("{asked}",)).sure,
)


def find_yes_compared(trees: Sequence[Tree], program: Program) -> Iterator[Diagnostic]:
    """Report that a condition is compared with `yes` or `no`.

    Every such comparison, except in examples and claims, where `given f(p) is yes` sets a state.
    """
    return in_each(trees, _compared_with_yes(frozenset(_names_of_conditions(program))))


@asked_with
def _compared_with_yes(top: Node, conditions: frozenset[str]) -> Found:
    found: list[Diagnostic] = []
    for node in () if isinstance(top, Example | Claim) else find(top, Is):
        if isinstance(node.right, Truth) and _name_compared(node) in conditions:
            asked = node.left.span.text
            wanted = node.right.value is not node.negated
            found.append(yes_compared(node.span, asked=asked if wanted else f"not {asked}"))
    return tuple(found)


def _name_compared(node: Is) -> str | None:
    match node.left:
        case Name(text=text) | Apply(function=Name(text=text)):
            return text
        case _:
            return None


def _names_of_conditions(program: Program) -> Iterator[str]:
    """Yield the names of truths that are never none."""
    yield from (state.name for state in program.states if state.type == t.Truth())
    yield from (value.name for value in program.values if value.type == t.Truth())
    for procedure in program.procedures:
        if procedure.answers == t.Truth():
            yield procedure.name
    for option in program.options:
        if set(option.values) == {"yes", "no"}:
            yield option.name


mixed_and_or = AdviceMessage(
    "mixed-and-or",
    "`and` binds more tightly than `or`",
    help="add brackets: around this part, or around the `or` and its operands",
)


def find_mixed_and_or(trees: Sequence[Tree], _: Program) -> Iterator[Diagnostic]:
    """Report an `and` beside an `or` without brackets, since it binds more tightly."""
    return in_each(trees, _mixed)


@asked_once
def _mixed(top: Node) -> Found:
    sides = (side for node in find(top, Or) for side in (node.left, node.right))
    spans = [side.span for side in sides if isinstance(side, And)]
    fixes = (Fix((Edit(span, f"({span.text})"),), Certainty.SURE) for span in spans)
    return tuple(
        evolve(mixed_and_or(span), fix=fix) for span, fix in zip(spans, fixes, strict=True)
    )


DEEPEST_CALL = 3
# Functions that read as part of their argument.
ENDS_OF_SETS = ("top", "bottom", "first", "last", "item")
READ_WITH_ARGUMENT = frozenset((*ENDS_OF_SETS, "title", "space", "row", "column", "cell"))
READ_WITH_ARGUMENT |= {"larger", "smaller", "remainder"}
NOT_PLAYED = (Example, Claim, d.Chooser, d.Measure, d.Table, d.Omit)
BRACKET = re.compile(r'([(){}])|"[^"\n]*"|#[^\n]*|^[ \t]*\|.*$', re.MULTILINE)  # also what hides it
NAME_BEFORE = re.compile(r"\w+$")


nested_brackets = AdviceMessage(
    "nested-brackets",
    "this is the third level of nested brackets",
    help="name the inner part: `let x = …` before, or a separate `value`",
)


def find_nested_brackets(trees: Sequence[Tree], program: Program) -> Iterator[Diagnostic]:
    """Report calls nested too deep."""
    decks = frozenset(card.deck for card in program.definitions)  # one card: `french(8, hearts)`
    return in_each(trees, _calls_too_deep(READ_WITH_ARGUMENT | decks))


@asked_with
def _calls_too_deep(top: Node, plain: frozenset[str]) -> Found:
    span, text = top.span, top.span.text
    few = text.count("(") + text.count("{") < DEEPEST_CALL
    found: list[Diagnostic] = []
    opened: list[tuple[int, bool]] = []
    for bracket in () if few or isinstance(top, NOT_PLAYED) else BRACKET.finditer(text):
        place, letter = bracket.start(), bracket[1]
        if letter is None:
            continue
        if letter in "({":
            name = NAME_BEFORE.search(text[max(0, place - 100) : place]) if letter == "(" else None
            opened.append((place, name is not None and name.group() not in plain))
        elif opened:
            begun, of_name = opened.pop()
            around = sum(of_another for _, of_another in opened)
            if of_name and around == DEEPEST_CALL - 1:
                start = span.start + begun
                found.append(nested_brackets(Span(span.source, start, span.start + place + 1)))
    return tuple(found)
