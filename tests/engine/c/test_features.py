"""Features are the content of rows of observations, in the form that a network takes."""

from __future__ import annotations

from array import array
from math import prod

import pytest

import ruleslang
from ruleslang.engine.match.chance import Stream
from tests.support.every import every
from tests.support.shipped import Shipped

SOME = ("connect_four", "hanabi", "liars_dice", "phantom_ttt")

OF_ALL_SORTS = """\
rulebook sorts "Sorts"
    language 1
    players 2: west, east
    starts with game
board field: grid 3 by 2
piece pawn x2 on field
state colour(field): tint or none
state height(field): 0..9 = 0, seen by nobody
state told: set of tint
state row_of: list of tint up to 3 = {}
state left: 0..5 = 3
words tint: red, green
die d6: 1..6
dice cup: 2 d6
phase game
    set colour(cell(2, 1)) to green
    set height(cell(2, 1)) to 4
    set told to {red, green}
    add green to row_of
    add red to row_of
    move first(pieces) to cell(3, 2)
    move first(pieces where space(it) is none) to cell(3, 2)
    west chooses one of
        go: nothing
        stay: nothing
    west wins
"""


def check_features(game: ruleslang.Game, steps: int) -> None:
    batch, chance = game.in_lock_step(range(3)), Stream(5)
    of = batch.observed.features
    assert len(batch.observed.columns) == batch.observed.width
    assert len(set(of.columns)) == of.width
    assert sum(prod(block.shape) for block in of.blocks.values()) == of.width
    for _ in range(steps):
        seats = [max(seat, 0) for seat in batch.players]
        rows, found = batch.observations(seats), batch.features(seats)
        assert found.tolist() == [list(of.row(row)) for row in rows.tolist()]
        allowed = [batch.actions_of(match) for match in range(3)]
        into = memoryview(array("f", bytes(12 * of.width))).cast("B").cast("f", (3, of.width))
        acts = [each[chance.below(len(each))] if each else -1 for each in allowed]
        batch.step_actions(acts, features=into)
        assert into.tolist() == batch.features([max(seat, 0) for seat in batch.players]).tolist()


@pytest.mark.parametrize("name", SOME)
def test_features_are_made_of_rows(name: str) -> None:
    check_features(ruleslang.Game(Shipped()[name]), 12)


@pytest.mark.long
@every("name", Shipped())
def test_features_of_all_rulebooks_are_made_of_rows(name: str) -> None:
    check_features(ruleslang.Game(Shipped()[name]), 40)


def test_each_sort_of_state_has_its_features() -> None:
    match = ruleslang.load(OF_ALL_SORTS).start(seed=1)
    of, found = match.observed.features, match.features("west")
    log = {name: found[at] for at, name in enumerate(of.columns) if found[at]}
    assert of.blocks["state colour"].shape == (2, 2, 3)
    assert of.blocks["state height"].shape == (2, 2, 3)
    assert of.blocks["piece pawn"].shape == (1, 2, 3)
    hidden = {name for name in log if name.endswith("is hidden")}
    assert hidden == {f"height at cell({x}, {y}) is hidden" for x in (1, 2, 3) for y in (1, 2)}
    faces = match.view(None).dice["cup"]
    assert {name: value for name, value in log.items() if name not in hidden} == {
        "player is west": 1,
        "active is west": 1,
        "west is in": 1,
        "east is in": 1,
        "colour at cell(2, 1) is green": 1,
        "told: number": 2,
        "told has red": 1,
        "told has green": 1,
        "row_of: number": 2,
        "row_of: entry 1 is green": 1,
        "row_of: entry 2 is red": 1,
        "left": 3,
        "cup: number": 2,
        f"cup: entry 1 is {faces[0]}": 1,
        f"cup: entry 2 is {faces[1]}": 1,
        "pawn at cell(3, 2)": 2,
    }
