"""
Lowers the tests of `whenever` rules: routines that find for whom a rule is true, queue what
became true, and note the reads of its condition.
"""

from __future__ import annotations

from attrs import frozen

from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow import words as w
from ruleslang.engine.flow.build_words import apply, both, entry_of, negated, standard, with_entry
from ruleslang.engine.flow.context import Body, Lowering
from ruleslang.engine.flow.effects_in_force import (
    ALL,
    InForce,
    each_in_force,
    in_force,
    order_of,
    spans_routine,
)
from ruleslang.engine.flow.runs_under_way import attempted
from ruleslang.engine.flow.steps import Call, Do, Each, If, Return, Set, Step, Steps, Write
from ruleslang.engine.flow.tables_and_routines import Routine, Rule
from ruleslang.program import expressions as e
from ruleslang.program import types as t

SETTLE = "settle"
DUE = w.Variable("due_", t.Truth())
LOOKED = w.Variable("looked_", f.ANY_NUMBER)
CARRIER = w.Variable("carrier_", f.ANY_NUMBER)
ROW = f.WAITING.element
AGAIN_ROWS = t.ListOf(t.ListOf(f.ANY_NUMBER, 4), 1000)
NOBODY, WHOLE = w.Constant(-1, f.ANY_NUMBER), w.Constant(0, f.ANY_NUMBER)  # no carrier; no member
WAIT = w.Cell(f.QUEUE, (), f.WAITING)


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
    def member(self) -> w.Variable:
        """The variable for the member: a number, or a tuple if the members are sets."""
        return w.Variable("member_", member_type(self.rule))

    def taken(self, carrier: w.Word, member: w.Word) -> Steps:
        """Binds the carrier's and member's locals."""
        steps: list[Step] = []
        if self.force.carrier is not None:
            steps.append(Set(self.force.carrier, carrier))
        return (*steps, Set(self.member, member))

    def holds(self) -> w.Word:
        """Whether it is true for the carrier and the member; binds the condition's variables."""
        b, members = self.body, self.members
        if members is None:
            return both(self.force.holds, b.word(self.rule.effect.condition))
        variable = b.variable(members.variable)
        is_he = apply("same", variable, self.member)
        condition = w.YES if members.condition is None else b.word(members.condition)
        member = w.Find(variable, b.word(members.subject), both(is_he, condition))
        return both(self.force.holds, member)

    def who(self) -> w.Word:
        """Return the members for which it is true now."""
        b, members, several = self.body, self.members, _several(self)
        if members is None:
            holds = attempted(b, b.word(self.rule.effect.condition), w.NO)
            return w.Through(
                "members", self.member, w.Constant((0,), several), holds, None, several
            )
        over = attempted(b, b.word(members.subject), w.Constant((), several))
        if members.over == "list":
            over = apply("distinct", over, type=several)
        if members.condition is None:
            return over
        variable = b.variable(members.variable)
        holds = attempted(b, b.word(members.condition), w.NO)
        return w.Through("members", variable, over, holds, None, several)


def member_type(rule: Rule) -> t.Type:
    """Return the type of a rule's members: tuples if these are sets, else numbers."""
    condition = rule.effect.condition
    if not isinstance(condition, e.ThereIs):
        return f.ANY_NUMBER
    of = rule.written.locals[condition.variable].type
    return of if isinstance(of, (t.SetOf, t.ListOf)) else f.ANY_NUMBER


def _several(here: Tested) -> t.Type:
    return t.ListOf(member_type(here.rule), 1000)


def _entries(rule: Rule, row: w.Word, first: int) -> tuple[w.Word, w.Word]:
    return entry_of(row, first, f.ANY_NUMBER), entry_of(row, first + 1, member_type(rule))


def tested(lowering: Lowering, rule: Rule, *, watches: bool = False) -> Tested:
    """Lower a rule for a test in its own routine."""
    force = in_force(lowering, rule.written, watches=watches)
    assert force is not None
    return Tested(rule, force)


def row_of(rule: Rule, carrier: w.Word, member: w.Word) -> w.Word:
    """Return the row of a rule in the queue."""
    return apply("tuple", w.Constant(rule.place, f.ANY_NUMBER), carrier, member, type=ROW)


def enqueued(row: w.Word) -> Step:
    """Append a row to the queue."""
    return Write(f.QUEUE, (), with_entry(WAIT, row))


# ---------------------------------------------------------------- what became true


def tests_routine(lowering: Lowering, rules: tuple[Rule, ...]) -> str:
    """Return the routine that tests some rules; returns whether something is to be run now."""
    name = f"test rules {' '.join(str(rule.place) for rule in rules)}"
    if name not in lowering.routines:
        lowering.routines[name] = None
        steps: list[Step] = []
        is_quiet = negated(apply("same", w.Cell(f.QUIET, (), f.ANY_NUMBER), WHOLE))
        noted: Steps = (Write(f.LATE, (), w.YES),) if lowering.is_late else ()
        steps.append(If(is_quiet, (*noted, Return(w.NO))))
        if lowering.spans:
            some = negated(apply("is empty", ALL))
            steps.append(If(some, (Call(spans_routine(lowering), ()),)))
        if not lowering.rules:
            steps.append(Return(w.NO))
        if lowering.rules and lowering.ended:
            is_left = negated(apply("is empty", w.Cell(f.AGAIN, (), AGAIN_ROWS)))
            steps.append(If(is_left, (Call(_left_routine(lowering), ()),)))
        if lowering.is_late and lowering.rules:
            every = Call(tests_routine(lowering, lowering.rules), (), DUE)
            is_late = w.Cell(f.LATE, (), t.Truth())
            if rules == lowering.rules:
                steps.append(Write(f.LATE, (), w.NO))
            else:
                steps.append(If(is_late, (every, Return(DUE))))
        steps += _tests(lowering, rules)
        is_free = negated(w.Cell(f.SETTLING, (), t.Truth()))
        if lowering.rules:
            steps.append(Return(both(negated(apply("is empty", WAIT)), is_free)))
        lowering.routines[name] = Routine(name, (), tuple(steps))
    return name


def _tests(lowering: Lowering, rules: tuple[Rule, ...]) -> Steps:
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
    before, new, row = (w.Variable(f"{name}_", f.WAITING) for name in ("waiting", "joining", "row"))
    row = w.Variable(row.name, ROW)
    ordered: w.Word = before
    for rule in rules:
        is_its = apply(
            "same", w.Apply("first", (row,), f.ANY_NUMBER), w.Constant(rule.place, f.ANY_NUMBER)
        )
        its = w.Through("members", row, new, is_its, None, f.WAITING)
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
        before = w.Cell(f.truth_family(rule.place), (), f.TRUE_FOR)
        now, new = w.Variable("now_", f.TRUE_FOR), w.Variable("new_", f.TRUE_FOR)
        changed: Steps = (
            Set(new, apply("without", now, before, type=f.TRUE_FOR)),
            Write(f.truth_family(rule.place), (), now),
            If(negated(apply("is empty", new)), _queued(lowering, rule, new)),
        )
        same = apply("same", now, before)
        rests: Steps = ()
        if _asks(lowering, rule):
            rests = (If(w.Cell(f.IS_IMAGINED, (), t.Truth()), (Return(),)),)
        steps = (*rests, Set(now, w.Invoke(_truths_routine(lowering, rule), (), f.TRUE_FOR)))
        lowering.routines[name] = Routine(name, (), (*steps, If(negated(same), changed)))
    return name


def _truths_routine(lowering: Lowering, rule: Rule) -> str:
    """Return the routine that returns for whom a rule is true: pairs of carrier and member."""
    name = f"true of rule {rule.place}"
    lowering.routines[name] = None
    here = tested(lowering, rule)
    true_for = w.Variable("found_", f.TRUE_FOR)
    member = w.Variable("one_", member_type(here.rule))
    carrier = NOBODY if here.force.carrier is None else here.force.carrier
    pair = apply("tuple", carrier, member, type=f.TRUE_FOR.element)
    pairs = w.Through("members", member, here.who(), None, pair, f.TRUE_FOR)
    more = Set(true_for, apply("joined", true_for, pairs, type=f.TRUE_FOR))
    steps = (
        Set(true_for, w.Constant((), f.TRUE_FOR)),
        *each_in_force(here.force, lambda _: (more,)),
        Return(true_for),
    )
    lowering.routines[name] = Routine(name, (), steps, is_pure=True, origin=rule.effect.origin)
    return name


def _queued(lowering: Lowering, rule: Rule, new: w.Variable) -> Steps:
    """Append pairs to the queue in standard order, unless they are in it."""
    here, pair = tested(lowering, rule), w.Variable("pair_", f.TRUE_FOR.element)
    carrier, member = _entries(here.rule, pair, 1)
    row = w.Variable("row_", ROW)
    join = If(negated(apply("is in", row, WAIT)), (enqueued(row),))
    steps = (Set(row, row_of(rule, carrier, member)), join)
    return (Each(lowering.fresh("new"), pair, _in_order(here, new), steps),)


def _in_order(here: Tested, new: w.Variable) -> w.Word:
    members = here.members
    if here.force.carrier is None:
        if members is None:
            return new
        pair, member = (
            w.Variable("each_", f.TRUE_FOR.element),
            w.Variable("one_", member_type(here.rule)),
        )
        last, several = w.Apply("last", (pair,), member.type), _several(here)
        them = w.Through("members", pair, new, None, last, several)
        ordered = standard(here.body, them, members.sorting, several)
        pair_again = apply("tuple", NOBODY, member, type=f.TRUE_FOR.element)
        return w.Through("members", member, ordered, None, pair_again, f.TRUE_FOR)
    return _by_carrier(here, new)


def _by_carrier(here: Tested, new: w.Variable) -> w.Word:
    """Pairs sorted by when their carriers began, then by their members."""
    members, force, b = here.members, here.force, here.body
    assert force.carrier is not None
    keyed = t.ListOf(t.ListOf(f.ANY_NUMBER, 7), 1000)
    pair = w.Variable("each_", f.TRUE_FOR.element)
    carrier, member = _entries(here.rule, pair, 1)
    order = order_of(force)
    assert isinstance(order, w.Apply)
    age, seats, place, card = order.operands
    rank: w.Word = member
    if members is not None and members.sorting == "clockwise":
        population = w.Constant(len(b.lowering.population.players), f.ANY_NUMBER)
        turn = w.Cell(f.ACTIVE, (), t.Player())
        rank = w.Apply("seats away", (member, turn, population), f.ANY_NUMBER)
    if members is not None and members.sorting == "sets clockwise":
        rank = _seats_away(here, member)
    key = apply("tuple", seats, age, place, card, rank, carrier, member, type=keyed.element)
    known = both(w.Bind(force.carrier, carrier), force.finds_carrier)
    rows = apply("sorted", w.Through("members", pair, new, known, key, keyed), type=keyed)
    row = w.Variable("keyed_", keyed.element)
    last = _entries(here.rule, row, 6)
    return w.Through(
        "members", row, rows, None, apply("tuple", *last, type=f.TRUE_FOR.element), f.TRUE_FOR
    )


def _seats_away(here: Tested, member: w.Word) -> w.Word:
    """Return how far each of a set of players is from the active one."""
    population = w.Constant(len(here.body.lowering.population.players), f.ANY_NUMBER)
    who, turn = w.Variable("who_", t.Player()), w.Cell(f.ACTIVE, (), t.Player())
    away = w.Apply("seats away", (who, turn, population), f.ANY_NUMBER)
    return w.Through("members", who, member, None, away, t.ListOf(f.ANY_NUMBER, 1000))


# ---------------------------------------------------------------- firing again


def look_routine(lowering: Lowering, rule: Rule) -> str:
    """Return the routine that returns the noted reads of a true rule for carrier and member."""
    name = f"look of rule {rule.place}"
    if name not in lowering.routines:
        lowering.routines[name] = None
        here = tested(lowering, rule, watches=True)
        b, members = here.body, here.members
        if members is None:
            condition = b.word(rule.effect.condition)
        else:
            condition = _membership(b, members.subject, here.member)
            condition = both(condition, w.Bind(b.variable(members.variable), here.member))
            if members.condition is not None:
                condition = both(condition, b.word(members.condition))
        steps = (
            Do("look anew", (), ()),
            *here.taken(CARRIER, here.member)[:-1],
            Set(b.fresh("held", t.Truth()), both(here.force.holds, condition)),
            Do("what was noted", (), (), LOOKED),
            Return(LOOKED),
        )
        lowering.routines[name] = Routine(name, (CARRIER, here.member), steps)
    return name


def _membership(b: Body, subject: e.Expr, member: w.Variable) -> w.Word:
    """Whether a member is in a set; `S where C` evaluates the condition for that member alone."""
    if isinstance(subject, e.Where):
        variable = b.variable(subject.variable)
        is_member = both(_membership(b, subject.subject, member), w.Bind(variable, member))
        return both(is_member, b.word(subject.condition))
    members = b.word(subject)
    return w.Bind(b.fresh("whole", members.type), members)


def again_routine(lowering: Lowering, rule: Rule) -> str:
    """Return the routine that fires a rule again if it is still true and its reads have changed."""
    name = f"again rule {rule.place}"
    if name not in lowering.routines:
        lowering.routines[name] = None
        here, row, now = (
            tested(lowering, rule),
            w.Variable("row_", ROW),
            w.Variable("now_", f.ANY_NUMBER),
        )
        differs = If(negated(apply("same", now, LOOKED)), (enqueued(row),))
        look = Call(look_routine(lowering, rule), (CARRIER, here.member), now)
        steps = (
            Set(row, row_of(rule, CARRIER, here.member)),
            If(apply("is in", row, WAIT), (Return(),)),
            *here.taken(CARRIER, here.member)[:-1],
            If(attempted(here.body, here.holds(), w.NO), (look, differs)),
        )
        lowering.routines[name] = Routine(name, (CARRIER, here.member, LOOKED), steps)
    return name


def _left_routine(lowering: Lowering) -> str:
    """Return the routine that tests the rules again whose bodies were left."""
    name = "test rules that were left"
    if name not in lowering.routines:
        lowering.routines[name] = None
        rows, row = w.Variable("rows_", AGAIN_ROWS), w.Variable("left_", AGAIN_ROWS.element)
        looked = entry_of(row, 4, f.ANY_NUMBER)
        here = w.Apply("first", (row,), f.ANY_NUMBER)
        tests = tuple(
            If(
                apply("same", here, w.Constant(rule.place, f.ANY_NUMBER)),
                (Call(again_routine(lowering, rule), (*_entries(rule, row, 2), looked)),),
            )
            for rule in lowering.rules
        )
        steps = (
            Set(rows, w.Cell(f.AGAIN, (), AGAIN_ROWS)),
            Write(f.AGAIN, (), w.Constant((), AGAIN_ROWS)),
            Each(lowering.fresh("left"), row, rows, tests),
        )
        lowering.routines[name] = Routine(name, (), steps)
    return name
