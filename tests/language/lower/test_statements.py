"""Statements become their nodes in the program."""

from __future__ import annotations

import pytest

from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.walk import find
from tests.language.lower.stage import lowered, procedure, slugs, trial, tried


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("let n: 0..9 = 2", s.Let),
        ("set score(p) to 3", s.Assign),
        ("set active to p", s.Assign),
        ("move top(pile) to heap", s.MoveCards),
        ("move hand(any) to the right", s.AtOnce),
        ("let leader = next(p), surely", s.Let),
        ("swap hand(p) with hand(next(p))", s.SwapZones),
        ("swap score(p) with score(north)", s.SwapPlaces),
        ("shuffle pile", s.Shuffle),
        ("roll bone as face", s.RollDie),
        ("roll cup(p)", s.RollDice),
        ("roll 2 bone to cup(p)", s.RollNew),
        ("reveal hand(p) to north", s.RevealCards),
        ("reveal bid", s.RevealState),
        ("reveal cup(p)", s.RevealDice),
        ("p chooses c from hand(p)", s.Choose),
        ("p must do lay, if impossible rest(p)", s.Offer),
        ("pick leader from players by highest score(leader), then chance", s.Pick),
        ("rank players by highest score(it), then order as table", s.Rank),
        ("open moment(amber, p) as users", s.OpenWindow),
        ("rest(p)", s.Call),
        ("stop", s.Stop),
        ("end game if under way", s.End),
        ("eliminate p", s.Eliminate),
        ("p wins", s.Wins),
    ],
)
def test_a_simple_line_becomes_one_statement(line: str, kind: type) -> None:
    statements = lowered(line)

    assert [type(statement) for statement in statements] == [kind]


def test_nothing_becomes_nothing() -> None:
    assert lowered("nothing") == ()


def test_a_call_in_a_later_branch_runs_only_when_it_is_reached() -> None:
    first, choice = lowered(
        "if rolls(p, 1) is 3: stop", "else if rolls(p, 2) is 4: rest(p)", "else: p wins"
    )

    assert isinstance(first, s.Call)
    assert isinstance(choice, s.If)
    again, inner = choice.otherwise
    assert isinstance(again, s.Call)
    assert again.arguments == (e.Local(0), e.Literal(2))
    assert isinstance(inner, s.If)
    assert [type(each) for each in inner.otherwise] == [s.Wins]


@pytest.mark.parametrize(
    ("lines", "type"),
    [
        (("let n = 2", "set n to 5"), t.Number(2, 5)),
        (("let n = 0", "if score(p) > 3: add 2 to n"), t.Number(0, 2)),
        (("let n = 0", "if score(p) > 3: subtract 2 from n"), t.Number(-2, 0)),
        (("let n = 2", "repeat 3 times", "    set n to 1"), t.Number(1, 2)),
        (("let n: 0..9 or none = none", "set n to 5"), t.Optional(t.Number(0, 9))),
        (("let n = p", "set n to north"), t.Player()),
        (("let n = 0", "add 1 to n", "let m = 2", "set m to 9", "set n to m"), t.Number(0, 10)),
        (("let n = 0", "let m = 2", "add 3 to m", "set n to m"), t.Number(0, 5)),
        (("let n = 0", "let m = 2", "swap n with m"), t.Number(0, 2)),
        (("let n = none", "set n to 3"), t.Optional(t.Number(3, 3))),
        (("let n = 0", "repeat 3 times", "    add 2 to n"), t.Number(0, 6)),
        (("let n = 0", "for each q in players", "    subtract 1 from n"), t.Number(-4, 0)),
        (
            ("let n = 0", "repeat 2 times", "    repeat 5 times", "        add 1 to n"),
            t.Number(0, 10),
        ),
        (("let n = 0", "repeat while n < 9, at most 7 times", "    add 1 to n"), t.Number(0, 7)),
        (("let n = 0", "repeat", "    p must do lay", "    add 1 to n"), t.Number(0, 100)),
        (("let seen = {}", "add p to seen"), t.SetOf(t.Player())),
    ],
)
def test_a_name_has_the_type_of_all_that_it_may_hold(lines: tuple[str, ...], type: t.Type) -> None:
    made = procedure(*lines)
    first = made.body.statements[0]

    assert isinstance(first, s.Let)
    assert made.locals[first.slot].type == type


@pytest.mark.parametrize(
    "lines",
    [
        ("let n = 0", "repeat 9000 times", "    repeat 9000 times", "        add 1 to n"),
        ("let n = 1", "repeat 3 times", "    set n to n * 2"),
        ("let n = none", "set n to none"),
    ],
)
def test_a_name_that_may_go_anywhere_needs_a_type(lines: tuple[str, ...]) -> None:
    assert slugs(trial(*lines)) == ["type-needed"]


def test_names_end_with_their_block() -> None:
    assert slugs(trial("if score(p) > 3", "    let n = 1", "add n to score(p)")) == ["unknown-name"]


def test_a_choice_of_one_is_named_in_its_where_and_one_of_several_is_it() -> None:
    one, some = lowered(
        "p chooses c from hand(p) where c is tile",
        "p chooses up to 2 of hand(p) where it is scroll as cs",
    )

    assert isinstance(one, s.Choose)
    assert isinstance(some, s.Choose)
    assert one.choice.member is not None and some.choice.member is not None
    assert one.choice.where == e.IsKind(e.Local(one.choice.member), "tile")
    assert one.choice.type == t.Card("tile")
    assert some.choice.where == e.IsKind(e.Local(some.choice.member), "scroll")
    assert some.choice.type == t.SetOf(t.Card("scroll"), 2)


def test_a_choice_in_order_is_a_list() -> None:
    (ordered,) = lowered("p chooses 2 of hand(p) as cs in order")

    assert isinstance(ordered, s.Choose)
    assert ordered.choice.type == t.ListOf(t.Card(), 2)


def test_dice_are_chosen_as_dice_and_read_as_faces() -> None:
    chosen, again, named = lowered("p chooses d from cup(p)", "roll d", "let face: 1..6 = d")

    assert isinstance(chosen, s.Choose)
    assert chosen.choice.type == t.DieIn("cup")
    assert isinstance(again, s.RollAgain)
    assert isinstance(named, s.Let)
    assert named.value == e.FaceOf(e.Local(chosen.choice.slot))


def test_a_single_die_shows_a_face_and_several_a_list() -> None:
    one, some, sum_of_all = lowered(
        "roll 1 bone as face", "roll 2 bone as faces", "let n = face + sum of faces"
    )

    assert isinstance(one, s.RollDie)
    assert isinstance(some, s.RollDie)
    assert (one.number, some.number) == (None, e.Literal(2))
    assert isinstance(sum_of_all, s.Let)


def test_questions_under_if_may_leave_none() -> None:
    together, after = lowered(
        "together",
        "    p chooses aim from Colour",
        "    if score(p) > 3: north chooses dive from Colour",
        "if there is d in dive: set favourite to d",
    )

    assert isinstance(together, s.Together)
    assert [question.condition is None for question in together.questions] == [True, False]
    assert isinstance(after, s.If)


def test_names_of_together_are_not_readable_in_it() -> None:
    lines = ("together", "    p chooses a from 1..3", "    north chooses b from 1..a")

    assert slugs(trial(*lines)) == ["unknown-name"]


def test_cases_must_cover_all_values() -> None:
    complete = trial(
        "depending on favourite", "    amber, green: stop", "    violet, none: nothing"
    )
    lacking = trial("depending on favourite", "    amber, green: stop", "    violet: nothing")

    assert slugs(complete) == []
    assert slugs(lacking) == ["missing-cases"]


def test_what_a_leaving_branch_excludes_is_known_after_it() -> None:
    assert slugs(trial("if favourite is none: stop", "let c: Colour = favourite")) == []
    assert slugs(trial("let c: Colour = favourite")) == ["may-be-none"]


def test_what_was_known_is_forgotten_when_it_is_written() -> None:
    lines = ("if favourite is none: stop", "set favourite to none", "let c: Colour = favourite")

    assert slugs(trial(*lines)) == ["may-be-none"]


def test_a_loop_begins_without_what_its_end_may_change() -> None:
    lines = (
        "if favourite is none: stop",
        "repeat 2 times",
        "    let c: Colour = favourite",
        "    set favourite to none",
    )

    assert slugs(trial(*lines)) == ["may-be-none"]


def test_swapping_spaces_swaps_the_pieces() -> None:
    program, _ = tried("procedure trial(m: stone, n: stone)\n    swap space(m) with space(n)\n")

    assert program is not None
    swaps = list(find(program.procedures, s.SwapMembers))
    assert [(swap.left, swap.right) for swap in swaps] == [(e.Local(0), e.Local(1))]


def test_a_revealed_fact_names_its_card() -> None:
    (loop,) = lowered(
        "for each c in hand(p) where c is tile", "    reveal colour(c) is amber to north"
    )

    assert isinstance(loop, s.ForEach)
    (fact,) = loop.block
    assert isinstance(fact, s.RevealFact)
    assert fact.card == e.Local(loop.variable)


def test_who_acts_performs() -> None:
    program, _ = tried("action use by q choosing c from hand(q)\n    perform c\n")

    assert program is not None
    (perform,) = find(program.actions, s.Perform)
    assert perform.by == e.Local(0)


def test_every_statement_knows_its_line() -> None:
    program, _ = tried(trial("set score(p) to 3", "rest(p)"))

    assert program is not None
    body = next(each for each in program.procedures if each.name == "trial").body
    lines = [program.origins[statement.origin].line for statement in body.statements]
    assert lines[1] == lines[0] + 1


def test_cases_that_cover_everything_and_all_leave_are_the_end_of_a_block() -> None:
    cases = ("depending on favourite", "    amber: stop", "    green: stop", "    violet: stop")

    assert slugs(trial(*cases, "    none: stop", "rest(p)")) == ["unreachable"]
    assert slugs(trial(*cases, "    else: nothing", "rest(p)")) == []


@pytest.mark.parametrize(
    "lines",
    [
        ("depending on c", "    tile: set score(p) to worth(c)", "    else: nothing"),
        ("depending on favourite", "    none: stop", "    else: like(favourite)"),
        ("depending on favourite", "    amber: like(favourite)", "    else: nothing"),
        ("depending on favourite", "    none: stop", "    amber..violet: like(favourite)"),
    ],
)
def test_a_case_knows_more_of_what_it_looks_at(lines: tuple[str, ...]) -> None:
    takes = "procedure like(k: Colour)\n    set favourite to k\n"

    assert slugs(takes + trial("p chooses c from hand(p)", *lines)) == []


def test_a_case_that_none_may_meet_knows_no_more() -> None:
    takes = "procedure like(k: Colour)\n    set favourite to k\n"
    lines = ("depending on favourite", "    amber: stop", "    else: like(favourite)")

    assert slugs(takes + trial(*lines)) == ["may-be-none"]


def test_what_a_choice_demands_is_known_of_what_was_chosen() -> None:
    line = "p chooses q from players where mate(q) is not none"
    state = "state mate(player): player or none\n"

    assert slugs(state + trial(line, "set active to mate(q)")) == []
    assert slugs(state + trial("p chooses q from players", "set active to mate(q)")) == [
        "may-be-none"
    ]
