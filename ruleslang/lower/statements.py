"""The table of all statements: what each sort of node becomes."""

from __future__ import annotations

from ruleslang.lower import (
    assigning,
    branching,
    call_statements,
    choice_statements,
    depending_cases,
    lasting_effects,
    looping,
    moves,
    revealing,
    rolling,
    simultaneous,
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
        syntax.Choose: choice_statements.choose,
        syntax.MayChoose: choice_statements.may_choose,
        syntax.Menu: choice_statements.menu,
        syntax.Do: choice_statements.offer,
        syntax.Pick: choice_statements.pick,
        syntax.Rank: choice_statements.rank,
        syntax.Open: call_statements.open_,
        syntax.Perform: call_statements.perform,
        syntax.Call: call_statements.call,
        syntax.Answer: call_statements.answer,
        syntax.Stop: call_statements.stop,
        syntax.DoNothing: call_statements.nothing,
        syntax.End: call_statements.end,
        syntax.Cancel: call_statements.cancel,
        syntax.Eliminate: call_statements.eliminate,
        syntax.Wins: call_statements.wins,
        syntax.If: branching.if_,
        syntax.Depending: depending_cases.depending,
        syntax.ForEach: looping.for_each,
        syntax.Repeat: looping.repeat,
        syntax.TakeTurns: looping.take_turns,
        syntax.Together: simultaneous.together,
        syntax.Lasting: lasting_effects.lasting,
    }
)
