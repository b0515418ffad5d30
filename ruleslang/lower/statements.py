"""The table of all statements: what each sort of node becomes."""

from __future__ import annotations

from typing import Never

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
from ruleslang.lower.blocks import HANDLERS, Step, block, statements
from ruleslang.lower.scope import Scope
from ruleslang.nodes.handlers import Handlers
from ruleslang.syntax import statements as syntax

__all__ = ["block", "statements"]

_HANDLERS = (
    Handlers[Never, Scope, [], Step]({})
    .on(syntax.Let, assigning.let)
    .on(syntax.Set, assigning.set_)
    .on(syntax.Add, assigning.add)
    .on(syntax.Subtract, assigning.subtract)
    .on(syntax.Move, moves.move)
    .on(syntax.Swap, moves.swap)
    .on(syntax.Shuffle, moves.shuffle)
    .on(syntax.Roll, rolling.roll)
    .on(syntax.Reveal, revealing.reveal)
    .on(syntax.Choose, choice_statements.choose)
    .on(syntax.MayChoose, choice_statements.may_choose)
    .on(syntax.Menu, choice_statements.menu)
    .on(syntax.Do, choice_statements.offer)
    .on(syntax.Pick, choice_statements.pick)
    .on(syntax.Rank, choice_statements.rank)
    .on(syntax.Open, call_statements.open_)
    .on(syntax.Perform, call_statements.perform)
    .on(syntax.Call, call_statements.call)
    .on(syntax.Answer, call_statements.answer)
    .on(syntax.Stop, call_statements.stop)
    .on(syntax.DoNothing, call_statements.nothing)
    .on(syntax.End, call_statements.end)
    .on(syntax.Cancel, call_statements.cancel)
    .on(syntax.Eliminate, call_statements.eliminate)
    .on(syntax.Wins, call_statements.wins)
    .on(syntax.If, branching.if_)
    .on(syntax.Depending, depending_cases.depending)
    .on(syntax.ForEach, looping.for_each)
    .on(syntax.Repeat, looping.repeat)
    .on(syntax.TakeTurns, looping.take_turns)
    .on(syntax.Together, simultaneous.together)
    .on(syntax.Lasting, lasting_effects.lasting)
)
# A class without a handler does not type-check here.
_ALL: Handlers[syntax.Statement, Scope, [], Step] = _HANDLERS

HANDLERS.update(_ALL.by_class)
