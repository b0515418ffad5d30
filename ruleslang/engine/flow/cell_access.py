"""Lowers addresses of cells, writes to them, and resets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow.build_exprs import apply, kept, known, negated, unless_none, within
from ruleslang.engine.flow.context import Body, Lowering, body_of, may_be_none
from ruleslang.engine.flow.ir_stmts import Do, Each, If, Set, Stmt, Write
from ruleslang.engine.flow.state_layout import has_specimens, shown_family, state_family
from ruleslang.engine.match.runtime_values import CardDefinition
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

_PLACE = t.Number(0, 2**31 - 1)


def address(
    b: Body, places: Sequence[d.IndexPlace], index: Sequence[e.Expr | e.AnyIndex], origin: int = -1
) -> tuple[v.Expr, ...]:
    """Return the numbers of an index; a value outside the domain is a fault, at this origin."""
    words, before = b.exprs(index), b.origin
    b.origin = before if origin < 0 else origin
    numbers = (ordinal(b, place.type, word) for place, word in zip(places, words, strict=True))
    found = tuple(numbers)
    b.origin = before
    return found


def number_at(at: Sequence[v.Expr], strides: Sequence[int], first: int, type: t.Type) -> v.Expr:
    """Return the number of a cell in a row of all, from its numbers in each dimension."""
    number: v.Expr | None = None
    for place, stride in zip(at, strides, strict=True):
        far = apply("*", place, v.Constant(stride, t.Number(stride, stride)), type=type)
        number = far if number is None else apply("+", number, far, type=type)
    base = v.Constant(first, type)
    return base if number is None else apply("+", number, base, type=type)


def ordinal(b: Body, domain: t.Type, expr: v.Expr) -> v.Expr:
    """Return the rank of a value among all of a type, from 0."""
    if isinstance(domain, t.Optional):
        return unless_none(b, expr, partial(_behind_none, b, domain.inner), v.Constant(0, _PLACE))
    expr = known(expr, b.origin)
    match domain:
        case t.Number(low, high):
            inside = within(expr, low, high, "not-a-member", b.origin)
            return apply("-", inside, v.Constant(low, _PLACE), type=t.Number(0, high - low))
        case t.Player() | t.Team() | t.WordOf() | t.Truth():
            return expr
    members = [entity.order for entity in b.lowering.population.domain(domain)]
    first = members[0] if members else 0
    if _all_in(b, expr.type, domain) and members == list(range(first, first + len(members))):
        return apply("-", expr, v.Constant(first, _PLACE), type=_PLACE)
    return v.Present(_numbers_among(b, domain, members, expr), "not-a-member", b.origin, _PLACE)


def _behind_none(b: Body, domain: t.Type, expr: v.Expr) -> v.Expr:
    return apply("+", ordinal(b, domain, expr), v.Constant(1, _PLACE), type=_PLACE)


def member_at(b: Body, type: t.Type, number: v.Expr) -> v.Expr:
    """Return the member of a type with this rank."""
    members = b.lowering.population.domain(type)
    return b.lowering.entry_of(f"all of {type}", members, lambda member: member, number, type)


def always_in(b: Body, type: t.Type, domain: t.Type) -> bool:
    """Return whether every value of a type is in a domain, by the types."""
    if isinstance(domain, t.Optional):
        return always_in(b, plain(type), domain.inner)
    if isinstance(type, t.Optional):
        return False
    if isinstance(type, t.Number) and isinstance(domain, t.Number):
        return domain.low <= type.low and type.high <= domain.high
    return _all_in(b, type, domain)


def _all_in(b: Body, type: t.Type, domain: t.Type) -> bool:
    """Return whether every value of a type is a member of a domain, by enumeration."""
    population = b.lowering.population
    if isinstance(type, t.Never):
        return True
    if isinstance(type, t.Card) and has_specimens(population):
        return False
    return {*population.domain(type)} <= {*population.domain(domain)}


def _specimens(b: Body) -> tuple[CardDefinition, ...]:
    """Return the representatives of definitions, numbered after the cards."""
    population = b.lowering.population
    return tuple(population.titles.values()) if has_specimens(population) else ()


def _numbers_among(b: Body, domain: t.Type, members: list[int], expr: v.Expr) -> v.Lookup:
    number = {member: place for place, member in enumerate(members)}
    population = {
        t.Card: (*b.lowering.population.cards, *_specimens(b)),
        t.Title: tuple(b.lowering.population.titles.values()),
        t.Piece: b.lowering.population.pieces,
        t.Space: b.lowering.population.spaces,
    }[type(domain)]

    def entries() -> list[int | v.Absent]:
        return [number.get(place, v.ABSENT) for place in range(len(population))]

    name = b.lowering.table(f"place in {domain}", (len(population),), _PLACE, entries)
    return v.Lookup(name, (expr,), _PLACE)


def write_cell(b: Body, declared: d.State, at: tuple[v.Expr, ...], value: v.Expr) -> list[Stmt]:
    """Write a cell; an unchanged value hides nothing that was revealed."""
    family = state_family(declared.name)
    if shown_family(family) not in b.lowering.layout.families:
        return [Write(family, at, value)]
    numbers = tuple(b.fresh("at", coordinate.type) for coordinate in at)
    new = b.fresh("new", value.type)
    is_same = apply("same", v.Cell(family, numbers, declared.type), new)
    writes = (Write(shown_family(family), numbers, v.NONE), Write(family, numbers, new))
    places: list[Stmt] = [Set(number, place) for number, place in zip(numbers, at, strict=True)]
    return [*places, Set(new, value), If(negated(is_same), writes)]


def checked(expr: v.Expr, type: t.Type, origin: int) -> v.Expr:
    """Return the value checked against the type of its destination; a mismatch is a fault."""
    if not may_be_none(type):
        expr = known(expr, origin)
    elif isinstance(expr, v.Constant) and expr.value is None:
        return expr
    of, expr_type = plain(type), plain(expr.type)
    if isinstance(of, t.Number):
        return within(expr, of.low, of.high, origin=origin)
    if isinstance(of, (t.SetOf, t.ListOf)):
        return _members(expr, of, expr_type, origin)
    return expr


def checked_all(
    exprs: Iterable[v.Expr], parameters: Sequence[d.Parameter], origin: int
) -> tuple[v.Expr, ...]:
    """Return arguments checked against the types of their parameters."""
    pairs = zip(exprs, parameters, strict=True)
    return tuple(checked(expr, parameter.type, origin) for expr, parameter in pairs)


def given(
    b: Body, exprs: tuple[v.Expr, ...], parameters: Sequence[d.Parameter], origin: int
) -> tuple[list[Set], tuple[v.Expr, ...]]:
    """
    Return arguments that are checked once all are evaluated, as a call does it. First come the
    variables that hold them until then, if evaluating a later one may be a fault.
    """
    found = checked_all(exprs, parameters, origin)
    changed = [new is not old for new, old in zip(found, exprs, strict=True)]
    later = exprs[changed.index(True) + 1 :] if any(changed) else ()
    if all(isinstance(each, v.Variable | v.Constant) for each in later):
        return [], found
    bindings = [Set(b.fresh("argument", expr.type), expr) for expr in exprs]
    return bindings, checked_all((each.variable for each in bindings), parameters, origin)


def _members(expr: v.Expr, of: t.SetOf | t.ListOf, expr_type: t.Type, origin: int) -> v.Expr:
    most = of.up_to
    if (
        most is not None
        and isinstance(expr_type, (t.SetOf, t.ListOf))
        and expr_type.up_to is not None
    ):
        most = None if expr_type.up_to <= most else most
    inner = of.element
    low, high = (inner.low, inner.high) if isinstance(inner, t.Number) else (None, None)
    element = expr_type.element if isinstance(expr_type, (t.SetOf, t.ListOf)) else None
    if (
        low is not None
        and isinstance(element, t.Number)
        and low <= element.low
        and element.high <= (high or 0)
    ):
        low = high = None
    if most is None and low is None:
        return expr
    return v.AllWithin(expr, most, low, high, origin, expr.type)


def resets(lowering: Lowering, event: str) -> tuple[Stmt, ...]:
    """Return the resets at an event."""
    states = [lowering.population.states[name] for name in lowering.derived.resets.get(event, ())]
    return tuple(stmt for declared in states for stmt in _reset(lowering, declared))


def _reset(lowering: Lowering, declared: d.State) -> tuple[Stmt, ...]:
    b, start = start_of(lowering, declared)
    family = state_family(declared.name)
    if isinstance(start, v.Constant):
        return (Do("fill", (family,), (start,)),)
    return _through_places(b, declared, family, start, ())


def is_in_zone(lowering: Lowering, place: v.Variable, zone: str) -> v.Expr:
    """Return whether a place is one of a zone."""
    places = tuple(lowering.population.all_places())
    return lowering.entry_of(
        f"lies in {zone}", places, lambda at: at.zone.name == zone, place, t.Truth()
    )


def stmts_to_reset(lowering: Lowering, declared: d.State, card: v.Variable) -> tuple[Stmt, ...]:
    """Return what gives a state its start value for one card, the first of its index."""
    b, start = start_of(lowering, declared)
    domain = declared.index[0].type
    members = {*lowering.population.domain(domain)}
    cards = lowering.population.cards
    has_place: v.Expr = v.Constant(value=True, type=t.Truth())
    if not members.issuperset(cards):
        has_place = lowering.entry_of(
            f"is in {domain}", cards, lambda member: member in members, card, t.Truth()
        )
    here = v.Variable(card.name, domain)
    place = ordinal(b, domain, here)
    stmts = _through_places(b, declared, state_family(declared.name), start, (place,))
    return (If(has_place, stmts),)


def start_of(lowering: Lowering, declared: d.State) -> tuple[Body, v.Expr]:
    """Return the start value of a state: a constant, unless it depends on the index."""
    b = body_of(lowering, f"start of {declared.name}", declared.locals, declared.origin)
    if declared.start is None:
        is_none = isinstance(declared.type, t.Optional)
        return b, v.Constant(None if is_none else v.ABSENT, declared.type)
    written = checked(b.expr(declared.start), declared.type, declared.origin)
    return b, kept(b, written, declared.type)


def _through_places(
    b: Body, declared: d.State, family: str, start: v.Expr, at: tuple[v.Expr, ...]
) -> tuple[Stmt, ...]:
    """Return what writes the start value at every index."""
    if len(at) == len(declared.index):
        return tuple(write_cell(b, declared, at, start))
    type = declared.index[len(at)].type
    members = b.lowering.population.domain(type)
    number = b.fresh("place", t.Number(0, len(members)))
    local = b.variable(len(at))
    stmts = _through_places(b, declared, family, start, (*at, number))
    numbers = v.Constant(tuple(range(len(members))), t.ListOf(number.type, len(members)))
    taken = Set(v.Variable(local.name, type), member_at(b, type, number))
    return (Each(b.lowering.fresh("places"), number, numbers, (taken, *stmts)),)
