"""Built-in functions of boards and pieces: most are constant tables of spaces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from ruleslang.flow.context import Body, may_be_none
from ruleslang.flow.layout import SPACE, STANDING
from ruleslang.flow.making import apply, known, when
from ruleslang.flow.order import standard
from ruleslang.flow.words import NONE, Apply, Cell, Constant, Lookup, Word
from ruleslang.match import geometry
from ruleslang.match.geometry import Geometry
from ruleslang.match.values import Space, Value
from ruleslang.program import types as t
from ruleslang.program.operation_variants import Measured
from ruleslang.program.typing.lattice import plain

Words: TypeAlias = "tuple[Word, ...]"
Lower: TypeAlias = Callable[[Body, Words, t.Type], Word]

MOST_PAIRS = 160_000  # of two spaces, in one table


def _known(b: Body, word: Word) -> Word:
    return known(word, "none-in-arithmetic", b.origin)


def _board(b: Body, at: Space) -> Geometry:
    return b.whole.everyone.boards[at.board]


# ---------------------------------------------------------------- pieces


def space(b: Body, a: Words, type: t.Type) -> Word:
    """Where a piece stands, or none."""
    return Cell(SPACE, (_known(b, a[0]),), t.Optional(t.Space()))


def pieces(b: Body, a: Words, type: t.Type) -> Word:
    """The pieces of a player."""
    everyone = b.whole.everyone
    name = b.whole.table(
        "pieces of",
        (len(everyone.players),),
        type,
        lambda: [everyone.pieces_of[each] for each in everyone.players],
    )
    return Lookup(name, (_known(b, a[0]),), type)


def piece_on(b: Body, a: Words, type: t.Type) -> Word:
    """The piece on a space, the first in standard order, or none; on no space there is none."""
    if isinstance(a[0], Constant) and a[0].value is None:
        return NONE
    if not may_be_none(a[0].type):
        return Apply("first", (Cell(STANDING, (a[0],), t.SetOf(t.Piece())),), type)
    held = b.fresh("space", a[0].type)
    found = Apply("first", (Cell(STANDING, (held,), t.SetOf(t.Piece())),), type)
    return b.bound(held, a[0], when(apply("is none", held), NONE, found, type))


# ---------------------------------------------------------------- one space


def row(b: Body, a: Words, type: t.Type) -> Word:
    """The row, counted from 1; with a player, from his side."""
    spaces = b.whole.everyone.spaces
    name = b.whole.table("row", (len(spaces),), type, lambda: [each.row for each in spaces])
    at = _known(b, a[0])
    own = Lookup(name, (at,), type)
    if len(a) == 1:
        return own
    rows = {each.rows for each in b.whole.everyone.boards.values()}
    if len(rows) > 1:
        b.refuse("rows from a side on boards of several sizes")
    return _from_side(b, rows.pop(), own, a[1], type)


def _from_side(b: Body, rows: int, row: Word, side: Word, type: t.Type) -> Word:
    """A row as counted from a player's side: the first seat counts up, the others down."""
    if isinstance(side, Constant):
        if not side.value:
            return row
        return apply("-", Constant(rows + 1, t.Number(rows + 1, rows + 1)), row, type=type)
    held, its = b.fresh("row", row.type), b.fresh("side", side.type)
    down = apply("-", Constant(rows + 1, t.Number(rows + 1, rows + 1)), held, type=type)
    is_first = apply("same", its, Constant(0, t.Player()))
    if may_be_none(side.type):
        is_first = apply("is in", its, Constant((None, 0), t.SetOf(t.Player())))
    return b.bound(held, row, b.bound(its, side, when(is_first, held, down, type)))


def column(b: Body, a: Words, type: t.Type) -> Word:
    """The column, counted from 1."""
    spaces = b.whole.everyone.spaces
    name = b.whole.table("column", (len(spaces),), type, lambda: [each.column for each in spaces])
    return Lookup(name, (_known(b, a[0]),), type)


def neighbours(b: Body, a: Words, type: t.Type) -> Word:
    """The spaces next to one."""
    return Lookup(_near(b), (_known(b, a[0]),), type)


def _near(b: Body) -> str:
    spaces = b.whole.everyone.spaces
    return b.whole.table(
        "neighbours",
        (len(spaces),),
        t.SetOf(t.Space()),
        lambda: [_board(b, each).near[each] for each in spaces],
    )


def cell(b: Body, board: str, a: Words) -> Word:
    """The space at a column and row of a board, or none; a side may be named last."""
    laid = b.whole.everyone.boards[board]
    columns = max((each.column for each in laid.spaces), default=0)
    type = t.Optional(t.Space(board))
    name = b.whole.table(
        f"cell of {board}",
        (columns + 1, laid.rows + 1),
        type,
        lambda: [laid.at.get((c, r)) for c in range(columns + 1) for r in range(laid.rows + 1)],
    )
    row = _known(b, a[1])
    if len(a) > 2:
        row = _from_side(b, laid.rows, row, a[2], t.Number(-(2**31), 2**31 - 1))
    return Lookup(name, (_known(b, a[0]), row), type)


# ---------------------------------------------------------------- two spaces


def _plain(word: Word) -> t.Type:
    return plain(word.type)


def _pairs(
    b: Body, name: str, a: Words, type: t.Type, of: Callable[[Geometry, Space, Space], Value]
) -> Word:
    """A table of all pairs of spaces of one board."""
    spaces = b.whole.everyone.spaces
    if len(spaces) ** 2 > MOST_PAIRS:
        b.refuse(f"`{name}` on so large a board")
    boards = {each.board if isinstance(each, t.Space) else None for each in map(_plain, a[:2])}
    (board,) = boards if len(boards) == 1 else (None,)
    if board is None and len(b.whole.everyone.boards) > 1:
        b.refuse(f"`{name}` of two spaces that may be of different boards")

    def entries() -> list[Value]:
        return [
            of(_board(b, one), one, other)
            if board is None or one.board == other.board == board
            else None
            for one in spaces
            for other in spaces
        ]

    table = name if board is None else f"{name} on {board}"
    made = b.whole.table(table, (len(spaces), len(spaces)), type, entries)
    return Lookup(made, (_known(b, a[0]), _known(b, a[1])), type)


def adjacent(b: Body, a: Words, type: t.Type) -> Word:
    """Whether two spaces are neighbours."""
    return _pairs(b, "adjacent", a, type, lambda board, one, other: other in board.near[one])


def distance(b: Body, a: Words, type: t.Type) -> Word:
    """Steps between spaces, or none where there is no way."""
    return _pairs(b, "distance", a, type, geometry.distance)


def line(b: Body, a: Words, type: t.Type) -> Word:
    """The spaces crossed between two, ends excluded, in order along the way."""
    return _pairs(b, "line", a, type, geometry.line)


def ray(b: Body, a: Words, type: t.Type) -> Word:
    """The spaces from one straight on by the way to another, to the edge, in order."""
    if any(board.board.shape == "map" for board in b.whole.everyone.boards.values()):
        b.refuse("`ray` on a map")
    return _pairs(b, "ray", a, type, geometry.ray)


def shifted(b: Body, a: Words, type: t.Type) -> Word:
    """The space so many columns and rows away, or none."""
    boards = b.whole.everyone.boards
    if len(boards) > 1 or any(each.board.shape == "ring" for each in boards.values()):
        b.refuse("`shifted` here")
    (board,) = boards
    held = b.fresh("space", a[0].type)
    plain = t.Number(-(2**31), 2**31 - 1)
    at = _known(b, held)
    far = [
        apply("+", own(b, (at,), plain), _known(b, by), type=plain)
        for own, by in ((column, a[1]), (row, a[2]))
    ]
    return b.bound(held, a[0], cell(b, board, (far[0], far[1])))


def reach(b: Body, a: Words, type: t.Type) -> Word:
    """The spaces of the second set that are joined, within it, to those of the first."""
    near = b.whole.tables[_near(b)]
    within = standard(b, a[1], "as written", type)
    return apply("join sides", a[0], within, Constant(near.entries, near.type), type=type)  # type: ignore[arg-type]


FUNCTIONS: Mapping[tuple[str, Measured], Lower] = {
    ("space", ""): space,
    ("pieces", ""): pieces,
    ("piece_on", ""): piece_on,
    ("row", ""): row,
    ("column", ""): column,
    ("neighbours", ""): neighbours,
    ("adjacent", ""): adjacent,
    ("distance", "spaces"): distance,
    ("line", ""): line,
    ("ray", ""): ray,
    ("shifted", ""): shifted,
    ("reach", ""): reach,
}
