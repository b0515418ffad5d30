"""Lowers the built-in functions of boards and pieces, mostly to constant tables of spaces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from attrs import evolve

from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow.build_exprs import apply, standard, unless_none, when
from ruleslang.engine.flow.context import Body, may_be_none
from ruleslang.engine.flow.expressions import line_distances_and_crossings
from ruleslang.engine.flow.state_layout import SPACE, STANDING
from ruleslang.engine.match import geometry
from ruleslang.engine.match.geometry import Geometry
from ruleslang.engine.match.runtime_values import Space, Value
from ruleslang.program import types as t
from ruleslang.program.operation_variants_by_type import Measured

Exprs: TypeAlias = "tuple[v.Expr, ...]"
Lower: TypeAlias = Callable[[Body, Exprs, t.Type], v.Expr]

FAR = t.Number(-(2**31), 2**31 - 1)
ONE = v.Constant(1, t.Number(1, 1))
NOWHERE = t.Optional(t.Space())


def _board(b: Body, at: Space) -> Geometry:
    return b.lowering.population.boards[at.board]


# ---------------------------------------------------------------- pieces


def space(b: Body, a: Exprs, type: t.Type) -> v.Expr:
    """Return the space of a piece, or none."""
    return b.read(v.Cell(SPACE, (a[0],), t.Optional(t.Space())))


def pieces(b: Body, a: Exprs, type: t.Type) -> v.Expr:
    population = b.lowering.population
    return b.lowering.entry_of(
        "pieces of", population.players, population.pieces_of.__getitem__, a[0], type
    )


def piece_on(b: Body, a: Exprs, type: t.Type) -> v.Expr:
    """Return the first piece on a space in standard order, or none; none for none."""

    def first_on(space: v.Expr) -> v.Expr:
        return v.Apply("first", (b.read(v.Cell(STANDING, (space,), t.SetOf(t.Piece()))),), type)

    return unless_none(b, a[0], first_on, v.NONE)


# ---------------------------------------------------------------- one space


def row(b: Body, a: Exprs, type: t.Type) -> v.Expr:
    """Return the row, counted from 1, or from a player's side."""
    at = a[0]
    number = _of_space(b, "row", lambda space: space.row, at, type)
    if len(a) == 1:
        return number
    boards = b.lowering.population.boards
    rows = {board.rows for board in boards.values()}
    if len(rows) == 1:
        return _from_side(b, _number(rows.pop() + 1), number, a[1], type)
    space_variable = b.fresh("space", t.Space())
    ends = _of_space(b, "rows and one", lambda space: boards[space.board].rows + 1, space_variable)
    number = evolve(number, at=(space_variable,))
    return b.bound(space_variable, at, _from_side(b, ends, number, a[1], type))


def _number(number: int) -> v.Constant:
    return v.Constant(number, t.Number(number, number))


def _from_side(b: Body, ends: v.Expr, row: v.Expr, side: v.Expr, type: t.Type) -> v.Expr:
    """
    Return a row counted from a player's side: the first seat counts up, the others down.

    `ends` is the sum of the first and the last row.
    """
    if isinstance(side, v.Constant):
        return apply("-", ends, row, type=type) if side.value else row
    row_variable, side_variable = b.fresh("row", row.type), b.fresh("side", side.type)
    down = apply("-", ends, row_variable, type=type)
    is_first = apply("same", side_variable, v.Constant(0, t.Player()))
    if may_be_none(side.type):
        is_first = apply("is in", side_variable, v.Constant((None, 0), t.SetOf(t.Player())))
    return b.bound(
        row_variable, row, b.bound(side_variable, side, when(is_first, row_variable, down, type))
    )


def column(b: Body, a: Exprs, type: t.Type) -> v.Expr:
    return _of_space(b, "column", lambda space: space.column, a[0], type)


def neighbours(b: Body, a: Exprs, type: t.Type) -> v.Expr:
    return _neighbours(b, a[0])


def _neighbours(b: Body, at: v.Expr) -> v.Lookup:
    return _of_space(
        b, "neighbours", lambda space: _board(b, space).near[space], at, t.SetOf(t.Space())
    )


def cell(b: Body, board: str, a: Exprs) -> v.Expr:
    """Return the space at a column and row of a board, or none; a side may be given last."""
    laid = b.lowering.population.boards[board]
    columns = max((space.column for space in laid.spaces), default=0)
    type = t.Optional(t.Space(board))
    name = b.lowering.table(
        f"cell of {board}",
        (columns + 1, laid.rows + 1),
        type,
        lambda: [laid.at.get((c, r)) for c in range(columns + 1) for r in range(laid.rows + 1)],
    )
    row = a[1]
    if len(a) > 2:
        row = _from_side(b, _number(laid.rows + 1), row, a[2], t.Number(-(2**31), 2**31 - 1))
    return v.Lookup(name, (a[0], row), type)


# ---------------------------------------------------------------- two spaces


def _pairs(
    b: Body,
    name: str,
    a: Exprs,
    type: t.Type,
    of: Callable[[Geometry, Space, Space], Value | v.Absent],
) -> v.Expr:
    spaces = b.lowering.population.spaces

    def entry(at: tuple[int, ...]) -> Value | v.Absent:
        first, second = (spaces[place] for place in at)
        return of(_board(b, first), first, second)

    table = b.lowering.large_table(name, (len(spaces), len(spaces)), type, entry)
    return v.Lookup(table, (a[0], a[1]), type)


def adjacent(b: Body, a: Exprs, type: t.Type) -> v.Expr:
    return _pairs(b, "adjacent", a, type, lambda board, first, second: second in board.near[first])


def distance(b: Body, a: Exprs, type: t.Type) -> v.Expr:
    """Return the distance between spaces, or none if they are not connected."""
    return _pairs(b, "distance", a, type, geometry.distance)


def line(b: Body, a: Exprs, type: t.Type) -> v.Expr:
    """Return the spaces crossed between two, ends excluded, in order along the way."""
    return _pairs(b, "line", a, type, geometry.line)


def touched(b: Body, a: Exprs, type: t.Type) -> v.Expr:
    """Return the spaces touched between two, even at a corner, without the ends, in order."""
    return _pairs(b, "touched", a, type, geometry.touched)


def ray(b: Body, a: Exprs, type: t.Type) -> v.Expr:
    """Return the spaces straight on from one through another, to the edge, in order."""
    return _pair_lookup(b, "ray", a, type, geometry.ray)


def whole_line(b: Body, a: Exprs, type: t.Type) -> v.Expr:
    """Return the spaces crossed by the line through two, from edge to edge, in order."""
    return _pair_lookup(b, "whole_line", a, type, geometry.whole_line)


def _pair_lookup(
    b: Body, name: str, a: Exprs, type: t.Type, of: Callable[[Geometry, Space, Space], Value]
) -> v.Expr:
    """Look up a table over pairs of spaces of a board with directions; a fault for other pairs."""

    def value(board: Geometry, first: Space, second: Space) -> Value | v.Absent:
        has_directions = first.board == second.board and board.board.shape != "map"
        return of(board, first, second) if has_directions else v.ABSENT

    pairs = _pairs(b, name, a, type, value)
    boards = b.lowering.population.boards.values()
    if len(boards) == 1 and all(geometry.board.shape != "map" for geometry in boards):
        return pairs
    return v.Present(pairs, "not-a-member", b.origin, type)


def shifted(b: Body, a: Exprs, type: t.Type) -> v.Expr:
    """Return the space this many columns and rows away, or none; wraps around on a ring."""
    boards = tuple(b.lowering.population.boards.values())
    at, columns, rows = b.fresh("space", t.Space()), b.fresh("columns", FAR), b.fresh("rows", FAR)
    far = tuple(
        apply("+", coordinate(b, (at,), FAR), by, type=FAR)
        for coordinate, by in ((column, columns), (row, rows))
    )
    space = _laid(b, boards, at, far)
    if any(board.board.shape == "ring" for board in boards):
        space = _on_ring(b, at, columns, rows, space)
    for variable, expr in ((rows, a[2]), (columns, a[1]), (at, a[0])):
        space = b.bound(variable, expr, space)
    return space


def _laid(b: Body, boards: tuple[Geometry, ...], at: v.Variable, far: Exprs) -> v.Expr:
    """Return the space at a column and row of the board of another."""
    names = tuple(item.board.name for item in boards)
    if len(boards) == 1:
        return cell(b, names[0], far)
    spaces = b.lowering.population.spaces
    columns = max(item.column for item in spaces) + 1
    rows = max(item.row for item in spaces) + 1
    laid = b.lowering.table(
        "cell",
        (len(boards), columns, rows),
        t.Optional(t.Space()),
        lambda: [
            board.at.get((c, r)) for board in boards for c in range(columns) for r in range(rows)
        ],
    )
    return v.Lookup(
        laid, (_of_space(b, "board", lambda s: names.index(s.board), at), *far), NOWHERE
    )


def _on_ring(
    b: Body, at: v.Variable, columns: v.Variable, rows: v.Variable, other: v.Expr
) -> v.Expr:
    """Return the space this many places on along a ring, if it is no row away; else `other`."""
    population = b.lowering.population
    around = _of_space(b, "places around", lambda s: _ring_size(population.boards[s.board]), at)
    first = _of_space(b, "first of board", lambda s: population.boards[s.board].spaces[0].order, at)
    size = b.fresh("size", FAR)
    place = apply("+", apply("-", column(b, (at,), FAR), ONE, type=FAR), columns, type=FAR)
    number = apply("remainder", place, size, type=FAR)
    space = apply("+", first, number, type=t.Space())
    on_it = when(apply("same", rows, v.Constant(0, FAR)), space, v.NONE, NOWHERE)
    is_ring = apply(">", size, v.Constant(0, FAR))
    return b.bound(size, around, when(is_ring, on_it, other, NOWHERE))


def _ring_size(board: Geometry) -> int:
    return len(board.spaces) if board.board.shape == "ring" else 0


def _of_space(
    b: Body, name: str, of: Callable[[Space], Value], at: v.Expr, type: t.Type = FAR
) -> v.Lookup:
    return b.lowering.entry_of(name, b.lowering.population.spaces, of, at, type)


def reach(b: Body, a: Exprs, type: t.Type) -> v.Expr:
    """Return the spaces of the second set that are connected, within it, to those of the first."""
    near = b.lowering.tables[_neighbours(b, a[0]).table]
    within = standard(b, a[1], "as written", type)
    return apply("join sides", a[0], within, v.Constant(near.values, near.type), type=type)


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
    ("touched", ""): touched,
    ("whole_line", ""): whole_line,
    ("off_line", ""): line_distances_and_crossings.off_line,
    ("crosses", ""): line_distances_and_crossings.crosses,
    ("ray", ""): ray,
    ("shifted", ""): shifted,
    ("reach", ""): reach,
}
