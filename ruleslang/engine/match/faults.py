"""Faults: run-time errors of a program, each with a stable slug, the same in every engine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, NoReturn

from attrs import define

from ruleslang.engine.match.runtime_values import ListValue, Value, in_order
from ruleslang.program import limits
from ruleslang.program import types as t
from ruleslang.program.operation_variants_by_type import declared_order
from ruleslang.source.budget import spend


class Fault(Exception):
    """
    The rules cannot continue; the match stops here.

    `origin` is the number of the place in the text, or -1.
    """

    def __init__(self, slug: str, message: str, origin: int = -1) -> None:
        super().__init__(f"{slug}: {message}")
        self.slug = slug
        self.message = message
        self.origin: int = origin

    def place(self, origin: int) -> None:
        """Keep where it happened, if no inner expression, statement or declaration has said so."""
        if self.origin < 0:
            self.origin = origin

    def __reduce__(self) -> tuple[Any, ...]:
        return Fault, (self.slug, self.message, self.origin)


# Every slug of a fault, with its message.
SLUGS: dict[str, str] = {
    "asked-automatic": "a seat that never decides is asked",
    "asked-nobody": "a question has no player who could answer it",
    "endless": "nothing is asked and nothing ends, or runs are too deep inside each other",
    "interrupted": "an exception interrupted the rules",
    "no-result": "the start procedure ended without a result",
    "no-such-field": "a card is read for a field that it does not have",
    "none-in-arithmetic": "none is used where a value is needed",
    "not-a-member": "a value does not belong where it is used",
    "not-under-way": "something that is not running is ended, cancelled or read",
    "never-settles": "`whenever` rules undo each other",
    "out-of-range": "a number leaves its declared range",
    "space-taken": "a piece moves to a space that holds another",
    "too-much": "more is created than any game needs",
    "too-few-seats": "a word for two players is used with another number of players",
    "unseen": "a preference reads something that its player can't see; its line is skipped",
    "unset-state": "a state is read before it is set",
    "wrong-kind-in-zone": "a card moves to a zone for other kinds",
    "zone-full": "a card moves to a full zone",
    "which-copy": "a title means the only copy in a zone, but there are none or several",
}


def fail(slug: str, origin: int) -> NoReturn:
    """Raise the fault of a message, at an origin in the program."""
    raise Fault(slug, SLUGS[slug], origin)


def check(kind: t.Type, value: Value, name: str, origin: int = -1) -> None:
    """Raise a fault if a value is none without being optional, or out of range."""
    if type(kind) is t.Optional:
        if value is None:
            return
        kind = kind.inner
    if value is None and type(kind) is not t.Never:
        raise Fault("none-in-arithmetic", f"`{name}` would be none", origin)
    if type(kind) is t.Number:
        if not kind.low <= value <= kind.high:
            raise Fault(
                "out-of-range",
                f"`{name}` would be {value}, outside {kind.low}..{kind.high}",
                origin,
            )
    elif isinstance(kind, t.SetOf | t.ListOf):
        _check_members(kind, value, name, origin)


def _check_members(kind: t.SetOf | t.ListOf, value: Value, name: str, origin: int) -> None:
    """Check the size of a collection, and the range of its numbers."""
    if kind.up_to is not None and len(value) > kind.up_to:
        raise Fault(
            "out-of-range", f"`{name}` would hold {len(value)}, more than {kind.up_to}", origin
        )
    of = kind.element
    if type(of) is not t.Number:
        return
    for number in value:
        if not of.low <= number <= of.high:
            raise Fault(
                "out-of-range", f"`{name}` would hold {number}, outside {of.low}..{of.high}", origin
            )


def kept(kind: t.Type, value: Value) -> Value:
    """Return the stored form of a value: a set has each member once, in the order of its type."""
    if type(kind) is t.Optional:
        kind = kind.inner
    if type(kind) is t.SetOf and isinstance(value, tuple):
        return in_order(value, declared_order(kind.element))
    return value


def or_empty(value: Value, kind: t.Type) -> Value:
    """Return the value, with none replaced by the empty set or list of its type."""
    if value is not None:
        return value
    if type(kind) is t.ListOf:
        return ListValue()
    return () if type(kind) is t.SetOf else None


def stopped(kind: t.Type, value: Value) -> Value:
    """Return a number clamped to its range."""
    if type(kind) is t.Optional:
        kind = kind.inner
    if type(kind) is t.Number and value is not None:
        return max(kind.low, min(kind.high, value))
    return value


MOST_KEPT = 100_000  # values that are kept until the state changes
OFTEN = 1000  # steps after which it is looked how many there are


def too_much(message: str, origin: int = -1) -> Fault:
    """Return the fault that a limit is exceeded."""
    return Fault("too-much", message, origin)


@define
class ResourceUsage:
    """
    The resources used by a match.

    Computations of bots and views between decisions are not counted.
    """

    steps: int = 0
    steps_in_all: int = 0
    looked_at: int = 0  # members, which only the budget of the command counts
    noted: int = 0
    spent: int = 0  # steps used from the command's budget
    next_look: int = OFTEN

    def step(self) -> None:
        """Count an iteration of a loop or a call."""
        self.steps += 1
        if self.steps > self.next_look:
            self._look()

    def _look(self) -> None:
        """Check the number of steps against the limits of the match and the command."""
        spend(self.steps - self.spent)
        self.spent = self.steps
        if self.steps > limits.STEPS:
            raise Fault("endless", "a million steps without a decision")
        self.next_look = min(self.steps + OFTEN, limits.STEPS)

    def look_at(self, number: int) -> None:
        """
        Count members about to be iterated over.

        How often an engine looks at them is its own affair, so no match ends by them.
        """
        self.looked_at += number
        if self.looked_at > OFTEN:
            self.rest()

    def note(self, number: int) -> None:
        """Count entries of the match's record."""
        self.noted += number
        if self.noted > limits.NOTED:
            raise too_much(f"more than {limits.NOTED:,} outcomes and choices in one match")

    def count(self) -> None:
        """Count a decision, forced or not, and restart the count of steps."""
        self.steps_in_all += self.steps
        spend(self.steps - self.spent)
        self.steps = self.spent = 0
        self.next_look = OFTEN
        if self.steps_in_all > limits.STEPS_IN_MATCH:
            raise Fault("endless", f"more than {limits.STEPS_IN_MATCH:,} steps in one match")

    def rest(self) -> None:
        """Charge the members looked at so far to the command."""
        spend(self.looked_at)
        self.looked_at = 0


def few_enough(number: int) -> None:
    """Raise a fault before a collection that is too large is created."""
    if number > limits.MEMBERS:
        raise too_much(f"a set of {number:,} members, where {limits.MEMBERS:,} are allowed")


def few_dice(number: int, origin: int) -> int:
    """Return the number, or a fault before too many dice are rolled."""
    if number > limits.DICE:
        raise too_much(f"{number:,} dice at once, where {limits.DICE:,} are allowed", origin)
    return number


CALLS = 8000
CALLS_OF_A_RUN = 32  # at most 16,000 in all: from 20,000 on a stack of 8 MB is full in Python 3.11

_lock = Lock()
_running: list[int] = []  # the limit as it was found, once for each match that moves


@contextmanager
def deep_calls(runs: int = 0) -> Iterator[None]:
    """Return a context whose recursion limit is enough for rules and this many nested runs."""
    calls = max(CALLS, runs * CALLS_OF_A_RUN)
    with _lock:
        limit = sys.getrecursionlimit()
        _running.append(limit)
        if limit < calls:
            sys.setrecursionlimit(calls)
    try:
        yield
    finally:
        with _lock:
            first = _running[0]
            _running.pop()
            if not _running and sys.getrecursionlimit() > first:
                sys.setrecursionlimit(first)
