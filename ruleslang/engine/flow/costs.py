"""
Lowers costs: whether they can be paid together, and paying them (docs/reference/choices.md).

Counters are reduced; the payer chooses the cards, before anything is paid. Costs may compete: for
cells of one state, for several counters together, for overlapping sets of cards. A counter is
addressed as if its state had one dimension. The amounts that counters hold, and that are due from
them, are tuples of (counter, number).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from attrs import frozen

from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow.asked_questions import DivisionQuestion, PaymentQuestion
from ruleslang.engine.flow.build_exprs import (
    apply,
    both,
    either,
    held,
    known,
    negated,
    standard,
    when,
    with_entry,
)
from ruleslang.engine.flow.cell_access import address, number_at, write_cell
from ruleslang.engine.flow.context import Body
from ruleslang.engine.flow.expressions.reading import all_places, place_of_zone
from ruleslang.engine.flow.ir_stmts import Ask, Do, Each, If, Leave, Loop, Set, Stmt, Write
from ruleslang.engine.flow.state_layout import in_a_row, shown_family, state_family
from ruleslang.engine.flow.statements.moving import arriving, room_of, test_kind
from ruleslang.engine.flow.statements.set_choices import COUNT, TWINS, ZERO, twins
from ruleslang.program import declarations as d
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

CARDS = t.SetOf(t.Card())
SETS = t.ListOf(CARDS, limits.OFFERED_AT_ONCE + 1)
NUMBERS = t.ListOf(COUNT, limits.MEMBERS)
ROW = t.ListOf(COUNT, 2)
ROWS = t.ListOf(ROW, limits.MEMBERS)
SHARES = t.ListOf(t.ListOf(COUNT, limits.MEMBERS), 100)  # for each cost (amount, counters)
AT_ONCE = v.Constant(limits.OFFERED_AT_ONCE, COUNT)
UNPAID = t.Number(-(2**31), 2**31 - 1)

CounterCost: TypeAlias = "s.CountCost | s.SharedCost"


Cost: TypeAlias = "s.CountCost | s.SharedCost | s.CardCost"


def _unchanged(expr: v.Expr) -> v.Expr:
    return expr


def amount_of(b: Body, cost: Cost, ready: Callable[[v.Expr], v.Expr] = _unchanged) -> v.Expr:
    """Return the amount of a cost; a negative one, as `ready` returns it, counts as 0."""
    return apply("larger", ZERO, ready(known(b.expr(cost.amount), cost.origin)), type=COUNT)


@frozen(eq=False)
class Asked:
    """What a cost asks for: how much, from counters at these places, or of these cards."""

    amount: v.Expr
    places: tuple[tuple[v.Expr, ...], ...] = ()
    cards: v.Expr = v.NONE


def asked(b: Body, cost: Cost, ready: Callable[[v.Expr], v.Expr] = _unchanged) -> Asked:
    """Return what a cost asks for; `ready` is given what is evaluated, in this order."""
    amount = amount_of(b, cost, ready)
    if isinstance(cost, s.CardCost):
        cards = ready(_source(b, cost))
        ready(place_of_zone(b, cost.target.name, cost.target.index))
        return Asked(amount, cards=cards)
    if isinstance(cost, s.CountCost):
        places = [address(b, _index(b, cost.place.name), cost.place.index)]
    else:
        places = all_places(b, _index(b, cost.name), cost.index)
    coordinates = {id(part): part for place in places for part in place}
    parts = {name: ready(part) for name, part in coordinates.items()}
    return Asked(amount, tuple(tuple(parts[id(part)] for part in at) for at in places))


def _pair(first: v.Expr, second: v.Expr) -> v.Expr:
    return apply("tuple", first, second, type=ROW)


def _tuple_expr(exprs: Sequence[v.Expr], type: t.Type) -> v.Expr:
    return apply("tuple", *exprs, type=type)


@frozen
class Costs:
    """The costs of a body: each on a counter of its own state, on shared counters, and in cards."""

    counters: tuple[s.CountCost, ...]
    together: tuple[CounterCost, ...]
    cards: tuple[s.CardCost, ...]


def costs_of(b: Body, clauses: tuple[s.Clause, ...]) -> Costs:
    """Classify the costs in clauses."""
    all_costs = _in_order(clauses)
    cards = tuple(candidate for candidate in all_costs if isinstance(candidate, s.CardCost))
    of_states = by_state(
        [candidate for candidate in all_costs if not isinstance(candidate, s.CardCost)]
    )
    counters: list[s.CountCost] = []
    together: list[CounterCost] = []
    for name, of_state in of_states.items():
        declared = b.lowering.population.states[name]
        is_set = declared.start is not None or isinstance(declared.type, t.Optional)
        if is_set and len(of_state) == 1 and isinstance(of_state[0], s.CountCost):
            counters.append(of_state[0])
        else:
            together += of_state
    return Costs(tuple(counters), tuple(together), cards)


def _in_order(clauses: tuple[s.Clause, ...]) -> list[Cost]:
    return [cost for clause in clauses if isinstance(clause, s.Pays) for cost in clause.costs]


def payable(b: Body, clauses: tuple[s.Clause, ...]) -> v.Expr:
    """Return whether all costs can be paid together; all are evaluated first, in their order."""
    costs, evaluations = costs_of(b, clauses), list[v.Expr]()

    def ready(expr: v.Expr) -> v.Expr:
        evaluated, after = held(b, expr)
        evaluations.append(evaluated)
        return after

    found = {id(cost): asked(b, cost, ready) for cost in _in_order(clauses)}
    covered: v.Expr = v.YES
    for evaluated in evaluations:
        covered = both(covered, evaluated)
    for counter in costs.counters:
        of = found[id(counter)]
        counter_value = b.fresh("held", b.lowering.layout[state_family(counter.place.name)].type)
        gives = _gives(counter_value)
        enough = apply("<=", of.amount, gives)
        if isinstance(counter_value.type, t.Truth):
            enough = counter_value
        if isinstance(counter_value.type, t.Optional):
            enough = both(negated(apply("is none", counter_value)), enough)
        declared = b.lowering.population.states[counter.place.name]
        cell = v.Cell(state_family(declared.name), of.places[0], declared.type)
        covered = both(covered, both(v.Bind(counter_value, cell), enough))
    covered = both(covered, counters_payable(b, costs.together, found))
    cards = [found[id(cost)] for cost in costs.cards]
    if len(cards) > 1:
        return both(covered, cards_payable(b, cards))
    for of in cards:
        available = apply("number of", of.cards, type=COUNT)
        covered = both(covered, apply("<=", of.amount, available))
    return covered


def _gives(counter_value: v.Variable) -> v.Expr:
    """Return how far a counter is above the lower end of its range."""
    of = plain(counter_value.type)
    low = of.low if isinstance(of, t.Number) else 0
    number = v.Variable(counter_value.name, of)
    return apply("-", number, v.Constant(low, t.Number(low, low)), type=COUNT)


def pay(b: Body, clauses: tuple[s.Clause, ...], payer: v.Variable) -> list[Stmt]:
    """Let the payer choose the cards, then pay everything."""
    costs = costs_of(b, clauses)
    first, last = pay_counters(b, costs.together, payer)
    for counter in costs.counters:
        amount, left = b.fresh("amount", COUNT), b.fresh("left", COUNT)
        declared = b.lowering.population.states[counter.place.name]
        at = address(b, declared.index, counter.place.index)
        remaining = apply("-", v.Cell(state_family(declared.name), at, COUNT), amount, type=COUNT)
        first.append(Set(amount, amount_of(b, counter)))
        if isinstance(declared.type, t.Truth):
            left, remaining = b.fresh("left", declared.type), v.NO
        last += [Set(left, remaining), *write_cell(b, declared, at, left)]
    chosen_first, laid_last = pay_cards(b, costs.cards, payer)
    return [*first, *chosen_first, *last, *laid_last]


# ---------------------------------------------------------------- counters


@frozen(eq=False)
class Counters:
    """The costs on counters of one state, in variables; `statements` assign them."""

    state: str
    due: v.Variable
    gives: v.Variable
    shares: tuple[v.Variable, ...]
    stmts: tuple[Set, ...]


def _counters(
    b: Body, state: str, costs: Sequence[CounterCost], found: Mapping[int, Asked]
) -> Counters:
    """Return the amounts due from single counters, and what all counters hold beyond that."""
    due, gives = b.fresh("due", ROWS), b.fresh("gives", ROWS)
    single = [found[id(counted)] for counted in costs if isinstance(counted, s.CountCost)]
    rows = [_pair(_flat(b, state, of.places[0]), of.amount) for of in single]
    stmts = [Set(due, apply("added up", _tuple_expr(rows, ROWS), type=ROWS))]
    shares = []
    for cost in costs:
        if isinstance(cost, s.SharedCost):
            of = found[id(cost)]
            flats = [_flat(b, state, at) for at in of.places]
            share = b.fresh("share", SHARES.element)
            shares.append(share)
            stmts.append(Set(share, _tuple_expr([of.amount, *flats], share.type)))
    stmts.append(Set(gives, _what_all_give(b, state, due)))
    return Counters(state, due, gives, tuple(shares), tuple(stmts))


def _index(b: Body, state: str) -> tuple[d.IndexPlace, ...]:
    return b.lowering.population.states[state].index


def _flat(b: Body, state: str, at: tuple[v.Expr, ...]) -> v.Expr:
    return number_at(at, b.lowering.layout[state_family(state)].strides, 0, COUNT)


def _what_all_give(b: Body, state: str, due: v.Variable) -> v.Expr:
    """Return for each counter what it can give, minus what is due; negative if too little."""
    family = in_a_row(state_family(state))
    of = b.lowering.layout[family]
    number = plain(of.type)
    low = number.low if isinstance(number, t.Number) else 0
    place = b.fresh("counter", COUNT)
    counter_value = v.Cell(family, (place,), UNPAID)
    alone = v.Apply("count of", (due, _tuple_expr([place], NUMBERS)), COUNT)
    left = apply(
        "-", apply("-", counter_value, v.Constant(low, UNPAID), type=UNPAID), alone, type=UNPAID
    )
    keys = v.Through("members", ONE_ROW, due, None, _key(ONE_ROW), NUMBERS)
    missing = either(
        apply("same", v.Cell(family, (place,), of.type), v.Constant(v.ABSENT, t.Never())),
        apply("is none", v.Cell(family, (place,), of.type)),
    )
    unpaid = when(apply("is in", place, keys), v.Constant(-1, UNPAID), ZERO, UNPAID)
    row = _pair(place, when(missing, unpaid, left, UNPAID))
    population = v.Constant(tuple(range(of.cells)), NUMBERS)
    return v.Through("members", place, population, None, row, ROWS)


ONE_ROW = v.Variable("one_row_", ROW)


def _key(row: v.Expr) -> v.Expr:
    return v.Apply("first", (row,), COUNT)


def _number(row: v.Expr) -> v.Expr:
    return v.Apply("last", (row,), UNPAID)


def by_state(costs: Sequence[CounterCost]) -> dict[str, list[CounterCost]]:
    """Return the costs on counters, by state."""
    costs_by_state: dict[str, list[CounterCost]] = {}
    for cost in costs:
        name = cost.place.name if isinstance(cost, s.CountCost) else cost.name
        costs_by_state.setdefault(name, []).append(cost)
    return costs_by_state


def counters_payable(b: Body, costs: Sequence[CounterCost], found: Mapping[int, Asked]) -> v.Expr:
    """Return whether counters cover all that is due from them, alone and together."""
    covered: v.Expr = v.YES
    for state, of_state in by_state(costs).items():
        counters = _counters(b, state, of_state, found)
        for stmt in counters.stmts:
            covered = both(covered, v.Bind(stmt.variable, stmt.value))
        enough = apply("<=", ZERO, _number(ONE_ROW))
        covered = both(
            covered, v.Through("every", ONE_ROW, counters.gives, enough, None, t.Truth())
        )
        if counters.shares:
            shares = _tuple_expr(counters.shares, SHARES)
            covered = both(covered, apply("finds enough", counters.gives, shares))
    return covered


def pay_counters(
    b: Body, costs: Sequence[CounterCost], payer: v.Variable
) -> tuple[list[Stmt], list[Stmt]]:
    """Let the payer divide shared costs; the second statements reduce all counters."""
    worked_out, questions, last = list[Stmt](), list[Stmt](), list[Stmt]()
    for state, some in by_state(costs).items():
        counters = _counters(b, state, some, {id(cost): asked(b, cost) for cost in some})
        worked_out += counters.stmts
        shared = [candidate for candidate in some if isinstance(candidate, s.SharedCost)]
        for place, cost in enumerate(shared):
            later = counters.shares[place + 1 :]
            questions += _divide(b, cost, counters, counters.shares[place], later, payer)
        last += _taken_down(b, counters)
    return [*worked_out, *questions], last


def _divide(
    b: Body,
    cost: s.SharedCost,
    counters: Counters,
    share: v.Variable,
    later: tuple[v.Variable, ...],
    payer: v.Variable,
) -> list[Stmt]:
    """Ask how much is paid from each counter, one after the other."""
    left, ahead = b.fresh("left", COUNT), b.fresh("rest", NUMBERS)
    counter, amount, picked = (b.fresh(name, COUNT) for name in ("from", "amount", "paid"))
    gives, due = counters.gives, counters.due
    available = v.Apply("count of", (gives, _tuple_expr([counter], NUMBERS)), COUNT)
    after = _added(gives, counter, apply("negate", amount, type=UNPAID))
    still = apply("-", left, amount, type=COUNT)
    others = apply("joined", _tuple_expr([still], NUMBERS), ahead, type=SHARES.element)
    enough = apply("finds enough", after, _tuple_expr([others, *later], SHARES))
    most = apply("range", ZERO, apply("smaller", left, available, type=COUNT), type=NUMBERS)
    question = b.lowering.number_of_question(DivisionQuestion(cost))
    fitting = v.Through("members", amount, most, enough, None, NUMBERS)
    taken = apply("negate", picked, type=UNPAID)
    body = (
        Set(ahead, apply("slice", ahead, v.Constant(1, COUNT), _size(ahead), type=NUMBERS)),
        Ask(question, payer, fitting, picked, (counter,)),
        Set(left, apply("-", left, picked, type=COUNT)),
        Set(gives, _added(gives, counter, taken)),
        Set(due, _added(due, counter, picked)),
    )
    return [
        Set(left, v.Apply("first", (share,), COUNT)),
        Set(ahead, apply("slice", share, v.Constant(1, COUNT), _size(share), type=NUMBERS)),
        Each(b.lowering.fresh("divide"), counter, ahead, body),
    ]


def _added(rows: v.Variable, counter: v.Variable, number: v.Expr) -> v.Expr:
    """Return the amounts of counters, with another one added to one of them."""
    return apply("added up", with_entry(rows, _pair(counter, number)), type=ROWS)


def _size(several: v.Expr) -> v.Expr:
    return apply("number of", several, type=COUNT)


def _taken_down(b: Body, counters: Counters) -> list[Stmt]:
    """Subtract what is due from each counter; a shown value is no longer shown."""
    family = in_a_row(state_family(counters.state))
    row, place, value = b.fresh("due", ROW), b.fresh("counter", COUNT), b.fresh("held", COUNT)
    less = apply("-", v.Cell(family, (place,), COUNT), _number(row), type=COUNT)
    if isinstance(b.lowering.layout[family].type, t.Truth):
        value, less = b.fresh("held", t.Truth()), v.NO
    stmts: list[Stmt] = [Set(place, _key(row)), Set(value, less), Write(family, (place,), value)]
    shown = in_a_row(shown_family(state_family(counters.state)))
    if shown in b.lowering.layout.families:
        is_change = apply("<", ZERO, _number(row))
        stmts.append(If(is_change, (Write(shown, (place,), v.NONE),)))
    return [Each(b.lowering.fresh("paid"), row, counters.due, tuple(stmts))]


# ---------------------------------------------------------------- cards


def _sources(b: Body, costs: Sequence[object]) -> tuple[tuple[v.Variable, v.Variable], ...]:
    return tuple((b.fresh("amount", COUNT), b.fresh("cards", CARDS)) for _ in costs)


def _source(b: Body, cost: s.CardCost) -> v.Expr:
    return standard(b, b.expr(cost.source), "as written", CARDS)


def _find(amounts: Sequence[v.Expr], cards: Sequence[v.Expr], taken: v.Expr) -> v.Expr:
    """Return whether disjoint cards can be found for these costs among those not taken."""
    sets = _tuple_expr(cards, t.ListOf(CARDS, 100))
    return apply("all find", _tuple_expr(amounts, NUMBERS), sets, taken)


def cards_payable(b: Body, costs: Sequence[Asked]) -> v.Expr:
    """Return whether disjoint cards can be found for all costs."""
    bound: v.Expr = v.YES
    sources = _sources(b, costs)
    for cost, (amount, cards) in zip(costs, sources, strict=True):
        bound = both(bound, both(v.Bind(amount, cost.amount), v.Bind(cards, cost.cards)))
    amounts, sets = zip(*sources, strict=True)
    return both(bound, _find(amounts, sets, v.Constant((), CARDS)))


def pay_cards(
    b: Body, costs: Sequence[s.CardCost], payer: v.Variable
) -> tuple[list[Stmt], list[Stmt]]:
    """Let the payer choose the cards of each cost; the second statements move them."""
    first, last, sources = list[Stmt](), list[Stmt](), _sources(b, costs)
    if not costs:
        return first, last
    targets = [b.fresh("target", t.ZonePlace()) for _ in costs]
    for cost, (amount, cards), target in zip(costs, sources, targets, strict=True):
        at = place_of_zone(b, cost.target.name, cost.target.index)
        first += [Set(amount, amount_of(b, cost)), Set(cards, _source(b, cost)), Set(target, at)]
    taken = b.fresh("taken", CARDS)
    first.append(Set(taken, v.Constant((), CARDS)))
    for place, (cost, target) in enumerate(zip(costs, targets, strict=True)):
        paid = b.fresh("paid", CARDS)
        first += _choose(b, cost, payer, sources[place:], taken, paid)
        first.append(Set(taken, apply("joined", taken, paid, type=CARDS)))
        kind = b.lowering.population.zones[cost.target.name].kind
        last += test_kind(b, paid, b.type_of(cost.source), kind, cost.origin)
        last += arriving(b, paid, target, cost.target.name)
        last.append(Do("move", ("top", cost.origin), (paid, target, room_of(b, cost.target))))
    return first, last


def _choose(
    b: Body,
    cost: s.CardCost,
    payer: v.Variable,
    sources: tuple[tuple[v.Variable, v.Variable], ...],
    taken: v.Variable,
    into: v.Variable,
) -> list[Stmt]:
    """Choose the cards of one cost such that the remaining costs can still be paid."""
    (amount, cards), later = sources[0], sources[1:]
    free, same, options = b.fresh("free", CARDS), b.fresh("twins", TWINS), b.fresh("options", SETS)
    payment = b.fresh("one", CARDS)
    gone = apply("joined", taken, payment, type=CARDS)
    fits = _find([part for part, _ in later], [part for _, part in later], gone)
    sets = v.Apply("sets", (free, same, amount, amount), SETS)
    question = b.lowering.number_of_question(PaymentQuestion(cost, by_card=False))
    ask = Ask(question, payer, options, into, (amount,))
    by_card = tuple(_card_by_card(b, cost, payer, (amount, free, same), later, taken, into))
    choosing = (
        Set(options, v.Through("few", payment, sets, fits if later else None, None, SETS)),
        If(apply(">", _size(options), AT_ONCE), by_card, (ask,)),
    )
    return [
        Set(free, apply("without", cards, taken, type=CARDS)),
        Set(same, twins(b, free, payer)),
        Set(into, v.Constant((), CARDS)),
        If(apply("same", amount, ZERO), (), choosing),
    ]


def _card_by_card(
    b: Body,
    cost: s.CardCost,
    payer: v.Variable,
    of: tuple[v.Variable, v.Variable, v.Variable],
    later: tuple[tuple[v.Variable, v.Variable], ...],
    taken: v.Variable,
    into: v.Variable,
) -> list[Stmt]:
    amount, free, same = of
    chosen, card, place = (
        b.fresh("chosen", NUMBERS),
        b.fresh("card", t.Card()),
        b.fresh("place", COUNT),
    )
    label = b.lowering.fresh("pay")
    question = b.lowering.number_of_question(PaymentQuestion(cost, by_card=True))
    begun = with_entry(chosen, place)
    missing = apply("-", amount, _size(begun), type=COUNT)
    left = v.Apply("places left", (_size(free), same, begun), NUMBERS)
    gone = apply("joined", taken, apply("at places", free, begun, type=CARDS), type=CARDS)
    amounts = [missing, *(part for part, _ in later)]
    sets = [apply("at places", free, left, type=CARDS), *(part for _, part in later)]
    next_ones = v.Apply("next places", (_size(free), same, chosen), NUMBERS)
    fitting = v.Through("members", place, next_ones, _find(amounts, sets, gone), None, NUMBERS)
    offered = apply("at places", free, fitting, type=CARDS)
    number = v.Apply("place of", (free, card), COUNT)
    more = with_entry(chosen, number)
    body = (
        If(apply(">=", _size(chosen), amount), (Leave(label),)),
        Ask(question, payer, offered, card, (amount,)),
        Set(chosen, more),
    )
    return [
        Set(chosen, v.Constant((), NUMBERS)),
        Loop(label, body),
        Set(into, apply("at places", free, chosen, type=CARDS)),
    ]
