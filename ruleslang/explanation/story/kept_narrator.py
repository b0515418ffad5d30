"""
Keeps what a narrator knows at a decision, from where an equal match can be narrated otherwise.

Always: it refers to what is under way by numbers alone. They are the same in all matches that make
the same choices, observed by `NUMBERING` from the opening on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from attrs import evolve, frozen

from ruleslang.engine.match.interface import Match, Observer
from ruleslang.engine.match.runtime_values import Player
from ruleslang.explanation.story.change_log import VisibleChange
from ruleslang.explanation.story.dice_checks import Reader
from ruleslang.explanation.story.entry_starts import EntryStart, PhaseNumbers, Within
from ruleslang.explanation.story.entry_types import Entry
from ruleslang.explanation.story.narrator import Narrator

_COPIED = "turns", "unmentioned", "heard", "reported", "shared", "events", "named"
_OF_CHANGES = "views", "looks", "resetting", "planned", "reveals", "guises"


def _ignore(match: Match, event: object) -> None:
    """Do nothing: what somebody listens to has a number."""


NUMBERING = Observer(begun=_ignore, in_secret=_ignore, statement=_ignore)


@frozen(eq=False)
class KeptNarrator:
    """
    A narrator at a decision, without a match.

    `seen` is the log of changes for each reader, which becomes longer, and its length then.
    `is_compared`: nothing has changed since the views were compared.
    """

    narrator: Narrator
    changes: Mapping[str, Any]
    seen: Mapping[Reader, tuple[Sequence[VisibleChange], int]]
    is_compared: bool
    phases: tuple[Within, Player | None]
    players: Sequence[Player]
    ids: Sequence[int]

    def fits(self, match: Match) -> bool:
        """Return whether a match has the same entities, and the same is under way."""
        return match.population.players is self.players and match.ids_under_way == self.ids

    def narrating(
        self, match: Match, numbers: PhaseNumbers, entries: dict[Reader, list[Entry]]
    ) -> Narrator:
        """Return a narrator of an equal match from here on, who adds to these entries."""
        narrator = _copied(self.narrator)
        narrator.entries, narrator.numbers = entries, numbers
        narrator.listen(match)
        narrator.phases.texts, narrator.phases.turn = self.phases
        seen = {reader: [*log[:length]] for reader, (log, length) in self.seen.items()}
        version = match.version if self.is_compared else None
        known = {name: copy(value) for name, value in self.changes.items()}
        narrator.changes = evolve(narrator.changes, seen=seen, version=version, **known)
        return narrator


def kept(narrator: Narrator) -> KeptNarrator | None:
    """
    Keep a narrator at a decision; `None` during secret choices or a check, at the end, and while it
    waits to name what is under way.
    """
    match, changes, phases = narrator.match, narrator.changes, narrator.phases
    if match.decision is None or match.together is not None or narrator.checks.pending:
        return None
    if any(start.waits for starts in narrator.starts.values() for start in starts):
        return None
    return KeptNarrator(
        _copied(narrator),
        {name: copy(getattr(changes, name)) for name in _OF_CHANGES},
        {reader: (log, len(log)) for reader, log in changes.seen.items()},
        changes.version == match.version,
        (phases.texts, phases.turn),
        match.population.players,
        match.ids_under_way,
    )


def _copied(narrator: Narrator) -> Narrator:
    """Return a narrator without a match and without entries, who knows the same."""
    starts: dict[Reader, list[EntryStart]] = {}
    knows = {name: copy(getattr(narrator, name)) for name in _COPIED}
    for reader, before in narrator.starts.items():
        starts[reader] = [evolve(m, parts=[*m.parts], named={*m.named}, waits=[]) for m in before]
        for start, again in zip(before, starts[reader], strict=True):
            if knows["named"].get(reader) is start.named:  # as one set
                knows["named"][reader] = again.named
    unseen = {reader: copy(runs) for reader, runs in narrator.unseen.items()}
    return evolve(narrator, entries={}, starts=starts, unseen=unseen, **knows)
