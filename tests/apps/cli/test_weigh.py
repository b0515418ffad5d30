"""`weigh`: a card that is better, and one that is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve

from ruleslang.apps.cli.commands import weigh as room
from ruleslang.evaluation.balance import sitters
from ruleslang.evaluation.balance.differences import Difference
from ruleslang.evaluation.balance.watched_hands import HandCounts
from ruleslang.evaluation.balance.weigh import CardWeight, Weights
from tests.apps.cli.conftest import Run
from tests.support.every import every


@pytest.fixture
def my_game(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    run("new", "rulebook", "my_game")
    return tmp_path / "my_game.rules"


def test_a_better_card_is_told_from_a_worse_one(run: Run, my_game: Path) -> None:
    words = "weigh", "my_game.rules", "high", "low", "--players", "bold", "--games", "250"
    high, low = run(*words, "--format", "json").json["cards"]

    assert high["from_the_start"]["certain"]
    assert high["from_the_start"]["difference"] > 0.1
    assert low["from_the_start"]["difference"] < 0
    assert [each["card"] for each in high["kind"]] == ["high", "middle", "low"]
    assert high["held"]["hands"] >= high["chosen"]["hands"] > 0


def test_the_experiment_and_the_correlation_are_told_apart(run: Run, my_game: Path) -> None:
    ran = run("weigh", "my_game.rules", "high", "--players", "random", "--games", "60")

    assert ran.status == 0
    assert ran.out.startswith("high: ")
    assert "experiment: held from the start it wins" in ran.out
    assert "correlation: who ever held it won" in ran.out


@pytest.mark.parametrize(
    ("card", "said"),
    [("hihg", "no card is called `hihg`; did you mean `high`?"), ("none", "no deck holds it")],
)
def test_what_cannot_be_dealt_is_a_sentence(run: Run, my_game: Path, card: str, said: str) -> None:
    text = my_game.read_text()
    my_game.write_text(text + '\ncard nobodys "None" x0: number_card\n    strength: 3\n')
    ran = run("weigh", "my_game.rules", "nobodys" if card == "none" else card, "--games", "20")

    assert ran.status == 2
    assert said in ran.err


def test_it_deals_until_the_interval_is_as_narrow_as_wanted(run: Run, my_game: Path) -> None:
    words = "weigh", "my_game.rules", "high", "--players", "bold", "--games", "2000"
    (found,) = run(*words, "--until", "20%", "--format", "json").json["cards"]
    whole = found["from_the_start"]

    assert whole["high"] - whole["low"] <= 0.2
    assert 100 <= found["deals"] < 2000
    assert run(*words, "--until", "wide").status == 2


def test_deals_that_are_left_out_are_told(run: Run, my_game: Path) -> None:
    held = HandCounts(80, 40, 20, 21, 9, 12, {})
    one = CardWeight("high", "bold", 200, 95, 2, None, (), held)
    told = [*room._told(one)]

    assert "  left out: 95 of 200 deals, where not every player had a card of its kind" in told
    assert "  left out: 2 of 200 deals, where the card could not be exchanged" in told
    found = room.weighed_json(Weights((one,), stopped=False))["cards"]
    assert found[0]["left_out"] == {"no card of its kind": 95, "not exchanged": 2}


def test_a_learned_player_decides_in_the_experiment(run: Run, my_game: Path) -> None:
    run("learn", "my_game.rules", "--games", "1", "--learners", "1")
    kept = json.loads(Path("my_game.learned").read_text())
    kept["learners"][0] |= {"trust": 90.0, "places": "", "weights": ""}  # does what `bold` does
    Path("my_game.learned").write_text(json.dumps(kept))
    words = "weigh", "my_game.rules", "high", "--games", "40", "--format", "json", "--players"
    by_bold, by_learned, by_chance = (
        run(*words, player).json["cards"][0]["from_the_start"]
        for player in ("bold", "my_game.learned", "random")
    )

    assert by_learned == by_bold != by_chance


def test_who_learns_for_it_plays_beside_the_players_of_the_rulebook(
    run: Run, my_game: Path
) -> None:
    words = "weigh", "my_game.rules", "high", "--games", "40", "--learn", "0.2"
    bold, learners = run(*words, "--format", "json").json["cards"]

    assert bold["player"] == "bold"
    assert bold["learners"] == []
    assert learners["player"] == "learners"
    assert len(learners["learners"]) == 3
    assert not [*my_game.parent.glob("*.learned")]


def test_the_number_of_processes_changes_nothing(run: Run, my_game: Path) -> None:
    words = "weigh", "my_game.rules", "high", "--players", "bold", "--games", "40"
    one, two = (run(*words, "--format", "json", "--jobs", jobs).json for jobs in "12")

    assert one == two


def played(player: str, change: float, error: float, *, is_real: bool) -> CardWeight:
    found = Difference(1000, 0.5, 0.5 + change, change, error, False, 0, 0, is_real)
    return CardWeight("oath", player, 1000, 0, 0, found, (), HandCounts(80, 40, 20, 21, 9, 12, {}))


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ((0.0, 0.01), "no verdict, since the players disagree"),  # ten points apart: no chance
        ((0.05, 0.04), "stronger than an average card of its kind as greedy plays; as the learner"),
        ((-0.2, 0.01), "no verdict, since the players disagree"),
    ],
)
def test_where_players_disagree_there_is_no_verdict(other: tuple[float, float], said: str) -> None:
    change, error = other
    greedy = played("greedy", 0.1, 0.01, is_real=True)
    learners = played("learners", change, error, is_real=change < 0)
    (line,) = room.said(Weights((greedy, learners), stopped=False))

    assert line.startswith(f"oath: {said}")


@every("is_real", (True, False))
def test_a_card_that_nobody_chose_is_weighed_by_who_held_it(is_real: bool) -> None:
    held = HandCounts(80, 40, 0, 9, 21, 0, {"too dear": 30, "no right moment": 10})
    idle = evolve(played("greedy", -0.1, 0.01, is_real=is_real), held=held)
    (line,) = room.said(Weights((idle,), stopped=False))

    whole = "no player ever chose it, mostly since it was too dear"
    weaker = "weaker than an average card of its kind; that is no chance"
    said = f"{weaker}, although {whole}" if is_real else f"{whole}; no difference seen"
    assert line.startswith(f"oath: {said}")


def test_ctrl_c_while_players_learn_says_what_is_known(
    run: Run, my_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sitters, "learned_for", stopped)
    ran = run("weigh", "my_game.rules", "high")

    assert ran.status == 2
    assert ran.err.startswith("ruleslang: interrupted: players were learning, no deal was played")
    assert "`--learn 5`" in ran.err
