"""Where matches are kept, and a store for matches that nobody needs tomorrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from attrs import define, field, frozen

from ruleslang.records.match_start import Made


@frozen
class Kept:
    """
    A match as it is kept.

    `beginning` is its save before the first choice. `tokens` are the secrets of the seats' links,
    then that of the spectators' link and of the one that shows the match when it is over; `sitters`
    name who decides: a bot, or empty for a person. With `chat` persons may say something.
    """

    id: str
    rulebook: str
    lang: str
    beginning: str
    tokens: tuple[str, ...]
    sitters: tuple[str, ...]
    ended: str = ""
    chat: bool = False


class Store(Protocol):
    """What keeps matches; every call has kept what it was told when it returns."""

    def add(self, match: Kept) -> None:
        """A new match."""

    def find(self, token: str) -> Kept | None:
        """The match to which a secret belongs."""

    def choices(self, match: str) -> Sequence[Made]:
        """The choices that were made in a match."""

    def made(self, match: str, number: int, made: Made) -> None:
        """The choice of a number, from 0, was made."""

    def taken_back(self, match: str, number: int) -> None:
        """The choices from a number on are no more."""

    def seated(self, match: str, sitters: Sequence[str]) -> None:
        """Who decides at each seat from here on."""

    def clocked(self, match: str, left: Sequence[float]) -> None:
        """The seconds that each seat has left."""

    def clocks(self, match: str) -> Sequence[float]:
        """The seconds that each seat has left; nothing for a match without clocks."""

    def ended(self, match: str, how: str) -> None:
        """The match has ended so, otherwise than by its rules."""


@define(eq=False)
class MemoryStore:
    """A `Store` that is gone when the program ends; what moves a match keeps its choices."""

    _matches: dict[str, Kept] = field(factory=dict)

    def add(self, match: Kept) -> None:
        self._matches |= dict.fromkeys(match.tokens, match)

    def find(self, token: str) -> Kept | None:
        return self._matches.get(token)

    def choices(self, match: str) -> Sequence[Made]:
        """None are kept: no match is begun again."""
        return ()

    def made(self, match: str, number: int, made: Made) -> None:
        """The match has it."""

    def taken_back(self, match: str, number: int) -> None:
        """The match has it."""

    def seated(self, match: str, sitters: Sequence[str]) -> None:
        """The match has it."""

    def clocked(self, match: str, left: Sequence[float]) -> None:
        """The match has it."""

    def clocks(self, match: str) -> Sequence[float]:
        """None are kept."""
        return ()

    def ended(self, match: str, how: str) -> None:
        """The match has it."""
