"""The type of every expression of a program, from the types of its declarations and locals."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import TypeAlias, assert_never

from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import ActionRun, CardPlay, ProcedureRun
from ruleslang.program.typing.computed import Computed, Operands, computed_type
from ruleslang.program.typing.environment import Scope, World
from ruleslang.program.typing.lattice import join, join_members, members, optional, plain, related
from ruleslang.program.typing.sizes import how_many, most_members

Index: TypeAlias = "tuple[e.Expr | e.AnyIndex, ...]"


def zone_type(world: World, name: str, index: Index) -> t.Type:
    """Return the type of a zone's cards; its capacity bounds a single zone only."""
    zone = world.known.zones.get(name)
    if zone is None:
        return t.Never()
    most = zone.at_most.value if isinstance(zone.at_most, e.Literal) else None
    bounded = isinstance(most, int) and e.AnyIndex() not in index
    return t.SetOf(t.Card(zone.kind), most if bounded else None)


def dice_number(world: World, name: str, index: Index) -> int:
    """Return the maximal number of dice at an index, `any` counting all places."""
    dice = world.known.dice.get(name)
    if dice is None:
        return 0
    return dice.number * prod(
        how_many(place.type, world.sizes) or 1
        for place, expression in zip(dice.index, index, strict=False)
        if expression == e.AnyIndex()
    )


def face_type(world: World, dice: str) -> t.Type:
    """Return the type of the faces of declared dice."""
    declared = world.known.dice.get(dice)
    return die_type(world, declared.die) if declared is not None else t.Never()


def die_type(world: World, name: str) -> t.Type:
    """Return a die's faces: words of it, or numbers between its lowest and its highest."""
    die = world.known.dice_kinds.get(name)
    if die is None:
        return t.Never()
    return t.WordOf(die.name) if die.words else t.Number(min(die.faces), max(die.faces))


def field_type(world: World, name: str, kind: str | None) -> t.Type:
    """Return the type of a field of a kind: from its ancestors, else from its descendants."""
    above = [
        ancestor for ancestor in world.kinds.get(kind or "", ()) if ancestor in world.known.kinds
    ]
    descendants = [
        descendant for descendant in world.kinds if kind is None or kind in world.kinds[descendant]
    ]
    type: t.Type = t.Never()
    for group in (above, descendants):
        for kind in group:
            for field in world.known.kinds[kind].fields:
                if field.name == name:
                    type = join_members(type, field.type, world.kinds) or type
        if type != t.Never():
            break
    return type


def option_type(world: World, name: str) -> t.Type:
    """Return a number, a truth value, or a word of the option."""
    option = world.known.options.get(name)
    if option is not None and option.number:
        return t.Number(int(option.values[0]), int(option.values[-1]))
    return t.Truth() if option is not None and option.truth else t.WordOf(name)


# ---------------------------------------------------------------- what is under way


def place_type(world: World, under_way: t.UnderWay, name: str) -> t.Type:
    """Return the type of a parameter or choice of a run under way; optional if it may be absent."""
    known = world.known
    match under_way.event:
        case CardPlay():
            return _place_of_play(world, under_way.kind, name)
        case ActionRun(action):
            return _of_choices(world, known.actions[action].choices, name)
        case ProcedureRun(procedure):
            parameters = known.procedures[procedure].parameters
            return next(
                (parameter.type for parameter in parameters if parameter.name == name), t.Never()
            )


def _place_of_play(world: World, kind: str | None, name: str) -> t.Type:
    joined: t.Type = t.Never()
    for definition in world.known.program.definitions:
        if related(definition.kind, kind, world.kinds):
            for play in definition.plays:
                type = _of_choices(world, world.known.plays[play].choices, name)
                joined = join(joined, type, world.kinds) or joined
    return optional(joined)


def _of_choices(world: World, choices: Iterable[s.Choice], name: str) -> t.Type:
    return next(
        (choice.type for choice in choices if choice.name == name and choice.type is not None),
        t.Never(),
    )


def type_of(expression: e.Expr, scope: Scope) -> t.Type:
    """
    Return the type of an expression.

    Total: `Never` where a program breaks an invariant.
    """
    if isinstance(expression, e.Constant):
        return _constant(expression, scope)
    if isinstance(expression, e.Reading):
        return _reading(expression, scope)
    if isinstance(expression, e.Test):
        return t.Truth()
    return _computed(expression, scope)


def _computed(expression: Computed, scope: Scope) -> t.Type:
    sizes, kinds = scope.world.sizes, scope.world.kinds
    return computed_type(
        expression, Operands(lambda operand: type_of(operand, scope), sizes, kinds)
    )


def _constant(expression: e.Constant, scope: Scope) -> t.Type:
    match expression:
        case e.Literal(value):
            if value is None:
                return t.Never()
            return t.Truth() if isinstance(value, bool) else t.Number(value, value)
        case e.WordValue(list):
            return t.WordOf(list)
        case e.SeatValue():
            return t.Player()
        case e.TeamValue():
            return t.Team()
        case e.TitleValue(name):
            definition = scope.world.known.definitions.get(name)
            return t.Title(definition.kind if definition is not None else None)
        case e.SpaceValue(board):
            return t.Space(board)
        case _:
            assert_never(expression)


# ---------------------------------------------------------------- reading


def _reading(expression: e.Reading, scope: Scope) -> t.Type:
    world, known = scope.world, scope.world.known
    match expression:
        case e.Local(slot):
            return scope.local(slot)
        case e.ReadState(name):
            return known.states[name].type if name in known.states else t.Never()
        case e.ReadField(name, subject):
            of = plain(type_of(subject, scope))
            kind = of.kind if isinstance(of, (t.Card, t.Title, t.UnderWay)) else None
            return field_type(world, name, kind)
        case e.CallValue(name):
            return known.values[name].type if name in known.values else t.Never()
        case e.ReadOption(name):
            return option_type(world, name)
        case e.ReadZone(name, index):
            return zone_type(world, name, index)
        case e.ZoneAt():
            return t.ZonePlace()
        case e.ReadDice(name, index):
            return t.ListOf(face_type(world, name), dice_number(world, name, index))
        case e.DiceAt(name, index):
            return t.ListOf(t.DieIn(name), dice_number(world, name, index))
        case e.ThisUnderWay(procedure):
            return t.UnderWay(procedure)
        case e.CopyInZone(title):
            definition = type_of(title, scope)
            return t.Card(definition.kind if isinstance(definition, t.Title) else None)
        case e.Active():
            return t.Player()
        case e.CallBuiltIn():
            return _computed(expression, scope)
        case e.FaceOf() | e.FacesOf() | e.ReadPlace():
            return _of_operands(expression, scope)
        case _:
            assert_never(expression)


def _of_operands(expression: e.FaceOf | e.FacesOf | e.ReadPlace, scope: Scope) -> t.Type:
    match expression:
        case e.FaceOf(die):
            of_die = type_of(die, scope)
            chosen = plain(of_die)
            face = face_type(scope.world, chosen.dice if isinstance(chosen, t.DieIn) else "")
            return face if chosen == of_die else optional(face)
        case e.FacesOf(dice):
            inner = members(type_of(dice, scope))
            name = inner.dice if isinstance(inner, t.DieIn) else ""
            most = most_members(type_of(dice, scope), scope.world.sizes)
            number = dice_number(scope.world, name, ()) if most is None else most
            return t.ListOf(face_type(scope.world, name), number)
        case e.ReadPlace(subject, name):
            under_way = plain(type_of(subject, scope))
            if not isinstance(under_way, t.UnderWay):
                return t.Never()
            return place_type(scope.world, under_way, name)
        case _:
            assert_never(expression)
