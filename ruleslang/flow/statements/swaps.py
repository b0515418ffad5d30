"""Swaps: of the values of two places, of the cards of two zones, of two cards or pieces."""

from __future__ import annotations

from ruleslang.flow.constant_folding import apply, both, negated
from ruleslang.flow.context import Body, may_be_none
from ruleslang.flow.expressions.reading import place_of_zone
from ruleslang.flow.state_layout import SPACE, ZONES
from ruleslang.flow.statements.assignments import write
from ruleslang.flow.statements.moving import room_of
from ruleslang.flow.steps import Do, Fail, If, Set, Step
from ruleslang.flow.words import NONE, YES, Cell, Variable, Word
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

COUNT = t.Number(0, 2**31 - 1)
CARDS = t.SetOf(t.Card())


def swap_places(x: s.SwapPlaces, b: Body) -> list[Step]:
    """Two places change values; both are read before either is written."""
    left, right = _held(b, x.left, x.origin), _held(b, x.right, x.origin)
    mine, theirs = b.fresh("mine", left.type), b.fresh("theirs", right.type)
    return [
        Set(mine, left),
        Set(theirs, right),
        *write(b, x.left, theirs, x.origin),
        *write(b, x.right, mine, x.origin),
    ]


def _held(b: Body, place: s.Place, origin: int) -> Word:
    """What a place holds."""
    match place:
        case s.LocalPlace(slot=slot):
            return b.variable(slot)
        case s.StatePlace():
            return b.word(e.ReadState(place.name, place.index, origin))
        case s.ActivePlace():
            return b.word(e.Active())
        case s.PlaceOfUnderWay():
            return b.word(e.ReadPlace(place.subject, place.name))


def swap_zones(x: s.SwapZones, b: Body) -> list[Step]:
    """All cards of two zones change places; whether there is room is tested after."""
    left, right = b.fresh("left", t.ZonePlace()), b.fresh("right", t.ZonePlace())
    mine, theirs = Cell(ZONES, (left,), CARDS), Cell(ZONES, (right,), CARDS)
    steps: tuple[Step, ...] = (
        Do("swap zones", (x.origin,), (left, right)),
        *_test_room(b, x.left, mine, x.origin),
        *_test_room(b, x.right, theirs, x.origin),
        Do("keep track", (), (theirs, right)),
        Do("keep track", (), (mine, left)),
    )
    return [
        Set(left, place_of_zone(b, x.left.name, x.left.index)),
        Set(right, place_of_zone(b, x.right.name, x.right.index)),
        If(negated(apply("same", left, right)), steps),
    ]


def _test_room(b: Body, target: s.ZoneTarget, cards: Word, origin: int) -> list[Step]:
    most = room_of(b, target)
    if most == NONE:
        return []
    there = apply("number of", cards, type=COUNT)
    return [If(apply(">", there, most), (Fail("zone-full", origin),))]


def swap_members(x: s.SwapMembers, b: Body) -> list[Step]:
    """Two cards, or two pieces, change places; with none nothing happens."""
    left, right = b.word(x.left), b.word(x.right)
    one, other = b.fresh("one", left.type), b.fresh("other", right.type)
    differ = negated(apply("same", one, other))
    for each in (other, one):
        if may_be_none(each.type):
            differ = both(negated(apply("is none", each)), differ)
    mine, theirs = Variable(one.name, plain(one.type)), Variable(other.name, plain(other.type))
    if x.of == "piece":
        space = b.fresh("space", t.Optional(t.Space()))
        steps: tuple[Step, ...] = (
            Set(space, Cell(SPACE, (mine,), space.type)),
            Do("stand", (), (mine, Cell(SPACE, (theirs,), space.type))),
            Do("stand", (), (theirs, space)),
        )
    else:
        steps = (Do("swap cards", (x.origin,), (mine, theirs)),)
    if differ == YES:
        return [Set(one, left), Set(other, right), *steps]
    return [Set(one, left), Set(other, right), If(differ, steps)]
