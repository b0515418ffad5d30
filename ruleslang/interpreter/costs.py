"""
Tests and pays costs (docs/reference/choices.md).

All are tested together against one state: those on one counter are added up, those on several
counters must find enough in all of them, those on cards must find cards that no other cost takes (a
matching). Then the payer chooses, first cost first, each choice limited to what leaves the later
ones payable: how much from which counter, which cards. Then everything is paid in one step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from attrs import frozen

from ruleslang.interpreter.alike import Earlier, keys
from ruleslang.interpreter.asking import Naming, Question, ask, value_options
from ruleslang.interpreter.assignments import lowest, write_state
from ruleslang.interpreter.evaluate import evaluate, evaluate_all, number, standard
from ruleslang.interpreter.machine import Answering, Machine
from ruleslang.interpreter.moving import move_cards
from ruleslang.interpreter.reading import matching, place_at
from ruleslang.match.alike_choices import (
    alike_before,
    all_find,
    find_enough,
    next_places,
    places_left,
    sets_of,
)
from ruleslang.match.values import Card, Env, Place, Player, Value, name_of
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.passes.values import in_one_zone

Counter: TypeAlias = "tuple[str, tuple[Value, ...]]"  # a state, and an index of it


@frozen(eq=False)
class _SharedDue:
    amount: int
    counters: tuple[Counter, ...]
    origin: int


@frozen(eq=False)
class _CardsDue:
    amount: int
    cards: tuple[Card, ...]
    target: Place
    origin: int
    in_one_zone: bool


@frozen(eq=False)
class CostsDue:
    """All that is due: from single counters, from several together, and in cards."""

    counters: dict[Counter, int]
    shared: tuple[_SharedDue, ...]
    cards: tuple[_CardsDue, ...]


def due(m: Machine, clauses: tuple[s.Clause, ...], env: Env) -> CostsDue:
    """What these clauses cost now; a cost below 0 counts as 0."""
    counters: dict[Counter, int] = {}
    shared, cards = [], []
    for clause in clauses:
        if not isinstance(clause, s.Pays):
            continue
        for cost in clause.costs:
            amount = max(0, number(m, cost.amount, env, cost.origin))
            if isinstance(cost, s.CountCost):
                key = cost.place.name, evaluate_all(m, cost.place.index, env)
                counters[key] = counters.get(key, 0) + amount
            elif isinstance(cost, s.SharedCost):
                shared.append(_SharedDue(amount, _counters(m, cost, env), cost.origin))
            else:
                payable_cards = standard(m, evaluate(m, cost.source, env), "as written")
                target = place_at(m, cost.target.name, evaluate_all(m, cost.target.index, env))
                one_zone = in_one_zone(m.tables.program, cost.source)
                cards.append(_CardsDue(amount, payable_cards, target, cost.origin, one_zone))
    return CostsDue(counters, tuple(shared), tuple(cards))


def _counters(m: Machine, cost: s.SharedCost, env: Env) -> tuple[Counter, ...]:
    """The counters that `any` covers, in standard order."""
    domains = [m.tables.domain(place.type) for place in m.tables.states[cost.name].index]
    places = dict.fromkeys(product(*domains))
    return tuple((cost.name, at) for at in matching(m, cost.index, places, env))


def payable(m: Machine, owed: CostsDue) -> bool:
    """Whether all costs can be paid together."""
    left = _left(m, owed)
    if any(amount < 0 for amount in left.values()) or not _enough(left, owed.shared):
        return False
    return _matched([(cost.amount, cost.cards) for cost in owed.cards], frozenset())


def _left(m: Machine, owed: CostsDue) -> dict[Counter, int]:
    """What remains in each counter after what is due from it alone; negative: not payable."""
    left: dict[Counter, int] = {}
    for counter in (*owed.counters, *(shared for cost in owed.shared for shared in cost.counters)):
        name, index = counter
        held = m.state.states[name].get(index)
        gives = 0 if held is None else held - lowest(m, name)
        due_alone = owed.counters.get(counter)
        left[counter] = -1 if held is None and due_alone is not None else gives - (due_alone or 0)
    return left


def _enough(left: Mapping[Counter, int], shared: Sequence[_SharedDue]) -> bool:
    return find_enough(left, [(cost.amount, cost.counters) for cost in shared])


def _matched(wanted: list[tuple[int, tuple[Card, ...]]], taken: frozenset[Card]) -> bool:
    """Whether every cost finds its cards, none shared by two."""
    return all_find([amount for amount, _ in wanted], [cards for _, cards in wanted], taken)


def pay(m: Machine, owed: CostsDue, payer: Player, earlier: Earlier = ()) -> Answering:
    """
    Let the payer choose counters and cards, then pay all at once; `earlier` are his choices in
    the action or play that is paid for.
    """
    amounts = dict(owed.counters)
    left = _left(m, owed)
    for place, shared in enumerate(owed.shared):
        divided = yield from _divide(m, shared, owed.shared[place + 1 :], left, payer)
        for counter, amount in divided.items():
            amounts[counter] = amounts.get(counter, 0) + amount
            left[counter] -= amount
    taken: frozenset[Card] = frozenset()
    paid: list[tuple[tuple[Card, ...], Place, int]] = []
    for i, cost in enumerate(owed.cards):
        later = [(c.amount, c.cards) for c in owed.cards[i + 1 :]]
        chosen = yield from _choose_cards(m, cost, later, taken, payer, earlier)
        taken |= frozenset(chosen)
        paid.append((chosen, cost.target, cost.origin))
    for (name, index), amount in amounts.items():
        held = m.state.states[name][index]
        write_state(m, name, index, False if held is True else held - amount)
    for cards, target, origin in paid:
        move_cards(m, cards, target, "top", origin)
    return None


def _divide(
    m: Machine,
    cost: _SharedDue,
    later: Sequence[_SharedDue],
    left: Mapping[Counter, int],
    payer: Player,
) -> Answering:
    """Ask how much is paid from each counter, one by one."""
    due, gives = cost.amount, dict(left)
    divided: dict[Counter, int] = {}
    for place, counter in enumerate(cost.counters):
        others = cost.counters[place + 1 :]
        fitting = []
        for amount in range(min(due, gives[counter]) + 1):
            after = {**gives, counter: gives[counter] - amount}
            if _enough(after, (_SharedDue(due - amount, others, cost.origin), *later)):
                fitting.append(amount)
        name = f"{counter[0]}({', '.join(map(name_of, counter[1]))})"
        question = Question(payer, "pay", "payment", f"pay from {name}", cost.origin)
        picked = yield from ask(m, question, value_options(Naming(m, payer), "payment", fitting))
        due -= picked.what
        gives[counter] -= picked.what
        if picked.what:
            divided[counter] = picked.what
    return divided


def _choose_cards(
    m: Machine,
    cost: _CardsDue,
    later: list[tuple[int, tuple[Card, ...]]],
    taken: frozenset[Card],
    payer: Player,
    earlier: Earlier,
) -> Answering:
    """Ask for the cards of one cost: in one decision, or card by card."""
    question = Question(payer, "pay", "payment", f"pay {cost.amount}", cost.origin)
    free = tuple(card for card in cost.cards if card not in taken)
    twins = alike_before(keys(m, free, payer, earlier))
    payments = []
    for places in sets_of(len(free), twins, cost.amount):
        payment = tuple([free[place] for place in places])
        if _matched(later, taken | frozenset(payment)):
            payments.append(payment)
            if len(payments) > limits.OFFERED_AT_ONCE:
                return (yield from _card_by_card(m, cost, later, taken, question, earlier))
    if cost.amount == 0:
        return ()
    naming = Naming(m, payer, cost.in_one_zone, earlier)
    picked = yield from ask(m, question, value_options(naming, "payment", payments))
    return picked.what


def _card_by_card(
    m: Machine,
    cost: _CardsDue,
    later: list[tuple[int, tuple[Card, ...]]],
    taken: frozenset[Card],
    question: Question,
    earlier: Earlier,
) -> Answering:
    free = tuple(card for card in cost.cards if card not in taken)
    twins = alike_before(keys(m, free, question.player, earlier))
    chosen: tuple[int, ...] = ()

    def cards(places: Iterable[int]) -> tuple[Card, ...]:
        return tuple([free[place] for place in places])

    def completes(begun: tuple[int, ...]) -> bool:
        remaining = cost.amount - len(begun), cards(places_left(len(free), twins, begun))
        return _matched([remaining, *later], taken | {*cards(begun)})

    while len(chosen) < cost.amount:
        fitting = [at for at in next_places(len(free), twins, chosen) if completes((*chosen, at))]
        naming = Naming(m, question.player, cost.in_one_zone, earlier)
        picked = yield from ask(m, question, value_options(naming, "payment", cards(fitting)))
        chosen = (*chosen, free.index(picked.what))
    return cards(chosen)
