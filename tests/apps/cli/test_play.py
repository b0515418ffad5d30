"""`play`: secrets stay hidden, undo works where it may, and saves continue alike."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
from pathlib import Path

import pytest

from tests.apps.cli.conftest import Run

SECRETS = """\
rulebook secrets "Secrets"
    players 2: ann, bob
    starts with game
die coin: heads, tails
kind paper
card note "Note" x1: paper
card letter "Letter" x1: paper
card diary "Diary" x1: paper
card ledger "Ledger" x1: paper
zone pile: cards, ordered, seen by nobody
zone drawer(player): cards, at most 4, seen by owner
zone table: cards, seen by all
state steps: 0..9 = 0
phase game
    move cards where it is note to drawer(ann)
    move cards where it is letter to drawer(ann)
    move cards where it is diary to drawer(bob)
    move cards where it is ledger to drawer(bob)
    ann chooses one of
        wait: add 1 to steps
        hurry: add 2 to steps
    ann chooses shown "paper to show" from drawer(ann)
    move shown to table
    bob chooses reply "paper to answer with" from drawer(bob)
    move reply to table
    ann chooses one of
        end_it: nothing
        throw_first: throw
    ann chooses one of
        win: ann wins
        lose: bob wins
procedure throw
    roll coin as face
    if face is heads: add 1 to steps
"""


def lines(*words: str) -> bytes:
    return "".join(f"{word}\n" for word in words).encode()


def test_a_match_is_played_to_its_end(run: Run) -> None:
    Path("secrets.rules").write_text(SECRETS)

    ran = run("play", "secrets.rules", "--seed", "1", stdin=lines("1", "1", "1", "1"))

    assert ran.status == 0
    assert "drawer(ann): Note, Letter" in ran.out
    assert "drawer(bob): 2 cards" in ran.out
    assert ran.out.endswith("ann wins.\n")


def test_a_match_of_bots_is_shown_to_spectators(run: Run) -> None:
    Path("secrets.rules").write_text(SECRETS)

    ran = run("play", "secrets.rules", "--players", "random,random", "--seed", "1")

    assert ran.status == 0
    assert "every hand is shown" in ran.out
    assert "drawer(ann): Note, Letter · drawer(bob): Diary" in ran.out
    assert "  ann: paper to show: " in ran.out
    assert "  bob: paper to answer with: " in ran.out
    assert " → table" in ran.out
    assert ran.out.endswith(("\nann wins.\n", "\nbob wins.\n"))


@pytest.mark.parametrize("players", ["you,random", "random,random"])
def test_a_match_that_asks_nobody_is_shown_too(run: Run, players: str) -> None:
    Path("luck.rules").write_text(
        'rulebook luck "Luck"\n    language 1\n    players 2: ann, bob\n    starts with game\n'
        "die d6: 1..6\nstate points(player): 0..6 = 0, seen by all\n"
        "phase game\n    for each p in players\n        roll d6 as face\n"
        "        set points(p) to face\n    nobody wins\n"
    )

    ran = run("play", "luck.rules", "--players", players, "--seed", "1")

    assert ran.status == 0
    assert "  rolled d6: " in ran.out
    assert ran.out.count("points: ") == 1
    assert ran.out.endswith("\nNobody wins.\n")


def test_another_s_cards_are_never_on_the_screen_before_they_are_shown(run: Run) -> None:
    Path("secrets.rules").write_text(SECRETS)

    before, _, after = run(
        "play", "secrets.rules", "--seed", "1", stdin=lines("1", "view", "1", "1", "1")
    ).out.partition("Note → table")

    assert after
    assert "Diary" not in before
    assert "Ledger" not in before


def test_a_choice_is_taken_back_until_something_was_learnt(run: Run) -> None:
    Path("secrets.rules").write_text(SECRETS)

    ran = run(
        "play",
        "secrets.rules",
        "--seed",
        "1",
        stdin=lines("2", "undo", "1", "1", "undo", "2", "undo", "1"),
    )

    assert ran.out.count("ann: wait or hurry") == 2  # asked again after the first undo
    assert (
        ran.out.count("There is nothing to take back") == 2
    )  # after bob's card, and after the roll


PEEP = """\
rulebook peep "Peep"
    players 2: ann, bob
    starts with game
kind token
    has rank: 1..9 = 1
card ace "Ace": token
card two "Two": token
    rank: 2
zone pile: token, ordered, seen by nobody
state hint: 0..9 = 0
phase game
    move cards to pile
    shuffle pile
    ann chooses one of
        peep: set hint to rank(top(pile))
        wait: set hint to 9
    ann chooses one of
        win: ann wins
        lose: bob wins
"""


def test_what_a_number_revealed_is_not_forgotten(run: Run) -> None:
    Path("peep.rules").write_text(PEEP)

    peeped = run("play", "peep.rules", "--seed", "1", stdin=lines("1", "undo", "1")).out
    waited = run("play", "peep.rules", "--seed", "1", stdin=lines("2", "undo", "1", "1")).out

    assert "There is nothing to take back" in peeped
    assert waited.count("ann: peep or wait") == 2


def test_a_set_that_is_chosen_one_by_one_shows_its_members(run: Run) -> None:
    ran = run("play", "hearts", "--seed", "3", stdin=lines("1", "2", "undo"))

    assert "north: cards to pass on\n" in ran.out
    assert ran.out.count("north: cards to pass on (so far 2 diamonds)\n") == 2
    assert "north: cards to pass on (so far 2 diamonds, 3 clubs)\n" in ran.out


def test_a_saved_match_goes_on_with_the_same_bots(run: Run) -> None:
    Path("secrets.rules").write_text(SECRETS)
    whole = run("play", "secrets.rules", "--seed", "1", stdin=lines("1", "1", "2", "1")).out

    run("play", "secrets.rules", "--seed", "1", stdin=lines("1", "save here.save", "quit"))
    rest = run("play", "secrets.rules", "--resume", "here.save", stdin=lines("1", "2", "1"))

    assert rest.status == 0
    assert whole.splitlines()[-6:] == rest.out.splitlines()[-6:]


def test_leaving_keeps_the_match(run: Run) -> None:
    ran = run("play", "higher", "--seed", "3", stdin=b"")

    assert ran.status == 0
    assert "--resume higher-3.save" in ran.out
    assert Path("higher-3.save").exists()


def test_two_persons_do_not_see_each_other_s_cards(run: Run) -> None:
    Path("secrets.rules").write_text(SECRETS)

    ran = run(
        "play", "secrets.rules", "--seed", "1", "--players", "you,you",
        stdin=lines("", "1", "1", "", "1", "", "1", "1"),
    )  # fmt: skip

    assert ran.status == 0
    assert ran.out.count("Press Enter when only") == 3
    ann, bob = ran.out.split("bob is next", 1)
    assert "Diary" not in ann
    assert "Letter" not in bob.split("ann is next")[0]


def test_who_shares_a_screen_sees_who_has_chosen_together_and_not_what(run: Run) -> None:
    together = ("play", "sealed_bids", "--players", "you,you,you", "--seed", "3")
    ran = run(
        *together, stdin=lines("", "13", "", "look", "log", "save half.save", "17", "", "19", "")
    )

    ada, bob, cleo, after = ran.out.split(" is next. Press Enter when only ")[1:]
    assert "ada: bid" in ada
    assert "bob (ada has chosen): bid" in bob and "13" not in bob
    assert "cleo (ada and bob have chosen): bid" in cleo
    assert "13" not in cleo and "17" not in cleo
    assert "bid(ada) 0 → 13\n" in after
    assert "bid(bob) 0 → 17 · bid(cleo) 0 → 19" in after

    resumed = run("play", "sealed_bids", "--resume", "half.save", stdin=lines("", "log", "quit"))
    assert "bob (ada has chosen): bid" in resumed.out and "13" not in resumed.out


def test_a_shared_screen_is_cleared_before_the_next_looks() -> None:
    pty = pytest.importorskip("pty", reason="terminals of Unix")
    command = (sys.executable, "-m", "ruleslang", "play", "sealed_bids", "--players", "you,you,you")
    inner, outer = pty.openpty()
    shown = ""

    def read_until(text: str) -> None:
        nonlocal shown
        while text not in shown:
            assert select.select([inner], [], [], 60)[0], shown
            shown += os.read(inner, 4096).decode("utf-8", "replace")

    ends = {"stdin": outer, "stdout": outer, "stderr": outer}
    with subprocess.Popen([*command, "--seed", "3"], **ends) as play:
        os.close(outer)
        try:
            for answer, then in (
                ("", "when only ada looks."),
                ("\n", "ada: bid"),
                ("13\n", "when only bob looks."),
                ("\n", "bob (ada has chosen): bid"),
            ):
                os.write(inner, answer.encode())
                read_until(then)
        finally:
            play.kill()
    os.close(inner)

    before, _, after = shown.rpartition("\x1b[2J\x1b[3J\x1b[H")
    assert "13" in before and "13" not in after
    assert "bob is next" in after


def test_a_save_of_another_text_is_refused(run: Run) -> None:
    Path("secrets.rules").write_text(SECRETS)
    run("play", "secrets.rules", "--seed", "1", stdin=lines("save here.save", "quit"))
    Path("secrets.rules").write_text(SECRETS.replace("add 2 to steps", "add 3 to steps"))

    ran = run("play", "secrets.rules", "--resume", "here.save")

    assert ran.status == 1
    assert "made with another text of the rulebook" in ran.err


PURSES = """\
rulebook purses "Purses"
    players 3: ada, bob, cleo
    starts with game
state coins(player): 0..20 = 0
state thirst(player): 0..9 = 0, reset each round
state marks: 0..9 = 0
state tired: yes or no = no, reset each round
phase game
    repeat 2 times
        round
    ada wins
phase round
    repeat 2 times
        ada chooses one of
            earn: add 5 to coins(bob)
            drink: add 1 to thirst(ada)
            sleep: set tired to yes
"""


def test_a_counter_at_0_is_shown_beside_those_that_are_not(run: Run) -> None:
    Path("purses.rules").write_text(PURSES)

    out = run("play", "purses.rules", "--seed", "1", stdin=lines("2", "look", "1", "1", "1")).out
    out = " ".join(out.split())

    assert "coins: ada 0, bob 0, cleo 0 · marks 0 ada: earn, drink or sleep" in out
    assert "cleo 0 · thirst: ada 1, bob 0, cleo 0 · marks 0" in out


def test_of_many_places_those_at_nothing_fill_no_screen(run: Run) -> None:
    message = run("play", "backgammon", "--seed", "3", stdin=lines("look", "quit")).out

    assert "men: points 1 white 2; points 6 black 5" in message
    assert "points 1 black 0" not in message


def test_a_reset_is_not_reported_as_news(run: Run) -> None:
    Path("purses.rules").write_text(PURSES)

    out = run("play", "purses.rules", "--seed", "1", stdin=lines("3", "1", "1", "1")).out

    assert "sleep · tired\n" in out
    assert "no longer tired" not in out


SCORED = (
    SECRETS.replace("starts with game", "starts with game\n    payoff points")
    + """\
value points(p: player): 0..9 = steps + number of drawer(p)
measure "steps taken" = steps
measure "coins thrown" at throw = 1
"""
)


def test_the_end_shows_the_table_the_points_and_the_measures(run: Run) -> None:
    Path("secrets.rules").write_text(SCORED)

    out = run("play", "secrets.rules", "--seed", "1", stdin=lines("1", "1", "1", "1")).out

    end = out.rpartition("> ")[2]
    assert "\nsteps 1\ndrawer(ann): Letter · drawer(bob): 1 card · table: Note, Diary\n" in end
    assert end.endswith("\nann wins.\npoints: ann 2, bob 2\nsteps taken: 1\n")


def test_a_measure_of_what_one_does_not_see_is_not_shown_at_the_end(run: Run) -> None:
    hidden = """measure "diaries" = number of (drawer(bob) where it is diary)
measure "letters" = number of (drawer(ann) where it is letter)
measure "diaries when thrown" at throw = number of (drawer(bob) where it is diary)
"""
    Path("secrets.rules").write_text(SECRETS + hidden)

    mine = run("play", "secrets.rules", "--seed", "1", stdin=lines("1", "1", "1", "1")).out
    bots = run("play", "secrets.rules", "--seed", "1", "--players", "random,random").out

    assert mine.endswith("\nann wins.\nletters: 1\n")
    assert "\ndiaries: " in bots


def test_at_the_end_two_persons_see_what_both_may(run: Run) -> None:
    Path("secrets.rules").write_text(SCORED)

    out = run(
        "play", "secrets.rules", "--seed", "1", "--players", "you,you",
        stdin=lines("", "1", "1", "", "1", "", "2", "1"),
    ).out  # fmt: skip

    end = out.rpartition("> ")[2]
    assert "drawer: ann 1 card, bob 1 card · table" in end
    assert "Letter" not in end
    assert end.endswith("\ncoins thrown: 1\n")


def test_the_end_of_a_match_of_bots_shows_every_hand(run: Run) -> None:
    Path("secrets.rules").write_text(SCORED)

    out = run("play", "secrets.rules", "--seed", "1", "--players", "random,random").out

    end = out.rpartition("\n\n")[0].rpartition("\n\n")[2]
    assert "drawer: ann " in end
    assert "1 card" not in end


BASKETS = """\
rulebook baskets "Baskets"
    players 2: ann, bob
    automatic seats 0..1
    starts with game
board garden: grid 4 by 3
kind fruit
card plum "Plum" x2: fruit
card pear "Pear" x1: fruit
zone big_box: fruit, seen by all
zone basket(player): fruit, seen by owner
state gate: space
phase game
    move cards to big_box
    ann chooses 3 of garden as plots "plots"
    set gate to first(plots)
    ann chooses one of
        stay: ann wins
        leave: ann wins
"""


def test_a_zone_can_be_looked_at_and_spaces_of_a_set_are_numbered_on_the_board(run: Run) -> None:
    Path("baskets.rules").write_text(BASKETS)

    out = run(
        *("play", "baskets.rules", "--players", "you,random", "--automatic", "1"),
        stdin=b"look big box\nlook basket\n1\n",
    ).out

    assert "bob plays by itself" in out
    assert "big box: Plum ×2, Pear\n" in out
    assert "basket(ann): 0 cards\nbasket(bob): 0 cards\n" in out
    assert out.count("a number on the board") == 4  # also after each `look`


PLAIN = """
rulebook plain "Plain"
    language 1
    players 2: ann, bob
    starts with game

board land: grid 25 by 4
state gate: land or none

phase game
    set gate to cell(20, 2)
    ann chooses one of
        stay: ann wins
        leave: ann wins
"""


@pytest.mark.parametrize("columns", ["40", "80", "120"])
def test_a_board_wider_than_the_terminal_is_drawn_in_parts(
    run: Run, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    Path("plain.rules").write_text(PLAIN)
    monkeypatch.setenv("COLUMNS", columns)

    out = run("play", "plain.rules", "--players", "you,random", stdin=b"look\n1\n").out

    rows = [row for row in out.splitlines() if re.match(r"[1-4]? +[A-Y.·]( |$)", row)]
    assert max(map(len, rows)) <= int(columns)
    heads = [head for row in rows if not row[0].isdigit() for head in row.split()]
    assert "".join(heads[:25]) == "ABCDEFGHIJKLMNOPQRSTUVWXY"


VALUES = """
value papers(p: player): 0..9 = number of drawer(p) + steps
value has_note(p: player): yes or no = there is c in drawer(p) where c is note
"""


def test_why_explains_a_value_unless_it_depends_on_hidden_cards(run: Run) -> None:
    Path("secrets.rules").write_text(SECRETS + VALUES)
    values = ("papers(bob)", "has_note(ann)", "has_note(bob)", "papers", "nought(1)")
    asked = (f"why {each}" for each in values)

    ran = run("play", "secrets.rules", "--seed", "1", stdin=lines(*asked, "quit"))

    assert "papers(bob) is 2" in ran.out
    assert "+ 2: number of drawer(bob)" in ran.out
    assert "has_note(ann) is yes" in ran.out
    assert "`has_note(bob)`: it depends on information that you cannot see" in ran.out
    assert "the name of an action, a card or a value" in " ".join(ran.out.split())
    assert "`nought`" in ran.out


def test_the_log_is_no_longer_than_fits_above_the_choices(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("play", "ollapion", "--players", "you,greedy", "--seed", "3")
    monkeypatch.setattr("ruleslang.apps.cli.terminal_match.height", lambda: 60)
    whole = run(*words, stdin=lines("log", "quit")).out
    monkeypatch.setattr("ruleslang.apps.cli.terminal_match.height", lambda: 20)
    shown = run(*words, stdin=lines("log", "quit")).out

    assert "before; `log` shows all" in shown
    assert "before; `log` shows all" not in whole
    before, log = shown.split("> ")[:2]
    assert len(before.splitlines()) < len(whole.split("> ")[0].splitlines())
    assert log == whole.split("> ")[1]


DICE = """\
rulebook dice "Dice"
    players 2: ann, bob
    starts with game
    at most 9 decisions, then nobody wins
die d6: 1..6
state total: 0..9 = 0
phase game
    take turns p among players
        roll d6 as pips
        p chooses one of
            add: add pips to total
            wait: nothing
    nobody wins
"""


def test_a_roll_before_the_first_question_is_shown(run: Run) -> None:
    Path("dice.rules").write_text(DICE)

    first = run("play", "dice.rules", "--seed", "1", stdin=lines("log")).out
    watched = run("play", "dice.rules", "--seed", "1", "--players", "random,random").out

    assert re.findall("rolled d6: [1-6]", first)[:1] == re.findall("rolled d6: [1-6]", watched)[:1]
    assert len(re.findall("rolled d6: [1-6]", first)) == 2  # above the question, and in the log


def test_a_match_that_stops_names_the_line(run: Run) -> None:
    Path("dice.rules").write_text(DICE.replace("0..9", "0..1"))

    ran = run("play", "dice.rules", "--seed", "1", "--players", "random,random")

    assert (ran.status, ran.err.count("outside 0..1 (dice.rules:11)")) == (1, 1)
