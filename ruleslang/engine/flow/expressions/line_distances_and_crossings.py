"""
Lowers the functions of straight lines through centres: distance from a line, crossing of two lines.

A centre is a pair of integers, from tables; the side of a line is the sign of a cross product
(`match.geometry.cross`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from ruleslang.engine.flow.build_exprs import apply, both, when
from ruleslang.engine.flow.context import Body
from ruleslang.engine.flow.ir_exprs import Constant, Expr, Fails, Invoke, Lookup, Variable
from ruleslang.engine.flow.ir_stmts import Return, Set, Stmt
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.engine.match import geometry
from ruleslang.engine.match.geometry import Geometry
from ruleslang.engine.match.runtime_values import Space
from ruleslang.program import types as t

Exprs: TypeAlias = "tuple[Expr, ...]"
Point: TypeAlias = tuple[Expr, Expr]

FAR = t.Number(-(2**31), 2**31 - 1)
ZERO = Constant(0, t.Number(0, 0))
ROW = 2**15  # points are compared as numbers: column by column, as far as a board may go


def _minus(left: Expr, right: Expr) -> Expr:
    return apply("-", left, right, type=FAR)


def _times(left: Expr, right: Expr) -> Expr:
    return apply("*", left, right, type=FAR)


def _products(of: Point, a: Point, b: Point) -> tuple[Expr, Expr]:
    """Return two products; their difference is positive if `b` is left of the line `of` to `a`."""
    first = _times(_minus(a[0], of[0]), _minus(b[1], of[1]))
    second = _times(_minus(a[1], of[1]), _minus(b[0], of[0]))
    return first, second


# ---------------------------------------------------------------- how far off


def off_line(b: Body, a: Exprs, type: t.Type) -> Expr:
    """Return the distance of a space from the line through two others."""
    spaces = tuple(b.fresh("space", t.Space()) for _ in a)
    boards = tuple(b.lowering.population.boards.values())
    at, start, end = (_middle(b, space) for space in spaces)
    distance = apply("distance of numbers", *_products(start, end, at), type=type)
    if not all(geometry.in_plane(board) for board in boards):
        distance = when(_is_so(b, "in plane", geometry.in_plane, spaces[0]), distance, ZERO, type)
    fits: Expr = Constant(value=True, type=t.Truth())
    if len(boards) > 1:
        for other in spaces[1:]:
            fits = both(fits, apply("same", _board(b, spaces[0]), _board(b, other)))
    if any(board.board.shape == "map" for board in boards):
        fits = both(fits, _is_so(b, "has directions", _has_directions, spaces[0]))
    distance = when(fits, distance, Fails("not-a-member", b.origin, type), type)
    for variable, expr in reversed(list(zip(spaces, a, strict=True))):
        distance = b.bound(variable, expr, distance)
    return distance


def _has_directions(board: Geometry) -> bool:
    return board.board.shape != "map"


def _is_so(b: Body, name: str, of: Callable[[Geometry], bool], at: Expr) -> Expr:
    population = b.lowering.population
    return b.lowering.entry_of(
        name, population.spaces, lambda space: of(population.boards[space.board]), at, t.Truth()
    )


def _board(b: Body, at: Expr) -> Expr:
    population = b.lowering.population
    names = list(population.boards)
    return b.lowering.entry_of(
        "board", population.spaces, lambda space: names.index(space.board), at, FAR
    )


def _middle(b: Body, at: Expr) -> Point:
    population = b.lowering.population

    def part(place: int, space: Space) -> int:
        return geometry.centre(population.boards[space.board], space)[place]

    across, along = (
        b.lowering.entry_of(f"middle {name}", population.spaces, partial(part, place), at, FAR)
        for place, name in enumerate(("across", "along"))
    )
    return across, along


# ---------------------------------------------------------------- crossing


def crosses(b: Body, a: Exprs, type: t.Type) -> Expr:
    """Return whether the segments between two pairs of spaces cross."""
    name = "lines cross"
    if name not in b.lowering.routines:
        ends = tuple(Variable(f"space_{number}", t.Space()) for number in range(4))
        b.lowering.routines[name] = Routine(name, ends, tuple(_crossing(b, ends)), is_pure=True)
    return Invoke(name, a, type)


def _crossing(b: Body, ends: tuple[Variable, ...]) -> list[Stmt]:
    points = [(Variable(f"x_{n}", FAR), Variable(f"y_{n}", FAR)) for n in range(4)]
    stmts: list[Stmt] = []
    for point, end in zip(points, ends, strict=True):
        for place in (0, 1):
            stmts.append(Set(point[place], _middle_as_on(b, ends[0], end, place)))
    p, q, r, s = points
    sides = [Variable(f"side_{number}", FAR) for number in range(4)]
    for side, (of, to, at) in zip(sides, ((p, q, r), (p, q, s), (r, s, p), (r, s, q)), strict=True):
        stmts.append(Set(side, _minus(*_products(of, to, at))))
    in_line: Expr = Constant(value=True, type=t.Truth())
    for side in sides:
        in_line = both(in_line, apply("same", side, ZERO))
    apart = both(_on_both_sides(sides[0], sides[1]), _on_both_sides(sides[2], sides[3]))
    return [*stmts, Return(when(in_line, _overlap(points), apart, t.Truth()))]


def _on_both_sides(first: Expr, second: Expr) -> Expr:
    return both(
        apply("<", apply("smaller", first, second, type=FAR), ZERO),
        apply("<", ZERO, apply("larger", first, second, type=FAR)),
    )


def _overlap(points: list[tuple[Variable, Variable]]) -> Expr:
    """Return whether two collinear segments share more than an end."""
    p, q, r, s = (
        apply("+", _times(x, Constant(ROW, t.Number(ROW, ROW))), y, type=FAR) for x, y in points
    )
    starts = [apply("smaller", *two, type=FAR) for two in ((p, q), (r, s))]
    ends = [apply("larger", *two, type=FAR) for two in ((p, q), (r, s))]
    return apply("<", apply("larger", *starts, type=FAR), apply("smaller", *ends, type=FAR))


def _middle_as_on(b: Body, first: Variable, at: Variable, place: int) -> Expr:
    """Return a coordinate of a space's centre, in the layout of the first one's board."""
    population = b.lowering.population
    boards = tuple(population.boards.values())
    name = b.lowering.table(
        f"middle {'across' if place == 0 else 'along'} as on",
        (len(boards), len(population.spaces)),
        FAR,
        lambda: [
            geometry.centre(board, space)[place] for board in boards for space in population.spaces
        ],
    )
    return Lookup(name, (_board(b, first), at), FAR)
