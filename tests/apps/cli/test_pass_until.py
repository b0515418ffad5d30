"""Automatic passes, answers in words, and the display of the moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.apps.cli.conftest import Run

VIGIL = """\
rulebook vigil "Vigil"
    players 2: ann, bob
    starts with game
words Hour: dusk, midnight, dawn
kind charm
card lamp "Lamp" x2: charm
card lantern "Lantern, old" x1: charm
card bell "Bell" x1: charm
zone hand(player): charm, seen by owner
zone spent: charm, seen by all
state nights: 0..9 = 0
state aimed_at: player or none
phase game
    move cards where it is lamp to hand(ann)
    move cards where it is lantern to hand(ann)
    move cards where it is bell to spent
    repeat 3 times
        night(ann)
        night(bob)
    ann wins
phase night(p: player)
    set active to p
    add 1 to nights
    wake(dusk)
    wake(midnight)
    wake(dawn)
procedure wake(hour: Hour)
    open watch(hour)
window watch(hour: Hour) "the watch"
    asks clockwise(active)
    offers use, ring
    closes when all were asked
action use by p choosing c from hand(p)
    move c to spent
action ring by p in watch(midnight) choosing whom from players except {p}
    only if nights > 5
    set aimed_at to whom
"""


WITH_A_BELL = VIGIL.replace("bell to spent", "bell to hand(bob)")


def play(run: Run, *typed: str, text: str = VIGIL, players: str = "you,random") -> str:
    Path("vigil.rules").write_text(text)
    stdin = "".join(f"{line}\n" for line in typed).encode()
    ran = run("play", "vigil.rules", "--players", players, "--seed", "1", stdin=stdin)
    return ran.out


def moments(out: str) -> list[str]:
    """The moments at which ann was asked."""
    return [line[5 : line.index(")")] for line in out.splitlines() if line.startswith("ann (")]


def test_a_window_names_the_word_that_opened_it(run: Run) -> None:
    out = play(run, "", "p", "")

    assert "ann (dusk): the watch\n    1  Lamp\n    2  Lantern, old\n    p  pass\n" in out
    assert moments(out) == ["dusk", "midnight", "dawn", "dusk"]


def test_passing_until_something_happens_goes_on_until_one_s_turn_comes(run: Run) -> None:
    out = play(run, "pp", "pp")

    assert moments(out) == ["dusk", "dusk", "dusk"]
    assert "(ann passed 5 times)" in out


def test_what_another_does_is_not_passed_over(run: Run) -> None:
    out = play(run, "", "pp", "", "1", "", text=WITH_A_BELL, players="you,you")

    assert moments(out) == ["dusk", "midnight"]
    assert "bob: use: Bell" in out


def test_automatic_passing_ends_when_it_is_entered_again(run: Run) -> None:
    out = play(run, "auto", "p", "auto", "p", "p")

    assert "you now pass automatically" in out
    assert "you are now asked everywhere" in out
    assert moments(out) == ["dusk", "dusk", "midnight", "dawn"]


def test_passing_until_a_moment_or_one_s_turn(run: Run) -> None:
    assert moments(play(run, "pass until da", "pt")) == ["dusk", "dawn", "dusk"]
    assert "Choose from: dusk, midnight, dawn, my turn" in play(run, "pass until noon")


def test_a_moment_that_is_skipped_and_one_where_one_stops(run: Run) -> None:
    out = play(run, "skip", "stop dawn", "pt", "stops")

    assert moments(out) == ["dusk", "midnight", "dawn"]
    assert "always asked at: dawn" in out
    assert "skipped: dusk, in your own turn" in out


def test_an_answer_by_the_start_of_its_words(run: Run) -> None:
    assert "→ spent" in play(run, "LAM")
    assert '"Lantern, old" → spent' in play(run, "old")
    assert '`la` may be Lamp, "Lantern, old": enter more of it' in play(run, "la")


def test_undo_takes_back_what_was_passed_by_itself_too(run: Run) -> None:
    assert moments(play(run, "pass until dawn", "undo")) == ["dusk", "dawn", "dusk"]


def test_why_is_answered_at_the_table(run: Run) -> None:
    out = play(run, "why 1", "why Bell", "why ring", "why nonsense", "why 99")

    assert "Lamp: offered\n    use allows it" in out
    assert "ann may not do use with Bell now" in out
    assert "ann may not do ring now\n    the watch is open, but does not fit" in out
    assert "why what? Enter the number of a choice" in out
    assert "`99` is not one of 1 to " in out and "99 is 99" not in out


def test_a_resumed_match_remembers_what_happened(run: Run) -> None:
    play(run, "1", "p", "save here.save", "quit")

    out = run("play", "vigil.rules", "--resume", "here.save", stdin=b"log\nquit\n").out

    assert "ann: use: Lamp" in out.partition("> ")[2]


def test_lines_are_as_wide_as_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    out = play(run, "1", "p")

    assert max(len(line) for line in out.splitlines() if "ruleslang play" not in line) <= 40


def test_where_one_has_to_choose_one_cannot_pass(run: Run) -> None:
    out = run("play", "higher", "--seed", "1", stdin=b"p\n\npp\nquit\n").out

    assert out.count("you can't pass here") == 3


def test_in_the_turns_of_others_one_is_asked_only_when_chosen(run: Run) -> None:
    out = play(run, "auto turn", "p", "p", "p")

    assert "on others' turns" in out
    assert moments(out) == ["dusk", "dusk", "dusk", "midnight"]
    assert "only `auto` and `auto turn` are known" in play(run, "auto never")


WHAT_BOB_DOES = """
action burn by p in watch(midnight) choosing c from hand(p)
    move c to spent
player ringer "Rings for others"
    prefer ring(ann)
    avoid use
    avoid burn
    otherwise order
player burner "Burns what there is"
    prefer burn
    avoid use
    avoid ring
    otherwise order
"""


def test_auto_turn_asks_in_the_turn_of_another_once_he_has_chosen_one(run: Run) -> None:
    text = WITH_A_BELL.replace("nights > 5", "bob is active")
    text = text.replace("offers use, ring", "offers use, ring, burn")

    def asked(bob: str) -> list[str]:
        out = play(run, "auto turn", "p", "p", text=text + WHAT_BOB_DOES, players=f"you,{bob}")
        return moments(out)

    # In her own turn she is asked again at midnight, when `burn` is new.
    assert asked("ringer") == ["dusk", "midnight", "midnight"]
    assert asked("burner") == ["dusk", "midnight", "dusk"]
