"""Rolls of dice; what the rules pick."""

from __future__ import annotations

from ruleslang.flow.addresses import address
from ruleslang.flow.context import Body
from ruleslang.flow.expressions.reading import all_places, face, faces
from ruleslang.flow.layout import dice_family
from ruleslang.flow.making import apply, known, within
from ruleslang.flow.steps import Do, Set, Step
from ruleslang.flow.words import Cell, Through, Variable
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t

PLACE = t.Number(0, limits.FACES)


def roll_die(x: s.RollDie, b: Body) -> list[Step]:
    """A die: once, a face; a number of times, a list of faces."""
    place = b.fresh("place", PLACE)
    if x.number is None:
        steps: list[Step] = [Do("roll", (x.die,), (), place)]
        return steps if x.into is None else [*steps, Set(b.variable(x.into), face(b, x.die, place))]
    number = known(b.word(x.number), "none-in-arithmetic", x.origin)
    rolled = b.fresh("faces", t.ListOf(PLACE, limits.DICE))
    steps = [Do("roll several", (x.die, x.origin), (number,), rolled)]
    if x.into is None:
        return steps
    shown = Variable(place.name, PLACE)
    into = b.variable(x.into)
    shows = Through("members", shown, rolled, None, face(b, x.die, shown), into.type)
    return [*steps, Set(into, shows)]


def roll_dice(x: s.RollDice, b: Body) -> list[Step]:
    """All dice that lie at a place are rolled again."""
    declared, family = b.whole.everyone.dice[x.dice], dice_family(x.dice)
    if any(isinstance(each, e.AnyIndex) for each in x.index):
        places = all_places(b, declared.index, x.index)
    else:
        places = [address(b, declared.index, x.index)]
    steps: list[Step] = []
    cells = []
    for place in places:
        at = tuple(b.fresh("at", each.type) for each in place)
        cell = Cell(family, at, b.whole.layout[family].type)
        number = apply("number of", cell, type=PLACE)
        steps += [Set(each, where) for each, where in zip(at, place, strict=True)]
        steps.append(Do("throw", (declared.die, family), (number, *at)))
        cells.append(cell)
    if x.into is None:
        return steps
    into = b.variable(x.into)
    lying = apply("pieced together", apply("tuple", *cells, type=into.type), type=into.type)
    return [*steps, Set(into, faces(b, declared.die, lying, into.type))]


def roll_new(x: s.RollNew, b: Body) -> list[Step]:
    """So many new dice replace those that lie there."""
    declared = b.whole.everyone.dice[x.dice]
    number = known(b.word(x.number), "none-in-arithmetic", x.origin)
    number = within(number, 0, declared.number, origin=x.origin)
    at = address(b, declared.index, x.index)
    return [Do("throw", (declared.die, dice_family(x.dice)), (number, *at))]
