"""Boards with too many pairs of spaces for tables, where C computes what is between two spaces."""

from __future__ import annotations

import pytest

import ruleslang
from ruleslang.engine.code import print_tables
from tests.engine.c.agreement import differences
from tests.engine.conformance.test_conformance import HERE
from tests.support.every import every

TEXT = """rulebook between "Between"
    language 1
    players 1
    starts with game
board field: {shape}
board other: hexes 3 by 3
state found(field): list of field up to 60
state away(field): 0..60 or none
value any_of(s: field, t: field): list of field up to 60 = {word}
value near(s: field, t: field): 0..1 = 1 when t is in neighbours(s) otherwise 0
phase game
    for each s in field
        for each t in field
            set found(t) to any_of(s, t)
            set away(t) to distance(s, t)
        p1 chooses ready from 1..2
    nobody wins
"""
SHAPES = (
    "grid 6 by 5",
    "grid 5 by 7, neighbours 8",
    "hexes 6 by 7",
    "line 7",
    "ring 8",
    "map\n    spaces: a, b, c, d, e, f, h\n    links: a - b, b - c, c - d, d - a, c - e, e - f",
)
WORDS = ("line(s, t)", "touched(s, t)", "ray(s, t)", "whole_line(s, t)")


@every("shape", SHAPES)
def test_all_pairs_are_as_in_python(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(print_tables, "MOST_PAIRS", 0)
    for word in WORDS[: 2 if shape.startswith("map") else None]:
        game = ruleslang.load_text(TEXT.format(shape=shape, word=word))
        found, decisions = differences(game.program, 1)

        assert (word, found, decisions > 5) == (word, [], True)


LARGE = """rulebook rays "Rays"
    language 1
    players 2: a_side, b_side
    starts with game
    at most 60 decisions, then nobody wins
board field: {shape}
value far(s: field): 0..99 = number of ray(s, first(neighbours(s)))
value lit(s: field, t: field): 0..200 = number of line(s, t) + number of touched(s, t)
value weight(s: field, t: field): 0..9999 = (lit(s, t) + (1 when adjacent(s, t) otherwise 0) +
        distance(s, t) + number of whole_line(s, t))
state total: 0..99999999 = 0
phase game
    take turns p among players
        pick s from field by chance
        p chooses t from ({{s}} + neighbours(s) where weight(it, first(field)) > 3)
        add weight(s, t) + far(t) to total
"""


@every("shape", ("grid 25 by 20, neighbours 8", "hexes 33 by 33", "grid 40 by 40"))
def test_a_board_of_any_size_is_played(shape: str) -> None:
    game = ruleslang.load_text(LARGE.format(shape=shape))

    assert game.start(seed=1, engine="c").plays == "c"
    assert differences(game.program, 3, most=25) == ([], 25)


@every("engine", ("wasm", "c"))
def test_sets_of_many_spaces_are_as_in_the_interpreter(engine: str) -> None:
    game = ruleslang.load(HERE / "a_boards/sets_of_many_spaces.rules")
    expected, found = (game.start(seed=1, engine=name) for name in ("interpreter", engine))
    while expected.decision is not None:
        expected.choose(0)
        found.choose(0)
        assert found.hash() == expected.hash()
    assert found.plays == engine and found.is_over
