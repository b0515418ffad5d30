"""
Enumerates what may be chosen (docs/reference/choices.md): the members of a set, its subsets, and
assignments of several choices; and decides which of them a player cannot tell apart.

Candidates come in standard order of their type; subsets by size, then in standard order. If there
are fewer candidates than asked for, all are taken; if none, there is no choice.

Alike candidates are one: dice that show the same face, and copies of a card in one place, where
they count as the same, unless something that the player sees, or that was shown of them,
distinguishes them; `marks` says what that is. Sets and lists are alike when their members are.
Everything else is alike only to itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from ruleslang.engine.interpreter.evaluate import evaluate, number, standard
from ruleslang.engine.interpreter.machine import BEGAN, REPLACED, Invocation, Machine, evaluates
from ruleslang.engine.interpreter.reading import face_shown
from ruleslang.engine.interpreter.state import Index, Revealed, State
from ruleslang.engine.interpreter.state_changes import written_start
from ruleslang.engine.interpreter.view import seen_state, seers, sees_card, zone_seers
from ruleslang.engine.match.alike_choices import alike_before, sets_of
from ruleslang.engine.match.decision import fact_name, is_single
from ruleslang.engine.match.entities import place_name
from ruleslang.engine.match.naming import Earlier
from ruleslang.engine.match.runtime_values import (
    Card,
    DieIn,
    Env,
    ListValue,
    Player,
    Value,
    name_of,
    sort_key,
)
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.passes.liveness import read_later

Key: TypeAlias = Hashable


def keys(m: Machine, values: Sequence[Value], who: Player, earlier: Earlier = ()) -> list[Key]:
    """Return a key for each value; those with equal keys are one choice of the player."""
    cards = dict.fromkeys(card for value in values for card in _cards_in(value))
    card_keys = _keys_of_cards(m, cards, who, earlier) if len(cards) > 1 else {}
    return [_key(m, value, card_keys) for value in values]


def one_of_each(
    m: Machine, values: tuple[Value, ...], who: Player, earlier: Earlier
) -> Sequence[Value]:
    """Return the first of each class of alike values."""
    if len(values) < 2:
        return values
    twins = alike_before(keys(m, values, who, earlier))
    return [value for value, twin in zip(values, twins, strict=True) if twin is None]


def _cards_in(value: Value) -> tuple[Card, ...]:
    if isinstance(value, Card):
        return (value,)
    if isinstance(value, tuple):
        return tuple(card for item in value for card in _cards_in(item))
    return ()


def _key(m: Machine, value: Value, card_keys: dict[Card, Key]) -> Key:
    if isinstance(value, DieIn):
        return "face", face_shown(m, value)
    if isinstance(value, Card):
        return card_keys.get(value, value)
    if isinstance(value, ListValue):
        return "list", tuple(_key(m, item, card_keys) for item in value)
    if isinstance(value, tuple):
        return "set", frozenset(Counter(_key(m, item, card_keys) for item in value).items())
    return type(value), value


def _keys_of_cards(
    m: Machine, cards: Iterable[Card], who: Player, earlier: Earlier
) -> dict[Card, Key]:
    """Return the keys of cards; the only copy of a definition is its own key."""
    same: dict[Key, list[Card]] = {}
    state = m.state.unwatched
    for card in cards:
        if card.title.definition.copies > 1:
            counts_as = State.title_of(state, card)
            same.setdefault((card.title, counts_as, state.where.get(card)), []).append(card)
    card_keys: dict[Card, Key] = {}
    for alike, copies in same.items():
        if len(copies) > 1:
            marked = marks(m, copies, who, earlier)
            card_keys.update(
                (card, (alike, frozenset(mark.key for mark in marked[card]))) for card in copies
            )
    return card_keys


# ---------------------------------------------------------------- what distinguishes copies

A_CARD = "a card"  # that a player does not see
AsSeen: TypeAlias = Any  # a value, in which A_CARD may stand for a card


@frozen
class Mark:
    """
    Something that distinguishes a copy of a card, by which it is compared.

    `text` is its description in a choice; empty if there is none.
    """

    key: Key
    text: str


Marks: TypeAlias = tuple[Mark, ...]


def marks(
    m: Machine, cards: Sequence[Card], who: Player, earlier: Earlier = ()
) -> dict[Card, Marks]:
    """Return the facts that distinguish these cards from equals in the same place, for a player."""
    marks_of: dict[Card, list[Mark]] = {card: [] for card in cards}
    watched, m.state = m.state, m.state.unwatched
    try:
        for card, mark in _all_marks(m, marks_of, who, earlier):
            marks_of[card].append(mark)
    finally:
        m.state = watched
    return {card: tuple(card_marks) for card, card_marks in marks_of.items()}


Marked: TypeAlias = Iterator[tuple[Card, Mark]]
Cards: TypeAlias = Mapping[Card, list[Mark]]


def _all_marks(m: Machine, cards: Cards, who: Player, earlier: Earlier) -> Marked:
    for card in cards:
        yield from ((card, mark) for mark in _position(m, card))
    yield from _states(m, cards, who)
    for card in cards:
        yield from ((card, mark) for mark in _who_was_shown(m, card))
    yield from _used(m, cards)
    for key, text, value in _named_values(m, earlier):
        for card in _cards_in(value):
            if card in cards:
                yield card, Mark(key, text)


def _position(m: Machine, card: Card) -> Iterator[Mark]:
    """Yield its place in an order, the uppermost first, and the face with which it was laid."""
    place = m.state.where.get(card)
    if place is not None and place.zone.ordered:
        number = m.state.zones[place].index(card) + 1
        yield Mark(("place", number), f"place {number}")
    face = m.state.faces.get(card)
    if face is not None:
        yield Mark(("face", face), face)


def _states(m: Machine, cards: Cards, who: Player) -> Marked:
    """Return states indexed by a card, and states that hold it, as far as the player sees them."""
    for state in m.tables.card_states:
        holds_cards = state.name in m.tables.states_holding_cards
        start = written_start(m, state)
        for index in _indices(m, state, None if holds_cards else cards):
            about = [at for at in index if at in cards]
            if (about or holds_cards) and _sees(m, state, index, who):
                value = seen_state(m, index, who).states[state.name].get(index)
                for card in about if value != start else ():
                    yield card, _of_state(state, index, card, _as_seen(m, value, who))
                name = place_name(state.name, index)
                yield from (
                    (card, Mark(("in", state.name, index), f"in {name}"))
                    for card in _cards_in(value)
                    if card in cards and sees_card(m, card, who)
                )


def _indices(m: Machine, state: d.State, about: Cards | None) -> tuple[Index, ...]:
    """Return the indices with a value; with one index place, only those of these cards."""
    values = m.state.states[state.name]
    if about is None or len(state.index) != 1:
        return tuple(values)
    return tuple(index for card in about if (index := (card,)) in values)


def _sees(m: Machine, state: d.State, index: Index, who: Player) -> bool:
    """Return whether a player sees the value at an index: never for a card that they do not see."""
    shown = seen_state(m, index, who).shown
    by_rule = who in seers(m, state.seen, state.index, index)
    is_open = by_rule or who in shown.get((state.name, index), ())
    return is_open and all(sees_card(m, at, who) for at in index if isinstance(at, Card))


def _as_seen(m: Machine, value: Value, who: Player) -> AsSeen:
    """Return a stored value; cards that the player does not see are equal, and last in a set."""
    if isinstance(value, Card):
        return value if sees_card(m, value, who) else A_CARD
    if not isinstance(value, tuple):
        return value
    seen = [_as_seen(m, item, who) for item in value]
    if not isinstance(value, ListValue):
        seen.sort(key=lambda item: item == A_CARD)
    return tuple(seen)


def _difference_text(seen: AsSeen) -> str:
    if isinstance(seen, tuple):
        return " ".join(map(_difference_text, seen)) or "nothing"
    return seen if isinstance(seen, str) else name_of(seen)


def _of_state(state: d.State, index: Index, card: Card, seen: AsSeen) -> Mark:
    others = tuple(None if at is card else at for at in index)
    name = place_name(state.name, tuple(at for at in index if at is not card))
    key = (state.name, others, type(seen), seen)
    return Mark(key, name if seen is True else f"{name} is {_difference_text(seen)}")


def _who_was_shown(m: Machine, card: Card) -> Iterator[Mark]:
    """Yield those who don't see it in its place but were shown it, or a fact about it."""
    if card not in m.state.marks and not m.state.facts:
        return
    place = m.state.where.get(card)
    see = () if place is None else zone_seers(m, place)
    for player in m.state.marks.get(card, ()):
        if player not in see:
            yield Mark(("shown", player), f"shown to {player.name}")
    facts = [fact for fact in m.state.facts if fact.card is card]
    for fact in sorted(facts, key=_order_of_fact):
        for player in m.state.facts[fact]:
            if player not in see:
                claim = f"{fact_name(fact.statement.fact)} is {'' if fact.truth else 'not '}"
                key = (fact.place, fact.value, fact.truth, player)
                yield Mark(key, f"{claim}{name_of(fact.value)} told to {player.name}")


def _order_of_fact(fact: Revealed) -> tuple[Any, ...]:
    is_there = fact.value is not None
    return fact.place, is_there, sort_key(fact.value) if is_there else 0, fact.truth


def _used(m: Machine, cards: Cards) -> Marked:
    """Return limits counted for a card, and lasting effects with it as carrier or capture."""
    for key, count in sorted(m.state.limits.items(), key=lambda entry: entry[1]):
        for card in _cards_in(key):
            if card in cards:
                others = tuple(None if part is card else part for part in key)
                yield card, Mark((others, count), f"used {count}")
    for place, last in enumerate(m.state.lasting):
        held = (last.card, *(last.env.get(slot) for slot in last.statement.captures))
        for card in dict.fromkeys(_cards_in(held)):
            if card in cards:
                yield card, Mark(("under", place), f"under {last.statement.name}")


def _named_values(m: Machine, earlier: Earlier) -> Iterator[tuple[Key, str, Value]]:
    """Yield the values of names that may be read later, or compared by hooks and windows."""
    for depth, run in enumerate(m.under_way):
        env, card = run.begun or (run.env, run.card)
        yield ("played", depth), "played", card
        for name, slot in run.places.items():
            yield ("run", depth, name), name, env.get(slot)
        if run.begun is not None and run.stage != REPLACED:  # it goes on with others
            yield ("played instead", depth), "played", run.card
            for name, slot in run.places.items():
                yield ("run instead", depth, name), name, run.env.get(slot)
    for name, value in earlier:  # a run is about to begin
        yield ("made", name), name, value
    for depth, window in enumerate(m.windows):
        if window is not None:
            for slot, value in enumerate(window.arguments):
                yield ("window", depth, slot), window.declaration.parameters[slot].name, value
    later = read_later(m.tables.program)
    for depth, frame in enumerate(m.frames):
        for slot in sorted(later.get(id(frame.at), frozenset()) & frame.env.keys()):
            yield ("local", depth, slot), frame.locals[slot].name, frame.env[slot]


def pool(m: Machine, choice: s.Choice, env: Env) -> tuple[Value, ...]:
    """Return the members that `from` and `where` allow, in standard order."""
    if type(choice.source) is e.Subsets:
        members: tuple[Value, ...] = evaluate(m, choice.source, env)
    else:
        members = standard(m, evaluate(m, choice.source, env), choice.sorting)
    if choice.where is None or choice.member is None:
        return members
    allowed = []
    for value in members:
        env[choice.member] = value
        m.usage.look_at(1)
        if evaluate(m, choice.where, env):
            allowed.append(value)
    return tuple(allowed)


def sizes(m: Machine, choice: s.Choice, available: int, env: Env) -> tuple[int, int]:
    """Return the minimal and maximal size of a set that is chosen."""
    assert choice.high is not None
    low = None if choice.low is None else number(m, choice.low, env, choice.origin)
    high = number(m, choice.high, env, choice.origin)
    low = high if low is None else low
    if choice.so_that is None and available:
        low = min(low, available)
    return max(0, low), min(high, available)


def candidates(
    m: Machine, choice: s.Choice, env: Env, who: Player, earlier: Earlier = ()
) -> Iterator[Value]:
    """
    Yield the values that a choice of a player may take, lazily; the first of those that are alike.

    `earlier` are that player's choices in the same action or play.
    """
    members = pool(m, choice, env)
    if is_single(choice):
        for member in one_of_each(m, members, who, earlier):
            m.usage.look_at(1)
            yield member
        return
    low, high = sizes(m, choice, len(members), env)
    twins = alike_before(keys(m, members, who, earlier))
    for size in range(low, high + 1):
        for places in sets_of(len(members), twins, size):
            m.usage.look_at(1)
            chosen = tuple([members[place] for place in places])
            if allows(m, choice, chosen, env):
                yield chosen


def allows(m: Machine, choice: s.Choice, chosen: tuple[Value, ...], env: Env) -> bool:
    """Return whether a set satisfies `so that`."""
    if choice.so_that is None:
        return True
    env[choice.slot] = as_chosen(choice, chosen)
    return evaluate(m, choice.so_that, env) is True


def as_chosen(choice: s.Choice, value: Value) -> Value:
    """Return a candidate as the choice's value: a list if its order will be asked."""
    return ListValue(value) if choice.in_order else value


def complete(
    m: Machine,
    choices: tuple[s.Choice, ...],
    env: Env,
    accepts: Callable[[Machine, Env], bool],
    who: Player,
    earlier: Earlier = (),
) -> Iterator[Env]:
    """
    Yield every way to make these choices in order that `accepts` allows, as locals.

    A choice may read earlier ones.
    """
    if not choices:
        if accepts(m, env):
            yield dict(env)
        return
    choice, later = choices[0], choices[1:]
    for value in candidates(m, choice, env, who, earlier):
        env[choice.slot] = as_chosen(choice, value)
        yield from complete(m, later, env, accepts, who, (*earlier, (choice.name, value)))


def is_gone(m: Machine, run: Invocation, place: int) -> bool:
    """
    Return whether a choice was in its set when a run was paid for, and is no longer, or has left
    its zone since: a card that comes back is another one.
    """
    if not run.held[place]:
        return False
    choice = run.choices[place]
    cards = _cards_in(run.env.get(choice.slot))
    has_left = any(m.state.since.get(card, 0) > run.paid_when for card in cards)
    return has_left or not is_candidate(m, choice, run.env)


@evaluates(e.StillThere)
def still_there(m: Machine, x: e.StillThere, env: Env) -> Value:
    if x.choice is not None and x.member is None:
        return not is_gone(m, m.under_way[-1], x.choice)
    since = env[BEGAN] if x.choice is None else m.under_way[-1].paid_when
    cards = _cards_in(evaluate(m, x.member, env))
    return all(m.state.since.get(card, 0) <= since for card in cards)


def is_candidate(m: Machine, choice: s.Choice, env: Env) -> bool:
    """Return whether a choice is still allowed by its `from` and `where`."""
    chosen = env.get(choice.slot)
    allowed = pool(m, choice, dict(env))
    if is_single(choice):
        return chosen in allowed
    return all(member in allowed for member in chosen or ())
