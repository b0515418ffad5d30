"""
Board geometry in integers: neighbours, distances, rays and lines.

Spaces are numbered by row and column, starting with row 1 and column 1; on a hex board every even
row is shifted half a space to the right, and a line or ring has a single row. Corners of spaces
have integer coordinates; hexes are squeezed for this, which keeps straight lines straight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from string import ascii_uppercase
from typing import NamedTuple, TypeAlias

from attrs import evolve, field, frozen

from ruleslang.engine.match.runtime_values import Space
from ruleslang.program import declarations as d
from ruleslang.program.program import Program

_STEPS = {
    4: ((0, -1), (-1, 0), (1, 0), (0, 1)),
    8: ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
}
MOST_RAYS = 10_000  # that are kept
MOST_LINES = 10_000
MOST_STARTS = 500  # from which all distances are kept
_SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_HEXAGON = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


Meets: TypeAlias = "Callable[[str, Space | Spot, tuple[int, int], tuple[int, int]], bool]"


class Spot(NamedTuple):
    """The position of a space on an unbounded board."""

    column: int
    row: int


@frozen(eq=False)
class Geometry:
    """A laid-out board: its spaces, by column and row too, and their neighbours."""

    board: d.Board
    spaces: tuple[Space, ...]
    at: Mapping[tuple[int, int], Space]
    near: Mapping[Space, tuple[Space, ...]]
    rows: int
    rays: dict[tuple[Space, Space], tuple[Space, ...]] = field(factory=dict)  # filled by `ray`
    lines: dict[tuple[Space, Space], tuple[Space, ...]] = field(factory=dict)  # filled by `line`
    steps: dict[Space, Mapping[Space, int]] = field(factory=dict)  # filled by `distance`


def boards_as_written(program: Program) -> tuple[d.Board, ...]:
    """Return the boards of a program, with spaces named as in rulebooks: `cell(2, 1)`."""
    alone = len(program.boards) == 1
    return tuple(
        evolve(board, spaces=tuple(name for name, _ in space_texts(board, alone=alone)))
        for board in program.boards
    )


def space_texts(board: d.Board, *, alone: bool) -> Iterator[tuple[str, str]]:
    """
    Yield the name and the displayed text of each space, in order; on a grid without names it is
    called by the letter of its column and the number of its row, `D6`.

    With `alone` it is the only board, so names omit the board's.
    """
    is_flat = board.shape in ("grid", "hexes")
    columns = board.sizes[0] if is_flat else max(1, len(board.spaces))
    is_named = board.is_named  # as many names are made to find out as there are spaces
    for i, name in enumerate(board.spaces):
        column, row = i % columns + 1, i // columns + 1
        text = name.replace("_", " ")
        if is_flat and not is_named:
            text = f"{column_letter(column)}{row}"
        of = "" if alone else f"{board.name}, "
        yield (name if is_named else f"cell({of}{column}, {row})"), text


def column_letter(column: int) -> str:
    """
    Return the letter of a column, from 1; after `Z` come `AA`, `AB`.

    >>> column_letter(4), column_letter(26), column_letter(27), column_letter(703)
    ('D', 'Z', 'AA', 'AAA')
    """
    more, place = divmod(column - 1, 26)
    return (column_letter(more) if more else "") + ascii_uppercase[place]


def lay_out(board: d.Board, order: int, *, alone: bool = True) -> Geometry:
    """
    Lay out a board; its spaces are numbered from `order` on.

    With `alone` it is the only board, so names omit the board's.
    """
    columns = board.sizes[0] if board.shape in ("grid", "hexes") else max(1, len(board.spaces))
    spaces = tuple(
        Space(order + i, name, text, board.name, i % columns + 1, i // columns + 1)
        for i, (name, text) in enumerate(space_texts(board, alone=alone))
    )
    at = {(space.column, space.row): space for space in spaces}
    near = {space: _neighbours(board, spaces, at, i) for i, space in enumerate(spaces)}
    return Geometry(board, spaces, at, near, rows=max((space.row for space in spaces), default=1))


def _neighbours(
    board: d.Board, spaces: tuple[Space, ...], at: Mapping[tuple[int, int], Space], place: int
) -> tuple[Space, ...]:
    space = spaces[place]
    if board.shape == "map":
        other = {a + b - place for a, b in board.links if place in (a, b)}
        near: Iterable[Space | None] = (spaces[i] for i in other)
    elif board.shape == "ring":
        near = (spaces[(place + step) % len(spaces)] for step in (-1, 1))
    elif board.shape == "line":
        near = (at.get((space.column + step, 1)) for step in (-1, 1))
    else:
        near = (at.get((space.column + c, space.row + r)) for c, r in _steps(board, space))
    return tuple(sorted({s for s in near if s is not None} - {space}, key=lambda s: s.order))


def _steps(board: d.Board, space: Space) -> Iterable[tuple[int, int]]:
    if board.shape == "grid":
        return _STEPS[board.neighbours]
    lean = 0 if space.row % 2 else 1  # even rows lie half a space to the right
    return ((lean - 1, -1), (lean, -1), (-1, 0), (1, 0), (lean - 1, 1), (lean, 1))


def distance(geometry: Geometry, a: Space, b: Space) -> int | None:
    """Return the length of the shortest path between two spaces; `None`: no path; memoised."""
    steps = geometry.steps.get(a)
    if steps is None:
        steps = _steps_from(geometry, a)
        if len(geometry.steps) < MOST_STARTS:
            geometry.steps[a] = steps
    return steps.get(b)


def _steps_from(geometry: Geometry, start: Space) -> Mapping[Space, int]:
    """Return the distances to all reachable spaces."""
    distances, edge = {start: 0}, [start]
    for here in edge:
        for near in geometry.near[here]:
            if near not in distances:
                distances[near] = distances[here] + 1
                edge.append(near)
    return distances


def shifted(geometry: Geometry, space: Space, columns: int, rows: int) -> Space | None:
    """Return the space this many columns and rows away; wraps around on a ring."""
    if geometry.board.shape == "ring":
        place = (space.column - 1 + columns) % len(geometry.spaces)
        return geometry.spaces[place] if rows == 0 else None
    return geometry.at.get((space.column + columns, space.row + rows))


def ray(geometry: Geometry, start: Space, by: Space) -> tuple[Space, ...]:
    """
    Return the spaces reached by repeating the step from `start` to `by` until the board ends, or on
    a ring until `start` is reached again.

    On hexes a step has the same direction in every row.
    """
    spaces = geometry.rays.get((start, by))
    if spaces is None:
        round_it = geometry.board.shape == "ring"
        way = _round(geometry, start, by) if round_it else _straight_on(geometry, start, by)
        spaces = tuple(way) if start is not by else ()
        if len(geometry.rays) < MOST_RAYS:
            geometry.rays[start, by] = spaces
    return spaces


def _round(geometry: Geometry, start: Space, by: Space) -> Iterator[Space]:
    step, at = by.column - start.column, start.column - 1
    while (at := (at + step) % len(geometry.spaces)) != start.column - 1:
        yield geometry.spaces[at]


def _straight_on(geometry: Geometry, start: Space, by: Space) -> Iterator[Space]:
    half = geometry.board.shape == "hexes"  # columns are counted in halves

    def across(space: Space) -> int:
        return 2 * space.column + (half and (space.row + 1) % 2)

    x, y = across(by), by.row
    while space := geometry.at.get((x // 2, y)):
        yield space
        x, y = x + across(by) - across(start), y + by.row - start.row


def reach(geometry: Geometry, start: Iterable[Space], within: Iterable[Space]) -> tuple[Space, ...]:
    """Return the spaces connected within `within` to a space in both `start` and `within`."""
    allowed = set(within)
    todo = [space for space in start if space in allowed]
    seen = set(todo)
    while todo:
        for space in geometry.near[todo.pop()]:
            if space in allowed and space not in seen:
                seen.add(space)
                todo.append(space)
    return tuple(sorted(seen, key=lambda s: s.order))


# ---------------------------------------------------------------- lines


def centre(geometry: Geometry, space: Space) -> tuple[int, int]:
    """Return the centre of a space in the plane."""
    return _centre(geometry.board.shape, space)


def _centre(shape: str, space: Space | Spot) -> tuple[int, int]:
    if shape == "hexes":
        return 2 * space.column + (space.row + 1) % 2, 3 * space.row
    return 2 * space.column, 2 * space.row


def line(geometry: Geometry, a: Space, b: Space) -> tuple[Space, ...]:
    """
    Return the spaces whose interior the segment between two centres crosses, without the end
    spaces, in order along it.

    On a line, ring or map: the spaces of the first shortest path. Among spaces at the same distance
    along it, the nearer to the line comes first, then standard order decides.
    """
    spaces = geometry.lines.get((a, b))
    if spaces is None:
        spaces = (
            _crossed(geometry, a, b, _is_crossed)
            if in_plane(geometry)
            else _shortest(geometry, a, b)
        )
        if len(geometry.lines) < MOST_LINES:
            geometry.lines[a, b] = spaces
    return spaces


def touched(geometry: Geometry, a: Space, b: Space) -> tuple[Space, ...]:
    """
    Return the spaces that the segment between two centres meets, even at a corner or an edge.

    Ends excluded, in the order of `line`; on lines, rings and maps the same as `line`.
    """
    return _crossed(geometry, a, b, _is_touched) if in_plane(geometry) else line(geometry, a, b)


def whole_line(geometry: Geometry, a: Space, b: Space) -> tuple[Space, ...]:
    """
    Return the spaces whose interior the infinite line through two centres crosses, including both,
    in order, from the side of `a`.

    On a line or a ring all spaces; from a space to itself none.
    """
    if a is b:
        return ()
    if not in_plane(geometry):
        return geometry.spaces
    start, end = centre(geometry, a), centre(geometry, b)
    shape = geometry.board.shape
    crossed = [space for space in geometry.spaces if _is_split(shape, space, start, end)]
    return tuple(sorted(crossed, key=lambda space: _distance_along_line(shape, space, start, end)))


def off_line(geometry: Geometry, space: Space, a: Space, b: Space) -> int:
    """
    Return the distance of a centre from the line through two others, 0 on it.

    The unit depends on the two, so only spaces beside the same line compare.
    """
    if not in_plane(geometry):
        return 0
    return abs(cross(centre(geometry, a), centre(geometry, b), centre(geometry, space)))


def in_plane(geometry: Geometry) -> bool:
    """Return whether the board is planar, so that straight lines exist."""
    return geometry.board.shape in ("grid", "hexes")


def _crossed(geometry: Geometry, a: Space, b: Space, meets: Meets) -> tuple[Space, ...]:
    """Return the spaces crossed; they depend only on the spaces' offset and the row's parity."""
    shape = geometry.board.shape
    lean = a.row % 2 if shape == "hexes" else 0
    spots = _entered_from(shape, lean, b.column - a.column, b.row - a.row, meets)
    found = (geometry.at.get((a.column + column, a.row + row)) for column, row in spots)
    return tuple(space for space in found if space is not None)


@cache
def _entered_from(
    shape: str, lean: int, columns: int, rows: int, meets: Meets
) -> tuple[tuple[int, int], ...]:
    """Return the offsets crossed on the way, on an unbounded board; memoised."""
    a, b = Spot(0, lean), Spot(columns, lean + rows)
    start, end = _centre(shape, a), _centre(shape, b)
    (left, right), (low, high) = sorted((0, columns)), sorted((a.row, b.row))
    spots = [Spot(x, y) for y in range(low, high + 1) for x in range(left - 1, right + 2)]
    found = [spot for spot in spots if spot not in (a, b) and meets(shape, spot, start, end)]
    found.sort(key=lambda spot: _distance_along_line(shape, spot, start, end))
    return tuple((spot.column, spot.row - lean) for spot in found)


def _shortest(geometry: Geometry, a: Space, b: Space) -> tuple[Space, ...]:
    away = distance(geometry, a, b)
    if away is None or away == 0:
        return ()
    way, here = [], a
    while away > 1:
        away -= 1
        here = next(n for n in geometry.near[here] if distance(geometry, n, b) == away)
        way.append(here)
    return tuple(way)


def cross(o: tuple[int, int], a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return a positive number if `b` is left of the line from `o` to `a`, negative if right."""
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def _is_crossed(
    shape: str, space: Space | Spot, start: tuple[int, int], end: tuple[int, int]
) -> bool:
    """Return whether the segment crosses the interior of the space (separating axis test)."""
    return _is_split(shape, space, start, end) and all(
        max(way) > min(inside) and min(way) < max(inside)
        for way, inside in _seen_along_edges(shape, space, start, end)
    )


def _is_touched(
    shape: str, space: Space | Spot, start: tuple[int, int], end: tuple[int, int]
) -> bool:
    """Return whether the segment from `start` to `end` meets the space, its border included."""
    sides = [cross(start, end, corner) for corner in _corners(shape, space)]
    return min(sides) <= 0 <= max(sides) and all(
        max(way) >= min(inside) and min(way) <= max(inside)
        for way, inside in _seen_along_edges(shape, space, start, end)
    )


def _is_split(
    shape: str, space: Space | Spot, start: tuple[int, int], end: tuple[int, int]
) -> bool:
    """Return whether the infinite line through two points separates corners of the space."""
    sides = [cross(start, end, corner) for corner in _corners(shape, space)]
    return min(sides) < 0 < max(sides)


def _corners(shape: str, space: Space | Spot) -> list[tuple[int, int]]:
    around = _HEXAGON if shape == "hexes" else _SQUARE
    x, y = _centre(shape, space)
    return [(x + dx, y + dy) for dx, dy in around]


def _seen_along_edges(
    shape: str, space: Space | Spot, start: tuple[int, int], end: tuple[int, int]
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the projections of the segment and of the space on the normal of each edge."""
    corners = _corners(shape, space)
    for start_corner, end_corner in pairwise([*corners, corners[0]]):
        yield (
            [cross(start_corner, end_corner, start), cross(start_corner, end_corner, end)],
            [cross(start_corner, end_corner, corner) for corner in corners],
        )


def _distance_along_line(
    shape: str, space: Space | Spot, start: tuple[int, int], end: tuple[int, int]
) -> tuple[int, int, tuple[int, int]]:
    here = _centre(shape, space)
    stretch = 3 if shape == "hexes" else 1  # squeezed hexes: x counts three times as much
    along = stretch * (end[0] - start[0]) * (here[0] - start[0])
    along += (end[1] - start[1]) * (here[1] - start[1])
    return along, abs(cross(start, end, here)), (space.row, space.column)


def crosses(geometry: Geometry, a: Space, b: Space, c: Space, e: Space) -> bool:
    """Return whether the segments `a`-`b` and `c`-`e` share a point that is an end of neither."""
    p, q, r, s = (centre(geometry, space) for space in (a, b, c, e))
    first = cross(p, q, r), cross(p, q, s)
    second = cross(r, s, p), cross(r, s, q)
    if first == (0, 0) and second == (0, 0):
        lower, upper = sorted([sorted((p, q)), sorted((r, s))])
        return max(lower[0], upper[0]) < min(lower[1], upper[1])
    return min(first) < 0 < max(first) and min(second) < 0 < max(second)
