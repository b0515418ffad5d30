"""The table that assigns each class of statement node the function that lowers it."""

from __future__ import annotations

from typing import Never

from ruleslang.lower import (
    assignments,
    call_statements,
    choice_statements,
    depending_cases,
    exit_statements,
    if_statements,
    lasting_effects,
    looping,
    moving,
    position_histories,
    revealing,
    rolling,
    simultaneous,
)
from ruleslang.lower.blocks import HANDLERS, Step, block, statements
from ruleslang.lower.scope import Scope
from ruleslang.nodes.handlers import Handlers
from ruleslang.syntax import simple_statements as simple
from ruleslang.syntax import statements as syntax

__all__ = ["block", "statements"]

_HANDLERS = (
    Handlers[Never, Scope, [], Step]({})
    .on(simple.Let, assignments.let)
    .on(simple.Set, assignments.set_)
    .on(simple.Add, assignments.add)
    .on(simple.Subtract, assignments.subtract)
    .on(simple.Move, moving.move)
    .on(simple.Swap, moving.swap)
    .on(simple.Note, position_histories.note)
    .on(simple.Shuffle, moving.shuffle)
    .on(simple.Roll, rolling.roll)
    .on(simple.TakeAway, rolling.take_away)
    .on(simple.Reveal, revealing.reveal)
    .on(simple.Choose, choice_statements.choose)
    .on(syntax.MayChoose, choice_statements.may_choose)
    .on(syntax.Menu, choice_statements.menu)
    .on(simple.Do, choice_statements.offer)
    .on(simple.Pick, choice_statements.pick)
    .on(simple.Rank, choice_statements.rank)
    .on(simple.Open, call_statements.open_)
    .on(simple.Perform, call_statements.perform)
    .on(simple.Call, call_statements.call)
    .on(simple.Answer, exit_statements.answer)
    .on(simple.Stop, exit_statements.stop)
    .on(simple.DoNothing, exit_statements.nothing)
    .on(simple.End, exit_statements.end)
    .on(simple.Cancel, exit_statements.cancel)
    .on(simple.Eliminate, exit_statements.eliminate)
    .on(simple.Wins, exit_statements.wins)
    .on(syntax.If, if_statements.if_)
    .on(syntax.Depending, depending_cases.depending)
    .on(syntax.ForEach, looping.for_each)
    .on(syntax.Repeat, looping.repeat)
    .on(syntax.TakeTurns, looping.take_turns)
    .on(syntax.Together, simultaneous.together)
    .on(syntax.AtOnce, simultaneous.at_once)
    .on(syntax.Lasting, lasting_effects.lasting)
)
# A class without a handler does not type-check here.
_ALL: Handlers[syntax.Statement, Scope, [], Step] = _HANDLERS

HANDLERS.update(_ALL.by_class)
