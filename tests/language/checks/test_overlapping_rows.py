"""Rows that share numbers, as a test of all pairs would find; and many rows take little longer."""

from __future__ import annotations

from itertools import combinations
from random import Random
from time import process_time

import ruleslang

HEAD = """rulebook rows "Rows"
    language 1
    players 2: ann, bob
    starts with game

state counter: 0..9999 = 0

phase game
    set counter to 5
    if worth > 3: ann wins
    bob wins

value worth: 0..99999
"""


def text_of(rows: list[tuple[int, int]]) -> str:
    lines = [
        f"    when counter >= {low} and counter <= {high}: {n}"
        for n, (low, high) in enumerate(rows)
    ]
    return HEAD + "\n".join([*lines, "    otherwise: 0", ""])


def reported(rows: list[tuple[int, int]]) -> list[int]:
    """The rows that `overlapping-rows` names, by their number."""
    first = len(HEAD.splitlines())
    found = ruleslang.check_text(text_of(rows), name="rows.rules")
    return sorted(each.span.line - first - 1 for each in found if each.slug == "overlapping-rows")


def shares(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two rows share numbers, and neither has all numbers of the other."""
    both = (max(one[0], other[0]), min(one[1], other[1]))
    return both[0] <= both[1] and both not in (one, other)


def test_a_sweep_finds_what_all_pairs_show() -> None:
    chance = Random(4)
    for _ in range(12):
        starts = [chance.randrange(60) for _ in range(8)]
        rows = [(low, low + chance.randrange(1, 12)) for low in starts]
        expected = [n for n in range(8) for m in range(n) if shares(rows[m], rows[n])]
        assert expected == reported(rows), rows


def test_many_rows_take_as_long_as_they_are_many() -> None:
    def seconds(number: int) -> float:
        began = process_time()
        assert reported([(4 * n, 4 * n + 3) for n in range(number)]) == []
        return process_time() - began

    seconds(50)
    few, many = seconds(600), seconds(2400)
    assert many < 8 * few


def test_two_rows_are_named_however_many_there_are() -> None:
    rows = [(10 * n, 10 * n + 9) for n in range(500)]
    rows[250] = (2500, 2512)

    assert reported(rows) == [251]
    assert len(list(combinations(rows, 2))) > 100_000
