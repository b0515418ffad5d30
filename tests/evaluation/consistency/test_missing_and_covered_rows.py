"""Proofs from the text alone: rows and their results, conditions of cards, cards on one event."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.evaluation.consistency import solver_terms
from ruleslang.evaluation.consistency.findings import Finding, findings
from ruleslang.evaluation.consistency.missing_and_covered_rows import check as rows
from ruleslang.evaluation.consistency.never_happens import check as never_happens
from ruleslang.language.checks.subject import Subject
from ruleslang.library.load import load, load_text
from ruleslang.source.diagnostic import Severity
from tests.evaluation.consistency.played import played
from tests.support.every import every

CASES = Path(__file__).parent / "cases"


def subject_of(case: str) -> Subject:
    loaded = load(str(CASES / f"{case}.rules"))
    assert loaded.compiled is not None, loaded.diagnostics
    return Subject(loaded.compiled, loaded.spans)


def of_rows(case: str) -> list[tuple[str, str]]:
    return [(one.span.text.strip(), one.message) for one in rows(subject_of(case))]


def test_a_value_beyond_all_rows_is_named_with_what_it_comes_to() -> None:
    found = dict(of_rows("last_of_thirteen"))

    assert found == {
        "10..12: 20": "no row has 13, so the result is 0; the row next to it gives 20",
        "when a is low and b is high: 1": "the next row holds wherever this row does, with another"
        " result; the first row counts",
    }


def test_holes_and_covered_rows_are_found_and_ladders_and_exceptions_are_not() -> None:
    found = dict(of_rows("rows_and_holes"))

    assert [*found] == [
        "4..6: 5",
        "when a is low: 1",
        "when a: 1",
        "when a is b: 1",
        "when n <= 7: 3",
    ]
    assert found["4..6: 5"] == "no row has 7, so the result is 0; the rows next to it give 5 and 10"
    assert found["when a is b: 1"].startswith("the next 3 rows hold")


@pytest.mark.parametrize(
    ("row", "missing"),
    [
        ("3, 4: 6", []),
        ("3: 6", ["no row has 4, so the result is 0; the rows next to it give 6 and 10"]),
        ("4: 6", ["no row has 3, so the result is 0; the rows next to it give 3 and 6"]),
    ],
)
def test_numbers_listed_in_one_row_are_one_step(row: str, missing: list[str]) -> None:
    loaded = load_text(
        f"""rulebook shells "Shells"
    language 1
    players 2: home, away
    starts with game
value worth(n: 0..8): 0..30
    depending on n
        0: 1
        1, 2: 3
        {row}
        5, 6: 10
        7, 8: 15
        otherwise: 0
phase game
    home chooses n from 0..8
    if worth(n) > 5: home wins
    away wins
"""
    )
    assert loaded.compiled is not None, loaded.diagnostics

    found = [one.message for one in rows(Subject(loaded.compiled, loaded.spans))]
    assert found == missing


def test_a_last_word_that_is_worth_nothing_may_be_an_exception() -> None:
    loaded = load_text(
        """rulebook men "Men"
    language 1
    players 2: home, away
    starts with game
words Man: pawn, knight, bishop, rook, queen, king
value worth(m: Man): 0..9
    depending on m
        pawn: 1
        knight, bishop: 3
        rook: 5
        queen: 9
        otherwise: 0
phase game
    home chooses m from Man
    if worth(m) > 4: home wins
    away wins
"""
    )
    assert loaded.compiled is not None, loaded.diagnostics

    assert [*rows(Subject(loaded.compiled, loaded.spans))] == []


@pytest.mark.parametrize(("row", "missing"), [("4..4", ["3"]), ("3..4", [])])
def test_a_value_between_rows_of_words_falls_to_a_word_beyond_theirs(
    row: str, missing: list[str]
) -> None:
    loaded = load_text(
        f"""rulebook battle "Battle"
    language 1
    players 2: home, away
    starts with game
words Outcome: attacker_out, attacker_back, exchange, defender_back, defender_out
value result(pips: 1..9): Outcome
    when pips <= 2: attacker_out
    when pips is in {row}: attacker_back
    when pips is in 5..6: exchange
    when pips is in 7..8: defender_back
    otherwise: defender_out
phase game
    home chooses n from 1..9
    if result(n) > exchange: home wins
    away wins
"""
    )
    assert loaded.compiled is not None, loaded.diagnostics

    assert [one.message for one in rows(Subject(loaded.compiled, loaded.spans))] == [
        f"no row has {number}, so the result is defender_out; the rows next to it give"
        " attacker_out and attacker_back"
        for number in missing
    ]


def test_last_rows_that_are_written_are_not_missing_and_computed_steps_are_not_covered() -> None:
    assert of_rows("last_rows_written") == []


@pytest.mark.parametrize("solver", ["z3", "none"])
def test_conditions_that_no_card_meets_are_errors_with_and_without_a_solver(
    solver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if solver == "none":
        monkeypatch.setattr(solver_terms, "z3", lambda: None)
    solver_terms.solution.cache_clear()

    found = [*never_happens(subject_of("conditions_of_cards"))]

    solver_terms.solution.cache_clear()
    assert [one.span.text.strip() for one in found] == [
        "when power(c) > 6: 9",
        "when elf(c) and tramples(c): 5",
        "if power(c) > 6: add 5 to points(p)",
        "else if elf(c) and tramples(c): add 3 to points(p)",
        "let extra = (4 when power(c) is 2 otherwise 0)",
        "if power(top(pile)) > 7: add 1 to points(p)",
        "action huge by p choosing c from hand(p) where elf(c) and tramples(c)",
        "action rare by p choosing c from hand(p)",
    ]
    assert {one.severity for one in found} == {Severity.ERROR}
    assert found[0].help == "`power` is 1 or 3 or 6 on the cards"
    assert found[1].help == "`elf` is true of `fay`; `tramples` is true of `wolf`"


def test_a_field_of_words_is_listed_with_its_words() -> None:
    text = """rulebook tribes "Tribes"
    language 1
    players 2: home, away
    starts with game

words Tribe: north, south
kind scout
    has tribe: Tribe
    has quick: yes or no = no
card owl: scout
    tribe: north
    quick: yes
card mole: scout
    tribe: south
value digs(c: scout): 0..1
    when tribe(c) is south and quick(c): 1
    otherwise: 0
phase game
    home chooses c from scout
    if digs(c) is 1: home wins
    away wins
"""
    loaded = load_text(text)
    assert loaded.compiled is not None, loaded.diagnostics
    found, *_ = never_happens(Subject(loaded.compiled, loaded.spans))

    assert found.help == "`quick` is true of `owl`; `tribe` is north or south on the cards"


def test_a_card_is_dead_only_if_all_of_its_plays_are() -> None:
    (found,) = never_happens(subject_of("plays_of_a_kind"))

    assert (
        found.message == '`play "never for any"` can never be played: its conditions exclude each'
        " other"
    )


def on_one_event(text: str, seconds: float) -> list[Finding]:
    loaded = load_text(text)
    assert loaded.compiled is not None, loaded.diagnostics
    subject = Subject(loaded.compiled, loaded.spans)
    searched = played(subject.program) if seconds else None
    found = findings(subject, searched)
    return [one for one in found if "instead of" in one.message]


BOTH = """
example "the newest counts"
    given gone is {fury, ambush}
    given hand(anna) is {fury, ambush}
    anna chooses cast
    anna chooses fury
    anna chooses cast
    anna chooses ambush
    anna declines
    ben declines
    when round
    then life(ben) is 9
"""


def test_two_cards_that_replace_one_event_are_reported_with_both_lines() -> None:
    text = (CASES / "two_cards_on_one_event.rules").read_text(encoding="utf-8")

    (found,) = on_one_event(text, 0)

    assert found.message.startswith("`fury` and `ambush` both run instead of `blow`")
    assert found.diagnostic is not None
    assert found.diagnostic.labels[0].span.line < found.diagnostic.span.line
    assert "where both apply" in found.message
    assert (found.grade, found.by) == ("searched", "the conditions of both cards, not the games")


CHARMS = """rulebook charms "Charms"
    language 1
    players 2: anna, ben
    starts with game

kind charm
zone box: charm, ordered, seen by nobody
zone shelf(player): charm, at most {most}, seen by all
state life(player): 0..20 = 10, stops at the ends

card twice "Twice": charm
    while in shelf(you)
        instead of blow({whom})
            repeat 2 times: blow(you) as usual
card past "Past": charm
    while in shelf(you)
        instead of blow({whom})
            nothing

phase game
    move cards to box
    shuffle box
    for each p in players: move top(box) to shelf(p)
    for each p in players
        p chooses k from 1..3
        blow(p)
    (players with highest life(it)) win

procedure blow(p: player)
    subtract 2 from life(p)
"""


@pytest.mark.parametrize(
    ("most", "whom", "reported"), [("1", "you", False), ("2", "you", True), ("1", "any", True)]
)
def test_cards_that_have_no_room_together_are_not_reported(
    most: str, whom: str, reported: bool
) -> None:
    found = on_one_event(CHARMS.format(most=most, whom=whom), 0.3)

    assert bool(found) == reported
    assert all(one.grade == "searched" for one in found)


@every("change", ["instead of blow(opponent(you))", "instead of blow(you) where life(you) > 25"])
def test_cards_that_cannot_meet_are_not_reported(change: str) -> None:
    text = (CASES / "two_cards_on_one_event.rules").read_text(encoding="utf-8")
    before, _, after = text.rpartition("instead of blow(you)")

    assert bool(on_one_event(before + change + after, 0)) == ("opponent" in change)


BIDS = """\
rulebook bids "Bids"
    language 1
    players 2: ann, bob
    starts with game

state bid(player): 0..13 = 0
state tricks(player): 0..13 = 0

value gain(p: player): -200..200
    when bid(p) is 0 and tricks(p) is 0: 50
    when bid(p) is 0 and tricks(p) > {most}: -50
    when bid(p) > 0 and tricks(p) >= bid(p): 10 * bid(p)
    {more}
    otherwise: {otherwise}

phase game
    (players with highest gain(it)) win
"""


@pytest.mark.parametrize(
    ("most", "more", "otherwise", "is_found"),
    [
        ("1", "", "0", True),
        ("0", "", "0", False),
        ("2", "", "0", False),  # not one number: others may be meant
        ("1", "", "-50", False),  # as the row beside it
        ("1", "when tricks(p) is 1: 5", "0", False),
    ],
)
def test_the_one_number_between_two_rows_that_ask_for_the_same_besides_is_found(
    most: str, more: str, otherwise: str, is_found: bool
) -> None:
    text = BIDS.format(most=most, more=more, otherwise=otherwise).replace("    \n", "")
    loaded = load_text(text)
    assert loaded.compiled is not None, loaded.diagnostics
    found = [
        (one.span.line, one.message, one.labels[0].span.line)
        for one in rows(Subject(loaded.compiled, loaded.spans))
    ]

    message = "no row has 1 with the rest of this row, so it comes to `otherwise`"
    assert found == ([(10, message, 11)] if is_found else [])
