"""
Reads the drawing of a board: which spaces have which letter.

    board field: grid 3 by 2
        row ". G ."
        row ". . ."
        region goal "G"

The first row is the farthest: row 2 of the board. Blanks count for nothing, a dot is no letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslang.lower.constant_integers import folded
from ruleslang.lower.context import Context
from ruleslang.lower.diagnostics import boards as say
from ruleslang.syntax import declarations as syntax

PLAIN = "."


def letters_of(board: syntax.Board) -> str:
    """The letters of the spaces in standard order: row 1 first, in it column 1 first."""
    return "".join(_letters(row) for row in reversed(board.drawing))


def region_places(board: syntax.Board, name: str) -> tuple[int, ...]:
    """The spaces of a region by their places from 0; those that the board lacks are left out."""
    wanted = {
        letter for each in board.regions if each.name.text == name for letter in each.letters.text
    }
    number = 1
    for size in board.shape.sizes:
        number *= folded(size) or 0
    drawn = letters_of(board)[:number]
    return tuple(place for place, letter in enumerate(drawn) if letter in wanted - {PLAIN, " "})


def check_drawing(context: Context, board: syntax.Board, sizes: Sequence[int]) -> None:
    """Report a drawing of another size than the board's, and letters without a region or rows."""
    if not board.drawing and not board.regions:
        return
    if board.shape.word == "map":
        line = (*board.drawing, *board.regions)[0]
        context.report(say.drawn_map(line.span))
        return
    if any(folded(size) is None for size in board.shape.sizes):
        context.report(
            say.bad_board(
                board.shape.span,
                "a board that is drawn has the same size in all matches",
                "leave the drawing out, or give the board its numbers",
            )
        )
        return
    columns, rows = (*sizes, 1)[:2]
    if board.drawing and len(board.drawing) != rows:
        context.report(say.rows_drawn(board.drawing[-1].span, len(board.drawing), rows))
    for row in board.drawing:
        if len(_letters(row)) != columns:
            context.report(say.row_of_other_length(row.text, len(_letters(row)), columns))
    _check_letters(context, board)


def _check_letters(context: Context, board: syntax.Board) -> None:
    drawn = set(letters_of(board)) - {PLAIN}
    said = {letter for region in board.regions for letter in region.letters.text}
    for row in board.drawing:
        for letter in _unsaid(row, said):
            said.add(letter)
            context.report(say.letter_without_region(row.text, letter))
    for region in board.regions:
        missing = [each for each in _marks(region) if each not in drawn]
        if missing or not list(_marks(region)):
            context.report(say.letter_not_drawn(region.letters, "".join(missing[:1])))


def _unsaid(row: syntax.DrawnRow, said: set[str]) -> Iterator[str]:
    return (each for each in dict.fromkeys(_letters(row)) if each not in said | {PLAIN})


def _marks(region: syntax.Region) -> Iterator[str]:
    return (letter for letter in region.letters.text if letter not in " ")


def _letters(row: syntax.DrawnRow) -> str:
    return "".join(row.text.text.split())
