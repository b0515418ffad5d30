"""Lowers the bodies of procedures, actions and plays: clauses, statements, `in any case`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from attrs import evolve

from ruleslang.lower.action_clauses import clauses
from ruleslang.lower.blocks import Done, sequence
from ruleslang.lower.capacity_conditions import room
from ruleslang.lower.diagnostics import heads
from ruleslang.lower.diagnostics import statements as say
from ruleslang.lower.patterns import report_unused
from ruleslang.lower.repetition_warnings import report_twice
from ruleslang.lower.scope import Scope
from ruleslang.lower.statement_handlers import block
from ruleslang.lower.vanished_targets import what_is_left
from ruleslang.program import statements as s
from ruleslang.program.traits.blocks import may_leave, own_statements
from ruleslang.program.walk import walk
from ruleslang.syntax import simple_statements as simple
from ruleslang.syntax import statements as syntax
from ruleslang.syntax.node import Name, Node
from ruleslang.syntax.walk import walk as walk_tree

# What may stand under `in any case`.
FIT = (
    *get_args(simple.Assigning),
    syntax.If,
    syntax.Depending,
    syntax.ForEach,
    syntax.Repeat,
    simple.DoNothing,
)


def body(
    scope: Scope,
    node: syntax.Body,
    *,
    action_or_play: bool,
    choices: Sequence[syntax.Choice] = (),
) -> s.Body:
    """
    A body, in the scope of its head, which has these choices.

    Names that the head of an action or play bound must have been read by its end.
    """
    if action_or_play:
        scope = evolve(scope, actor=_actor(scope))
    else:
        for clause in node.clauses:
            scope.context.report(heads.clause_in_procedure(clause.span, _first_word(clause)))
    report_twice(scope.context, node.clauses)
    conditions, inner = clauses(scope, node.clauses)
    begun, left = what_is_left(inner, choices)
    done = tuple(sequence(left, node.statements))
    statements = (*begun, *(each for one in done for each in one.statements))
    if action_or_play and not begun:
        conditions += room(inner, statements)
    always = _always(inner, node, done)
    if action_or_play:
        report_unused(
            scope, {local.name for local in scope.locals.values() if local.role == "bound"}
        )
    return s.Body(conditions, statements, always)


def _actor(scope: Scope) -> str | None:
    """Who plays or acts: `you`, or the name behind `by`."""
    return next((local.name for local in scope.locals.values() if local.role == "you"), None)


def _first_word(node: Node) -> str:
    words = node.span.text.split()
    return " ".join(words[:2]) if words[:2] == ["only", "if"] else words[0] if words else ""


# ---------------------------------------------------------------- in any case


def _always(scope: Scope, node: syntax.Body, done: tuple[Done, ...]) -> s.Block | None:
    if node.in_any_case is None:
        return None
    unfit = [
        each
        for each in walk_tree(node.in_any_case)
        if isinstance(each, simple.Marked) and not isinstance(each, FIT)
    ]
    for line in unfit:
        what = "a call" if isinstance(line, simple.Call) else f"`{_first_word(line)}`"
        scope.context.report(say.unfit_in_any_case(line.span, what))
    inside = _sure(scope, done)
    inside = evolve(inside, locals={**inside.locals, **scope.locals})
    last = done[-1].after if done else scope
    for each in walk_tree(node.in_any_case):
        if isinstance(each, Name) and each.text in last.locals and each.text not in inside.locals:
            scope.context.report(say.late_local(each))
    lowered = block(inside, node.in_any_case)
    if not unfit and any(isinstance(each, (s.Call, s.AsUsual)) for each in walk(lowered)):
        scope.context.report(say.unfit_in_any_case(node.in_any_case.span, "a call"))
    return lowered


def _sure(scope: Scope, done: tuple[Done, ...]) -> Scope:
    """The scope of `in any case`: the names made before the first line that can leave."""
    acts_at_once = scope.context.symbols.acts_at_once
    for each in done:
        if any(
            may_leave(one, acts_at_once=acts_at_once) for one in own_statements(each.statements)
        ):
            break
        scope = each.after
    known = {path: type for path, type in scope.facts.items() if path in scope.locals}
    return evolve(scope, facts=known, answers=None)
