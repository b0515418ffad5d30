"""
Asking a player: one value, one set, in one decision or in stages (docs/reference/choices.md).

A single candidate is taken without asking; that counts towards the decision cap all the same.
More than 200 sets are asked member by member, in ascending order, `done` being offered when the
set would do, so that each set is reached in exactly one way. The order of a list is asked last.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from functools import partial
from itertools import combinations, islice, permutations
from math import factorial
from typing import TypeAlias

from attrs import evolve, frozen

from ruleslang.match.decision import DECLINE, DONE, Decision, Option, is_single, nothing, options
from ruleslang.match.faults import Fault
from ruleslang.match.values import (
    DieIn,
    Env,
    ListValue,
    Piece,
    Player,
    Value,
    name_of,
    sort_key,
    text_of,
)
from ruleslang.meaning.candidates import (
    allows,
    candidates,
    pool,
    sizes,
)
from ruleslang.meaning.machine import Answering, Machine
from ruleslang.meaning.reading import face_shown
from ruleslang.program import limits
from ruleslang.program import statements as s

Asking: TypeAlias = Generator[Decision, int, Option]

EMPTY = object()  # there was nothing to choose
DECLINED = object()


@frozen(eq=False)
class Question:
    """Who is asked what: the kind and name of the decision, its words, where it stands."""

    player: Player
    kind: str
    name: str
    prompt: str
    origin: int = -1


def ask(m: Machine, q: Question, choices: Sequence[Option]) -> Asking:
    """One decision; a single choice is taken without asking."""
    m.count()
    if len(choices) == 1:
        return choices[0]
    if q.player.automatic:
        raise Fault("asked-automatic", f"{q.player.name} never decides: {q.prompt}", q.origin)
    named = _told_apart(choices)
    decision = Decision(q.player.order, q.kind, q.name, q.prompt, named, q.player, q.origin)
    m.pending = decision
    index = yield decision
    m.pending = None
    m.asked += 1
    m.decided(decision, index)
    return choices[index]


def _told_apart(choices: Sequence[Option]) -> tuple[Option, ...]:
    """`decline`, `pass` and `done` name themselves; a value of that name takes a number."""
    taken = {each.id for each in choices if each.declines}
    return tuple(
        evolve(each, id=f"{each.id} #2") if each.id in taken and not each.declines else each
        for each in choices
    )


def about(choice: s.Choice, player: Player, kind: str, origin: int = -1) -> Question:
    """The question that a choice puts."""
    prompt = choice.name.replace("_", " ") if choice.text is None else choice.text.text
    return Question(player, kind, choice.name, prompt, origin)


def word_for(m: Machine, value: Value) -> str:
    """The stable word of a candidate; a die is called by the face that it shows."""
    if isinstance(value, DieIn):
        return name_of(face_shown(m, value))
    if isinstance(value, tuple):
        return " ".join(word_for(m, each) for each in by_face(m, value)) or "nothing"
    return name_of(value)


def value_options(m: Machine, name: str, values: Iterable[Value]) -> list[Option]:
    """A choice for each value of one name."""
    return options([(word_for(m, v), text_for(m, v), {name: v}, "", v) for v in values])


def text_for(m: Machine, value: Value) -> str:
    """What a person reads: of a die the face that it shows, of a piece also where it stands."""
    if isinstance(value, DieIn):
        return text_of(face_shown(m, value))
    if isinstance(value, Piece):
        space = m.state.spaces.get(value)
        return text_of(value) if space is None else f"{text_of(value)} on {text_of(space)}"
    if isinstance(value, tuple) and value and isinstance(value[0], (DieIn, Piece)):
        return ", ".join(text_for(m, each) for each in by_face(m, value))
    return text_of(value)


def by_face(m: Machine, chosen: tuple[Value, ...]) -> tuple[Value, ...]:
    """A set of dice by what they show; anything else as it is."""
    if not chosen or not isinstance(chosen[0], DieIn):
        return chosen
    return tuple(sorted(chosen, key=lambda die: sort_key(face_shown(m, die))))


# ---------------------------------------------------------------- one choice of a statement


def choose(
    m: Machine, choice: s.Choice, q: Question, env: Env, *, may_decline: bool = False
) -> Answering:
    """
    What a player chooses, or `EMPTY`, or `DECLINED`.

    With `may_decline`, a set phrase without members is nothing to choose, even where no member
    would do.
    """
    tail = [nothing(DECLINE)] if may_decline else []
    if is_single(choice):
        values = m.offered(q.player, lambda: list(candidates(m, choice, env)), len(tail))
    elif choice.so_that is None and _many(m, choice, env):
        return (yield from _member_by_member_in_order(m, choice, q, env, may_decline))
    else:
        values = m.offered(
            q.player,
            lambda: list(islice(candidates(m, choice, env), limits.OFFERED_AT_ONCE + 1)),
            len(tail),
        )
        if len(values) > limits.OFFERED_AT_ONCE:
            return (yield from _member_by_member_in_order(m, choice, q, env, may_decline))
    if not values or (may_decline and values == [()]):
        return EMPTY
    taken = yield from ask(m, q, [*value_options(m, choice.name, values), *tail])
    if taken.declines:
        return DECLINED
    return (yield from _in_order(m, choice, q, taken.what))


def _member_by_member_in_order(
    m: Machine, choice: s.Choice, q: Question, env: Env, may_decline: bool
) -> Answering:
    chosen = yield from member_by_member(m, choice, q, env, may_decline=may_decline)
    return (yield from _in_order(m, choice, q, chosen))


def _in_order(m: Machine, choice: s.Choice, q: Question, chosen: Value) -> Answering:
    """The order is asked last, if it is asked at all."""
    if choice.in_order and isinstance(chosen, tuple):
        return (yield from put_in_order(m, choice.name, q, chosen))
    return chosen


def _many(m: Machine, choice: s.Choice, env: Env) -> bool:
    """Whether there are more sets than one decision holds, counted without making them."""
    whole = pool(m, choice, env)
    low, high = sizes(m, choice, len(whole), env)
    n, total, ways = len(whole), 0, 1
    for size in range(high + 1):
        total += ways if size >= low else 0
        ways = ways * (n - size) // (size + 1)
    return total > limits.OFFERED_AT_ONCE


@frozen(eq=False)
class _Sizes:
    """Which sets will do: of so many members, and (None: any of them) such that."""

    low: int
    high: int
    does: Callable[[tuple[Value, ...]], bool] | None

    def will_do(self, chosen: tuple[Value, ...]) -> bool:
        """Whether a whole set is one of them."""
        return self.low <= len(chosen) <= self.high and (self.does is None or self.does(chosen))

    def completes(self, begun: tuple[Value, ...], rest: tuple[Value, ...]) -> bool:
        """Whether some of the rest make a whole set of what is begun."""
        if len(begun) > self.high or len(begun) + len(rest) < self.low:
            return False
        if self.does is None:
            return True
        least, most = max(0, self.low - len(begun)), min(self.high - len(begun), len(rest))
        more = (each for size in range(least, most + 1) for each in combinations(rest, size))
        return any(self.does(begun + each) for each in more)


def member_by_member(
    m: Machine,
    choice: s.Choice,
    q: Question,
    env: Env,
    *,
    may_decline: bool = False,
    does: Callable[[tuple[Value, ...]], bool] | None = None,
) -> Answering:
    """
    A set, one member after the other; only members with some completion are offered.

    `does` says whether a whole set will do; without it every allowed size does.
    """
    q = evolve(q, kind="member")
    rest = m.offered(q.player, lambda: pool(m, choice, env))
    if does is None and choice.so_that is not None:
        does = _so_that(m, choice, env)
    sets = _Sizes(*sizes(m, choice, len(rest), env), does)
    chosen: tuple[Value, ...] = ()
    while True:
        ways_out = [DONE] * sets.will_do(chosen) + [DECLINE] * (may_decline and not chosen)
        named = m.offered(
            q.player, partial(_next_members, m, choice.name, sets, chosen, rest), len(ways_out)
        )
        if not named:
            return chosen
        named += map(nothing, ways_out)
        taken = yield from ask(m, q, named)
        if taken.declines:
            return DECLINED if taken.id == DECLINE else chosen
        chosen = (*chosen, rest[taken.what])
        rest = rest[taken.what + 1 :]


def _next_members(
    m: Machine, name: str, sets: _Sizes, chosen: tuple[Value, ...], rest: tuple[Value, ...]
) -> list[Option]:
    """A choice for each further member that leads to a whole set."""
    return options(
        [
            (word_for(m, each), text_for(m, each), {name: (*chosen, each)}, "", i)
            for i, each in enumerate(rest)
            if sets.completes((*chosen, each), rest[i + 1 :])
        ]
    )


def _so_that(m: Machine, choice: s.Choice, env: Env) -> Callable[[tuple[Value, ...]], bool]:
    return lambda chosen: allows(m, choice, chosen, env)


def put_in_order(m: Machine, name: str, q: Question, chosen: tuple[Value, ...]) -> Answering:
    """The order of what was chosen: of at most 200 orders one is chosen, else first, second, …"""
    ordered: tuple[Value, ...] = ()
    rest = chosen
    asked = Question(q.player, "order", name, f"{q.prompt}: in which order", q.origin)
    while len(rest) > 1:
        if factorial(len(rest)) <= limits.OFFERED_AT_ONCE:
            orders = [ListValue(ordered + each) for each in permutations(rest)]
            taken = yield from ask(m, asked, value_options(m, name, orders))
            return taken.what
        taken = yield from ask(m, asked, value_options(m, name, rest))
        ordered = (*ordered, taken.what)
        rest = tuple(each for each in rest if each is not taken.what)
    return ListValue(ordered + rest)
