"""
The interface for questions about a position that may be slow: reasons, and what hooks would do.

A compiled engine may pass `Match.save` to the interpreter, which answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from attrs import frozen

from ruleslang.engine.match.decision import LegalMove
from ruleslang.engine.match.runtime_values import Card, CardDefinition, Env, Player, Value
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.locals import LocalDecl
from ruleslang.program.references import Moment


@frozen(eq=False)
class Contribution:
    """
    One line of a modifier that applies to a named value: its stage, its amount, its carrier.

    `card` is the one it is on; `lasting`: a statement began it.
    """

    stage: str
    amount: Value
    card: Card | None
    lasting: bool
    origin: int


class HookInForce(Protocol):
    """A hook on a procedure that is in force now, whether or not it applies."""

    @property
    def effect(self) -> s.Hook: ...

    @property
    def locals(self) -> tuple[LocalDecl, ...]:
        """The locals table of the enclosing body."""

    @property
    def key(self) -> tuple[Value, ...]:
        """Its unique key."""


class Supposed(Protocol):
    """A procedure evaluated as if it were in progress."""

    def with_locals(self, local: Env) -> None:
        """Bind its parameters."""

    def applies(self, hook: HookInForce, answer: Value = None) -> Env | None:
        """
        Return the locals with which a hook on it would run; `None` if it does not apply.

        `answer` is the procedure's answer, for a hook after it.
        """


class Inquiry(Protocol):
    """The parts of legality and of named values, at the current position."""

    # ------------------------------------------------------------ actions and plays

    def moves(
        self, what: d.Action | d.Play, player: Player, card: Card | None = None
    ) -> Iterator[LegalMove]:
        """Return every legal way to do an action, or to play a card."""

    def ways(
        self, what: d.Action | d.Play, player: Player, local: Env, card: Card | None = None
    ) -> Iterator[LegalMove]:
        """Return every way to choose, ignoring clauses and costs."""

    def locals_of(self, what: d.Action | d.Play, player: Player, card: Card | None) -> Env | None:
        """Return its initial locals; `None` if the open windows do not match."""

    def chooses(self, move: LegalMove, choosing: Sequence[Value]) -> bool:
        """Return whether a way's first choices are these, as values or words."""

    def cards_of(self, player: Player, wanted: Card | CardDefinition) -> list[Card]:
        """
        Return the card, or the copies of a definition: those that the player holds and sees, else
        those that they see, else all (none when reading with their eyes, `seen_by`).
        """

    @property
    def window(self) -> str | None:
        """The innermost open window."""

    @property
    def opened_with(self) -> tuple[Value, ...]:
        """The arguments that the innermost open window was opened with."""

    @property
    def is_too_deep(self) -> bool:
        """Whether no further reaction may be played."""

    # ------------------------------------------------------------ choices and clauses

    def pool(self, choice: s.Choice, local: Env) -> tuple[Value, ...]:
        """Return the members that may be chosen from."""

    def sizes(self, choice: s.Choice, number: int, local: Env) -> tuple[int, int]:
        """Return the minimum and maximum number that may be chosen from `number` candidates."""

    def candidates(self, choice: s.Choice, player: Player, local: Env) -> Iterator[Value]:
        """Yield a player's candidates in order; the first of those that look the same to them."""

    def allows(self, choice: s.Choice, chosen: tuple[Value, ...], local: Env) -> bool:
        """Return whether the `so that` of a choice holds for a set."""

    def failing(self, move: LegalMove) -> Iterator[s.Clause]:
        """Yield the clauses that a way fails; costs not payable, individually or together."""

    def can_pay(self, clauses: Sequence[s.Pays], local: Env) -> bool:
        """Return whether costs can be paid together."""

    # ------------------------------------------------------------ values

    def value_of(self, name: str, arguments: tuple[Value, ...]) -> Value:
        """Return the value of a named value."""

    def unmodified(self, name: str, arguments: tuple[Value, ...]) -> Value:
        """Return the value of a named value without modifiers."""

    def contributions(self, name: str, arguments: tuple[Value, ...]) -> tuple[Contribution, ...]:
        """Return the lines of modifiers that apply, in the order of application."""

    def modified(self, value: Value, stage: str, amount: Value) -> Value:
        """Return a value after one contribution."""

    # ------------------------------------------------------------ procedures

    def hooks(self, moment: Moment, procedure: str) -> Sequence[HookInForce]:
        """
        Return the hooks on a procedure at a moment, in standard order.

        Those that replace it are in the order in which they began: the last is the outermost.
        """

    def seen_by(self, player: Player) -> AbstractContextManager[None]:
        """Return a context in which reading what a player does not see is a fault."""

    def suppose(
        self, procedure: str, arguments: Sequence[Value]
    ) -> AbstractContextManager[Supposed]:
        """
        Return the match as if a procedure were in progress, without doing anything.

        Calls the procedure's parameters by the arguments inside the context.
        """
