"""The odds of checks that nobody wrote are those of all ways of play."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from random import Random

import pytest

from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.runtime_values import Value
from ruleslang.explanation.odds.chance_tree import Path, over_all_ways, run_procedure
from ruleslang.explanation.odds.exact_odds import distribution
from ruleslang.program.program import Program
from tests.engine.interpreter.rulebooks import compiled
from tests.explanation.odds.test_exact_odds import HEAD, at_start

CHECKS = 20
FEW_WAYS = 4_000
LOOPS = (
    "repeat {n} times",
    "repeat at most {n} times",
    "repeat while {c}, at most {n} times",
    "repeat until {c}, at most {n} times",
    "repeat at least once while {c}, at most {n} times",
    "repeat at least once until {c}, at most {n} times",
    "repeat at most a times",
    "repeat until {c}, at most b - 1 times",
    "for each k{d} in 0..{n}",
)
CONDITIONS = ("a is {n}", "a > b", "b < {n}", "flag", "a + b > {n}", "last is heads", "not flag")
STEPS = (
    "set a to smaller(9, a + 1)",
    "set b to a",
    "set flag to not flag",
    "set flag to last is heads",
    "if {c}: set a to 0",
    "if {c}: answer a",
    "if {c}: answer b + 20",
    "let again = other(a)",
    "set b to other(1)",
)
FIRST = ("let a: 0..9 = 0", "let b: 0..9 = 2", "let flag = no", "let last = heads")


def _filled(line: str, draw: Random) -> str:
    condition = draw.choice(CONDITIONS).format(n=draw.randrange(4))
    return line.format(c=condition, n=draw.randrange(4), d=draw.randrange(10**6))


def _block(draw: Random, depth: int) -> list[str]:
    lines: list[str] = []
    for at in range(draw.randrange(1, 4)):
        kind = draw.random()
        if kind < 0.3:
            lines += [f"roll coin as thrown{depth}{at}", f"set last to thrown{depth}{at}"]
        elif kind < 0.6 and depth < 2:
            inner = [f"    {line}" for line in _block(draw, depth + 1)]
            lines += [_filled(draw.choice(LOOPS), draw), *inner]
        else:
            lines.append(_filled(draw.choice(STEPS), draw).replace("again", f"again{depth}{at}"))
    return lines


def check_of(seed: int) -> str:
    """A check with loops in loops, and another that it asks."""
    draw = Random(seed)
    body = [*FIRST, *_block(draw, 0), "answer a + 40"]
    other = ["let b: 0..9 = 0", _filled("repeat at most {n} times", draw), "    roll coin as f"]
    other += ["    if f is heads: answer m", "    set b to smaller(9, b + 1)", "answer b"]
    text = "".join(f"    {line}\n" for line in body)
    asked = "".join(f"    {line}\n" for line in other)
    return f"check c answers 0..99\n{text}check other(m: 0..9) answers 0..9\n{asked}"


class TooManyWays(Exception):
    """There are more ways than a test follows."""


def _played(program: Program) -> dict[Value, Fraction]:
    ways = count()

    def run(path: Path) -> Value:
        if next(ways) > FEW_WAYS:
            raise TooManyWays
        return run_procedure(at_start(program, path), "c", ())

    return over_all_ways(run)


@pytest.mark.parametrize("first", range(0, 10 * CHECKS, CHECKS))
def test_the_odds_of_random_checks_are_those_of_play(first: int) -> None:
    compared = 0
    for seed in range(first, first + CHECKS):
        program = compiled(HEAD + check_of(seed)).program
        try:
            played = _played(program)
        except (TooManyWays, Fault):
            continue
        compared += 1

        assert distribution(at_start(program), "c", ()) == played, check_of(seed)

    assert compared > CHECKS * 2 / 3
