"""Which lowering is that of which class of statements; what is not here is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ruleslang.flow import as_usual, lasting_effects, position_histories, reaction_windows
from ruleslang.flow.context import Body
from ruleslang.flow.statements import (
    asking,
    assignments,
    control_flow,
    moving,
    offers,
    pick_and_rank,
    revealing,
    rolling,
    simultaneous,
    swaps,
    take_turns,
)
from ruleslang.flow.steps import Step
from ruleslang.program import statements as s

STATEMENTS: Mapping[type[Any], Callable[[Any, Body], list[Step]]] = {
    s.Let: assignments.let,
    s.Assign: assignments.assign,
    s.Note: position_histories.note,
    s.MoveCards: moving.move_cards,
    s.MovePieces: moving.move_pieces,
    s.SwapPlaces: swaps.swap_places,
    s.SwapZones: swaps.swap_zones,
    s.SwapMembers: swaps.swap_members,
    s.Shuffle: moving.shuffle,
    s.RollDie: rolling.roll_die,
    s.RollDice: rolling.roll_dice,
    s.RollAgain: rolling.roll_again,
    s.SwapDice: rolling.swap_dice,
    s.RollNew: rolling.roll_new,
    s.Pick: pick_and_rank.pick,
    s.Rank: pick_and_rank.rank,
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
    s.AsUsual: as_usual.as_usual,
    s.Answer: control_flow.answer,
    s.Stop: control_flow.stop,
    s.End: control_flow.end,
    s.Cancel: control_flow.cancel,
    s.Lasting: lasting_effects.lasting,
    s.Eliminate: control_flow.eliminate,
    s.Wins: control_flow.wins,
    s.If: control_flow.if_,
    s.Depending: control_flow.depending,
    s.ForEach: control_flow.for_each,
    s.Repeat: control_flow.repeat,
    s.TakeTurns: take_turns.take_turns,
    s.Together: simultaneous.together,
    s.AtOnce: simultaneous.at_once,
    s.TogetherForEach: simultaneous.together_for_each,
}
