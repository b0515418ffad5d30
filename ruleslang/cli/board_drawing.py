"""
Boards as a person sees them at the terminal: a small grid of letters, and what they stand for.

Row 1 is at the bottom, nearest to who looks. Each sort of piece of each owner has a letter of its
own; a space that holds
several shows the first and a `+`. Maps are told in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from string import ascii_letters, digits

from attrs import frozen

from ruleslang.api import View
from ruleslang.program import declarations as d
from ruleslang.program.program import Program

EMPTY = "·"
WIDEST = 40  # columns that still fit on a screen


@frozen
class Mark:
    """The letter of a sort of piece, and what it stands for."""

    letter: str
    meaning: str


def marks_of(program: Program) -> Mapping[str, Mark]:
    """The mark of every piece by the piece's name."""
    marks: dict[str, Mark] = {}
    taken: set[str] = set()
    for piece in program.pieces:
        for seat in range(program.seats.high) if piece.per_player else (None,):
            owner = None if seat is None else _seat(program, seat)
            said = piece.text.text if piece.text else piece.name.replace("_", " ")
            word = owner if owner is not None and len(program.pieces) == 1 else piece.name
            letter = _letter(word, taken, small=len(program.pieces) > 1 and seat == 1)
            taken.add(letter)
            mark = Mark(letter, said if owner is None else f"{said} of {owner.replace('_', ' ')}")
            for copy in range(1, piece.copies + 1):
                name = piece.name if piece.copies == 1 else f"{piece.name} {copy}"
                marks[name if owner is None else f"{owner} {name}"] = mark
    return marks


def _seat(program: Program, seat: int) -> str:
    names = program.seats.names
    return names[seat] if seat < len(names) else f"player_{seat + 1}"


def _letter(word: str, taken: set[str], *, small: bool) -> str:
    """A letter that is not taken: of the word if there is one."""
    own = word.lower() if small else word.upper()
    free = (each for each in (*own, *ascii_letters, *digits) if each.isalnum())
    return next((each for each in free if each not in taken), "?")


def is_drawn(board: d.Board) -> bool:
    """Whether a board can be shown as rows of letters."""
    columns = board.sizes[0] if board.sizes else len(board.spaces)
    return board.shape != "map" and columns <= WIDEST


def drawn(view: View, boards: Iterable[d.Board], marks: Mapping[str, Mark]) -> Iterator[str]:
    """The boards that can be drawn, each with its rows, and the letters on them."""
    standing: dict[str, list[Mark]] = {}
    for piece, space in view.pieces.items():
        if space is not None and piece in marks:
            standing.setdefault(space, []).append(marks[piece])
    seen: dict[Mark, None] = {}
    for board in boards:
        if is_drawn(board):
            yield from _rows(board, standing)
            for space in board.spaces:
                seen.update(dict.fromkeys(standing.get(space, ())))
    if seen:
        yield ", ".join(f"{mark.letter}: {mark.meaning}" for mark in seen)


def _rows(board: d.Board, standing: Mapping[str, list[Mark]]) -> Iterator[str]:
    two_ways = board.shape in ("grid", "hexes")
    columns = board.sizes[0]
    rows = board.sizes[1] if two_ways else 1
    wide = len(str(columns)) + 1
    edge = len(str(rows)) if two_ways else 0
    for row in range(rows, 0, -1):
        here = board.spaces[(row - 1) * columns : row * columns]
        half = " " * (wide // 2) if board.shape == "hexes" and row % 2 == 0 else ""
        cells = "".join(_cell(standing.get(space, []), wide) for space in here)
        yield (f"{row:>{edge}}" if two_ways else "") + half + cells.rstrip()
    yield " " * edge + "".join(f"{column:>{wide}}" for column in range(1, columns + 1))


def _cell(marks: list[Mark], wide: int) -> str:
    if not marks:
        return f"{EMPTY:>{wide}}"
    return f"{marks[0].letter:>{wide}}" if len(marks) == 1 else f"{marks[0].letter + '+':>{wide}}"
