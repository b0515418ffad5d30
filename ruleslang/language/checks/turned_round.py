"""Reports `turned-round`: a comparison with the constant on the left, or `not` before it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ruleslang.language.syntax.declarations import Tree
from ruleslang.language.syntax.expressions import (
    Apply,
    Expression,
    Is,
    IsEmpty,
    IsIn,
    NamedArgument,
    Not,
    Number,
    Paren,
    Truth,
)
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.walk import find
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.fix import Proposal
from ruleslang.source.span import Span


def turned_round(span: Span, left: str, right: str, sign: str) -> Diagnostic:
    """A constant precedes the value it is compared with."""
    asked = f"{right} {sign} {left}"
    return advice(
        "turned-round",
        span,
        f"the expected value `{left}` stands first",
        help=Proposal(f"write `{asked}`", (asked,)).sure,
    )


def not_before(span: Span, asked: str) -> Diagnostic:
    """`not` precedes a comparison."""
    return advice(
        "turned-round",
        span,
        "`not` stands before a comparison, which has an `is not`",
        help=Proposal(f"write `{asked}`", (asked,)).sure,
    )


def check(trees: Sequence[Tree], program: Program) -> Iterator[Diagnostic]:
    """Every `is` with a constant on the left of a value, and every `not x is y`."""
    constants, asked = frozenset(_constants(program)), frozenset(_asked_about(program))
    for tree in trees:
        for top in tree.declarations:
            for node in find(top, Is):
                if _is_turned(node, constants, asked):
                    sign = "is not" if node.negated else "is"
                    left, right = node.left.span.text, node.right.span.text
                    yield turned_round(node.span, left, right, sign)
            for negation in find(top, Not):
                asked_so = _negated(negation.operand)
                if asked_so is not None:
                    yield not_before(negation.span, asked_so)


def _negated(node: Expression) -> str | None:
    """The negated comparison; None of other conditions."""
    match node:
        case Paren(inner=inner):
            return _negated(inner)
        case Is(left=left, right=right, negated=False):
            return f"{left.span.text} is not {right.span.text}"
        case IsIn(left=left, right=right, negated=False):
            return f"{left.span.text} is not in {right.span.text}"
        case IsEmpty(operand=operand, negated=False):
            return f"{operand.span.text} is not empty"
    return None


def _constants(program: Program) -> Iterator[str]:
    """The names of constants: seats, teams, words, cards, decks, `cell`."""
    yield "cell"
    yield from program.seats.names
    yield from program.teams.names
    for words in program.words:
        yield from words.words
    for definition in program.definitions:
        yield definition.name
        yield definition.deck


def _asked_about(program: Program) -> Iterator[str]:
    """The names of values that change."""
    yield "active"
    yield from (state.name for state in program.states)
    yield from (value.name for value in program.values)
    yield from (option.name for option in program.options)


def _is_turned(node: Is, constants: Collection[str], asked: Collection[str]) -> bool:
    left, right = node.left, node.right
    if isinstance(left, Number | Truth):
        return not isinstance(right, Number | Truth)
    return _is_constant(left, constants) and _is_asked(right, constants, asked)


def _is_constant(node: Expression | NamedArgument, constants: Collection[str]) -> bool:
    """Whether it is a constant: `home`, `cell(5, 4)`, `french(hearts, 8)`."""
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


def _is_asked(node: Expression, constants: Collection[str], asked: Collection[str]) -> bool:
    match node:
        case Name(text=text):
            return text in asked
        case Apply():
            return not _is_constant(node, constants)
    return False
