"""The lowering for each class of expressions; a class that is missing is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ruleslang.engine.flow import procedures, runs_under_way
from ruleslang.engine.flow.actions_and_plays import playable
from ruleslang.engine.flow.context import Body
from ruleslang.engine.flow.expressions import builtins, operators, reading, sets
from ruleslang.engine.flow.expressions.operators import call_value
from ruleslang.engine.flow.words import Word
from ruleslang.program import expressions as e

EXPRESSIONS: Mapping[type[Any], Callable[[Any, Body], Word]] = {
    e.Literal: reading.literal,
    e.WordValue: reading.word,
    e.SeatValue: reading.seat,
    e.TeamValue: reading.team,
    e.TitleValue: reading.title,
    e.SpaceValue: reading.space,
    e.Local: reading.local,
    e.ReadState: reading.state,
    e.ReadZone: reading.zone,
    e.ZoneAt: reading.zone_at,
    e.ReadDice: reading.dice,
    e.DiceAt: reading.dice_at,
    e.FaceOf: reading.face_of,
    e.FacesOf: reading.faces_of,
    e.ReadOption: reading.option,
    e.ReadField: reading.field,
    e.CallValue: call_value,
    e.Playable: playable,
    e.ThisUnderWay: runs_under_way.this_under_way,
    e.ReadPlace: runs_under_way.read_place,
    e.CallBuiltIn: builtins.call_built_in,
    e.WhatWouldBe: procedures.what_would_be,
    e.TimesNoted: operators.times_noted,
    e.Everything: reading.everything,
    e.Active: reading.active,
    e.Arithmetic: operators.arithmetic,
    e.Divide: operators.divide,
    e.Negate: operators.negate,
    e.Compare: operators.compare,
    e.Equal: operators.equal,
    e.IsKind: operators.is_kind,
    e.IsTitle: operators.is_title,
    e.IsPiece: operators.is_piece,
    e.IsAutomatic: operators.is_automatic,
    e.In: operators.within,
    e.IsEmpty: operators.is_empty,
    e.Not: operators.negation,
    e.And: operators.conjunction,
    e.Or: operators.disjunction,
    e.WhenOtherwise: operators.when_otherwise,
    e.OptionalAsSet: sets.optional_as_set,
    e.ListAsSet: sets.list_as_set,
    e.Range: sets.span,
    e.MakeSet: sets.make_set,
    e.MakeList: sets.make_list,
    e.Union: sets.union,
    e.Join: sets.join,
    e.Except: sets.without,
    e.Where: sets.where,
    e.AsFarAs: sets.as_far_as,
    e.With: sets.with_keys,
    e.Ranked: sets.ranked,
    e.Subsets: sets.subsets,
    e.SpreadBy: sets.spread_by,
    e.ThereIs: sets.there_is,
    e.Every: sets.every,
    e.NumberOf: sets.number_of,
    e.Fold: sets.fold,
    e.Image: sets.image,
    e.UnionOver: sets.union_over,
}
