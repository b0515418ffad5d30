"""
Questions about a position that may be slow: reasons, and what hooks would do.

A quick engine need not answer by itself: it hands `Match.save` to the interpreter, which does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from attrs import frozen

from ruleslang.match.decision import LegalMove
from ruleslang.match.values import Card, CardDefinition, Env, Player, Value
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.locals import LocalDecl
from ruleslang.program.names import Moment


@frozen(eq=False)
class Contribution:
    """
    One line of a modifier that changes a named value: its stage, its amount, what carries it.

    `source` is the definition of the card it stands on; `lasting` says that a statement began it.
    """

    stage: str
    amount: Value
    source: CardDefinition | None
    lasting: bool
    origin: int


class HookInForce(Protocol):
    """A hook that stands on a procedure now, whether or not it will apply."""

    @property
    def effect(self) -> s.Hook:
        """What is written."""

    @property
    def locals(self) -> tuple[LocalDecl, ...]:
        """The table of the body in which it is written."""

    @property
    def key(self) -> tuple[Value, ...]:
        """What tells it from every other."""


class Supposed(Protocol):
    """A procedure that is read as if it were under way."""

    def stands_with(self, local: Env) -> None:
        """Its parameters have these values from here on."""

    def applies(self, hook: HookInForce, answer: Value = None) -> Env | None:
        """
        The locals with which a hook on it runs, if it applies now.

        `answer` is what the procedure answered, for a hook after it.
        """


class Inquiry(Protocol):
    """The parts that legality and named values are made of, at the present position."""

    # ------------------------------------------------------------ actions and plays

    def moves(
        self, what: d.Action | d.Play, player: Player, card: Card | None = None
    ) -> Iterator[LegalMove]:
        """Every legal way to do an action, or to play a card."""

    def ways(
        self,
        what: d.Action | d.Play,
        player: Player,
        local: Env,
        card: Card | None = None,
    ) -> Iterator[LegalMove]:
        """Every way to choose, legal or not as far as clauses and costs go."""

    def locals_of(self, what: d.Action | d.Play, player: Player, card: Card | None) -> Env | None:
        """The locals that it begins with; None where the windows that are open do not fit."""

    def chooses(self, move: LegalMove, choosing: Sequence[Value]) -> bool:
        """Whether the first choices of a way are these, values or their words."""

    def cards_of(self, player: Player, wanted: Card | CardDefinition) -> list[Card]:
        """The card, or the copies of a definition: those that the player holds first."""

    @property
    def window(self) -> str | None:
        """The innermost open window."""

    @property
    def opened_with(self) -> tuple[Value, ...]:
        """What the innermost open window was opened with."""

    @property
    def is_too_deep(self) -> bool:
        """Whether no further reaction may be played."""

    # ------------------------------------------------------------ choices and clauses

    def pool(self, choice: s.Choice, local: Env) -> tuple[Value, ...]:
        """The members that may be chosen from."""

    def sizes(self, choice: s.Choice, number: int, local: Env) -> tuple[int, int]:
        """The least and the greatest number that may be chosen from `number` candidates."""

    def candidates(self, choice: s.Choice, player: Player, local: Env) -> Iterator[Value]:
        """What a player may choose, one after the other; of what is alike for him the first."""

    def allows(self, choice: s.Choice, chosen: tuple[Value, ...], local: Env) -> bool:
        """Whether the `so that` of a choice holds of a set."""

    def failing(self, move: LegalMove) -> Iterator[s.Clause]:
        """The clauses that a way fails; of costs, each that cannot be paid by itself, else all."""

    def can_pay(self, clauses: Sequence[s.Pays], local: Env) -> bool:
        """Whether costs can be paid together."""

    # ------------------------------------------------------------ values

    def value_of(self, name: str, arguments: tuple[Value, ...]) -> Value:
        """What a named value is."""

    def unmodified(self, name: str, arguments: tuple[Value, ...]) -> Value:
        """What the declaration of a named value says, without modifiers."""

    def contributions(self, name: str, arguments: tuple[Value, ...]) -> tuple[Contribution, ...]:
        """The lines of modifiers that apply, in the order in which they are counted."""

    def modified(self, value: Value, stage: str, amount: Value) -> Value:
        """A value after one contribution."""

    # ------------------------------------------------------------ procedures

    def hooks(self, moment: Moment, procedure: str) -> Sequence[HookInForce]:
        """
        The hooks on a procedure at a moment, in standard order.

        Those that replace it in the order in which they began: the last is the outermost.
        """

    def seen_by(self, player: Player) -> AbstractContextManager[None]:
        """Inside of this, what a player does not see is a fault to read."""

    def suppose(
        self, procedure: str, arguments: Sequence[Value]
    ) -> AbstractContextManager[Supposed]:
        """
        The match as it would be read while a procedure is under way; nothing of it is done.

        What is supposed inside of this is called by it.
        """
