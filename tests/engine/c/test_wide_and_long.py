"""Sets of two words of bits, and values built from some hundred members."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruleslang
from ruleslang.apps.cli.main import status as main
from ruleslang.library.load import load, load_text
from tests.engine.c.agreement import beside_the_interpreter as differences

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", ["no_relation", "long_lists", "searches"])
def test_c_plays_as_the_interpreter_does(name: str) -> None:
    compiled = load(str(HERE / f"{name}.rules")).compiled
    assert compiled is not None
    found = [differences(compiled.program, seed) for seed in range(3)]

    assert [each for differing, _ in found for each in differing] == []
    assert all(made > 1 for _, made in found)


WIDE = """rulebook tides "Tides"
    language 1
    players 2
    starts with game
state level: 0..999999999 = 7
value volume(n: 0..999999999): 0..999999999999999 = smaller(level * level * level, n)
phase game
    p1 chooses n from 1..9
    set level to n
    if volume(n) > 5: p1 wins
    nobody wins
"""
INSTEAD = "; limit it on the way: `smaller(x * y, 1000)`"
REASON = "C does not play numbers that may grow beyond 1,152,921,504,606,846,976"


def test_rules_that_c_does_not_play_are_reported_as_such(compiler: object) -> None:
    with pytest.warns(RuntimeWarning) as warned:
        match = ruleslang.load_text(WIDE).start(seed=1, engine="c")

    assert str(warned[0].message) == (
        f"`c` was asked for, and `interpreter` plays: {REASON} (text.rules:6){INSTEAD}"
    )
    assert len(match.decision.choices if match.decision else ()) > 0


def test_check_reports_what_c_does_not_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "wide.rules").write_text(WIDE, encoding="utf-8")
    path = str(tmp_path / "wide.rules")

    assert main(["check", path, "--engine", "c"]) == 0
    assert capsys.readouterr().out.endswith(
        f"tides: {REASON} (wide.rules:6){INSTEAD}: the engine `interpreter` plays\n"
    )
    assert main(["check", path, "--engine", "interpreter"]) == 0
    assert capsys.readouterr().out.endswith("tides: the engine `interpreter` can play it\n")
    assert main(["check", path, "--engine", "d"]) == 2
    assert "there is no engine `d`" in capsys.readouterr().err


REWRITTEN = WIDE.replace("level * level * level", "smaller(level * level, 9999999) * 9")


def test_the_text_that_is_suggested_is_played(compiler: object) -> None:
    assert ruleslang.load_text(REWRITTEN).start(seed=1, engine="c").plays == "c"


ACTIONS = 30
WAYS = """rulebook stones "Stones"
    language 1
    players 2
    starts with game
    at most 9 decisions, then nobody wins
kind shell
    has size: 1..17
deck shells x1 of shell: size in 1..17
zone beach: shell, at most {most}, seen by all
phase game
    move first(cards, {most}) to beach
    take turns p among players
        p must do one of {names}
"""
GATHER = """
action gather{0} by p choosing up to {1} of beach as found so that number of found > 0
    move first(found) to beach
"""


def stones(most: int) -> str:
    names = ", ".join(f"gather{number}" for number in range(ACTIONS))
    rules = (GATHER.format(number, most) for number in range(ACTIONS))
    return WAYS.format(most=most, names=names) + "".join(rules)


def test_lists_of_ways_that_no_heap_holds_are_refused(compiler: object) -> None:
    with pytest.warns(RuntimeWarning, match="whose ways fill more than 8,388,608 words"):
        assert ruleslang.load_text(stones(14)).start(seed=1, engine="c").plays == "interpreter"

    assert ruleslang.load_text(stones(9)).start(seed=1, engine="c").plays == "c"


LISTS = """rulebook rising "Rising"
    language 1
    players 2
    starts with game
kind shell
    has size: 1..3
deck shells x2 of shell: size in 1..3
zone hand(player): shell, seen by owner
phase game
    for each p in players: move first(cards, 3) to hand(p)
    repeat at most 9 times: p1 chooses size_wanted from 1..3
    nobody wins
player sorter "Sorts"
    prefer size_wanted by highest ((set of size(c) over c in hand(you)) ranked by highest it)
"""


def test_a_player_that_c_does_not_play_is_reported_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rising.rules").write_text(LISTS, encoding="utf-8")
    reported = (
        "C does not play the player `sorter` (rising.rules:13); prefer by a number, and read dice "
        "and states of cards in a value that it may see"
    )

    assert main(["check", str(tmp_path / "rising.rules"), "--engine", "c"]) == 0
    assert f"rising: {reported}: the engine `interpreter` plays" in capsys.readouterr().out
    by_number = LISTS.replace("highest ((set", "highest number of ((set")
    (tmp_path / "rising.rules").write_text(by_number, encoding="utf-8")
    assert main(["check", str(tmp_path / "rising.rules"), "--engine", "c"]) == 0
    assert "can play it" in capsys.readouterr().out


NAMED = """rulebook names "Names"
    language 1
    players 1
    starts with game
kind shell
    has size: 1..3
deck shells x2 of shell: size in 1..3
zone hand(player): shell, seen by owner
phase game
    move cards to hand(p1)
    look_at_all
    nobody wins
procedure look_at_all
{lets}
    p1 chooses size_wanted from hand(p1)
{reads}
"""


def named(number: int) -> str:
    lets = (f"    let c{at} = first(hand(p1))" for at in range(number))
    reads = (f"    move c{at} to hand(p1)" for at in range(number))
    return NAMED.format(lets="\n".join(lets), reads="\n".join(reads))


@pytest.mark.parametrize("number", [64, 65, 130])
def test_a_body_with_many_names_of_cards_is_played_alike(number: int) -> None:
    loaded = load_text(named(number))
    assert loaded.compiled is not None, loaded.diagnostics

    assert differences(loaded.compiled.program, seed=1) == ([], 1)
