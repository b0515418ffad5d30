"""
Lowers which effects are in force: their carriers, and whether their spans hold.

An effect is lowered in a body with its own locals, which begin with the card, the holder and the
variables bound by the span's index and condition.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.build_exprs import (
    apply,
    both,
    either,
    entry_of,
    negated,
    pieced_together,
    when,
    with_entry,
)
from ruleslang.engine.flow.cards import all_fit, is_member, is_of_kind, same, title_of
from ruleslang.engine.flow.cell_access import is_in_zone
from ruleslang.engine.flow.context import Body, Lowering, body_of, lowers_statement
from ruleslang.engine.flow.ir_stmts import Each, Fail, If, Set, Stmt, Stmts, Write
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.program import declarations as d
from ruleslang.program import limits, patterns
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import WrittenEffect
from ruleslang.program.events import Event, event_name
from ruleslang.program.locals import LocalDecl
from ruleslang.program.passes.derived_tables import follows_itself
from ruleslang.program.passes.effects_by_event import EffectTable
from ruleslang.program.typing.lattice import plain

ROW = f.LASTING_ROWS.element
ALL = v.Cell(f.LASTING, (), f.LASTING_ROWS)
AGE, STATEMENT, HOLDER, CARD, RUN, PATTERN, CAPTURED = range(1, 8)
ANY = t.ListOf(f.ANY_NUMBER, 1000)


def number_of(lowering: Lowering, x: s.Lasting) -> v.Constant:
    """Return the number of a statement that starts lasting effects."""
    lastings = lowering.derived.effects.lastings
    place = next(place for place, lasting in enumerate(lastings) if lasting.name == x.name)
    return v.Constant(place, f.ANY_NUMBER)


def _is_of(lowering: Lowering, x: s.Lasting, row: v.Variable) -> v.Expr:
    """Return whether a statement began the effect of a row."""
    return apply("same", entry_of(row, STATEMENT, f.ANY_NUMBER), number_of(lowering, x))


# ---------------------------------------------------------------- beginning


@lowers_statement(s.Lasting)
def lasting(x: s.Lasting, b: Body) -> list[Stmt]:
    """Start lasting effects, with their captured values."""
    holder, card = (v.NONE if slot is None else b.variable(slot) for slot in (x.you, x.this))
    captured = apply("tuple", *(b.variable(slot) for slot in x.captures), type=ANY)
    now, run = v.Cell(f.CLOCK, (), f.ANY_NUMBER), b.fresh("run", t.Optional(f.ANY_NUMBER))
    begun = b.fresh("captured", ANY)
    fixed = b.fresh("fixed", t.Optional(ANY))
    row = apply("tuple", now, number_of(b.lowering, x), holder, card, run, fixed, begun, type=ROW)
    rows = with_entry(ALL, row)
    one_more = apply("+", now, v.Constant(1, f.ANY_NUMBER), type=f.ANY_NUMBER)
    most = v.Constant(limits.LASTING, f.ANY_NUMBER)
    too_many = apply(">=", apply("number of", ALL, type=f.ANY_NUMBER), most)
    stmts: list[Stmt] = [
        Set(begun, captured),
        Write(f.CLOCK, (), one_more),
        *_ends(b, x, run, fixed),
        If(too_many, (Fail("too-much", x.origin),)),
        Write(f.LASTING, (), rows),
    ]
    if isinstance(x.lifetime, s.WhileHolds):
        return [If(b.expr(x.lifetime.condition), tuple(stmts))]
    return stmts


def _ends(b: Body, x: s.Lasting, run: v.Variable, fixed: v.Variable) -> list[Stmt]:
    """Return the ends of effects: the run in progress, or a pattern with its present values."""
    pattern = pattern_of(x)
    values: v.Expr = v.NONE
    if pattern is not None:
        values = apply(
            "tuple", *(_fixed(b, entry_of_pattern) for entry_of_pattern in pattern), type=ANY
        )
    stmts: list[Stmt] = [Set(run, v.NONE), Set(fixed, values)]
    if isinstance(x.lifetime, s.UntilRunEnds):
        under_way = v.RunUnderWay(event_name(x.lifetime.event), run.type)
        is_over = If(apply("is none", run), (Fail("not-under-way", x.origin),))
        stmts = [Set(run, under_way), is_over, Set(fixed, values)]
    return stmts


def pattern_of(x: s.Lasting) -> patterns.Pattern:
    """Return the pattern that ends a lasting statement, if any."""
    match x.lifetime:
        case s.UntilNextEnd(pattern=pattern) | s.UntilNextStart(pattern=pattern):
            return pattern
        case _:
            return None


def _fixed(b: Body, entry: patterns.Entry) -> v.Expr:
    match entry:
        case patterns.EqualEntry(value=wanted):
            return b.expr(wanted)
        case patterns.MemberEntry(set=among):
            return b.expr(among)
        case _:
            return v.NONE


# ---------------------------------------------------------------- ending

Over = Callable[[s.Lasting, v.Variable], v.Expr]  # whether a row of a statement ends now


def _ended(lowering: Lowering, over: Over) -> list[Stmt]:
    row = v.Variable(lowering.fresh("row"), ROW)
    is_over: v.Expr = v.NO
    for lasting in lowering.derived.effects.lastings:
        ends = over(lasting, row)
        if ends != v.NO:
            is_over = either(is_over, both(_is_of(lowering, lasting, row), ends))
    if is_over == v.NO:
        return []
    kept = v.Variable(lowering.fresh("kept"), f.LASTING_ROWS)
    stays = v.Through("members", row, ALL, negated(is_over), None, f.LASTING_ROWS)
    numbers = (apply("number of", lasting, type=f.ANY_NUMBER) for lasting in (kept, ALL))
    gone = Write(f.LASTING, (), kept)
    changed = If(negated(apply("same", *numbers)), (gone, *lowering.late(lowering, [gone])))
    return [If(negated(apply("is empty", ALL)), (Set(kept, stays), changed))]


def ended_with_run(lowering: Lowering, event: Event, values: tuple[v.Variable, ...]) -> Stmts:
    """End the effects lasting until this run ends; it is in the innermost frame."""
    name, here = event_name(event), v.RunHere(f.ANY_NUMBER)

    def over(x: s.Lasting, row: v.Variable) -> v.Expr:
        match x.lifetime:
            case s.UntilRunEnds(of) if event_name(of) == name:
                run = entry_of(row, RUN, t.Optional(f.ANY_NUMBER))
                ends = apply("same", run, here)
                if not follows_itself(lowering.derived, name):
                    return ends
                return either(ends, apply("same", run, _kept(here)))
            case s.UntilNextEnd(of) if event_name(of) == name:
                return _fits(lowering, x, row, values)
        return v.NO

    return tuple(_ended(lowering, over))


def _kept(run: v.Expr) -> v.Expr:
    """Return the number of a run of which only the `after` hooks still run."""
    return apply("-", v.Constant(-1, f.ANY_NUMBER), run, type=f.ANY_NUMBER)


def kept_for_hooks(lowering: Lowering, event: Event) -> Stmts:
    """
    Keep effects that last until a run ends, so that hooks after it can begin another. The number of
    the run becomes negative in its row.
    """
    name, row = event_name(event), v.Variable(lowering.fresh("row"), ROW)
    run, here = entry_of(row, RUN, t.Optional(f.ANY_NUMBER)), v.RunHere(f.ANY_NUMBER)
    is_one: v.Expr = v.NO
    for lasting in lowering.derived.effects.lastings:
        if lasting.lifetime == s.UntilRunEnds(event):
            is_one = either(is_one, _is_of(lowering, lasting, row))
    if is_one == v.NO or not follows_itself(lowering.derived, name):
        return ()
    entries = [entry_of(row, place, f.ANY_NUMBER) for place in range(AGE, CAPTURED + 1)]
    entries[RUN - 1] = _kept(here)
    marked = apply("tuple", *entries, type=ROW)
    changed = when(both(is_one, apply("same", run, here)), marked, row, ROW)
    rows = v.Through("members", row, ALL, None, changed, f.LASTING_ROWS)
    return (If(negated(apply("is empty", ALL)), (Write(f.LASTING, (), rows),)),)


def ended_by_start(lowering: Lowering, event: Event, values: tuple[v.Expr, ...]) -> Stmts:
    """End the effects lasting until this event starts, or until one before it ends."""

    def over(x: s.Lasting, row: v.Variable) -> v.Expr:
        match x.lifetime:
            case s.UntilRunEnds(of) if of == event:
                if follows_itself(lowering.derived, event_name(event)):
                    run = entry_of(row, RUN, f.ANY_NUMBER)
                    return apply("<", run, v.Constant(0, f.ANY_NUMBER))
            case s.UntilNextStart(of) if event_name(of) == event_name(event):
                return _fits(lowering, x, row, values)
        return v.NO

    return tuple(_ended(lowering, over))


def ended_without(lowering: Lowering, who: v.Expr) -> Stmts:
    """End the effects whose pattern compares with a player who is out."""

    def over(x: s.Lasting, row: v.Variable) -> v.Expr:
        names_player: v.Expr = v.NO
        for place, compared in enumerate(pattern_of(x) or ()):
            if isinstance(compared, patterns.EqualEntry) and _may_be_a_player(
                lowering, x, compared
            ):
                fixed = entry_of(row, PATTERN, ANY)
                value = entry_of(fixed, place + 1, who.type)
                names_player = either(names_player, apply("same", value, who))
        return names_player

    return tuple(_ended(lowering, over))


def _may_be_a_player(lowering: Lowering, x: s.Lasting, compared: patterns.EqualEntry) -> bool:
    return isinstance(plain(_body(lowering, x).type_of(compared.value)), t.Player)


def _fits(lowering: Lowering, x: s.Lasting, row: v.Variable, values: tuple[v.Expr, ...]) -> v.Expr:
    """Return whether values match a row's pattern; those not yet known are not compared."""
    b = _body(lowering, x)
    fits_pattern: v.Expr = v.YES
    for place, (compared, value) in enumerate(zip(pattern_of(x) or (), values, strict=False)):
        fixed = entry_of(row, PATTERN, ANY)
        match compared:
            case patterns.EqualEntry(value=wanted, comparing=how):
                at = entry_of(fixed, place + 1, b.type_of(wanted))
                fits_pattern = both(fits_pattern, same(b, value, at, how))
            case patterns.MemberEntry(set=among, comparing=how):
                at = entry_of(fixed, place + 1, b.type_of(among))
                fits_pattern = both(fits_pattern, is_member(b, value, at, how))
            case patterns.KindEntry(kind=kind, of=of):
                fits_pattern = both(fits_pattern, is_of_kind(b, value, kind, of))
    return fits_pattern


def locals_of(lowering: Lowering, x: s.Lasting) -> tuple[LocalDecl, ...]:
    """Return the locals of the body that contains a lasting statement."""
    return locals_in(lowering.derived.effects, x)


def locals_in(effects: EffectTable, x: s.Lasting) -> tuple[LocalDecl, ...]:
    """Return the locals of the body that contains a lasting statement, from a program's effects."""
    return next(
        written.locals
        for written in effects.written
        if isinstance(written.begun_by, s.Lasting) and written.begun_by.name == x.name
    )


def _body(lowering: Lowering, x: s.Lasting) -> Body:
    return body_of(lowering, x.name, locals_of(lowering, x), x.origin)


# ---------------------------------------------------------------- `while`


def bind_captured(b: Body, x: s.Lasting, row: v.Variable) -> v.Expr:
    """Bind the locals of a lasting statement to the captured values of a row; always true."""
    bound: v.Expr = v.YES
    b.began = entry_of(row, AGE, f.ANY_NUMBER)
    for place, slot in enumerate(x.captures):
        values, variable = entry_of(row, CAPTURED, ANY), b.variable(slot)
        taken = entry_of(values, place + 1, variable.type)
        bound = both(bound, v.Bind(variable, taken))
    return bound


def spans_routine(lowering: Lowering) -> str:
    """Return the routine that ends the effects whose `while` condition no longer holds."""
    name = "end false spans"
    if name not in lowering.routines:
        lowering.routines[name] = None

        def over(x: s.Lasting, row: v.Variable) -> v.Expr:
            if not isinstance(x.lifetime, s.WhileHolds):
                return v.NO
            b = _body(lowering, x)
            b.prefix = f"{lowering.fresh('span')}__"
            return both(bind_captured(b, x, row), negated(b.expr(x.lifetime.condition)))

        lowering.routines[name] = Routine(name, (), tuple(_ended(lowering, over)))
    return name


PLACE = t.Optional(t.ZonePlace())
COUNT = t.Number(0, 2**31 - 1)
ORDER = t.ListOf(COUNT, 4)
SCANNED = 6  # carriers that are looked for one by one, not in their zone
OF_ALL = 16  # the same, if there is one of them among so many cards of the match


@frozen(eq=False)
class InForce:
    """
    An effect to look for: its body, its carrier, the expression that finds the carrier, and the one
    that tests the span and binds its locals. A carrier is a card, or the start time of a lasting
    statement; `None`: the rulebook itself.
    """

    written: WrittenEffect
    body: Body
    carrier: v.Variable | None
    holds: v.Expr
    finds_carrier: v.Expr = v.YES

    @property
    def lasts(self) -> s.Lasting | None:
        """The statement that starts it, if any."""
        begun_by = self.written.begun_by
        return begun_by if isinstance(begun_by, s.Lasting) else None

    @property
    def row(self) -> v.Variable:
        """The row of the lasting effect that `finds_carrier` finds."""
        return v.Variable(f"{self.body.prefix}row", ROW)


def in_force(
    lowering: Lowering, written: WrittenEffect, *, watches: bool = False, has_eyes: bool = False
) -> InForce | None:
    """
    Return a standing effect; `None` if it can never be in force with these settings.

    With `watches`, its carriers and the reads of its span are noted.
    """
    standing = written.begun_by
    if isinstance(standing, s.Lasting):
        return _of_lasting(lowering, written, standing, watches=watches, has_eyes=has_eyes)
    b = body_of(lowering, standing.name, standing.locals, written.effect.origin)
    b.prefix, b.watches, b.has_eyes = f"e{written.place}_", watches, has_eyes
    if written.carriers is None:
        holds = v.YES if standing.condition is None else b.expr(standing.condition)
        return None if holds == v.NO else InForce(written, b, None, holds)
    card = v.Variable(f"{b.prefix}card", t.Card())
    holds = _span_of_card(b, written, standing, card)
    return (
        None
        if holds == v.NO
        else InForce(written, b, card, holds, _found(b, written, standing, card))
    )


def _of_lasting(
    lowering: Lowering, written: WrittenEffect, x: s.Lasting, *, watches: bool, has_eyes: bool
) -> InForce:
    """Return an effect of a lasting statement, which finds its row by its start time."""
    b = body_of(lowering, x.name, written.locals, written.effect.origin)
    b.prefix, b.watches, b.has_eyes = f"e{written.place}_", watches, has_eyes
    age = v.Variable(f"{b.prefix}age", f.ANY_NUMBER)
    row, candidate = v.Variable(f"{b.prefix}row", ROW), v.Variable(f"{b.prefix}row", ROW)
    row_of_age = v.Find(row, ALL, apply("same", entry_of(candidate, AGE, f.ANY_NUMBER), age))
    holds = both(row_of_age, bind_captured(b, x, row))
    if watches:
        holds = both(holds, v.Bind(b.fresh("noted", f.ANY_NUMBER), b.read(age)))
    if isinstance(x.lifetime, s.WhileHolds):
        holds = both(holds, b.expr(x.lifetime.condition))
    return InForce(written, b, age, holds, row_of_age)


def _is_in_zone(b: Body, card: v.Variable) -> v.Expr:
    """Return whether a card is in play; binds its zone."""
    place = v.Variable(f"{b.prefix}place", PLACE)
    return both(v.Bind(place, v.Cell(f.WHERE, (card,), PLACE)), negated(apply("is none", place)))


def _found(b: Body, written: WrittenEffect, standing: d.Standing, card: v.Variable) -> v.Expr:
    """Return whether a card carries an effect where the effect can be in force."""
    found = _is_in_zone(b, card)
    if b.lowering.counts_as:
        found = both(found, _carries(b, written, card))
    if standing.zone is None:
        return found
    place = v.Variable(f"{b.prefix}place", t.ZonePlace())
    return both(found, is_in_zone(b.lowering, place, standing.zone))


def _carries(b: Body, written: WrittenEffect, card: v.Variable) -> v.Expr:
    """Return whether an effect is printed on what a card counts as."""
    titles, carriers = tuple(b.lowering.population.titles.values()), written.carriers or ()
    return b.lowering.entry_of(
        f"carries {written.place}",
        titles,
        lambda title: title.definition.name in carriers,
        title_of(b, card),
        t.Truth(),
    )


def _span_of_card(
    b: Body, written: WrittenEffect, standing: d.Standing, card: v.Variable
) -> v.Expr:
    """Return whether the span of a card's effect holds, wherever the card is."""
    place = v.Variable(f"{b.prefix}place", t.ZonePlace())
    condition = _found(b, written, standing, card)
    if standing.this is not None:
        condition = both(condition, v.Bind(b.variable(standing.this), card))
    if b.watches:
        where = apply("tuple", card, place, type=ORDER)
        condition = both(condition, v.Bind(b.fresh("noted", ORDER), b.read(where)))
    if standing.you is not None:
        condition = both(condition, v.Bind(b.variable(standing.you), _holder(b.lowering, place)))
    if standing.zone is not None and standing.index is not None:
        declared = b.lowering.population.zones[standing.zone]
        values = tuple(
            _index_of_place(b.lowering, declared, number, place)
            for number in range(len(declared.index))
        )
        condition = both(condition, all_fit(b, standing.index, values))
    return condition if standing.condition is None else both(condition, b.expr(standing.condition))


def _holder(lowering: Lowering, place: v.Variable) -> v.Expr:
    places = tuple(lowering.population.all_places())
    return lowering.entry_of("holder", places, lambda at: at.holder, place, t.Optional(t.Player()))


def _index_of_place(lowering: Lowering, zone: d.Zone, number: int, place: v.Variable) -> v.Expr:
    return lowering.entry_of(
        f"index {number} of {zone.name}",
        tuple(lowering.population.all_places()),
        lambda at: at.index[number] if at.zone is zone else None,
        place,
        zone.index[number].type,
    )


def carriers(force: InForce) -> v.Expr:
    """Return the potential carriers of an effect: cards, or start times of a lasting statement."""
    lowering, standing = force.body.lowering, force.written.begun_by
    if isinstance(standing, s.Lasting):
        row = v.Variable(f"{force.body.prefix}of", ROW)
        is_it, age = _is_of(lowering, standing, row), entry_of(row, AGE, f.ANY_NUMBER)
        return v.Through("members", row, ALL, is_it, age, t.ListOf(f.ANY_NUMBER, 1000))
    assert force.written.carriers is not None
    cards = [
        card
        for card in lowering.population.cards
        if card.title.definition.name in force.written.carriers
    ]
    type = t.SetOf(t.Card())
    if lowering.counts_as and standing.zone is None:
        return v.Constant(tuple(card.order for card in lowering.population.cards), type)
    few = max(SCANNED, len(lowering.population.cards) // OF_ALL)
    if (len(cards) <= few and not lowering.counts_as) or standing.zone is None:
        return v.Constant(tuple(card.order for card in cards), type)
    places = lowering.population.places[standing.zone]
    family = f.zone_family(standing.zone)
    first = next(iter(places.values())).order
    base = lowering.layout["zones"].base + first
    assert base == lowering.layout[family].base
    cells = [v.Cell("zones", (v.Constant(p.order, PLACE),), type) for p in places.values()]
    there = pieced_together(cells, type)
    card = v.Variable(f"{force.body.prefix}carrier", t.Card())
    return v.Through("members", card, there, _carries(force.body, force.written, card), None, type)


def each_in_force(
    force: InForce, then: Callable[[v.Expr], tuple[Stmt, ...]], more: v.Expr = v.YES
) -> list[Stmt]:
    """Iterate over the carriers of an effect in force; `then` gets the expression for its order."""
    holds = both(force.holds, more)
    if force.carrier is None:
        stmts = then(order_of(force))
        return list(stmts) if holds == v.YES else [If(holds, stmts)]
    label = force.body.lowering.fresh("carriers")
    return [Each(label, force.carrier, carriers(force), (If(holds, then(order_of(force))),))]


def order_of(force: InForce) -> v.Expr:
    """Return when an effect began, and its rank in standard order among those of that moment."""
    lowering = force.body.lowering
    seats = len(lowering.population.players)
    written = v.Constant(force.written.place, COUNT)
    if force.carrier is None:
        return v.Constant((0, seats, force.written.place, -1), ORDER)
    if force.lasts is not None:
        holder = entry_of(force.row, HOLDER, t.Optional(t.Player()))
        turn = v.Cell(f.ACTIVE, (), t.Player())
        far = v.Apply("seats away", (holder, turn, v.Constant(seats, COUNT)), COUNT)
        return apply("tuple", force.carrier, far, written, force.carrier, type=ORDER)
    card = force.carrier
    age = v.Cell(f.AGES, (card,), COUNT)
    return apply("tuple", age, away(lowering, card, seats), written, card, type=ORDER)


def away(lowering: Lowering, card: v.Variable, seats: int) -> v.Expr:
    """Return the holder's distance from the active player; cards without a holder come last."""
    place = v.Variable(card.name.replace("card", "place"), t.ZonePlace())
    turn = v.Cell(f.ACTIVE, (), t.Player())
    return v.Apply("seats away", (_holder(lowering, place), turn, v.Constant(seats, COUNT)), COUNT)
