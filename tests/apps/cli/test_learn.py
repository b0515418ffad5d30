"""`learn`: a trained player, its file, and its results."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.apps.cli.interrupt import INTERRUPTED
from ruleslang.evaluation import learning as room
from ruleslang.players.learning.learn import Standing
from tests.apps.cli.conftest import Run, write_my_game

LITTLE = "--games", "6", "--learners", "2"


@pytest.fixture
def my_game(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(room, "GAMES_TO_STAND", 40)
    return write_my_game(run)


def test_it_learns_and_reports_its_result(run: Run, my_game: Path) -> None:
    ran = run("learn", "my_game.rules", *LITTLE)

    assert ran.status == 0
    assert ran.out.startswith("2 learners played 12 games of my_game in ")
    assert "saved in my_game.learned" in ran.out.replace("\n  ", " ")
    for player in ("random", "bold"):
        assert f"against {player} it wins " in ran.out
    assert "players who share it get equal parts, also if nobody wins" in " ".join(ran.out.split())
    assert (my_game.parent / "my_game.learned").exists()


def test_the_same_seed_and_games_give_the_same_file(run: Run, my_game: Path) -> None:
    run("learn", "my_game.rules", *LITTLE, "--output", "one.learned", "--seed", "5")
    run("learn", "my_game.rules", *LITTLE, "--output", "other.learned", "--seed", "5")
    one, other = (my_game.parent / f"{each}.learned" for each in ("one", "other"))

    assert one.read_text() == other.read_text()


def test_it_sits_wherever_players_are_named(run: Run, my_game: Path) -> None:
    run("learn", "my_game.rules", *LITTLE)

    played = run("simulate", "my_game.rules", "--players", "my_game.learned#2,bold", "--games", "4")

    assert played.status == 0
    assert "home by my_game.learned#2, away by bold" in played.out


def test_one_player_plays_versions_with_other_numbers(run: Run, my_game: Path) -> None:
    run("learn", "my_game.rules", *LITTLE)
    by = ("--players", "my_game.learned", "--games", "4", "--engine", "wasm")
    (my_game.parent / "high.cards").write_text(
        'card high "High" x4: number_card designed\n    strength: 7\n'
    )

    varied = run("vary", "my_game.rules", "copies(high)=3,4", *by)
    compared = run("compare", "my_game.rules", "--cards", "high.cards", *by)

    assert (varied.status, compared.status) == (0, 0), varied.err + compared.err
    assert "4 games of each by my_game.learned" in compared.out


def test_who_has_learned_other_rules_is_refused(run: Run, my_game: Path) -> None:
    run("learn", "my_game.rules", *LITTLE)
    my_game.write_text(my_game.read_text() + "\nstate mood: 0..3 = 0\n")
    by = ("my_game.rules", "--players", "my_game.learned")

    for words in (("simulate", *by, "--games", "2"), ("play", *by, "--seed", "145900990674769")):
        ran = run(*words)

        assert ran.status == 2
        assert "`my_game.learned` was trained for other rules" in ran.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("learn", "my_game.rules", "--output", "my_game.txt"), "ends with `.learned`"),
        (("learn", "my_game.rules", "--games", "1", "--seconds", "1"), "use either"),
        (("learn", "my_game.rules", "--players", "9", "--games", "1"), "must be 2"),
        (("simulate", "my_game.rules", "--players", "no.learned"), "no.learned"),
        (
            ("simulate", "my_game.rules", "--players", "text.learned"),
            "not the file of a learned player",
        ),
    ],
)
def test_what_cannot_be_is_a_sentence(
    run: Run, my_game: Path, words: tuple[str, ...], message: str
) -> None:
    (my_game.parent / "text.learned").write_text("hello")
    ran = run(*words)

    assert ran.status == 2
    assert message in ran.err
    assert len(ran.err.splitlines()) <= 2


def test_who_stops_it_hears_that_nobody_was_compared(
    run: Run, my_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stops(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ruleslang.players.learning.learn._taught", stops)
    ran = run("learn", "my_game.rules", *LITTLE)

    assert ran.status == INTERRUPTED
    log = " ".join(ran.out.split())
    assert "compared: the file plays as average of all learners" in log


def test_json_has_the_standings(run: Run, my_game: Path) -> None:
    found = run("learn", "my_game.rules", *LITTLE, "--format", "json").json

    assert found["games"] == [6, 6]
    assert {each["against"] for each in found["standings"]} == {"random", "bold"}
    assert {each["player"] for each in found["standings"]} == {
        "average of all learners",
        "cautious average",
        "learner 1",
        "learner 2",
    }
    for each in found["standings"]:
        assert each["low"] <= each["share"] <= each["high"]


def test_a_weakness_is_reported_first(run: Run, my_game: Path) -> None:
    """By its interval: what may be chance is level."""
    behind = Standing("bold", (500, 500), (200.0, 220.0))
    level = Standing("bold", (50, 50), (24.0, 23.0))

    assert room.interval(behind)[2] < 0.5 < room.interval(level)[2]


def test_deals_that_are_played_from_every_seat_are_more_precise() -> None:
    """Their luck cancels, so fewer games are wanted to tell that a player is behind."""
    deals = Standing("bold", (500, 500), (240.0, 245.0), deals=500, variance=0.01)
    games = Standing("bold", (500, 500), (240.0, 245.0))

    assert deals.independent_games == 12_489
    assert room.interval(deals)[2] < 0.5 < room.interval(games)[2]


TOGETHER = """\
rulebook together "Together"
    language 1
    players {players}
    starts with game
    payoff height
state height: 0..9 = 0
value height_of(p: player): 0..9 = height
phase game
    repeat 2 times
        for each p in players
            p chooses n "steps" from 0..2
            add n to height
    if height > 3: players win
    nobody wins
"""


@pytest.mark.parametrize("players", [1, 2])
def test_players_with_the_same_payoff_are_not_compared_by_wins(
    run: Run, my_game: Path, players: int
) -> None:
    text = TOGETHER.format(players=players).replace("payoff height", "payoff height_of")
    Path("together.rules").write_text(text)
    out = " ".join(run("learn", "together.rules", *LITTLE).out.split())

    assert "in no game did a player have a higher payoff than another" in out
    assert "significant" not in out and "it wins" not in out and "best" not in out
