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

from attrs import evolve, field, frozen

from ruleslang.engine.interpreter.candidates import (
    Earlier,
    Mark,
    allows,
    candidates,
    keys,
    marks,
    pool,
    sizes,
)
from ruleslang.engine.interpreter.machine import Answering, Machine
from ruleslang.engine.interpreter.reading import face_shown
from ruleslang.engine.interpreter.view import zone_seers
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
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.runtime_values import (
    Card,
    DieIn,
    Env,
    ListValue,
    Piece,
    Player,
    Value,
    enumerated,
    shown,
    sort_key,
    text_of,
)
from ruleslang.engine.match.wording import worded, wording_of
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.passes.recursive_values import in_one_zone


def word_for(m: Machine, value: Value) -> str:
    """A value as a rulebook writes it: a die as its face, a piece by its space."""
    if isinstance(value, DieIn):
        return shown(face_shown(m, value))
    if isinstance(value, Piece):
        return _piece(m, value)
    if isinstance(value, tuple):
        return "{" + ", ".join(word_for(m, member) for member in by_face(m, value)) + "}"
    return shown(value)


def _piece(m: Machine, piece: Piece) -> str:
    """A piece by its space; one off the board, or not alone there, by its place among all."""
    space = m.state.spaces.get(piece)
    if space is not None and len(m.state.standing[space]) == 1:
        return f"piece_on({shown(space)})"
    owner = piece.owner
    all_of = m.tables.pieces if owner is None else m.tables.pieces_of[owner]
    zone = "pieces" if owner is None else f"pieces({owner.name})"
    return f"item({zone}, {all_of.index(piece) + 1})"


def text_for(m: Machine, value: Value) -> str:
    """The text for people: a die's face, a piece with its space."""
    if isinstance(value, DieIn):
        return text_of(face_shown(m, value))
    if isinstance(value, Piece):
        space = m.state.spaces.get(value)
        return text_of(value) if space is None else f"{text_of(value)} on {text_of(space)}"
    if isinstance(value, tuple) and value and isinstance(value[0], (DieIn, Piece)):
        return ", ".join(text_for(m, member) for member in by_face(m, value))
    return text_of(value)


def by_face(m: Machine, chosen: tuple[Value, ...]) -> tuple[Value, ...]:
    """A set of dice sorted by face; anything else unchanged."""
    if not chosen or not isinstance(chosen[0], DieIn):
        return chosen
    return tuple(sorted(chosen, key=lambda die: sort_key(face_shown(m, die))))


# ---------------------------------------------------------------- of what is offered


@frozen(eq=False)
class Naming:
    """
    Names what a player is offered.

    `in_one_zone`: all cards are in the same zone, which then is not named; nor is a zone that only
    the player sees, such as a hand. `earlier` are their choices in the same action or play. It
    serves one decision: what distinguishes cards is looked up once for name and text.
    """

    m: Machine
    who: Player
    in_one_zone: bool = False
    earlier: Earlier = ()
    _marked: dict[Card, tuple[Mark, ...]] = field(factory=dict, init=False)

    def word(self, value: Value) -> str:
        """The name of a value; for a card with copies, followed by what distinguishes it."""
        if isinstance(value, Card):
            mark = self._distinguishing_words(value, shown)
            return f"{shown(value)} [{mark}]" if mark else shown(value)
        if isinstance(value, tuple) and value and isinstance(value[0], Card):
            return "{" + ", ".join(map(self.word, value)) + "}"
        return word_for(self.m, value)

    def text(self, value: Value) -> str:
        """The text for people."""
        if isinstance(value, Card):
            mark = self._distinguishing_words(value, text_of).replace("_", " ")
            return f"{text_of(value)} ({mark})" if mark else text_of(value)
        if isinstance(value, tuple) and value and isinstance(value[0], Card):
            return enumerated([self.text(item) for item in value])
        return text_for(self.m, value)

    def _distinguishing_words(self, card: Card, named: Callable[[Value], str]) -> str:
        """What distinguishes a card from others of its definition: its place first."""
        if card.title.definition.copies == 1:
            return ""
        place = self.m.state.where.get(card)
        is_plain = self.in_one_zone or place is None or zone_seers(self.m, place) == (self.who,)
        parts = [] if is_plain else [f"in {shown(place)}"]
        title = self.m.state.title_of(card)
        if title is not card.title:
            parts.append(f"as {named(title)}")
        return ", ".join(dict.fromkeys([*parts, *(mark.text for mark in self._marks(card))]))

    def _marks(self, card: Card) -> tuple[Mark, ...]:
        if card not in self._marked:
            self._marked.update(marks(self.m, (card,), self.who, self.earlier))
        return self._marked[card]


def value_options(naming: Naming, name: str, values: Sequence[Value]) -> list[Option]:
    """A choice for each value of one name."""
    return numbered([named_value(naming, name, value) for value in values])


def named_value(naming: Naming, name: str, value: Value) -> Option:
    """A value that is offered under a name."""
    return Option(naming.word(value), naming.text(value), {name: value}, "", value)


def named_member(
    naming: Naming, name: str, before: tuple[Value, ...], member: Value, place: int
) -> Option:
    """A further member of a set; `place` is that among its candidates."""
    return Option(naming.word(member), naming.text(member), {name: (*before, member)}, "", place)


Asking: TypeAlias = Generator[Decision, int, Option]

EMPTY = object()  # there was nothing to choose
DECLINED = object()


@frozen(eq=False)
class Question:
    """The head of a decision: the player, its kind and name, the prompt, the origin."""

    player: Player
    kind: str
    name: str
    prompt: str
    origin: int = -1


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


def decision_of(q: Question, choices: Sequence[Option]) -> Decision:
    named = _distinct_from_declining(choices, q)
    return Decision(q.player.order, q.kind, q.name, q.prompt, named, q.player, q.origin)


def _distinct_from_declining(choices: Sequence[Option], q: Question) -> tuple[Option, ...]:
    """Add a number to values named like `decline`, `pass` or `done`."""
    taken = {choice.id for choice in choices if choice.declines}
    if q.kind == "member":
        taken |= {DECLINE, DONE}
    return tuple(
        evolve(choice, id=f"{choice.id} #2")
        if choice.id in taken and not choice.declines
        else choice
        for choice in choices
    )


def about(choice: s.Choice, player: Player, kind: str, origin: int = -1) -> Question:
    prompt = choice.name.replace("_", " ") if choice.text is None else choice.text.text
    return Question(player, kind, choice.name, prompt, origin)


# ---------------------------------------------------------------- one choice of a statement


def choose(
    m: Machine, choice: s.Choice, q: Question, env: Env, *, may_decline: bool = False
) -> Answering:
    """
    A player's choice, or `EMPTY`, or `DECLINED`.

    With `may_decline`, a choice of a set without candidates is empty, even if the empty set is
    allowed.
    """
    tail = [nothing(DECLINE)] if may_decline else []
    single = is_single(choice)
    many = not single and choice.so_that is None and _many(m, choice, env, q.player)
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
    naming = Naming(m, q.player, in_one_zone(m.tables.program, choice.source))
    taken = yield from ask(m, q, [*value_options(naming, choice.name, values), *tail])
    if taken.declines:
        return DECLINED
    return (yield from _in_order(m, choice, q, taken.what))


def _in_order(m: Machine, choice: s.Choice, q: Question, chosen: Value) -> Answering:
    """Ask for the order last, if at all."""
    if choice.in_order and isinstance(chosen, tuple):
        return (yield from put_in_order(m, choice.name, q, chosen))
    return chosen


def _many(m: Machine, choice: s.Choice, env: Env, who: Player) -> bool:
    """Whether there are more sets than one decision offers, counted without creating them."""
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
        """The members after the last chosen with which a set can still be completed."""
        return [place for place in self._after(chosen) if self._completes((*chosen, place))]

    def _after(self, chosen: tuple[int, ...]) -> Iterator[int]:
        return next_places(len(self.candidates), self.twins, chosen)

    def _completes(self, begun: tuple[int, ...]) -> bool:
        left = places_left(len(self.candidates), self.twins, begun)
        if len(begun) > self.high or len(begun) + len(left) < self.low:
            return False
        if self.does is None:
            return True
        return self.will_do(begun) or any(
            self._completes((*begun, place)) for place in self._after(begun)
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
        does = _so_that(m, choice, env)
    twins = alike_before(keys(m, members, q.player, earlier))
    sets = _Sets(members, twins, *sizes(m, choice, len(members), env), does)
    naming = partial(Naming, m, q.player, in_one_zone(m.tables.program, choice.source), earlier)
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
    """A choice for each further member that can be completed."""
    naming = naming_now()
    before = sets.members(chosen)
    return numbered(
        [
            named_member(naming, name, before, sets.candidates[place], place)
            for place in sets.next(chosen)
        ]
    )


def _so_that(m: Machine, choice: s.Choice, env: Env) -> Callable[[tuple[Value, ...]], bool]:
    return lambda chosen: allows(m, choice, chosen, env)


def put_in_order(m: Machine, name: str, q: Question, chosen: tuple[Value, ...]) -> Answering:
    """Ask for the order of a set: in one decision if there are at most 200, else one by one."""
    ordered: tuple[Value, ...] = ()
    remaining = chosen
    prompt = worded(wording_of(m.tables.program), "{prompt}: in which order", prompt=q.prompt)
    question = Question(q.player, "order", name, prompt, q.origin)
    while len(remaining) > 1:
        naming = Naming(m, q.player)
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
