"""
Lowers the tests of rules that act at once: routines that find for whom a rule is true, queue what
became true, and note the reads of its condition.
"""

from __future__ import annotations

from attrs import frozen

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
from ruleslang.engine.flow.state_layout import (
    ACTIVE,
    AGAIN,
    ANY_NUMBER,
    IS_IMAGINED,
    LATE,
    QUEUE,
    QUIET,
    SETTLING,
    TRUE_FOR,
    WAITING,
    truth_family,
)
from ruleslang.engine.flow.steps import Call, Do, Each, If, Return, Set, Step, Steps, Write
from ruleslang.engine.flow.tables_and_routines import Routine, Rule
from ruleslang.engine.flow.words import (
    NO,
    YES,
    Apply,
    Bind,
    Cell,
    Constant,
    Find,
    Invoke,
    Through,
    Variable,
    Word,
)
from ruleslang.program import expressions as e
from ruleslang.program import types as t

SETTLE = "settle"
DUE = Variable("due_", t.Truth())
LOOKED = Variable("looked_", ANY_NUMBER)
CARRIER = Variable("carrier_", ANY_NUMBER)
ROW = WAITING.element
AGAIN_ROWS = t.ListOf(t.ListOf(ANY_NUMBER, 4), 1000)
NOBODY, WHOLE = Constant(-1, ANY_NUMBER), Constant(0, ANY_NUMBER)  # no carrier; no member
WAIT = Cell(QUEUE, (), WAITING)


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
    def member(self) -> Variable:
        """The variable for the member: a number, or a tuple if the members are sets."""
        return Variable("member_", member_type(self.rule))

    def taken(self, carrier: Word, member: Word) -> Steps:
        """Binds the carrier's and member's locals."""
        steps: list[Step] = []
        if self.force.carrier is not None:
            steps.append(Set(self.force.carrier, carrier))
        return (*steps, Set(self.member, member))

    def holds(self) -> Word:
        """Whether it is true for the carrier and the member; binds the condition's variables."""
        b, members = self.body, self.members
        if members is None:
            return both(self.force.holds, b.word(self.rule.effect.condition))
        variable = b.variable(members.variable)
        is_he = apply("same", variable, self.member)
        condition = YES if members.condition is None else b.word(members.condition)
        member = Find(variable, b.word(members.subject), both(is_he, condition))
        return both(self.force.holds, member)

    def who(self) -> Word:
        """The members for which it is true now."""
        b, members, several = self.body, self.members, _several(self)
        if members is None:
            holds = attempted(b, b.word(self.rule.effect.condition), NO)
            return Through("members", self.member, Constant((0,), several), holds, None, several)
        over = attempted(b, b.word(members.subject), Constant((), several))
        if members.over == "list":
            over = apply("distinct", over, type=several)
        if members.condition is None:
            return over
        variable = b.variable(members.variable)
        holds = attempted(b, b.word(members.condition), NO)
        return Through("members", variable, over, holds, None, several)


def member_type(rule: Rule) -> t.Type:
    """The type of a rule's members: tuples if these are sets, else numbers."""
    condition = rule.effect.condition
    if not isinstance(condition, e.ThereIs):
        return ANY_NUMBER
    of = rule.written.locals[condition.variable].type
    return of if isinstance(of, (t.SetOf, t.ListOf)) else ANY_NUMBER


def _several(here: Tested) -> t.Type:
    return t.ListOf(member_type(here.rule), 1000)


def _entries(rule: Rule, row: Word, first: int) -> tuple[Word, Word]:
    return entry_of(row, first, ANY_NUMBER), entry_of(row, first + 1, member_type(rule))


def tested(lowering: Lowering, rule: Rule, *, watches: bool = False) -> Tested:
    """Lower a rule for a test in its own routine."""
    force = in_force(lowering, rule.written, watches=watches)
    assert force is not None
    return Tested(rule, force)


def row_of(rule: Rule, carrier: Word, member: Word) -> Word:
    """The row of a rule in the queue."""
    return apply("tuple", Constant(rule.place, ANY_NUMBER), carrier, member, type=ROW)


def enqueued(row: Word) -> Step:
    """Append a row to the queue."""
    return Write(QUEUE, (), with_entry(WAIT, row))


# ---------------------------------------------------------------- what became true


def tests_routine(lowering: Lowering, rules: tuple[Rule, ...]) -> str:
    """The routine that tests some rules; returns whether something is to be run now."""
    name = f"test rules {' '.join(str(rule.place) for rule in rules)}"
    if name not in lowering.routines:
        lowering.routines[name] = None
        steps: list[Step] = []
        is_quiet = negated(apply("same", Cell(QUIET, (), ANY_NUMBER), WHOLE))
        noted: Steps = (Write(LATE, (), YES),) if lowering.is_late else ()
        steps.append(If(is_quiet, (*noted, Return(NO))))
        if lowering.spans:
            some = negated(apply("is empty", ALL))
            steps.append(If(some, (Call(spans_routine(lowering), ()),)))
        if not lowering.rules:
            steps.append(Return(NO))
        if lowering.rules and lowering.ended:
            is_left = negated(apply("is empty", Cell(AGAIN, (), AGAIN_ROWS)))
            steps.append(If(is_left, (Call(_left_routine(lowering), ()),)))
        if lowering.is_late and lowering.rules:
            every = Call(tests_routine(lowering, lowering.rules), (), DUE)
            is_late = Cell(LATE, (), t.Truth())
            if rules == lowering.rules:
                steps.append(Write(LATE, (), NO))
            else:
                steps.append(If(is_late, (every, Return(DUE))))
        steps += _tests(lowering, rules)
        is_free = negated(Cell(SETTLING, (), t.Truth()))
        if lowering.rules:
            steps.append(Return(both(negated(apply("is empty", WAIT)), is_free)))
        lowering.routines[name] = Routine(name, (), tuple(steps))
    return name


def _tests(lowering: Lowering, rules: tuple[Rule, ...]) -> Steps:
    """
    The tests of some rules. Rules with hypothetical conditions come last, so that all others have
    been tested in the hypothetical position; rules that became true are then sorted in the order
    of the text.
    """
    asking = [rule for rule in rules if _asks(lowering, rule)]
    acting = [rule for rule in rules if not _asks(lowering, rule)]
    tests = tuple(Call(_test_routine(lowering, rule), ()) for rule in (*acting, *asking))
    if not asking or not acting:
        return tests
    before, new, row = (Variable(f"{name}_", WAITING) for name in ("waiting", "joining", "row"))
    row = Variable(row.name, ROW)
    ordered: Word = before
    for rule in rules:
        is_its = apply("same", Apply("first", (row,), ANY_NUMBER), Constant(rule.place, ANY_NUMBER))
        its = Through("members", row, new, is_its, None, WAITING)
        ordered = apply("joined", ordered, its, type=WAITING)
    return (
        Set(before, WAIT),
        *tests,
        Set(new, apply("without", WAIT, before, type=WAITING)),
        If(negated(apply("is empty", new)), (Write(QUEUE, (), ordered),)),
    )


def _asks(lowering: Lowering, rule: Rule) -> bool:
    return not lowering.derived.reads.imagined.acts(rule.effect.id)


def _test_routine(lowering: Lowering, rule: Rule) -> str:
    """The routine that updates for whom a rule is true, and queues what became true."""
    name = f"test rule {rule.place}"
    if name not in lowering.routines:
        lowering.routines[name] = None
        before = Cell(truth_family(rule.place), (), TRUE_FOR)
        now, new = Variable("now_", TRUE_FOR), Variable("new_", TRUE_FOR)
        changed: Steps = (
            Set(new, apply("without", now, before, type=TRUE_FOR)),
            Write(truth_family(rule.place), (), now),
            If(negated(apply("is empty", new)), _queued(lowering, rule, new)),
        )
        same = apply("same", now, before)
        rests: Steps = ()
        if _asks(lowering, rule):
            rests = (If(Cell(IS_IMAGINED, (), t.Truth()), (Return(),)),)
        steps = (*rests, Set(now, Invoke(_truths_routine(lowering, rule), (), TRUE_FOR)))
        lowering.routines[name] = Routine(name, (), (*steps, If(negated(same), changed)))
    return name


def _truths_routine(lowering: Lowering, rule: Rule) -> str:
    """The routine that returns for whom a rule is true: pairs of carrier and member."""
    name = f"true of rule {rule.place}"
    lowering.routines[name] = None
    here = tested(lowering, rule)
    true_for = Variable("found_", TRUE_FOR)
    member = Variable("one_", member_type(here.rule))
    carrier = NOBODY if here.force.carrier is None else here.force.carrier
    pair = apply("tuple", carrier, member, type=TRUE_FOR.element)
    pairs = Through("members", member, here.who(), None, pair, TRUE_FOR)
    more = Set(true_for, apply("joined", true_for, pairs, type=TRUE_FOR))
    steps = (
        Set(true_for, Constant((), TRUE_FOR)),
        *each_in_force(here.force, lambda _: (more,)),
        Return(true_for),
    )
    lowering.routines[name] = Routine(name, (), steps, is_pure=True, origin=rule.effect.origin)
    return name


def _queued(lowering: Lowering, rule: Rule, new: Variable) -> Steps:
    """Append pairs to the queue in standard order, unless they are in it."""
    here, pair = tested(lowering, rule), Variable("pair_", TRUE_FOR.element)
    carrier, member = _entries(here.rule, pair, 1)
    row = Variable("row_", ROW)
    join = If(negated(apply("is in", row, WAIT)), (enqueued(row),))
    steps = (Set(row, row_of(rule, carrier, member)), join)
    return (Each(lowering.fresh("new"), pair, _in_order(here, new), steps),)


def _in_order(here: Tested, new: Variable) -> Word:
    members = here.members
    if here.force.carrier is None:
        if members is None:
            return new
        pair, member = Variable("each_", TRUE_FOR.element), Variable("one_", member_type(here.rule))
        last, several = Apply("last", (pair,), member.type), _several(here)
        them = Through("members", pair, new, None, last, several)
        ordered = standard(here.body, them, members.sorting, several)
        pair_again = apply("tuple", NOBODY, member, type=TRUE_FOR.element)
        return Through("members", member, ordered, None, pair_again, TRUE_FOR)
    return _by_carrier(here, new)


def _by_carrier(here: Tested, new: Variable) -> Word:
    """Pairs sorted by when their carriers began, then by their members."""
    members, force, b = here.members, here.force, here.body
    assert force.carrier is not None
    keyed = t.ListOf(t.ListOf(ANY_NUMBER, 7), 1000)
    pair = Variable("each_", TRUE_FOR.element)
    carrier, member = _entries(here.rule, pair, 1)
    order = order_of(force)
    assert isinstance(order, Apply)
    age, seats, place, card = order.operands
    rank: Word = member
    if members is not None and members.sorting == "clockwise":
        population = Constant(len(b.lowering.population.players), ANY_NUMBER)
        turn = Cell(ACTIVE, (), t.Player())
        rank = Apply("seats away", (member, turn, population), ANY_NUMBER)
    if members is not None and members.sorting == "sets clockwise":
        rank = _seats_away(here, member)
    key = apply("tuple", seats, age, place, card, rank, carrier, member, type=keyed.element)
    known = both(Bind(force.carrier, carrier), force.finds_carrier)
    rows = apply("sorted", Through("members", pair, new, known, key, keyed), type=keyed)
    row = Variable("keyed_", keyed.element)
    last = _entries(here.rule, row, 6)
    return Through(
        "members", row, rows, None, apply("tuple", *last, type=TRUE_FOR.element), TRUE_FOR
    )


def _seats_away(here: Tested, member: Word) -> Word:
    """How far each of a set of players is from the active one."""
    population = Constant(len(here.body.lowering.population.players), ANY_NUMBER)
    who, turn = Variable("who_", t.Player()), Cell(ACTIVE, (), t.Player())
    away = Apply("seats away", (who, turn, population), ANY_NUMBER)
    return Through("members", who, member, None, away, t.ListOf(ANY_NUMBER, 1000))


# ---------------------------------------------------------------- firing again


def look_routine(lowering: Lowering, rule: Rule) -> str:
    """The routine that returns the noted reads of a true rule for carrier and member."""
    name = f"look of rule {rule.place}"
    if name not in lowering.routines:
        lowering.routines[name] = None
        here = tested(lowering, rule, watches=True)
        b, members = here.body, here.members
        if members is None:
            condition = b.word(rule.effect.condition)
        else:
            condition = _membership(b, members.subject, here.member)
            condition = both(condition, Bind(b.variable(members.variable), here.member))
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


def _membership(b: Body, subject: e.Expr, member: Variable) -> Word:
    """Whether a member is in a set; `S where C` evaluates the condition for that member alone."""
    if isinstance(subject, e.Where):
        variable = b.variable(subject.variable)
        is_member = both(_membership(b, subject.subject, member), Bind(variable, member))
        return both(is_member, b.word(subject.condition))
    members = b.word(subject)
    return Bind(b.fresh("whole", members.type), members)


def again_routine(lowering: Lowering, rule: Rule) -> str:
    """The routine that fires a rule again if it is still true and its reads have changed."""
    name = f"again rule {rule.place}"
    if name not in lowering.routines:
        lowering.routines[name] = None
        here, row, now = tested(lowering, rule), Variable("row_", ROW), Variable("now_", ANY_NUMBER)
        differs = If(negated(apply("same", now, LOOKED)), (enqueued(row),))
        look = Call(look_routine(lowering, rule), (CARRIER, here.member), now)
        steps = (
            Set(row, row_of(rule, CARRIER, here.member)),
            If(apply("is in", row, WAIT), (Return(),)),
            *here.taken(CARRIER, here.member)[:-1],
            If(attempted(here.body, here.holds(), NO), (look, differs)),
        )
        lowering.routines[name] = Routine(name, (CARRIER, here.member, LOOKED), steps)
    return name


def _left_routine(lowering: Lowering) -> str:
    """The routine that tests the rules again whose bodies were left."""
    name = "test rules that were left"
    if name not in lowering.routines:
        lowering.routines[name] = None
        rows, row = Variable("rows_", AGAIN_ROWS), Variable("left_", AGAIN_ROWS.element)
        looked = entry_of(row, 4, ANY_NUMBER)
        here = Apply("first", (row,), ANY_NUMBER)
        tests = tuple(
            If(
                apply("same", here, Constant(rule.place, ANY_NUMBER)),
                (Call(again_routine(lowering, rule), (*_entries(rule, row, 2), looked)),),
            )
            for rule in lowering.rules
        )
        steps = (
            Set(rows, Cell(AGAIN, (), AGAIN_ROWS)),
            Write(AGAIN, (), Constant((), AGAIN_ROWS)),
            Each(lowering.fresh("left"), row, rows, tests),
        )
        lowering.routines[name] = Routine(name, (), steps)
    return name
