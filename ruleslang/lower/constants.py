"""Evaluates what is known before play: integers, fields, start values, bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import TypeVar

from attrs import evolve, frozen

from ruleslang.lower.context import Context
from ruleslang.lower.diagnostics import types as say
from ruleslang.lower.scope import Scope
from ruleslang.program import declarations as d
from ruleslang.program import limits
from ruleslang.program import types as t
from ruleslang.program.constant_folding import PLAYERS
from ruleslang.program.program import Ending
from ruleslang.program.typing import sizes as program_sizes
from ruleslang.program.typing.intervals import quotient
from ruleslang.program.typing.lattice import element, plain, stored
from ruleslang.program.typing.sizes import GENEROUS, Sizes
from ruleslang.resolve.gather_symbols import declared_words, most_players
from ruleslang.syntax import declarations as declared
from ruleslang.syntax import declarations as syntax_declarations
from ruleslang.syntax import expressions as syntax
from ruleslang.syntax import expressions as x
from ruleslang.syntax.node import Name
from ruleslang.syntax.walk import walk

NOTHING: Mapping[str, int] = {}


def integer(context: Context, node: syntax.Expression) -> int | None:
    """The value of a constant integer expression; reports a diagnostic and returns None when it is
    not constant.
    """
    found = folded(node)
    if found is None:
        context.report(say.not_constant(node.span, what="a number"))
    return found


@frozen
class Sized:
    """A number that may depend on settings: the least and the most it can be, and its table."""

    least: int
    most: int
    by: d.BySettings

    @property
    def depends(self) -> bool:
        """Whether it is not the same under all settings."""
        return len(self.by.numbers) > 1


def sized(context: Context, node: syntax.Expression) -> Sized | None:
    """
    The values of a whole number that may depend on options and on the number of players.

    Reports a diagnostic and returns None when it depends on something else.
    """
    settings = dict(_settings(context, node))
    if prod(map(len, settings.values())) > limits.SETTINGS:
        context.report(say.too_many_settings(node.span))
        return None
    numbers = []
    for values in product(*settings.values()):
        number = folded(node, dict(zip(settings, values, strict=True)))
        if number is None:
            context.report(say.not_constant(node.span, what="a number"))
            return None
        numbers.append(number)
    options = tuple(name for name in settings if name != PLAYERS)
    by = d.BySettings(options, PLAYERS in settings, tuple(numbers))
    return Sized(min(numbers), max(numbers), by)


def downwards(
    context: Context, low: syntax.Expression, high: syntax.Expression
) -> tuple[int, int] | None:
    """The ends of a range, two whole numbers, under the first settings where it goes downwards."""
    settings = {**dict(_settings(context, low)), **dict(_settings(context, high))}
    if prod(map(len, settings.values())) > limits.SETTINGS:
        context.report(say.too_many_settings(low.span))
        return None
    for values in product(*settings.values()):
        known = dict(zip(settings, values, strict=True))
        least, most = folded(low, known), folded(high, known)
        if least is not None and most is not None and least > most:
            return least, most
    return None


def _settings(context: Context, node: syntax.Expression) -> Iterator[tuple[str, Sequence[int]]]:
    """The settings that an expression reads, the number of players last, and what they can be."""
    plays = None
    for part in walk(node):
        match part:
            case Name(text):
                symbol = context.symbols.globals.get(text)
                option = symbol.node if symbol is not None else None
                if isinstance(option, declared.Option) and option.numbers is not None:
                    yield text, range(option.numbers.low, option.numbers.high + 1)
            case syntax.NumberOf(Name("players")):
                plays = part
    if plays is not None:
        yield PLAYERS, players_of(context)


def players_of(context: Context) -> Sequence[int]:
    """The numbers of players that the header allows."""
    header = context.symbols.header
    lines = header.items if header is not None else ()
    line = next((each for each in lines if isinstance(each, declared.Players)), None)
    count = line.count if line is not None else None
    low, high = (count.low, count.high) if isinstance(count, syntax.Range) else (count, count)
    least, most = (2 if end is None else folded(end) or 2 for end in (low, high))
    return range(least, min(most, limits.SEATS) + 1)


def folded(node: syntax.Expression, known: Mapping[str, int] = NOTHING) -> int | None:
    """The number that an expression of numbers, and of settings that are known, is; or None."""
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


Item = TypeVar("Item")


def game_sizes(context: Context) -> Sizes:
    """The sizes of the game, gathered once."""
    if context.sizes is None:
        context.sizes = _gather(context)
    return context.sizes


def how_many(context: Context, type: t.Type) -> int | None:
    """How many there are of a type; None when nothing bounds them."""
    found = stored(type)
    return None if found == t.Never() else program_sizes.how_many(found, game_sizes(context))


def most_members(context: Context, type: t.Type) -> int | None:
    """How many members a set, list or optional can have; None when nothing bounds them."""
    if isinstance(type, (t.Optional, t.Maybe)):
        return 1
    if isinstance(type, (t.SetOf, t.ListOf)) and type.up_to is not None:
        return type.up_to
    inner = element(type)
    return None if inner is None else how_many(context, inner)


def count_of(context: Context, type: t.Type) -> t.Number:
    """What `number of` such a set may be."""
    most = most_members(context, type)
    return t.Number(0, program_sizes.GENEROUS if most is None else most)


def _gather(context: Context) -> Sizes:
    order = context.symbols.order
    boards = [node for node in order if isinstance(node, syntax_declarations.Board)]
    seats = _seats(context)
    pieces = [node for node in order if isinstance(node, syntax_declarations.Piece)]
    return Sizes(
        seats=seats,
        teams=max(1, sum(1 for _ in context.symbols.of("team"))),
        team_size=max(
            (item.size for item in _header(context, syntax_declarations.Teams)), default=0
        ),
        rows=max((_rows(context, board) for board in boards), default=1),
        columns=max((_columns(context, board) for board in boards), default=1),
        spaces=max(1, sum(_spaces(context, board) for board in boards)),
        pieces=max(1, sum((node.copies or 1) * (seats if node.per else 1) for node in pieces)),
        board=boards[0].name.text if len(boards) == 1 else None,
        maps=_maps(boards),
        words={name: number for node in order for name, number in _words(node)},
        owned=frozenset(node.name.text for node in pieces if node.per is not None),
    )


def _header(context: Context, sort: type[Item]) -> Iterator[Item]:
    header = context.symbols.header
    return (item for item in (header.items if header else ()) if isinstance(item, sort))


def _seats(context: Context) -> int:
    said = [most_players(item) for item in _header(context, syntax_declarations.Players)]
    if not said and not context.symbols.header_is_whole:
        return limits.SEATS
    return max([2, sum(1 for _ in context.symbols.of("player")), *said])


def _maps(boards: Sequence[syntax_declarations.Board]) -> frozenset[str | None]:
    """The boards without directions, and None where there are no others."""
    maps = [board.name.text for board in boards if board.shape.word == "map"]
    return frozenset([*maps, None] if maps and len(maps) == len(boards) else maps)


def most_sizes(context: Context, board: syntax_declarations.Board) -> tuple[int, ...]:
    """The numbers of a board's shape, the most that they can be."""
    found = (sized(context, size) for size in board.shape.sizes)
    return tuple(1 if each is None else each.most for each in found)


def _rows(context: Context, board: syntax_declarations.Board) -> int:
    sizes = most_sizes(context, board)
    return sizes[1] if len(sizes) == 2 else 1


def _columns(context: Context, board: syntax_declarations.Board) -> int:
    sizes = most_sizes(context, board)
    return sizes[0] if sizes else max(1, len(board.spaces.names if board.spaces else ()))


def _spaces(context: Context, board: syntax_declarations.Board) -> int:
    return _columns(context, board) * _rows(context, board)


def _words(node: syntax_declarations.Declaration) -> Iterator[tuple[str, int]]:
    """How many words a list, a die or an option has."""
    if isinstance(
        node, syntax_declarations.Words | syntax_declarations.Die | syntax_declarations.Option
    ):
        words = {word.text for word in declared_words(node)}
        if words:
            yield node.name.text, len(words)


MOST = 1_000_000  # more often than this, and what is counted there wants a stated range


def inside(scope: Scope, bound: int | None) -> Scope:
    """The scope in a loop that runs so often; None: as long as decisions last."""
    return evolve(scope, loops=(*scope.loops, bound))


def of_members(scope: Scope, type: t.Type) -> int:
    """How often a loop over a set, list or zone runs."""
    most = most_members(scope.context, type)
    return GENEROUS if most is None else most


def of_number(node: x.Expression, type: t.Type) -> int:
    """How often a loop runs that says a number."""
    known = folded(node)
    if known is not None:
        return max(known, 0)
    number = plain(type)
    return max(number.high, 0) if isinstance(number, t.Number) else GENEROUS


def passes(scope: Scope, outside: int) -> int | None:
    """
    How often a line runs, once the first `outside` loops about it have come to the present pass.

    A pass of a loop without a bound of its own takes a decision, or counts as one.
    """
    total = 1
    for bound in reversed(scope.loops[outside:]):
        total *= _decisions(scope) if bound is None else bound
        if total > MOST:
            return None
        if bound is None:
            break
    return total


def _decisions(scope: Scope) -> int:
    header = scope.context.symbols.header
    items = header.items if header else ()
    caps = (item.number for item in items if isinstance(item, syntax_declarations.DecisionCap))
    return next(caps, Ending().decisions)
