"""
Asking a player: one value, one set, in one decision or in stages (LANGUAGE B7).

A single candidate is taken without asking; that counts towards the decision cap all the same.
More than 200 sets are asked member by member, in ascending order, `done` being offered when the
set would do, so that each set is reached in exactly one way. The order of a list is asked last.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from itertools import combinations, islice, permutations
from math import factorial
from typing import TypeAlias

from attrs import evolve, frozen

from ruleslang.meaning.choices import (
    TOGETHER_AT_MOST,
    allows,
    candidates,
    is_single,
    pool,
    sizes,
)
from ruleslang.meaning.decision import DECLINE, DONE, Decision, Option, nothing, options
from ruleslang.meaning.faults import Fault
from ruleslang.meaning.machine import Answering, Machine
from ruleslang.meaning.reading import face_shown
from ruleslang.meaning.values import DieIn, Env, Player, Row, Value, name_of, text_of
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
    decision = Decision(
        q.player.order, q.kind, q.name, q.prompt, tuple(choices), q.player, q.origin
    )
    m.pending = decision
    index = yield decision
    m.pending = None
    m.asked += 1
    m.decided(decision, index)
    return choices[index]


def about(choice: s.Choice, player: Player, kind: str, origin: int = -1) -> Question:
    """The question that a choice puts."""
    prompt = choice.name.replace("_", " ") if choice.text is None else choice.text.text
    return Question(player, kind, choice.name, prompt, origin)


def word_for(m: Machine, value: Value) -> str:
    """The stable word of a candidate; a die is called by the face that it shows."""
    if isinstance(value, DieIn):
        return name_of(face_shown(m, value))
    if isinstance(value, tuple):
        return " ".join(word_for(m, each) for each in value) or "nothing"
    return name_of(value)


def value_options(m: Machine, name: str, values: Iterable[Value]) -> list[Option]:
    """A choice for each value of one name."""
    return options([(word_for(m, v), _text(m, v), {name: v}, "", v) for v in values])


def _text(m: Machine, value: Value) -> str:
    if isinstance(value, DieIn):
        return text_of(face_shown(m, value))
    return text_of(value)


# ---------------------------------------------------------------- one choice of a statement


def choose(
    m: Machine, choice: s.Choice, q: Question, env: Env, *, may_decline: bool = False
) -> Answering:
    """
    What a player chooses, or `EMPTY`, or `DECLINED`.

    With `may_decline`, a set phrase without members is nothing to choose, even where no member
    would do.
    """
    if is_single(choice) or choice.so_that is not None or not _many(m, choice, env):
        values = list(islice(candidates(m, choice, env), TOGETHER_AT_MOST + 1))
        if not values or (may_decline and values == [()]):
            return EMPTY
        if is_single(choice):
            values = list(candidates(m, choice, env))
        if is_single(choice) or len(values) <= TOGETHER_AT_MOST:
            offered = value_options(m, choice.name, values)
            taken = yield from ask(m, q, [*offered, nothing(DECLINE)] if may_decline else offered)
            chosen = DECLINED if taken.declines else taken.what
        else:
            chosen = yield from member_by_member(m, choice, q, env, may_decline=may_decline)
    else:
        chosen = yield from member_by_member(m, choice, q, env, may_decline=may_decline)
    if choice.in_order and isinstance(chosen, tuple):
        chosen = yield from put_in_order(m, choice.name, q, chosen)
    return chosen


def _many(m: Machine, choice: s.Choice, env: Env) -> bool:
    """Whether there are more sets than one decision holds, counted without making them."""
    whole = pool(m, choice, env)
    low, high = sizes(m, choice, len(whole), env)
    n, total, ways = len(whole), 0, 1
    for size in range(high + 1):
        total += ways if size >= low else 0
        ways = ways * (n - size) // (size + 1)
    return total > TOGETHER_AT_MOST


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
    whole = pool(m, choice, env)
    low, high = sizes(m, choice, len(whole), env)
    if does is None and choice.so_that is not None:
        does = _so_that(m, choice, env)
    chosen: tuple[Value, ...] = ()
    place = 0
    while True:
        offered = [
            i
            for i in range(place, len(whole))
            if _completes((*chosen, whole[i]), whole[i + 1 :], low, high, does)
        ]
        is_done = low <= len(chosen) <= high and (does is None or does(chosen))
        if not offered:
            return chosen
        named = options(
            [
                (
                    word_for(m, whole[i]),
                    _text(m, whole[i]),
                    {choice.name: (*chosen, whole[i])},
                    "",
                    i,
                )
                for i in offered
            ]
        )
        if is_done:
            named.append(nothing(DONE))
        if may_decline and not chosen:
            named.append(nothing(DECLINE))
        taken = yield from ask(m, q, named)
        if taken.declines:
            return DECLINED if taken.id == DECLINE else chosen
        place = taken.what + 1
        chosen = (*chosen, whole[taken.what])


def _so_that(m: Machine, choice: s.Choice, env: Env) -> Callable[[tuple[Value, ...]], bool]:
    return lambda chosen: allows(m, choice, chosen, env)


def _completes(
    begun: tuple[Value, ...],
    rest: tuple[Value, ...],
    low: int,
    high: int,
    does: Callable[[tuple[Value, ...]], bool] | None,
) -> bool:
    if len(begun) > high or len(begun) + len(rest) < low:
        return False
    if does is None:
        return True
    least, most = max(0, low - len(begun)), min(high - len(begun), len(rest))
    return any(
        does(begun + more) for size in range(least, most + 1) for more in combinations(rest, size)
    )


def put_in_order(m: Machine, name: str, q: Question, chosen: tuple[Value, ...]) -> Answering:
    """The order of what was chosen: of at most 200 orders one is chosen, else first, second, …"""
    ordered: tuple[Value, ...] = ()
    rest = chosen
    asked = Question(q.player, "order", name, f"{q.prompt}: in which order", q.origin)
    while len(rest) > 1:
        if factorial(len(rest)) <= TOGETHER_AT_MOST:
            orders = [Row(ordered + each) for each in permutations(rest)]
            taken = yield from ask(m, asked, value_options(m, name, orders))
            return taken.what
        taken = yield from ask(m, asked, value_options(m, name, rest))
        ordered = (*ordered, taken.what)
        rest = tuple(each for each in rest if each is not taken.what)
    return Row(ordered + rest)
