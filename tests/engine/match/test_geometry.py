"""Neighbours, distances and lines, on every shape of board."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from ruleslang.engine.match import geometry
from ruleslang.engine.match.geometry import Geometry
from ruleslang.program.declarations import Board


def board(
    shape: str, *sizes: int, neighbours: int = 4, links: tuple[tuple[int, int], ...] = ()
) -> Geometry:
    count = sizes[0] * sizes[1] if len(sizes) == 2 else sizes[0]
    names = tuple(f"s{i}" for i in range(count))
    return geometry.lay_out(Board("b", shape, sizes, neighbours, False, False, names, links), 0)


GRID = board("grid", 7, 6, neighbours=8)
FOUR = board("grid", 7, 6)
HEXES = board("hexes", 6, 5, neighbours=6)
LINKED = board("map", 4, links=((0, 1), (1, 2)))
SHAPES = [GRID, FOUR, HEXES, board("line", 5), board("ring", 6), LINKED]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda g: f"{g.board.shape}{g.board.neighbours}")
def test_neighbours_and_distances_are_mutual(shape: Geometry) -> None:
    for a, b in product(shape.spaces, repeat=2):
        assert (a in shape.near[b]) == (b in shape.near[a])
        assert geometry.distance(shape, a, b) == geometry.distance(shape, b, a)
        assert (b in shape.near[a]) == (geometry.distance(shape, a, b) == 1)


@pytest.mark.parametrize("shape", [GRID, FOUR, HEXES], ids=["grid8", "grid4", "hexes"])
def test_a_line_is_the_same_seen_from_its_other_end(shape: Geometry) -> None:
    for a, b in product(shape.spaces, repeat=2):
        there = geometry.line(shape, a, b)

        assert set(there) == set(geometry.line(shape, b, a))
        assert a not in there and b not in there


def test_a_straight_line_crosses_the_spaces_in_between() -> None:
    at = GRID.at

    assert geometry.line(GRID, at[1, 2], at[5, 2]) == (at[2, 2], at[3, 2], at[4, 2])
    assert geometry.line(GRID, at[1, 1], at[4, 4]) == (at[2, 2], at[3, 3])
    assert geometry.line(GRID, at[1, 1], at[1, 1]) == ()


def test_a_knights_line_crosses_both_spaces_beside_it() -> None:
    assert geometry.line(GRID, GRID.at[1, 1], GRID.at[2, 3]) == (GRID.at[1, 2], GRID.at[2, 2])


def test_corners_that_are_only_touched_are_not_crossed() -> None:
    assert geometry.line(GRID, GRID.at[1, 1], GRID.at[2, 2]) == ()


def test_hexes_in_a_row_are_crossed_in_order() -> None:
    at = HEXES.at

    assert geometry.line(HEXES, at[1, 1], at[4, 1]) == (at[2, 1], at[3, 1])
    assert len(HEXES.near[at[3, 3]]) == 6


def test_every_hex_of_a_line_is_next_to_the_one_before() -> None:
    for a, b in product(HEXES.spaces, repeat=2):
        way = (a, *geometry.line(HEXES, a, b), b)
        for one, other in pairwise(way):
            assert one is other or geometry.distance(HEXES, one, other) <= 2


def test_ways_cross_inside_and_not_at_their_ends() -> None:
    at = GRID.at

    assert geometry.crosses(GRID, at[1, 1], at[3, 3], at[1, 3], at[3, 1])
    assert not geometry.crosses(GRID, at[1, 1], at[3, 1], at[1, 2], at[3, 2])
    assert not geometry.crosses(GRID, at[1, 1], at[3, 3], at[3, 3], at[5, 1])
    assert geometry.crosses(GRID, at[1, 1], at[4, 1], at[2, 1], at[6, 1])


def test_a_ring_goes_round_and_a_map_follows_its_links() -> None:
    ring, links = SHAPES[4], SHAPES[5]

    assert geometry.distance(ring, ring.spaces[0], ring.spaces[5]) == 1
    assert geometry.shifted(ring, ring.spaces[5], 1, 0) is ring.spaces[0]
    assert geometry.distance(links, links.spaces[0], links.spaces[2]) == 2
    assert geometry.distance(links, links.spaces[0], links.spaces[3]) is None
    assert geometry.line(links, links.spaces[0], links.spaces[2]) == (links.spaces[1],)


def test_reach_stays_inside_its_set() -> None:
    at = FOUR.at
    inside = [at[1, 1], at[2, 1], at[4, 1], at[2, 2]]

    assert geometry.reach(FOUR, [at[1, 1], at[7, 6]], inside) == (at[1, 1], at[2, 1], at[2, 2])


def test_rays_are_lines_to_the_edge() -> None:
    for board in (GRID, FOUR, HEXES):
        for start in board.spaces:
            for by in board.near[start]:
                way = geometry.ray(board, start, by)
                assert way[0] is by
                assert len(set(way)) == len(way)
                far = way[-1]
                assert tuple(s for s in way if s is not far) == geometry.line(board, start, far)


def test_a_line_along_an_edge_touches_both_sides_of_it() -> None:
    at = HEXES.at

    assert geometry.line(HEXES, at[3, 2], at[3, 4]) == ()
    assert geometry.touched(HEXES, at[3, 2], at[3, 4]) == (at[3, 3], at[4, 3])


def test_crossed_spaces_are_touched_and_on_the_whole_line() -> None:
    for shape in (GRID, HEXES):
        for a, b in product(shape.spaces, repeat=2):
            crossed = set(geometry.line(shape, a, b))
            assert crossed <= set(geometry.touched(shape, a, b))
            assert a is b or crossed | {a, b} <= set(geometry.whole_line(shape, a, b))


def test_the_whole_line_is_off_the_line_by_less_than_any_space_beside_it() -> None:
    for shape in (GRID, HEXES):
        a, b = shape.at[2, 2], shape.at[4, 3]
        off = {each: geometry.off_line(shape, each, a, b) for each in shape.spaces}
        on = set(geometry.whole_line(shape, a, b))

        assert off[a] == off[b] == 0
        assert max(off[each] for each in on) <= min(off[each] for each in off if each not in on)
