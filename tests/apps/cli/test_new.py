"""The texts that `new` writes pass `check`, and can be played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.apps.cli.conftest import Run


def test_a_new_rulebook_passes_check_test_and_plays(run: Run) -> None:
    assert run("new", "rulebook", "my_game").status == 0
    assert run("check", "my_game.rules").status == 0
    assert run("test", "my_game.rules").status == 0
    assert run("fmt", "--check", "my_game.rules").status == 0
    assert run("simulate", "my_game.rules", "--games", "3", "--jobs", "1").status == 0
    assert "a draw pays 0, like a loss; `payoff`" in Path("my_game.rules").read_text("utf-8")


@pytest.mark.parametrize("like", [(), ("--like", "high"), ("--like", "High")])
def test_a_new_card_passes_check_and_plays(run: Run, like: tuple[str, ...]) -> None:
    assert run("new", "card", "higher", "giant", *like).status == 0
    assert run("check", "higher", "--cards", "giant.cards").status == 0
    assert run("simulate", "higher", "--games", "3", "--cards", "giant.cards").status == 0


@pytest.mark.parametrize("like", [(), ("--like", "high")])
def test_a_new_card_may_take_the_place_of_one_of_the_rulebook(
    run: Run, like: tuple[str, ...]
) -> None:
    assert run("new", "card", "higher", "high", *like).status == 0

    text = Path("high.cards").read_text(encoding="utf-8")
    assert " ".join(text.split()) == 'card high "High" x3: number_card designed strength: 8'
    assert run("check", "higher", "--cards", "high.cards").status == 0


SHEET = """\
rulebook sheet "Sheet"
    players 2
    starts with game

kind number_card
    has strength: 1..9

table number_card
    | id  | name         | copies | strength |
    | low | Low, at last | 6      | 2        |

phase game
    nobody wins
"""


def test_a_new_card_may_take_the_place_of_a_row(run: Run) -> None:
    Path("sheet.rules").write_text(SHEET, encoding="utf-8")

    assert run("new", "card", "sheet.rules", "low").status == 0

    assert "| low | Low, at last | 6      | 2        |" in Path("low.cards").read_text("utf-8")


def test_nothing_is_written_over(run: Run) -> None:
    run("new", "rulebook", "my_game")

    assert run("new", "rulebook", "my_game").status == 2


def test_the_model_of_a_new_card_is_reported(run: Run) -> None:
    ran = run("new", "card", "higher", "giant")

    assert ran.out.startswith(
        "wrote giant.cards\n  it starts as a copy of `low`; use `--like CARD`"
    )
    again = run("new", "card", "higher", "troll", "--like", "high", "--format", "json")
    assert again.json["like"] == "high"


def test_a_rulebook_without_its_own_cards_is_reported(run: Run) -> None:
    ran = run("new", "card", "crazy_eights", "giant")

    assert ran.status == 1
    assert "has no card to begin with, and `giant` lacks 2 fields" in ran.err
    assert "write `giant.cards` by hand" in ran.err
    assert not Path("giant.cards").exists()


BILINGUAL = """\
rulebook duo "Duo"
    language 1
    texts in en, fr
    players 2
    starts with game

kind number_card
    has strength: 1..9  # allow: never-read, because only the texts matter here

card low "Low" x6: number_card
    text "It is low."
    strength: 2

table texts
    | what | original   | fr              |
    | duo  | Duo        | Duo             |
    | low  | Low        | Basse           |
    | low  | It is low. | Elle est basse. |

phase game
    nobody wins
"""


def test_a_new_card_keeps_its_texts_in_other_languages(run: Run) -> None:
    Path("duo.rules").write_text(BILINGUAL, encoding="utf-8")
    assert run("new", "card", "duo.rules", "low").status == 0
    assert run("new", "card", "duo.rules", "blaze", "--like", "low").status == 0

    same, new = (Path(f"{name}.cards").read_text(encoding="utf-8") for name in ("low", "blaze"))
    assert "| Elle est basse. |" in same
    assert "| Elle est basse. |" in new
    assert run("check", "duo.rules", "--cards", "low.cards").out.endswith("no problems found\n")
    assert '"Blaze"' in run("check", "duo.rules", "--cards", "blaze.cards").out


@pytest.mark.long
def test_a_new_card_keeps_the_texts_of_a_large_rulebook(run: Run) -> None:
    assert run("new", "card", "ollapion", "rage").status == 0
    assert run("new", "card", "ollapion", "blaze", "--like", "rage").status == 0

    same, new = (Path(f"{name}.cards").read_text(encoding="utf-8") for name in ("rage", "blaze"))
    assert "+2 en force pour l'attaquant" in same
    assert "+2 en force pour l'attaquant" in new
    assert run("check", "ollapion", "--cards", "rage.cards").out.endswith("no problems found\n")
    assert '"Blaze"' in run("check", "ollapion", "--cards", "blaze.cards").out


def test_a_copy_names_itself_where_its_model_does(run: Run) -> None:
    run("new", "card", "grangol", "long_pass", "--like", "passaggio")
    text = Path("long_pass.cards").read_text("utf-8")

    assert "long_pass)" in text
    assert "passaggio" not in re.sub(r'"[^"]*"', "", text)
    assert run("check", "grangol", "--cards", "long_pass.cards").status == 0
