"""How decisions with many choices are asked: sets by their members, spaces on their board."""

from __future__ import annotations

from pathlib import Path

from tests.apps.cli.conftest import Run

HEAD = """rulebook x "X"
    language 1
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins
"""
CARDS = (
    HEAD
    + """kind fruit
card pear "Pear" x2: fruit
card plum "Plum" x2: fruit
card fig "Fig": fruit
card kiwi "Kiwi": fruit
zone hand(player): fruit, seen by owner
zone heap: fruit, seen by all
phase game
    move cards to hand(home)
    home may do change
    nobody wins
action change "change cards" by p choosing up to 3 of hand(p) as away_cards "cards to change"
    move away_cards to heap
"""
)
SPACES = (
    HEAD
    + """board field: grid 5 by 3
piece guard "guard" per player on field
state steps: 0..9 = 0, stops at the ends, kept in mind
phase game
    home chooses s "where to" from field where s is not cell(field, 2, 2)
    move first(pieces(home)) to s
    add 1 to steps
    home chooses k from 1..2
    nobody wins
"""
)


def test_many_sets_are_chosen_by_the_numbers_of_their_members(run: Run) -> None:
    Path("x.rules").write_text(CARDS)

    asked = run("play", "x.rules", "--seed", "1", stdin=b"1 9\n1 2 3 4\n1 1\n1 3 5\nquit\n").out

    assert "    1  Pear\n    2  Pear\n    3  Plum\n    4  Plum\n    5  Fig\n    6  Kiwi\n" in asked
    assert "    0  none of them\n    p  " in asked
    assert asked.count("is not a possible selection: choose 0 to 3") == 3
    assert "home: change cards: Pear, Plum, Fig" in asked


def test_a_set_is_chosen_by_words_too_or_has_nothing(run: Run) -> None:
    Path("x.rules").write_text(CARDS)

    by_words = run("play", "x.rules", "--seed", "1", stdin=b"f, pl, plum\nquit\n").out
    nothing = run("play", "x.rules", "--seed", "1", stdin=b"0\nquit\n").out

    assert "home: change cards: Plum ×2, Fig" in by_words
    assert "home: change cards\n" in nothing


def test_many_spaces_are_drawn_with_their_numbers(run: Run) -> None:
    Path("x.rules").write_text(SPACES)

    asked = run("play", "x.rules", "--seed", "1", stdin=b"E3\nquit\n").out

    assert "\n3 10 11 12 13 14\n2  6  ·  7  8  9\n1  1  2  3  4  5\n" in asked
    assert "home: guard to E3" in asked


def test_of_a_tall_list_only_the_numbers_are_shown_again_until_it_is_asked_for(run: Run) -> None:
    Path("x.rules").write_text(SPACES.replace("grid 5 by 3", "grid 3 by 12"))

    _, wrong, asked_for, *_ = run(
        "play", "x.rules", "--seed", "1", stdin=b"99\nchoices\nquit\n"
    ).out.split("> ")

    assert "`99` is not one of 1 to 35" in wrong
    assert wrong.endswith("home: where to\n  1 to 35; `choices` lists them again\n")
    assert "home: where to\n" in asked_for and "33 34 35\n" in asked_for


def test_what_is_kept_in_mind_is_mentioned_only_when_asked_for(run: Run) -> None:
    Path("x.rules").write_text(SPACES)

    asked = run("play", "x.rules", "--seed", "1", stdin=b"1\nview\nquit\n").out

    assert asked.count("steps") == 1
    assert "steps 1" in asked
