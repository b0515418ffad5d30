"""Chance as a record has it: the outcomes of its events, in order."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.records.checksum import Refused
from ruleslang.records.game_record import GameRecord


class Recorded:
    """
    Answers what was recorded, whatever generator it came from.

    Raises `Refused` when the match asks for an outcome that the record does not have there.
    """

    def __init__(self, outcomes: Sequence[tuple[str, str, Sequence[str]]]) -> None:
        self.outcomes = list(outcomes)
        self.next = 0

    def roll(self, die: str, faces: Sequence[str]) -> int:
        """The place of the recorded face."""
        return _place(self._take("roll", die)[0], faces)

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[int]:
        """The recorded order."""
        left = list(range(len(cards)))
        order = []
        for name in self._take("shuffle", zone):
            place = next((each for each in left if cards[each] == name), None)
            if place is None:
                raise Refused(f"`{name}` is shuffled in `{zone}`, where it does not lie")
            left.remove(place)
            order.append(place)
        if left:
            raise Refused(f"the order of `{zone}` leaves cards out")
        return order

    def pick(self, of: str, members: Sequence[str]) -> int:
        """The place of the recorded member."""
        return _place(self._take("pick", of)[0], members)

    def copy(self) -> Recorded:
        """One that goes on from here."""
        made = Recorded(self.outcomes)
        made.next = self.next
        return made

    def words(self) -> list[tuple[str, int]]:
        """None: what is written down is no part of the state."""
        return []

    def _take(self, kind: str, of: str) -> Sequence[str]:
        if self.next >= len(self.outcomes):
            raise Refused(f"it ends before the {kind} of `{of}`")
        was_kind, was_of, outcome = self.outcomes[self.next]
        if was_kind != kind or not outcome:
            raise Refused(f"it has a {was_kind} of `{was_of}` where `{of}` asks for a {kind}")
        self.next += 1
        return outcome


def chance_of(record: GameRecord) -> Recorded:
    """The outcomes of chance in a record."""
    return Recorded(
        [
            (event["chance"], event["of"], event["outcome"])
            for event in record.events
            if "chance" in event
        ]
    )


def _place(name: str, among: Sequence[str]) -> int:
    if name not in among:
        raise Refused(f"`{name}` is not among what chance may take there")
    return list(among).index(name)
