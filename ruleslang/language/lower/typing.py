"""
The types of lowered expressions: `program.typing` has the rules, the declarations as written give
the sizes of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from attrs import evolve

from ruleslang.language.lower.constant_numbers import folded, sized
from ruleslang.language.lower.context import Context
from ruleslang.language.lower.scope import Scope, Typed
from ruleslang.language.lower.types import lower_type
from ruleslang.language.resolve.gather_symbols import declared_words, most_players
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import expressions as x
from ruleslang.program import limits
from ruleslang.program import types as t
from ruleslang.program.program import Ending
from ruleslang.program.typing import sizes as program_sizes
from ruleslang.program.typing.computed import Computed, Operands, computed_type
from ruleslang.program.typing.lattice import join_members, plain
from ruleslang.program.typing.sizes import GENEROUS, Sizes


def typed(scope: Scope, expr: Computed, *operands: Typed) -> Typed:
    """
    Return an expression with its type, computed from the types of its operands.

    Unknown if an operand is. The types of members are never `Maybe`: members that are none are left
    out of sets.
    """
    if any(isinstance(operand.type, t.Unknown) for operand in operands):
        return Typed(expr, t.Unknown())
    types = {id(operand.expr): operand.type for operand in operands}
    sizes, kinds = game_sizes(scope.context), scope.context.kinds
    type = computed_type(expr, Operands(lambda operand: types[id(operand)], sizes, kinds))
    return Typed(expr, type)


# ---------------------------------------------------------------- the sizes of the game

Item = TypeVar("Item")


def game_sizes(context: Context) -> Sizes:
    """Return the sizes of the game; memoised."""
    return context.once(context.sizes, None, lambda: _gather(context))


def most_members(context: Context, type: t.Type) -> int | None:
    """Return the most members of a set, list or optional; None if unbounded."""
    return program_sizes.most_members(type, game_sizes(context))


def _gather(context: Context) -> Sizes:
    symbols = context.symbols
    boards = list(symbols.each(d.Board))
    seats = _seats(context)
    pieces = list(symbols.each(d.Piece))
    lists = symbols.each(d.Words, d.Die, d.Option)
    return Sizes(
        seats=seats,
        teams=max(1, len(symbols.names_of("team"))),
        team_size=max((item.size for item in _header(context, d.Teams)), default=0),
        rows=max((_rows(context, board) for board in boards), default=1),
        columns=max((_columns(context, board) for board in boards), default=1),
        spaces=max(1, sum(_columns(context, board) * _rows(context, board) for board in boards)),
        pieces=max(1, sum((node.copies or 1) * (seats if node.per else 1) for node in pieces)),
        board=boards[0].name.text if len(boards) == 1 else None,
        maps=_maps(boards),
        words={name: number for node in lists for name, number in _words(node)},
        owned=frozenset(node.name.text for node in pieces if node.per is not None),
        zone_index=_zone_index(context),
    )


def _zone_index(context: Context) -> t.Type:
    """Return the join of the types of all zone indices, beside players."""
    index: t.Type = t.Never()
    for node in context.symbols.each(d.Zone):
        for place in node.index:
            type = lower_type(context, place.type)
            if type != t.Player():
                index = join_members(index, type, context.kinds) or t.Unknown()
    return index


def _header(context: Context, sort: type[Item]) -> Iterator[Item]:
    header = context.symbols.header
    return (item for item in (header.items if header else ()) if isinstance(item, sort))


def _seats(context: Context) -> int:
    numbers = [most_players(item) for item in _header(context, d.Players)]
    if not numbers and not context.symbols.header_is_whole:
        return limits.SEATS
    return max([2, len(context.symbols.names_of("player")), *numbers])


def _maps(boards: Sequence[d.Board]) -> frozenset[str | None]:
    """Return the boards without directions; None is included if all boards are such."""
    maps = [board.name.text for board in boards if board.shape.word == "map"]
    return frozenset([*maps, None] if maps and len(maps) == len(boards) else maps)


def most_sizes(context: Context, board: d.Board) -> tuple[int, ...]:
    """Return the greatest dimensions of a board."""
    sizes = (sized(context, size) for size in board.shape.sizes)
    return tuple(1 if board_size is None else board_size.most for board_size in sizes)


def _rows(context: Context, board: d.Board) -> int:
    sizes = most_sizes(context, board)
    return sizes[1] if len(sizes) == 2 else 1


def _columns(context: Context, board: d.Board) -> int:
    sizes = most_sizes(context, board)
    return sizes[0] if sizes else max(1, len(board.spaces.names if board.spaces else ()))


def _words(node: d.Declaration) -> Iterator[tuple[str, int]]:
    """Yield the number of words of a list, a die or an option."""
    if isinstance(node, d.Words | d.Die | d.Option):
        words = {word.text for word in declared_words(node)}
        if words:
            yield node.name.text, len(words)


# ---------------------------------------------------------------- how often a loop runs

MOST = 1_000_000  # above this a counter needs a declared range


def inside(scope: Scope, bound: int | None) -> Scope:
    """Return the scope in a loop with this bound; None: as long as decisions last."""
    return evolve(scope, loops=(*scope.loops, bound))


def of_members(scope: Scope, type: t.Type) -> int:
    """Return how often a loop over a set, list or zone runs."""
    most = most_members(scope.context, type)
    return GENEROUS if most is None else most


def of_number(node: x.Expression, type: t.Type) -> int:
    """Return how often `repeat n times` runs."""
    known = folded(node)
    if known is not None:
        return max(known, 0)
    number = plain(type)
    return max(number.high, 0) if isinstance(number, t.Number) else GENEROUS


def passes(scope: Scope, outside: int) -> int | None:
    """
    Return how often a line runs within one pass of the outermost `outside` loops.

    A pass of a loop without its own bound takes a decision, or counts as one.
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
    caps = (item.number for item in items if isinstance(item, d.DecisionCap))
    return next(caps, Ending().decisions)
