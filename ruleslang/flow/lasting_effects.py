"""
Lasting effects: a row for each in one cell, the oldest first.

A row has when they began (which tells it from all others), the number of the statement, its player
and card, the run whose end ends them, what its pattern compares with, and what it captured.
"""

from __future__ import annotations

from collections.abc import Callable

from ruleslang.flow.card_titles_and_kinds import is_of_kind
from ruleslang.flow.comparison import is_member, same
from ruleslang.flow.constant_folding import apply, both, either, negated
from ruleslang.flow.context import Body, Lowering, body_of
from ruleslang.flow.state_layout import ANY_NUMBER, CLOCK, LASTING, LASTING_ROWS
from ruleslang.flow.steps import Fail, If, Set, Step, Steps, Write
from ruleslang.flow.tables_and_routines import Routine
from ruleslang.flow.words import (
    NO,
    NONE,
    YES,
    Apply,
    Bind,
    Cell,
    Constant,
    RunHere,
    RunUnderWay,
    Through,
    Variable,
    Word,
)
from ruleslang.program import limits, patterns
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import Event, event_name
from ruleslang.program.locals import LocalDecl
from ruleslang.program.passes.effects_by_event import EffectTable
from ruleslang.program.typing.lattice import plain

ROW = LASTING_ROWS.element
ALL = Cell(LASTING, (), LASTING_ROWS)
AGE, STATEMENT, HOLDER, CARD, RUN, PATTERN, CAPTURED = range(1, 8)
ANY = t.ListOf(ANY_NUMBER, 1000)


def entry(row: Variable, number: int, type: t.Type = ANY_NUMBER) -> Word:
    """A part of a row."""
    return Apply("entry", (row, Constant(number, ANY_NUMBER)), type)


def number_of(whole: Lowering, x: s.Lasting) -> Constant:
    """The number of a statement that begins lasting effects."""
    lastings = whole.derived.effects.lastings
    place = next(place for place, each in enumerate(lastings) if each.name == x.name)
    return Constant(place, ANY_NUMBER)


# ---------------------------------------------------------------- beginning


def lasting(x: s.Lasting, b: Body) -> list[Step]:
    """Effects begin now, and keep what they capture as it is now."""
    holder, card = (NONE if slot is None else b.variable(slot) for slot in (x.you, x.this))
    captured = apply("tuple", *(b.variable(slot) for slot in x.captures), type=ANY)
    now, run = Cell(CLOCK, (), ANY_NUMBER), b.fresh("run", t.Optional(ANY_NUMBER))
    begun = b.fresh("captured", ANY)
    fixed = b.fresh("fixed", t.Optional(ANY))
    row = apply("tuple", now, number_of(b.whole, x), holder, card, run, fixed, begun, type=ROW)
    rows = apply("joined", ALL, apply("tuple", row, type=LASTING_ROWS), type=LASTING_ROWS)
    one_more = apply("+", now, Constant(1, ANY_NUMBER), type=ANY_NUMBER)
    most = Constant(limits.LASTING, ANY_NUMBER)
    too_many = apply(">=", apply("number of", ALL, type=ANY_NUMBER), most)
    steps: list[Step] = [
        Set(begun, captured),
        Write(CLOCK, (), one_more),
        *_ends(b, x, run, fixed),
        If(too_many, (Fail("too-much", x.origin),)),
        Write(LASTING, (), rows),
    ]
    if isinstance(x.lifetime, s.WhileHolds):
        return [If(b.word(x.lifetime.condition), tuple(steps))]
    return steps


def _ends(b: Body, x: s.Lasting, run: Variable, fixed: Variable) -> list[Step]:
    """What will end them: the run under way, or a pattern of values as they are now."""
    pattern = pattern_of(x)
    values: Word = NONE
    if pattern is not None:
        values = apply("tuple", *(_fixed(b, each) for each in pattern), type=ANY)
    steps: list[Step] = [Set(run, NONE), Set(fixed, values)]
    if isinstance(x.lifetime, s.UntilRunEnds):
        found = RunUnderWay(event_name(x.lifetime.event), run.type)
        is_over = If(apply("is none", run), (Fail("not-under-way", x.origin),))
        steps = [Set(run, found), is_over, Set(fixed, values)]
    return steps


def pattern_of(x: s.Lasting) -> patterns.Pattern:
    """The pattern of what ends a lasting statement, if it has one."""
    match x.lifetime:
        case s.UntilNextEnd(pattern=pattern) | s.UntilNextStart(pattern=pattern):
            return pattern
        case _:
            return None


def _fixed(b: Body, entry: patterns.Entry) -> Word:
    match entry:
        case patterns.EqualEntry(value=wanted):
            return b.word(wanted)
        case patterns.MemberEntry(set=among):
            return b.word(among)
        case _:
            return NONE


# ---------------------------------------------------------------- ending

Over = Callable[[s.Lasting, Variable], Word]  # whether a row of a statement ends now


def _ended(whole: Lowering, over: Over) -> list[Step]:
    """Rows that end leave the cell."""
    row = Variable(whole.fresh("row"), ROW)
    is_over: Word = NO
    for each in whole.derived.effects.lastings:
        ends = over(each, row)
        if ends != NO:
            is_it = apply("same", entry(row, STATEMENT), number_of(whole, each))
            is_over = either(is_over, both(is_it, ends))
    if is_over == NO:
        return []
    kept = Variable(whole.fresh("kept"), LASTING_ROWS)
    stays = Through("members", row, ALL, negated(is_over), None, LASTING_ROWS)
    numbers = (apply("number of", each, type=ANY_NUMBER) for each in (kept, ALL))
    gone = Write(LASTING, (), kept)
    changed = If(negated(apply("same", *numbers)), (gone, *whole.late(whole, [gone])))
    return [If(negated(apply("is empty", ALL)), (Set(kept, stays), changed))]


def ended_with_run(whole: Lowering, event: Event, values: tuple[Variable, ...]) -> Steps:
    """What ends with a run of an event, which is in the innermost frame."""
    name, here = event_name(event), RunHere(ANY_NUMBER)

    def over(x: s.Lasting, row: Variable) -> Word:
        match x.lifetime:
            case s.UntilRunEnds(of) if event_name(of) == name:
                return apply("same", entry(row, RUN, t.Optional(ANY_NUMBER)), here)
            case s.UntilNextEnd(of) if event_name(of) == name:
                return _fits(whole, x, row, values)
        return NO

    return tuple(_ended(whole, over))


def ended_by_start(whole: Lowering, event: Event, values: tuple[Word, ...]) -> Steps:
    """What ends just before an event starts."""

    def over(x: s.Lasting, row: Variable) -> Word:
        match x.lifetime:
            case s.UntilNextStart(of) if event_name(of) == event_name(event):
                return _fits(whole, x, row, values)
        return NO

    return tuple(_ended(whole, over))


def ended_without(whole: Lowering, who: Word) -> Steps:
    """What ends when a player is out: whatever compares with him."""

    def over(x: s.Lasting, row: Variable) -> Word:
        found: Word = NO
        for place, each in enumerate(pattern_of(x) or ()):
            if isinstance(each, patterns.EqualEntry) and _may_be_a_player(whole, x, each):
                fixed = entry(row, PATTERN, ANY)
                one = Apply("entry", (fixed, Constant(place + 1, ANY_NUMBER)), who.type)
                found = either(found, apply("same", one, who))
        return found

    return tuple(_ended(whole, over))


def _may_be_a_player(whole: Lowering, x: s.Lasting, each: patterns.EqualEntry) -> bool:
    return isinstance(plain(_body(whole, x).type_of(each.value)), t.Player)


def _fits(whole: Lowering, x: s.Lasting, row: Variable, values: tuple[Word, ...]) -> Word:
    """Whether values are those that a row waits for; those that are not known yet are not asked."""
    b = _body(whole, x)
    found: Word = YES
    for place, (each, value) in enumerate(zip(pattern_of(x) or (), values, strict=False)):
        fixed = entry(row, PATTERN, ANY)
        match each:
            case patterns.EqualEntry(value=wanted, comparing=how):
                at = Apply("entry", (fixed, Constant(place + 1, ANY_NUMBER)), b.type_of(wanted))
                found = both(found, same(b, value, at, how))
            case patterns.MemberEntry(set=among, comparing=how):
                at = Apply("entry", (fixed, Constant(place + 1, ANY_NUMBER)), b.type_of(among))
                found = both(found, is_member(b, value, at, how))
            case patterns.KindEntry(kind=kind, of=of):
                found = both(found, is_of_kind(b, value, kind, of))
    return found


def locals_of(whole: Lowering, x: s.Lasting) -> tuple[LocalDecl, ...]:
    """The table of the body in which a lasting statement stands."""
    return locals_in(whole.derived.effects, x)


def locals_in(effects: EffectTable, x: s.Lasting) -> tuple[LocalDecl, ...]:
    """The same, of the effects of a program."""
    return next(
        each.locals
        for each in effects.written
        if isinstance(each.begun_by, s.Lasting) and each.begun_by.name == x.name
    )


def _body(whole: Lowering, x: s.Lasting) -> Body:
    return body_of(whole, x.name, locals_of(whole, x), x.origin)


# ---------------------------------------------------------------- `while`


def captured(b: Body, x: s.Lasting, row: Variable) -> Word:
    """The locals of a lasting statement take what a row captured; always true."""
    found: Word = YES
    for place, slot in enumerate(x.captures):
        values, variable = entry(row, CAPTURED, ANY), b.variable(slot)
        taken = Apply("entry", (values, Constant(place + 1, ANY_NUMBER)), variable.type)
        found = both(found, Bind(variable, taken))
    return found


def spans_routine(whole: Lowering) -> str:
    """The routine that ends for good what lasts while something holds that holds no more."""
    name = "end false spans"
    if name not in whole.routines:
        whole.routines[name] = None

        def over(x: s.Lasting, row: Variable) -> Word:
            if not isinstance(x.lifetime, s.WhileHolds):
                return NO
            b = _body(whole, x)
            b.prefix = f"{whole.fresh('span')}__"
            return both(captured(b, x, row), negated(b.word(x.lifetime.condition)))

        whole.routines[name] = Routine(name, (), tuple(_ended(whole, over)))
    return name
