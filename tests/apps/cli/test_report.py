"""`report`: one page that needs no network, and the same figures as JSON."""

from __future__ import annotations

import re
from copy import deepcopy
from pathlib import Path

import pytest

from ruleslang.apps.cli.commands import report as room
from ruleslang.apps.cli.report_page import _bars, _svg, page
from ruleslang.engine.c.compiler import compilers
from ruleslang.evaluation.balance import game_report as balance
from tests.apps.cli.conftest import Run, write_my_game

WORDS = "report", "my_game.rules", "--games", "24", "--engine", "wasm", "--jobs", "1"
KEYS = {
    "players", "seed", "options", "stopped", "games", "failures", "seats", "nobody", "together",
    "lengths", "measures", "watched", "choices", "hands", "cards", "strengths", "skill",
}  # fmt: skip


_counted: list[dict[str, object]] = []  # by the first test of this process that needs it


@pytest.fixture
def figures(run: Run, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    if not _counted:
        monkeypatch.setattr(balance, "SEARCH", "search:2")
        write_my_game(run)
        _counted.append(run(*WORDS, "--players", "random", "--format", "json").json)
    return deepcopy(_counted[0])


def test_the_figures_fit_together(figures: dict) -> None:
    assert figures.keys() >= KEYS
    assert figures["games"] == 24
    won = sum(each["count"] for each in figures["seats"]) + figures["nobody"]["count"]
    assert won == 24  # nobody wins together with another
    for each in (figures["lengths"], figures["together"]):
        assert sum(bar["count"] for bar in each["bars"]) == 24
    for measure in figures["measures"]:
        assert sum(each["count"] for each in measure["bars"]) == 24


def test_where_no_game_finishes_the_first_failure_is_reported(run: Run) -> None:
    lines = 'rulebook my_game "Mine"', "    language 1", "    players 2", "    starts with game", ""
    text = "\n".join([*lines, "state n: 0..9", "phase game", "    add 1 to n", "    p1 wins"])
    Path("my_game.rules").write_text(text)
    ran = run(*WORDS)

    assert ran.status == 1
    assert ran.out == (
        "no game finished, so no page is written\n"
        "game 0 failed: unset-state: `n` is read before it is set (my_game.rules:8)\n"
    )


def test_what_becomes_of_a_card_adds_up(figures: dict) -> None:
    assert {each["card"] for each in figures["cards"]} == {"low", "middle", "high"}
    for each in figures["cards"]:
        assert each["title"] == each["card"].capitalize()
        assert 0 < each["drawn"]["of"] <= figures["hands"] == 2 * figures["watched"]
        assert each["played"]["of"] <= each["drawn"]["of"]
        assert each["drawn"]["count"] <= each["drawn"]["of"]


def test_every_player_sits_at_every_seat(figures: dict) -> None:
    names = [each["player"] for each in figures["strengths"]]
    assert names[0] == "random" and "bold" in names
    for each in figures["strengths"]:
        assert sum(seat["of"] for seat in each["seats"]) == each["of"]


def test_who_wins_together_is_shown(figures: dict) -> None:
    pytest.importorskip("vl_convert")
    text = page("Mini", figures)
    assert "winners of a game" not in text

    both = [{**seat, "count": 24} for seat in figures["seats"]]
    assert "winners of a game" in page("Mini", {**figures, "seats": both})


def test_the_page_shows_the_figures_and_needs_no_network(figures: dict) -> None:
    pytest.importorskip("vl_convert")
    text = page("Salt & <b>pepper</b>", figures)

    assert "<b>pepper" not in text
    assert "Salt &amp; &lt;b&gt;" in text
    assert text.count("<svg") == text.count("<figure") >= 3
    assert not re.search(r'(?:src|href)="(?!#)', text.replace('xlink:href="#', ""))
    assert "<script" not in text and "url(http" not in text
    assert "var(--mark)" in text and "#030303" not in text
    share = figures["seats"][0]["share"]  # type: ignore[index]
    assert f"{share:.1%}" in text


def test_the_page_does_not_speak_of_games_that_nobody_watched(figures: dict) -> None:
    pytest.importorskip("vl_convert")

    assert "in the course of a game" in page("Salt", figures)
    unwatched = {**figures, "watched": 0, "cards": [], "choices": {"bars": []}}
    assert "in 0 games" not in page("Salt", unwatched)


def test_few_bars_have_whole_numbers_below_them() -> None:
    pytest.importorskip("vl_convert")
    bars = [{"from": 2, "to": 3, "count": 9}, {"from": 3, "to": 4, "count": 4}]

    assert re.findall(r">([\d.]+)<", _svg(_bars(bars, "times")))[:2] == ["2", "3"]


def test_a_page_is_written_and_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("vl_convert")
    monkeypatch.setattr(balance, "SEARCH", "search:2")
    write_my_game(run)
    ran = run(*WORDS, "--output", "page.html")

    assert ran.status == 0
    assert ran.out.startswith("wrote page.html")
    assert Path("page.html").read_text().endswith("</html>\n")


def test_ctrl_c_keeps_what_is_known(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(balance, "_strength", interrupted)
    write_my_game(run)
    ran = run(*WORDS, "--format", "json")

    assert ran.status == 2
    assert ran.json["stopped"] and ran.json["games"] == 24 and ran.json["strengths"] == []


def test_bad_input_is_a_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    write_my_game(run)
    assert "there is no player `nobody_here`" in run(*WORDS, "--players", "nobody_here").err
    monkeypatch.setattr(room, "find_spec", lambda name: None)
    ran = run(*WORDS)
    assert ran.status == 2
    assert "pip install -e '.[report]'" in ran.err


def test_learned_players_are_watched_in_c_and_in_python_alike(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    if next(compilers(), None) is None:
        pytest.skip("no C compiler here; `pip install -e '.[c]'` brings one")
    monkeypatch.setattr(balance, "SEARCH", "search:1")
    write_my_game(run)
    run("learn", "my_game.rules", "--games", "4", "--learners", "1")
    words = ("report", "my_game.rules", "--games", "6", "--jobs", "1", "--format", "json")
    players = ("--players", "my_game.learned,my_game.learned")

    found = [run(*words, *players, "--engine", engine).json for engine in ("c", "wasm")]

    assert found[0] == found[1]


def strength(player: str, won: int) -> balance.Strength:
    return balance.Strength(player, [300], [won])


def test_the_sentence_on_skill_has_both_win_rates() -> None:
    chance, better, level = strength("random", 171), strength("bold", 237), strength("bold", 180)

    assert room._skill([chance, better]) == (
        "skill matters: `bold` wins 79% (74% to 83%) where random play wins 57%"
    )
    assert room._skill([chance, level]).startswith(
        "no player wins significantly more than random play: `bold` wins 60%"
    )


def test_the_page_reports_failed_games_the_cap_and_several_winners(figures: dict) -> None:
    pytest.importorskip("vl_convert")
    failed = [{"game": 3, "seed": 1, "message": "`coins` would be 7"}]
    all_win = [{**seat, "count": 24} for seat in figures["seats"]]
    text = " ".join(
        page("Salt", {**figures, "failures": failed, "capped": 5, "seats": all_win}).split()
    )

    assert "1 more games failed" not in text and "1 more game failed" in text
    assert "`coins` would be 7" in text
    assert "Only the decision cap ended 5 of these games." in text
    assert "so the total exceeds 100%" in text
    plain = page("Salt", figures)
    assert "failed" not in plain and "cap ended" not in plain and "exceeds" not in plain
    assert "all others play at random" in plain
    assert "other seats" not in page("Salt", {**figures, "seats": figures["seats"][:1]})


LANTERNS = """\
rulebook lanterns "Lanterns"
    language 1
    players 2: ann, ben
    starts with game
    at most 90 decisions, then nobody wins
words Colour: red, blue
kind lantern
card moon x2: lantern
    play
        choose shade "colour" from Colour
        add 1 to light(you)
card tea x2: lantern
card milk x2: lantern
card coal x2: lantern
card ash x2: lantern
zone hand(player): lantern, seen by owner
zone hung(player): lantern, seen by all
state light(player): 0..9 = 0
phase game
    for each p in players
        for each t in titles: move (first(cards where it is t and zone_of(it) is none)) to hand(p)
    for each p in players
        p must do shine
        p chooses c "drink" from hand(p) where c is tea or c is milk
        move c to hung(p)
    for each p in players
        pick lost from hand(p) where lost is ash by chance
        move lost to hung(p)
    for each p in players
        p chooses last "fuel" from hand(p) where last is coal
        move last to hung(p)
    (players with highest light(it)) win
action shine by p choosing c "lantern" from hand(p) where c is moon
    perform c
    move c to hung(p)
"""


@pytest.mark.parametrize("engine", ["interpreter", "wasm"])
@pytest.mark.parametrize("loop", ["for each", "together for each"])
def test_what_becomes_of_a_card_is_counted_by_what_was_done_with_it(
    run: Run, engine: str, loop: str
) -> None:
    """Each hand plays moon and coal, without a choice, and a drink by choice; chance takes ash."""
    text = LANTERNS
    for first in ("p must do shine", "p chooses last"):
        head = f"for each p in players\n        {first}"
        text = text.replace(head, head.replace("for each", loop))
    Path("lanterns.rules").write_text(text)
    ran = run("report", "lanterns.rules", "--games", "20", "--engine", engine, "--format", "json")

    hands = ran.json["hands"]
    fates = {
        each["card"]: (each["played"]["of"], each["thrown"], each["kept"]["of"])
        for each in ran.json["cards"]
    }
    assert fates["moon"] == fates["coal"] == (hands, 0, 0)
    assert fates["ash"] == (0, hands, 0)
    (tea, tea_lost, tea_left), (milk, milk_lost, milk_left) = fates["tea"], fates["milk"]
    assert tea + milk == tea + tea_left == milk + milk_left == hands == 2 * ran.json["watched"]
    assert tea > 0 < milk and tea_lost == milk_lost == 0


def test_players_who_win_together_have_one_share_and_no_turns(figures: dict) -> None:
    apart = page("Mine", figures)
    figures["seats"] = figures["seats"][:1]
    for strength in figures["strengths"]:
        strength["seats"] = strength["seats"][:1]
    together = page("Mine", figures)

    assert "as home" in apart and "on every side in turn" in apart
    assert "as home" not in together and "on every side in turn" not in together
