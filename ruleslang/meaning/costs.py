"""
Costs (LANGUAGE B8).

All are tested together against one state: those on one counter are added up, those on cards must
find cards that no other cost takes (a matching). Then the payer chooses the cards, first cost
first, each limited to cards that leave the later ones payable; then everything is paid in one
step.
"""

from __future__ import annotations

from itertools import combinations

from attrs import frozen

from ruleslang.meaning.asking import Question, ask, value_options
from ruleslang.meaning.choices import TOGETHER_AT_MOST
from ruleslang.meaning.evaluate import evaluate, evaluate_all, number
from ruleslang.meaning.machine import Answering, Machine
from ruleslang.meaning.moving import move_cards
from ruleslang.meaning.order import standard
from ruleslang.meaning.reading import place_at
from ruleslang.meaning.values import Card, Env, Place, Player, Value, members
from ruleslang.meaning.writing import lowest, write_state
from ruleslang.program import statements as s


@frozen(eq=False)
class _CardsDue:
    """So many of these cards, to be put there."""

    amount: int
    cards: tuple[Card, ...]
    target: Place
    origin: int


@frozen(eq=False)
class Due:
    """All that is to be paid: from counters (state, index, amount), and in cards."""

    counters: tuple[tuple[str, tuple[Value, ...], int], ...]
    cards: tuple[_CardsDue, ...]


def due(m: Machine, clauses: tuple[s.Clause, ...], env: Env) -> Due:
    """What these clauses cost now; a cost below 0 counts as 0."""
    counters: dict[tuple[str, tuple[Value, ...]], int] = {}
    cards = []
    for clause in clauses:
        if not isinstance(clause, s.Pays):
            continue
        for cost in clause.costs:
            amount = max(0, number(m, cost.amount, env, cost.origin))
            if isinstance(cost, s.CountCost):
                key = cost.place.name, evaluate_all(m, cost.place.index, env)
                counters[key] = counters.get(key, 0) + amount
            else:
                whole = standard(m, members(evaluate(m, cost.source, env)))
                target = place_at(m, cost.target.name, evaluate_all(m, cost.target.index, env))
                cards.append(_CardsDue(amount, whole, target, cost.origin))
    return Due(tuple((*key, n) for key, n in counters.items()), tuple(cards))


def payable(m: Machine, owed: Due) -> bool:
    """Whether it can all be paid together."""
    for name, index, amount in owed.counters:
        held = m.state.states[name].get(index)
        if held is None or held - amount < lowest(m, name):
            return False
    return _matched([(cost.amount, cost.cards) for cost in owed.cards], frozenset())


def _matched(wanted: list[tuple[int, tuple[Card, ...]]], taken: frozenset[Card]) -> bool:
    """Whether every cost finds its cards, none for two: augmenting paths."""
    payer: dict[Card, int] = {}
    slots = [i for i, (amount, _) in enumerate(wanted) for _ in range(amount)]

    def find(cost: int, seen: set[Card]) -> bool:
        for card in wanted[cost][1]:
            if card in seen or card in taken:
                continue
            seen.add(card)
            if card not in payer or find(payer[card], seen):
                payer[card] = cost
                return True
        return False

    return all(find(cost, set()) for cost in slots)


def pay(m: Machine, owed: Due, payer: Player) -> Answering:
    """The payer chooses the cards, then all is paid at once."""
    taken: frozenset[Card] = frozenset()
    paid: list[tuple[tuple[Card, ...], Place, int]] = []
    for i, cost in enumerate(owed.cards):
        later = [(c.amount, c.cards) for c in owed.cards[i + 1 :]]
        chosen = yield from _choose_cards(m, cost, later, taken, payer)
        taken |= frozenset(chosen)
        paid.append((chosen, cost.target, cost.origin))
    for name, index, amount in owed.counters:
        write_state(m, name, index, m.state.states[name][index] - amount)
    for cards, target, origin in paid:
        move_cards(m, cards, target, "top", origin)
    return None


def _choose_cards(
    m: Machine,
    cost: _CardsDue,
    later: list[tuple[int, tuple[Card, ...]]],
    taken: frozenset[Card],
    payer: Player,
) -> Answering:
    """The cards of one cost: a set in one decision, or card by card."""
    question = Question(payer, "pay", "payment", f"pay {cost.amount}", cost.origin)
    free = tuple(card for card in cost.cards if card not in taken)
    sets = []
    for each in combinations(free, cost.amount):
        if _matched(later, taken | frozenset(each)):
            sets.append(each)
            if len(sets) > TOGETHER_AT_MOST:
                return (yield from _card_by_card(m, cost, later, taken, question))
    if cost.amount == 0:
        return ()
    picked = yield from ask(m, question, value_options(m, "payment", sets))
    return picked.what


def _card_by_card(
    m: Machine,
    cost: _CardsDue,
    later: list[tuple[int, tuple[Card, ...]]],
    taken: frozenset[Card],
    question: Question,
) -> Answering:
    chosen: tuple[Card, ...] = ()
    free = tuple(card for card in cost.cards if card not in taken)
    while len(chosen) < cost.amount:
        left = cost.amount - len(chosen) - 1
        fitting = [
            card
            for i, card in enumerate(free)
            if _matched([(left, free[i + 1 :]), *later], taken | {*chosen, card})
        ]
        picked = yield from ask(m, question, value_options(m, "payment", fitting))
        chosen = (*chosen, picked.what)
        free = free[free.index(picked.what) + 1 :]
    return chosen
