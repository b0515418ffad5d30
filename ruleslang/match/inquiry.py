"""
What is asked at a person's speed of the position of a match: reasons, and exact chances.

A quick engine need not answer by itself: it hands `Match.save` to the interpreter, which does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from attrs import frozen

from ruleslang.match.decision import LegalMove
from ruleslang.match.values import Card, CardDefinition, Env, Player, Value
from ruleslang.program import declarations as d
from ruleslang.program import statements as s


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
    def is_too_deep(self) -> bool:
        """Whether no further reaction may be played."""

    # ------------------------------------------------------------ choices and clauses

    def pool(self, choice: s.Choice, local: Env) -> tuple[Value, ...]:
        """The members that may be chosen from."""

    def sizes(self, choice: s.Choice, number: int, local: Env) -> tuple[int, int]:
        """The fewest and the most that may be chosen of so many."""

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

    # ------------------------------------------------------------ chances

    def chances(self, procedure: str, arguments: Sequence[Value]) -> Mapping[Value, Fraction]:
        """
        Every answer of a check with its exact chance; None: it gave no answer.

        Raises `NotCounted` when a player has a real choice in it, or it changes the match.
        """


class NotCounted(Exception):
    """The chances of something cannot be counted exactly; `origin` is where in the text."""

    def __init__(self, message: str, origin: int = -1) -> None:
        super().__init__(message)
        self.message = message
        self.origin = origin
