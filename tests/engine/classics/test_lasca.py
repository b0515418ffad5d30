"""Random games of Lasca beside a second implementation: the same moves, columns and winners."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest

import ruleslang

SPACE = re.compile(r"cell\((\d), (\d)\)")
MEN = {"white_soldier": "o", "white_officer": "O", "black_soldier": "x", "black_officer": "X"}

Square = tuple[int, int]
Path = tuple[Square, ...]
Columns = dict[Square, str]  # from the top: `o` and `x` are soldiers, `O` and `X` officers


def side(man: str) -> int:
    return 0 if man in "oO" else 1


def ways(man: str) -> list[Square]:
    ahead = 1 if side(man) == 0 else -1
    return [(x, y) for y in ((ahead,) if man in "ox" else (1, -1)) for x in (1, -1)]


def is_square(at: Square) -> bool:
    return 1 <= at[0] <= 7 and 1 <= at[1] <= 7


def at_end(man: str, at: Square) -> bool:
    return man in "ox" and at[1] == (7 if side(man) == 0 else 1)


def jumps(columns: Columns, path: Path, over: frozenset[Square] = frozenset()) -> list[Path]:
    """All whole jumps that begin with a path; a single man that was jumped is gone at once."""
    man, (x, y), start = columns[path[0]][0], path[-1], path[0]
    if len(path) > 1 and at_end(man, path[-1]):
        return [path]
    further: list[Path] = []
    for dx, dy in ways(man):
        middle, behind = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
        met = columns.get(middle, "")
        is_left = behind == start or (behind in over and len(columns[behind]) == 1)
        is_met = met != "" and middle not in (*over, start) and side(met[0]) != side(man)
        if is_met and (is_left or behind not in columns) and is_square(behind):
            further += jumps(columns, (*path, behind), over | {middle})
    return further or ([path] if len(path) > 1 else [])


def moves(columns: Columns, player: int) -> list[Path]:
    """The moves of a player, jumps if there are any."""
    own = [at for at, column in columns.items() if side(column[0]) == player]
    found = [path for at in own for path in jumps(columns, (at,))]
    if found:
        return found
    steps = [(at, (at[0] + dx, at[1] + dy)) for at in own for dx, dy in ways(columns[at][0])]
    return [(at, to) for at, to in steps if is_square(to) and to not in columns]


def moved(columns: Columns, path: Path) -> Columns:
    """The columns after a move."""
    after = dict(columns)
    column = after.pop(path[0])
    for (x, y), (u, v) in pairwise(path):
        if abs(u - x) == 2:
            middle = ((x + u) // 2, (y + v) // 2)
            met = after.pop(middle)
            column += met[0]
            if met[1:]:
                after[middle] = met[1:]
    if at_end(column[0], path[-1]):
        column = column[0].upper() + column[1:]
    return {**after, path[-1]: column}


def start() -> Columns:
    squares = [(x, y) for x in range(1, 8) for y in range(1, 8) if (x + y) % 2 == 0 and y != 4]
    return {at: "o" if at[1] < 4 else "x" for at in squares}


def shown(match: ruleslang.Match) -> Columns:
    """The columns of the match."""
    towers = match.view(0).states.items()
    return {
        squares(name)[0]: "".join(MEN[man] for man in column)
        for name, column in towers
        if name.startswith("tower(") and isinstance(column, tuple) and column
    }


def squares(choice: str) -> Path:
    return tuple((int(x), int(y)) for x, y in SPACE.findall(choice))


def choose(match: ruleslang.Match, paths: list[Path], path: Path) -> None:
    """Make a move jump by jump; what is the only choice isn't asked for."""
    for at in range(1, len(path)):
        begun = 0 if at == 1 else at  # the first question is for the column, too
        ahead = [other for other in paths if other[:begun] == path[:begun] and len(other) > at]
        offered = {other[begun : at + 1] for other in ahead}
        if len(offered) > 1:
            assert match.decision is not None
            choices = {squares(choice.id): choice for choice in match.decision.choices}
            assert choices.keys() == offered
            match.choose(choices[path[begun : at + 1]])


@pytest.mark.parametrize("seed", range(8))
def test_games_of_lasca_go_and_end_as_in_a_second_implementation(seed: int) -> None:
    match = ruleslang.load("lasca").start(seed=seed, engine="wasm")
    columns, chance, quiet, player, compared = start(), random.Random(seed), 0, 0, 0
    while quiet < 50 and (paths := moves(columns, player)):
        if len({path[:2] for path in paths}) > 1:  # else the match is ahead
            assert shown(match) == columns
        path = chance.choice(paths)
        choose(match, paths, path)
        quiet = quiet + 1 if abs(path[0][0] - path[1][0]) == 1 else 0
        columns, player, compared = moved(columns, path), 1 - player, compared + 1

    assert compared > 10 and match.outcome is not None
    assert {*match.outcome.winners} == (set() if quiet == 50 else {1 - player})
