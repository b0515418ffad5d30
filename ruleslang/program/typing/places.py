"""The types of what is declared: zones, dice, options, fields, and what is under way."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import TypeAlias

from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import ActionRun, CardPlay, ProcedureRun
from ruleslang.program.typing.lattice import join, join_members, optional, related
from ruleslang.program.typing.population_sizes import how_many
from ruleslang.program.typing.scope import World

Index: TypeAlias = "tuple[e.Expr | e.AnyIndex, ...]"


def zone_type(world: World, name: str, index: Index) -> t.Type:
    """The cards of one zone; of several there are as many as there may be."""
    zone = world.known.zones.get(name)
    if zone is None:
        return t.Never()
    most = zone.at_most.value if isinstance(zone.at_most, e.Literal) else None
    bounded = isinstance(most, int) and e.AnyIndex() not in index
    return t.SetOf(t.Card(zone.kind), most if bounded else None)


def dice_number(world: World, name: str, index: Index) -> int:
    """How many dice can lie at a place, or at all places that an index speaks of."""
    dice = world.known.dice.get(name)
    if dice is None:
        return 0
    return dice.number * prod(
        how_many(place.type, world.sizes) or 1
        for place, given in zip(dice.index, index, strict=False)
        if given == e.AnyIndex()
    )


def face_type(world: World, dice: str) -> t.Type:
    """What the dice of a declaration show."""
    declared = world.known.dice.get(dice)
    return die_type(world, declared.die) if declared is not None else t.Never()


def die_type(world: World, name: str) -> t.Type:
    """A die's faces: words of it, or numbers between its lowest and its highest."""
    die = world.known.dice_kinds.get(name)
    if die is None:
        return t.Never()
    return t.WordOf(die.name) if die.words else t.Number(min(die.faces), max(die.faces))


def field_type(world: World, name: str, kind: str | None) -> t.Type:
    """A field of the cards of a kind: as the nearest kinds above have it, else those below."""
    own = [each for each in world.kinds.get(kind or "", ()) if each in world.known.kinds]
    below = [each for each in world.kinds if kind is None or kind in world.kinds[each]]
    found: t.Type = t.Never()
    for group in (own, below):
        for each in group:
            for field in world.known.kinds[each].fields:
                if field.name == name:
                    found = join_members(found, field.type, world.kinds) or found
        if found != t.Never():
            break
    return found


def option_type(world: World, name: str) -> t.Type:
    """A number, a truth value, or a word of the option."""
    option = world.known.options.get(name)
    if option is not None and option.number:
        return t.Number(int(option.values[0]), int(option.values[-1]))
    return t.Truth() if option is not None and option.truth else t.WordOf(name)


# ---------------------------------------------------------------- what is under way


def place_type(world: World, under_way: t.UnderWay, name: str) -> t.Type:
    """A parameter or choice of something under way; what it may not have may be none."""
    known = world.known
    match under_way.event:
        case CardPlay():
            return _place_of_play(world, under_way.kind, name)
        case ActionRun(action):
            return _of_choices(world, known.actions[action].choices, name)
        case ProcedureRun(procedure):
            parameters = known.procedures[procedure].parameters
            return next((each.type for each in parameters if each.name == name), t.Never())


def _place_of_play(world: World, kind: str | None, name: str) -> t.Type:
    found: t.Type = t.Never()
    for definition in world.known.program.definitions:
        if related(definition.kind, kind, world.kinds):
            for play in definition.plays:
                type = _of_choices(world, world.known.plays[play].choices, name)
                found = join(found, type, world.kinds) or found
    return optional(found)


def _of_choices(world: World, choices: Iterable[s.Choice], name: str) -> t.Type:
    return next(
        (each.type for each in choices if each.name == name and each.type is not None), t.Never()
    )
