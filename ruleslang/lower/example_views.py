"""Lowers the subject of a `sees` line: cards, their number, dice, states, facts."""

from __future__ import annotations

from ruleslang.lower.diagnostics import declarations as say
from ruleslang.lower.dispatch import member_type, raw, subject, unwrapped
from ruleslang.lower.expressions import lower
from ruleslang.lower.names import declare
from ruleslang.lower.revealing import card_of
from ruleslang.lower.scope import Scope
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.syntax import expressions as x
from ruleslang.types.lattice import Unknown, element, plain

NOTHING = e.MakeSet(())


def seen(scope: Scope, node: x.Expression) -> e.Expr | d.FactSeen:
    """Cards, a number of them, a state, dice, or a fact of a card, or of each card of a set."""
    bare = unwrapped(node)
    match bare:
        case x.Every(variable=name, subject=cards, condition=x.Is() as fact):
            found = subject(scope, cards)
            inside = declare(scope, name, member_type(found.type), "member")
            return _fact(inside, node, fact, found.expr, inside.slot(name.text))
        case x.ImageOf(variable=name, subject=cards, operand=fact):
            found = subject(scope, cards)
            inside = declare(scope, name, member_type(found.type), "member")
            return _fact(inside, node, fact, found.expr, inside.slot(name.text))
        case x.Is():
            return _fact(scope, node, bare)
    typed = subject(scope, node, single=True)
    alone = typed.expr.operand if isinstance(typed.expr, e.OptionalAsSet) else typed.expr
    match alone:
        case e.ReadState() | e.ReadDice() | e.ReadZone() | e.NumberOf(e.ReadZone()):
            return alone
    if isinstance(plain(element(typed.type) or typed.type), t.Card | Unknown):
        return typed.expr
    return _fact(scope, node, bare)


def _fact(
    scope: Scope,
    node: x.Expression,
    said: x.Expression,
    cards: e.Expr | None = None,
    variable: Slot | None = None,
) -> e.Expr | d.FactSeen:
    """
    `f(c)`, `f(c) is E` or `f(c) is not E`; `every c in S has f(c) is E`; `set of f(c) over c in S`.
    """
    left = unwrapped(said.left) if isinstance(said, x.Is) else said
    fact = raw(scope, left)
    card = card_of(scope, left) if isinstance(left, x.Apply) else None
    if card is None:
        if not isinstance(fact.type, Unknown):
            scope.context.report(say.nothing_to_see(node.span))
        return NOTHING
    if not isinstance(said, x.Is):
        return d.FactSeen(variable, fact.expr, card, None, False, cards)
    wanted = None if isinstance(fact.type, Unknown) else plain(fact.type)
    value = lower(scope, said.right, wanted).expr
    return d.FactSeen(variable, fact.expr, card, value, said.negated, cards)
