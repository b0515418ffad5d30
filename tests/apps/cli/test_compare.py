"""`compare`: two versions from the same seeds."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from ruleslang.evaluation.balance import side_by_side
from tests.apps.cli.conftest import Run

KEYS = {
    "command", "rulebook", "digest", "ok", "versions", "players", "seed", "games", "moved",
    "stopped", "summary", "measures", "alone", "failures",
}  # fmt: skip


def test_an_advantage_is_no_chance_and_comes_first(run: Run, my_game: Path) -> None:
    cheat = "if strength(ours) >= strength(theirs)"
    text = my_game.read_text()
    other = my_game.with_name("other.rules")
    other.write_text(text.replace("if strength(ours) > strength(theirs)", cheat))

    ran = run("compare", "my_game.rules", "other.rules", "--games", "400", "--jobs", "1")

    assert ran.status == 0
    assert ran.out.splitlines()[1].startswith("home wins ")
    assert "points more often" in ran.out.splitlines()[1]
    assert "points more often (95% interval" in ran.out.splitlines()[1]


def test_json_has_the_same_figures_on_any_number_of_processes(run: Run, my_game: Path) -> None:
    def measures(*more: str) -> object:
        words = "compare", "my_game.rules", "--cards", "giant.cards", "--games", "60"
        found = run(*words, *more, "--format", "json").json
        assert set(found) >= KEYS
        return found["measures"]

    run("new", "card", "my_game.rules", "giant", "--like", "high")

    assert measures("--jobs", "1") == measures("--jobs", "2")
    assert measures("--jobs", "1", "--engine", "interpreter") == measures("--jobs", "1")


def test_a_version_is_a_revision(run: Run, my_game: Path) -> None:
    for words in ("init -q", "add -A", "-c user.name=a -c user.email=a@b commit -qm a"):
        subprocess.run(["git", *words.split()], check=True, cwd=my_game.parent)
    words = "compare", "my_game.rules@HEAD", "my_game.rules", "--games", "50", "--jobs", "1"

    assert run(*words).out.splitlines()[0] == "the two are the same game: no difference"
    my_game.write_text(my_game.read_text().replace("x3", "x1"))
    assert "before: my_game.rules@HEAD; after: my_game.rules" in run(*words).out


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("", "\n# a remark\n", "the two are the same game"),
        ("", '\nmeasure "a half" = 1\n', "only in other.rules: a half"),
        ('measure "one" = 1\n', 'measure "one" = 2\n', "but one: 1.00 more"),
        (
            "player one\n    otherwise chance\n",
            "player one\n    otherwise order\n",
            "20 games of each by one, one",
        ),
    ],
)
def test_versions_that_are_measured_or_played_otherwise_are_played(
    run: Run, my_game: Path, before: str, after: str, message: str
) -> None:
    text = my_game.read_text()
    my_game.write_text(text + before)
    my_game.with_name("other.rules").write_text(text + after)
    players = ("--players", "one,one") * before.startswith("player")

    words = "my_game.rules", "other.rules", "--games", "20", "--jobs", "1"
    assert message in run("compare", *words, *players).out


def test_what_only_one_has_is_named(run: Run, my_game: Path) -> None:
    ran = run("compare", "my_game.rules", "nim", "--games", "20", "--jobs", "1")

    assert "only in my_game.rules: " in ran.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "name a second version"),
        (("my_game.rules@no_such",), "git knows no revision `no_such`"),
        (("my_game.rules", "--until", "7"), "`--until 7` is how wide the interval"),
        (("my_game.rules", "--set", "nope=1"), "there is no option or reading `nope`"),
        (("hearts",), "`my_game.rules` is played by 2, `hearts` by 4"),
        (("my_game.rules", "--players", "nobody"), "there is no player `nobody`"),
    ],
)
def test_what_cannot_be_is_a_sentence(
    run: Run, my_game: Path, words: tuple[str, ...], message: str
) -> None:
    subprocess.run(["git", "init", "-q"], check=True, cwd=my_game.parent)
    ran = run("compare", "my_game.rules", *words)

    assert ran.status == 2
    assert message in ran.err
    assert ran.out == ""


def test_until_plays_until_it_is_narrow(run: Run, my_game: Path) -> None:
    other = my_game.with_name("other.rules")
    other.write_text(my_game.read_text().replace("strength: 5", "strength: 4"))
    words = "compare", "my_game.rules", "other.rules", "--until", "12%", "--jobs", "1"

    found = run(*words, "--format", "json").json
    few = run(*words, "--games", "210", "--format", "json").json

    shares = [each for each in found["measures"] if each["kind"] == "result"]
    assert all(each["high"] - each["low"] <= 0.12 for each in shares)
    assert few["games"] <= 210


def test_ctrl_c_keeps_what_is_known(
    run: Run, my_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = side_by_side.play_side_by_side

    def broken_off(*given, **more):  # type: ignore[no-untyped-def]
        for at, games in enumerate(played(*given, **more)):
            if at == 3:
                raise KeyboardInterrupt
            yield games

    monkeypatch.setattr(side_by_side, "play_side_by_side", broken_off)
    other = my_game.with_name("other.rules")
    other.write_text(my_game.read_text().replace("strength: 5", "strength: 4"))

    ran = run("compare", "my_game.rules", "other.rules", "--games", "9000", "--jobs", "1")

    assert ran.status == 2
    assert "(stopped)" in ran.out


def test_games_that_cannot_go_on_are_named(run: Run, my_game: Path) -> None:
    other = my_game.with_name("other.rules")
    text = my_game.read_text().replace("0..3 = 0", "0..1 = 0")
    other.write_text(text.split("claim")[0])

    ran = run("compare", "my_game.rules", "other.rules", "--games", "40", "--jobs", "1")

    assert ran.status == 1
    assert "other.rules: game " in ran.err


DEALT = """rulebook dealt "Dealt"
    language 1
    players 2
    starts with game

kind token
card ace "Ace" x4: token
    play
        nothing
zone pile: token, ordered, seen by nobody
zone hand(player): token, seen by owner
zone used: token, seen by all

phase game
    move cards to pile
    shuffle pile
    for each p in players: move top(pile, 2) to hand(p)
    for each p in players
        p may do lay
    p1 wins

action lay by p choosing c from hand(p)
    move c to used
    perform c by p
"""


def test_a_card_with_another_name_makes_no_game_differ(run: Run, tmp_path: Path) -> None:
    before, after = tmp_path / "dealt.rules", tmp_path / "renamed.rules"
    before.write_text(DEALT)
    after.write_text(DEALT.replace("card ace", "card king"))
    done = run("compare", str(before), str(after), "--games", "10", "--jobs", "1")

    assert "\nno difference: all 10 games were the same" in done.out
    assert "dealt.rules: ace\n" in done.out


def test_a_change_that_is_the_same_in_all_games_has_no_interval(run: Run, my_game: Path) -> None:
    text = my_game.read_text()
    for name, points in (("zero", 0), ("one", 1)):
        lines = f'state extra: 0..1 = {points}\nmeasure "points" = extra'
        my_game.with_name(f"{name}.rules").write_text(f"{text}\n{lines}\n")
    ran = run("compare", "zero.rules", "one.rules", "--games", "60", "--jobs", "1")

    assert ran.out.splitlines()[2] == "but points: 1 more in every pair of games"
    assert "in every pair  significant" in ran.out


def test_changes_of_shares_agree_with_the_shares_beside_them(run: Run, my_game: Path) -> None:
    run("new", "card", "my_game.rules", "giant", "--like", "high")
    words = "compare", "my_game.rules", "--cards", "giant.cards", "--games", "300", "--jobs", "1"
    rows = re.findall(r" wins +([\d.]+)% +([\d.]+)% +([+-]?[\d.]+) ", run(*words).out)

    assert len(rows) >= 2
    for before, after, change in rows:
        assert abs(float(after) - float(before) - float(change)) < 0.11
