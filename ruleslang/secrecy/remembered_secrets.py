"""
What the bodies under way remember of what was hidden from a player.

A body remembers a secret in a name that was worked out of it, and in the place where it stands:
inside a block that is run because of the secret. To find out, the match is played again twice: once
to see which bodies are still at work, and which of their statements may have read a secret, and
once to see whether these did.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args
from weakref import WeakKeyDictionary

from attrs import define, field, frozen

from ruleslang.meaning.lookup_tables import Tables
from ruleslang.meaning.machine import Frame, Machine
from ruleslang.meaning.match import Match
from ruleslang.meaning.reads import reads_of_parts
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot
from ruleslang.program.walk import children, find, walk
from ruleslang.secrecy.hidden_declarations import secret_names
from ruleslang.secrecy.secret_reads import is_read

_EXPRESSIONS = get_args(e.Expr)


@frozen(eq=False)
class _Facts:
    """
    What matters of a statement: the expressions it reads itself, the names in them, the names that
    are given in it, all that stands in it, and whether it may read a secret.
    """

    parts: tuple[Any, ...]
    read: frozenset[Slot]
    given: frozenset[Slot]
    inside: frozenset[int]
    may_tell: bool


@define(eq=False)
class _Book:
    """The facts of statements, each worked out once."""

    tables: Tables
    secret: frozenset[str]
    known: dict[int, _Facts] = field(factory=dict)

    def facts(self, statement: Any) -> _Facts:
        """What matters of a statement."""
        found = self.known.get(id(statement))
        if found is None:
            found = self.known[id(statement)] = self._worked_out(statement)
        return found

    def _worked_out(self, statement: Any) -> _Facts:
        parts = tuple(each for each in children(statement) if isinstance(each, _EXPRESSIONS))
        reads = self._reads(parts) or (
            isinstance(statement, s.Call)
            and statement.into is not None
            and self._reads(_called(self.tables, statement.procedure))
        )
        return _Facts(
            parts,
            frozenset(each.slot for each in find(parts, e.Local)),
            frozenset(_given(statement)),
            frozenset(id(each) for each in walk(statement)),
            reads,
        )

    def _reads(self, parts: tuple[Any, ...]) -> bool:
        return not reads_of_parts(self.tables, list(parts)).isdisjoint(self.secret)


def _given(statement: Any) -> Iterator[Slot]:
    """The locals that take something in a statement."""
    for each in walk(statement):
        if isinstance(each, s.Let | s.LocalPlace):
            yield each.slot
        elif isinstance(into := getattr(each, "into", None), int):
            yield into


def _called(tables: Tables, name: str) -> tuple[s.Body, ...]:
    """The bodies that run when a procedure is called, its own and those of all it calls."""
    names = [name]
    for each in names:
        body = tables.procedures[each].body
        names += (call.procedure for call in find(body, s.Call) if call.procedure not in names)
    return tuple(tables.procedures[each].body for each in names)


@define(eq=False)
class _Trail:
    """The bodies at work, by frame, with the numbers of the statements that may have told."""

    book: _Book
    number: int = 0
    told: WeakKeyDictionary[Frame, set[int]] = field(factory=WeakKeyDictionary)

    def statement(self, m: Machine, statement: Any, frame: Frame) -> None:
        """A statement comes."""
        if self.book.facts(statement).may_tell:
            self.told.setdefault(frame, set()).add(self.number)
        self.number += 1

    def ready(self, m: Machine) -> None:
        """Follow a match from its beginning."""
        m.before = self.statement


@define(eq=False)
class _Body:
    """
    What a body remembers: the names that were worked out of secrets, the statements that read
    one, the loops it came to; `last` is the statement that it came to last.
    """

    names: set[Slot] = field(factory=set)
    told: list[Any] = field(factory=list)
    loops: list[Any] = field(factory=list)
    last: Any = None


@define(eq=False)
class Memory:
    """What the bodies at work remember of what was hidden from the player at a seat."""

    seat: int
    book: _Book
    numbers: frozenset[int]  # of the statements to look at
    number: int = 0
    bodies: WeakKeyDictionary[Frame, _Body] = field(factory=WeakKeyDictionary)

    def ready(self, m: Machine) -> None:
        """Follow a match from its beginning."""
        m.before = self._statement

    def _statement(self, m: Machine, statement: Any, frame: Frame) -> None:
        body = self.bodies.setdefault(frame, _Body())
        body.last = statement
        facts = self.book.facts(statement)
        told = self.uses(statement, frame) or (
            self.number in self.numbers
            and is_read(m, m.tables.players[self.seat], facts.parts, frame.env)
        )
        body.told = _with(body.told, statement, told)
        body.loops = _with(body.loops, statement, isinstance(statement, s.Repeat | s.TakeTurns))
        if told or (self.number in self.numbers and isinstance(statement, s.Call)):
            body.names |= facts.given  # what is called is not looked into: it may have read one
        elif isinstance(statement, s.Let):
            body.names.discard(statement.slot)
        self.number += 1

    def uses(self, statement: Any, frame: Frame) -> bool:
        """Whether a statement reads a name that remembers something."""
        body = self.bodies.get(frame)
        return body is not None and not self.book.facts(statement).read.isdisjoint(body.names)

    def holds(self) -> bool:
        """Whether a body stands where it does because of what was hidden, or goes on by it."""
        return any(
            id(body.last) in self.book.facts(each).inside
            for frame, body in self.bodies.items()
            for each in (*body.told, *(loop for loop in body.loops if self.uses(loop, frame)))
        )


def _with(statements: list[Any], statement: Any, there: bool) -> list[Any]:
    """The statements with this one among them, or without it."""
    others = [each for each in statements if each is not statement]
    return [*others, statement] if there else others


def remembering(match: Match, seat: int) -> tuple[Match, Memory]:
    """A copy of a match, and what its bodies remember of what was hidden from a seat."""
    book = _Book(match.machine.tables, secret_names(match.machine.tables.program))
    numbers: frozenset[int] = frozenset()
    if book.secret:
        trail = _Trail(book)
        kept = match.copy(ready=trail.ready)
        numbers = frozenset(each for told in trail.told.values() for each in told)
        del kept
    memory = Memory(seat, book, numbers)
    return match.copy(ready=memory.ready), memory
