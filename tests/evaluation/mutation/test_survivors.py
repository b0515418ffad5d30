"""Which mutants live: those that are played otherwise, and that nobody notices."""

from __future__ import annotations

import pytest

from ruleslang.evaluation.mutation import unnoticed, verdict
from ruleslang.evaluation.mutation.mutant import Mutant
from ruleslang.evaluation.mutation.verdict import Hunt, judged, original, played
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.load import load_text

TEXT = """\
rulebook tiny "Tiny"
    players 2: home, away
    starts with game
state n: 0..9 = 0, stops at the ends
procedure grow
    add 2 to n
procedure shrink
    subtract 1 from n
phase game
    grow
    shrink
    home chooses k from 1..3
    if k is 1: home wins
    nobody wins
"""
EXAMPLE = """\
example "it grows"
    when grow
    then n is 2
"""
CLAIM = """\
claim "it starts at nothing": n is 0
"""


def lives(text: str, before: str, after: str) -> bool:
    loaded: Loaded = load_text(text)
    assert loaded.compiled is not None, loaded.diagnostics
    whole = original(loaded)
    (site,) = (site for site in played(whole) if before in site.text)
    mutant = Mutant(site, "by hand", site.text.index(before), before, after)
    return Hunt(loaded.compiled).lives(judged(whole, mutant))


def test_what_no_example_tries_lives() -> None:
    assert lives(TEXT, "add 2 to n", "add 3 to n")


def test_what_an_example_tries_is_noticed() -> None:
    assert not lives(TEXT + EXAMPLE, "add 2 to n", "add 3 to n")


def test_what_an_example_does_not_reach_lives() -> None:
    assert lives(TEXT + EXAMPLE, "subtract 1 from n", "subtract 2 from n")


def test_the_content_of_a_claim_is_noticed() -> None:
    assert lives(TEXT, "0..9 = 0", "0..9 = 1")
    assert not lives(TEXT + CLAIM, "0..9 = 0", "0..9 = 1")


def test_what_breaks_a_law_is_noticed() -> None:
    assert not lives(TEXT, "0..9 = 0, stops at the ends", "0..1 = 0")


def test_what_is_refused_does_not_live() -> None:
    assert not lives(TEXT, "add 2 to n", "add 2 to m")


def test_examples_themselves_are_not_spoilt() -> None:
    loaded = load_text(TEXT + EXAMPLE + CLAIM)
    whole = original(loaded)

    assert len(whole.sites) - len(played(whole)) == 2


def test_another_order_alone_is_no_survivor() -> None:
    both = "procedure grow\n    add 2 to n\nprocedure shrink\n    subtract 1 from n\n"
    other = "procedure shrink\n    subtract 1 from n\nprocedure grow\n    add 2 to n\n"
    loaded: Loaded = load_text(TEXT)
    assert loaded.compiled is not None
    whole = original(loaded)
    (site,) = (each.below for each in whole.sites if each.below and each.below.text in both)
    mutated = judged(whole, Mutant(site, "by hand", 0, site.text, other.rstrip()))

    assert mutated.verdict == "changed"
    assert not Hunt(loaded.compiled).lives(mutated)


def test_what_only_a_player_reads_is_no_rule() -> None:
    advice = "value worth: 0..9 = n + 1\nplayer greedy\n    prefer k by highest worth\n"

    assert not lives(TEXT + advice, "n + 1", "n + 2")
    assert lives(TEXT + "value worth: 0..9 = 1\nafter grow\n    add worth to n\n", "= 1", "= 2")


def test_what_stumbles_over_a_mutant_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr(verdict, "run_testable", stumble)
    loaded: Loaded = load_text(TEXT + EXAMPLE)
    assert loaded.compiled is not None
    whole = original(loaded)
    (site,) = (site for site in played(whole) if "add 2" in site.text)
    mutated = judged(whole, Mutant(site, "by hand", site.text.index("2"), "2", "3"))

    assert Hunt(loaded.compiled).fate(mutated).verdict == "crashed"


def test_an_example_that_fails_already_notices_nothing() -> None:
    failing = EXAMPLE.replace("it grows", "it fails").replace("n is 2", "n is 7")

    assert lives(TEXT + failing, "add 2 to n", "add 3 to n")
    assert not [*unnoticed.check(load_text(TEXT + failing), 30.0)]


def test_the_end_of_a_row_beyond_its_type_is_no_silent_change() -> None:
    rows = "value worth(m: 0..3): 0..9\n    depending on m\n        0: 1\n        1..3: 2\n"
    loaded = load_text(TEXT + rows + "after grow\n    add worth(1) to n\n")
    assert loaded.compiled is not None, loaded.diagnostics
    whole = original(loaded)
    (site,) = (site for site in played(whole) if "worth(m" in site.text)
    wider = Mutant(site, "a number", site.text.index("1..3") + 3, "3", "4")

    assert judged(whole, wider).verdict == "layout"


DECK = """\
rulebook draw_one "Draw one"
    players 2: home, away
    starts with game
kind tile
    has rank: 1..9
deck tiles of tile: rank in 1..9
zone pile: tile, ordered, seen by nobody
zone shown: tile, ordered, seen by all
phase game
    move cards to pile
    shuffle pile
    move top(pile) to shown
    home chooses k from 1..3
    if k is 1: home wins
    nobody wins
example "nothing yet"
    then shown is empty
"""


def test_either_end_of_a_shuffled_zone_is_as_good() -> None:
    shuffled, in_order = (
        [one.message for one in unnoticed.check(load_text(text), 30.0)]
        for text in (DECK, DECK.replace("    shuffle pile\n", ""))
    )

    assert [any("other end" in message for message in log) for log in (shuffled, in_order)] == [
        False,
        True,
    ]


def test_the_order_in_which_cards_come_to_a_heap_is_no_difference() -> None:
    heap = DECK.replace("zone shown: tile, ordered", "zone shown: tile").replace(
        "    move top(pile) to shown\n",
        "    let first = top(pile)\n    let second = bottom(pile)\n"
        "    move first to shown\n    move second to shown\n",
    )
    pile = heap.replace("zone shown: tile", "zone shown: tile, ordered")
    logs = (
        [one.span.text for one in unnoticed.check(load_text(text), 30.0)] for text in (heap, pile)
    )
    in_heap, in_pile = logs

    assert "move first to shown" in " ".join(in_pile)
    assert "move first to shown\n    move second" not in " ".join(in_heap)


def test_lines_that_no_example_misses_are_reported_at_their_place() -> None:
    log = [*unnoticed.check(load_text(TEXT + EXAMPLE), 30.0)]

    lines = {one.span.text for one in log if "left out" in one.message}
    assert "subtract 1 from n" in lines
    assert "add 2 to n" not in lines
    assert {one.slug for one in log} == {"unnoticed"}
