"""The type of each class of expression, and the types of a program."""

from __future__ import annotations

from typing import get_args

from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.events import ProcedureRun
from ruleslang.program.typing.environment import Scope, world_of
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.lattice import join
from tests.program.samples import SOUND, number
from tests.support.invariants.accepted import is_accepted

LOCALS = {
    "p": t.Player(),
    "c": t.Card("face_card"),
    "maybe": t.Optional(t.Number(2, 5)),
    "n": t.Number(-3, 4),
    "deed": t.UnderWay(ProcedureRun("turn")),
    "row": t.ListOf(t.Number(1, 6), 3),
    "some": t.SetOf(t.Number(1, 6)),
    "die": t.DieIn("cup"),
    "it": t.Number(1, 6),
    "side": t.WordOf("Side"),
}
SCOPE = Scope(world_of(SOUND), dict(enumerate(LOCALS.values())))
P, C, MAYBE, N, DEED, ROW, SOME, DIE = (e.Local(slot) for slot in range(8))
IT, SIDE = e.Local(8), e.Local(9)
YES = e.Literal(True)
SIDES = e.Everything("words", "Side")
TWO_WORDS = t.SetOf(t.WordOf("Side"), 2)

# Every class of expression stands here at least once; `test_every_class_is_tried` looks.
TYPES: tuple[tuple[e.Expr, t.Type], ...] = (
    (number(3), t.Number(3, 3)),
    (YES, t.Truth()),
    (e.Literal(None), t.Never()),
    (e.WordValue("Side", 0), t.WordOf("Side")),
    (e.SeatValue(0), t.Player()),
    (e.TeamValue(0), t.Team()),
    (e.TitleValue("ace"), t.Title("face_card")),
    (e.SpaceValue("track", 0), t.Space("track")),
    (N, t.Number(-3, 4)),
    (e.ReadState("score", (P,)), t.Number(0, 9)),
    (e.ReadZone("hand", (P,)), t.SetOf(t.Card())),
    (e.ZoneAt("hand", (P,)), t.ZonePlace()),
    (e.ReadDice("cup", (P,)), t.ListOf(t.Number(1, 6), 3)),
    (e.ReadDice("cup", (e.AnyIndex(),)), t.ListOf(t.Number(1, 6), 6)),
    (e.DiceAt("cup", (P,)), t.ListOf(t.DieIn("cup"), 3)),
    (e.FaceOf(DIE), t.Number(1, 6)),
    (e.FacesOf(e.DiceAt("cup", (P,))), t.ListOf(t.Number(1, 6), 3)),
    (e.CallValue("worth", (P,)), t.Number(0, 9)),
    (e.ReadOption("variant"), t.Truth()),
    (e.ReadField("rank", C), t.Number(1, 13)),
    (e.CallBuiltIn("holder", (C,)), t.Optional(t.Player())),
    (e.CallBuiltIn("seat", (P,)), t.Number(1, 2)),
    (e.ReadPlace(DEED, "p"), t.Player()),
    (e.ThisUnderWay(ProcedureRun("turn")), t.UnderWay(ProcedureRun("turn"))),
    (e.Playable(C, P), t.Truth()),
    (e.StillThere(0), t.Truth()),
    (e.ChanceOf((), YES), t.Fraction()),
    (e.Everything("players"), t.SetOf(t.Player(), 2)),
    (e.Everything("cards"), t.SetOf(t.Card())),
    (e.Everything("words", "Side"), TWO_WORDS),
    (e.CopyInZone(e.TitleValue("ace")), t.Card("face_card")),
    (e.Active(), t.Player()),
    (e.NumberOfChoices(), t.Number(0, 1_000_000)),
    (e.Arithmetic("-", N, number(2)), t.Number(-5, 2)),
    (e.Divide(N, number(2), "down"), t.Number(-2, 2)),
    (e.Divide(N, number(2), "exact"), t.Fraction()),
    (e.Negate(N), t.Number(-4, 3)),
    (e.Compare("<", N, MAYBE), t.Truth()),
    (e.Equal(N, MAYBE), t.Truth()),
    (e.IsKind(C, "royal"), t.Truth()),
    (e.IsTitle(C, e.TitleValue("ace")), t.Truth()),
    (e.IsPiece(C, "scout"), t.Truth()),
    (e.IsAutomatic(P), t.Truth()),
    (e.In(N, SOME), t.Truth()),
    (e.IsEmpty(SOME), t.Truth()),
    (e.Not(YES), t.Truth()),
    (e.And(YES, YES), t.Truth()),
    (e.Or(YES, YES), t.Truth()),
    (e.CallBuiltIn("cell", (number(1), number(1)), board="field"), t.Optional(t.Space("field"))),
    (e.WhenOtherwise(N, YES, number(9)), t.Number(-3, 9)),
    (e.WhenOtherwise(N, YES, e.Literal(None)), t.Optional(t.Number(-3, 4))),
    (e.TimesNoted("before"), t.Number(0, 100_000)),
    (e.WhatWouldBe(N, "act"), t.Number(-3, 4)),
    (e.OptionalAsSet(MAYBE), t.SetOf(t.Number(2, 5), 1)),
    (e.ListAsSet(ROW), t.SetOf(t.Number(1, 6), 3)),
    (e.Range(number(2), N), t.SetOf(t.Number(-3, 4), 8)),
    (e.Range(e.WordValue("Side", 0), e.WordValue("Side", 1)), TWO_WORDS),
    (e.MakeSet((number(1), MAYBE)), t.SetOf(t.Number(1, 5), 2)),
    (e.MakeList((number(1), MAYBE)), t.ListOf(t.Number(1, 5), 2)),
    (e.MakeSet(()), t.SetOf(t.Never(), 0)),
    (e.Union(SOME, e.MakeSet((number(9),))), t.SetOf(t.Number(1, 9), 7)),
    (e.Join(ROW, ROW), t.ListOf(t.Number(1, 6), 6)),
    (e.Except(ROW, SOME), t.ListOf(t.Number(1, 6), 3)),
    (e.Where(IT.slot, ROW, YES), t.ListOf(t.Number(1, 6), 3)),
    (e.Where(IT.slot, e.Everything("cards"), e.IsKind(IT, "royal")), t.SetOf(t.Card("royal"))),
    (e.AsFarAs(IT.slot, ROW, YES), t.ListOf(t.Number(1, 6), 3)),
    (e.SpreadBy(SIDE.slot, SIDES, e.MakeSet((SIDE,))), TWO_WORDS),
    (e.With(IT.slot, ROW, (e.Key("highest", IT),)), t.SetOf(t.Number(1, 6), 3)),
    (e.Ranked(IT.slot, SOME, (e.Key("highest", IT),)), t.ListOf(t.Number(1, 6), 6)),
    (e.Subsets(SOME, number(1), number(2)), t.SetOf(t.SetOf(t.Number(1, 6), 2))),
    (e.ThereIs(IT.slot, SOME, None), t.Truth()),
    (e.Every(IT.slot, SOME, YES), t.Truth()),
    (e.NumberOf(ROW), t.Number(0, 3)),
    (e.Fold("sum", IT.slot, ROW, IT), t.Number(0, 18)),
    (e.Fold("highest", IT.slot, ROW, IT), t.Optional(t.Number(1, 6))),
    (e.Fold("lowest", IT.slot, e.MakeSet((number(4),)), IT), t.Number(1, 6)),
    (e.Image(IT.slot, ROW, e.Arithmetic("*", IT, number(2))), t.SetOf(t.Number(2, 12), 3)),
    (e.UnionOver(IT.slot, ROW, e.MakeSet((IT, number(9)))), t.SetOf(t.Number(1, 9), 6)),
)


def test_each_expression_has_its_type() -> None:
    wrong = [
        f"{expression}: {found}, not {expected}"
        for expression, expected in TYPES
        if (found := type_of(expression, SCOPE)) != expected
    ]

    assert wrong == []


def test_every_class_is_tried() -> None:
    tried = {type(each) for each, _ in TYPES}

    assert set(get_args(e.Expr)) <= tried


def test_what_two_types_have_in_common() -> None:
    kinds = SCOPE.world.kinds

    assert join(t.Card("royal"), t.Card("face_card"), kinds) == t.Card("face_card")
    assert join(t.Number(0, 1), t.Never(), kinds) == t.Optional(t.Number(0, 1))
    assert join(t.Player(), t.Team(), kinds) is None


def test_a_list_is_used_as_a_set_only_after_a_conversion() -> None:
    row, some = t.ListOf(t.Number(1, 6), 3), t.SetOf(t.Number(1, 6))

    assert not is_accepted(row, some, {})
    assert not is_accepted(some, row, {})
    assert is_accepted(t.Optional(some), some, {})
