"""`look`: any card of the box can be read at the table."""

from __future__ import annotations

from pathlib import Path

from tests.apps.cli.conftest import Run

CARDS = """\
rulebook stones "Stones"
    players 2: ann, bob
    starts with game
words Water: clear, muddy
kind gem
    has carats: 1..9
    has worth(Water): 0..20
card ruby "Star ruby" x2: gem
    text "Whoever has it begins."
    carats: 4
    worth: clear 9, muddy 3
card pearl "Pearl": gem
    carats: 2
    worth: clear 5, muddy 4
card rose "Rose quartz": gem
    carats: 1
    worth: clear 2, muddy 1
zone hand(player): gem, seen by owner
phase game
    move cards where it is ruby to hand(ann)
    move cards where it is pearl to hand(ann)
    move cards where it is rose to hand(bob)
    ann chooses shown from hand(ann)
    ann chooses one of
        win: ann wins
        lose: bob wins
"""


def play(run: Run, *typed: str) -> str:
    Path("stones.rules").write_text(CARDS)
    ran = run(
        "play", "stones.rules", "--seed", "1", stdin="".join(f"{t}\n" for t in typed).encode()
    )
    assert ran.status == 0
    return ran.out


def test_a_card_is_read_by_its_title_a_part_of_it_or_its_name(run: Run) -> None:
    for name in ("Star ruby", "star RUBY", "ruby", "Star"):
        assert (
            "> Star ruby: gem, 2 of them\n"
            "  carats: 4\n"
            "  worth: clear 9, muddy 3\n"
            "  Whoever has it begins.\n"
        ) in play(run, f"look {name}")


def test_a_card_that_another_holds_is_of_the_box_all_the_same(run: Run) -> None:
    assert "> Rose quartz: gem\n  carats: 1\n" in play(run, "look rose")


def test_a_misspelt_title_is_fixed(run: Run) -> None:
    assert "no card is called `Rosa quarz`; did you mean `Rose quartz`?" in play(
        run, "look Rosa quarz"
    )
    assert "> hand(ann): " in play(run, "look")


def test_a_choice_is_looked_at_by_its_number(run: Run) -> None:
    out = play(run, "look 2", "2", "look 1")

    assert "> Pearl: gem\n  carats: 2\n" in out
    assert "> no card belongs to that choice\n" in out
