"""
Draws boards on the terminal as grids of letters, with a legend.

Row 1 is at the bottom. Each sort of piece of each owner has its own letter, and so has each value
of a state of spaces but the one that it starts with, a state that is itself a space, and a region,
which is drawn last; a number is its own letter. A boolean state of pieces is a sign after their
letters. A space with several contents shows two, or the first and a `+`. Maps are described in
words, and empty boards are left out if there are several.
"""

from __future__ import annotations

import sys
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from math import ceil
from string import ascii_letters, digits

from attrs import evolve, frozen

from ruleslang.engine.match.decision import View, seen_text
from ruleslang.engine.match.geometry import boards_as_written, column_letter
from ruleslang.engine.match.interface import Reader
from ruleslang.explanation.story.declared_parts import regions_of
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.program import Program

EMPTY = "·"
SIGNS = "'\"^~"
WIDEST = 40  # columns that still fit on a screen

OF = " of "  # between a piece and its player


@frozen
class Mark:
    """A letter, and its meaning."""

    letter: str
    meaning: str


def marks_of(program: Program) -> Mapping[str, Mark]:
    """Return the mark of every piece, by name."""
    marks: dict[str, Mark] = {}
    taken: set[str] = set()
    for piece in program.pieces:
        for seat in range(program.seats.high) if piece.per_player else (None,):
            owner = None if seat is None else _seat(program, seat)
            title = piece.text.text if piece.text else piece.name.replace("_", " ")
            word = owner if owner is not None and len(program.pieces) == 1 else piece.name
            letter = _letter(word, taken, small=len(program.pieces) > 1 and seat == 1)
            taken.add(letter)
            mark = Mark(letter, title if owner is None else f"{title} of {owner.replace('_', ' ')}")
            for copy in range(1, piece.copies + 1):
                name = piece.name if piece.copies == 1 else f"{piece.name} {copy}"
                marks[name if owner is None else f"{owner} {name}"] = mark
    return marks


def _seat(program: Program, seat: int) -> str:
    names = program.seats.names
    return names[seat] if seat < len(names) else f"player_{seat + 1}"


def _letter(word: str, taken: set[str], *, small: bool) -> str:
    """Return a free letter, from the word if possible; `?` if none is left."""
    letters = word.lower() if small else word.upper()
    free = (letter for letter in (*letters, *ascii_letters, *digits) if letter.isalnum())
    return next((letter for letter in free if letter not in taken), "?")


def is_drawn(board: d.Board) -> bool:
    """Return whether a board can be drawn as rows of letters."""
    columns = board.sizes[0] if board.sizes else len(board.spaces)
    return board.shape != "map" and columns <= WIDEST


@frozen
class Field:
    """A drawn state of a space: the space, and the mark of each value but numbers."""

    space: str
    marks: Mapping[str, Mark]


def fields_of(program: Program, marks: Iterable[Mark]) -> Mapping[str, Field]:
    """Return the states that are drawn on boards, by their names with the space."""
    taken = {mark.letter for mark in marks}
    boards = {board.name: board for board in boards_as_written(program) if is_drawn(board)}
    fields: dict[str, Field] = {}
    for state in program.states:
        index = [place.type for place in state.index]
        if len(index) != 1 or not isinstance(index[0], t.Space) or index[0].board not in boards:
            continue
        values = _values(program, state.type)
        if values is None:
            continue
        begins = state.start.place if isinstance(state.start, e.WordValue) else None
        letters = {
            value: _value_mark(state, value, taken)
            for place, value in enumerate(values)
            if place != begins
        }
        for space in boards[index[0].board].spaces:
            fields[f"{state.name}({space})"] = Field(space, letters)
    return fields


def _values(program: Program, type: t.Type) -> Iterable[str] | None:
    """Return the values that need letters; `None` if the state is not drawn."""
    match type:
        case t.Optional():
            return _values(program, type.inner)
        case t.Player():
            return [_seat(program, seat) for seat in range(program.seats.high)]
        case t.WordOf():
            return next(words.words for words in program.words if words.name == type.list)
        case t.Truth():
            return ["yes"]
        case t.Number():
            return []
    return None


def _value_mark(state: d.State, value: str, taken: set[str]) -> Mark:
    word = state.name if value == "yes" else value
    letter = _letter(word, taken, small=False)
    taken.add(letter)
    meaning = state.name if value == "yes" else f"{state.name} {value}"
    return Mark(letter, meaning.replace("_", " "))


@frozen
class Status:
    """A boolean state of a piece that is drawn: the piece, and the sign after its letter."""

    piece: str
    mark: Mark


def statuses_of(program: Program, pieces: Iterable[str]) -> Mapping[str, Status]:
    """Return the boolean states of pieces that are drawn, by their names with the piece."""
    if not any(map(is_drawn, program.boards)):
        return {}
    states = [
        state
        for state in program.states
        if isinstance(state.type, t.Truth)
        and [type(place.type) for place in state.index] == [t.Piece]
    ]
    return {
        f"{state.name}({piece})": Status(piece, Mark(sign, state.name.replace("_", " ")))
        for state, sign in zip(states, SIGNS, strict=False)
        for piece in pieces
    }


def points_of(program: Program, marks: Iterable[Mark]) -> Mapping[str, Mark]:
    """Return the mark of every state that is a space, such as the place of a ball."""
    taken = {mark.letter for mark in marks}
    points: dict[str, Mark] = {}
    boards = {board.name for board in program.boards if is_drawn(board)}
    hidden = {look.name for look in program.looks if "hidden" in look.drawn}
    for state in program.states:
        if state.name in hidden:
            continue
        type = state.type.inner if isinstance(state.type, t.Optional) else state.type
        index = [place.type for place in state.index]
        if not isinstance(type, t.Space) or index not in ([], [t.Player()]):
            continue
        if type.board not in (None, *boards):
            continue
        seats = [_seat(program, seat) for seat in range(program.seats.high)]
        for of in seats if index else ("",):
            name = f"{state.name}({of})" if of else state.name
            meaning = f"{state.name} {of}".strip().replace("_", " ")
            points[name] = Mark(_letter(of or state.name, taken, small=False), meaning)
            taken.add(points[name].letter)
    return points


def ground_of(match: Reader, legend: Legend) -> Mapping[str, Mark]:
    """Return the mark of the smallest region of each space, if less than half of a board."""
    taken = {mark.letter for mark in legend.letters}
    ground: dict[str, Mark] = {}
    for board in filter(is_drawn, match.population.program.boards):
        regions = [
            (name.replace("_", " "), spaces)
            for name, _, spaces in regions_of(match, board.name)
            if 2 * len(spaces) < len(board.spaces)
        ]
        marks: dict[str, Mark] = {}
        for name, spaces in sorted(regions, key=lambda region: -len(region[1])):
            if name not in marks:
                marks[name] = Mark(_letter(name, taken, small=True), name)
                taken.add(marks[name].letter)
            ground.update(dict.fromkeys(spaces, marks[name]))
    return ground


@frozen
class Legend:
    """Everything drawn on the boards of a rulebook, by the names of pieces and states."""

    pieces: Mapping[str, Mark]
    fields: Mapping[str, Field]
    statuses: Mapping[str, Status]
    points: Mapping[str, Mark]
    ground: Mapping[str, Mark] = {}

    @property
    def letters(self) -> Iterator[Mark]:
        """All marks but those of regions and of signs."""
        yield from (*self.pieces.values(), *self.points.values())
        yield from (mark for field in self.fields.values() for mark in field.marks.values())

    def shows(self, name: str, view: View) -> bool:
        """Return whether the drawing shows a state."""
        if name in self.statuses:
            return view.pieces.get(self.statuses[name].piece) is not None
        return name in self.fields or name in self.points


def legend_of(program: Program) -> Legend:
    """Assign the letters and signs of a rulebook."""
    pieces = marks_of(program)
    fields = fields_of(program, pieces.values())
    others = [mark for field in fields.values() for mark in field.marks.values()]
    points = points_of(program, [*pieces.values(), *others])
    return Legend(pieces, fields, statuses_of(program, pieces), points)


def _content_marks(view: View, fields: Mapping[str, Field]) -> Iterator[tuple[str, Mark]]:
    """Yield the visible contents of spaces as marks, each with its space."""
    for name, field in fields.items():
        seen = view.states.get(name)
        if seen is None:
            continue
        value = seen_text(seen)
        if value in field.marks:
            yield field.space, field.marks[value]
        elif value.isdecimal() and value != "0":
            yield field.space, Mark(value, "")


@frozen
class Drawing:
    """The rows of the drawn boards, and the marks on them that have a meaning."""

    rows: tuple[str, ...]
    marks: tuple[Mark, ...]

    def lines(self, known: Container[Mark] = ()) -> list[str]:
        """Return the rows, and a legend of the marks that are not known yet."""
        new = _meanings([mark for mark in self.marks if mark not in known])
        return [*self.rows, *([", ".join(new)] if new else ())]


def _meanings(marks: Sequence[Mark]) -> list[str]:
    """Return the meanings of letters; two that differ only in case share their words."""
    by_letter = {mark.letter: mark.meaning.rpartition(OF) for mark in marks}
    pairs: dict[tuple[str, str], list[str]] = {}
    alone = []
    for mark in marks:
        piece, _, owner = by_letter[mark.letter]
        same, _, other = by_letter.get(mark.letter.swapcase(), ("", "", ""))
        if not piece or piece != same or mark.letter.swapcase() == mark.letter:
            alone.append(f"{mark.letter}: {mark.meaning}")
        elif mark.letter.isupper():
            both = f"{mark.letter}/{mark.letter.lower()}: {piece}"
            pairs.setdefault((owner, other), []).append(both)
    paired = (f"{', '.join(texts)}{OF}{'/'.join(of)}" for of, texts in pairs.items())
    return [*paired, *alone]


def drawn(
    view: View,
    boards: Iterable[d.Board],
    legend: Legend,
    numbers: Mapping[str, str] | None = None,
    width: int = sys.maxsize,
) -> Drawing:
    """
    Return the drawing of boards, with numbers on some of their spaces; a board wider than `width`
    letters in parts, one below the other.
    """
    marked, signs = marks_on_spaces(view, legend)
    for space, number in (numbers or {}).items():
        marked.setdefault(space, []).append(Mark(number, ""))
    seen: dict[Mark, None] = {}
    rows: list[str] = []
    ground = {space: mark for space, mark in legend.ground.items() if space not in (numbers or {})}
    drawn = [board for board in boards if is_drawn(board)]
    for board in drawn:
        if len(drawn) > 1 and marked.keys().isdisjoint(board.spaces):
            continue
        rows += _rows(board, marked, ground, width)
        for space in board.spaces:
            seen.update(dict.fromkeys(plain(mark) for mark in marked.get(space, ())))
    for board in boards if rows else ():
        seen.update(dict.fromkeys(ground[space] for space in board.spaces if space in ground))
    return Drawing(tuple(rows), tuple(mark for mark in (*seen, *signs) if mark.meaning))


def are_bare(view: View, spaces: Iterable[str], legend: Legend) -> bool:
    """Return whether nothing is drawn on these spaces, and no number on any."""
    marked, _ = marks_on_spaces(view, legend)
    marks = [mark for marks in marked.values() for mark in marks]
    return marked.keys().isdisjoint(spaces) and not any(mark.letter.isdecimal() for mark in marks)


def marks_on_spaces(view: View, legend: Legend) -> tuple[dict[str, list[Mark]], list[Mark]]:
    """Return the letters on each space, and the signs after the letters of pieces."""
    marked: dict[str, list[Mark]] = {}
    for at, mark in _content_marks(view, legend.fields):
        marked.setdefault(at, []).append(mark)
    shown: dict[Mark, None] = {}
    for piece, space in view.pieces.items():
        if space is not None and piece in legend.pieces:
            signs = [
                status.mark
                for name, status in legend.statuses.items()
                if status.piece == piece and view.states.get(name) is True
            ]
            shown.update(dict.fromkeys(signs))
            mark = legend.pieces[piece]
            signed = evolve(mark, letter=mark.letter + "".join(sign.letter for sign in signs))
            marked.setdefault(space, []).append(signed)
    for name, mark in legend.points.items():
        where = view.states.get(name)
        if where is not None:
            marked.setdefault(seen_text(where), []).append(mark)
    return marked, list(shown)


def numbers_drawn(board: d.Board, numbers: Mapping[str, str]) -> Iterator[str]:
    """Yield a board with numbers on some of its spaces, without the labels of columns and rows."""
    marked = {space: [Mark(number, "")] for space, number in numbers.items()}
    *rows, _ = _rows(board, marked, {}, sys.maxsize)
    edge = len(str(board.sizes[1])) if board.shape in ("grid", "hexes") else 0
    yield from (row[edge:] for row in rows)


def plain(mark: Mark) -> Mark:
    """Return a mark without its signs."""
    return mark if mark.meaning == "" else evolve(mark, letter=mark.letter[0])


def _rows(
    board: d.Board, marked: Mapping[str, list[Mark]], ground: Mapping[str, Mark], width: int
) -> Iterator[str]:
    two_ways = board.shape in ("grid", "hexes")
    columns = board.sizes[0]
    rows = board.sizes[1] if two_ways else 1
    cells = {s: _cell(marked.get(s, ()), ground.get(s)) for s in board.spaces}
    heads = _heads(board, two_ways=two_ways)
    wide = max(map(len, (*heads, *cells.values()))) + 1
    edge = len(str(rows)) if two_ways else 0
    shift = wide // 2 if board.shape == "hexes" else 0  # every second row begins so far right
    parts = ceil(columns / max(1, (width - edge - shift) // wide))
    many = ceil(columns / parts)
    for first in range(0, columns, many):
        for row in range(rows, 0, -1):
            here = board.spaces[(row - 1) * columns : row * columns]
            half = " " * shift if row % 2 == 0 else ""
            line = "".join(f"{cells[space]:>{wide}}" for space in here[first : first + many])
            side = here[0][1:] if _has_names(board) else str(row)
            yield (f"{side:>{edge}}" if two_ways else "") + half + line.rstrip()
        yield " " * edge + "".join(f"{head:>{wide}}" for head in heads[first : first + many])


def _heads(board: d.Board, *, two_ways: bool) -> list[str]:
    """Return the names of columns: letters, or numbers where spaces of a row have no names."""
    firsts = board.spaces[: board.sizes[0]]
    if _has_names(board):
        return [space[0] for space in firsts]
    numbers = range(1, len(firsts) + 1)
    return [column_letter(number) if two_ways else str(number) for number in numbers]


def _has_names(board: d.Board) -> bool:
    """Return whether the rulebook names the spaces, instead of `cell(1, 1)` and so on."""
    return not board.spaces[0].startswith("cell(")


def _cell(marks: Sequence[Mark], ground: Mark | None) -> str:
    letters = [mark.letter for mark in marks]
    if len(letters) > 2 or (len(letters) == 2 and letters[0] == letters[1]):
        letters = [letters[0], "+"]
    return "".join(letters) + (ground.letter if ground else "") or EMPTY
