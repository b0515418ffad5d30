"""Lowers the choices of a move with too many ways: one question each."""

from __future__ import annotations

from ruleslang.engine.flow.actions_and_plays import fits_play
from ruleslang.engine.flow.asked_questions import ChoiceQuestion, Offered
from ruleslang.engine.flow.build_exprs import apply
from ruleslang.engine.flow.context import Body, body_of
from ruleslang.engine.flow.ir_exprs import Constant, Expr, Variable
from ruleslang.engine.flow.ir_stmts import Ask, Set, Stmt
from ruleslang.engine.flow.legal_moves import (
    WAY,
    completes,
    fits_action,
    through_candidates,
    with_chosen,
)
from ruleslang.engine.flow.statements.set_choices import (
    COUNT,
    NOBODY,
    member_by_member,
    pooled,
    shown_of,
)
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t


def choices_one_by_one(
    b: Body, of: Offered, place: int, who: Variable, taken: Variable
) -> list[Stmt]:
    """Ask for the choices in the order of the text; the resulting way is stored in `taken`."""
    declared = of.what[place]
    inner = body_of(b.lowering, declared.name, declared.locals, declared.origin)
    inner.prefix = f"{b.lowering.fresh('in')}__"
    you = inner.variable(declared.you)
    cards: Expr = NOBODY
    stmts: list[Stmt] = [Set(you, who)]
    if isinstance(declared, d.Play):
        assert of.card is not None
        this = inner.variable(declared.this)
        stmts.append(Set(this, of.card))
        cards = apply("tuple", this, type=t.ListOf(t.Card(), 16))
    fits = (
        fits_play(inner, declared) if isinstance(declared, d.Play) else fits_action(inner, declared)
    )
    stmts.append(Set(b.fresh("is_offered", t.Truth()), fits))
    values: list[Expr] = [Constant(place, COUNT)]
    for at, choice in enumerate(declared.choices):
        variable = inner.variable(choice.slot)
        after = with_chosen(inner, cards, variable)
        fits = completes(inner, declared, you, declared.choices[at + 1 :], after)
        value = b.fresh("value", variable.type)
        stmts += _ask_choice(inner, of, declared, choice, you, cards, fits, value)
        stmts.append(Set(variable, value))
        values.append(variable)
        cards = after
    return [*stmts, Set(taken, apply("tuple", *values, type=WAY))]


def _ask_choice(
    inner: Body,
    of: Offered,
    declared: d.Action | d.Play,
    choice: s.Choice,
    who: Variable,
    cards: Expr,
    fits: Expr,
    into: Variable,
) -> list[Stmt]:
    if choice.high is not None:
        pool = pooled(inner, choice, who, cards)
        stmts = member_by_member(
            inner,
            choice,
            pool,
            who,
            into,
            of.origin,
            offered=of,
            declared=declared,
            cards=cards,
            fits=fits,
        )
        return [*pool.stmts, *stmts]
    type = into.type
    several = t.ListOf(type, 1000)
    values = through_candidates(inner, "members", choice, who, cards, fits, None, several)
    question = inner.lowering.number_of_question(
        ChoiceQuestion("choose", choice, type, of.origin, of, declared)
    )
    options = inner.fresh("options", several)
    return [Set(options, values), Ask(question, who, options, into, (*shown_of(of), cards))]
