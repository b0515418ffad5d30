"""The table from statement class to the function that lowers it."""

from __future__ import annotations

from typing import Never, assert_never

from ruleslang.language.lower import (
    assignments,
    builtins,
    call_statements,
    card_lists,
    choice_statements,
    control_flow,
    effects,
    member_by_member,
    moving,
    simultaneous,
)
from ruleslang.language.lower.blocks import HANDLERS, Step, block, statements
from ruleslang.language.lower.scope import Scope
from ruleslang.language.syntax import simple_statements as simple
from ruleslang.language.syntax import statements as syntax
from ruleslang.source.walk import Handlers

__all__ = ["block", "statements"]

_HANDLERS = (
    Handlers[Never, Scope, [], Step]({})
    .on(simple.Let, assignments.let)
    .on(simple.Set, assignments.set_)
    .on(simple.Add, assignments.add)
    .on(simple.Subtract, assignments.subtract)
    .on(simple.Move, moving.move)
    .on(simple.MoveAround, moving.move_around)
    .on(simple.MoveListed, card_lists.move_listed)
    .on(simple.Swap, moving.swap)
    .on(simple.Note, builtins.note)
    .on(simple.Shuffle, moving.shuffle)
    .on(simple.Roll, moving.roll)
    .on(simple.TakeAway, moving.take_away)
    .on(simple.Reveal, moving.reveal)
    .on(simple.Choose, choice_statements.choose)
    .on(syntax.MayChoose, choice_statements.may_choose)
    .on(syntax.MayAgree, choice_statements.may_agree)
    .on(syntax.Menu, choice_statements.menu)
    .on(simple.Do, choice_statements.offer)
    .on(simple.Pick, choice_statements.pick)
    .on(simple.TakeWithin, member_by_member.take_within)
    .on(simple.Rank, choice_statements.rank)
    .on(simple.Open, call_statements.open_)
    .on(simple.Perform, call_statements.perform)
    .on(simple.Call, call_statements.call)
    .on(simple.Answer, control_flow.answer)
    .on(simple.Stop, control_flow.stop)
    .on(simple.DoNothing, control_flow.nothing)
    .on(simple.End, control_flow.end)
    .on(simple.Cancel, control_flow.cancel)
    .on(simple.Eliminate, control_flow.eliminate)
    .on(simple.Wins, control_flow.wins)
    .on(syntax.If, control_flow.if_)
    .on(syntax.Depending, control_flow.depending)
    .on(syntax.ForEach, member_by_member.for_each)
    .on(syntax.Repeat, control_flow.repeat)
    .on(syntax.TakeTurns, control_flow.take_turns)
    .on(syntax.Together, simultaneous.together)
    .on(syntax.AtOnce, simultaneous.at_once)
    .on(syntax.Lasting, effects.lasting)
)
HANDLERS.update(_HANDLERS.by_class)


def _is_handled(node: syntax.Statement) -> None:
    """Fail the type check for a class without a handler."""
    if not _HANDLERS.handles(node):
        assert_never(node)
