"""Which statements read what is hidden: there it pays to put it otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, get_args

from attrs import define, field

from ruleslang.match.chance import Stream
from ruleslang.match.faults import Fault
from ruleslang.match.observer import Chosen
from ruleslang.match.position import Rearrangement
from ruleslang.match.values import Env, Player, members
from ruleslang.meaning.candidates import pool
from ruleslang.meaning.evaluate import evaluate
from ruleslang.meaning.machine import Invocation, Machine
from ruleslang.meaning.reads import reads_of_parts
from ruleslang.meaning.sets import groups
from ruleslang.meaning.standard_order import standard
from ruleslang.noninterference.named_cards import towards
from ruleslang.noninterference.probe import NAME_OF_A_CARD, cards_of, one_change
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.walk import children
from ruleslang.secrecy.hidden_arrangement import exchange
from ruleslang.secrecy.hidden_declarations import secret_names
from ruleslang.secrecy.rearrange_hidden import hidden

AT_ONCE = 30  # changes that are tried when a statement comes
IN_ALL = 90  # of one statement
SUCCESSES = 6
IN_VAIN = 40  # of one statement, that changed nothing


@define(eq=False)
class Aim:
    """How often each statement may still be tried, and may still succeed."""

    tries: dict[int, int] = field(factory=dict)
    successes: dict[int, int] = field(factory=dict)
    in_vain: dict[int, int] = field(factory=dict)
    parts: dict[int, list[Any]] = field(factory=dict)

    def take(
        self, m: Machine, statement: Any, env: Env, who: Player, stream: Stream
    ) -> Rearrangement | None:
        """Something hidden from a player that the statement reads, put otherwise; None: nothing."""
        origin = statement.origin
        if m.secret is not None or m.snapshot is not None:
            return None
        if not self._parts(m, statement) or self.successes.get(origin, 0) >= SUCCESSES:
            return None
        tried = self.tries.get(origin, 0)
        if tried >= IN_ALL:
            return None
        self.tries[origin] = tried + AT_ONCE
        found = self._search(m, statement, env, who, stream)
        if found is not None:
            self.successes[origin] = self.successes.get(origin, 0) + 1
            self.tries[origin] = tried
        return found

    def changed_nothing(self, origin: int) -> None:
        """What a statement read was otherwise, and nothing came of it: it may be tried again."""
        self.in_vain[origin] = self.in_vain.get(origin, 0) + 1
        if self.in_vain[origin] <= IN_VAIN and self.successes.get(origin, 0):
            self.successes[origin] -= 1

    def _search(
        self, m: Machine, statement: Any, env: Env, who: Player, stream: Stream
    ) -> Rearrangement | None:
        unseen = hidden(m, who)
        if unseen.is_empty:
            return None
        parts = self._parts(m, statement)
        before = _values(m, parts, env)
        held = frozenset(cards_of(env)) if isinstance(statement, s.Pays) else frozenset()
        named = towards(m, unseen, parts, stream)
        for attempt in range(AT_ONCE):
            change = named[attempt] if attempt < len(named) else one_change(m, unseen, stream)
            if not held.isdisjoint(card for pair in change.pairs for card in pair):
                continue
            with _put(m, change):
                after = _values(m, parts, env)
            if None not in (before, after) and before != after:
                return change
        return None

    def _parts(self, m: Machine, statement: Any) -> list[Any]:
        """
        The expressions of a statement that read something hidden; where the rules pick, all of it;
        the amounts that are paid from counters.
        """
        found = self.parts.get(statement.origin)
        if found is None:
            secret = {*secret_names(m.tables.program), "counting_as", "*"}
            found = self.parts[statement.origin] = [
                each
                for each in _read_by(statement)
                if not reads_of_parts(m.tables, [each]).isdisjoint(secret)
            ]
        return found


def _read_by(statement: Any) -> Iterator[Any]:
    match statement:
        case s.Pick() | s.Rank():
            yield statement
        case s.Pays(costs=costs):
            yield from (cost.amount for cost in costs if isinstance(cost, s.CountCost))
        case _:
            yield from (each for each in children(statement) if isinstance(each, get_args(e.Expr)))


def costs_of(run: Invocation | Chosen) -> Iterator[tuple[s.Pays, Env]]:
    """What an action or a play costs that begins, with the names of its choices."""
    if isinstance(run, Invocation) and isinstance(run.body, s.Body):
        for clause in run.body.clauses:
            if isinstance(clause, s.Pays):
                yield clause, run.declared


def _values(m: Machine, parts: list[Any], env: Env) -> list[Any] | None:
    """What they are; None when they cannot be worked out."""
    try:
        return [_value(m, each, dict(env)) for each in parts]
    except (Fault, KeyError):
        return None


def _value(m: Machine, part: Any, env: Env) -> Any:
    """What an expression is; where the rules pick, who comes first, second, ... by the keys."""
    match part:
        case s.Pick(choice=choice, member=member, keys=keys):
            return groups(m, member, pool(m, choice, env), keys, env)
        case s.Rank(variable=variable, subject=subject, keys=keys):
            return groups(m, variable, standard(m, members(evaluate(m, subject, env))), keys, env)
    return evaluate(m, part, env)


@contextmanager
def _put(m: Machine, change: Rearrangement) -> Iterator[None]:
    """What is hidden is otherwise, for a look."""
    places = [
        *((m.state.states[name], at, value) for name, at, value in change.states),
        *((m.state.dice[name], at, faces) for name, at, faces in change.dice),
    ]
    kept = [(place, at, place[at]) for place, at, _ in places]
    for one, other in change.pairs:
        exchange(one, other, NAME_OF_A_CARD)
    for place, at, value in places:
        place[at] = value
    m.forget_values()
    try:
        yield
    finally:
        for one, other in change.pairs:
            exchange(one, other, NAME_OF_A_CARD)
        for place, at, value in kept:
            place[at] = value
        m.forget_values()
