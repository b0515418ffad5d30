"""Lowers arithmetic, comparison, equality, truth, named values and histories."""

from __future__ import annotations

from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow.build_exprs import (
    apply,
    both,
    either,
    held,
    known,
    negated,
    unless_none,
    when,
)
from ruleslang.engine.flow.cards import is_of_kind, is_within, same, sits_automatically, title_of
from ruleslang.engine.flow.cell_access import given, is_in_zone, number_at
from ruleslang.engine.flow.context import (
    Body,
    Lowering,
    body_of,
    lowers_expression,
    lowers_statement,
    may_be_none,
)
from ruleslang.engine.flow.expressions.reading import all_places, zone_count
from ruleslang.engine.flow.ir_stmts import Fail, If, Set, Stmt, Stmts, Write
from ruleslang.engine.flow.modifiers import modified
from ruleslang.engine.flow.state_layout import HISTORIES, NOTED_ROWS, WHERE, ZONES, zone_family
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.engine.flow.visible_reads import needs_eyes
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import join, plain
from ruleslang.program.walk import walk


@lowers_expression(e.Arithmetic)
def arithmetic(x: e.Arithmetic, b: Body) -> v.Expr:
    """Lower `+`, `-`, `*` of integers; none is a fault."""
    left, right = (known(b.expr(side), x.origin) for side in (x.left, x.right))
    type = b.type_of(x)
    b.lowering.note_largest(type, x.origin)
    return apply(x.operator, left, right, type=type)


@lowers_expression(e.Divide)
def divide(x: e.Divide, b: Body) -> v.Expr:
    """Divide and round up or down."""
    if x.rounding == "exact":
        b.refuse("fractions")
    left, right = (known(b.expr(side), x.origin) for side in (x.left, x.right))
    return apply("/ up" if x.rounding == "up" else "/ down", left, right, type=b.type_of(x))


@lowers_expression(e.Negate)
def negate(x: e.Negate, b: Body) -> v.Expr:
    return apply("negate", known(b.expr(x.operand), x.origin), type=b.type_of(x))


@lowers_expression(e.Compare)
def compare(x: e.Compare, b: Body) -> v.Expr:
    """Compare numbers by size, words by rank, lists lexicographically; none is a fault."""
    left, right = (known(b.expr(side), x.origin) for side in (x.left, x.right))
    return apply(x.operator, left, right)


@lowers_expression(e.Equal)
def equal(x: e.Equal, b: Body) -> v.Expr:
    """Lower `is`."""
    return same(b, b.expr(x.left), b.expr(x.right), x.comparing)


@lowers_expression(e.In)
def within(x: e.In, b: Body) -> v.Expr:
    """Lower `is in`; a card is looked for where it is, not among those of a zone."""
    member = b.expr(x.member)
    is_card = isinstance(plain(member.type), t.Card) and x.comparing == "values"
    if isinstance(x.set, e.ReadZone) and is_card and not (b.watches or b.has_eyes):
        return _is_in_zone(b, member, x.set)
    return is_within(b, member, x.set, x.comparing)


def _is_in_zone(b: Body, member: v.Expr, zone: e.ReadZone) -> v.Expr:
    card = b.fresh("card", member.type)
    where = b.fresh("where", t.Optional(t.ZonePlace()))
    at, population = v.Variable(where.name, t.ZonePlace()), b.lowering.population
    cell = v.Cell(WHERE, (v.Variable(card.name, t.Card()),), where.type)
    written: dict[int, tuple[v.Expr, v.Expr]] = {}
    if all(isinstance(coordinate, e.AnyIndex) for coordinate in zone.index):
        is_there = is_in_zone(b.lowering, at, zone.name)
    else:
        family = b.lowering.layout[zone_family(zone.name)]
        first, declared = family.base - b.lowering.layout[ZONES].base, population.zones[zone.name]
        is_there = v.NO
        found = all_places(b, declared.index, zone.index)
        written = {id(at): held(b, at) for place in found for at in place}
        for place in found:
            held_place = [written[id(at)][1] for at in place]
            number = number_at(held_place, family.strides, first, t.ZonePlace())
            is_there = either(is_there, apply("same", at, number))
    is_there = both(v.Bind(where, cell), both(negated(apply("is none", where)), is_there))
    if may_be_none(member.type):
        is_there = both(negated(apply("is none", card)), is_there)
    for now, _ in reversed(written.values()):
        is_there = both(now, is_there)
    return both(v.Bind(card, member), is_there)


@lowers_expression(e.IsKind)
def is_kind(x: e.IsKind, b: Body) -> v.Expr:
    """Lower `c is spell`."""
    return is_of_kind(b, b.expr(x.subject), x.kind, x.of)


@lowers_expression(e.IsTitle)
def is_title(x: e.IsTitle, b: Body) -> v.Expr:
    """Return whether a card counts as a title; false if either is none."""
    title = b.expr(x.title)
    subject = title_of(b, b.expr(x.subject))
    if not (may_be_none(title.type) and may_be_none(subject.type)):
        return apply("same", subject, title)
    variable = b.fresh("title", title.type)
    is_so = both(negated(apply("is none", variable)), apply("same", subject, variable))
    return b.bound(variable, title, is_so)


@lowers_expression(e.IsPiece)
def is_piece(x: e.IsPiece, b: Body) -> v.Expr:
    """Lower `m is keeper`."""
    return is_of_kind(b, b.expr(x.subject), x.piece, "piece")


@lowers_expression(e.IsAutomatic)
def is_automatic(x: e.IsAutomatic, b: Body) -> v.Expr:
    """Return whether a player's seat is automatic."""
    return unless_none(b, b.expr(x.player), lambda player: sits_automatically(b, player), v.NO)


@lowers_expression(e.IsEmpty)
def is_empty(x: e.IsEmpty, b: Body) -> v.Expr:
    if b.has_eyes and isinstance(x.operand, e.ReadZone):
        return apply("same", zone_count(x.operand, b), v.Constant(0, t.Number(0, 0)))
    return apply("is empty", b.expr(x.operand))


@lowers_expression(e.Not)
def negation(x: e.Not, b: Body) -> v.Expr:
    return negated(b.expr(x.operand))


@lowers_expression(e.And)
def conjunction(x: e.And, b: Body) -> v.Expr:
    """Return a conjunction; the right side is evaluated only if the left is true."""
    left = b.expr(x.left)
    return left if left == v.NO else both(left, b.expr(x.right))


@lowers_expression(e.Or)
def disjunction(x: e.Or, b: Body) -> v.Expr:
    """Return a disjunction; the right side is evaluated only if the left is false."""
    left = b.expr(x.left)
    return left if left == v.Constant(value=True, type=t.Truth()) else either(left, b.expr(x.right))


@lowers_expression(e.WhenOtherwise)
def when_otherwise(x: e.WhenOtherwise, b: Body) -> v.Expr:
    """Return a conditional; only the chosen value is evaluated."""
    condition = b.expr(x.condition)
    if isinstance(condition, v.Constant):
        return b.expr(x.value if condition.value else x.otherwise)
    return when(condition, b.expr(x.value), b.expr(x.otherwise), b.type_of(x))


@lowers_expression(e.CallValue)
def call_value(x: e.CallValue, b: Body) -> v.Expr:
    declared = b.lowering.population.values[x.name]
    kept, arguments = given(b, b.exprs(x.arguments), declared.parameters, x.origin)
    routine = value_routine(b.lowering, declared, watches=b.watches, has_eyes=b.has_eyes)
    return b.bound_all(kept, v.Invoke(routine, arguments, declared.type))


def value_routine(
    lowering: Lowering, declared: d.Value, *, watches: bool = False, has_eyes: bool = False
) -> str:
    """Return the routine of a named value, perhaps one that notes reads, or reads what is seen."""
    is_constant = _is_constant(lowering, declared.name)
    watches = watches and not is_constant
    has_eyes = has_eyes and needs_eyes(lowering, lowering.derived.reads.values[declared.name])
    name = f"{'watched ' if watches else 'seen ' if has_eyes else ''}value {declared.name}"
    if name not in lowering.routines:
        lowering.routines[name] = None
        b = body_of(lowering, name, declared.locals, declared.origin)
        b.watches, b.has_eyes = watches, has_eyes
        parameters = tuple(b.variable(slot) for slot in range(len(declared.parameters)))
        plain_stmts: list[Stmt] = [
            Set(b.variable(let.slot), b.expr(let.value)) for let in declared.lets
        ]
        stmts = modified(b, declared, parameters, plain_stmts, _cases(b, declared))
        lowering.routines[name] = Routine(
            name,
            parameters,
            tuple(stmts),
            is_pure=True,
            is_constant=is_constant,
            is_deep=declared.name in lowering.derived.deep_values,
            origin=declared.origin,
        )
    return name


def _is_constant(lowering: Lowering, name: str) -> bool:
    """
    Return whether a value reads neither changing cells nor the active player.

    The title that a card counts as is constant as long as nothing is played as another card.
    """
    read = lowering.derived.reads.values[name]
    lasting = ("value", "lasting") if lowering.counts_as else ("value", "lasting", "counts as")
    if any(cell.kind not in lasting for cell in read):
        return False
    values_read = [lowering.population.values[cell.name] for cell in read if cell.kind == "value"]
    return not any(
        (isinstance(node, e.Everything) and node.what in ("players", "all players", "winners"))
        or str(getattr(node, "sorting", "")).endswith("clockwise")
        or isinstance(node, t.UnderWay)
        for node in walk((lowering.population.values[name], *values_read))
    ) and not any(value.name in lowering.derived.effects.written_modifiers for value in values_read)


def _cases(b: Body, declared: d.Value) -> v.Expr:
    result: v.Expr = v.Fails("not-a-member", declared.origin, t.Never())
    for case in reversed(declared.cases):
        value = b.expr(case.value)
        if case.condition is None:
            result = value
        else:
            both_types = join(value.type, result.type, b.lowering.world.kinds) or declared.type
            result = when(b.expr(case.condition), value, result, both_types)
    return result


COUNT = t.Number(0, 2**31 - 1)
HALVES = t.ListOf(t.Number(0, 2**32 - 1), 2)


@lowers_expression(e.TimesNoted)
def times_noted(x: e.TimesNoted, b: Body) -> v.Expr:
    """Return how often a position equal to the current one was noted."""
    return apply("count of", b.read(_rows(b.lowering, x.history)), _now(b, x.history), type=COUNT)


@lowers_statement(s.Note)
def note(x: s.Note, b: Body) -> list[Stmt]:
    """Count the current position once more."""
    now, rows = b.fresh("now", HALVES), _rows(b.lowering, x.history)
    is_new = apply("same", apply("count of", rows, now, type=COUNT), v.Constant(0, COUNT))
    is_full = apply(">=", apply("number of", rows, type=COUNT), v.Constant(limits.MEMBERS, COUNT))
    return [
        Set(now, _now(b, x.history)),
        If(both(is_full, is_new), (Fail("too-much", x.origin),)),
        Write(HISTORIES, rows.at, apply("counted", rows, now, type=NOTED_ROWS)),
    ]


def forgotten(lowering: Lowering, event: str) -> Stmts:
    """Return the resets of histories at an event."""
    names, nothing = lowering.derived.forgotten.get(event, ()), v.Constant((), NOTED_ROWS)
    return tuple(Write(HISTORIES, _rows(lowering, name).at, nothing) for name in names)


def _rows(lowering: Lowering, name: str) -> v.Cell:
    names = [history.name for history in lowering.population.program.histories]
    return v.Cell(HISTORIES, (v.Constant(names.index(name), COUNT),), NOTED_ROWS)


def _now(b: Body, name: str) -> v.Expr:
    history = next(
        declared for declared in b.lowering.population.program.histories if declared.name == name
    )
    values_recorded = [b.lowering.population.values[value] for value in history.values]
    values = tuple(
        v.Invoke(value_routine(b.lowering, declared), (), declared.type)
        for declared in values_recorded
    )
    return v.HistoryHash(name, values, HALVES)
