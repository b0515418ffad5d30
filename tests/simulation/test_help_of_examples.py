"""The lines that a failing example suggests are correct there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruleslang.explanation.examples.run_all import run_all
from ruleslang.explanation.examples.run_examples import Result
from ruleslang.library.load import load_text

EXAMPLES = Path(__file__).parents[2] / "examples"
ANSWER = re.compile(r"    (\w+ (chooses|declines)|rolling|picking)\b")
GAMES = ("draw_poker", "liars_dice", "tic_tac_toe")
MORE = ("checkers", "connect_four", "crazy_eights")


def failed(lines: list[str]) -> Result | None:
    """The first that does not hold; None, too, of what is no rulebook any more."""
    compiled = load_text("\n".join(lines), name="game.rules").compiled
    return next(iter(run_all(compiled).failed), None) if compiled is not None else None


@pytest.mark.parametrize("game", GAMES)
def test_the_line_that_is_proposed_answers_what_was_asked(game: str) -> None:
    proposes_what_answers(game)


@pytest.mark.long
@pytest.mark.parametrize("game", MORE)
def test_in_other_games_it_answers_too(game: str) -> None:
    proposes_what_answers(game)


def proposes_what_answers(game: str) -> None:
    """Leave out one answer after the other, and write what the help proposes in its place."""
    lines = (EXAMPLES / game / f"{game}.rules").read_text("utf-8").splitlines()
    proposed = 0
    for place, line in enumerate(lines):
        if not ANSWER.match(line) or line.count(",") > 3:
            continue
        found = failed(lines[:place] + lines[place + 1 :])
        help = re.search("such as `(.*)`$", found.help) if found is not None else None
        if found is None or help is None:
            continue
        proposed += 1
        fixed = [*lines[:place], f"    {help[1]}", *lines[place + 1 :]]
        assert load_text("\n".join(fixed), name="game.rules").compiled is not None, help[1]
        again = failed(fixed)
        assert again is None or again.message != found.message, line
    assert proposed
