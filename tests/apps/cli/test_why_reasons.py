"""`why` names the true reason: the false part of a value, or why a card can never be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.apps.cli.conftest import Run

GATE = """\
rulebook gate "Gate"
    players 2: ann, bob
    starts with game
kind charm
    has rank: 1..9 = 1
card lamp "Lamp" x1: charm
    play
        nothing
card bell "Bell" x1: charm
    rank: 3
    play in watch
        nothing
zone hand(player): charm, seen by owner
state gold(player): 0..9 = 2
value is_rich(p: player): yes or no = gold(p) >= 5
value may_enter(p: player, c: charm): yes or no
    let welcome = rank(c) > 2 and is_rich(p)
    answer welcome
value worth(p: player): 0..30 = gold(p) + rank(first(hand(p)))
value score(p: player): 0..30 = gold(p) + larger(gold(p), 7)
phase game
    move cards where it is charm to hand(ann)
    open watch
    ann wins
window watch "the watch"
    asks {ann}
    offers use, enter, wait
    closes when all were asked
action use by p choosing c from hand(p) where playable(c, p)
    perform c
action enter by p choosing c from hand(p) where may_enter(p, c)
    nothing
action wait by p choosing n from 1..2
    nothing
"""


def why(run: Run, question: str) -> str:
    Path("gate.rules").write_text(GATE)
    return run("why", "gate.rules", question).out


def test_why_goes_into_values_that_are_no_and_their_lets(run: Run) -> None:
    assert (
        "`may_enter(ann, bell)` is no, since `is_rich(ann)` is no, since `gold(ann)` is 2"
        in why(run, "enter bell")
    )


def test_why_reports_that_a_card_can_never_be_played(run: Run) -> None:
    out = why(run, "use(lamp)")

    assert "its play has no `in`, and cards are played in windows only: it can never be" in out


def test_why_of_one_choice_however_it_is_written(run: Run) -> None:
    assert "use bell: offered" in why(run, "use(bell)") + why(run, "use bell")
    assert "`3` is not among those to choose from" in why(run, "wait(3)")
    assert why(run, "wait choosing 3") == why(run, "wait(3)")


def test_an_addend_names_the_card_it_is_of(run: Run) -> None:
    assert "+ 1: rank of lamp" in why(run, "worth(ann)")
    assert "+ 7: larger(2, 7)" in why(run, "score(ann)")


RACE = """\
rulebook race "Race"
    players 2: ann, bob
    starts with game
state legs(player): 0..9 = 0
phase game
    for each p in players
        p chooses one of
            run if p is not bob: add 2 to legs(p)
            walk: add 1 to legs(p)
            rest: nothing
    p_wins
procedure p_wins
    ann chooses one of
        cheer: ann wins
        sigh: bob wins
"""


def test_why_of_a_branch_of_a_menu_that_is_not_offered(run: Run) -> None:
    """Bob may not run; ann is not asked then; and the last menu is not asked yet."""
    Path("race.rules").write_text(RACE)

    def asked(*words: str) -> str:
        return run("why", "race.rules", *words, "--at", "1").out

    assert "bob may not do `run` now\n    menu: its condition does not hold" in asked("run")
    assert "race.rules:8" in asked("run")
    assert "ann may not do `run` now\n    bob is asked now, not" in asked("run", "--player", "ann")
    assert "its condition" not in asked("run", "--player", "ann")
    assert "bob may not do `cheer` now\n    asked: it is not among the choices" in asked("cheer")
    assert run("why", "race.rules", "fly").status == 2


YARD = """\
rulebook yard "Yard"
    players 2: ann, bob
    starts with game
words Site: forest, stage
kind building
    play
        pays 3 from wood(you)
        nothing
card hut x2: building
zone hand(player): building, seen by owner
state wood(player): 0..9 = 0
phase game
    move first(cards) to hand(ann)
    ann must do place
    add 1 to wood(ann)
    ann must do place
    ann wins
action place by p choosing s from Site
    if s is stage: p may do build
action build by p choosing c from hand(p) where playable(c, p)
    perform c
"""


def test_why_of_a_card_while_an_action_without_cards_is_offered(run: Run) -> None:
    """The hut is too expensive; that it is no site is beside the point."""
    Path("yard.rules").write_text(YARD)
    out = run("why", "yard.rules", "hut").out

    assert "ann may not do `hut` now\n    cost: `pays 3 from wood(you)` cannot be paid" in out
    assert "`place`" not in out


SUITS = """\
rulebook suits "Suits"
    players 2: ann, bob
    starts with game
words Colour: red, blue
kind part
    has length: 1..3
    has colour: Colour
deck parts x2 of part: length in 1..3, colour in Colour
zone hand(player): part, seen by owner
phase game
    move cards to hand(ann)
    ann chooses n "a number" from 1..2
    ann wins
"""


@pytest.mark.parametrize("card", ["parts(2, red)", "parts(2,red)", "parts_2_red", "Parts 2 red"])
def test_a_card_of_a_deck_is_named_in_any_form(run: Run, card: str) -> None:
    Path("suits.rules").write_text(SUITS)

    assert "has no rule for playing it" in run("why", "suits.rules", card).out


def test_the_value_of_a_word_is_no_card_of_such_a_name(run: Run) -> None:
    card = 'card worth_red "Worth": part\n    length: 3\n    colour: red\nzone hand'
    value = "value worth(c: Colour): 1..3 = 2\nphase game"
    text = SUITS.replace("zone hand", card).replace("phase game", value)
    Path("suits.rules").write_text(text)

    assert "worth(red) is 2" in run("why", "suits.rules", "worth(red)").out
