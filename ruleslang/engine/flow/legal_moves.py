"""
Lowers the legal ways to do an action or to play a card, to a pure routine for each.

A way is a tuple of a number, which identifies the action or play among several, and of the values
of the choices. Variables bound by an action's window or conditions are bound again when it is done.
"""

from __future__ import annotations

from attrs import frozen

from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow.build_exprs import apply, both, either, known, negated, when, with_entry
from ruleslang.engine.flow.cards import title_of
from ruleslang.engine.flow.cell_access import address
from ruleslang.engine.flow.context import Body, Lowering, body_of, lowers_expression
from ruleslang.engine.flow.costs import payable
from ruleslang.engine.flow.ir_stmts import Return, Set, Stmt, Write
from ruleslang.engine.flow.reaction_windows import fits_window
from ruleslang.engine.flow.state_layout import CLOCK, LIMITS, SINCE, zone_family
from ruleslang.engine.flow.statements.moving import room_of
from ruleslang.engine.flow.statements.set_choices import (
    COUNT,
    NOBODY,
    allowed,
    most_chosen,
    most_sets,
    most_ways,
    one_of_each,
    pool,
    pooled,
)
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.passes.liveness import tested_first
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import find

USE_COUNT = t.Number(0, 2**31 - 1)
ZERO = v.Constant(0, USE_COUNT)


def accepted(b: Body, declared: d.Action | d.Play, who: v.Variable) -> v.Expr:
    """Return whether a way passes all clauses but those already tested; binds their variables."""
    clauses = declared.body.clauses
    untested = tuple(clause for clause in clauses if clause not in b.tested)
    return both(_pass(b, untested, declared, who), payable(b, clauses))


def tests_first(b: Body, declared: d.Action | d.Play, who: v.Variable) -> v.Expr:
    """Return whether the clauses pass that read nothing that is chosen."""
    b.tested = tested_first(declared)
    return _pass(b, b.tested, declared, who)


def _pass(
    b: Body, clauses: tuple[s.Clause, ...], declared: d.Action | d.Play, who: v.Variable
) -> v.Expr:
    passes: v.Expr = v.YES
    for clause in clauses:
        if not isinstance(clause, s.Pays):
            passes = both(passes, _passes(b, clause, declared, who))
    return passes


@frozen(eq=False)
class AsOffered:
    """Choices that are ordered after the offer: the lists, and the sets that were chosen."""

    ordered: tuple[v.Variable, ...]
    kept: tuple[v.Variable, ...]
    unordered: tuple[v.Variable, ...]

    def within(self, stmt: Stmt) -> list[Stmt]:
        """Return a statement that reads the sets, so that it binds variables as the offer did."""
        taken = zip((*self.kept, *self.ordered), (*self.ordered, *self.unordered), strict=True)
        back = zip(self.ordered, self.kept, strict=True)
        return [*(Set(*pair) for pair in taken), stmt, *(Set(*pair) for pair in back)]


def as_offered(b: Body, choices: tuple[s.Choice, ...]) -> AsOffered:
    """Return the extra variables of an action or play with these choices."""
    ordered = tuple(b.variable(choice.slot) for choice in choices if choice.in_order)
    kept = tuple(b.fresh("in_order", variable.type) for variable in ordered)
    return AsOffered(
        ordered, kept, tuple(b.fresh("offered", variable.type) for variable in ordered)
    )


def _passes(b: Body, clause: s.Clause, declared: d.Action | d.Play, who: v.Variable) -> v.Expr:
    before, b.origin = b.origin, clause.origin
    match clause:
        case s.OnlyIf(condition=condition):
            passes = b.expr(condition)
        case s.HasRoom():
            passes = has_room(b, clause)
        case s.Limit():
            most = known(b.expr(clause.number), -1)
            uses = v.Apply("count of", (COUNTS, limit_key(b, clause, declared, who)), USE_COUNT)
            passes = apply("<", uses, most)
        case s.Pays():
            passes = v.YES
    b.origin = before
    return passes


def has_room(b: Body, clause: s.HasRoom) -> v.Expr:
    """Return whether there is room for all cards that the body always moves."""
    declared = b.lowering.population.zones[clause.target.name]
    if declared.at_most is None:
        return v.YES
    cards, there = b.fresh("cards", t.SetOf(t.Card())), b.fresh("lying", t.SetOf(t.Card()))
    most = b.fresh("most", USE_COUNT)
    family = zone_family(declared.name)
    cards_there = v.Cell(family, address(b, declared.index, clause.target.index), there.type)
    moved = b.expr(clause.cards)
    if number := _number_from_elsewhere(moved, family):
        lying = apply("number of", cards_there, type=USE_COUNT)
        sum_of_both = apply("+", lying, number, type=USE_COUNT)
        fits = either(apply("same", number, ZERO), apply("<=", sum_of_both, most))
        return both(v.Bind(most, room_of(b, clause.target)), fits)
    coming = apply("number of", apply("coming in", cards, there, type=cards.type), type=USE_COUNT)
    both_numbers = apply("+", apply("number of", there, type=USE_COUNT), coming, type=USE_COUNT)
    none_comes = apply("same", coming, ZERO)
    bound = both(
        v.Bind(cards, moved),
        both(v.Bind(most, room_of(b, clause.target)), v.Bind(there, cards_there)),
    )
    return both(bound, either(none_comes, apply("<=", both_numbers, most)))


def _number_from_elsewhere(cards: v.Expr, family: str) -> v.Expr | None:
    """Return how many cards come from an end of a zone of another name, without reading any."""
    match cards:
        case v.Apply("tuple of known", (v.Apply("first" | "last", (v.Cell() as pile,)),)):
            most: v.Expr = v.Constant(1, USE_COUNT)
        case v.Apply("first so many", (v.Cell() as pile, number)):
            most = apply("larger", number, ZERO, type=USE_COUNT)
        case _:
            return None
    lying = apply("number of", pile, type=USE_COUNT)
    is_other = pile.family != family and pile.family.startswith(zone_family(""))
    return apply("smaller", lying, most, type=USE_COUNT) if is_other else None


# ---------------------------------------------------------------- limits

KEY = t.ListOf(USE_COUNT, 100)
COUNTS = v.Cell(LIMITS, (), t.ListOf(KEY, 1000))


@frozen(eq=False)
class ChoiceStatus:
    """
    A choice of a run: whether it was in its set when the costs were paid, whether it is now, and
    whether its cards have stayed in their zones since; when that was, if it matters.
    """

    was_in: v.Variable
    is_in: v.Expr
    has_stayed: v.Expr
    paid: v.Variable | None
    choice: s.Choice

    @property
    def is_gone(self) -> v.Expr:
        return both(self.was_in, negated(both(self.has_stayed, self.is_in)))


def limit_key(b: Body, clause: s.Limit, declared: d.Action | d.Play, who: v.Variable) -> v.Expr:
    """Return the key that a limit counts by: definition, player, and combination of choices."""
    number = v.Constant(b.lowering.limits.index(clause.name), USE_COUNT)
    title: v.Expr = v.NONE
    if isinstance(declared, d.Play):
        title = title_of(b, b.variable(declared.this))
    named = (b.variable(slot) for slot in clause.for_each)
    return apply("tuple", number, title, who, *named, type=KEY)


def count_uses(b: Body, declared: d.Action | d.Play, who: v.Variable) -> list[Stmt]:
    """Count a use, for every limit of an action or play."""
    return [
        Write(
            LIMITS,
            (),
            v.Apply("counted", (COUNTS, limit_key(b, clause, declared, who)), COUNTS.type),
        )
        for clause in declared.body.clauses
        if isinstance(clause, s.Limit)
    ]


def forget_uses(lowering: Lowering, event: str) -> list[Stmt]:
    """Reset the limits that end with an event."""
    names = lowering.derived.limits.get(event, frozenset())
    numbers = tuple(place for place, name in enumerate(lowering.limits) if name in names)
    if not numbers:
        return []
    gone = v.Constant(numbers, KEY)
    return [Write(LIMITS, (), v.Apply("without counts", (COUNTS, gone), COUNTS.type))]


def choice_statuses(b: Body, choices: tuple[s.Choice, ...]) -> tuple[ChoiceStatus, ...]:
    """Return the facts about its choices that a run notes once the costs are paid."""
    notes = SINCE in b.lowering.layout.families and any(True for _ in find(choices, t.Card))
    paid = b.fresh("paid", USE_COUNT) if notes else None
    held = (b.fresh("held", t.Truth()) for _ in choices)
    b.choices = tuple(
        ChoiceStatus(was_in, _is_candidate(b, x), _stayed(b, b.variable(x.slot), paid), paid, x)
        for was_in, x in zip(held, choices, strict=True)
    )
    return b.choices


def notes_of(held: tuple[ChoiceStatus, ...]) -> list[Stmt]:
    """Note which choices are in their sets, and when."""
    paid = [choice.paid for choice in held[:1] if choice.paid is not None]
    noted = [Set(choice.was_in, choice.is_in) for choice in held]
    return [*noted, *(Set(when_paid, v.Cell(CLOCK, (), USE_COUNT)) for when_paid in paid)]


@lowers_expression(e.StillThere)
def still_there(x: e.StillThere, b: Body) -> v.Expr:
    """Return whether a choice, or one card of it, has not gone before the body begins."""
    if x.choice is None and x.member is not None:
        return _stayed(b, b.expr(x.member), b.began)
    if x.choice is None or not b.choices:  # nothing can happen in between
        return v.YES
    choice = b.choices[x.choice]
    if x.member is not None:
        return _stayed(b, b.expr(x.member), choice.paid)
    return negated(choice.is_gone)


def _stayed(b: Body, chosen: v.Expr, paid: v.Expr | None) -> v.Expr:
    """Return whether all chosen cards are still in the zones from which the costs were paid."""
    if paid is None:
        return v.YES
    type = plain(chosen.type)
    if isinstance(type, t.Card):
        return negated(apply(">", v.Cell(SINCE, (chosen,), USE_COUNT), paid))
    if not isinstance(type, (t.SetOf, t.ListOf)) or not isinstance(type.element, t.Card):
        return v.YES
    card = b.fresh("card", t.Card())
    has_left = apply(">", v.Cell(SINCE, (card,), USE_COUNT), paid)
    return negated(v.Through("some", card, chosen, has_left, None, t.Truth()))


def _is_candidate(b: Body, choice: s.Choice) -> v.Expr:
    candidates, chosen = pool(b, choice), b.variable(choice.slot)
    if choice.high is None:
        return apply("is in", chosen, candidates)
    return apply("is empty", apply("without", chosen, candidates, type=chosen.type))


NUMBER = t.Number(0, 2**31 - 1)
WAY = t.ListOf(NUMBER, 16)
WAYS = t.ListOf(WAY, limits.OFFERED_AT_ONCE + 1)
NO_WAY = v.Constant((), WAYS)


def ways_of(lowering: Lowering, action: d.Action, *, few: bool = False) -> str:
    """Return the routine for a player's legal ways to do an action; `few`: the first 201."""
    name = f"{'few ' if few else ''}ways to {action.name}"
    if name not in lowering.routines:
        lowering.routines[name] = None
        b = body_of(lowering, name, action.locals, action.origin)
        number, who = b.fresh("number", NUMBER), b.variable(action.you)
        fits = both(fits_action(b, action), tests_first(b, action, who))
        legal = ways(b, action, who, action.choices, (number,), NOBODY, few=few)
        stmts = (Return(when(fits, legal, NO_WAY, WAYS)),)
        parameters = (number, who)
        lowering.routines[name] = Routine(
            name, parameters, stmts, is_pure=True, origin=action.origin
        )
    return name


def fits_action(b: Body, action: d.Action) -> v.Expr:
    """Return whether the open window offers an action; binds the variables of its pattern."""
    if not action.windows:
        return v.YES
    condition = None if action.window_condition is None else b.expr(action.window_condition)
    return fits_window(b, action.windows, condition)


def ways(
    b: Body,
    declared: d.Action | d.Play,
    who: v.Variable,
    choices: tuple[s.Choice, ...],
    chosen: tuple[v.Expr, ...],
    cards: v.Expr,
    *,
    few: bool,
) -> v.Expr:
    """
    Return the ways to make these choices, in the order of the text, after the number and earlier
    choices.

    All of them, or with `few` the first 201: then a value is tried only if the remaining choices
    can be completed.
    """
    if not choices:
        way = apply("tuple", *chosen, type=WAY)
        single = apply("tuple", way, type=WAYS)
        return when(accepted(b, declared, who), single, NO_WAY, WAYS)
    choice, later = choices[0], choices[1:]
    variable = b.variable(choice.slot)
    after = with_chosen(b, cards, variable)
    kind: v.Walk = "few" if few else "members"
    fits = completes(b, declared, who, later, after) if few or not later else v.YES
    if not later:
        way = apply("tuple", *chosen, variable, type=WAY)
        return through_candidates(b, kind, choice, who, cards, fits, way, WAYS)
    further = ways(b, declared, who, later, (*chosen, variable), after, few=few)
    several = through_candidates(b, kind, choice, who, cards, fits, further, WAYS)
    flat = apply("pieced together", several, type=WAYS)
    return apply("first so many", flat, FEW, type=WAYS) if few else flat


def with_chosen(b: Body, cards: v.Expr, variable: v.Variable) -> v.Expr:
    """Return the cards chosen so far, including this choice's."""
    if not b.lowering.has_copies or not any(True for _ in find(variable.type, t.Card)):
        return cards
    return with_entry(cards, variable)


FEW = v.Constant(limits.OFFERED_AT_ONCE + 1, COUNT)


def most_ways_to_do(b: Body, action: d.Action | d.Play) -> int:
    """Return an upper bound on the number of ways to do an action, or to play a card."""
    inner, ways = body_of(b.lowering, action.name, action.locals, action.origin), 1
    for choice in action.choices:
        ways *= most_ways(inner, choice) if choice.high is None else most_sets(inner, choice)
    return ways


def _words_of_a_way(b: Body, action: d.Action | d.Play) -> int:
    """Return an upper bound on the words that list one way: its tuple, sets, and temporaries."""
    inner = body_of(b.lowering, action.name, action.locals, action.origin)
    sizes = (most_chosen(inner, choice) for choice in action.choices)
    return 3 + sum(2 if size is None else size + 4 for size in sizes)


def are_too_many(b: Body, action: d.Action | d.Play) -> bool:
    """Return whether there may be too many ways to list them all."""
    ways = most_ways_to_do(b, action)
    if ways <= limits.SUBSETS:
        b.lowering.words_listed[action.origin] = ways * _words_of_a_way(b, action)
        return False
    if action not in b.lowering.listed_in_part:
        b.lowering.listed_in_part.append(action)
    return True


def completes(
    b: Body,
    declared: d.Action | d.Play,
    who: v.Variable,
    choices: tuple[s.Choice, ...],
    cards: v.Expr,
) -> v.Expr:
    """Return whether the remaining choices can be completed."""
    if not choices:
        return accepted(b, declared, who)
    choice, later = choices[0], choices[1:]
    further = completes(b, declared, who, later, with_chosen(b, cards, b.variable(choice.slot)))
    return through_candidates(b, "some", choice, who, cards, further, None, t.Truth())


def through_candidates(
    b: Body,
    walk: v.Walk,
    choice: s.Choice,
    who: v.Variable,
    cards: v.Expr,
    condition: v.Expr,
    value: v.Expr | None,
    type: t.Type,
) -> v.Expr:
    """Iterate over the values of a choice, with one of each class of equal ones."""
    variable = b.variable(choice.slot)
    if choice.high is None:
        several = one_of_each(b, pool(b, choice), who, cards)
        return v.Through(walk, variable, several, _unless_always(walk, condition), value, type)
    of = pooled(b, choice, who, cards)
    _, so_that = allowed(b, choice)
    sets: v.Expr = v.Apply(
        "sets", (of.members, of.twins, of.low, of.high), t.ListOf(variable.type, 201)
    )
    if so_that is not None and walk == "members":  # each set that will do, before any is tried
        sets = v.Through("members", variable, sets, so_that, None, sets.type)
    elif so_that is not None:
        condition = both(so_that, condition)
    result: v.Expr = v.Through(walk, variable, sets, _unless_always(walk, condition), value, type)
    for stmt in reversed(of.stmts):
        assert isinstance(stmt, Set)
        result = b.bound(stmt.variable, stmt.value, result)
    return result


def _unless_always(walk: v.Walk, condition: v.Expr) -> v.Expr | None:
    return None if condition == v.YES and walk != "some" else condition
