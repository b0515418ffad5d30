"""
Costs: whether they can be paid together, and paying them.

Counters are taken down; of cards the payer chooses which, before anything is paid. A body may have
costs on several different states, and one cost of cards.
"""

from __future__ import annotations

from attrs import frozen

from ruleslang.flow.addresses import address
from ruleslang.flow.context import Body
from ruleslang.flow.expressions.reading import place_of_zone
from ruleslang.flow.layout import state_family
from ruleslang.flow.making import apply, both, known, negated
from ruleslang.flow.order import standard
from ruleslang.flow.parts import PaymentQuestion
from ruleslang.flow.statements.pool import COUNT, TWINS, ZERO, twins
from ruleslang.flow.statements.writing import room_of, test_kind
from ruleslang.flow.steps import Ask, Do, If, Leave, Loop, Set, Step, Write
from ruleslang.flow.words import YES, Apply, Bind, Cell, Constant, Present, Through, Variable, Word
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

CARDS = t.SetOf(t.Card())
PLACES = t.ListOf(COUNT, limits.MEMBERS)
AT_ONCE = Constant(limits.OFFERED_AT_ONCE, COUNT)


@frozen
class Costs:
    """The costs of a body: on counters, and in cards."""

    counters: tuple[s.CountCost, ...]
    cards: tuple[s.CardCost, ...]


def costs_of(b: Body, clauses: tuple[s.Clause, ...]) -> Costs:
    """The costs that clauses name; such as have no lowering are refused."""
    found = [cost for clause in clauses if isinstance(clause, s.Pays) for cost in clause.costs]
    counters = tuple(each for each in found if isinstance(each, s.CountCost))
    cards = tuple(each for each in found if isinstance(each, s.CardCost))
    if any(isinstance(each, s.SharedCost) for each in found):
        b.refuse("a cost taken from several numbers together")
    if len({each.place.name for each in counters}) < len(counters):
        b.refuse("several costs on places of one state")
    if len(cards) > 1:
        b.refuse("several costs of cards")
    return Costs(counters, cards)


def payable(b: Body, clauses: tuple[s.Clause, ...]) -> Word:
    """Whether it can all be paid together."""
    costs = costs_of(b, clauses)
    found: Word = YES
    for counter in costs.counters:
        held = b.fresh("held", b.whole.layout[state_family(counter.place.name)].type)
        gives = _gives(b, counter, held)
        enough = apply("<=", _amount(b, counter), gives)
        if isinstance(held.type, t.Optional):
            enough = both(negated(apply("is none", held)), enough)
        found = both(found, both(Bind(held, _counter(b, counter)), enough))
    for cost in costs.cards:
        there = apply("number of", _cards(b, cost), type=COUNT)
        found = both(found, apply("<=", _amount(b, cost), there))
    return found


def _amount(b: Body, cost: s.CountCost | s.CardCost) -> Word:
    """A cost below 0 counts as 0."""
    amount = known(b.word(cost.amount), "none-in-arithmetic", cost.origin)
    return apply("larger", ZERO, amount, type=COUNT)


def _counter(b: Body, cost: s.CountCost) -> Word:
    declared = b.whole.everyone.states[cost.place.name]
    family = state_family(cost.place.name)
    cell = Cell(family, address(b, declared.index, cost.place.index), declared.type)
    if declared.start is not None or isinstance(declared.type, t.Optional):
        return cell
    return Present(cell, "unset-state", cost.origin, declared.type)


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
    first: list[Step] = []
    last: list[Step] = []
    for counter in costs.counters:
        amount, left = b.fresh("amount", COUNT), b.fresh("left", COUNT)
        declared = b.whole.everyone.states[counter.place.name]
        at = address(b, declared.index, counter.place.index)
        rest = apply("-", Cell(state_family(declared.name), at, COUNT), amount, type=COUNT)
        first.append(Set(amount, _amount(b, counter)))
        last += [Set(left, rest), Write(state_family(declared.name), at, left)]
    for cost in costs.cards:
        amount, cards = b.fresh("amount", COUNT), b.fresh("cards", CARDS)
        target, chosen = b.fresh("target", t.ZonePlace()), b.fresh("paid", CARDS)
        first += [
            Set(amount, _amount(b, cost)),
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
