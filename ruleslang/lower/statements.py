"""The table of all statements: what each sort of node becomes."""

from __future__ import annotations

from ruleslang.lower import (
    asking,
    assigning,
    branching,
    calling,
    cases,
    lasting,
    looping,
    moves,
    revealing,
    rolling,
    together,
)
from ruleslang.lower.blocks import HANDLERS, block, statements
from ruleslang.syntax import statements as syntax

__all__ = ["block", "statements"]

HANDLERS.update(
    {
        syntax.Let: assigning.let,
        syntax.Set: assigning.set_,
        syntax.Add: assigning.add,
        syntax.Subtract: assigning.subtract,
        syntax.Move: moves.move,
        syntax.Swap: moves.swap,
        syntax.Shuffle: moves.shuffle,
        syntax.Roll: rolling.roll,
        syntax.Reveal: revealing.reveal,
        syntax.Choose: asking.choose,
        syntax.MayChoose: asking.may_choose,
        syntax.Menu: asking.menu,
        syntax.Do: asking.offer,
        syntax.Pick: asking.pick,
        syntax.Rank: asking.rank,
        syntax.Open: calling.open_,
        syntax.Perform: calling.perform,
        syntax.Call: calling.call,
        syntax.Answer: calling.answer,
        syntax.Stop: calling.stop,
        syntax.DoNothing: calling.nothing,
        syntax.End: calling.end,
        syntax.Cancel: calling.cancel,
        syntax.Eliminate: calling.eliminate,
        syntax.Wins: calling.wins,
        syntax.If: branching.if_,
        syntax.Depending: cases.depending,
        syntax.ForEach: looping.for_each,
        syntax.Repeat: looping.repeat,
        syntax.TakeTurns: looping.take_turns,
        syntax.Together: together.together,
        syntax.Lasting: lasting.lasting,
    }
)
