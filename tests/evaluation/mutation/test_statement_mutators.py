"""Slips with whole statements: neighbours exchanged, the other end of a zone, one left out."""

from __future__ import annotations

from ruleslang.evaluation.mutation.mutators import (
    EXCHANGED,
    OTHER_END,
    omissions,
    order_slips,
    sample,
)
from ruleslang.evaluation.mutation.verdict import Hunt, judged, original, played
from ruleslang.library.load import load_text

TEXT = """\
rulebook tiny "Tiny"
    players 2: home, away
    starts with game
kind token
card ace "Ace" x2: token
card two "Two": token
zone pile: token, ordered, seen by all
zone heap: token, ordered, seen by all
state n: 0..9 = 0
procedure grow
    add 1 to n
    if n > 2                        # not top
        set n to 5
        move top(pile) to heap      [X-1]
procedure put_back
    move heap to pile at bottom
phase game
    grow
    put_back
    nobody wins
"""
EXAMPLE = """\
example "first it grows"
    given n is 2 and pile is {ace, two}
    when grow
    then n is 5 and heap is {ace}
"""


def test_every_mistake_of_order_is_made_once() -> None:
    loaded = load_text(TEXT + EXAMPLE)
    assert loaded.compiled is not None, loaded.diagnostics
    found = [(each.kind, each.line) for each in order_slips(played(original(loaded)))]

    assert sorted(found) == [
        (OTHER_END, 14),
        (OTHER_END, 14),
        (OTHER_END, 16),
        (EXCHANGED, 11),
        (EXCHANGED, 13),
        (EXCHANGED, 18),
        (EXCHANGED, 19),
    ]


def test_a_block_goes_with_its_statement() -> None:
    loaded = load_text(TEXT)
    slips = list(order_slips(played(original(loaded))))
    (slip,) = (each for each in slips if each.line == 11)

    assert slip.after.startswith("if n > 2") and slip.after.endswith("add 1 to n")


def test_an_example_that_depends_on_the_order_notices() -> None:
    loaded = load_text(TEXT + EXAMPLE)
    assert loaded.compiled is not None, loaded.diagnostics
    whole, hunt = original(loaded), Hunt(loaded.compiled)
    fates = {
        (each.kind, each.line): hunt.fate(judged(whole, each)).verdict
        for each in order_slips(played(whole))
    }

    assert fates[EXCHANGED, 11] == "changed"
    assert fates[EXCHANGED, 18] == "lives"
    assert "crashed" not in fates.values()


def test_the_same_seed_takes_the_same_slips() -> None:
    sites = played(original(load_text(TEXT)))

    def taken(number: int, seed: int) -> list[int]:
        return [each.line for each in sample(list(order_slips(sites)), number, seed)]

    assert taken(3, 1) == taken(3, 1)
    assert len(taken(3, 1)) == 3 and len(taken(99, 1)) == 7


CHANGES = """\
rulebook tiny "Tiny"
    players 2: home, away
    starts with game
option first_rule "One?"
    yes *
    no
option other_rule "Other?"
    yes *
    no
state n: 0..9 = 0
while first_rule
    modify worth(any): becomes 4
# between them
while other_rule
    modify worth(k) where k > 1: becomes 5
value worth(k: 0..9): 0..9
    when k is 0: 1
    when k > 2: 3
    otherwise: 2
action take by p choosing k from 1..3
    only if n < 9
    set n to worth(k)
phase game
    home may do take
    nobody wins
"""


def test_distant_rivals_and_cases_of_a_value_are_exchanged() -> None:
    whole = original(load_text(CHANGES))
    slips = {each.line: each for each in order_slips(played(whole), whole.files.trees)}

    assert sorted(slips) == [11, 17, 24]
    assert slips[11].text.startswith("while other_rule") and "# between them" in slips[11].text
    assert judged(whole, slips[11]).verdict == "changed"


def test_every_part_is_left_out_once() -> None:
    left_out = {each.line: each for each in omissions(played(original(load_text(CHANGES))))}

    assert sorted(left_out) == [11, 14, 17, 18, 21, 22, 24, 25]
    assert left_out[21].before == "    only if n < 9\n"
    assert left_out[22].after == "nothing"


def test_a_statement_that_is_left_out_is_judged() -> None:
    loaded = load_text(TEXT + EXAMPLE)
    assert loaded.compiled is not None, loaded.diagnostics
    whole, hunt = original(loaded), Hunt(loaded.compiled)
    fates = {each.line: hunt.fate(judged(whole, each)).verdict for each in omissions(played(whole))}

    assert fates[11] == fates[13] == "changed"
    assert fates[16] == "changed"  # `check` says then that no card ever goes to the pile
    assert fates[18] == "lives"
