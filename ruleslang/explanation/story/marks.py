"""Marks: where the entries of one reader may begin, and what belongs to them."""

from __future__ import annotations

from typing import TypeAlias

from attrs import define, field

from ruleslang.engine.match.decision import View
from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.observer import Chosen
from ruleslang.engine.match.position import Run
from ruleslang.engine.match.position_queries import face_shown
from ruleslang.engine.match.runtime_values import Card, DieIn, Player, Value, sort_key
from ruleslang.explanation.story.dice_checks import Check, Reader
from ruleslang.explanation.story.entry_types import Did

Within: TypeAlias = "dict[int, str]"  # the phases under way: their texts by the ids of their runs


@define
class Mark:
    """
    For one reader: the start of something (a phase, a check, an action or a choice).

    `view`, `events` and `changes` are the reader's view and the numbers of events and visible
    changes at that time. `parts` are the parts of the entry; an action since the last choice
    `waits` until it is known which cards the reader sees.
    """

    what: Run | Chosen | None
    view: View
    events: int
    changes: int
    phase: str = ""
    turn: str = ""  # whose turn it is in the phase
    within: Within = field(factory=dict)  # the phases that the reader knows of
    parts: list[Did] = field(factory=list)
    waits: list[Run | Chosen] = field(factory=list)
    named: set[Card] = field(factory=set)
    check: Check | None = None
    answer: str | None = None  # the check's answer, once the reader may know it
    events_of_check: int = 0  # how many events there had been when it answered


def is_answering(mark: Mark) -> bool:
    """Whether the mark is of a check without an answer."""
    return mark.check is not None and mark.answer is None


def in_check(mark: Mark, deed: Run | Chosen) -> bool:
    """Whether something is chosen within a check without an answer."""
    return is_answering(mark) and isinstance(deed, Chosen)


def belongs(played: Match, deed: Run | Chosen, last: Run | Chosen | None) -> bool:
    """Whether something is done by the same player within the last thing they began."""
    if not isinstance(last, Run) or last.by is not deed.by:
        return False
    return any(run.id == last.id for run in played.under_way)


def is_of(seat: Reader, phase: Run | Chosen) -> bool:
    """Whether a phase is the turn, or part of the turn, of a seat."""
    arguments = phase.locals.values() if isinstance(phase, Run) else ()
    return any(isinstance(value, Player) and value.order == seat for value in arguments)


def by_face(played: Match, chosen: tuple[Value, ...]) -> tuple[Value, ...]:
    """A set of dice ordered by their faces; anything else unchanged."""
    if not all(isinstance(value, DieIn) for value in chosen):
        return chosen
    return tuple(sorted(chosen, key=lambda die: sort_key(face_shown(played, die))))
