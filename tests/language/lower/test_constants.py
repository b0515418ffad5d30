"""Values known before play: constants, cells, types; and places that can be written."""

from __future__ import annotations

import pytest

from ruleslang.language.lower.constant_values import cell, constant, integer
from ruleslang.language.lower.types import parameter_type
from ruleslang.language.lower.write_targets import place, zone_kind, zone_target
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax.parse import parse
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import CardPlay, ProcedureRun
from ruleslang.source.span import Source
from tests.language.lower.meadow import context, local, question, scope

SIDE = t.WordOf("Side")

CONSTANTS = [
    ("3", t.Number(0, 9), e.Literal(3)),
    ("-3", t.Number(-5, 9), e.Literal(-3)),
    ("middle", SIDE, e.WordValue("Side", 1)),
    ("yes", t.Truth(), e.Literal(True)),
    ("none", t.Optional(t.Player()), e.Literal(None)),
    ("oak", t.Title(), e.TitleValue("oak")),
    ("north", t.Player(), e.SeatValue(0)),
    ("{}", t.SetOf(SIDE), e.MakeSet(())),
    ("left", t.SetOf(SIDE), e.MakeSet((e.WordValue("Side", 0),))),
    ("{1, 1}", t.ListOf(t.Number(0, 5), 3), e.MakeList((e.Literal(1), e.Literal(1)))),
    ("4", t.ListOf(t.Number(0, 5), 3), e.MakeList((e.Literal(4),))),
    ("2..4", t.SetOf(t.Number(0, 5)), e.Range(e.Literal(2), e.Literal(4))),
]


@pytest.mark.parametrize(("text", "type", "expected"), CONSTANTS)
def test_a_constant_is_read_by_its_type(text: str, type: t.Type, expected: e.Expr) -> None:
    made = context()

    assert constant(made, question(text), type) == expected
    assert made.diagnostics == []


@pytest.mark.parametrize(
    ("text", "type", "slug"),
    [
        ("section", t.Number(0, 9), "not-constant"),
        ("{section}", t.SetOf(t.Number(0, 9)), "not-constant"),
        ("12", t.Number(0, 9), "out-of-range"),
        ("left", t.Number(0, 9), "wrong-type"),
        ("near", SIDE, "wrong-type"),
    ],
)
def test_what_is_no_constant_is_refused(text: str, type: t.Type, slug: str) -> None:
    made = context()
    constant(made, question(text), type)

    assert [each.slug for each in made.diagnostics] == [slug]


def written(text: str) -> syntax.Cell:
    source = Source("cell", text)
    return syntax.Cell(text, span=source.span(0, len(text)))


CELLS = [
    ("-2", t.Number(-5, 5), e.Literal(-2)),
    ("+2", t.Number(-5, 5), e.Literal(2)),
    ("no", t.Truth(), e.Literal(False)),
    ("none", t.Optional(SIDE), e.Literal(None)),
    ("middle", SIDE, e.WordValue("Side", 1)),
    ("0, 1, 1", t.ListOf(t.Number(0, 5), 3), e.MakeList((e.Literal(0), *[e.Literal(1)] * 2))),
    ("{left}", t.SetOf(SIDE), e.MakeSet((e.WordValue("Side", 0),))),
    ("{}", t.SetOf(SIDE), e.MakeSet(())),
    ("left, right", t.SetOf(SIDE), e.MakeSet((e.WordValue("Side", 0), e.WordValue("Side", 2)))),
    ("2..4", t.SetOf(t.Number(0, 5)), e.Range(e.Literal(2), e.Literal(4))),
]


@pytest.mark.parametrize(("text", "type", "expected"), CELLS)
def test_a_cell_is_read_by_its_column(text: str, type: t.Type, expected: e.Expr) -> None:
    made = context()

    assert cell(made, written(text), type) == expected
    assert made.diagnostics == []


@pytest.mark.parametrize("text", ["one", "2 3", "12", "a, b", "1,,2", '"x"', "section"])
def test_a_cell_with_unexpected_content_is_refused(text: str) -> None:
    made = context()
    cell(made, written(text), t.Number(0, 9))

    assert [each.slug for each in made.diagnostics] == ["unreadable-cell"]


@pytest.mark.parametrize(
    ("text", "expected"), [("2 * (3 + 4)", 14), ("-7 / 2 rounded down", -4), ("section", None)]
)
def test_numbers_known_before_play_are_folded(text: str, expected: int | None) -> None:
    assert integer(context(), question(text)) == expected


TYPES = [
    ("0..9", t.Number(0, 9)),
    ("-1..2 * 3", t.Number(-1, 6)),
    ("yes or no", t.Truth()),
    ("player or none", t.Optional(t.Player())),
    ("Side", SIDE),
    ("d6", t.Number(1, 6)),
    ("luck", t.WordOf("luck")),
    ("weather", t.WordOf("weather")),
    ("long_game", t.Truth()),
    ("tree", t.Card("tree")),
    ("field", t.Space("field")),
    ("sheep", t.Piece("sheep")),
    ("set of tree up to 2", t.SetOf(t.Card("tree"), 2)),
    ("list of 0..5 up to 3", t.ListOf(t.Number(0, 5), 3)),
    ("fight under way", t.UnderWay(ProcedureRun("fight"))),
    ("play of tree under way", t.UnderWay(CardPlay(), "tree")),
]


@pytest.mark.parametrize(("text", "expected"), TYPES)
def test_types_are_read(text: str, expected: t.Type) -> None:
    tree, mistakes = parse(Source("line.rules", f"procedure here(x: {text})\n    nothing\n"))
    declared = tree.declarations[0]
    made = context()

    assert isinstance(declared, syntax.Procedure) and not mistakes
    assert parameter_type(made, declared.parameters[0].type) == expected
    assert made.diagnostics == []


PLACES = [
    ("section", s.StatePlace("section"), t.Number(0, 4)),
    ("score(p)", s.StatePlace("score", (local("p"),)), t.Number(0, 30)),
    ("n", s.LocalPlace(local("n").slot), t.Number(0, 9)),
    ("active", s.ActivePlace(), t.Player()),
    ("defender(clash)", s.PlaceOfUnderWay(local("clash"), "defender"), t.Player()),
]


@pytest.mark.parametrize(("text", "expected", "type"), PLACES)
def test_what_can_be_written_to_is_a_place(text: str, expected: s.Place, type: t.Type) -> None:
    where = scope()

    assert place(where, question(text)) == (expected, type)
    assert where.context.diagnostics == []


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("sectoin", "unknown-state"),
        ("limit", "cannot-set"),
        ("pile", "cannot-set"),
        ("players", "not-a-place"),
        ("score(any)", "misplaced-any"),
        ("score", "missing-argument"),
        ("attacker(clash)", "unchangeable"),
        ("{p}", "not-a-place"),
    ],
)
def test_nothing_else_can_be_written_to(text: str, slug: str) -> None:
    where = scope()
    place(where, question(text))

    assert [each.slug for each in where.context.diagnostics] == [slug]


def test_cards_go_to_one_zone() -> None:
    where = scope()

    assert zone_target(where, question("garden(p, left)")) == s.ZoneTarget(
        "garden", (local("p"), e.WordValue("Side", 0))
    )
    assert zone_kind(where, question("garden(p, left)")) == t.Card("plant")
    assert zone_target(where, question("garden(p, any)")) is None
    assert zone_target(where, question("section")) is None
    assert zone_target(where, question("piel")) is None
    assert [each.slug for each in where.context.diagnostics] == [
        "misplaced-any",
        "not-a-zone",
        "unknown-zone",
    ]
