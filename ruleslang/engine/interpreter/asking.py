"""
Asks a player: one value, one set, in one decision or in stages (docs/reference/choices.md).

A single candidate is taken without asking, but counts towards the decision cap. More than 200 sets
are asked member by member, in ascending order, with `done` offered whenever the set is allowed, so
that each set is reached in exactly one way. The order of a list is asked last.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TypeAlias

from attrs import evolve, frozen

from ruleslang.engine.interpreter.candidates import allows, candidates, keys, marks, pool, sizes
from ruleslang.engine.interpreter.machine import Answering, Machine
from ruleslang.engine.interpreter.reading import face_shown
from ruleslang.engine.interpreter.view import sees_card, zone_seers
from ruleslang.engine.match.alike_choices import (
    Twins,
    alike_before,
    next_places,
    number_of_orders,
    number_of_sets,
    orders_of,
    places_left,
)
from ruleslang.engine.match.decision import (
    DECLINE,
    DONE,
    Decision,
    Option,
    is_single,
    nothing,
    numbered,
)
from ruleslang.engine.match.entities import Population
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.naming import (
    Earlier,
    Naming,
    Question,
    decision_of,
    named_member,
    value_options,
)
from ruleslang.engine.match.runtime_values import (
    Card,
    CardDefinition,
    DieIn,
    Env,
    ListValue,
    Piece,
    Place,
    Player,
    Space,
    Value,
)
from ruleslang.engine.match.wording import worded, wording_of
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.passes.recursive_values import in_one_zone


@frozen(eq=False)
class Here:
    """The position of a machine, in which choices are named: `match.naming.Situation`."""

    m: Machine

    @property
    def population(self) -> Population:
        return self.m.tables

    @property
    def opened_with(self) -> Sequence[Value]:
        window = self.m.windows[-1]
        assert window is not None
        return window.arguments

    def face(self, die: DieIn) -> Value:
        return face_shown(self.m, die)

    def space(self, piece: Piece) -> tuple[Space | None, bool]:
        space = self.m.state.spaces.get(piece)
        return space, space is not None and len(self.m.state.pieces_on[space]) == 1

    def place(self, card: Card) -> Place | None:
        return self.m.state.where.get(card)

    def title(self, card: Card) -> CardDefinition:
        return self.m.state.title_of(card)

    def sees(self, who: Player, card: Card) -> bool:
        return sees_card(self.m, card, who)

    def seers(self, place: Place) -> tuple[Player, ...]:
        return zone_seers(self.m, place)

    def marks(self, card: Card, who: Player, earlier: Earlier) -> Sequence[str]:
        return [mark.text for mark in marks(self.m, (card,), who, earlier)[card]]


Asking: TypeAlias = Generator[Decision, int, Option]

EMPTY = object()  # there was nothing to choose
DECLINED = object()


def ask(m: Machine, q: Question, choices: Sequence[Option]) -> Asking:
    """Ask for one decision; a single choice is taken without asking."""
    m.count()
    if len(choices) == 1:
        return choices[0]
    if q.player.automatic:
        raise Fault("asked-automatic", f"{q.player.name} never decides: {q.prompt}", q.origin)
    decision = decision_of(q, choices)
    m.pending = decision
    index = yield decision
    m.pending = None
    m.asked += 1
    m.decided(decision, index)
    return choices[index]


# ---------------------------------------------------------------- one choice of a statement


def choose(
    m: Machine, choice: s.Choice, q: Question, env: Env, *, may_decline: bool = False
) -> Answering:
    """
    Return a player's choice, or `EMPTY`, or `DECLINED`.

    With `may_decline`, a choice of a set without candidates is empty, even if the empty set is
    allowed.
    """
    tail = [nothing(DECLINE)] if may_decline else []
    single = is_single(choice)
    many = not single and choice.so_that is None and _has_many_sets(m, choice, env, q.player)
    values: list[Value] = []
    if not many:
        most = None if single else limits.OFFERED_AT_ONCE + 1
        values = m.offered(
            q.player, lambda: list(islice(candidates(m, choice, env, q.player), most)), len(tail)
        )
    if many or (not single and len(values) > limits.OFFERED_AT_ONCE):
        chosen = yield from member_by_member(m, choice, q, env, may_decline=may_decline)
        return (yield from _in_order(m, choice, q, chosen))
    if not values or (may_decline and values == [()]):
        return EMPTY
    naming = Naming(Here(m), q.player, in_one_zone(m.tables.program, choice.source))
    taken = yield from ask(m, q, [*value_options(naming, choice.name, values), *tail])
    if taken.declines:
        return DECLINED
    return (yield from _in_order(m, choice, q, taken.what))


def _in_order(m: Machine, choice: s.Choice, q: Question, chosen: Value) -> Answering:
    """Ask for the order last, if at all."""
    if choice.in_order and isinstance(chosen, tuple):
        return (yield from put_in_order(m, choice.name, q, chosen))
    return chosen


def _has_many_sets(m: Machine, choice: s.Choice, env: Env, who: Player) -> bool:
    """Return whether there are more sets than one decision offers, without creating them."""
    members = pool(m, choice, env)
    low, high = sizes(m, choice, len(members), env)
    twins = alike_before(keys(m, members, who))
    return number_of_sets(len(members), twins, low, high) > limits.OFFERED_AT_ONCE


@frozen(eq=False)
class _Sets:
    """The allowed sets, as indices of members, with sizes and a condition (`None`: none)."""

    candidates: tuple[Value, ...]
    twins: Twins
    low: int
    high: int
    does: Callable[[tuple[Value, ...]], bool] | None

    def members(self, chosen: Sequence[int]) -> tuple[Value, ...]:
        return tuple([self.candidates[place] for place in chosen])

    def will_do(self, chosen: tuple[int, ...]) -> bool:
        return self.low <= len(chosen) <= self.high and (
            self.does is None or self.does(self.members(chosen))
        )

    def next(self, chosen: tuple[int, ...]) -> list[int]:
        """Return the members after the last chosen with which a set can still be completed."""
        return [place for place in self._places_after(chosen) if self._completes((*chosen, place))]

    def _places_after(self, chosen: tuple[int, ...]) -> Iterator[int]:
        return next_places(len(self.candidates), self.twins, chosen)

    def _completes(self, begun: tuple[int, ...]) -> bool:
        left = places_left(len(self.candidates), self.twins, begun)
        if len(begun) > self.high or len(begun) + len(left) < self.low:
            return False
        if self.does is None:
            return True
        return self.will_do(begun) or any(
            self._completes((*begun, place)) for place in self._places_after(begun)
        )


def member_by_member(
    m: Machine,
    choice: s.Choice,
    q: Question,
    env: Env,
    *,
    may_decline: bool = False,
    does: Callable[[tuple[Value, ...]], bool] | None = None,
    earlier: Earlier = (),
) -> Answering:
    """
    Ask for a set, member by member; offers only members that can be completed.

    `does` tests a complete set; without it every allowed size will do.
    """
    q = evolve(q, kind="member")
    members = m.offered(q.player, lambda: pool(m, choice, env))
    if does is None and choice.so_that is not None:
        does = partial(allows, m, choice, env=env)
    twins = alike_before(keys(m, members, q.player, earlier))
    sets = _Sets(members, twins, *sizes(m, choice, len(members), env), does)
    naming = partial(
        Naming, Here(m), q.player, in_one_zone(m.tables.program, choice.source), earlier
    )
    chosen: tuple[int, ...] = ()
    while True:
        ways_out = [DONE] * sets.will_do(chosen) + [DECLINE] * (may_decline and not chosen)
        named = m.offered(
            q.player, partial(_next_members, naming, choice.name, sets, chosen), len(ways_out)
        )
        if not named:
            return sets.members(chosen)
        taken = yield from ask(m, q, [*named, *map(nothing, ways_out)])
        if taken.declines:
            return DECLINED if taken.id == DECLINE else sets.members(chosen)
        chosen = (*chosen, taken.what)


def _next_members(
    naming_now: Callable[[], Naming], name: str, sets: _Sets, chosen: tuple[int, ...]
) -> list[Option]:
    """Return a choice for each further member that can be completed."""
    naming = naming_now()
    before = sets.members(chosen)
    return numbered(
        [
            named_member(naming, name, before, sets.candidates[place], place)
            for place in sets.next(chosen)
        ]
    )


def put_in_order(m: Machine, name: str, q: Question, chosen: tuple[Value, ...]) -> Answering:
    """Ask for the order of a set: in one decision if there are at most 200, else one by one."""
    ordered: tuple[Value, ...] = ()
    remaining = chosen
    prompt = worded(wording_of(m.tables.program), "{prompt}: in which order", prompt=q.prompt)
    question = Question(q.player, "order", name, prompt, q.origin)
    while len(remaining) > 1:
        naming = Naming(Here(m), q.player)
        number, twins = len(remaining), alike_before(keys(m, remaining, q.player))
        if number_of_orders(number, twins) <= limits.OFFERED_AT_ONCE:
            orders = orders_of(number, twins)
            lists = [ListValue((*ordered, *(remaining[at] for at in order))) for order in orders]
            taken = yield from ask(m, question, value_options(naming, name, lists))
            return taken.what
        first = [member for member, twin in zip(remaining, twins, strict=True) if twin is None]
        taken = yield from ask(m, question, value_options(naming, name, first))
        ordered = (*ordered, taken.what)
        remaining = tuple(member for member in remaining if member is not taken.what)
    return ListValue(ordered + remaining)
