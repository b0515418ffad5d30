"""Lowers choices made one member at a time to loops.

`p chooses 20 of S as deck, at most 3 for each title(it)` offers the members that the limits still
allow until there are enough; it never enumerates whole sets. `for each c in S by choice of p` asks
p before each pass for the next member.
"""

from __future__ import annotations

from typing import TypeVar

from attrs import evolve

from ruleslang.language.lower import control_flow
from ruleslang.language.lower.blocks import Step, lowers, statements
from ruleslang.language.lower.choices import choice
from ruleslang.language.lower.diagnostics.statements import list_in_chosen_order
from ruleslang.language.lower.lone_names import declare
from ruleslang.language.lower.scope import Scope
from ruleslang.language.lower.sets import members, whole
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.simple_statements import (
    Add,
    Choice,
    Choose,
    CountedLimit,
    Let,
    Pick,
    Quantity,
    Set,
    Subtract,
    TakeWithin,
)
from ruleslang.language.syntax.statements import (
    Block,
    Bound,
    Branch,
    ForEach,
    If,
    MayChoose,
    Repeat,
    Statement,
)
from ruleslang.language.syntax.walk import rewritten
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain, stored

BINDING_IT = (x.Where, x.AsFarAs, x.UpToAndWith, x.SpreadBy, x.With, x.Ranked)
N = TypeVar("N", bound=Node)


@lowers(TakeWithin)
def take_within(scope: Scope, node: TakeWithin) -> Step:
    """Choose a set that grows from nothing: first the required members, then the optional ones."""
    chosen, quantity = node.choice, node.choice.quantity
    assert quantity is not None
    _, named = choice(scope, chosen)
    after = declare(scope, chosen.name, named.locals[chosen.name.text].type, "let", settable=True)
    origin = scope.context.origin(node.span, node.marks)
    lines: list[Statement] = []
    if quantity.form != "up to" or node.by_chance:
        least = None if node.by_chance else quantity.low
        lines.append(_repeat(node, least or quantity.high, _forced(node)))
    if quantity.form != "exactly" and not node.by_chance:
        lines += _optional(node, quantity)
    empty = s.Let(after.slot(chosen.name.text), e.MakeSet(()), origin)
    return [empty, *statements(after, tuple(lines))], after


def _repeat(node: TakeWithin, times: x.Expression, line: Statement) -> Repeat:
    at = node.span
    bound = Bound("times", times, span=at)
    return Repeat(bound, None, Block((line,), span=at), marks=node.marks, span=at)


def _member(node: TakeWithin) -> Name:
    return Name(f"one of {node.choice.name.text}", span=node.choice.name.span)


def _forced(node: TakeWithin) -> Statement:
    """Return a statement that takes a member, if one is left."""
    at, chosen = node.span, _choice(node)
    taking: Statement = Choose(node.player, chosen, marks=node.marks, span=at)
    if node.by_chance:
        taking = Pick(chosen, (x.ByChance(span=at),), marks=node.marks, span=at)
    another = Name("another", span=at)
    left = _candidates(node, another)
    some = x.ThereIs(another, left.subject, left.condition, span=at)
    return _if(node, some, taking, _add(node))


def _optional(node: TakeWithin, quantity: Quantity) -> tuple[Statement, Statement]:
    """Return statements that take more members up to a maximum, until the player stops."""
    at, low, high = node.span, quantity.low, quantity.high
    going = Name("goes on", span=at)
    times = high if low is None else x.Binary("-", high, x.Paren(low, span=at), span=at)
    stop = Set(going, x.Truth(False, span=at), marks=node.marks, span=at)
    may = MayChoose(
        node.player or Name("you", span=at),
        _choice(node),
        Block((_add(node),), span=at),
        Block((stop,), span=at),
        marks=node.marks,
        span=at,
    )
    begin = Let(going, None, x.Truth(True, span=at), False, marks=node.marks, span=at)
    return begin, _repeat(node, times, _if(node, going, may))


def _if(node: TakeWithin, condition: x.Expression, *lines: Statement) -> If:
    at = node.span
    branch = Branch(condition, Block(lines, span=at), node.marks, span=at)
    return If((branch,), None, marks=node.marks, span=at)


def _add(node: TakeWithin) -> Add:
    return Add(_member(node), node.choice.name, marks=node.marks, span=node.span)


def _choice(node: TakeWithin) -> Choice:
    chosen, member = node.choice, _member(node)
    return Choice(member, _candidates(node, member), text=chosen.text, span=chosen.span)


def _candidates(node: TakeWithin, member: Name) -> x.Where:
    """Return the members that are not taken yet and that the limits allow, bound to a name."""
    taken, at = node.choice.name, node.span
    allowed: x.Expression = x.IsIn(member, taken, negated=True, span=at)
    for limit in node.limits:
        allowed = x.And(allowed, _allowed(limit, member, taken), span=at)
    return x.Where(x.Paren(node.choice.subject, span=at), allowed, span=at)


def _allowed(limit: CountedLimit, member: Name, taken: Name) -> x.Expression:
    """Return the limit as a condition: too few with the same key are taken, or it doesn't apply."""
    at, other = limit.span, Name("taken already", span=limit.span)
    if limit.key is not None:
        same: x.Expression = x.Is(
            x.Paren(_with_member_name(limit.key, other), span=at),
            x.Paren(_with_member_name(limit.key, member), span=at),
            span=at,
        )
    else:
        assert limit.condition is not None
        same = _with_member_name(limit.condition, other)
    alike = x.Paren(x.EachWhere(other, taken, same, span=at), span=at)
    most = x.Paren(_with_member_name(limit.most, member), span=at)
    fewer: x.Expression = x.Compare("<", x.NumberOf(alike, span=at), most, span=at)
    if limit.condition is not None:
        counted = x.Paren(_with_member_name(limit.condition, member), span=at)
        fewer = x.Paren(x.Or(x.Not(counted, span=at), fewer, span=at), span=at)
    return fewer


def _with_member_name(node: N, member: Name) -> N:
    """Return the expression with `it` replaced by the member's name."""
    if isinstance(node, Name) and node.text == "it":
        return evolve(node, text=member.text)
    if isinstance(node, BINDING_IT):
        return evolve(node, subject=_with_member_name(node.subject, member))
    return rewritten(node, lambda part, _: [_with_member_name(part, member)])


@lowers(ForEach)
def for_each(scope: Scope, node: ForEach) -> Step:
    """Lower `for each c in S by choice of p`: p chooses the next member before each pass."""
    if node.by is None:
        return control_flow.for_each(scope, node)
    at, name = node.span, node.variable
    left = Name(f"each {name.text} to come", span=node.subject.span)
    looped = members(scope, node.subject, name.text, name.span, "what a loop runs through")
    if isinstance(plain(looped.of), t.ListOf):
        scope.context.report(list_in_chosen_order(node.subject.span))
        return [], scope
    after = declare(scope, left, t.SetOf(stored(looped.type)), "let", settable=True)
    begin = s.Let(after.slot(left.text), whole(looped), scope.context.origin(at, node.marks))
    lines = (
        Choose(node.by, Choice(name, left, span=name.span), marks=node.marks, span=at),
        Subtract(name, left, marks=node.marks, span=at),
        *node.block.statements,
    )
    bound = Bound("while", x.IsEmpty(left, negated=True, span=at), span=at)
    loop = Repeat(bound, None, Block(lines, span=at), marks=node.marks, span=at)
    return [begin, *statements(after, (loop,))], scope
