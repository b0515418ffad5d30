"""
Costs: whether they can be paid together, and paying them.

Counters are taken down; of cards the payer chooses which, before anything is paid. Costs that draw
on the same things are lowered by `costs_together`.
"""

from __future__ import annotations

from attrs import frozen

from ruleslang.flow.cells import address, write_cell
from ruleslang.flow.constant_folding import apply, both, negated, standard
from ruleslang.flow.context import Body
from ruleslang.flow.costs_together import (
    CounterCost,
    amount_of,
    by_state,
    cards_payable,
    counters_payable,
    pay_cards,
    pay_counters,
)
from ruleslang.flow.expressions.reading import place_of_zone
from ruleslang.flow.questions import PaymentQuestion
from ruleslang.flow.state_layout import state_family
from ruleslang.flow.statements.moving import room_of, test_kind
from ruleslang.flow.statements.set_choices import COUNT, TWINS, ZERO, twins
from ruleslang.flow.steps import Ask, Do, If, Leave, Loop, Set, Step
from ruleslang.flow.words import NO, YES, Apply, Bind, Cell, Constant, Through, Variable, Word
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

CARDS = t.SetOf(t.Card())
PLACES = t.ListOf(COUNT, limits.MEMBERS)
AT_ONCE = Constant(limits.OFFERED_AT_ONCE, COUNT)


@frozen
class Costs:
    """The costs of a body: each on a counter of its own state, on others, and in cards."""

    counters: tuple[s.CountCost, ...]
    together: tuple[CounterCost, ...]
    cards: tuple[s.CardCost, ...]


def costs_of(b: Body, clauses: tuple[s.Clause, ...]) -> Costs:
    """The costs that clauses name."""
    found = [cost for clause in clauses if isinstance(clause, s.Pays) for cost in clause.costs]
    cards = tuple(each for each in found if isinstance(each, s.CardCost))
    of_states = by_state([each for each in found if not isinstance(each, s.CardCost)])
    counters: list[s.CountCost] = []
    together: list[CounterCost] = []
    for name, some in of_states.items():
        declared = b.whole.everyone.states[name]
        is_set = declared.start is not None or isinstance(declared.type, t.Optional)
        if is_set and len(some) == 1 and isinstance(some[0], s.CountCost):
            counters.append(some[0])
        else:
            together += some
    return Costs(tuple(counters), tuple(together), cards)


def payable(b: Body, clauses: tuple[s.Clause, ...]) -> Word:
    """Whether it can all be paid together."""
    costs = costs_of(b, clauses)
    found: Word = YES
    for counter in costs.counters:
        held = b.fresh("held", b.whole.layout[state_family(counter.place.name)].type)
        gives = _gives(b, counter, held)
        enough = apply("<=", amount_of(b, counter), gives)
        if isinstance(held.type, t.Truth):
            enough = held
        if isinstance(held.type, t.Optional):
            enough = both(negated(apply("is none", held)), enough)
        found = both(found, both(Bind(held, _counter(b, counter)), enough))
    found = both(found, counters_payable(b, costs.together))
    if len(costs.cards) > 1:
        return both(found, cards_payable(b, costs.cards))
    for cost in costs.cards:
        there = apply("number of", _cards(b, cost), type=COUNT)
        found = both(found, apply("<=", amount_of(b, cost), there))
    return found


def _counter(b: Body, cost: s.CountCost) -> Word:
    declared = b.whole.everyone.states[cost.place.name]
    family = state_family(cost.place.name)
    return Cell(family, address(b, declared.index, cost.place.index), declared.type)


def _gives(b: Body, cost: s.CountCost, held: Variable) -> Word:
    """What a counter has above the lower end of its range."""
    of = plain(held.type)
    low = of.low if isinstance(of, t.Number) else 0
    number = Variable(held.name, of)
    return apply("-", number, Constant(low, t.Number(low, low)), type=COUNT)


def _cards(b: Body, cost: s.CardCost) -> Word:
    return standard(b, b.word(cost.source), "as written", CARDS)


# ---------------------------------------------------------------- paying


def pay(b: Body, clauses: tuple[s.Clause, ...], payer: Variable) -> list[Step]:
    """The payer chooses the cards, then all is paid at once."""
    costs = costs_of(b, clauses)
    first, last = pay_counters(b, costs.together, payer)
    for counter in costs.counters:
        amount, left = b.fresh("amount", COUNT), b.fresh("left", COUNT)
        declared = b.whole.everyone.states[counter.place.name]
        at = address(b, declared.index, counter.place.index)
        rest = apply("-", Cell(state_family(declared.name), at, COUNT), amount, type=COUNT)
        first.append(Set(amount, amount_of(b, counter)))
        if isinstance(declared.type, t.Truth):
            left, rest = b.fresh("left", declared.type), NO
        last += [Set(left, rest), *write_cell(b, declared, at, left)]
    if len(costs.cards) > 1:
        chosen_first, laid_last = pay_cards(b, costs.cards, payer)
        return [*first, *chosen_first, *last, *laid_last]
    for cost in costs.cards:
        amount, cards = b.fresh("amount", COUNT), b.fresh("cards", CARDS)
        target, chosen = b.fresh("target", t.ZonePlace()), b.fresh("paid", CARDS)
        first += [
            Set(amount, amount_of(b, cost)),
            Set(cards, _cards(b, cost)),
            Set(target, place_of_zone(b, cost.target.name, cost.target.index)),
        ]
        first += _choose(b, cost, payer, amount, cards, chosen)
        kind = b.whole.everyone.zones[cost.target.name].kind
        last += test_kind(b, chosen, b.type_of(cost.source), kind, cost.origin)
        room = room_of(b, cost.target)
        last.append(Do("move", ("top", cost.origin), (chosen, target, room)))
    return [*first, *last]


def _choose(
    b: Body, cost: s.CardCost, payer: Variable, amount: Variable, cards: Variable, into: Variable
) -> list[Step]:
    """The cards of one cost: a set in one decision, or card by card."""
    same, options = b.fresh("twins", TWINS), b.fresh("options", t.ListOf(CARDS, 201))
    whole = b.whole.number_of_question(PaymentQuestion(cost, by_card=False))
    there = apply("number of", cards, type=COUNT)
    ways = apply("number of sets", there, same, amount, amount, type=COUNT)
    found = Apply("sets", (cards, same, amount, amount), options.type)
    made = Set(options, apply("tuple of all", found, type=options.type))
    ask = (made, Ask(whole, payer, options, into, (amount,)))
    one_by_one = tuple(_card_by_card(b, cost, payer, amount, cards, same, into))
    asked = If(apply(">", ways, AT_ONCE), one_by_one, ask)
    return [
        Set(same, twins(b, cards, payer)),
        Set(into, Constant((), CARDS)),
        If(apply("same", amount, ZERO), (), (asked,)),
    ]


def _card_by_card(
    b: Body,
    cost: s.CardCost,
    payer: Variable,
    amount: Variable,
    cards: Variable,
    same: Variable,
    into: Variable,
) -> list[Step]:
    chosen, taken, label = (
        b.fresh("chosen", PLACES),
        b.fresh("card", t.Card()),
        b.whole.fresh("pay"),
    )
    question = b.whole.number_of_question(PaymentQuestion(cost, by_card=True))
    fitting = _fitting(b, amount, cards, same, chosen)
    number = Apply("place of", (cards, taken), COUNT)
    more = apply("joined", chosen, apply("tuple", number, type=PLACES), type=PLACES)
    is_done = apply(">=", apply("number of", chosen, type=COUNT), amount)
    offered = apply("at places", cards, fitting, type=CARDS)
    return [
        Set(chosen, Constant((), PLACES)),
        Loop(
            label,
            (
                If(is_done, (Leave(label),)),
                Ask(question, payer, offered, taken, (amount,)),
                Set(chosen, more),
            ),
        ),
        Set(into, apply("at places", cards, chosen, type=CARDS)),
    ]


def _fitting(b: Body, amount: Variable, cards: Variable, same: Variable, chosen: Variable) -> Word:
    """The places of the cards with which so many can still be chosen."""
    there, place = apply("number of", cards, type=COUNT), b.fresh("place", COUNT)
    begun = apply("joined", chosen, apply("tuple", place, type=PLACES), type=PLACES)
    left = Apply("places left", (there, same, begun), PLACES)
    reach = apply(
        "+",
        apply("number of", begun, type=COUNT),
        apply("number of", left, type=COUNT),
        type=COUNT,
    )
    next_ones = Apply("next places", (there, same, chosen), PLACES)
    return Through("members", place, next_ones, apply("<=", amount, reach), None, PLACES)
