"""The table from each class of node to the function that evaluates or runs it."""

from __future__ import annotations

from typing import Never, assert_never

from ruleslang.engine.interpreter import (
    builtins,
    candidates,
    choice_statements,
    choose_and_do_moves,
    control_flow,
    effects_in_force,
    hashing,
    legality,
    modifiers,
    reading,
    sets,
    state_changes,
    view,
    whenever,
)
from ruleslang.engine.interpreter.machine import Frame, Machine, Meanings, Signal, Work
from ruleslang.engine.match.runtime_values import Env, Value
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.source.walk import Handlers

_EXPRESSIONS = (
    Handlers[Never, Machine, [Env], Value]({})
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
    .on(e.CallValue, modifiers.call_value)
    .on(e.CallBuiltIn, builtins.call_built_in)
    .on(e.ReadPlace, reading.place_of)
    .on(e.ThisUnderWay, reading.this_under_way)
    .on(e.Playable, legality.playable)
    .on(e.StillThere, candidates.still_there)
    .on(e.ChanceOf, reading.chance_of)
    .on(e.Everything, reading.everything)
    .on(e.CopyInZone, reading.copy_in_zone)
    .on(e.Active, reading.active)
    .on(e.NumberOfChoices, reading.number_of_choices)
    .on(e.Arithmetic, reading.arithmetic)
    .on(e.Divide, reading.divide)
    .on(e.Negate, reading.negate)
    .on(e.Compare, reading.compare)
    .on(e.Equal, reading.equal)
    .on(e.IsKind, reading.is_kind)
    .on(e.IsTitle, reading.is_title)
    .on(e.IsPiece, reading.is_piece)
    .on(e.IsAutomatic, reading.is_automatic)
    .on(e.In, reading.within)
    .on(e.IsEmpty, reading.is_empty)
    .on(e.Not, reading.negation)
    .on(e.And, reading.conjunction)
    .on(e.Or, reading.disjunction)
    .on(e.WhenOtherwise, reading.when_otherwise)
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
    .on(e.SpreadBy, sets.spread_by)
    .on(e.With, sets.with_keys)
    .on(e.Ranked, sets.ranked)
    .on(e.Subsets, sets.all_subsets)
    .on(e.ThereIs, sets.there_is)
    .on(e.Every, sets.every)
    .on(e.NumberOf, sets.number_of)
    .on(e.TimesNoted, hashing.times_noted)
    .on(e.Fold, sets.fold)
    .on(e.WhatWouldBe, control_flow.what_would_be)
    .on(e.Image, sets.image)
    .on(e.UnionOver, sets.union_over)
)

_SIMPLE = (
    Handlers[Never, Machine, [Frame], Signal]({})
    .on(s.Let, state_changes.let)
    .on(s.Assign, state_changes.assign)
    .on(s.SwapPlaces, state_changes.swap_places)
    .on(s.MoveCards, state_changes.move)
    .on(s.MovePieces, state_changes.move_pieces)
    .on(s.SwapZones, state_changes.swap_zones)
    .on(s.SwapDice, state_changes.swap_dice)
    .on(s.SwapMembers, state_changes.swap_members)
    .on(s.Note, hashing.note)
    .on(s.Shuffle, state_changes.shuffle)
    .on(s.RollDie, state_changes.roll_die)
    .on(s.RollDice, state_changes.roll_dice)
    .on(s.RollNew, state_changes.roll_new)
    .on(s.RollAgain, state_changes.roll_again)
    .on(s.RevealCards, view.reveal_cards)
    .on(s.RevealState, view.reveal_state)
    .on(s.RevealDice, view.reveal_dice)
    .on(s.RevealFact, view.reveal_fact)
    .on(s.Answer, control_flow.answer)
    .on(s.Stop, control_flow.stop)
    .on(s.End, control_flow.end)
    .on(s.Cancel, control_flow.cancel)
    .on(s.Eliminate, control_flow.eliminate)
    .on(s.Wins, control_flow.wins)
    .on(s.Lasting, effects_in_force.begin_lasting)
)

_COMPOUND = (
    Handlers[Never, Machine, [Frame], Work]({})
    .on(s.Choose, choice_statements.chooses)
    .on(s.MayChoose, choice_statements.may_choose)
    .on(s.Menu, choice_statements.menu)
    .on(s.Pick, choice_statements.pick)
    .on(s.Rank, choice_statements.rank)
    .on(s.Offer, choice_statements.offer)
    .on(s.OpenWindow, choose_and_do_moves.open_window)
    .on(s.Perform, choice_statements.perform)
    .on(s.Call, control_flow.call)
    .on(s.AsUsual, control_flow.usual)
    .on(s.If, control_flow.if_)
    .on(s.Depending, control_flow.depending)
    .on(s.ForEach, control_flow.for_each)
    .on(s.Repeat, control_flow.repeat)
    .on(s.TakeTurns, control_flow.take_turns)
    .on(s.AtOnce, choice_statements.at_once)
    .on(s.Together, choice_statements.together)
    .on(s.TogetherForEach, choice_statements.together_for_each)
)


def _has_a_meaning(node: e.Expr | s.Statement) -> None:
    """Fail the type check for a class without a meaning."""
    if not (_EXPRESSIONS.handles(node) or _SIMPLE.handles(node) or _COMPOUND.handles(node)):
        assert_never(node)


MEANINGS = Meanings(
    _EXPRESSIONS.by_class, _SIMPLE.by_class, _COMPOUND.by_class, whenever.is_due, whenever.settle
)
