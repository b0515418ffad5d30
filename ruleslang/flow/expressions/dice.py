"""Dice that lie on the table as things to choose: which they are, what they show."""

from __future__ import annotations

from ruleslang.flow.cell_addresses import address
from ruleslang.flow.constant_folding import apply, known, when
from ruleslang.flow.context import Body, may_be_none
from ruleslang.flow.expressions.reading import all_places, face
from ruleslang.flow.state_layout import dice_family, in_a_row
from ruleslang.flow.visible_reads import seen_cell
from ruleslang.flow.words import NONE, Apply, Cell, Constant, Through, Variable, Word
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import members, plain

COUNT = t.Number(0, 2**31 - 1)
ONE = Constant(1, COUNT)


def first_die(b: Body, name: str) -> int:
    """The number of the first of some dice among all that may lie on the table."""
    places = b.whole.everyone.table_dice[name]
    return next((die.order for dice in places.values() for die in dice), 0)


def dice_at(x: e.DiceAt, b: Body) -> Word:
    """The dice that lie there, by their numbers."""
    declared, type = b.whole.everyone.dice[x.name], b.type_of(x)
    family = b.whole.layout[dice_family(x.name)]
    if any(isinstance(each, e.AnyIndex) for each in x.index):
        places = all_places(b, declared.index, x.index)
    else:
        places = [address(b, declared.index, x.index)]
    found = []
    for at in places:
        number: Word = Constant(0, COUNT)
        for each, stride in zip(at, family.strides, strict=True):
            far = apply("*", each, Constant(stride, COUNT), type=COUNT)
            number = apply("+", far, number, type=COUNT)
        found.append(_lying(b, x.name, number, type))
    if len(found) == 1:
        return found[0]
    return apply("pieced together", apply("tuple", *found, type=type), type=type)


def _lying(b: Body, name: str, number: Word, type: t.Type) -> Word:
    """The dice at one place."""
    most, place = b.whole.everyone.dice[name].number, b.fresh("place", COUNT)
    far = apply("*", place, Constant(most, COUNT), type=COUNT)
    first = apply("+", far, Constant(first_die(b, name), COUNT), type=COUNT)
    there = apply("number of", _faces_at(b, name, place), type=COUNT)
    last = apply("-", apply("+", first, there, type=COUNT), ONE, type=COUNT)
    return b.bound(place, number, apply("range", first, last, type=type))


def _faces_at(b: Body, name: str, place: Word) -> Word:
    type = b.whole.layout[dice_family(name)].type
    return b.read(Cell(in_a_row(dice_family(name)), (place,), type))


def shown_by(b: Body, die: Variable, name: str) -> Word:
    """What a die shows; one that lies there no more is a fault."""
    declared = b.whole.everyone.dice[name]
    number = apply("-", die, Constant(first_die(b, name), COUNT), type=COUNT)
    most = Constant(declared.number, COUNT)
    place = apply("/ down", number, most, type=COUNT)
    lying = _faces_at(b, name, place)
    if b.has_eyes:
        if len(declared.index) > 1:
            b.refuse("a die that a player of the language reads")
        lying = seen_cell(b, declared, (place,) if declared.index else (), lying.type)
    position = apply("+", apply("remainder", number, most, type=COUNT), ONE, type=COUNT)
    shown = Apply("entry", (lying, position), t.Optional(COUNT))
    return face(b, declared.die, known(shown, "not-a-member", b.origin))


def dice_of(type: t.Type) -> str:
    """Of which dice something is, that is a die or several."""
    of = plain(type)
    of = of if isinstance(of, t.DieIn) else members(of)
    assert isinstance(of, t.DieIn), type
    return of.dice


def face_of(x: e.FaceOf, b: Body) -> Word:
    """The face of a die; of none, none."""
    die = b.word(x.die)
    if isinstance(die.type, t.Never):
        return NONE
    held = b.fresh("die", die.type)
    shown = shown_by(b, Variable(held.name, plain(die.type)), dice_of(die.type))
    if may_be_none(die.type):
        shown = when(apply("is none", held), NONE, shown, b.type_of(x))
    return b.bound(held, die, shown)


def faces_of(x: e.FacesOf, b: Body) -> Word:
    """What each of several dice shows."""
    several = b.word(x.dice)
    return shown_by_all(b, several, dice_of(b.type_of(x.dice)), b.type_of(x))


def shown_by_all(b: Body, several: Word, name: str, type: t.Type) -> Word:
    """What each of several dice of a name shows."""
    die = b.fresh("die", t.DieIn(name))
    return Through("members", die, several, None, shown_by(b, die, name), type)
