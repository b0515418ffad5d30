"""Which lowering is that of which class of statements; what is not here is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ruleslang.flow import lasting, position_histories, procedure_runs, windows
from ruleslang.flow.context import Body
from ruleslang.flow.statements import (
    asking,
    chance_statements,
    control,
    offers,
    pick_and_rank,
    revealing,
    simultaneous,
    swaps,
    turns,
    writing,
)
from ruleslang.flow.steps import Step
from ruleslang.program import statements as s

STATEMENTS: Mapping[type[Any], Callable[[Any, Body], list[Step]]] = {
    s.Let: writing.let,
    s.Assign: writing.assign,
    s.Note: position_histories.note,
    s.MoveCards: writing.move_cards,
    s.MovePieces: writing.move_pieces,
    s.SwapPlaces: swaps.swap_places,
    s.SwapZones: swaps.swap_zones,
    s.SwapMembers: swaps.swap_members,
    s.Shuffle: writing.shuffle,
    s.RollDie: chance_statements.roll_die,
    s.RollDice: chance_statements.roll_dice,
    s.RollAgain: chance_statements.roll_again,
    s.SwapDice: chance_statements.swap_dice,
    s.RollNew: chance_statements.roll_new,
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
    s.OpenWindow: windows.open_window,
    s.Perform: offers.perform,
    s.Call: control.call,
    s.AsUsual: procedure_runs.as_usual,
    s.Answer: control.answer,
    s.Stop: control.stop,
    s.End: control.end,
    s.Cancel: control.cancel,
    s.Lasting: lasting.lasting,
    s.Eliminate: control.eliminate,
    s.Wins: control.wins,
    s.If: control.if_,
    s.Depending: control.depending,
    s.ForEach: control.for_each,
    s.Repeat: control.repeat,
    s.TakeTurns: turns.take_turns,
    s.Together: simultaneous.together,
    s.AtOnce: simultaneous.at_once,
    s.TogetherForEach: simultaneous.together_for_each,
}
