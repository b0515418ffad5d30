"""`take turns`."""

from __future__ import annotations

from ruleslang.flow.context import Body
from ruleslang.flow.layout import ACTIVE
from ruleslang.flow.making import apply, both, known, when
from ruleslang.flow.statements.control import passing
from ruleslang.flow.steps import If, Leave, Loop, Set, Step, Write
from ruleslang.flow.words import NO, Apply, Cell, Constant, Word
from ruleslang.program import statements as s
from ruleslang.program import types as t

PLAYER = t.Player()


def take_turns(x: s.TakeTurns, b: Body) -> list[Step]:
    """
    Players of a set take turns, clockwise.

    Before each turn `until`, then the set are read: true, or empty, ends the loop. Next is the
    first of the set after `active`, from his seat.
    """
    if b.whole.turns > 1:
        b.refuse("more than one `take turns`")
    label = b.whole.fresh("turns")
    start, who = b.fresh("start", PLAYER), b.fresh("turn", t.Optional(PLAYER))
    is_first = b.fresh("is_first", t.Truth())
    among = b.fresh("among", t.SetOf(PLAYER))
    first: Word = Constant(0, PLAYER)
    if x.starting is not None:
        first = known(b.word(x.starting), "asked-nobody", x.origin)
    variable = b.variable(x.variable)
    head: list[Step] = []
    if x.until is not None:
        head.append(If(b.word(x.until), (Leave(label),)))
    head += [
        Set(among, b.word(x.among)),
        Set(who, _next(is_first, start, among)),
        If(apply("is none", who), (Leave(label),)),
        Set(is_first, NO),
        Set(variable, known(who, "asked-nobody", x.origin)),
        Write(ACTIVE, (), variable),
    ]
    b.loops.append((label, variable))
    body, tail = passing(b, b.steps(x.block), counts=True)
    b.loops.pop()
    return [
        Set(start, first),
        Set(is_first, Constant(value=True, type=t.Truth())),
        Loop(label, (*head, *body), tail),
    ]


def _next(is_first: Word, start: Word, among: Word) -> Word:
    """Whose turn comes: the first time who starts, if he is among them."""
    after = when(is_first, start, Cell(ACTIVE, (), PLAYER), PLAYER)
    following = apply("from the next", after, among, type=t.SetOf(PLAYER))
    found = Apply("first", (following,), t.Optional(PLAYER))
    begins = both(is_first, apply("is in", start, among))
    return when(begins, start, found, t.Optional(PLAYER))
