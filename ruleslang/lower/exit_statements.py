"""Lowers what leaves: `answer`, `stop`, `end`, `cancel`, `eliminate`, `wins`; and `nothing`."""

from __future__ import annotations

from ruleslang.lower.blocks import Step
from ruleslang.lower.conversions import front
from ruleslang.lower.diagnostics import statements as say
from ruleslang.lower.dispatch import raw
from ruleslang.lower.event_signatures import event_of
from ruleslang.lower.expressions import lower
from ruleslang.lower.scope import Scope
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.expressions import Expr, MakeSet
from ruleslang.syntax import expressions as x
from ruleslang.syntax.simple_statements import (
    Answer,
    Cancel,
    DoNothing,
    Eliminate,
    End,
    Stop,
    Wins,
)
from ruleslang.types.lattice import Unknown, plain


def answer(scope: Scope, node: Answer) -> Step:
    """`answer E`."""
    if scope.answers is None:
        said = say.nothing_to_answer(node.span, raw(scope, node.value).type)
        blamed = (each.subject for each in scope.context.diagnostics if each.slug == said.slug)
        if said.subject not in blamed:  # once for all lines that answer
            scope.context.report(said)
        return [], scope
    value = lower(scope, node.value, front(scope.answers)).expr
    return [s.Answer(value, scope.context.origin(node.span, node.marks))], scope


def stop(scope: Scope, node: Stop) -> Step:
    """`stop`."""
    return [s.Stop(scope.context.origin(node.span, node.marks))], scope


def nothing(scope: Scope, node: DoNothing) -> Step:
    """`nothing`."""
    return [], scope


def end(scope: Scope, node: End) -> Step:
    """`end P`, `end P if under way`."""
    event, _ = event_of(scope.context, node.procedure)
    origin = scope.context.origin(node.span, node.marks)
    return [] if event is None else [s.End(event, node.if_under_way, origin)], scope


def cancel(scope: Scope, node: Cancel) -> Step:
    """`cancel x`."""
    typed = raw(scope.pure("what is cancelled"), node.what)
    if not isinstance(typed.type, (t.UnderWay, Unknown)):
        scope.context.report(say.cannot_cancel(node.what.span, typed.type))
    return [s.Cancel(typed.expr, scope.context.origin(node.span, node.marks))], scope


def eliminate(scope: Scope, node: Eliminate) -> Step:
    """`eliminate p`."""
    player = lower(scope.pure("who is out"), node.player, t.Player()).expr
    return [s.Eliminate(player, scope.context.origin(node.span, node.marks))], scope


def wins(scope: Scope, node: Wins) -> Step:
    """`p wins`, `players win`, `nobody wins`."""
    winners = who_win(scope.pure("who wins"), node.players)
    return [s.Wins(winners, scope.context.origin(node.span, node.marks))], scope


def who_win(scope: Scope, node: x.Expression) -> Expr:
    """A set of players, or one."""
    if isinstance(plain(raw(scope, node, t.SetOf(t.Player())).type), t.Player):
        return MakeSet((lower(scope, node, t.Player()).expr,))
    return lower(scope, node, t.SetOf(t.Player())).expr
