"""
Decides what is legal now, and pays costs (docs/reference/choices.md).

A move is legal when some assignment of the choices passes every `where`, `so that`, `only if` and
limit, finds room, and its costs can be paid. What happens later does not count. A play or action
with windows is legal only in the innermost open one; a play without, only when none is open.

Costs are tested together against one state: those on one counter are added up, those on several
counters must find enough in all of them, those on cards must find cards that no other cost takes (a
matching). Then the payer chooses, first cost first, each choice limited to what leaves the later
ones payable: how much from which counter, which cards. Then everything is paid in one step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from attrs import frozen

from ruleslang.engine.interpreter.asking import Here, ask
from ruleslang.engine.interpreter.candidates import complete, keys
from ruleslang.engine.interpreter.evaluate import all_fit, evaluate, holds, number, standard
from ruleslang.engine.interpreter.machine import Answering, Machine, OpenWindow, evaluates
from ruleslang.engine.interpreter.reading import evaluate_index, matching, refuse_index, zone_place
from ruleslang.engine.interpreter.state_changes import lowest, move_cards, room, write_state
from ruleslang.engine.match.alike_choices import (
    alike_before,
    all_find,
    find_enough,
    next_places,
    places_left,
    sets_of,
)
from ruleslang.engine.match.decision import LegalMove
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.naming import Earlier, Naming, Question, value_options
from ruleslang.engine.match.runtime_values import (
    Card,
    CardDefinition,
    Env,
    Place,
    Player,
    Value,
    distinct,
    name_of,
)
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.passes.liveness import tested_first
from ruleslang.program.passes.recursive_values import in_one_zone

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
    """All outstanding costs: from single counters, from several together, and in cards."""

    counters: dict[Counter, int]
    shared: tuple[_SharedDue, ...]
    cards: tuple[_CardsDue, ...]


def due(m: Machine, clauses: tuple[s.Clause, ...], env: Env) -> CostsDue:
    """Return the present costs of these clauses; a cost below 0 counts as 0."""
    counters: dict[Counter, int] = {}
    shared, cards = [], []
    for clause in clauses:
        if not isinstance(clause, s.Pays):
            continue
        for cost in clause.costs:
            amount = max(0, number(m, cost.amount, env, cost.origin))
            if isinstance(cost, s.CountCost):
                name = cost.place.name
                index = evaluate_index(m, m.tables.states[name], cost.place.index, env)
                if index not in m.state.states[name]:
                    refuse_index(m, m.tables.states[name], index)
                counters[name, index] = counters.get((name, index), 0) + amount
            elif isinstance(cost, s.SharedCost):
                shared.append(_SharedDue(amount, _counters(m, cost, env), cost.origin))
            else:
                payable_cards = standard(m, evaluate(m, cost.source, env), "as written")
                target = zone_place(m, cost.target, env)
                one_zone = in_one_zone(m.tables.program, cost.source)
                cards.append(_CardsDue(amount, payable_cards, target, cost.origin, one_zone))
    return CostsDue(counters, tuple(shared), tuple(cards))


def _counters(m: Machine, cost: s.SharedCost, env: Env) -> tuple[Counter, ...]:
    """Return the counters that `any` covers, in standard order."""
    declared = m.tables.states[cost.name]
    places = dict.fromkeys(m.tables.indexes(declared.index))
    found = matching(m, declared, cost.index, places, env)
    return tuple((cost.name, at) for at in found)


def payable(m: Machine, owed: CostsDue) -> bool:
    """Return whether all costs can be paid together."""
    left = _left_of_counters(m, owed)
    if any(amount < 0 for amount in left.values()) or not _enough(left, owed.shared):
        return False
    return _matched([(cost.amount, cost.cards) for cost in owed.cards], frozenset())


def _left_of_counters(m: Machine, owed: CostsDue) -> dict[Counter, int]:
    """Return what each counter keeps after the costs due from it alone; negative: not payable."""
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
    """Return whether every cost finds its cards, none shared by two."""
    return all_find([amount for amount, _ in wanted], [cards for _, cards in wanted], taken)


def pay(m: Machine, owed: CostsDue, payer: Player, earlier: Earlier = ()) -> Answering:
    """
    Let the payer choose counters and cards, then pay all at once; `earlier` are the payer's choices
    in the action or play that is paid for.
    """
    amounts = dict(owed.counters)
    left = _left_of_counters(m, owed)
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
        picked = yield from ask(
            m, question, value_options(Naming(Here(m), payer), "payment", fitting)
        )
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
    naming = Naming(Here(m), payer, cost.in_one_zone, earlier)
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
        naming = Naming(Here(m), question.player, cost.in_one_zone, earlier)
        picked = yield from ask(m, question, value_options(naming, "payment", cards(fitting)))
        chosen = (*chosen, free.index(picked.what))
    return cards(chosen)


Accepts: TypeAlias = Callable[[Machine, Env], bool]


def action_uses(m: Machine, action: d.Action, player: Player) -> Iterator[LegalMove]:
    """Return every legal way for a player to do an action now."""
    return _placed(action.origin, _uses_of_action(m, action, player))


def _uses_of_action(m: Machine, action: d.Action, player: Player) -> Iterator[LegalMove]:
    env = action_env(m, action, player)
    if env is not None and not _fails_first(m, action, player, None, env):
        for locals in complete(m, action.choices, env, accepts(action, player, None), player):
            yield LegalMove(action, player, locals)


def _placed(origin: int, uses: Iterator[LegalMove]) -> Iterator[LegalMove]:
    """Yield the ways; a fault is in their declaration if no part of it has said so."""
    try:
        yield from uses
    except Fault as fault:
        fault.place(origin)
        raise


def action_env(m: Machine, action: d.Action, player: Player) -> Env | None:
    """Return the initial locals of an action, or `None` if it is not offered."""
    env: Env = {action.you: player}
    if not action.windows:
        return env
    return in_window(m, action.windows, action.window_condition, env)


def play_uses(m: Machine, card: Card, player: Player) -> Iterator[LegalMove]:
    """Yield every legal way for a player to play a card now."""
    for _, uses in uses_by_play(m, card, player):
        yield from uses


def uses_by_play(
    m: Machine, card: Card, player: Player
) -> Iterator[tuple[str, Iterator[LegalMove]]]:
    """Yield the legal ways to play a card now, by each play that matches the open window."""
    if m.plays >= m.tables.program.reaction_depth or player not in m.state.players:
        return
    title = m.state.title_of(card)
    for name in title.definition.plays:
        play = m.tables.plays[name]
        env = play_env(m, play, card, player)
        if env is not None:
            uses = _uses_of_play(m, LegalMove(play, player, env, card, title))
            yield name, _placed(play.origin, uses)


def _uses_of_play(m: Machine, begun: LegalMove) -> Iterator[LegalMove]:
    assert isinstance(begun.what, d.Play)
    play, player, env, card = begun.what, begun.player, begun.locals, begun.card
    if _fails_first(m, play, player, begun.title, env):
        return
    passes, earlier = accepts(play, player, begun.title), (("this", card),)
    for locals in complete(m, play.choices, env, passes, player, earlier):
        yield LegalMove(play, player, locals, card, begun.title)


def play_env(m: Machine, play: d.Play, card: Card, player: Player) -> Env | None:
    """Return the initial locals of a play, or `None` if it does not match the windows."""
    env: Env = {play.you: player, play.this: card}
    if play.windows:
        return in_window(m, play.windows, play.window_condition, env)
    return env if open_window(m) is None else None


def open_window(m: Machine) -> OpenWindow | None:
    """Return the innermost open window; the body of a play hides those outside."""
    return m.windows[-1] if m.windows else None


def in_window(
    m: Machine, uses: tuple[s.WindowUse, ...], condition: e.Expr | None, env: Env
) -> Env | None:
    """Return the locals with what the innermost open window binds, or `None` if none matches it."""
    window = open_window(m)
    if window is None:
        return None
    for use in uses:
        if use.window != window.declaration.name:
            continue
        bound = dict(env)
        if all_fit(m, use.pattern, window.arguments, bound) and holds(m, condition, bound):
            return bound
    return None


@evaluates(e.Playable)
def playable(m: Machine, x: e.Playable, env: Env) -> Value:
    """Return whether a card, or a definition, may be played by a player now."""
    card = evaluate(m, x.card, env)
    player = evaluate(m, x.player, env)
    if card is None or player is None:
        return False
    if x.of == "title":
        card = specimen(card)
    with unnoted(m):
        answer = any(True for _ in play_uses(m, card, player))
    m.state.answered(answer)
    return answer


@contextmanager
def unnoted(m: Machine) -> Iterator[None]:
    """Do not record reads in this context as reads of a rule's condition."""
    watched, kept = m.state, (m.known, m.known_at, m.kept)
    if watched is watched.unwatched:
        yield
        return
    m.state, m.known = watched.unwatched, dict(m.known)
    try:
        yield
    finally:
        m.state, (m.known, m.known_at, m.kept) = watched, kept


def specimen(title: CardDefinition) -> Card:
    """Return a copy of a definition in no zone, for questions about the definition alone."""
    return Card(-1, title.name, title.text, title, 0)


# ---------------------------------------------------------------- clauses


def accepts(declared: d.Action | d.Play, player: Player, title: CardDefinition | None) -> Accepts:
    """Return the test that an assignment of all choices must pass."""
    clauses = declared.body.clauses
    costs = any(isinstance(clause, s.Pays) for clause in clauses)

    def passes(m: Machine, env: Env) -> bool:
        for clause in clauses:
            if fails(m, clause, player, title, env):
                return False
        return not costs or payable(m, due(m, clauses, env))

    return passes


def _fails_first(
    m: Machine, declared: d.Action | d.Play, player: Player, title: CardDefinition | None, env: Env
) -> bool:
    """Return whether a clause fails that is tested before any choice is considered."""
    return any(fails(m, clause, player, title, env) for clause in tested_first(declared))


def fails(
    m: Machine, clause: s.Clause, player: Player, title: CardDefinition | None, env: Env
) -> bool:
    """Return whether a clause other than a cost rules these choices out."""
    try:
        match clause:
            case s.OnlyIf(condition=condition):
                return not evaluate(m, condition, env)
            case s.HasRoom():
                return not _has_room(m, clause, env)
            case s.Limit():
                used = m.state.limits.get(limit_key(clause, player, title, env), 0)
                return used >= number(m, clause.number, env)
    except Fault as fault:
        fault.place(clause.origin)
        raise
    return False


def _has_room(m: Machine, clause: s.HasRoom, env: Env) -> bool:
    """Return whether the cards that the body always moves find room."""
    cards = distinct(evaluate(m, clause.cards, env))
    place = zone_place(m, clause.target, env)
    most = room(m, place)
    if most is None:
        return True
    there = m.state.zones[place]
    coming = sum(1 for card in cards if card not in there)
    return coming == 0 or len(there) + coming <= most


def limit_key(
    clause: s.Limit, player: Player, title: CardDefinition | None, env: Env
) -> tuple[Value, ...]:
    """Return the key of a limit's counter: definition, player, and combination of choices."""
    return clause.name, title, player, *(env[slot] for slot in clause.for_each)
