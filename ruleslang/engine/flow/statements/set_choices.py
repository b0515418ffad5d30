"""
Lowers choices of sets: one question if at most 200 sets are possible, else one for each member; and
finally, if asked for, the order of the members.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb

from attrs import frozen

from ruleslang.engine.flow import asked_questions as q
from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow.build_exprs import (
    apply,
    both,
    either,
    known,
    most_values,
    standard,
    when,
    with_entry,
)
from ruleslang.engine.flow.context import Body
from ruleslang.engine.flow.expressions.reading import dice_of, shown_by_all
from ruleslang.engine.flow.ir_stmts import Ask, Do, If, Leave, Loop, Set, Stmt
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import members, plain
from ruleslang.program.walk import find

COUNT = t.Number(0, 2**31 - 1)
ZERO = v.Constant(0, COUNT)
TWINS = t.ListOf(t.Optional(COUNT), limits.MEMBERS)
NO_TWINS = v.Constant((), TWINS)
NOBODY = v.Constant((), t.SetOf(t.Card()))
VERY_MANY = 10**9


def pool(b: Body, choice: s.Choice) -> v.Expr:
    """Return the members that `from` and `where` allow, in standard order."""
    candidates = b.expr(choice.source)
    if type(choice.source) is not e.Subsets:
        candidates = standard(b, candidates, choice.sorting, candidates.type)
    if choice.where is None or choice.member is None:
        return candidates
    member = b.variable(choice.member)
    return v.Through("members", member, candidates, b.expr(choice.where), None, candidates.type)


# ---------------------------------------------------------------- what is alike


def may_be_alike(b: Body, type: t.Type) -> bool:
    """Return whether two candidates of a type may be indistinguishable."""
    if any(True for _ in find(type, t.DieIn)):
        b.refuse("a choice of sets of dice")
    return b.lowering.has_copies and any(True for _ in find(type, t.Card))


def one_of_each(b: Body, several: v.Expr, who: v.Expr, cards: v.Expr = NOBODY) -> v.Expr:
    """Return one candidate of each class that the chooser cannot tell apart."""
    if isinstance(members(several.type), t.DieIn):
        return apply("first of each", several, _shown_faces(b, several), type=several.type)
    if not may_be_alike(b, several.type):
        return several
    return v.OneOfEach(several, who, cards, several.type)


def twins(b: Body, several: v.Expr, who: v.Expr, cards: v.Expr = NOBODY) -> v.Expr:
    """Return each candidate's index of the previous indistinguishable one."""
    if isinstance(members(several.type), t.DieIn):
        return apply("alike before", _shown_faces(b, several), type=TWINS)
    return v.Twins(several, who, cards, TWINS) if may_be_alike(b, several.type) else NO_TWINS


def _shown_faces(b: Body, several: v.Expr) -> v.Expr:
    faces = t.ListOf(COUNT, limits.DICE)
    return shown_by_all(b, several, dice_of(several.type), faces)


def point_at(b: Body, statement: s.Statement) -> list[Stmt]:
    """Set the statement at which candidates are compared, if some may be equal."""
    if not b.lowering.has_copies:
        return []
    return [Do("point at", (b.lowering.number_of_statement(statement),), ())]


# ---------------------------------------------------------------- how many


def sizes(b: Body, choice: s.Choice, available: v.Expr) -> tuple[v.Expr, v.Expr]:
    """Return the minimum and maximum size of a set chosen from this many members."""
    assert choice.high is not None
    high = known(b.expr(choice.high), choice.origin)
    low = high
    if choice.low is not None:
        low = known(b.expr(choice.low), choice.origin)
    most = apply("smaller", high, available, type=COUNT)
    if choice.so_that is None:
        fewer = apply("smaller", low, available, type=COUNT)
        low = when(apply("same", available, ZERO), low, fewer, COUNT)
    return apply("larger", ZERO, low, type=COUNT), most


@frozen(eq=False)
class Pooled:
    """The parts of a choice of a set: the members, their twins, and the sizes."""

    members: v.Variable
    twins: v.Variable
    low: v.Variable
    high: v.Variable
    stmts: tuple[Stmt, ...]


def pooled(b: Body, choice: s.Choice, who: v.Expr, cards: v.Expr = NOBODY) -> Pooled:
    """Compute the parts of a choice of a set into variables."""
    several = pool(b, choice)
    candidates, same = b.fresh("members", several.type), b.fresh("twins", TWINS)
    low, high = b.fresh("low", COUNT), b.fresh("high", COUNT)
    least, most = sizes(b, choice, apply("number of", candidates, type=COUNT))
    stmts = (
        Set(candidates, several),
        Set(same, twins(b, candidates, who, cards)),
        Set(low, least),
        Set(high, most),
    )
    return Pooled(candidates, same, low, high, stmts)


def allowed(b: Body, choice: s.Choice) -> tuple[v.Variable, v.Expr | None]:
    """Return the variable of a choice, and the condition on it."""
    chosen = b.variable(choice.slot)
    return chosen, None if choice.so_that is None else b.expr(choice.so_that)


def most_ways(b: Body, choice: s.Choice) -> int:
    """Return an upper bound on the number of values of a single choice."""
    return most_values(b, choice.source)


def most_chosen(b: Body, choice: s.Choice) -> int | None:
    """Return an upper bound on the size of a chosen set; `None` for a single value."""
    if choice.high is None:
        return None
    most = most_ways(b, choice)
    size = choice.high.value if isinstance(choice.high, e.Literal) else most
    return min(int(size or 0), most)


def most_sets(b: Body, choice: s.Choice) -> int:
    """Return an upper bound on the number of sets, saturated at a very large number."""
    most, size, ways = most_ways(b, choice), most_chosen(b, choice) or 0, 0
    for number in range(size + 1):
        ways += comb(most, number)
        if ways > VERY_MANY:
            break
    return ways


AT_ONCE = v.Constant(limits.OFFERED_AT_ONCE, COUNT)
PLACES = t.ListOf(COUNT, limits.MEMBERS)
DONE, DECLINE = v.Constant(-1, COUNT), v.Constant(-2, COUNT)


def choose_set(
    b: Body, choice: s.Choice, who: v.Variable, kind: str, origin: int, *, may_decline: bool = False
) -> tuple[list[Stmt], v.Variable]:
    """Ask for a set; its variable is none if the player declined, or if there is none."""
    type = b.variable(choice.slot).type
    taken, of = b.fresh("taken", t.Optional(type)), pooled(b, choice, who)
    at_once = _at_once(b, choice, of, who, taken, kind, origin, may_decline=may_decline)
    staged = member_by_member(b, choice, of, who, taken, origin, may_decline=may_decline)
    stmts: list[Stmt] = [*of.stmts, *at_once(tuple(staged))]
    if choice.in_order:
        ordered = tuple(put_in_order(b, choice, who, taken, origin))
        stmts.append(If(apply("is none", taken), (), ordered))
    return stmts, taken


def _at_once(
    b: Body,
    choice: s.Choice,
    of: Pooled,
    who: v.Variable,
    taken: v.Variable,
    kind: str,
    origin: int,
    *,
    may_decline: bool,
) -> Callable[[tuple[Stmt, ...]], list[Stmt]]:
    """Return the statements of a single question; they ask one by one for more than 200 sets."""
    type = b.variable(choice.slot).type
    options = b.fresh("options", t.ListOf(taken.type, limits.OFFERED_AT_ONCE))
    number = b.lowering.number_of_question(q.ChoiceQuestion(kind, choice, type, origin))
    offered = with_entry(options, v.NONE) if may_decline else options
    is_nothing = apply("is empty", options)
    if may_decline:
        only_empty = apply("same", options, v.Constant(((),), options.type))
        is_nothing = either(is_nothing, only_empty)
    ask = If(is_nothing, (Set(taken, v.NONE),), (Ask(number, who, offered, taken),))
    set_options = Set(options, _sets(b, choice, of))
    if choice.so_that is not None:
        too_many = apply(">", apply("number of", options, type=COUNT), AT_ONCE)
        return lambda staged: [set_options, If(too_many, staged, (ask,))]
    number_of_candidates = apply("number of", of.members, type=COUNT)
    ways = apply("number of sets", number_of_candidates, of.twins, of.low, of.high, type=COUNT)
    return lambda staged: [If(apply(">", ways, AT_ONCE), staged, (set_options, ask))]


def no_set(b: Body, choice: s.Choice, who: v.Variable) -> tuple[list[Stmt], v.Expr]:
    """Act on an impossible choice; the second result is whether there is no possible set."""
    of = pooled(b, choice, who)
    if choice.so_that is not None:
        return list(of.stmts), apply("is empty", _sets(b, choice, of))
    number_of_candidates = apply("number of", of.members, type=COUNT)
    ways = apply("number of sets", number_of_candidates, of.twins, of.low, of.high, type=COUNT)
    return list(of.stmts), apply("same", ways, v.Constant(0, COUNT))


def _sets(b: Body, choice: s.Choice, of: Pooled) -> v.Expr:
    """Return the possible sets, one of each class of equal ones; at most 201."""
    chosen, condition = allowed(b, choice)
    if condition is not None:
        words = most_sets(b, choice) * (1 + (most_chosen(b, choice) or 0))
        b.lowering.words_searched = max(b.lowering.words_searched, words)
    sets = v.Apply("sets", (of.members, of.twins, of.low, of.high), t.ListOf(chosen.type, 201))
    return v.Through("few", chosen, sets, condition, None, sets.type)


def member_by_member(
    b: Body,
    choice: s.Choice,
    of: Pooled,
    who: v.Variable,
    into: v.Variable,
    origin: int,
    *,
    may_decline: bool = False,
    offered: q.Offered | None = None,
    declared: d.Action | d.Play | None = None,
    cards: v.Expr = NOBODY,
    fits: v.Expr = v.YES,
) -> list[Stmt]:
    """Return a set chosen member by member, as can be completed; `fits` must hold for it."""
    chosen, taken = b.fresh("chosen", PLACES), b.fresh("place", COUNT)
    options, label = b.fresh("options", PLACES), b.lowering.fresh("members")
    question = b.lowering.number_of_question(
        q.MemberQuestion(choice, b.variable(choice.slot).type, origin, offered, declared)
    )
    will_do, next_ones = _will_do(b, choice, of, chosen, fits), _next(b, choice, of, chosen, fits)
    tail = _ways_out(will_do, chosen, may_decline=may_decline)
    shown = (of.members, chosen, cards, *shown_of(offered))
    result = Set(into, apply("at places", of.members, chosen, type=into.type))
    one_more = with_entry(chosen, taken)
    return [
        Set(chosen, v.Constant((), PLACES)),
        Loop(
            label,
            (
                Set(options, next_ones),
                If(apply("is empty", options), (result, Leave(label))),
                Set(options, apply("joined", options, tail, type=PLACES)),
                Ask(question, who, options, taken, shown),
                If(apply("same", taken, DONE), (result, Leave(label))),
                If(apply("same", taken, DECLINE), (Set(into, v.NONE), Leave(label))),
                Set(chosen, one_more),
            ),
        ),
    ]


def _ways_out(will_do: v.Expr, chosen: v.Variable, *, may_decline: bool) -> v.Expr:
    """Return the options beside a member: to be done, to decline."""
    options: list[v.Expr] = [_if(will_do, DONE)]
    if may_decline:
        options.append(_if(apply("is empty", chosen), DECLINE))
    return apply("tuple of known", *options, type=PLACES)


def _if(condition: v.Expr, value: v.Constant) -> v.Expr:
    return when(condition, value, v.NONE, t.Optional(COUNT))


def _condition(b: Body, choice: s.Choice, fits: v.Expr) -> v.Expr | None:
    """Return the condition on a whole set; `None` if there is none."""
    _, so_that = allowed(b, choice)
    condition = fits if so_that is None else both(so_that, fits)
    return None if condition == v.YES else condition


def _will_do(b: Body, choice: s.Choice, of: Pooled, chosen: v.Variable, fits: v.Expr) -> v.Expr:
    """Return whether the chosen members are a valid set."""
    number = apply("number of", chosen, type=COUNT)
    is_complete = both(apply("<=", of.low, number), apply("<=", number, of.high))
    value, condition = b.variable(choice.slot), _condition(b, choice, fits)
    if condition is None:
        return is_complete
    members = apply("at places", of.members, chosen, type=value.type)
    sets = apply("tuple", members, type=t.ListOf(value.type, 1))
    return both(is_complete, v.Through("some", value, sets, condition, None, t.Truth()))


def _next(b: Body, choice: s.Choice, of: Pooled, chosen: v.Variable, fits: v.Expr) -> v.Expr:
    """Return the indices of the members with which a valid set can be completed."""
    place = b.fresh("place", COUNT)
    number_of_candidates = apply("number of", of.members, type=COUNT)
    places = v.Apply("next places", (number_of_candidates, of.twins, chosen), PLACES)
    begun = with_entry(chosen, place)
    value, condition = b.variable(choice.slot), _condition(b, choice, fits)
    if condition is None:
        left = v.Apply("places left", (number_of_candidates, of.twins, begun), PLACES)
        number = apply("number of", begun, type=COUNT)
        most = apply("+", number, apply("number of", left, type=COUNT), type=COUNT)
        leads = both(apply("<=", number, of.high), apply("<=", of.low, most))
    else:
        type = t.ListOf(value.type, limits.MEMBERS)
        completions = v.Apply("completions", (of.members, of.twins, begun, of.low, of.high), type)
        leads = v.Through("some", value, completions, condition, None, t.Truth())
    return v.Through("members", place, places, leads, None, PLACES)


# ---------------------------------------------------------------- orders


def put_in_order(
    b: Body,
    choice: s.Choice,
    who: v.Variable,
    value: v.Variable,
    origin: int,
    offered: q.Offered | None = None,
) -> list[Stmt]:
    """Put the chosen members in order: one question for at most 200 orders, else one at a time."""
    several = plain(value.type)  # `value` may be none, but not here
    left, ordered = b.fresh("rest", several), b.fresh("ordered", several)
    same, taken = b.fresh("twins", TWINS), b.fresh("next", COUNT)
    label, shown = b.lowering.fresh("order"), shown_of(offered)
    at_once, single = (
        b.lowering.number_of_question(q.OrderQuestion(choice, several, origin, is_at_once, offered))
        for is_at_once in (True, False)
    )
    number_left = apply("number of", left, type=COUNT)
    ways = apply("number of orders", number_left, same, type=COUNT)
    all_orders = _all_orders(b, ordered, left, same)
    without = apply("without", left, apply("tuple", taken, type=left.type), type=left.type)
    more = with_entry(ordered, taken)
    done = apply("joined", ordered, left, type=several)
    few = apply("<=", ways, AT_ONCE)
    return [
        Set(left, value),
        Set(ordered, v.Constant((), several)),
        Loop(
            label,
            (
                If(apply("<", number_left, v.Constant(2, COUNT)), (Set(value, done), Leave(label))),
                Set(same, twins(b, left, who)),
                If(few, (Ask(at_once, who, all_orders, value, shown), Leave(label))),
                Ask(single, who, _firsts(left, same), taken, shown),
                Set(ordered, more),
                Set(left, without),
            ),
        ),
    ]


def shown_of(offered: q.Offered | None) -> tuple[v.Expr, ...]:
    """Return the card of a play and the origin of what plays it, to be shown with its questions."""
    if offered is None or offered.card is None or offered.site is None:
        return ()
    return offered.card, offered.site


def _all_orders(b: Body, ordered: v.Variable, remaining: v.Variable, same: v.Variable) -> v.Expr:
    """Return every distinct order of the rest, after what is in order already."""
    all_orders = v.Apply(
        "orders", (remaining, same), t.ListOf(remaining.type, limits.OFFERED_AT_ONCE)
    )
    order = b.fresh("each", remaining.type)
    joined = apply("joined", ordered, order, type=remaining.type)
    return v.Through("members", order, all_orders, None, joined, all_orders.type)


def _firsts(remaining: v.Variable, same: v.Variable) -> v.Expr:
    number = apply("number of", remaining, type=COUNT)
    places = v.Apply("next places", (number, same, v.Constant((), PLACES)), PLACES)
    return apply("at places", remaining, places, type=remaining.type)
