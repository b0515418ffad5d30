"""Lowers `reveal`: of cards, states, dice, or one fact about a card."""

from __future__ import annotations

from ruleslang.lower.arguments import indices
from ruleslang.lower.blocks import Step
from ruleslang.lower.diagnostics import statements as say
from ruleslang.lower.dispatch import raw, subject, unwrapped
from ruleslang.lower.expressions import lower
from ruleslang.lower.scope import Scope
from ruleslang.lower.types import index_places
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.operation_variants_by_type import comparing
from ruleslang.syntax import declarations as syntax
from ruleslang.syntax import expressions as x
from ruleslang.syntax.node import Name
from ruleslang.syntax.simple_statements import (
    Reveal,
)
from ruleslang.types.lattice import Unknown, element, plain, stored

KEPT_FIRST = (
    "; what is worked out goes into a state first: `state found: yes or no = no, seen by nobody`, "
    "`set found to …`, `reveal found`"
)


def reveal(scope: Scope, node: Reveal) -> Step:
    """`reveal S to p`."""
    pure = scope.pure("what is revealed")
    to = None if node.to is None else lower(pure, node.to, t.Player()).expr
    origin = scope.context.origin(node.span, node.marks)
    what = unwrapped(node.subject)
    if isinstance(what, x.Is):
        shown: s.Statement | None = _fact(pure, what, to, origin)
    else:
        shown = _place(pure, what, to, origin) or _cards(pure, node, to, origin)
    return ([] if shown is None else [shown]), scope


def _place(scope: Scope, node: x.Expression, to: e.Expr | None, origin: int) -> s.Statement | None:
    """A state or dice; without an index, at every place."""
    name = node.function if isinstance(node, x.Apply) else node
    if (
        not isinstance(node, (Name, x.Apply))
        or not isinstance(name, Name)
        or name.text in scope.locals
    ):
        return None
    symbol = scope.context.symbols.globals.get(name.text)
    declared = symbol.node if symbol is not None else None
    if not isinstance(declared, (syntax.State, syntax.Dice)):
        return None
    places = index_places(scope.context, declared.index)
    index: tuple[e.Expr | e.AnyIndex, ...] = tuple(e.AnyIndex() for _ in places)
    if isinstance(node, x.Apply) or not places:
        typed = [(place.name, place.type) for place in places]
        index = indices(scope, node, typed, any_allowed=True)
    if isinstance(declared, syntax.Dice):
        return s.RevealDice(name.text, index, to, origin)
    return s.RevealState(name.text, index, to, origin)


def _cards(scope: Scope, node: Reveal, to: e.Expr | None, origin: int) -> s.Statement | None:
    typed = subject(scope, node.subject, single=True)
    if not isinstance(plain(element(typed.type) or typed.type), (t.Card, Unknown)):
        what = "only cards, states, dice and facts are shown"
        scope.context.report(say.unreadable_fact(node.subject.span, what, KEPT_FIRST))
        return None
    return s.RevealCards(typed.expr, to, origin)


def _fact(scope: Scope, node: x.Is, to: e.Expr | None, origin: int) -> s.RevealFact | None:
    left = unwrapped(node.left)
    if node.negated or not isinstance(left, x.Apply):
        scope.context.report(say.unreadable_fact(node.span, "this is not a fact that can be told"))
        return None
    fact = raw(scope, left)
    value = lower(scope, node.right, None if isinstance(fact.type, Unknown) else plain(fact.type))
    card = card_of(scope, left)
    if card is None:
        if not isinstance(fact.type, Unknown):
            scope.context.report(say.unreadable_fact(node.span, "this fact is not about one card"))
        return None
    how = comparing(stored(fact.type), stored(value.type))
    return s.RevealFact(fact.expr, value.expr, card, to, how, origin)


def card_of(scope: Scope, fact: x.Apply) -> e.Expr | None:
    """The one card that a fact is about; None when there is none, or several."""
    cards = [
        typed.expr
        for argument in fact.arguments
        if not isinstance(argument, x.NamedArgument | x.AnyPlace)
        if isinstance(plain((typed := raw(scope, argument)).type), t.Card)
    ]
    return cards[0] if len(cards) == 1 else None
