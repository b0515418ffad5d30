"""Lowers `together`: simultaneous secret questions, and simultaneous runs of several players."""

from __future__ import annotations

from typing import get_args

from attrs import evolve

from ruleslang.language.lower.blocks import Step, block, lowers
from ruleslang.language.lower.choice_statements import who
from ruleslang.language.lower.choices import choice
from ruleslang.language.lower.control_flow import again
from ruleslang.language.lower.diagnostics import statements as errors
from ruleslang.language.lower.expressions import condition, denied
from ruleslang.language.lower.lone_names import declare
from ruleslang.language.lower.scope import Scope
from ruleslang.language.lower.sets import players, whole
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.simple_statements import Choose, DoNothing, InOneMoment, Marked
from ruleslang.language.syntax.statements import (
    AtOnce,
    Block,
    Depending,
    ForEach,
    If,
    Repeat,
    Together,
)
from ruleslang.language.syntax.walk import walk
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import stored


@lowers(Together)
def together(scope: Scope, node: Together) -> Step:
    """Lower either form of `together`."""
    if node.variable is not None and node.subject is not None:
        members = players(scope, node.subject, node.variable, "who acts together")
        inner = declare(again(scope, node.block), node.variable, t.Player(), "loop")
        origin = scope.context.origin(node.span, node.marks)
        return [
            s.TogetherForEach(
                inner.slot(node.variable.text), whole(members), block(inner, node.block), origin
            )
        ], scope
    questions_asked: list[tuple[s.Question, Name, t.Type]] = []
    _gather(scope.pure("a question under `together`"), node.block, None, questions_asked)
    after, questions = scope, []
    for question, name, type in questions_asked:
        after = declare(after, name, type, "choice")
        questions.append(evolve(question, into=after.slot(name.text)))
    origin = scope.context.origin(node.span, node.marks)
    return [s.Together(tuple(questions), origin)], after


IN_ONE_MOMENT = (*get_args(InOneMoment), If, Depending, ForEach, Repeat)


@lowers(AtOnce)
def at_once(scope: Scope, node: AtOnce) -> Step:
    """Return a block that is one moment for `whenever` rules."""
    for statement in walk(node.block):
        if isinstance(statement, Marked) and not isinstance(statement, IN_ONE_MOMENT):
            span = statement.span
            scope.context.report(errors.unfit_at_once(span, span.first_line.text))
    origin = scope.context.origin(node.span, node.marks)
    return [s.AtOnce(block(scope, node.block), origin)], scope


def _gather(
    scope: Scope, node: Block, test: e.Expr | None, questions: list[tuple[s.Question, Name, t.Type]]
) -> None:
    """Collect the questions of a block, each with its conditions."""
    for statement in node.statements:
        if isinstance(statement, Choose):
            player = who(scope, statement.player, statement.span)
            lowered, after = choice(scope, statement.choice)
            type = after.locals[lowered.name].type
            origin = scope.context.origin(statement.span, statement.marks)
            question = s.Question(player, lowered, lowered.slot, test, origin)
            questions.append(
                (question, statement.choice.name, type if test is None else _optional_answer(type))
            )
        elif isinstance(statement, If):
            _gather_from_branches(scope, statement, test, questions)
        elif not isinstance(statement, DoNothing):
            scope.context.report(errors.only_questions(statement.span))


def _gather_from_branches(
    scope: Scope, node: If, test: e.Expr | None, questions: list[tuple[s.Question, Name, t.Type]]
) -> None:
    """Collect the questions of an `if`, each with the condition under which it is asked."""
    for branch in node.branches:
        holds, inner = condition(scope, branch.condition)
        _gather(inner, branch.block, holds if test is None else e.And(test, holds), questions)
        scope = denied(scope, branch.condition)
        test = e.Not(holds) if test is None else e.And(test, e.Not(holds))
    if node.otherwise is not None:
        _gather(scope, node.otherwise, test, questions)


def _optional_answer(type: t.Type) -> t.Type:
    """Return the type of the answer to a question that may not have been asked."""
    if isinstance(type, (t.SetOf, t.ListOf, t.Optional, t.Unknown)):
        return type
    return t.Optional(stored(type))
