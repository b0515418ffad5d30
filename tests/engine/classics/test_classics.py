"""Every classic compiles, is formatted, keeps its promises, and is played to its end."""

from __future__ import annotations

import pytest

from ruleslang.apps.cli.main import status
from tests.engine.classics.classics import CLASSICS, EXAMPLES, file_of, game

LONGEST = 72  # lines of rules, without blank lines, remarks, examples and claims


@pytest.mark.parametrize("name", CLASSICS)
def test_nothing_is_wrong_and_its_examples_and_claims_hold(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status(["check", str(file_of(name))]) == 0
    assert capsys.readouterr().out == f"{name}: no problems found\n"

    assert status(["test", str(file_of(name))]) == 0
    assert "all hold" in capsys.readouterr().out


@pytest.mark.parametrize("name", CLASSICS)
def test_its_text_is_in_its_form(name: str) -> None:
    assert status(["fmt", "--check", str(file_of(name))]) == 0


@pytest.mark.parametrize("name", CLASSICS)
def test_it_is_short_and_has_a_page_of_five_lines(name: str) -> None:
    text = file_of(name).read_text(encoding="utf-8")
    blocks = text.split("\n\n")
    rules = [block for block in blocks if not block.startswith(("example", "claim"))]
    written = [line for block in rules for line in block.splitlines()]
    lines = [line for line in written if not line.lstrip().startswith("#")]
    page = (EXAMPLES / name / "README.md").read_text(encoding="utf-8")

    assert len(lines) <= LONGEST
    assert text.count("\nexample ") >= 2
    assert text.count("\nclaim ") >= 1
    assert "\nmeasure " in text
    assert "\nplayer " in text
    assert len(page.splitlines()) == 5


@pytest.mark.parametrize("games", [2, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", CLASSICS)
def test_its_own_player_plays_it_to_the_end(name: str, games: int) -> None:
    played = game(name)
    bots = [bot for bot in played.bots if bot not in ("random", "search")]
    players = (bots[0], "random")[: played.program.seats.high]

    assert played.simulate(games=games, players=players).games == games


def test_every_example_is_in_the_list() -> None:
    page = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    folders = [path.name for path in EXAMPLES.iterdir() if path.is_dir()]

    assert [name for name in folders if f"]({name})" not in page] == []
