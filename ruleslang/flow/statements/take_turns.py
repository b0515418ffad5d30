"""Lowers `take turns`: whose turn is next, and what passes and ends it."""

from __future__ import annotations

from ruleslang.flow.constant_folding import apply, both, known, negated, unordered, when
from ruleslang.flow.context import Body
from ruleslang.flow.state_layout import ACTIVE, OUTER_TURN, TURNS
from ruleslang.flow.statements.control_flow import passing
from ruleslang.flow.steps import If, Leave, Loop, Next, Return, Set, Step, Write
from ruleslang.flow.walk import with_exits
from ruleslang.flow.whenever import late, settled
from ruleslang.flow.words import NO, NONE, Apply, Cell, Constant, Variable, Word
from ruleslang.program import statements as s
from ruleslang.program import types as t

PLAYER = t.Player()
COUNT = t.Number(0, 2**31 - 1)
TURNS_NOW = Cell(TURNS, (), COUNT)


def take_turns(x: s.TakeTurns, b: Body) -> list[Step]:
    """
    Players of a set take turns, clockwise.

    Before each turn `until`, then the set are read: true, or empty, ends the loop. Next is the
    first of the set after `active`, from his seat.
    """
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
        Set(among, unordered(b.word(x.among))),
        Set(who, _next(is_first, start, among)),
        If(apply("is none", who), (Leave(label),)),
        Set(is_first, NO),
        Set(variable, known(who, "asked-nobody", x.origin)),
        Write(ACTIVE, (), variable),
        *([] if b.is_quiet else settled(b.whole, [Write(ACTIVE, (), variable)])),
    ]
    b.loops.append((label, variable))
    block = b.steps(x.block)
    b.loops.pop()
    body, tail = passing(b, block, counts=True)
    steps: list[Step] = [
        Set(start, first),
        Set(is_first, Constant(value=True, type=t.Truth())),
        Loop(label, (*head, *body), tail),
    ]
    return steps if b.whole.turns == 1 else _nested(b, steps)


def _nested(b: Body, steps: list[Step]) -> list[Step]:
    """When one inside of another is left, in whatever way, `active` is again what it was."""
    before = b.fresh("active_before", t.Optional(PLAYER))
    fewer, more = (apply(sign, TURNS_NOW, Constant(1, COUNT), type=COUNT) for sign in ("-", "+"))
    is_inner = apply(">", TURNS_NOW, Constant(0, COUNT))
    active = Write(ACTIVE, (), Variable(before.name, PLAYER))
    restored: tuple[Step, ...] = (
        Write(TURNS, (), fewer),
        If(is_inner, (active, *late(b.whole, [active]))),
        Set(before, NONE),
    )
    b.left.append(If(negated(apply("is none", before)), restored))
    answer = b.fresh("answer", t.Optional(PLAYER))

    def left(step: Return | Next) -> tuple[Step, ...]:
        if isinstance(step, Next) or step.value is None:
            return (*restored, step)
        return (Set(answer, step.value), *restored, Return(answer))

    return [
        Set(before, Cell(ACTIVE, (), PLAYER)),
        If(apply("same", TURNS_NOW, Constant(1, COUNT)), (Write(OUTER_TURN, (), before),)),
        Write(TURNS, (), more),
        *with_exits(tuple(steps), [label for label, _ in b.loops], left),
        *restored,
    ]


def _next(is_first: Word, start: Word, among: Word) -> Word:
    """Whose turn comes: the first time who starts, if he is among them."""
    after = when(is_first, start, Cell(ACTIVE, (), PLAYER), PLAYER)
    following = apply("from the next", after, among, type=t.SetOf(PLAYER))
    found = Apply("first", (following,), t.Optional(PLAYER))
    begins = both(is_first, apply("is in", start, among))
    return when(begins, start, found, t.Optional(PLAYER))
