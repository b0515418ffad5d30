"""The lowering for each class of statements."""

from __future__ import annotations

from typing import Never, assert_never

from ruleslang.engine.flow import effects_in_force, hooks, reaction_windows
from ruleslang.engine.flow.context import Lowerings
from ruleslang.engine.flow.expressions import operators
from ruleslang.engine.flow.ir_stmts import Stmt
from ruleslang.engine.flow.statements import (
    asking,
    assigning,
    control_flow,
    moving,
    offers,
    revealing,
    rolling,
)
from ruleslang.program import statements as s

_LOWERINGS = (
    Lowerings[Never, list[Stmt]]({})
    .on(s.Let, assigning.let)
    .on(s.Assign, assigning.assign)
    .on(s.Note, operators.note)
    .on(s.MoveCards, moving.move_cards)
    .on(s.MovePieces, moving.move_pieces)
    .on(s.SwapPlaces, moving.swap_places)
    .on(s.SwapZones, moving.swap_zones)
    .on(s.SwapMembers, moving.swap_members)
    .on(s.Shuffle, moving.shuffle)
    .on(s.RollDie, rolling.roll_die)
    .on(s.RollDice, rolling.roll_dice)
    .on(s.RollAgain, rolling.roll_again)
    .on(s.SwapDice, rolling.swap_dice)
    .on(s.RollNew, rolling.roll_new)
    .on(s.Pick, rolling.pick)
    .on(s.Rank, rolling.rank)
    .on(s.RevealCards, revealing.reveal_cards)
    .on(s.RevealState, revealing.reveal_state)
    .on(s.RevealDice, revealing.reveal_dice)
    .on(s.RevealFact, revealing.reveal_fact)
    .on(s.Choose, asking.chooses)
    .on(s.MayChoose, asking.may_choose)
    .on(s.Menu, asking.menu)
    .on(s.Offer, offers.offer)
    .on(s.OpenWindow, reaction_windows.open_window)
    .on(s.Perform, offers.perform)
    .on(s.Call, control_flow.call)
    .on(s.AsUsual, hooks.as_usual)
    .on(s.Answer, control_flow.answer)
    .on(s.Stop, control_flow.stop)
    .on(s.End, control_flow.end)
    .on(s.Cancel, control_flow.cancel)
    .on(s.Lasting, effects_in_force.lasting)
    .on(s.Eliminate, control_flow.eliminate)
    .on(s.Wins, control_flow.wins)
    .on(s.If, control_flow.if_)
    .on(s.Depending, control_flow.depending)
    .on(s.ForEach, control_flow.for_each)
    .on(s.Repeat, control_flow.repeat)
    .on(s.TakeTurns, control_flow.take_turns)
    .on(s.Together, asking.together)
    .on(s.AtOnce, asking.at_once)
    .on(s.TogetherForEach, asking.together_for_each)
)


def _is_lowered(node: s.Statement) -> None:
    """Fail the type check for a class without a lowering."""
    if not _LOWERINGS.handles(node):
        assert_never(node)


STATEMENTS = _LOWERINGS.by_class
