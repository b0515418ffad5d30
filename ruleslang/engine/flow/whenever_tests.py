"""
Lowers the tests of `whenever` rules: routines that find for whom a rule is true, queue what
became true, and note the reads of its condition.
"""

from __future__ import annotations

from attrs import frozen

from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.build_exprs import apply, both, entry_of, negated, standard, with_entry
from ruleslang.engine.flow.context import Body, Lowering
from ruleslang.engine.flow.effects_in_force import (
    ALL,
    InForce,
    each_in_force,
    in_force,
    order_of,
    spans_routine,
)
from ruleslang.engine.flow.ir_stmts import Call, Do, Each, If, Return, Set, Stmt, Stmts, Write
from ruleslang.engine.flow.runs_under_way import attempted
from ruleslang.engine.flow.tables_and_routines import Routine, Rule
from ruleslang.program import expressions as e
from ruleslang.program import types as t

SETTLE = "settle"
DUE = v.Variable("due_", t.Truth())
LOOKED = v.Variable("looked_", f.ANY_NUMBER)
CARRIER = v.Variable("carrier_", f.ANY_NUMBER)
ROW = f.WAITING.element
AGAIN_ROWS = t.ListOf(t.ListOf(f.ANY_NUMBER, 4), 1000)
NOBODY, WHOLE = v.Constant(-1, f.ANY_NUMBER), v.Constant(0, f.ANY_NUMBER)  # no carrier; no member
WAIT = v.Cell(f.QUEUE, (), f.WAITING)


@frozen(eq=False)
class Tested:
    """A rule lowered in a routine: its body, and its condition there."""

    rule: Rule
    force: InForce

    @property
    def body(self) -> Body:
        return self.force.body

    @property
    def members(self) -> e.ThereIs | None:
        """The set for each of whose members it is tested, if there is one."""
        condition = self.rule.effect.condition
        return condition if isinstance(condition, e.ThereIs) else None

    @property
    def member(self) -> v.Variable:
        """The variable for the member: a number, or a tuple if the members are sets."""
        return v.Variable("member_", member_type(self.rule))

    def taken(self, carrier: v.Expr, member: v.Expr) -> Stmts:
        """Bind the carrier's and member's locals."""
        stmts: list[Stmt] = []
        if self.force.carrier is not None:
            stmts.append(Set(self.force.carrier, carrier))
        return (*stmts, Set(self.member, member))

    def holds(self) -> v.Expr:
        """Return whether a rule holds for carrier and member; binds the condition's variables."""
        b, members = self.body, self.members
        if members is None:
            return both(self.force.holds, b.expr(self.rule.effect.condition))
        variable = b.variable(members.variable)
        is_he = apply("same", variable, self.member)
        condition = v.YES if members.condition is None else b.expr(members.condition)
        member = v.Find(variable, b.expr(members.subject), both(is_he, condition))
        return both(self.force.holds, member)

    def who(self) -> v.Expr:
        """Return the members for which it is true now."""
        b, members, several = self.body, self.members, _members_type(self)
        if members is None:
            holds = attempted(b, b.expr(self.rule.effect.condition), v.NO)
            return v.Through(
                "members", self.member, v.Constant((0,), several), holds, None, several
            )
        over = attempted(b, b.expr(members.subject), v.Constant((), several))
        if members.over == "list":
            over = apply("distinct", over, type=several)
        if members.condition is None:
            return over
        variable = b.variable(members.variable)
        holds = attempted(b, b.expr(members.condition), v.NO)
        return v.Through("members", variable, over, holds, None, several)


def member_type(rule: Rule) -> t.Type:
    """Return the type of a rule's members: tuples if these are sets, else numbers."""
    condition = rule.effect.condition
    if not isinstance(condition, e.ThereIs):
        return f.ANY_NUMBER
    of = rule.written.locals[condition.variable].type
    return of if isinstance(of, (t.SetOf, t.ListOf)) else f.ANY_NUMBER


def _members_type(here: Tested) -> t.Type:
    return t.ListOf(member_type(here.rule), 1000)


def _entries(rule: Rule, row: v.Expr, first: int) -> tuple[v.Expr, v.Expr]:
    return entry_of(row, first, f.ANY_NUMBER), entry_of(row, first + 1, member_type(rule))


def tested(lowering: Lowering, rule: Rule, *, watches: bool = False) -> Tested:
    """Lower a rule for a test in its own routine."""
    force = in_force(lowering, rule.written, watches=watches)
    assert force is not None
    return Tested(rule, force)


def row_of(rule: Rule, carrier: v.Expr, member: v.Expr) -> v.Expr:
    """Return the row of a rule in the queue."""
    return apply("tuple", v.Constant(rule.place, f.ANY_NUMBER), carrier, member, type=ROW)


def enqueued(row: v.Expr) -> Stmt:
    """Append a row to the queue."""
    return Write(f.QUEUE, (), with_entry(WAIT, row))


# ---------------------------------------------------------------- what became true


def tests_routine(lowering: Lowering, rules: tuple[Rule, ...]) -> str:
    """Return the routine that tests some rules; returns whether something is to be run now."""
    name = f"test rules {' '.join(str(rule.place) for rule in rules)}"
    if name not in lowering.routines:
        lowering.routines[name] = None
        stmts: list[Stmt] = []
        is_quiet = negated(apply("same", v.Cell(f.QUIET, (), f.ANY_NUMBER), WHOLE))
        noted: Stmts = (Write(f.LATE, (), v.YES),) if lowering.is_late else ()
        stmts.append(If(is_quiet, (*noted, Return(v.NO))))
        if lowering.spans:
            some = negated(apply("is empty", ALL))
            stmts.append(If(some, (Call(spans_routine(lowering), ()),)))
        if not lowering.rules:
            stmts.append(Return(v.NO))
        if lowering.rules and lowering.ended:
            is_left = negated(apply("is empty", v.Cell(f.AGAIN, (), AGAIN_ROWS)))
            stmts.append(If(is_left, (Call(_left_routine(lowering), ()),)))
        if lowering.is_late and lowering.rules:
            every = Call(tests_routine(lowering, lowering.rules), (), DUE)
            is_late = v.Cell(f.LATE, (), t.Truth())
            if rules == lowering.rules:
                stmts.append(Write(f.LATE, (), v.NO))
            else:
                stmts.append(If(is_late, (every, Return(DUE))))
        stmts += _tests(lowering, rules)
        is_free = negated(v.Cell(f.SETTLING, (), t.Truth()))
        if lowering.rules:
            stmts.append(Return(both(negated(apply("is empty", WAIT)), is_free)))
        lowering.routines[name] = Routine(name, (), tuple(stmts))
    return name


def _tests(lowering: Lowering, rules: tuple[Rule, ...]) -> Stmts:
    """
    Return the tests of some rules. Rules with hypothetical conditions come last, so that all others
    have been tested in the hypothetical position; rules that became true are then sorted in the
    order of the text.
    """
    asking = [rule for rule in rules if _asks(lowering, rule)]
    acting = [rule for rule in rules if not _asks(lowering, rule)]
    tests = tuple(Call(_test_routine(lowering, rule), ()) for rule in (*acting, *asking))
    if not asking or not acting:
        return tests
    before, new, row = (v.Variable(f"{name}_", f.WAITING) for name in ("waiting", "joining", "row"))
    row = v.Variable(row.name, ROW)
    ordered: v.Expr = before
    for rule in rules:
        is_its = apply(
            "same", v.Apply("first", (row,), f.ANY_NUMBER), v.Constant(rule.place, f.ANY_NUMBER)
        )
        its = v.Through("members", row, new, is_its, None, f.WAITING)
        ordered = apply("joined", ordered, its, type=f.WAITING)
    return (
        Set(before, WAIT),
        *tests,
        Set(new, apply("without", WAIT, before, type=f.WAITING)),
        If(negated(apply("is empty", new)), (Write(f.QUEUE, (), ordered),)),
    )


def _asks(lowering: Lowering, rule: Rule) -> bool:
    return not lowering.derived.reads.imagined.acts(rule.effect.id)


def _test_routine(lowering: Lowering, rule: Rule) -> str:
    """Return the routine that updates for whom a rule is true, and queues what became true."""
    name = f"test rule {rule.place}"
    if name not in lowering.routines:
        lowering.routines[name] = None
        before = v.Cell(f.truth_family(rule.place), (), f.TRUE_FOR)
        now, new = v.Variable("now_", f.TRUE_FOR), v.Variable("new_", f.TRUE_FOR)
        changed: Stmts = (
            Set(new, apply("without", now, before, type=f.TRUE_FOR)),
            Write(f.truth_family(rule.place), (), now),
            If(negated(apply("is empty", new)), _queued(lowering, rule, new)),
        )
        same = apply("same", now, before)
        rests: Stmts = ()
        if _asks(lowering, rule):
            rests = (If(v.Cell(f.IS_IMAGINED, (), t.Truth()), (Return(),)),)
        stmts = (*rests, Set(now, v.Invoke(_truths_routine(lowering, rule), (), f.TRUE_FOR)))
        lowering.routines[name] = Routine(name, (), (*stmts, If(negated(same), changed)))
    return name


def _truths_routine(lowering: Lowering, rule: Rule) -> str:
    """Return the routine that returns for whom a rule is true: pairs of carrier and member."""
    name = f"true of rule {rule.place}"
    lowering.routines[name] = None
    here = tested(lowering, rule)
    true_for = v.Variable("found_", f.TRUE_FOR)
    member = v.Variable("one_", member_type(here.rule))
    carrier = NOBODY if here.force.carrier is None else here.force.carrier
    pair = apply("tuple", carrier, member, type=f.TRUE_FOR.element)
    pairs = v.Through("members", member, here.who(), None, pair, f.TRUE_FOR)
    more = Set(true_for, apply("joined", true_for, pairs, type=f.TRUE_FOR))
    stmts = (
        Set(true_for, v.Constant((), f.TRUE_FOR)),
        *each_in_force(here.force, lambda _: (more,)),
        Return(true_for),
    )
    lowering.routines[name] = Routine(name, (), stmts, is_pure=True, origin=rule.effect.origin)
    return name


def _queued(lowering: Lowering, rule: Rule, new: v.Variable) -> Stmts:
    """Append pairs to the queue in standard order, unless they are in it."""
    here, pair = tested(lowering, rule), v.Variable("pair_", f.TRUE_FOR.element)
    carrier, member = _entries(here.rule, pair, 1)
    row = v.Variable("row_", ROW)
    join = If(negated(apply("is in", row, WAIT)), (enqueued(row),))
    stmts = (Set(row, row_of(rule, carrier, member)), join)
    return (Each(lowering.fresh("new"), pair, _in_order(here, new), stmts),)


def _in_order(here: Tested, new: v.Variable) -> v.Expr:
    members = here.members
    if here.force.carrier is None:
        if members is None:
            return new
        pair, member = (
            v.Variable("each_", f.TRUE_FOR.element),
            v.Variable("one_", member_type(here.rule)),
        )
        last, several = v.Apply("last", (pair,), member.type), _members_type(here)
        them = v.Through("members", pair, new, None, last, several)
        ordered = standard(here.body, them, members.sorting, several)
        pair_again = apply("tuple", NOBODY, member, type=f.TRUE_FOR.element)
        return v.Through("members", member, ordered, None, pair_again, f.TRUE_FOR)
    return _by_carrier(here, new)


def _by_carrier(here: Tested, new: v.Variable) -> v.Expr:
    """Return pairs sorted by when their carriers began, then by their members."""
    members, force, b = here.members, here.force, here.body
    assert force.carrier is not None
    keyed = t.ListOf(t.ListOf(f.ANY_NUMBER, 7), 1000)
    pair = v.Variable("each_", f.TRUE_FOR.element)
    carrier, member = _entries(here.rule, pair, 1)
    order = order_of(force)
    assert isinstance(order, v.Apply)
    age, seats, place, card = order.operands
    rank: v.Expr = member
    if members is not None and members.sorting == "clockwise":
        population = v.Constant(len(b.lowering.population.players), f.ANY_NUMBER)
        turn = v.Cell(f.ACTIVE, (), t.Player())
        rank = v.Apply("seats away", (member, turn, population), f.ANY_NUMBER)
    if members is not None and members.sorting == "sets clockwise":
        rank = _seats_away(here, member)
    key = apply("tuple", seats, age, place, card, rank, carrier, member, type=keyed.element)
    known = both(v.Bind(force.carrier, carrier), force.finds_carrier)
    rows = apply("sorted", v.Through("members", pair, new, known, key, keyed), type=keyed)
    row = v.Variable("keyed_", keyed.element)
    last = _entries(here.rule, row, 6)
    return v.Through(
        "members", row, rows, None, apply("tuple", *last, type=f.TRUE_FOR.element), f.TRUE_FOR
    )


def _seats_away(here: Tested, member: v.Expr) -> v.Expr:
    """Return how far each of a set of players is from the active one."""
    population = v.Constant(len(here.body.lowering.population.players), f.ANY_NUMBER)
    who, turn = v.Variable("who_", t.Player()), v.Cell(f.ACTIVE, (), t.Player())
    away = v.Apply("seats away", (who, turn, population), f.ANY_NUMBER)
    return v.Through("members", who, member, None, away, t.ListOf(f.ANY_NUMBER, 1000))


# ---------------------------------------------------------------- firing again


def look_routine(lowering: Lowering, rule: Rule) -> str:
    """Return the routine that returns the noted reads of a true rule for carrier and member."""
    name = f"look of rule {rule.place}"
    if name not in lowering.routines:
        lowering.routines[name] = None
        here = tested(lowering, rule, watches=True)
        b, members = here.body, here.members
        if members is None:
            condition = b.expr(rule.effect.condition)
        else:
            condition = _membership(b, members.subject, here.member)
            condition = both(condition, v.Bind(b.variable(members.variable), here.member))
            if members.condition is not None:
                condition = both(condition, b.expr(members.condition))
        stmts = (
            Do("look anew", (), ()),
            *here.taken(CARRIER, here.member)[:-1],
            Set(b.fresh("held", t.Truth()), both(here.force.holds, condition)),
            Do("what was noted", (), (), LOOKED),
            Return(LOOKED),
        )
        lowering.routines[name] = Routine(name, (CARRIER, here.member), stmts)
    return name


def _membership(b: Body, subject: e.Expr, member: v.Variable) -> v.Expr:
    """Test membership; `S where C` evaluates the condition for that member alone."""
    if isinstance(subject, e.Where):
        variable = b.variable(subject.variable)
        is_member = both(_membership(b, subject.subject, member), v.Bind(variable, member))
        return both(is_member, b.expr(subject.condition))
    members = b.expr(subject)
    return v.Bind(b.fresh("whole", members.type), members)


def again_routine(lowering: Lowering, rule: Rule) -> str:
    """Return the routine that fires a rule again if it is still true and its reads have changed."""
    name = f"again rule {rule.place}"
    if name not in lowering.routines:
        lowering.routines[name] = None
        here, row, now = (
            tested(lowering, rule),
            v.Variable("row_", ROW),
            v.Variable("now_", f.ANY_NUMBER),
        )
        differs = If(negated(apply("same", now, LOOKED)), (enqueued(row),))
        look = Call(look_routine(lowering, rule), (CARRIER, here.member), now)
        stmts = (
            Set(row, row_of(rule, CARRIER, here.member)),
            If(apply("is in", row, WAIT), (Return(),)),
            *here.taken(CARRIER, here.member)[:-1],
            If(attempted(here.body, here.holds(), v.NO), (look, differs)),
        )
        lowering.routines[name] = Routine(name, (CARRIER, here.member, LOOKED), stmts)
    return name


def _left_routine(lowering: Lowering) -> str:
    """Return the routine that tests the rules again whose bodies were left."""
    name = "test rules that were left"
    if name not in lowering.routines:
        lowering.routines[name] = None
        rows, row = v.Variable("rows_", AGAIN_ROWS), v.Variable("left_", AGAIN_ROWS.element)
        looked = entry_of(row, 4, f.ANY_NUMBER)
        here = v.Apply("first", (row,), f.ANY_NUMBER)
        tests = tuple(
            If(
                apply("same", here, v.Constant(rule.place, f.ANY_NUMBER)),
                (Call(again_routine(lowering, rule), (*_entries(rule, row, 2), looked)),),
            )
            for rule in lowering.rules
        )
        stmts = (
            Set(rows, v.Cell(f.AGAIN, (), AGAIN_ROWS)),
            Write(f.AGAIN, (), v.Constant((), AGAIN_ROWS)),
            Each(lowering.fresh("left"), row, rows, tests),
        )
        lowering.routines[name] = Routine(name, (), stmts)
    return name
