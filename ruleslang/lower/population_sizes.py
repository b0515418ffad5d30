"""
Upper bounds: how many there can be of each type, for the ranges of sums, counts and built-in
functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from ruleslang.lower.constant_integers import sized
from ruleslang.lower.context import Context
from ruleslang.program import limits
from ruleslang.program import types as t
from ruleslang.program.typing import population_sizes
from ruleslang.program.typing.population_sizes import Sizes
from ruleslang.resolve.gather_symbols import declared_words, most_players
from ruleslang.syntax import declarations as syntax
from ruleslang.types.lattice import FrontType, Maybe, element, stored

Item = TypeVar("Item")


def game_sizes(context: Context) -> Sizes:
    """The sizes of the game, gathered once."""
    if context.sizes is None:
        context.sizes = _gather(context)
    return context.sizes


def how_many(context: Context, type: FrontType) -> int | None:
    """How many there are of a type; None when nothing bounds them."""
    found = stored(type)
    return None if found == t.Never() else population_sizes.how_many(found, game_sizes(context))


def most_members(context: Context, type: FrontType) -> int | None:
    """How many members a set, list or optional can have; None when nothing bounds them."""
    if isinstance(type, (t.Optional, Maybe)):
        return 1
    if isinstance(type, (t.SetOf, t.ListOf)) and type.up_to is not None:
        return type.up_to
    inner = element(type)
    return None if inner is None else how_many(context, inner)


def count_of(context: Context, type: FrontType) -> t.Number:
    """What `number of` such a set may be."""
    most = most_members(context, type)
    return t.Number(0, population_sizes.GENEROUS if most is None else most)


def _gather(context: Context) -> Sizes:
    order = context.symbols.order
    boards = [node for node in order if isinstance(node, syntax.Board)]
    seats = _seats(context)
    pieces = [node for node in order if isinstance(node, syntax.Piece)]
    return Sizes(
        seats=seats,
        teams=max(1, sum(1 for _ in context.symbols.of("team"))),
        team_size=max((item.size for item in _header(context, syntax.Teams)), default=0),
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
    said = [most_players(item) for item in _header(context, syntax.Players)]
    if not said and not context.symbols.header_is_whole:
        return limits.SEATS
    return max([2, sum(1 for _ in context.symbols.of("player")), *said])


def _maps(boards: Sequence[syntax.Board]) -> frozenset[str | None]:
    """The boards without directions, and None where there are no others."""
    maps = [board.name.text for board in boards if board.shape.word == "map"]
    return frozenset([*maps, None] if maps and len(maps) == len(boards) else maps)


def most_sizes(context: Context, board: syntax.Board) -> tuple[int, ...]:
    """The numbers of a board's shape, the most that they can be."""
    found = (sized(context, each) for each in board.shape.sizes)
    return tuple(1 if each is None else each.most for each in found)


def _rows(context: Context, board: syntax.Board) -> int:
    sizes = most_sizes(context, board)
    return sizes[1] if len(sizes) == 2 else 1


def _columns(context: Context, board: syntax.Board) -> int:
    sizes = most_sizes(context, board)
    return sizes[0] if sizes else max(1, len(board.spaces.names if board.spaces else ()))


def _spaces(context: Context, board: syntax.Board) -> int:
    return _columns(context, board) * _rows(context, board)


def _words(node: syntax.Declaration) -> Iterator[tuple[str, int]]:
    """How many words a list, a die or an option has."""
    if isinstance(node, syntax.Words | syntax.Die | syntax.Option):
        words = {word.text for word in declared_words(node)}
        if words:
            yield node.name.text, len(words)
