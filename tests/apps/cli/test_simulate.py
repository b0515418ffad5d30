"""`simulate`: a seed determines the games, and the promised results are there."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from ruleslang.engine import lowered_game
from ruleslang.engine.flow.context import NotLowered
from ruleslang.simulation import simulate as room
from ruleslang.simulation.play_games import Batch, play_portion
from ruleslang.simulation.simulation_report import Portion
from tests.apps.cli.conftest import Run, write_my_game

KEYS = {
    "command", "rulebook", "digest", "ok", "engine", "players", "options", "readings", "games",
    "finished", "seed", "jobs", "seconds", "decisions", "outcomes", "measures", "chain", "failures",
    "stopped", "problem",
}  # fmt: skip

FAULTY = """\
rulebook faulty "Faulty"
    players 2
    starts with game
die d6: 1..6
state low: 0..3 = 0
procedure throw answers 1..6
    roll d6 as pips
    answer pips
phase game
    p1 chooses one of
        go: nothing
        stay: nothing
    let pips = throw
    set low to pips
    nobody wins
"""


def test_json_has_every_promised_key(run: Run) -> None:
    found = run(
        *("simulate", "higher", "--games", "10", "--seed", "4", "--jobs", "1", "--format", "json")
    ).json

    assert set(found) >= KEYS
    assert found["command"] == "simulate"
    assert found["ok"] is True
    assert found["players"] == ["random", "random"]
    winners = found["outcomes"]["winner"]
    assert set(winners) == {"0", "1", "none"}
    assert sum(winners.values()) == found["finished"] == found["games"] == 10
    assert set(found["measures"]["decisions"]) == {"mean", "low", "high", "minimum", "maximum"}
    assert found["failures"] == [] and found["stopped"] is False and found["problem"] is None


def test_the_chain_depends_on_the_seed_alone(run: Run) -> None:
    def chain(*more: str) -> str:
        ran = run("simulate", "higher", "--games", "12", *more, "--format", "json")
        return str(ran.json["chain"])

    assert chain("--jobs", "1") == chain("--jobs", "3") != chain("--jobs", "1", "--seed", "3")


def test_a_person_reads_who_wins_with_what_certainty(run: Run) -> None:
    ran = run("simulate", "higher", "--games", "20", "--players", "bold,random", "--jobs", "1")

    assert ran.status == 0
    assert "Higher: 20 games, home by bold, away by random" in ran.out
    assert "home wins" in ran.out
    assert "rounds won by both" in ran.out
    assert "chain" in ran.out


ENDLESS = """\
rulebook endless "Endless"
    players 2
    starts with game
    at most 20 decisions, then nobody wins
kind token
card ace "Ace": token
card two "Two": token
    play
        nothing
state n: 0..99 = 0
phase game
    take turns p among players
        p chooses one of
            go: add 1 to n
            stay: nothing
"""


def test_games_that_the_decision_cap_ends_are_reported_at_the_top(run: Run) -> None:
    Path("endless.rules").write_text(ENDLESS)

    ran = run("simulate", "endless.rules", "--games", "3", "--jobs", "1")

    assert "all of them ended by the decision cap of 20, none by a rule" in ran.out.splitlines()[1]


def test_a_cap_on_forced_choices_is_explained(run: Run) -> None:
    text = ENDLESS.replace("            stay: nothing\n", "")
    Path("forced.rules").write_text(text)

    ran = run("simulate", "forced.rules", "--games", "3", "--jobs", "1")

    assert "it also counts what nobody is asked" in ran.out.splitlines()[1]


def test_shares_that_are_more_than_all_are_explained(run: Run) -> None:
    text = ENDLESS.replace("stay: nothing", "stay: {p1, p2} win")
    Path("shared.rules").write_text(text)

    shared = run("simulate", "shared.rules", "--games", "5", "--jobs", "1").out
    alone = run("simulate", "higher", "--games", "5", "--jobs", "1").out

    assert "several players can win together" in shared
    assert "several players can win together" not in alone


def test_cards_that_cannot_be_played_are_reported_as_not_counted(run: Run) -> None:
    Path("endless.rules").write_text(ENDLESS)

    ran = run("simulate", "endless.rules", "--games", "2", "--jobs", "1")

    assert "not counted: 1 other card has no `play`" in ran.out

    deck = "kind coin\n    has worth: 1..4\ndeck coins x2 of coin: worth in 1..4\nstate n"
    Path("deck.rules").write_text(ENDLESS.replace("state n", deck))

    ran = run("simulate", "deck.rules", "--games", "2", "--jobs", "1")

    assert "not counted: 5 other cards have no `play`" in ran.out


def test_records_are_one_game_a_line_and_can_be_replayed(run: Run) -> None:
    run("simulate", "higher", "--games", "6", "--jobs", "1", "--records", "one.jsonl")
    run("simulate", "higher", "--games", "6", "--jobs", "2", "--records", "two.jsonl")
    lines = Path("one.jsonl").read_text().splitlines()
    first = json.loads(lines[0])

    assert len(lines) == 6
    assert Path("one.jsonl").read_text() == Path("two.jsonl").read_text()
    assert set(first) >= {
        "rulebook", "digest", "options", "readings", "seed", "game", "events", "payoffs",
        "winners", "hash",
    }  # fmt: skip
    assert first["events"][0]["chance"] == "shuffle"
    assert "together" in first["events"][1]
    assert run("replay", "one.jsonl").out == "6 games played again, each as recorded\n"


def test_parts_of_a_run_are_the_games_of_the_whole(run: Run) -> None:
    """Also where a part goes on after it was broken off; and records have what was measured."""
    run("simulate", "leduc_poker", "--games", "6", "--records", "whole.jsonl")
    run("simulate", "leduc_poker", "--games", "2", "--records", "one.jsonl")
    part = "simulate", "leduc_poker", "--first", "2", "--games"
    run(*part, "4", "--records", "two.jsonl")
    whole, one, two = (
        Path(f"{name}.jsonl").read_text().splitlines() for name in ("whole", "one", "two")
    )
    assert one + two == whole
    assert run(*part, "3", "--format", "json").json["first"] == 2
    measured = json.loads(whole[0])["measures"]
    assert measured and all(isinstance(value, int) for some in measured.values() for value in some)
    assert run("replay", "two.jsonl").out == "4 games played again, each as recorded\n"


def test_a_failing_game_is_written_out_and_can_be_seen_again(run: Run) -> None:
    Path("faulty.rules").write_text(FAULTY)

    ran = run("simulate", "faulty.rules", "--games", "12", "--jobs", "1", "--format", "json")

    assert ran.status == 1
    failure = ran.json["failures"][0]
    assert "out-of-range" in failure["message"]
    assert ran.json["finished"] == 12 - len(ran.json["failures"])
    replayed = run("replay", failure["replay"], "--rulebook", "faulty.rules", "--show")
    assert replayed.status == 0
    assert "rolled d6" in replayed.out


def test_failing_games_are_the_heading_and_the_hint_can_be_pasted(run: Run) -> None:
    Path("my faulty.rules").write_text(FAULTY)

    ran = run("simulate", "my faulty.rules", "--games", "12", "--jobs", "1")

    assert "of 12 games finished," in ran.out.splitlines()[0]
    assert "of the games that finished; the failed ones may differ:" in ran.out
    hint = next(line for line in ran.out.splitlines() if "replay it: " in line)
    assert run(*shlex.split(hint.partition("ruleslang ")[2])).status == 0


def test_cards_of_one_s_own_are_always_listed(run: Run) -> None:
    Path("my.cards").write_text('card my_bell "My bell": spell\n    play\n        nothing\n')
    ran = run("simulate", "ollapion", "--games", "3", "--jobs", "1", "--cards", "my.cards")

    assert "bell" in ran.out


def test_records_go_over_records_and_over_nothing_else(run: Run) -> None:
    Path("my.cards").write_text("card bell\n")
    order = ("simulate", "higher", "--games", "2", "--jobs", "1", "--records")

    refused = run(*order, "my.cards")
    assert refused.status == 2
    assert "`my.cards` already exists and contains no records" in refused.err
    assert Path("my.cards").read_text() == "card bell\n"
    Path("empty.jsonl").touch()
    assert run(*order, "empty.jsonl").status == 0
    assert run(*order, "empty.jsonl").status == 0
    assert len(Path("empty.jsonl").read_text().splitlines()) == 2


def test_ctrl_c_keeps_what_is_done(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def portion(batch: Batch, games: range, may_count: bool) -> Portion:
        if games.start >= 3:
            raise KeyboardInterrupt
        return real(batch, games, may_count)

    real = play_portion
    monkeypatch.setattr(room, "play_portion", portion)

    ran = run("simulate", "higher", "--games", "9", "--jobs", "1", "--records", "kept.jsonl")

    assert ran.status == 2
    assert "3 games of 9 (stopped)" in ran.out
    assert len(Path("kept.jsonl").read_text().splitlines()) == 3
    assert "the same command continues from there" in ran.err

    again = run("simulate", "higher", "--games", "9", "--jobs", "1", "--records", "kept.jsonl")

    assert "has 3 games of an interrupted run" in again.err, "and none of them is lost"
    assert len(Path("kept.jsonl").read_text().splitlines()) == 3

    folder = Path("kept.jsonl").resolve().parent
    monkeypatch.undo()
    monkeypatch.chdir(folder)
    done = run("simulate", "higher", "--games", "9", "--jobs", "1", "--records", "kept.jsonl")

    assert done.status == 0
    assert len(Path("kept.jsonl").read_text().splitlines()) == 9
    assert not Path("kept.jsonl.unfinished").exists()


def test_records_that_are_there_outlive_a_run_without_a_game(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def portion(batch: Batch, games: range, may_count: bool) -> Portion:
        raise KeyboardInterrupt

    order = ("simulate", "higher", "--games", "2", "--jobs", "1", "--records", "kept.jsonl")
    run(*order)
    before = Path("kept.jsonl").read_text()
    monkeypatch.setattr(room, "play_portion", portion)

    assert run(*order).status == 2
    assert Path("kept.jsonl").read_text() == before
    assert not Path("kept.jsonl.unfinished").exists()


def test_cards_laid_over_the_rulebook_change_the_game(run: Run) -> None:
    Path("my.cards").write_text('card high "High" x15: number_card\n    strength: 9\n')

    order = ("simulate", "higher", "--games", "8", "--jobs", "1", "--format", "json")

    plain, changed = run(*order).json, run(*order, "--cards", "my.cards").json

    assert changed["digest"] != plain["digest"]
    assert changed["chain"] != plain["chain"]


def test_a_record_of_other_cards_is_refused(run: Run) -> None:
    Path("my.cards").write_text('card high "High" x15: number_card\n    strength: 9\n')
    run("simulate", "higher", "--games", "1", "--cards", "my.cards", "--records", "r.jsonl")

    assert "it was made with `--cards my.cards`" in run("replay", "r.jsonl").err
    assert run("replay", "r.jsonl", "--cards", "my.cards").status == 0


def test_a_record_of_another_generator_is_played_by_its_outcomes(run: Run) -> None:
    from ruleslang.source.checksum import seal, unseal

    run("simulate", "higher", "--games", "1", "--records", "r.jsonl")
    record = {**unseal(Path("r.jsonl").read_text()), "match_seed": None}
    Path("other.jsonl").write_text(seal(record))
    assert run("replay", "other.jsonl").status == 0

    record["events"][0]["outcome"].reverse()
    Path("other.jsonl").write_text(seal(record))

    ran = run("replay", "other.jsonl")
    assert ran.status == 1
    assert "differs at event 1" in ran.out or "differs at event 2" in ran.out


def test_an_engine_asked_for_by_name_that_cannot_play_gives_the_reason(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*given: object) -> None:
        raise NotLowered("`whenever`", "x.rules:12")

    made_again = lowered_game._lowered.__wrapped__  # neither taken from other tests nor left
    monkeypatch.setattr(lowered_game, "_lowered", made_again)
    monkeypatch.setattr(lowered_game, "lower", refuse)
    asked = run("simulate", "pig", "--games", "1", "--jobs", "1", "--engine", "wasm")
    unasked = run("simulate", "pig", "--games", "1", "--jobs", "1")

    assert asked.status == unasked.status == 0
    assert asked.err == (
        "the compiled engines do not play `whenever` (x.rules:12): the engine `interpreter` plays\n"
    )
    assert unasked.err == ""


def test_an_engine_that_is_not_there_is_named(run: Run) -> None:
    ran = run("simulate", "pig", "--engine", "pyhton")

    assert ran.status == 2
    assert "there is no engine `pyhton`; did you mean `python`?" in ran.err


@pytest.mark.parametrize("name", ["meaning", "portable", "native", "C"])
def test_an_unknown_engine_is_refused_with_the_known_ones(run: Run, name: str) -> None:
    ran = run("simulate", "pig", "--engine", name)

    assert ran.status == 2
    assert f"there is no engine `{name}`" in ran.err
    assert (
        "choose from: auto, interpreter, python, wasm, c" in ran.err
        or "did you mean `c`?" in ran.err
    )


NOBODY_DECIDES = """rulebook trial "A trial"
    language 1
    players 2: home, away
    starts with game

phase game
    players win
"""


def test_games_without_decisions_and_without_losers_are_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "trial.rules").write_text(NOBODY_DECIDES, encoding="utf-8")

    out = run("simulate", "trial.rules", "--games", "3").out

    assert "no game had a decision" in out
    assert "everybody wins every game" in out


def test_a_mean_without_variation_is_in_every_game_and_has_no_interval(run: Run) -> None:
    write_my_game(run)
    game = Path("my_game.rules")
    game.write_text(f'{game.read_text()}\nmeasure "always two" = 2\n')
    ran = run("simulate", "my_game.rules", "--games", "20", "--jobs", "1", "--engine", "wasm")

    (line,) = (line.split() for line in ran.out.splitlines() if line.startswith("always two"))
    assert line == ["always", "two", "2.00", "in", "every", "game", "2", "2"]


LONG_NAMES = """rulebook harbours "The harbours"
    language 1
    players 2: merchants_of_the_north, merchants_of_the_south
    starts with game

option rounds "How many?": 1..3 = 2

phase game
    repeat rounds times
        for each p in players: p may do pass_on
    nobody wins

action pass_on by p
    nothing
"""


def test_a_heading_with_long_names_fits_a_narrow_terminal(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "harbours.rules"
    file.write_text(LONG_NAMES)
    shown = run("simulate", str(file), "--games", "20", "--set", "rounds=3").out.splitlines()

    assert shown[:4] == [
        "The harbours: 20 games,",
        "  merchants_of_the_north by random,",
        "  merchants_of_the_south by random,",
        "  rounds 3",
    ]
