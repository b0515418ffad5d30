"""What can be wrong with boards: their shape, their links, their drawing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ruleslang.source.diagnostic import Diagnostic, Subject, error
from ruleslang.source.span import Span
from ruleslang.source.suggest import known_name
from ruleslang.syntax.node import Name, Text


def bad_board(span: Span, message: str, help: str) -> Diagnostic:
    """The shape of a board makes no sense."""
    return error("bad-board", span, message, help=help)


def drawn_map(span: Span) -> Diagnostic:
    """A map, whose spaces are listed, is drawn."""
    message = "a map has no rows and columns to draw"
    return bad_board(span, message, "drop the line, or make the board a grid, hexes, line or ring")


def rows_drawn(span: Span, met: int, rows: int) -> Diagnostic:
    """A drawing has more or fewer rows than the board."""
    return bad_board(
        span,
        f"the drawing has {met} {'row' if met == 1 else 'rows'}, and the board {rows}",
        "write a `row` line for each row of the board, the farthest first",
    )


def row_of_other_length(row: Text, met: int, columns: int) -> Diagnostic:
    """A row of a drawing has more or fewer letters than the board has columns."""
    return bad_board(
        row.span,
        f"this row draws {met} {'space' if met == 1 else 'spaces'}, and the board has {columns}",
        "write a letter for each space, `.` where there is nothing to say; blanks do not count",
    )


def letter_without_region(row: Text, letter: str) -> Diagnostic:
    """A letter of a drawing is in no region."""
    return bad_board(
        row.span,
        f"no region says what `{letter}` means",
        f'name it below the drawing: `region goal "{letter}"`, or draw `.`',
    )


def letter_not_drawn(letters: Text, letter: str) -> Diagnostic:
    """A region is of a letter that no row has."""
    met = f"no row of the drawing has a `{letter}`" if letter else "this region has no letter"
    return bad_board(letters.span, met, 'say with which letters it is drawn: `region goal "G"`')


def unnamed_shape(span: Span, shape: str) -> Diagnostic:
    """A board without columns has its spaces named by them."""
    return bad_board(
        span,
        f"only spaces of a grid or of hexes have such names, and this is a {shape}",
        "drop it; a map lists the names of its spaces: `spaces: gate, market`",
    )


def names_do_not_fit(
    span: Span, rows: Sequence[Sequence[str]], sizes: Sequence[int]
) -> Diagnostic:
    """The first and last name make more or fewer spaces than the board has."""
    if not sizes:
        message = "the sizes of this board depend on settings, so its spaces cannot be named"
        return bad_board(span, message, "drop it, and write `cell(COLUMN, ROW)` for a space")
    if not rows:
        message = "names of spaces are a letter and a number, from the first to the last"
    else:
        names = f"{len(rows[0])} by {len(rows)}"
        message = f"these are names of {names} spaces, and the board is {sizes[0]} by {sizes[1]}"
    columns, number = sizes
    last = f"{chr(ord('a') + columns - 1)}{number}"
    fits = columns <= 26 and number <= 99
    return bad_board(span, message, f"write `named a1..{last}`" if fits else "drop it")


def unknown_space(name: Name, board: str, known: Iterable[str]) -> Diagnostic:
    """A link names a space that the map has not."""
    return error(
        "unknown-space",
        name.span,
        f"the map `{board}` has no space `{name.text}`",
        help=known_name(name.text, known) or "list it after `spaces:`",
        about=Subject("name", name.text),
    )
