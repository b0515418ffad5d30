"""
Lowers costs: whether they can be paid together, and paying them (docs/reference/choices.md).

Counters are reduced; the payer chooses the cards, before anything is paid. Costs may compete: for
cells of one state, for several counters together, for overlapping sets of cards. A counter is
addressed as if its state had one dimension. The amounts that counters hold, and that are due from
them, are tuples of (counter, number).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from attrs import frozen

from ruleslang.engine.flow import words as w
from ruleslang.engine.flow.asked_questions import DivisionQuestion, PaymentQuestion
from ruleslang.engine.flow.build_words import (
    apply,
    both,
    either,
    known,
    negated,
    standard,
    when,
    with_entry,
)
from ruleslang.engine.flow.cells import address, number_at, write_cell
from ruleslang.engine.flow.context import Body
from ruleslang.engine.flow.expressions.reading import all_places, place_of_zone
from ruleslang.engine.flow.state_layout import in_a_row, shown_family, state_family
from ruleslang.engine.flow.statements.moving import arriving, room_of, test_kind
from ruleslang.engine.flow.statements.set_choices import COUNT, TWINS, ZERO, twins
from ruleslang.engine.flow.steps import Ask, Do, Each, If, Leave, Loop, Set, Step, Write
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
AT_ONCE = w.Constant(limits.OFFERED_AT_ONCE, COUNT)
UNPAID = t.Number(-(2**31), 2**31 - 1)

CounterCost: TypeAlias = "s.CountCost | s.SharedCost"


def amount_of(b: Body, cost: s.CountCost | s.SharedCost | s.CardCost) -> w.Word:
    """Return the amount of a cost; a negative one counts as 0."""
    amount = known(b.word(cost.amount), cost.origin)
    return apply("larger", ZERO, amount, type=COUNT)


def _pair(first: w.Word, second: w.Word) -> w.Word:
    return apply("tuple", first, second, type=ROW)


def _several(words: Sequence[w.Word], type: t.Type) -> w.Word:
    return apply("tuple", *words, type=type)


@frozen
class Costs:
    """The costs of a body: each on a counter of its own state, on shared counters, and in cards."""

    counters: tuple[s.CountCost, ...]
    together: tuple[CounterCost, ...]
    cards: tuple[s.CardCost, ...]


def costs_of(b: Body, clauses: tuple[s.Clause, ...]) -> Costs:
    """Classify the costs in clauses."""
    all_costs = [cost for clause in clauses if isinstance(clause, s.Pays) for cost in clause.costs]
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


def payable(b: Body, clauses: tuple[s.Clause, ...]) -> w.Word:
    """Return whether all costs can be paid together."""
    costs = costs_of(b, clauses)
    covered: w.Word = w.YES
    for counter in costs.counters:
        counter_value = b.fresh("held", b.lowering.layout[state_family(counter.place.name)].type)
        gives = _gives(counter_value)
        enough = apply("<=", amount_of(b, counter), gives)
        if isinstance(counter_value.type, t.Truth):
            enough = counter_value
        if isinstance(counter_value.type, t.Optional):
            enough = both(negated(apply("is none", counter_value)), enough)
        covered = both(covered, both(w.Bind(counter_value, _counter(b, counter)), enough))
    covered = both(covered, counters_payable(b, costs.together))
    if len(costs.cards) > 1:
        return both(covered, cards_payable(b, costs.cards))
    for cost in costs.cards:
        available = apply("number of", _source(b, cost), type=COUNT)
        covered = both(covered, apply("<=", amount_of(b, cost), available))
    return covered


def _counter(b: Body, cost: s.CountCost) -> w.Word:
    declared = b.lowering.population.states[cost.place.name]
    family = state_family(cost.place.name)
    return w.Cell(family, address(b, declared.index, cost.place.index), declared.type)


def _gives(counter_value: w.Variable) -> w.Word:
    """Return how far a counter is above the lower end of its range."""
    of = plain(counter_value.type)
    low = of.low if isinstance(of, t.Number) else 0
    number = w.Variable(counter_value.name, of)
    return apply("-", number, w.Constant(low, t.Number(low, low)), type=COUNT)


def pay(b: Body, clauses: tuple[s.Clause, ...], payer: w.Variable) -> list[Step]:
    """Steps that let the payer choose the cards, then pay everything."""
    costs = costs_of(b, clauses)
    first, last = pay_counters(b, costs.together, payer)
    for counter in costs.counters:
        amount, left = b.fresh("amount", COUNT), b.fresh("left", COUNT)
        declared = b.lowering.population.states[counter.place.name]
        at = address(b, declared.index, counter.place.index)
        remaining = apply("-", w.Cell(state_family(declared.name), at, COUNT), amount, type=COUNT)
        first.append(Set(amount, amount_of(b, counter)))
        if isinstance(declared.type, t.Truth):
            left, remaining = b.fresh("left", declared.type), w.NO
        last += [Set(left, remaining), *write_cell(b, declared, at, left)]
    chosen_first, laid_last = pay_cards(b, costs.cards, payer)
    return [*first, *chosen_first, *last, *laid_last]


# ---------------------------------------------------------------- counters


@frozen(eq=False)
class Counters:
    """The costs on counters of one state, in variables; `steps` assign them."""

    state: str
    due: w.Variable
    gives: w.Variable
    shares: tuple[w.Variable, ...]
    steps: tuple[Set, ...]


def _counters(b: Body, state: str, costs: Sequence[CounterCost]) -> Counters:
    """Return the amounts due from single counters, and what all counters hold beyond that."""
    due, gives = b.fresh("due", ROWS), b.fresh("gives", ROWS)
    rows = [
        _pair(
            _flat(b, state, address(b, _index(b, state), counted.place.index)),
            amount_of(b, counted),
        )
        for counted in costs
        if isinstance(counted, s.CountCost)
    ]
    steps = [Set(due, apply("added up", _several(rows, ROWS), type=ROWS))]
    shares = []
    for cost in costs:
        if isinstance(cost, s.SharedCost):
            flats = [_flat(b, state, at) for at in all_places(b, _index(b, state), cost.index)]
            share = b.fresh("share", SHARES.element)
            shares.append(share)
            steps.append(Set(share, _several([amount_of(b, cost), *flats], share.type)))
    steps.append(Set(gives, _what_all_give(b, state, due)))
    return Counters(state, due, gives, tuple(shares), tuple(steps))


def _index(b: Body, state: str) -> tuple[d.IndexPlace, ...]:
    return b.lowering.population.states[state].index


def _flat(b: Body, state: str, at: tuple[w.Word, ...]) -> w.Word:
    return number_at(at, b.lowering.layout[state_family(state)].strides, 0, COUNT)


def _what_all_give(b: Body, state: str, due: w.Variable) -> w.Word:
    """For each counter what it can give, minus what is due; negative if too little."""
    family = in_a_row(state_family(state))
    of = b.lowering.layout[family]
    number = plain(of.type)
    low = number.low if isinstance(number, t.Number) else 0
    place = b.fresh("counter", COUNT)
    counter_value = w.Cell(family, (place,), UNPAID)
    alone = w.Apply("count of", (due, _several([place], NUMBERS)), COUNT)
    left = apply(
        "-", apply("-", counter_value, w.Constant(low, UNPAID), type=UNPAID), alone, type=UNPAID
    )
    keys = w.Through("members", ONE_ROW, due, None, _key(ONE_ROW), NUMBERS)
    missing = either(
        apply("same", w.Cell(family, (place,), of.type), w.Constant(w.ABSENT, t.Never())),
        apply("is none", w.Cell(family, (place,), of.type)),
    )
    unpaid = when(apply("is in", place, keys), w.Constant(-1, UNPAID), ZERO, UNPAID)
    row = _pair(place, when(missing, unpaid, left, UNPAID))
    population = w.Constant(tuple(range(of.cells)), NUMBERS)
    return w.Through("members", place, population, None, row, ROWS)


ONE_ROW = w.Variable("one_row_", ROW)


def _key(row: w.Word) -> w.Word:
    return w.Apply("first", (row,), COUNT)


def _number(row: w.Word) -> w.Word:
    return w.Apply("last", (row,), UNPAID)


def by_state(costs: Sequence[CounterCost]) -> dict[str, list[CounterCost]]:
    """Return the costs on counters, by state."""
    costs_by_state: dict[str, list[CounterCost]] = {}
    for cost in costs:
        name = cost.place.name if isinstance(cost, s.CountCost) else cost.name
        costs_by_state.setdefault(name, []).append(cost)
    return costs_by_state


def counters_payable(b: Body, costs: Sequence[CounterCost]) -> w.Word:
    """Return whether counters cover all that is due from them, alone and together."""
    covered: w.Word = w.YES
    for state, of_state in by_state(costs).items():
        counters = _counters(b, state, of_state)
        for step in counters.steps:
            covered = both(covered, w.Bind(step.variable, step.value))
        enough = apply("<=", ZERO, _number(ONE_ROW))
        covered = both(
            covered, w.Through("every", ONE_ROW, counters.gives, enough, None, t.Truth())
        )
        if counters.shares:
            shares = _several(counters.shares, SHARES)
            covered = both(covered, apply("finds enough", counters.gives, shares))
    return covered


def pay_counters(
    b: Body, costs: Sequence[CounterCost], payer: w.Variable
) -> tuple[list[Step], list[Step]]:
    """Steps in which the payer divides shared costs, and later steps that reduce all counters."""
    worked_out, questions, last = list[Step](), list[Step](), list[Step]()
    for state, some in by_state(costs).items():
        counters = _counters(b, state, some)
        worked_out += counters.steps
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
    share: w.Variable,
    later: tuple[w.Variable, ...],
    payer: w.Variable,
) -> list[Step]:
    """Ask how much is paid from each counter, one after the other."""
    left, ahead = b.fresh("left", COUNT), b.fresh("rest", NUMBERS)
    counter, amount, picked = (b.fresh(name, COUNT) for name in ("from", "amount", "paid"))
    gives, due = counters.gives, counters.due
    available = w.Apply("count of", (gives, _several([counter], NUMBERS)), COUNT)
    after = _added(gives, counter, apply("negate", amount, type=UNPAID))
    still = apply("-", left, amount, type=COUNT)
    others = apply("joined", _several([still], NUMBERS), ahead, type=SHARES.element)
    enough = apply("finds enough", after, _several([others, *later], SHARES))
    most = apply("range", ZERO, apply("smaller", left, available, type=COUNT), type=NUMBERS)
    question = b.lowering.number_of_question(DivisionQuestion(cost))
    fitting = w.Through("members", amount, most, enough, None, NUMBERS)
    taken = apply("negate", picked, type=UNPAID)
    body = (
        Set(ahead, apply("slice", ahead, w.Constant(1, COUNT), _size(ahead), type=NUMBERS)),
        Ask(question, payer, fitting, picked, (counter,)),
        Set(left, apply("-", left, picked, type=COUNT)),
        Set(gives, _added(gives, counter, taken)),
        Set(due, _added(due, counter, picked)),
    )
    return [
        Set(left, w.Apply("first", (share,), COUNT)),
        Set(ahead, apply("slice", share, w.Constant(1, COUNT), _size(share), type=NUMBERS)),
        Each(b.lowering.fresh("divide"), counter, ahead, body),
    ]


def _added(rows: w.Variable, counter: w.Variable, number: w.Word) -> w.Word:
    """Return the amounts of counters, with another one added to one of them."""
    return apply("added up", with_entry(rows, _pair(counter, number)), type=ROWS)


def _size(several: w.Word) -> w.Word:
    return apply("number of", several, type=COUNT)


def _taken_down(b: Body, counters: Counters) -> list[Step]:
    """Subtract what is due from each counter; a shown value is no longer shown."""
    family = in_a_row(state_family(counters.state))
    row, place, value = b.fresh("due", ROW), b.fresh("counter", COUNT), b.fresh("held", COUNT)
    less = apply("-", w.Cell(family, (place,), COUNT), _number(row), type=COUNT)
    if isinstance(b.lowering.layout[family].type, t.Truth):
        value, less = b.fresh("held", t.Truth()), w.NO
    steps: list[Step] = [Set(place, _key(row)), Set(value, less), Write(family, (place,), value)]
    shown = in_a_row(shown_family(state_family(counters.state)))
    if shown in b.lowering.layout.families:
        is_change = apply("<", ZERO, _number(row))
        steps.append(If(is_change, (Write(shown, (place,), w.NONE),)))
    return [Each(b.lowering.fresh("paid"), row, counters.due, tuple(steps))]


# ---------------------------------------------------------------- cards


def _sources(b: Body, costs: Sequence[s.CardCost]) -> tuple[tuple[w.Variable, w.Variable], ...]:
    return tuple((b.fresh("amount", COUNT), b.fresh("cards", CARDS)) for _ in costs)


def _source(b: Body, cost: s.CardCost) -> w.Word:
    return standard(b, b.word(cost.source), "as written", CARDS)


def _find(amounts: Sequence[w.Word], cards: Sequence[w.Word], taken: w.Word) -> w.Word:
    """Return whether disjoint cards can be found for these costs among those not taken."""
    sets = _several(cards, t.ListOf(CARDS, 100))
    return apply("all find", _several(amounts, NUMBERS), sets, taken)


def cards_payable(b: Body, costs: Sequence[s.CardCost]) -> w.Word:
    """Return whether disjoint cards can be found for all costs."""
    bound: w.Word = w.YES
    sources = _sources(b, costs)
    for cost, (amount, cards) in zip(costs, sources, strict=True):
        bound = both(bound, w.Bind(amount, amount_of(b, cost)))
        bound = both(bound, w.Bind(cards, _source(b, cost)))
    amounts, sets = zip(*sources, strict=True)
    return both(bound, _find(amounts, sets, w.Constant((), CARDS)))


def pay_cards(
    b: Body, costs: Sequence[s.CardCost], payer: w.Variable
) -> tuple[list[Step], list[Step]]:
    """Steps in which the payer chooses the cards of each cost, and later steps that move them."""
    first, last, sources = list[Step](), list[Step](), _sources(b, costs)
    if not costs:
        return first, last
    targets = [b.fresh("target", t.ZonePlace()) for _ in costs]
    for cost, (amount, cards), target in zip(costs, sources, targets, strict=True):
        at = place_of_zone(b, cost.target.name, cost.target.index)
        first += [Set(amount, amount_of(b, cost)), Set(cards, _source(b, cost)), Set(target, at)]
    taken = b.fresh("taken", CARDS)
    first.append(Set(taken, w.Constant((), CARDS)))
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
    payer: w.Variable,
    sources: tuple[tuple[w.Variable, w.Variable], ...],
    taken: w.Variable,
    into: w.Variable,
) -> list[Step]:
    """Choose the cards of one cost such that the remaining costs can still be paid."""
    (amount, cards), later = sources[0], sources[1:]
    free, same, options = b.fresh("free", CARDS), b.fresh("twins", TWINS), b.fresh("options", SETS)
    payment = b.fresh("one", CARDS)
    gone = apply("joined", taken, payment, type=CARDS)
    fits = _find([part for part, _ in later], [part for _, part in later], gone)
    sets = w.Apply("sets", (free, same, amount, amount), SETS)
    question = b.lowering.number_of_question(PaymentQuestion(cost, by_card=False))
    ask = Ask(question, payer, options, into, (amount,))
    by_card = tuple(_card_by_card(b, cost, payer, (amount, free, same), later, taken, into))
    choosing = (
        Set(options, w.Through("few", payment, sets, fits if later else None, None, SETS)),
        If(apply(">", _size(options), AT_ONCE), by_card, (ask,)),
    )
    return [
        Set(free, apply("without", cards, taken, type=CARDS)),
        Set(same, twins(b, free, payer)),
        Set(into, w.Constant((), CARDS)),
        If(apply("same", amount, ZERO), (), choosing),
    ]


def _card_by_card(
    b: Body,
    cost: s.CardCost,
    payer: w.Variable,
    of: tuple[w.Variable, w.Variable, w.Variable],
    later: tuple[tuple[w.Variable, w.Variable], ...],
    taken: w.Variable,
    into: w.Variable,
) -> list[Step]:
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
    left = w.Apply("places left", (_size(free), same, begun), NUMBERS)
    gone = apply("joined", taken, apply("at places", free, begun, type=CARDS), type=CARDS)
    amounts = [missing, *(part for part, _ in later)]
    sets = [apply("at places", free, left, type=CARDS), *(part for _, part in later)]
    next_ones = w.Apply("next places", (_size(free), same, chosen), NUMBERS)
    fitting = w.Through("members", place, next_ones, _find(amounts, sets, gone), None, NUMBERS)
    offered = apply("at places", free, fitting, type=CARDS)
    number = w.Apply("place of", (free, card), COUNT)
    more = with_entry(chosen, number)
    body = (
        If(apply(">=", _size(chosen), amount), (Leave(label),)),
        Ask(question, payer, offered, card, (amount,)),
        Set(chosen, more),
    )
    return [
        Set(chosen, w.Constant((), NUMBERS)),
        Loop(label, body),
        Set(into, apply("at places", free, chosen, type=CARDS)),
    ]
