"""Lowers boards and pieces."""

from __future__ import annotations

from itertools import chain

from ruleslang.lower.board_drawings import check_drawing
from ruleslang.lower.constant_integers import sized
from ruleslang.lower.context import Context
from ruleslang.lower.diagnostics import boards as say
from ruleslang.lower.diagnostics import declarations
from ruleslang.lower.population_sizes import most_sizes
from ruleslang.program import declarations as d
from ruleslang.program.enumerations import BOARD_SHAPES, one_of
from ruleslang.syntax import declarations as syntax


def lower_board(context: Context, node: syntax.Board) -> d.Board:
    """A board, its spaces named and its links by place."""
    sizes = most_sizes(context, node)
    if node.shape.word != "map" and not all(1 <= size <= 100 for size in sizes):
        context.report(
            say.bad_board(
                node.shape.span,
                "a board has 1 to 100 rows and columns",
                "for instance `grid 8 by 8`",
            )
        )
        sizes = tuple(min(max(size, 1), 100) for size in sizes)
    check_drawing(context, node, sizes)
    neighbours = _neighbours(context, node)
    shape = one_of(node.shape.word, BOARD_SHAPES)
    spaces = tuple(_named_spaces(node)) or d.made_up_names(node.name.text, shape, sizes)
    by = _sizes_by(context, node)
    if node.named is not None:
        spaces = _with_names(context, node, node.named, () if by else sizes) or spaces
    if node.shape.word == "map" and not node.spaces:
        context.report(
            say.bad_board(
                node.shape.span,
                "this map has no spaces",
                "list them on a line of their own: `spaces: gate, market`",
            )
        )
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
    )


def _sizes_by(context: Context, node: syntax.Board) -> tuple[d.BySettings, ...]:
    """The sizes of a board that depend on settings; nothing when none does."""
    found = [sized(context, each) for each in node.shape.sizes]
    known = [each for each in found if each is not None]
    if len(known) < len(found) or not any(each.depends for each in known):
        return ()
    if any(each.least < 1 for each in known):
        context.report(
            say.bad_board(
                node.shape.span,
                "this board has no spaces under some settings",
                "let the option begin with a greater number",
            )
        )
    return tuple(each.by for each in known)


def _named_spaces(node: syntax.Board) -> list[str]:
    """The spaces that a map lists; other boards list none."""
    return [name.text for name in node.spaces.names] if node.spaces else []


def _with_names(
    context: Context, node: syntax.Board, named: syntax.NamedSpaces, sizes: tuple[int, ...]
) -> tuple[str, ...]:
    """The names of all spaces, row by row; where they do not fit the board, nothing."""
    rows = named.rows
    if node.shape.word not in ("grid", "hexes"):
        context.report(say.unnamed_shape(named.span, node.shape.word))
    elif not rows or (len(rows[0]), len(rows)) != sizes:
        context.report(say.names_do_not_fit(named.span, rows, sizes))
    else:
        return tuple(chain.from_iterable(rows))
    return ()


def _neighbours(context: Context, node: syntax.Board) -> int:
    default = {"grid": 4, "hexes": 6, "line": 2, "ring": 2, "map": 0}[node.shape.word]
    if node.neighbours is None:
        return default
    if node.shape.word != "grid" or node.neighbours not in (4, 8):
        context.report(
            say.bad_board(
                node.span,
                "`neighbours` is 4 or 8, and only for a grid",
                "drop it, or write `neighbours 8`",
            )
        )
        return default
    return node.neighbours


def _link(context: Context, node: syntax.Board, link: syntax.Link) -> tuple[int, int] | None:
    names = _named_spaces(node)
    for end in (link.left, link.right):
        if end.text not in names:
            context.report(say.unknown_space(end, node.name.text, names))
            return None
    return names.index(link.left.text), names.index(link.right.text)


def lower_piece(context: Context, node: syntax.Piece) -> d.Piece:
    """`piece man "man" x10 per player on pitch`."""
    if node.per is not None and node.per.text != "player":
        context.report(declarations.per_what(node.per))
    if node.board is not None:
        symbol = context.symbols.globals.get(node.board.text)
        if symbol is None or symbol.what != "board":
            of = symbol.of if symbol is not None and symbol.what == "space" else None
            known = [each.name for each in context.symbols.of("board")]
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
