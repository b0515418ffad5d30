"""Lowers `given` lines: the state from which an example or a claim starts."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.lower.arguments import arguments
from ruleslang.language.lower.constant_values import integer
from ruleslang.language.lower.conversions import front
from ruleslang.language.lower.diagnostics.setup import given_not_settable
from ruleslang.language.lower.diagnostics.types import out_of_range
from ruleslang.language.lower.expressions import condition, lower
from ruleslang.language.lower.scope import Scope
from ruleslang.language.lower.sets import lower_copies
from ruleslang.language.lower.types import index_places, lower_type
from ruleslang.language.lower.write_targets import computed_from
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax import examples
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.expressions import head_name
from ruleslang.language.syntax.node import Marks, Name
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.typing.type_names import describe


def lower_given(scope: Scope, node: examples.Given) -> tuple[d.GivenLine, ...]:
    """Return a `given` line; each operand of `and` becomes a separate line."""
    return tuple(line for fact in _facts(node.fact) for line in _line(scope, fact, node.marks))


def _facts(node: x.Expression) -> Iterator[x.Expression]:
    if isinstance(node, x.And):
        yield from _facts(node.left)
        yield from _facts(node.right)
    elif isinstance(node, x.Paren):
        yield from _facts(node.inner)
    else:
        yield node


def _line(scope: Scope, fact: x.Expression, marks: Marks) -> Iterator[d.GivenLine]:
    origin = scope.context.origin(fact.span, marks)
    line: d.GivenLine | None
    match fact:
        case x.Is(Name() as seat, Name(text="automatic"), False) if (
            scope.context.what_is(seat.text) == "player"
        ):
            line = _automatic(scope, seat, origin)
        case x.Is(left, right, False):
            line = _made_so(scope, left, right, origin) or _made_so(scope, right, left, origin)
        case x.IsEmpty(operand, False):
            line = _made_so(scope, operand, x.Braces((), span=fact.span), origin)
        case x.Not(Name() | x.Apply() as operand):
            line = _made_so(scope, operand, x.Truth(False, span=fact.span), origin)
        case Name() | x.Apply():
            line = _made_so(scope, fact, x.Truth(True, span=fact.span), origin)
        case _:
            line = None
    if line is not None:
        yield line
        return
    if isinstance(fact, x.Is) and _is_unreadable(scope, fact.left):
        if isinstance(fact.right, x.Braces):
            lower_copies(scope, fact.right)  # possibly equal cards or dice
        return
    computed = _computed(scope, fact)
    if computed is not None:
        parts = sorted(computed_from(scope, computed))
        listed = ", ".join(f"`{part}`" for part in parts) or "the states, zones, dice or options"
        scope.context.report(given_not_settable(fact.span, parts=listed))
        return
    yield d.GivenFact(condition(scope, fact)[0], origin)


def _automatic(scope: Scope, seat: Name, origin: int) -> d.GivenLine:
    """Lower a `given` that makes this seat and all later ones automatic."""
    player = lower(scope, seat, t.Player()).expr
    assert isinstance(player, e.SeatValue)
    return d.GivenAutomatic(player.seat + 1, origin)


def _computed(scope: Scope, fact: x.Expression) -> str | None:
    """Return the named value that it sets, which looks like a state but is computed."""
    name = head_name(fact.left) if isinstance(fact, x.Is) else None
    return name.text if name and scope.context.what_is(name.text) == "value" else None


def _is_unreadable(scope: Scope, node: x.Expression) -> bool:
    """Return whether the declaration of what is set has a syntax error."""
    name = head_name(node)
    symbols = scope.context.symbols
    return name is not None and name.text not in symbols and name.text in symbols.poison.names


def _only_argument(node: x.Expression) -> x.Expression | None:
    """Return the argument of a call with one unnamed argument."""
    if not isinstance(node, x.Apply) or len(node.arguments) != 1:
        return None
    return None if isinstance(node.arguments[0], x.NamedArgument) else node.arguments[0]


def _made_so(
    scope: Scope, target: x.Expression, value: x.Expression, origin: int
) -> d.GivenLine | None:
    """Return the line that gives `what` a value; None if it cannot be set."""
    if isinstance(target, x.NumberOf):
        return _number(scope, target.operand, value, origin)
    name = head_name(target)
    if name is None:
        return None
    if name.text == "active" and isinstance(target, Name):
        return d.GivenActive(lower(scope, value, t.Player()).expr, origin)
    if name.text == "space" and (occupied := _only_argument(target)) is not None:
        piece = lower(scope, occupied, t.Piece()).expr
        return d.GivenPiece(piece, lower(scope, value, t.Optional(t.Space())).expr, origin)
    symbol = scope.context.symbols.get(name.text)
    if symbol is None:
        return None
    match symbol.node:
        case syntax.Zone() as zone:
            index = _index(scope, target, zone.index)
            return d.GivenZone(name.text, index, _titles(scope, value), origin)
        case syntax.State() as state:
            index = _index(scope, target, state.index)
            type = lower_type(scope.context, state.type)
            return d.GivenState(name.text, index, lower(scope, value, type).expr, origin)
        case syntax.Dice() as dice:
            index = _index(scope, target, dice.index)
            return d.GivenDice(name.text, index, _faces(scope, dice, value), origin)
        case syntax.Option() as option if isinstance(target, Name):
            return _option(scope, option, value, origin)
        case _:
            return None


def _index(
    scope: Scope, target: x.Expression, index: tuple[syntax.Index, ...]
) -> tuple[e.Expr, ...]:
    assert isinstance(target, Name | x.Apply)
    places = [(place.name, front(place.type)) for place in index_places(scope.context, index)]
    return arguments(scope, target, places)


def _titles(scope: Scope, value: x.Expression) -> tuple[e.Expr, ...]:
    items = value.items if isinstance(value, x.Braces) else (value,)
    return tuple(lower(scope, item, t.Title()).expr for item in items)


def _faces(scope: Scope, dice: syntax.Dice, value: x.Expression) -> tuple[e.Expr, ...]:
    items = value.items if isinstance(value, x.Braces) else (value,)
    die = scope.context.symbols.declared(dice.die.text, syntax.Die)
    words = die is not None and any(face.word for face in die.faces)
    type = t.WordOf(dice.die.text) if words else t.Number(-1000, 1000)
    return tuple(lower(scope, item, type).expr for item in items)


def _option(
    scope: Scope, option: syntax.Option, value: x.Expression, origin: int
) -> d.GivenOption | None:
    if option.numbers is not None:
        low, high = option.numbers.low, option.numbers.high
        number = integer(scope.context, value)
        if number is None:
            return None
        if not low <= number <= high:
            scope.context.report(
                out_of_range(
                    value.span,
                    found=describe(t.Number(number, number)),
                    expected=describe(t.Number(low, high)),
                )
            )
        return d.GivenOption(option.name.text, min(max(number, low), high) - low, origin)
    word = value.text if isinstance(value, Name) else None
    if isinstance(value, x.Truth):
        word = "yes" if value.value else "no"
    names = [choice.name.text for choice in option.values]
    return d.GivenOption(option.name.text, names.index(word), origin) if word in names else None


def _number(
    scope: Scope, target: x.Expression, value: x.Expression, origin: int
) -> d.GivenLine | None:
    name = head_name(target)
    if isinstance(target, Name) and target.text == "players":
        number = integer(scope.context, value)
        return None if number is None else d.GivenPlayers(number, origin)
    symbol = scope.context.symbols.get(name.text) if name else None
    if symbol is None or name is None or not isinstance(symbol.node, syntax.Dice):
        return None
    index = _index(scope, target, symbol.node.index)
    return d.GivenDiceNumber(
        name.text, index, lower(scope, value, t.Number(0, symbol.node.number)).expr, origin
    )
