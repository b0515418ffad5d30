"""Rolls of dice; what the rules pick."""

from __future__ import annotations

from ruleslang.flow.addresses import address
from ruleslang.flow.context import Body
from ruleslang.flow.expressions.reading import face
from ruleslang.flow.expressions.sets import groups
from ruleslang.flow.layout import dice_family
from ruleslang.flow.making import apply, known, within
from ruleslang.flow.statements.pool import pool
from ruleslang.flow.steps import Do, If, Return, Set, Step
from ruleslang.flow.words import Apply, Through, Variable, Word
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
    faces = b.fresh("faces", t.ListOf(PLACE, limits.DICE))
    steps = [Do("roll several", (x.die, x.origin), (number,), faces)]
    if x.into is None:
        return steps
    shown = Variable(place.name, PLACE)
    into = b.variable(x.into)
    rolled = Through("members", shown, faces, None, face(b, x.die, shown), into.type)
    return [*steps, Set(into, rolled)]


def roll_new(x: s.RollNew, b: Body) -> list[Step]:
    """So many new dice replace those that lie there."""
    declared = b.whole.everyone.dice[x.dice]
    number = known(b.word(x.number), "none-in-arithmetic", x.origin)
    number = within(number, 0, declared.number, origin=x.origin)
    at = address(b, declared.index, x.index)
    return [Do("throw", (declared.die, dice_family(x.dice)), (number, *at))]


# ---------------------------------------------------------------- the rules pick


def pick(x: s.Pick, b: Body) -> list[Step]:
    """The rules pick one: keys narrow, and chance or the order settles ties."""
    choice = x.choice
    if choice.high is not None or x.last == "choice":
        b.refuse("a `pick` of several, or settled by a player")
    several, into = pool(b, choice), b.variable(choice.slot)
    whole = b.fresh("members", several.type)
    best: Word = whole
    if x.keys:
        grouped = groups(b, b.variable(x.member), whole, x.keys)
        best = Apply("first", (grouped,), several.type)
    return [
        Set(whole, several),
        If(apply("is empty", whole), (Return(),)),
        *_settle(b, x, best, into),
    ]


def _settle(b: Body, x: s.Pick, best: Word, into: Variable) -> list[Step]:
    """One of those that are equal on all keys."""
    if x.last == "chance":
        b.whole.picked.setdefault(x.choice.name, into.type)
        return [Do("pick", (x.choice.name,), (best,), into)]
    return [Set(into, Apply("first", (best,), into.type))]
