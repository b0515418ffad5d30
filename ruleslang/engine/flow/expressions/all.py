"""The lowering for each class of expressions; those of claims and examples are refused."""

from __future__ import annotations

from typing import Never, assert_never

from ruleslang.engine.flow import procedures, runs_under_way
from ruleslang.engine.flow.actions_and_plays import playable
from ruleslang.engine.flow.context import Lowerings
from ruleslang.engine.flow.expressions import builtins, operators, reading, sets
from ruleslang.engine.flow.expressions.operators import call_value
from ruleslang.engine.flow.ir_exprs import Expr
from ruleslang.engine.flow.legal_moves import still_there
from ruleslang.program import expressions as e

_LOWERINGS = (
    Lowerings[Never, Expr]({})
    .on(e.Literal, reading.literal)
    .on(e.WordValue, reading.word)
    .on(e.SeatValue, reading.seat)
    .on(e.TeamValue, reading.team)
    .on(e.TitleValue, reading.title)
    .on(e.SpaceValue, reading.space)
    .on(e.Local, reading.local)
    .on(e.ReadState, reading.state)
    .on(e.ReadZone, reading.zone)
    .on(e.ZoneAt, reading.zone_at)
    .on(e.ReadDice, reading.dice)
    .on(e.DiceAt, reading.dice_at)
    .on(e.FaceOf, reading.face_of)
    .on(e.FacesOf, reading.faces_of)
    .on(e.ReadOption, reading.option)
    .on(e.ReadField, reading.field)
    .on(e.CallValue, call_value)
    .on(e.Playable, playable)
    .on(e.StillThere, still_there)
    .on(e.ThisUnderWay, runs_under_way.this_under_way)
    .on(e.ReadPlace, runs_under_way.read_place)
    .on(e.CallBuiltIn, builtins.call_built_in)
    .on(e.WhatWouldBe, procedures.what_would_be)
    .on(e.TimesNoted, operators.times_noted)
    .on(e.Everything, reading.everything)
    .on(e.Active, reading.active)
    .on(e.Arithmetic, operators.arithmetic)
    .on(e.Divide, operators.divide)
    .on(e.Negate, operators.negate)
    .on(e.Compare, operators.compare)
    .on(e.Equal, operators.equal)
    .on(e.IsKind, operators.is_kind)
    .on(e.IsTitle, operators.is_title)
    .on(e.IsPiece, operators.is_piece)
    .on(e.IsAutomatic, operators.is_automatic)
    .on(e.In, operators.within)
    .on(e.IsEmpty, operators.is_empty)
    .on(e.Not, operators.negation)
    .on(e.And, operators.conjunction)
    .on(e.Or, operators.disjunction)
    .on(e.WhenOtherwise, operators.when_otherwise)
    .on(e.OptionalAsSet, sets.optional_as_set)
    .on(e.ListAsSet, sets.list_as_set)
    .on(e.Range, sets.span)
    .on(e.MakeSet, sets.make_set)
    .on(e.MakeList, sets.make_list)
    .on(e.Union, sets.union)
    .on(e.Join, sets.join)
    .on(e.Except, sets.without)
    .on(e.Where, sets.where)
    .on(e.AsFarAs, sets.as_far_as)
    .on(e.With, sets.with_keys)
    .on(e.Ranked, sets.ranked)
    .on(e.Subsets, sets.subsets)
    .on(e.SpreadBy, sets.spread_by)
    .on(e.ThereIs, sets.there_is)
    .on(e.Every, sets.every)
    .on(e.NumberOf, sets.number_of)
    .on(e.Fold, sets.fold)
    .on(e.Image, sets.image)
    .on(e.UnionOver, sets.union_over)
)
_REFUSED = (e.ChanceOf, e.CopyInZone, e.NumberOfChoices)


def _is_lowered(node: e.Expr) -> None:
    """Fail the type check for a class without a lowering."""
    if not (_LOWERINGS.handles(node) or isinstance(node, _REFUSED)):
        assert_never(node)


EXPRESSIONS = _LOWERINGS.by_class
