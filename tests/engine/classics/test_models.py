"""
Each model text has at most 250 lines, not counted where one continues, tells its story, and ends
alike on all engines.
"""

from __future__ import annotations

import pytest

from ruleslang.apps.cli.main import status
from ruleslang.language.syntax.grammar import GOING_ON
from tests.engine.classics.classics import EXAMPLES, MODELS, file_of, game

LONGEST = 250  # lines of the whole text, each with those that continue it
FIFTY = 50


@pytest.mark.parametrize("name", MODELS)
def test_nothing_is_wrong_and_its_examples_and_claims_hold(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status(["check", str(file_of(name))]) == 0
    assert capsys.readouterr().out == f"{name}: no problems found\n"
    assert status(["test", str(file_of(name))]) == 0
    assert "all hold" in capsys.readouterr().out
    assert status(["fmt", "--check", str(file_of(name))]) == 0


def test_fifty_games_can_be_read_as_models() -> None:
    texts = [path.read_text(encoding="utf-8") for path in EXAMPLES.glob("*/*.rules")]

    assert sum(lines_of(text) <= LONGEST for text in texts) >= FIFTY


def lines_of(text: str) -> int:
    return sum(not GOING_ON.match(line.lstrip()) for line in text.splitlines())


@pytest.mark.parametrize("name", MODELS)
def test_it_is_a_model(name: str) -> None:
    text = file_of(name).read_text(encoding="utf-8")
    page = (EXAMPLES / name / "README.md").read_text(encoding="utf-8")

    assert lines_of(text) <= LONGEST
    assert text.count("\nexample ") >= 4
    assert all(f"\n{word}" in text for word in ("claim ", "measure ", "player ", "table looks"))
    assert len(page.splitlines()) == 5


@pytest.mark.parametrize("name", MODELS)
def test_it_ends_alike_on_all_engines_and_with_its_own_player(name: str) -> None:
    played = game(name)
    own = next(bot for bot in played.bots if bot not in ("random", "search"))
    others = ["random"] * (played.program.seats.low - 1)
    reports = [played.simulate(games=2, players=("random", *others), engine=it) for it in ENGINES]
    with_own = played.simulate(games=2, players=(own, *others), engine="wasm")

    assert [report.failures for report in (*reports, with_own)] == [()] * 4
    assert len({report.chain for report in reports}) == 1


ENGINES = ("interpreter", "wasm", "c")
