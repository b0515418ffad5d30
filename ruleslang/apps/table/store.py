"""The interface of a store of matches, and a store in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from attrs import define, field, frozen

from ruleslang.simulation.records.saves import Made


class StoreFault(Exception):
    """A store cannot be opened, read or written; the message says why, without secrets."""


@frozen
class StoredMatch:
    """
    A stored match.

    `beginning` is its save before the first choice. `tokens` are the secrets in the seats' links,
    then those of the spectators' link and of the one that shows the match when it is over;
    `sitters` name who decides: a bot, or empty for a person. `chat`: persons may send messages.
    `minutes` of a clock that each seat had at first, 0: no clock, and the seconds that each choice
    adds to it. `patience`: minutes of absence after which others may seat a bot; 0: never.
    """

    id: str
    rulebook: str
    lang: str
    beginning: str
    tokens: tuple[str, ...]
    sitters: tuple[str, ...]
    ended: str = ""
    chat: bool = False
    minutes: int = 0
    increment: int = 0
    patience: int = 0


class Store(Protocol):
    """
    A store of matches; when a call returns, its data is durable, and when it raises `StoreFault`,
    nothing has changed. `left` are the seconds that each seat has left, empty without clocks.
    """

    def add(self, match: StoredMatch, left: Sequence[float] = ()) -> None:
        """Store a new match."""

    def find(self, token: str) -> StoredMatch | None:
        """Return the match to which a token belongs."""

    def choices(self, match: str) -> Sequence[Made]:
        """Return the choices made in a match."""

    def entries(self, match: str) -> Sequence[str]:
        """Return the entries that were stored with each choice of a match; empty: none."""

    def made(
        self,
        match: str,
        number: int,
        choice: Made,
        left: Sequence[float] = (),
        early: str = "",
        entries: str = "",
    ) -> None:
        """
        Store a choice with its number, from 0, the clocks after it, the early answers, and the
        entries of the story since the choice before.
        """

    def answered_early(self, match: str, early: str, left: Sequence[float] = ()) -> None:
        """Store the answers that were given before the match asks for them; empty: none."""

    def early_answers(self, match: str) -> str:
        """Return the answers that were given before the match asks for them."""

    def taken_back(self, match: str, number: int, left: Sequence[float] = ()) -> None:
        """Delete the choices from a number on."""

    def seated(self, match: str, sitters: Sequence[str], left: Sequence[float] = ()) -> None:
        """Store who decides at each seat from here on."""

    def clocked(self, match: str, left: Sequence[float]) -> None:
        """Store the seconds that each seat has left."""

    def clocks(self, match: str) -> Sequence[float]:
        """Return the seconds that each seat has left; empty for a match without clocks."""

    def ended(self, match: str, how: str, left: Sequence[float] = ()) -> None:
        """Store that the match has ended otherwise than by its rules, and how."""


@define(eq=False)
class MemoryStore:
    """A `Store` that is gone when the program ends; what moves a match keeps its choices."""

    _matches: dict[str, StoredMatch] = field(factory=dict)

    def add(self, match: StoredMatch, left: Sequence[float] = ()) -> None:
        self._matches |= dict.fromkeys(match.tokens, match)

    def find(self, token: str) -> StoredMatch | None:
        return self._matches.get(token)

    def choices(self, match: str) -> Sequence[Made]:
        return ()  # no match is restored

    def entries(self, match: str) -> Sequence[str]:
        return ()

    def early_answers(self, match: str) -> str:
        return ""

    def clocks(self, match: str) -> Sequence[float]:
        return ()

    def _nothing_to_do(self, *given: object, **named: object) -> None:
        """Store nothing."""

    made = answered_early = taken_back = seated = clocked = ended = _nothing_to_do
