"""Evaluates integers that are known before play, perhaps by options and the number of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod

from attrs import frozen

from ruleslang.language.lower.context import Context
from ruleslang.language.lower.diagnostics import types as errors
from ruleslang.language.syntax import declarations as declared
from ruleslang.language.syntax import expressions as syntax
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.walk import walk
from ruleslang.program import declarations as d
from ruleslang.program import limits
from ruleslang.program.constant_folding import PLAYERS
from ruleslang.program.typing.intervals import quotient

NOTHING: Mapping[str, int] = {}


def integer(context: Context, node: syntax.Expression) -> int | None:
    """Return the value of a constant integer expression; reports one that is not constant."""
    value = folded(node)
    if value is None:
        context.report(errors.not_constant(node.span, what="a number"))
    return value


@frozen
class NumberBySettings:
    """A number that may depend on settings: its range, and its value by setting."""

    least: int
    most: int
    by: d.BySettings

    @property
    def depends(self) -> bool:
        """Whether it differs between settings."""
        return len(self.by.numbers) > 1


def sized(context: Context, node: syntax.Expression) -> NumberBySettings | None:
    """
    Return the values of an integer expression that may depend on options and the number of players.

    Reports an expression that depends on anything else, and returns None.
    """
    settings = dict(_settings(context, node))
    if prod(map(len, settings.values())) > limits.SETTINGS:
        context.report(errors.too_many_settings(node.span))
        return None
    numbers = []
    for values in product(*settings.values()):
        number = folded(node, dict(zip(settings, values, strict=True)))
        if number is None:
            context.report(errors.not_constant(node.span, what="a number"))
            return None
        numbers.append(number)
    options = tuple(name for name in settings if name != PLAYERS)
    by = d.BySettings(options, PLAYERS in settings, tuple(numbers))
    return NumberBySettings(min(numbers), max(numbers), by)


def downwards(
    context: Context, low: syntax.Expression, high: syntax.Expression
) -> tuple[int, int] | None:
    """Return the ends of a range under the first settings where it is empty because low > high."""
    settings = {**dict(_settings(context, low)), **dict(_settings(context, high))}
    if prod(map(len, settings.values())) > limits.SETTINGS:
        context.report(errors.too_many_settings(low.span))
        return None
    for values in product(*settings.values()):
        known = dict(zip(settings, values, strict=True))
        least, most = folded(low, known), folded(high, known)
        if least is not None and most is not None and least > most:
            return least, most
    return None


def _settings(context: Context, node: syntax.Expression) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield the settings that an expression reads, players last, with their values."""
    plays = None
    for part in walk(node):
        match part:
            case Name(text):
                option = context.symbols.declared(text, declared.Option)
                if option is not None and option.numbers is not None:
                    yield text, range(option.numbers.low, option.numbers.high + 1)
            case syntax.NumberOf(Name("players")):
                plays = part
    if plays is not None:
        yield PLAYERS, players_of(context)


def players_of(context: Context) -> Sequence[int]:
    """Return the numbers of players that the header allows."""
    header = context.symbols.header
    lines = header.items if header is not None else ()
    line = next((item for item in lines if isinstance(item, declared.Players)), None)
    count = line.count if line is not None else None
    low, high = (count.low, count.high) if isinstance(count, syntax.Range) else (count, count)
    least, most = (2 if end is None else folded(end) or 2 for end in (low, high))
    return range(least, min(most, limits.SEATS) + 1)


def folded(node: syntax.Expression, known: Mapping[str, int] = NOTHING) -> int | None:
    """Return an integer expression's value under given settings; `None`: it is not constant."""
    match node:
        case Name():
            return known.get(node.text)
        case syntax.NumberOf(Name("players")):
            return known.get(PLAYERS)
        case syntax.Number():
            return node.value
        case syntax.Paren():
            return folded(node.inner, known)
        case syntax.Negate():
            operand = folded(node.operand, known)
            return None if operand is None else -operand
        case syntax.Binary():
            return _binary(node, known)
        case syntax.Divide():
            left, right = folded(node.left, known), folded(node.right, known)
            if left is None or right in (None, 0) or node.rounding is None:
                return None
            return quotient(left, right, node.rounding) if right else None
        case _:
            return None


def _binary(node: syntax.Binary, known: Mapping[str, int]) -> int | None:
    left, right = folded(node.left, known), folded(node.right, known)
    if left is None or right is None:
        return None
    return {"+": left + right, "-": left - right, "*": left * right}.get(node.operator)
