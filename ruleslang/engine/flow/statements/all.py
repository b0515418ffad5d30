"""The lowering for each class of statements; a class that is missing is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ruleslang.engine.flow import effects_in_force, hooks, reaction_windows
from ruleslang.engine.flow.context import Body
from ruleslang.engine.flow.expressions import operators
from ruleslang.engine.flow.statements import (
    asking,
    assigning,
    control_flow,
    moving,
    offers,
    revealing,
    rolling,
)
from ruleslang.engine.flow.steps import Step
from ruleslang.program import statements as s

STATEMENTS: Mapping[type[Any], Callable[[Any, Body], list[Step]]] = {
    s.Let: assigning.let,
    s.Assign: assigning.assign,
    s.Note: operators.note,
    s.MoveCards: moving.move_cards,
    s.MovePieces: moving.move_pieces,
    s.SwapPlaces: moving.swap_places,
    s.SwapZones: moving.swap_zones,
    s.SwapMembers: moving.swap_members,
    s.Shuffle: moving.shuffle,
    s.RollDie: rolling.roll_die,
    s.RollDice: rolling.roll_dice,
    s.RollAgain: rolling.roll_again,
    s.SwapDice: rolling.swap_dice,
    s.RollNew: rolling.roll_new,
    s.Pick: rolling.pick,
    s.Rank: rolling.rank,
    s.RevealCards: revealing.reveal_cards,
    s.RevealState: revealing.reveal_state,
    s.RevealDice: revealing.reveal_dice,
    s.RevealFact: revealing.reveal_fact,
    s.Choose: asking.chooses,
    s.MayChoose: asking.may_choose,
    s.Menu: asking.menu,
    s.Offer: offers.offer,
    s.OpenWindow: reaction_windows.open_window,
    s.Perform: offers.perform,
    s.Call: control_flow.call,
    s.AsUsual: hooks.as_usual,
    s.Answer: control_flow.answer,
    s.Stop: control_flow.stop,
    s.End: control_flow.end,
    s.Cancel: control_flow.cancel,
    s.Lasting: effects_in_force.lasting,
    s.Eliminate: control_flow.eliminate,
    s.Wins: control_flow.wins,
    s.If: control_flow.if_,
    s.Depending: control_flow.depending,
    s.ForEach: control_flow.for_each,
    s.Repeat: control_flow.repeat,
    s.TakeTurns: control_flow.take_turns,
    s.Together: asking.together,
    s.AtOnce: asking.at_once,
    s.TogetherForEach: asking.together_for_each,
}
