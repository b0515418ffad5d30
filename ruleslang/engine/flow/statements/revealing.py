"""Lowers `reveal` (cards, states, dice, facts)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ruleslang.engine.flow.build_exprs import apply, negated, unless_none
from ruleslang.engine.flow.cards import same
from ruleslang.engine.flow.cell_access import address
from ruleslang.engine.flow.context import Body, lowers_statement, may_be_none
from ruleslang.engine.flow.ir_exprs import Constant, Expr, Variable
from ruleslang.engine.flow.ir_stmts import Do, If, Set, Stmt
from ruleslang.engine.flow.state_layout import dice_family, shown_family, state_family
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

EVERYONE = t.SetOf(t.Player())
NUMBERS = t.ListOf(t.Number(0, 2**31 - 1), 100_000)


def shown_to(b: Body, to: e.Expr | None) -> Expr:
    """Return the players to whom something is shown; none of them for none."""
    if to is None:
        return Constant(tuple(range(len(b.lowering.population.players))), EVERYONE)
    alone, nobody = partial(apply, "tuple", type=EVERYONE), Constant((), EVERYONE)
    return unless_none(b, b.expr(to), alone, nobody)


@lowers_statement(s.RevealCards)
def reveal_cards(x: s.RevealCards, b: Body) -> list[Stmt]:
    """Show cards to a player, or to all."""
    to = b.fresh("to", EVERYONE)
    return [Set(to, shown_to(b, x.to)), Do("mark", (), (b.expr(x.cards), to))]


@lowers_statement(s.RevealState)
def reveal_state(x: s.RevealState, b: Body) -> list[Stmt]:
    """Show states until they are next written."""
    return _show(x, b, b.lowering.population.states[x.name].index, state_family(x.name))


@lowers_statement(s.RevealDice)
def reveal_dice(x: s.RevealDice, b: Body) -> list[Stmt]:
    """Show dice until they are next rolled."""
    return _show(x, b, b.lowering.population.dice[x.name].index, dice_family(x.name))


def _show(
    x: s.RevealState | s.RevealDice, b: Body, places: Sequence[d.IndexPlace], family: str
) -> list[Stmt]:
    to = b.fresh("to", EVERYONE)
    at = [_matching(b, place, index) for place, index in zip(places, x.index, strict=True)]
    return [Set(to, shown_to(b, x.to)), Do("show", (family, shown_family(family)), (to, *at))]


def _matching(b: Body, place: d.IndexPlace, index: e.Expr | e.AnyIndex) -> Expr:
    """Return the numbers in a dimension that an index matches."""
    if isinstance(index, e.AnyIndex):
        return Constant(tuple(range(len(b.lowering.population.domain(place.type)))), NUMBERS)
    (at,) = address(b, (place,), (index,))
    return apply("tuple", at, type=NUMBERS)


@lowers_statement(s.RevealFact)
def reveal_fact(x: s.RevealFact, b: Body) -> list[Stmt]:
    """Reveal whether a fact about a card holds; nothing for none."""
    number = b.lowering.derived.revealed_facts[id(x)]
    type = b.type_of(x.value)
    b.lowering.shown_facts[number] = x, type
    card, value = b.fresh("card", b.type_of(x.card)), b.fresh("value", type)
    is_so = same(b, b.expr(x.fact), value, x.comparing)
    known_card = Variable(card.name, plain(card.type))
    report = Do("inform", (number,), (known_card, value, is_so, shown_to(b, x.to)))
    stmts: list[Stmt] = [Set(card, b.expr(x.card)), Set(value, b.expr(x.value))]
    if not may_be_none(card.type):
        return [*stmts, report]
    return [*stmts, If(negated(apply("is none", card)), (report,))]
