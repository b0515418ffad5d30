"""Values of small games, computed as docs/exact-values.md does, and known from elsewhere."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ruleslang
from ruleslang.library.find_rulebook import data_root

HERE = Path(__file__).parent / "solved"
PAGE = Path(__file__).parents[3] / "docs" / "exact-values.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
THROWS = Path(__file__).parents[2] / "api" / "three_throws.rules"
KUHN_OF_FIVE = [("jack, queen, king", "ten, jack, queen, king, ace")]
BET_OF_TWO = [("1..2 = 1", "1..3 = 1"), ("to 2", "to 3"), ("-2..2", "-3..3")]


@cache
def page() -> dict[str, Any]:
    """What the blocks of the page define; they run once."""
    defined: dict[str, Any] = {}
    pytest.importorskip("scipy")
    for block in BLOCKS:
        exec(compile(block, "exact-values.md", "exec"), defined)
    return defined


@cache
def without_secrets() -> dict[str, Any]:
    defined: dict[str, Any] = {}
    exec(compile(BLOCKS[0], "exact-values.md", "exec"), defined)
    return defined


def example(name: str, *changes: tuple[str, str]) -> str:
    """The text of a shipped game with other words."""
    return changed((data_root() / "examples" / name / f"{name}.rules").read_text("utf-8"), *changes)


def small(name: str, **sizes: int) -> str:
    """A text of this folder with its sizes."""
    text = (HERE / f"{name}.rules").read_text("utf-8")
    return changed(text, *((size, str(number)) for size, number in sizes.items()))


def changed(text: str, *changes: tuple[str, str]) -> str:
    text = re.split(r"\n(?:measure|player|claim|example|always|never)\b", text)[0] + "\n"
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def value(text: str, **how: Any) -> Fraction:
    result: Fraction = without_secrets()["best"](
        ruleslang.load(text).start(engine="wasm", **how), {}
    )
    return result


LOSES = [
    ("if has_won(p): p wins", "if has_won(p): opponent(p) wins"),
    ("when has_won(p): 1", "when p is in winners: 1"),
    ("when has_won(opponent(p)): -1", "when opponent(p) is in winners: -1"),
]
THREE = [("7 by 6", "4 by 4"), ("x21", "x8"), ("is 4", "is 3"), ("(0..3)", "(0..2)")]
FOUR = [("7 by 6", "4 by 4"), ("x21", "x8")]


def test_the_blocks_of_the_page_run() -> None:
    assert {"best", "value_with_secrets"} <= page().keys()


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        (small("subtraction", STONES=20), -1),
        (small("subtraction", STONES=21), 1),
        (small("fibonacci_nim", STONES=12), 1),
        (small("fibonacci_nim", STONES=13), -1),
        (small("wythoff", LEFT=4, RIGHT=6), 1),
        (small("wythoff", LEFT=4, RIGHT=7), -1),
        (small("kayles", PINS=7), 1),
        (small("chomp", WIDE=3, HIGH=3), 1),
        (small("domineering", WIDE=3, HIGH=3), 1),
        (small("dots_and_boxes", WIDE=1, HIGH=3, SIDES=10), -1),
        (small("hex", SIZE=3, COLUMNS=4), 1),
        (example("nim"), -1),
        (example("nim", ("    p wins", "    opponent(p) wins")), -1),
    ],
    ids=lambda of: str(of) if isinstance(of, int) else of.split()[of.split().index("rulebook") + 1],
)
def test_a_small_game_has_its_known_value(text: str, worth: int) -> None:
    assert value(text, seed=1) == worth


MISERE = example("tic_tac_toe", *LOSES)
WILD = example(
    "tic_tac_toe", *LOSES, ("is in pieces(p))", "is not none)"), ("x5 per player", "x9 per player")
)


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        (MISERE, 0),
        (WILD, 1),
        (example("connect_four", *THREE), 1),
        (small("chomp", WIDE=4, HIGH=3), 1),
        (small("domineering", WIDE=4, HIGH=4), 1),
        (small("dots_and_boxes", WIDE=2, HIGH=2, SIDES=12), 1),
    ],
    ids=["misere", "one mark", "connect three", "chomp", "domineering", "dots and boxes"],
)
def test_a_game_has_its_known_value(text: str, worth: int) -> None:
    assert value(text, seed=1) == worth


def test_misere_connect_three_is_won_by_the_second_player() -> None:
    assert value(example("connect_four", *THREE, *LOSES), seed=1) == -1


@pytest.mark.long
def test_connect_four_on_four_by_four_is_a_draw() -> None:
    assert value(example("connect_four", *FOUR), seed=1) == 0


SUM = ("    if most_alike is 5\n        anna wins\n    else\n        nobody wins", "    anna wins")


@pytest.mark.parametrize(
    ("points", "worth"),
    [("sum of cup", Fraction(70, 3)), ("6 * number of (each g in cup where g is 6)", "455/36")],
)
def test_three_throws_of_five_dice_bring_what_they_should(points: str, worth: object) -> None:
    payoff = f"\nvalue gain(p: player): 0..30 = {points}\n\nphase turn\n"
    scored = [SUM, ("    starts with turn", "    starts with turn\n    payoff gain")]
    text = changed(THROWS.read_text("utf-8"), *scored, ("\nphase turn\n", payoff))

    assert value(text, chance="asked") == Fraction(str(worth))


def secret(text: str) -> float:
    match = ruleslang.load(text).start(chance="asked", engine="wasm")
    found: float = page()["value_with_secrets"](match)
    return found


def liars(faces: int) -> str:
    """Liar's dice with one die each, of which the highest face is every face."""
    return example(
        "liars_dice",
        ("d6: 1..6", f"d6: 1..{faces}"),
        ("5 d6, starts with 5", "1 d6, starts with 1"),
        ('"how many" from 1..10', '"how many" from 1..2'),
        ("face: 1..6", f"face: 1..{faces}"),
        ("from 1..6", f"from 1..{faces}"),
        ("amount: 0..10", "amount: 0..2"),
        ("f is 6", f"f is {faces}"),
    )


MORRA = """\
rulebook morra "Two-finger Morra"
    language 1
    players 2: odd_one, even_one
    starts with game
    payoff gain
state shown(player): 1..2 = 1
value total: 2..4 = shown(odd_one) + shown(even_one)
value gain(p: player): -4..4
    let won = total when total is 3 otherwise 0 - total
    answer won when p is odd_one otherwise 0 - won
phase game
    together for each p in players
        p chooses fingers from 1..2
        set shown(p) to fingers
    players win
"""


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        (example("kuhn_poker"), -1 / 18),
        (example("kuhn_poker", *KUHN_OF_FIVE), -1 / 15),
        (example("kuhn_poker", *BET_OF_TWO), 0),
        (liars(2), 1 / 2),
        (MORRA, 1 / 12),
    ],
    ids=["kuhn", "five cards", "a bet of two", "liar's dice", "morra"],
)
def test_a_game_with_secrets_has_its_known_value(text: str, worth: float) -> None:
    assert secret(text) == pytest.approx(worth, abs=1e-8)


@pytest.mark.long
@pytest.mark.parametrize(("faces", "worth"), [(3, 1 / 9), (4, 1 / 16), (5, 1 / 125)])
def test_liars_dice_with_more_faces_has_its_known_value(faces: int, worth: float) -> None:
    assert secret(liars(faces)) == pytest.approx(worth, abs=1e-8)
