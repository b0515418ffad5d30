"""The list of choices at the terminal, and the meaning of answers."""

from __future__ import annotations

from pathlib import Path

from tests.apps.cli.conftest import Run

AUCTION = """\
rulebook auction "Auction"
    players 2: ann, bob
    starts with game
kind curio
card grail "A grail, perhaps" x1: curio
card ring "Ring" x1: curio
card comb "Comb" x1: curio
zone shelf: curio, seen by all
state paid: 0..20 = 0
phase game
    move cards to shelf
    ann chooses bid "bid" from 3..9
    set paid to bid
    ann may do one of pay, leave, wait
    ann chooses 2 of shelf as kept "curios to keep"
    nobody wins
action pay by p choosing n from 1..8
    set paid to n
action leave by p
    nothing
action wait by p
    nothing
"""


def play(run: Run, *typed: str, text: str = AUCTION) -> str:
    Path("auction.rules").write_text(text)
    stdin = "".join(f"{line}\n" for line in typed).encode()
    return run("play", "auction.rules", "--seed", "1", stdin=stdin).out


def test_numbers_in_a_row_are_one_line_and_answer_for_themselves(run: Run) -> None:
    out = play(run, "2", "10", "7")

    assert "ann: bid\n  3 to 9: a number\n" in out
    assert "`2` is not one of 3 to 9" in out
    assert "`10` is not one of 3 to 9" in out
    assert "paid 0 → 7" in out


def test_a_run_among_other_choices_takes_its_line_and_the_number(run: Run) -> None:
    out = play(run, "7", "1", "1 9", "1 5")

    assert "ann: pay, leave or wait\n    1  pay: 1 to 8 (`1 8` for 8)\n    2  leave\n" in out
    assert "`1` wants a number with it, as `1 8`" in out
    assert "`1 9` is not one of" in out
    assert "paid 7 → 5" in out


def test_a_title_with_a_comma_is_in_quotes_among_others(run: Run) -> None:
    out = play(run, "7", "2")

    assert 'shelf: "A grail, perhaps", Ring, Comb\n' in out
    assert '  1  "A grail, perhaps", Ring\n' in out


def test_few_numbers_answer_for_themselves_too(run: Run) -> None:
    out = play(run, "1", "0", "5", text=AUCTION.replace("from 3..9", "from {2, 5, 6}"))

    assert "ann: bid\n  2, 5, 6: a number\n" in out
    assert "`1` is not one of 2, 5, 6" in out
    assert "`0` is not one of 2, 5, 6" in out
    assert "paid 0 → 5" in out


def test_numbers_below_zero_answer_for_themselves_too(run: Run) -> None:
    lower = AUCTION.replace("from 3..9", "from -2..1").replace("paid: 0", "paid: -2")
    out = play(run, "-3", "-1", text=lower)

    assert "ann: bid\n  -2 to 1: a number\n" in out
    assert "`-3` is not one of -2 to 1" in out
    assert "paid 0 → -1" in out
