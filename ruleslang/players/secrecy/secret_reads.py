"""
Whether a step of a match reads something hidden from a player, or shows it to the player.

A step that does neither, and draws no chance, has the same course whatever is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Begun, Match, Observer, Read, StoredRead
from ruleslang.engine.match.position import Rearrangement
from ruleslang.engine.match.runtime_values import Card, Env, Player
from ruleslang.players.secrecy.rearrange_hidden import Hidden, hidden, sees_some
from ruleslang.program import expressions as e


class SecretReads:
    """
    Watches whether anything hidden from a player is read or shown.

    `remembers` returns whether a statement uses a local that holds a secret.
    """

    def __init__(
        self, match: Match, who: Player, remembers: Callable[[Begun], bool] | None = None
    ) -> None:
        unseen = hidden(match, who)
        sight = match.sight(who)
        self.who = who
        self.found = False
        self._remembers = remembers
        self._cells: frozenset[Read] = frozenset(
            (
                *(cards := _cards(unseen)),
                *(StoredRead(name, at) for name, at, _ in unseen.states),
                *(StoredRead(name, at) for name, at, _, _ in unseen.dice),
                *(place for place in match.population.all_places() if not sight.count(place)),
            )
        )
        self._everything = _all_hidden(cards, unseen)

    def observer(self) -> Observer:
        """Return an observer of reads that also checks before every statement what is shown."""
        return Observer(statement=self._statement, read=self.note)

    def look_for_shown(self, match: Match) -> None:
        """Note whether something hidden is shown now."""
        self.found = self.found or sees_some(match, self._everything, self.who)

    def note(self, match: Match, read: Read) -> None:
        """Note a read."""
        self.found = self.found or read in self._cells

    def _statement(self, match: Match, begun: Begun) -> None:
        """Check before each statement, since what is shown may be hidden again later."""
        if self._remembers is not None:
            self.found = self.found or self._remembers(begun)
        self.look_for_shown(match)


def is_read(match: Match, who: Player, parts: Iterable[e.Expr], local: Env) -> bool:
    """Return whether evaluating these expressions now reads something hidden from a player."""
    reads = SecretReads(match, who)
    reader = Observer(read=reads.note)
    match.observe(reader)
    try:
        for part in parts:
            match.evaluate(part, dict(local))
    except Fault:
        return True
    finally:
        match.ignore(reader)
    return reads.found


def _cards(unseen: Hidden) -> tuple[Card, ...]:
    pooled = (card for pool in unseen.pools for card in pool)
    return tuple(dict.fromkeys((*pooled, *(card for card, _ in unseen.movable))))


def _all_hidden(cards: Iterable[Card], unseen: Hidden) -> Rearrangement:
    """Return all hidden things as one rearrangement, to find whether any of them is visible."""
    return Rearrangement(
        pairs=tuple((card, card) for card in cards),
        states=tuple((name, at, values[0]) for name, at, values in unseen.states),
        dice=tuple((name, at, ()) for name, at, _, _ in unseen.dice),
    )
