"""Reports `secret-unsaid`: no example tests who does not see a hidden zone or state.

Secrecy is stated twice: in the declaration, and in examples that name who sees it. No rule can
decide who may see something; so a `seen by` that reveals too much is noticed only where an example
states, for each player, whether that player sees it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import define, field, frozen

from ruleslang.language.checks.queries.example_facts import ANY
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.span import Span

Hidden: TypeAlias = d.Zone | d.State | d.Dice
Index: TypeAlias = tuple[int | str, ...]


def secret_unsaid(span: Span, hidden: str, line: str, *, partly: bool) -> Diagnostic:
    missing = (
        "but examples do not say it of everybody" if partly else "but no example says from whom"
    )
    return advice(
        "secret-unsaid", span, f"{hidden} is hidden, {missing}", help=f"add a line to one: `{line}`"
    )


@frozen
class _Secret:
    """A hidden declaration, or the number of its cards."""

    declared: Hidden
    seen: d.Seen
    is_count: bool = False


@define(eq=False)
class _Coverage:
    """
    What examples state of a secret: by index, the seats that are said not to see it, or to see it
    alone.
    """

    seats: dict[Index, set[int]] = field(factory=dict)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every hidden declaration that examples do not cover, if there are examples at all."""
    program = subject.program
    if not subject.examples:
        return
    coverage_of: dict[tuple[str, bool], _Coverage] = {}
    for example in subject.examples:
        for audience in example.secrets:
            seats = range(program.seats.high) if audience.seats is None else audience.seats
            coverage = coverage_of.setdefault((audience.name, audience.is_count), _Coverage())
            coverage.seats.setdefault(audience.index, set()).update(seats)
    for secret in _secrets(program):
        declared = secret.declared
        coverage = coverage_of.get((declared.name, secret.is_count), _Coverage())
        if not _is_said(program, secret, coverage):
            of = "the number of " if secret.is_count else ""
            hidden, line = f"{of}`{declared.name}`", _line(program, secret)
            span = subject.span(declared.origin)
            yield secret_unsaid(span, hidden, line, partly=bool(coverage.seats))


def _secrets(program: Program) -> Iterator[_Secret]:
    everything: tuple[Hidden, ...] = (*program.zones, *program.states, *program.dice)
    for declared in everything:
        if declared.seen.by != "all":
            yield _Secret(declared, declared.seen)
            if isinstance(declared, d.Zone) and declared.count_seen.by != "all":
                yield _Secret(declared, declared.count_seen, is_count=True)


# ---------------------------------------------------------------- whether that is enough


def _is_said(program: Program, secret: _Secret, coverage: _Coverage) -> bool:
    """
    Whether all players are covered at some index; at each player's, if a set decides who sees.
    """
    indexes = [
        index for index, seats in coverage.seats.items() if _all(program, secret, index, seats)
    ]
    place = _place_of_a_player(secret.declared)
    if secret.seen.by != "set" or place is None:
        return bool(indexes)
    at = [index[place] for index in indexes]
    return ANY in at or all(seat in at for seat in range(program.seats.low))


def _all(program: Program, secret: _Secret, index: Index, seats: set[int]) -> bool:
    """Whether the seats cover all players except owners at an index."""
    owners: set[int] = set()
    if secret.seen.by == "owner":
        owners = {seat for seat in index if isinstance(seat, int)}
        if any(isinstance(place.type, t.Team) for place in secret.declared.index):
            return bool(seats)
    return seats | owners >= set(range(program.seats.low))


def _place_of_a_player(declared: Hidden) -> int | None:
    types = [place.type for place in declared.index]
    return types.index(t.Player()) if t.Player() in types else None


def _line(program: Program, secret: _Secret) -> str:
    """The example line to write, with a seat's name where only that is open."""
    declared, seat = secret.declared, program.seats.names[0]
    one_player = [place.type for place in declared.index] == [t.Player()]
    at = f"({seat})" if one_player else "(…)" if declared.index else ""
    hidden = f"number of {declared.name}{at}" if secret.is_count else f"{declared.name}{at}"
    if secret.seen.by == "nobody":
        return f"then nobody sees {hidden}"
    if secret.seen.by == "owner" and one_player:
        return f"then only {seat} sees {hidden}"
    return f"then only … sees {hidden}"
