"""Lowers boards and pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from ruleslang.language.lower.constant_numbers import folded, sized
from ruleslang.language.lower.context import Context
from ruleslang.language.lower.diagnostics import declarations, setup
from ruleslang.language.lower.typing import most_sizes
from ruleslang.language.syntax import declarations as syntax
from ruleslang.program import declarations as d
from ruleslang.program.references import BOARD_SHAPES, one_of

PLAIN = "."


def letters_of(board: syntax.Board) -> str:
    """Return the letters of a drawing in standard order: from row 1 up, each from column 1 on."""
    return "".join(_letters(row) for row in reversed(board.drawing))


def region_places(board: syntax.Board, name: str) -> tuple[int, ...]:
    """Return the indices of a region's spaces; spaces that the board lacks are left out."""
    wanted = {
        letter
        for region in board.regions
        if region.name.text == name
        for letter in region.letters.text
    }
    number = 1
    for size in board.shape.sizes:
        number *= folded(size) or 0
    drawn = letters_of(board)[:number]
    return tuple(place for place, letter in enumerate(drawn) if letter in wanted - {PLAIN, " "})


NO_LETTER = "this region has no letter"


def check_drawing(context: Context, board: syntax.Board, sizes: Sequence[int]) -> None:
    """Report a drawing of a size other than the board's, and letters without a region or rows."""
    if not board.drawing and not board.regions:
        return
    if board.shape.word == "map":
        context.report(setup.drawn_map((*board.drawing, *board.regions)[0].span))
        return
    if any(folded(size) is None for size in board.shape.sizes):
        context.report(setup.sized_by_settings(board.shape.span))
        return
    columns, rows = (*sizes, 1)[:2]
    if board.drawing and len(board.drawing) != rows:
        found = _counted(len(board.drawing), "row")
        context.report(setup.rows_drawn(board.drawing[-1].span, found=found, rows=rows))
    for row in board.drawing:
        if len(_letters(row)) != columns:
            found = _counted(len(_letters(row)), "space")
            context.report(setup.row_of_other_length(row.text.span, found=found, columns=columns))
    _check_letters(context, board)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _check_letters(context: Context, board: syntax.Board) -> None:
    drawn = set(letters_of(board)) - {PLAIN}
    letters = {letter for region in board.regions for letter in region.letters.text}
    for row in board.drawing:
        for letter in dict.fromkeys(_letters(row)):
            if letter not in letters | {PLAIN}:
                letters.add(letter)
                context.report(setup.letter_without_region(row.text.span, letter=letter))
    for region in board.regions:
        missing = [mark for mark in _marks(region) if mark not in drawn]
        if missing or not list(_marks(region)):
            found = f"no row of the drawing has a `{missing[0]}`" if missing else NO_LETTER
            context.report(setup.letter_not_drawn(region.letters.span, found=found))


def _marks(region: syntax.Region) -> Iterator[str]:
    return (letter for letter in region.letters.text if letter not in " ")


def _letters(row: syntax.DrawnRow) -> str:
    return "".join(row.text.text.split())


def lower_board(context: Context, node: syntax.Board) -> d.Board:
    """Return a board with the names of its spaces and its links as indices."""
    sizes = most_sizes(context, node)
    if node.shape.word != "map" and not all(1 <= size <= 100 for size in sizes):
        context.report(setup.too_wide(node.shape.span))
        sizes = tuple(min(max(size, 1), 100) for size in sizes)
    check_drawing(context, node, sizes)
    neighbours = _neighbours(context, node)
    shape = one_of(node.shape.word, BOARD_SHAPES)
    spaces = tuple(_named_spaces(node)) or d.made_up_names(node.name.text, shape, sizes)
    by = _sizes_by(context, node)
    if node.named is not None:
        spaces = _with_names(context, node, node.named, () if by else sizes) or spaces
    if node.shape.word == "map" and not node.spaces:
        context.report(setup.no_spaces(node.shape.span))
    links = tuple(_link(context, node, link) for link in (node.links.links if node.links else ()))
    return d.Board(
        node.name.text,
        shape,
        sizes,
        neighbours,
        node.rows_from_each_side,
        node.one_piece_per_space,
        spaces,
        tuple(link for link in links if link),
        by,
        context.origin(node.span, node.marks),
        tuple(
            d.DrawnRegion(region.name.text, region_places(node, region.name.text))
            for region in node.regions
        ),
    )


def _sizes_by(context: Context, node: syntax.Board) -> tuple[d.BySettings, ...]:
    """Return the sizes of a board that depend on settings; empty if none does."""
    sizes = [sized(context, size) for size in node.shape.sizes]
    known = [board_size for board_size in sizes if board_size is not None]
    if len(known) < len(sizes) or not any(board_size.depends for board_size in known):
        return ()
    if any(board_size.least < 1 for board_size in known):
        context.report(setup.no_spaces_under_some(node.shape.span))
    return tuple(board_size.by for board_size in known)


def _named_spaces(node: syntax.Board) -> list[str]:
    """Return the spaces that a map lists; empty for other boards."""
    return [name.text for name in node.spaces.names] if node.spaces else []


def _with_names(
    context: Context, node: syntax.Board, named: syntax.NamedSpaces, sizes: tuple[int, ...]
) -> tuple[str, ...]:
    """Return the names of all spaces, row by row; empty if their number does not fit the board."""
    rows = named.rows
    if node.shape.word not in ("grid", "hexes"):
        context.report(setup.unnamed_shape(named.span, shape=node.shape.word))
    elif not rows or (len(rows[0]), len(rows)) != sizes:
        context.report(setup.names_do_not_fit(named.span, rows, sizes))
    else:
        return tuple(chain.from_iterable(rows))
    return ()


def _neighbours(context: Context, node: syntax.Board) -> int:
    default = {"grid": 4, "hexes": 6, "line": 2, "ring": 2, "map": 0}[node.shape.word]
    if node.neighbours is None:
        return default
    if node.shape.word != "grid" or node.neighbours not in (4, 8):
        context.report(setup.bad_neighbours(node.span))
        return default
    return node.neighbours


def _link(context: Context, node: syntax.Board, link: syntax.Link) -> tuple[int, int] | None:
    names = _named_spaces(node)
    for end in (link.left, link.right):
        if end.text not in names:
            context.report(setup.unknown_space(end, known=names, board=node.name.text))
            return None
    return names.index(link.left.text), names.index(link.right.text)


def lower_piece(context: Context, node: syntax.Piece) -> d.Piece:
    """Lower `piece man "man" x10 per player on pitch`."""
    if node.per is not None and node.per.text != "player":
        context.report(declarations.per_what(node.per.span, name=node.per.text))
    if node.board is not None:
        symbol = context.symbols.get(node.board.text)
        if symbol is None or symbol.what != "board":
            of = symbol.of if symbol is not None and symbol.what == "space" else None
            known = context.symbols.names_of("board")
            context.report(declarations.unknown_board(node.board, known, of))
    copies = 1 if node.copies is None else node.copies
    return d.Piece(
        node.name.text,
        copies,
        node.per is not None,
        node.board.text if node.board else None,
        context.text(node.text),
        context.origin(node.span, node.marks),
    )
