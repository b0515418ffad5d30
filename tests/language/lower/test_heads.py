"""Heads: patterns, windows, clauses, hooks, modifiers, and the implications of a body."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruleslang
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.patterns import (
    AnyEntry,
    BindEntry,
    EqualEntry,
    KindEntry,
    MemberEntry,
    Pattern,
)
from ruleslang.program.walk import find
from tests.language.lower.stage import slugs, tried


def hook(text: str) -> s.Hook:
    """The only hook of the stage and this text."""
    program, found = tried(text)
    assert program is not None, [(each.slug, each.message) for each in found]
    (only,) = find(program.standings, s.Hook)
    return only


def room(text: str) -> list[str]:
    """The zones that an action of the stage must find room in."""
    program, found = tried("action trial by p " + text)
    assert program is not None, [(each.slug, each.message) for each in found]
    (action,) = (each for each in program.actions if each.name == "trial")
    return [each.target.name for each in action.body.clauses if isinstance(each, s.HasRoom)]


@pytest.mark.parametrize(
    ("pattern", "entries"),
    [
        ("rolls", None),
        ("rolls(any, any)", (AnyEntry(), AnyEntry())),
        ("rolls(north, 2)", (EqualEntry(e.SeatValue(0)), EqualEntry(e.Literal(2)))),
        ("rolls(players, any)", (MemberEntry(e.Everything("players")), AnyEntry())),
        ("rolls(any, 1..2)", (AnyEntry(), MemberEntry(e.Range(e.Literal(1), e.Literal(2))))),
        ("play(tile)", (KindEntry("tile"),)),
        ("play(lamp)", (EqualEntry(e.TitleValue("lamp"), "title"),)),
        (
            "play({lamp, spell})",
            (MemberEntry(e.MakeSet((e.TitleValue("lamp"), e.TitleValue("spell"))), "title"),),
        ),
        ("lay(tile)", (KindEntry("tile"),)),
    ],
)
def test_an_entry_must_match_exactly(pattern: str, entries: Pattern) -> None:
    assert hook(f"before {pattern}\n    nothing\n").pattern == entries


def test_a_new_name_binds_and_a_bound_name_tests() -> None:
    found = hook("before rolls(q, n) where n > 1\n    add 1 to score(q)\n")

    assert found.pattern == (BindEntry(0), BindEntry(1))


def test_by_binds_who_acts() -> None:
    found = hook("before lay(any) by q\n    add 1 to score(q)\n")

    assert found.by == BindEntry(0)


def test_each_hook_must_use_its_own_names() -> None:
    text = "before rest(q)\n    add 1 to score(q)\nafter rest(q)\n    nothing\n"

    assert slugs(text) == ["unused-binding"]


def test_an_answer_is_read_after_and_given_instead() -> None:
    assert slugs("after rolls(q, any) where answer is 6\n    add answer to score(q)\n") == []
    assert slugs("instead of rolls(any, any)\n    answer 3\n") == []
    assert slugs("instead of rolls(any, any)\n    answer rolls as usual\n") == []
    assert slugs("before rolls(any, any)\n    answer 3\n") == ["nothing-to-answer"]


def test_a_name_is_readable_when_every_window_binds_it() -> None:
    both = "action use by p in moment(now, any) or other(now) where now is amber\n    rest(p)\n"
    one = "action use by p in moment(any, who) or other(any)\n    rest(who)\n"

    assert slugs(both) == []
    assert slugs(one) == ["half-bound-name"]


def test_what_there_is_names_is_readable_in_the_body() -> None:
    text = (
        "action use by p choosing c from hand(p)\n"
        "    only if there is d in hand(p) where d is not c\n"
        "    move d to heap\n"
    )

    assert slugs(text) == []


def test_costs_are_numbers_or_cards() -> None:
    program, _ = tried(
        "action use by p\n    pays 2 from score(p), 1 from (hand(p) where it is tile) to heap\n"
    )

    assert program is not None
    (pays,) = find(program.actions, s.Pays)
    assert [type(cost) for cost in pays.costs] == [s.CountCost, s.CardCost]


@pytest.mark.parametrize(
    ("text", "zones"),
    [
        ("choosing c from hand(p)\n    move c to tiles(p)\n", ["tiles"]),
        ("choosing c from hand(p)\n    move c to heap\n", []),
        ("choosing c from hand(p)\n    if score(p) > 3: move c to tiles(p)\n", []),
        ("choosing c from hand(p)\n    move tiles(p) to heap\n    move c to tiles(p)\n", []),
        ("choosing c from hand(p)\n    rest(p)\n    move c to tiles(p)\n", []),
        ("choosing c from hand(p)\n    p chooses q from players\n    move c to tiles(q)\n", []),
        ("choosing c from hand(p), q from players\n    move c to tiles(q)\n", ["tiles"]),
        ("choosing c from hand(p)\n    let d = c\n    move d to tiles(p)\n", []),
    ],
)
def test_room_is_required_for_cards_that_certainly_move(text: str, zones: list[str]) -> None:
    assert room(text) == zones


def test_in_any_case_reads_what_was_made_before_the_first_line_that_can_leave() -> None:
    text = (
        "action use by p\n    let c = top(pile)\n    rest(p)\n    let d = top(heap)\n"
        "    in any case\n        move c to heap\n"
    )

    assert slugs(text) == []
    assert slugs(text.replace("move c to heap", "move d to pile")) == ["late-local"]


def test_the_pattern_of_until_binds_nothing() -> None:
    text = "procedure trial(p: player)\n    until rest({}) ends\n        modify strength(p): +1\n"

    assert slugs(text.format("p")) == []
    assert slugs(text.format("q")) == ["binding-not-allowed"]


def test_a_lasting_effect_cannot_write_names_of_the_text_around_it() -> None:
    text = (
        "procedure trial(p: player)\n    let n: 0..9 = 1\n    until rest(p) ends\n"
        "        before rest(any)\n            {}\n"
    )

    assert slugs(text.format("add n to score(p)")) == []
    assert len(slugs(text.format("set n to 2"))) == 1


def test_a_wrong_zone_in_a_head_is_reported_once(tmp_path: Path) -> None:
    """Also where no call takes a zone yet, so that copies are made to look at the body."""
    text = """rulebook trial "A trial"
    language 1
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins
kind tile
card red x4: tile
zone box: tile, seen by all
procedure lay(n: 1..3, into: zone of tile)
    move first(box) to into
after lay(any, home)
    nobody wins
phase game
    nobody wins
"""
    path = tmp_path / "trial.rules"

    found = ruleslang.check(path, texts={path: text})

    assert [each.slug for each in found].count("zone-argument") == 1
