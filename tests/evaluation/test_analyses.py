"""Programs get the results of commands as data, from the same functions."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import ruleslang
from tests.apps.cli.conftest import Run, prepared, run

__all__ = ["prepared", "run"]  # fixtures

OPEN = """\
rulebook wager "Wager"
    players 2
    starts with game
reading favoured
    low *
    high
die coin: heads x3, tails
phase game
    p1 chooses one of
        throw: nothing
        wait: nothing
    roll coin as side
    if side is heads and favoured is low
        p1 wins
    p2 wins
"""


def test_a_comparison_is_that_of_the_command(run: Run) -> None:
    game = ruleslang.load(OPEN)
    result = ruleslang.compare(game, options={"favoured": "high"}, games=200, seed=3)
    first = next(each for key, each in result.differences.items() if key.name == "p1 wins")
    assert first.is_real and first.change < 0 and result.games == 200
    assert ruleslang.compare(game, games=50).moved == 0

    leduc = ruleslang.load("leduc_poker")
    printed = run(
        *("compare", "leduc_poker", "nim", "--games", "60", "--jobs", "1", "--format", "json")
    ).json
    here = ruleslang.compare(leduc, ruleslang.load("nim"), games=60)
    found = {key.name: each.change for key, each in here.differences.items()}
    assert printed["measures"] and printed["moved"] == here.moved
    for measure in printed["measures"]:
        assert measure["difference"] == pytest.approx(found[measure["measure"]])


def test_readings_are_measured() -> None:
    result = ruleslang.readings(ruleslang.load(OPEN), games=100)
    (alternative,) = result.alternatives
    assert alternative.values == (("favoured", "high"),) and alternative.moved > 50
    with pytest.raises(ValueError, match="has no readings"):
        ruleslang.readings(ruleslang.load("tic_tac_toe"))


def test_versions_are_varied(tmp_path: Path) -> None:
    file = tmp_path / "wager.rules"
    file.write_text(OPEN, encoding="utf-8")
    result = ruleslang.vary(file, {"favoured": ["low", "high"]}, goal="highest p1 wins", games=300)
    assert result.best == 0 and [each.version.name for each in result.columns] == [
        "favoured=low",
        "favoured=high",
    ]
    with pytest.raises(ValueError, match="`moon` can't be varied"):
        ruleslang.vary(file, {"moon": "1..2"})
    with pytest.raises(ValueError, match="`changes` is empty"):
        ruleslang.vary(file, {})


def test_cards_are_weighed() -> None:
    game = ruleslang.load("spell_duel")
    result = ruleslang.weigh(game, "fury", learn=0, games=20, players=["random"])
    (weight,) = result.of_cards
    assert (weight.card, weight.player, weight.deals) == ("fury", "random", 20)
    with pytest.raises(ValueError, match="no card is called `moon`"):
        ruleslang.weigh(game, "moon")


def test_a_report_is_made() -> None:
    result = ruleslang.report(ruleslang.load("pig"), games=12, players=["random", "random"])
    assert result.counted is not None and result.counted.games == 12
    with pytest.raises(ValueError, match="there is no player `deep_blue`"):
        ruleslang.report(ruleslang.load("pig"), players=["deep_blue"])


def test_a_rulebook_is_validated() -> None:
    result = ruleslang.validate(OPEN, seconds=0.5)
    assert result.searched is not None and result.searched.games > 0
    assert all(finding.message and finding.grade for finding in result.findings)
    with pytest.raises(ruleslang.RulesError):
        ruleslang.validate("rulebook x\n    players 2\n")


def test_mutants_are_counted() -> None:
    result = ruleslang.mutate("pig", mutants=40, survivors=True)
    assert sum(result.counts.values()) == 40 and result.faults == ()
    with pytest.raises(ValueError, match="`mutants` is 1 or more, not 0"):
        ruleslang.mutate("pig", mutants=0)


def test_odds_are_fractions() -> None:
    faces = ruleslang.odds(OPEN, "coin")
    assert [(each.value, each.chance) for each in faces] == [
        ("heads", Fraction(3, 4)),
        ("tails", Fraction(1, 4)),
    ]
    for check, output in (
        ("moon", "no check or procedure is called `moon`"),
        ("game is 3", "is a condition, but odds list all results"),
        ("game)", "closes nothing"),
    ):
        with pytest.raises(ValueError, match=output):
            ruleslang.odds(OPEN, check)


@pytest.mark.parametrize("name", ["compare", "validate", "weigh", "odds"])
def test_wrong_arguments_are_refused_in_words(name: str) -> None:
    assert getattr(ruleslang, name).__doc__
    with pytest.raises(TypeError):
        getattr(ruleslang, name)(ruleslang.load("pig"), seed="a")


@pytest.mark.parametrize("name", ["learn", "validate"])
def test_seconds_are_a_number_from_zero(name: str) -> None:
    analysis = getattr(ruleslang, name)
    for wrong in (-1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="`seconds` is 0 or more, not"):
            analysis("pig", seconds=wrong)
    with pytest.raises(TypeError, match="`seconds` is a number of seconds, not"):
        analysis("pig", seconds="x")


def test_no_analysis_is_imported_before_it_is_used() -> None:
    script = (
        "import sys, ruleslang; assert 'compare' in dir(ruleslang); ruleslang.load('nim'); "
        "print([each for each in sys.modules if each.startswith('ruleslang.evaluation')])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"


def test_a_learned_player_is_a_bot(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "kuhn_poker.learned"
    assert run("learn", "kuhn_poker", "--games", "50", "--output", str(file)).status == 0
    game = ruleslang.load("kuhn_poker")
    name = ruleslang.load_player(file)
    assert name == str(file) and name in game.bots and game.has_bot(name)
    match = game.start(seed=1, engine="wasm")
    assert match.decision is not None
    assert game.bot(name).choose(match) in match.decision.choices
    report = game.simulate(games=30, players=[name, "random"])
    assert report == game.simulate(games=30, players=[name, "random"], jobs=2, engine="wasm")
    assert name not in ruleslang.load("leduc_poker").bots
    with pytest.raises(ValueError, match=r"ends with `\.learned`"):
        ruleslang.load_player(tmp_path / "moon")
    with pytest.raises(OSError):
        ruleslang.load_player(tmp_path / "moon.learned")
    (tmp_path / "moon.learned").write_text("{}")
    with pytest.raises(ValueError):
        ruleslang.load_player(tmp_path / "moon.learned")


RESULTS = {
    "compare": lambda where, watch: ruleslang.compare(
        where, options={"favoured": "high"}, games=300, watch=watch
    ),
    "vary": lambda where, watch: ruleslang.vary(
        where, {"favoured": ["low", "high"]}, games=300, watch=watch
    ),
    "weigh": lambda where, watch: ruleslang.weigh(
        "spell_duel", "fury", learn=0, games=20, players=["random"], watch=watch
    ),
    "readings": lambda where, watch: ruleslang.readings(where, games=300, watch=watch),
    "report": lambda where, watch: ruleslang.report(where, games=300, watch=watch),
    "mutate": lambda where, watch: ruleslang.mutate(where, mutants=5, watch=watch),
    "validate": lambda where, watch: ruleslang.validate(where, seconds=0.5, watch=watch),
    "simulate": lambda where, watch: ruleslang.load(where).simulate(games=300, watch=watch),
}


@pytest.fixture
def wager(tmp_path: Path) -> Path:
    file = tmp_path / "wager.rules"
    file.write_text(OPEN, encoding="utf-8")
    return file


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_short_on_the_screen_and_plain_data_in_a_file(name: str, wager: Path) -> None:
    steps = list[tuple[int, int]]()
    result = RESULTS[name](wager, lambda done, planned: steps.append((done, planned)))
    assert len(repr(result)) < 500 and type(result).__name__ in repr(result)
    assert json.loads(json.dumps(result.as_data())) == result.as_data()
    rows = result.rows()
    assert bool(rows) == (name != "validate") and all(
        value is None or isinstance(value, str | int | float)
        for row in rows
        for value in row.values()
    )
    assert steps == sorted(steps) and steps[-1][0] == steps[-1][1] > 0


@pytest.mark.parametrize("name", RESULTS)
def test_a_function_that_watches_can_stop_an_analysis(name: str, wager: Path) -> None:
    steps = list[int]()

    def first_only(done: int, planned: int) -> bool:
        steps.append(done)
        return False

    result = RESULTS[name](wager, first_only)
    assert len(steps) == 1
    if name == "simulate":
        assert 0 < result.games < 300
    else:
        assert result.stopped


def test_a_failure_of_the_function_that_watches_loses_no_result() -> None:
    def fails(done: int, planned: int) -> None:
        raise LookupError("no such bar")

    with pytest.warns(RuntimeWarning, match="LookupError: no such bar"):
        report = ruleslang.load("leduc_poker").simulate(games=2000, watch=fails)
    assert 0 < report.games < 2000
    rest = ruleslang.load("leduc_poker").simulate(games=2000 - report.games, first=report.games)
    assert report.merge(rest) == ruleslang.load("leduc_poker").simulate(games=2000)
    with pytest.raises(TypeError, match="`watch` is a function, not"):
        ruleslang.compare("nim", watch=3)


def test_equal_games_and_games_in_c_are_reported_to_their_end() -> None:
    steps = list[tuple[int, int]]()
    ruleslang.compare("leduc_poker", games=2000, watch=lambda *step: steps.append(step))
    assert steps == [(1, 1)]
    steps.clear()
    leduc = ruleslang.load("leduc_poker")
    leduc.simulate(games=2000, watch=lambda *step: steps.append(step))
    assert steps[-1] == (2000, 2000)


def test_a_player_is_trained_and_plays(tmp_path: Path) -> None:
    steps = list[tuple[int, int]]()
    result = ruleslang.learn(
        "kuhn_poker", games=300, learners=2, seed=3, output=tmp_path / "kuhn.learned",
        watch=lambda *step: steps.append(step),
    )  # fmt: skip
    assert steps[-1][0] == steps[-1][1] and not result.stopped
    assert len(repr(result)) < 500 and json.dumps(result.as_data())
    assert {row["against"] for row in result.rows()} == {"careful", "random"}
    game = ruleslang.load("kuhn_poker")
    assert game.simulate(games=10, players=[result.name, "random"]).finished == 10
    stopped = ruleslang.learn(
        "kuhn_poker", games=3000, output=tmp_path / "short.learned", watch=lambda *step: False
    )
    assert stopped.stopped and stopped.file.exists()
    with pytest.raises(ValueError, match="use either `games` or `seconds`"):
        ruleslang.learn("kuhn_poker", games=5, seconds=5)


DRAWN = """rulebook drawn "Drawn"
    language 1
    players 2
    starts with game

phase game
    p1 chooses n "number" from 1..2
    nobody wins
"""


def test_a_draw_pays_nothing_and_counts_one_half_for_learning(tmp_path: Path) -> None:
    report = ruleslang.load_text(DRAWN).simulate(games=10)
    assert report.draws == 10 and [each.mean for each in report.payoffs] == [0, 0]
    file = tmp_path / "drawn.learned"
    result = ruleslang.learn(DRAWN, games=20, learners=1, output=file)
    assert {row["won"] for row in result.rows()} == {0.5}
