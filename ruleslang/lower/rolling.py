"""Lowers `roll`: a die, several dice, dice that lie on the table."""

from __future__ import annotations

from ruleslang.lower.arithmetic import number
from ruleslang.lower.blocks import Step
from ruleslang.lower.choices import MOST
from ruleslang.lower.conversions import dice_number, die_type, face_type
from ruleslang.lower.diagnostics import statements as say
from ruleslang.lower.dispatch import DICE, raw
from ruleslang.lower.expressions import lower
from ruleslang.lower.names import declare
from ruleslang.lower.scope import Scope
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.resolve.symbol_table import Symbol
from ruleslang.syntax import declarations as syntax
from ruleslang.syntax import expressions as x
from ruleslang.syntax.node import Name
from ruleslang.syntax.simple_statements import Roll, TakeAway
from ruleslang.types.lattice import FrontType, Unknown, element, is_collection, plain, stored


def roll(scope: Scope, node: Roll) -> Step:
    """Any of the forms of `roll`, and the name of its result."""
    pure = scope.pure("a roll")
    if node.target is not None:
        return _new_dice(pure, node), scope
    symbol = _symbol(scope, node.what)
    if symbol is not None and isinstance(symbol.node, syntax.Die):
        return _die(scope, pure, node, symbol.node)
    if node.seen_by is not None:
        scope.context.report(say.dice_seen_by(node.seen_by.span))
    return _lying(scope, pure, node)


def _symbol(scope: Scope, node: x.Expression) -> Symbol | None:
    name = node.function if isinstance(node, x.Apply) else node
    if not isinstance(name, Name) or name.text in scope.locals:
        return None
    return scope.context.symbols.globals.get(name.text)


def _named(scope: Scope, node: Roll, type: FrontType) -> Scope:
    return scope if node.name is None else declare(scope, node.name, type, "result")


def _into(after: Scope, node: Roll) -> Slot | None:
    return None if node.name is None else after.slot(node.name.text)


def _die(scope: Scope, pure: Scope, node: Roll, die: syntax.Die) -> Step:
    face: t.Type = die_type(die)
    type: FrontType = face
    count = None
    if node.number is not None and not _is_one(node.number):
        typed = number(pure, node.number)
        known = plain(typed.type)
        count = typed.expr
        if isinstance(known, Unknown):
            type = known  # one face, or a list of them: nobody can tell
        else:
            type = t.ListOf(face, max(known.high, 0) if isinstance(known, t.Number) else MOST)
    seen = None if node.seen_by is None else lower(pure, node.seen_by, t.Player()).expr
    origin = scope.context.origin(node.span, node.marks)
    after = _named(scope, node, type)
    return [s.RollDie(die.name.text, count, _into(after, node), seen, origin)], after


def _is_one(node: x.Expression) -> bool:
    """Whether it is a plain 1: one die shows a face, several a list of faces."""
    return isinstance(node, x.Number) and node.value == 1


def _lying(scope: Scope, pure: Scope, node: Roll) -> Step:
    """Dice that lie somewhere: all at a place, or those that were chosen."""
    origin = scope.context.origin(node.span, node.marks)
    typed = raw(pure, node.what, DICE)
    match typed.expr, element(typed.type) or typed.type:
        case e.DiceAt(dice, index), _ if node.number is None:
            type = t.ListOf(
                stored(face_type(scope.context, dice)), dice_number(scope.context, dice)
            )
            after = _named(scope, node, type)
            return [s.RollDice(dice, index, _into(after, node), origin)], after
        case _, t.DieIn(dice) if node.number is None:
            face = face_type(scope.context, dice)
            if not is_collection(typed.type):
                after = _named(scope, node, face)
                only = e.OptionalAsSet(typed.expr)
                return [s.RollAgain(only, _into(after, node), True, origin)], after
            after = _named(scope, node, t.ListOf(stored(face), dice_number(scope.context, dice)))
            return [s.RollAgain(typed.expr, _into(after, node), False, origin)], after
    if not isinstance(typed.type, Unknown):
        scope.context.report(say.not_a_die(node.what.span))
    return [], _named(scope, node, Unknown())


def _new_dice(scope: Scope, node: Roll) -> list[s.Statement]:
    """`roll n d6 to force(p)`."""
    assert node.target is not None
    count: e.Expr = e.Literal(1) if node.number is None else number(scope, node.number).expr
    if count == e.Literal(0):
        scope.context.report(say.rolls_no_dice(node.span, node.target.span.text))
    place = _place(scope, node.target)
    if place is None:
        return []
    _check_die(scope, node, place[0])
    return [s.RollNew(count, *place, scope.context.origin(node.span, node.marks))]


def take_away(scope: Scope, node: TakeAway) -> Step:
    """`take away force(p)`: as many new dice as none."""
    place = _place(scope.pure("a place of dice"), node.dice)
    if place is None:
        return [], scope
    symbol = scope.context.symbols.globals[place[0]]
    if isinstance(symbol.node, syntax.Dice) and symbol.node.exact:
        scope.context.report(say.always_so_many_dice(node.dice.span, symbol.node.number))
    origin = scope.context.origin(node.span, node.marks)
    return [s.RollNew(e.Literal(0), *place, origin)], scope


def _place(scope: Scope, node: x.Expression) -> tuple[str, tuple[e.Expr, ...]] | None:
    """The dice and the index of the one place that is meant."""
    typed = raw(scope, node, DICE)
    if not isinstance(typed.expr, e.DiceAt):
        if not isinstance(typed.type, Unknown):
            scope.context.report(say.dice_expected(node.span))
        return None
    index = tuple(each for each in typed.expr.index if not isinstance(each, e.AnyIndex))
    if len(index) < len(typed.expr.index):
        scope.context.report(say.dice_expected(node.span))
    return typed.expr.name, index


def _check_die(scope: Scope, node: Roll, dice: str) -> None:
    symbol = scope.context.symbols.globals.get(dice)
    met = node.what.text if isinstance(node.what, Name) else ""
    if symbol is None or not isinstance(symbol.node, syntax.Dice):
        return
    die = symbol.node.die.text
    if die != met and scope.context.what_is(die) == "die":
        scope.context.report(say.wrong_die(node.what.span, met, dice, die))
