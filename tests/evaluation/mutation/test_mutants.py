"""No change of a text passes silently: something reports every mutant."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ruleslang.evaluation.mutation import verdict
from ruleslang.evaluation.mutation.verdict import (
    FAULTS,
    Hunt,
    Original,
    Verdict,
    judged,
    mutants,
    original,
    played,
)
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.library.load import load, load_text
from ruleslang.source.budget import budget
from tests.support.shipped import LARGE
from tests.support.waiting import some_wait

CONFORMANCE = Path(__file__).resolve().parents[2] / "engine/conformance"
SHIPPED = tuple(shipped_rulebooks())
SMALL = tuple(
    str(path.relative_to(CONFORMANCE))
    for path in sorted(CONFORMANCE.rglob("*.rules"))
    if path.parts[-2] not in ("refused", "faults")
)
STANDARD = tuple(
    f"../standard/{path.name}" for path in sorted((CONFORMANCE.parent / "standard").glob("*.rules"))
)
TOO_LONG = 60.0  # seconds for one mutant, on a machine that does much else


@cache
def rulebook(name: str) -> Original:
    """A text that compiles."""
    loaded = load(name if name in SHIPPED else str(CONFORMANCE / name))
    if loaded.compiled is None:
        pytest.skip("it does not compile: its own test says so")
    return original(loaded)


def output(each: Verdict) -> str:
    mutant = each.mutant
    return f"{mutant.file}:{mutant.line} {mutant.kind}: {mutant.before!r} -> {mutant.after!r}"


def faults(name: str, number: int, seed: int) -> list[str]:
    found = [judged(rulebook(name), mutant) for mutant in mutants(rulebook(name), number, seed)]

    return [
        f"{each.verdict} {output(each)}: {each.message}"
        for each in found
        if each.verdict in FAULTS or each.seconds > TOO_LONG
    ]


@pytest.mark.parametrize("name", some_wait((each for each in SHIPPED if each not in LARGE), 4))
def test_no_mutant_of_a_shipped_rulebook_passes_silently(name: str) -> None:
    assert faults(name, 2, seed=1) == []


@pytest.mark.parametrize("name", some_wait(SMALL[::12], 3))
def test_no_mutant_of_a_small_text_passes_silently(name: str) -> None:
    assert faults(name, 4, seed=1) == []


@pytest.mark.long
@pytest.mark.parametrize("name", SHIPPED)
def test_none_of_hundreds_of_mutants_of_a_rulebook_passes_silently(name: str) -> None:
    assert faults(name, 300, seed=2) == []


@pytest.mark.long
@pytest.mark.parametrize("name", (*SMALL, *STANDARD))
def test_none_of_many_mutants_of_a_small_text_passes_silently(name: str) -> None:
    assert faults(name, 60, seed=2) == []


@pytest.mark.parametrize("name", ("nim", "kuhn_poker"))
def test_no_mutated_classic_stumbles_when_it_is_played(name: str) -> None:
    assert stumbles(name, 60, seed=3) == []


@pytest.mark.long
@pytest.mark.parametrize("name", SHIPPED)
def test_no_mutated_rulebook_stumbles_when_it_is_played(name: str) -> None:
    assert stumbles(name, 100, seed=4) == []


def stumbles(name: str, number: int, seed: int) -> list[str]:
    """Mutants that the engine stumbles over in their examples, claims and laws."""
    compiled, whole = load(name).compiled, rulebook(name)
    assert compiled is not None
    hunt = Hunt(compiled)
    found = [hunt.fate(judged(whole, each)) for each in mutants(whole, number, seed, played(whole))]
    return [f"{output(each)}: {each.message}" for each in found if each.verdict == verdict.CRASHED]


# ---------------------------------------------------------------- the judge itself

TEXT = """\
rulebook tiny "Tiny"
    language 1
    players 2: home, away
    starts with game
    payoff gain
words Colour: red, green
kind token
    has rank: 1..9 = 1
    has hue: Colour = red
card ace "Ace" x2: token
    rank: 2
    hue: green
card two "Two": token
    play
        nothing
zone heap: token, ordered, seen by all
option house_rule
    strict *
    loose
state n: 0..9 = 0, stops at the ends
value worth: 0..9 = n + 1
value gain(p: player): 0..1 = 0
procedure grow(by_how_much: 1..3)
    add by_how_much to n
procedure turn_to(c: Colour)
    depending on c
        red: grow(1)                                                [X-1]
        green: grow(2)                                              [X-2]
phase game
    grow(1)
    turn_to(red)
    if worth is 2: home wins
    if house_rule is loose: away wins
    nobody wins
measure "n" = n
example "it grows"
    given house_rule is strict
    when grow(2)
    then n is 2
    then payoff(home) is 0
"""
WITH_A_PIECE = """\
rulebook tiny "Tiny"
    players 2: home, away
    uses clock
    starts with half
phase half
    advance_clock(1)
    if minute > 3: home wins
    nobody wins
"""
WITH_A_TABLE = """\
rulebook tiny "Tiny"
    players 2: home, away
    starts with game
kind beast
    has rank: 1..9
zone den: beast, seen by all
phase game
    move cards to den
    if sum of rank(c) over c in den > 4: home wins
    nobody wins
"""


def judge(before: str, after: str) -> Verdict:
    """What becomes of the text with something in one declaration in the place of another."""
    loaded = load_text(TEXT)
    assert loaded.compiled is not None, loaded.diagnostics
    whole = original(loaded)
    (site,) = (site for site in whole.sites if before in site.text)
    start = site.text.index(before)
    return judged(whole, verdict.Mutant(site, "by hand", start, before, after))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("add by_how_much to n", "add by_how_much n", "refused"),
        ("add by_how_much to n", "add by_how_much to m", "refused"),
        ("n + 1", "n + 2", "changed"),
        (", ordered", "", "changed"),
        ("x2", "x3", "changed"),
        ("then n is 2", "then n is 3", "beside"),
        ('measure "n" = n', 'measure "n" = n + 1', "beside"),
        ('"Ace"', '"As"', "display"),
        ('"Tiny"', '"Small"', "display"),
        ("value worth: 0..9 = n + 1", "value worth: 0..9 = n + 1  designed", "display"),
        ("by_how_much to n", "by_how_much to n\n    nothing", "warned"),
        ("turn_to(red)", "turn_to(c: red, red)", "refused"),
        ("phase game\n", "", "refused"),
        ("    language 1\n", "", "warned"),
        ("    rank: 2\n    hue: green", "    hue: green\n    rank: 2", "warned"),
        (
            "[X-1]\n        green: grow(2)                                              [X-2]",
            "[X-2]\n        green: grow(2)                                              [X-1]",
            "display",
        ),
        (
            "    players 2: home, away\n    starts with game",
            "    starts with game\n    players 2: home, away",
            "warned",
        ),
        ("worth is 2", "2 is worth", "changed"),
        ("then payoff(home) is 0", "then gain(home) is 0", "display"),
        ("house_rule is strict", "strict is house_rule", "warned"),
        ("    play\n        nothing", "    play", "warned"),
        ("n + 1", "(n + 1)", "layout"),
        ("    add by_how_much to n", "    # a remark\n    add by_how_much to n", "layout"),
    ],
)
def test_what_becomes_of_a_mutant(before: str, after: str, expected: str) -> None:
    assert judge(before, after).verdict == expected


def test_a_body_without_its_head_belongs_to_the_block_above() -> None:
    assert "game" in judge("phase game\n", "").message


def test_lines_of_two_declarations_are_exchanged() -> None:
    kinds = [each for each in mutants(rulebook("crazy_eights"), 300, 2) if "line e" in each.kind]

    assert {len(each.site.declarations) for each in kinds} == {1, 2}


def test_a_piece_that_no_header_asks_for_is_not_there() -> None:
    loaded = load_text(WITH_A_PIECE)
    assert loaded.compiled is not None, loaded.diagnostics
    whole = original(loaded)
    header, start = whole.sites[0], whole.sites[0].text.index("    uses clock\n")
    without = verdict.Mutant(header, "by hand", start, "    uses clock\n", "")
    other = verdict.Mutant(header, "by hand", start + 9, "clock", "clocks")

    assert "advance_clock" in judged(whole, without).message
    assert judged(whole, other).verdict == "refused"


def test_a_table_in_a_file_of_its_own_is_mutated_too(tmp_path: Path) -> None:
    (tmp_path / "small.rules").write_text(WITH_A_TABLE, encoding="utf-8")
    (tmp_path / "beast.csv").write_text("id,name,copies,rank\nox,Ox,2,1\nfox,Fox,1,3\n")
    loaded = load(str(tmp_path))
    assert loaded.compiled is not None, loaded.diagnostics
    whole = original(loaded)
    found = [judged(whole, each) for each in mutants(whole, 150, 1, whole.sites[-1:])]

    assert {each.mutant.file for each in found} == {"beast.csv"}
    assert {"changed", "refused", "layout"} <= {each.verdict for each in found}
    assert not [output(each) for each in found if each.verdict in FAULTS]


def test_what_goes_on_and_on_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def go_on(*_: Any) -> None:
        while True:
            pass

    monkeypatch.setattr(verdict, "_judged", go_on)

    with budget(0.01):
        found = judge("n + 1", "n + 2")
    assert found.verdict == "crashed"
    assert found.message.startswith("the budget of 0.01 s (processor time) is used up by a mutant")


def test_a_clause_that_vanishes_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdict, "digest", lambda _: "always the same")

    assert judge(", ordered", "").verdict == "silent"


def test_what_stumbles_has_crashed(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: Any, **__: Any) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr(verdict, "parse_file", stumble)

    assert judge("n + 1", "n + 2").verdict == "crashed"


def test_the_same_seed_changes_the_same_places() -> None:
    whole = rulebook("kuhn_poker")
    one = [(each.line, each.before, each.after) for each in mutants(whole, 40, 3)]
    other = [(each.line, each.before, each.after) for each in mutants(whole, 40, 3)]

    assert one == other
    assert one != [(each.line, each.before, each.after) for each in mutants(whole, 40, 4)]


def test_a_mutant_is_at_its_stated_place() -> None:
    for mutant in mutants(rulebook("kuhn_poker"), 200, 5):
        at = mutant.start
        assert mutant.site.text[at : at + len(mutant.before)] == mutant.before
        assert mutant.text != mutant.site.text


def test_all_ways_of_mutating_are_taken() -> None:
    kinds = Counter(mutant.kind for mutant in mutants(rulebook("crazy_eights"), 400, 1))

    done = ("left out", "doubled", "exchanged", "altered")
    assert set(kinds) == {
        f"{it} {way}" for it in ("word", "number", "line", "clause") for way in done
    }
