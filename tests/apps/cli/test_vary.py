"""`vary`: a grid of versions."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleslang.evaluation.balance import vary as room
from ruleslang.evaluation.balance.versions import Kind, Measured
from tests.apps.cli.conftest import Run

EAST_WINS = Measured(Kind.RESULT, "east wins")
BIASED = """\
rulebook biased "Biased"
    language 1
    players 2: east, west
    starts with game
    at most 10 decisions, then nobody wins

kind coin
    has worth: 1..3

{cards}

zone pile: coin, ordered, seen by nobody

phase game
    move cards to pile
    shuffle pile
    east chooses one of
        look: nothing
        wait: nothing
    if top(pile) is good: east wins
    west wins
"""
CARDS = """\
card good "Good" x2: coin
    worth: 1

card bad "Bad" x8: coin
    worth: 2
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    text = BIASED.format(cards=CARDS)
    (tmp_path / "biased.rules").write_text(text)
    return tmp_path


def test_the_number_of_copies_that_makes_seats_fair_is_found(run: Run, folder: Path) -> None:
    words = "vary", "biased.rules", "copies(good)=1..16,40", "--for", "seat 1 wins = 50%"
    found = run(*words, "--games", "1600", "--jobs", "1", "--engine", "wasm", "--format", "json")
    versions = {each["name"]: each for each in found.json["versions"]}

    assert found.status == 0
    best = int(found.json["best"].partition("=")[2])
    assert 6 <= best <= 10
    assert not versions["copies(good)=8"]["worse_than_best"]
    for far in (1, 2, 40):
        assert versions[f"copies(good)={far}"]["worse_than_best"]
        assert versions[f"copies(good)={far}"]["games"] < 1600


def test_versions_with_a_value_that_nothing_reads_are_not_distinguished(
    run: Run, folder: Path
) -> None:
    words = "vary", "biased.rules", "worth(good)=1..3", "--for", "seat 1 wins = 30%"
    found = run(*words, "--games", "400", "--jobs", "1", "--engine", "wasm", "--format", "json")

    versions = found.json["versions"]
    assert len(versions) == 3 and not any(each["worse_than_best"] for each in versions)


def test_a_goal_that_no_version_reaches_is_reported(run: Run, folder: Path) -> None:
    words = "vary", "biased.rules", "copies(good)=1", "--for", "seat 1 wins = 90%"

    assert "none of them reaches 90%" in run(*words, "--games", "60", "--engine", "wasm").out


def wins_of_seat_1(games: int, won: float) -> Any:
    """A version in whose games seat 1 wins that often."""
    shares = [{EAST_WINS: (1, int(int((n + 1) * won) > int(n * won)))} for n in range(games)]
    return version_of(shares)


def version_of(shares: list[Any]) -> Any:
    """A version of which only the numbers of its games matter."""
    return room.Column(None, None, shares)  # type: ignore[arg-type]


def test_a_version_that_dropped_out_early_is_compared_in_all_games_of_the_best() -> None:
    goal = room.Goal(EAST_WINS, 0.5)
    best, far, near = wins_of_seat_1(4000, 0.51), wins_of_seat_1(200, 0.7), wins_of_seat_1(200, 0.5)
    best.games[:200] = wins_of_seat_1(200, 0.66).games  # the first ones were luck
    found = room._to_best([best, far, near], 0, goal)

    assert found[1].is_real
    assert 0.09 < found[1].low < found[1].change < found[1].high
    assert not found[2].is_real


def test_without_a_goal_all_play_alike(run: Run, folder: Path) -> None:
    ran = run("vary", "biased.rules", "copies(good)=1,30", "--games", "100", "--jobs", "1")

    assert ran.out.startswith("careful: everybody plays at random")
    assert "\n2 versions, each with its 95% interval" in ran.out
    assert "copies(good)=30" in ran.out


def test_until_plays_so_many_that_the_intervals_are_as_narrow(run: Run, folder: Path) -> None:
    words = "vary", "biased.rules", "copies(good)=2,3", "--until", "20%", "--jobs", "1"
    versions = run(*words, "--format", "json").json["versions"]
    fewer = run(*words, "--games", "40", "--format", "json").json["versions"]

    widths = [each["measures"]["east wins"] for each in versions]
    assert all(0.1 < each["high"] - each["low"] <= 0.21 for each in widths)
    assert [each["games"] for each in (*versions, *fewer)] == [97, 97, 40, 40]


def test_fields_of_rows_are_varied(run: Run, folder: Path) -> None:
    table = "table coin\n    | id | name | copies | worth |\n    | good | Good | 2 | 1 |\n"
    table += "    | bad | Bad | 8 | 2 |\n"
    text = BIASED.format(cards=table)
    (folder / "rows.rules").write_text(text)
    words = "vary", "rows.rules", "copies(good)=2,30", "worth(bad)=1,3", "--games", "60"
    found = run(*words, "--jobs", "1", "--format", "json").json

    assert len({each["digest"] for each in found["versions"]}) == 4


def test_a_number_of_a_marked_line_is_varied(run: Run, folder: Path) -> None:
    text = Path("biased.rules").read_text()
    marked = text.replace("shuffle pile", 'shuffle pile\n    repeat 1 times  # vary: more "2"')
    Path("biased.rules").write_text(marked.replace("east chooses", "    nothing\n    east chooses"))
    words = "vary", "biased.rules", "more=1..3", "--games", "20", "--engine", "wasm"
    found = run(*words, "--jobs", "1", "--format", "json").json

    assert [each["name"] for each in found["versions"]] == ["more=1", "more=2", "more=3"]
    assert len({each["digest"] for each in found["versions"]}) == 3
    Path("biased.rules").write_text(
        text.replace("    west wins\n", "    west wins  # vary: more\n")
    )
    assert "has 0 numbers beside its ranges, not one" in run(*words).err
    Path("biased.rules").write_text(text.replace("wins\n", "wins  # vary: more\n"))
    assert "`vary: more` marks 3 lines, the first at biased.rules:5" in run(*words).err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("copies(good)=",), "is not of the form `NAME=VALUES`"),
        (("copies(god)=1",), "no card is called `god`; did you mean `good`?"),
        (("height(good)=1",), "`good` has no `height` that can be varied; it has worth, copies"),
        (("wroth(good)=1",), "`good` has no `wroth` that can be varied; did you mean `worth`?"),
        (("copis(good)=1",), "did you mean `copies`?"),
        (("dice=1",), "`dice` can't be varied; expected `copies(CARD)`"),
        (("copies(good)=1..900",), "more than 200 versions"),
        (("copies(good)=1..20", "copies(bad)=1..20"), "expected at most 200 versions, not 400"),
        (("copies(good)=1", "--for", "east win = 50%"), "there is no measure `east win`"),
        (("copies(good)=1", "--for", "east wins = 50"), "`east wins` is a share, such as 50%"),
        (("copies(good)=1", "--for", "best"), "is not `MEASURE = NUMBER`"),
        (("copies(good)=3..2",), "`3..2` is empty: its first number is larger than its last"),
        (("copies(good)=1", "--for", "east wins = 150%"), "a share from 0% to 100%, not 150%"),
    ],
)
def test_what_cannot_be_is_a_sentence(
    run: Run, folder: Path, words: tuple[str, ...], message: str
) -> None:
    ran = run("vary", "biased.rules", *words, "--games", "10")

    assert ran.status == 2
    assert message in ran.err


def test_a_version_that_is_no_rulebook_is_reported_with_its_place(run: Run, folder: Path) -> None:
    ran = run("vary", "biased.rules", "worth(good)=1,7", "--games", "10")

    assert ran.status == 1
    assert "worth(good)=7 can't be played" in ran.out
    assert "out-of-range" in ran.err


def test_ctrl_c_keeps_what_is_known(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, many = room.play_side_by_side, []

    def broken_off(batches, jobs):  # type: ignore[no-untyped-def]
        many.append(1)
        if len(many) == 2:
            raise KeyboardInterrupt
        return played(batches, jobs)

    monkeypatch.setattr(room, "play_side_by_side", broken_off)
    ran = run("vary", "biased.rules", "copies(good)=1..3", "--games", "50", "--jobs", "1")

    assert ran.status == 2
    assert "(stopped)" in ran.out


def test_names_of_versions_stay_whole_beside_long_intervals(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    found = run("vary", "biased.rules", "copies(good)=1,2", "--games", "200", "--jobs", "1")

    assert "copies(good)=1" in found.out
    assert "copies(good)=2" in found.out


def test_the_best_of_equal_versions_is_seldom_called_better() -> None:
    goal, chance, found = room.Goal(EAST_WINS, None, 1), Random(4), 0
    for _ in range(100):
        columns = [
            version_of([{EAST_WINS: (1, chance.getrandbits(1))} for _ in range(200)])
            for _ in range(10)
        ]
        best = room._best(columns, goal)
        assert best is not None
        found += any(each.is_real for each in room._to_best(columns, best, goal).values())

    assert found <= 10  # 5% are expected


def test_no_version_is_the_best_before_all_have_played() -> None:
    columns = [wins_of_seat_1(200, 0.5), wins_of_seat_1(0, 0.5)]

    assert room._best(columns, room.Goal(EAST_WINS, 0.5)) is None


def test_a_share_that_was_never_seen_has_an_interval() -> None:
    found = room.interval_of(wins_of_seat_1(400, 0.0), EAST_WINS)

    assert found is not None and found[:2] == (0.0, 0.0) and 0.005 < found[2] < 0.02


def test_where_nothing_can_be_varied_no_names_are_listed(run: Run, folder: Path) -> None:
    text = BIASED.format(cards="deck coins of coin: worth in 1..2")
    Path("none.rules").write_text(text.replace("top(pile) is good", "worth(top(pile)) is 1"))

    assert "choose from: none" in run("vary", "none.rules", "copies(nothing)=1..2").err


def test_a_number_beside_a_range_is_varied(run: Run, folder: Path) -> None:
    text = Path("biased.rules").read_text()
    Path("biased.rules").write_text(f"{text}\nvalue goal: 4..30 = 14  # vary: goal\n")
    words = "vary", "biased.rules", "goal=5,6", "--games", "20", "--engine", "wasm"
    found = run(*words, "--jobs", "1", "--format", "json").json

    assert [each["name"] for each in found["versions"]] == ["goal=5", "goal=6"]
