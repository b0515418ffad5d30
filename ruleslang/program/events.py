"""Events of a match: hooks react to them, and lasting effects begin and end with them."""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from ruleslang.program.references import names


@frozen
class ProcedureRun:
    name: str = field(metadata=names("procedure"))


@frozen
class ActionRun:
    """A player does an action."""

    name: str = field(metadata=names("action"))


@frozen
class CardPlay:
    """A player plays a card, by whichever of its plays."""


Event: TypeAlias = ProcedureRun | ActionRun | CardPlay

PLAY = "play"  # the event of playing a card; no declaration can have this name


def event_name(event: Event) -> str:
    """
    Return the event's name in a rulebook.

    >>> event_name(CardPlay())
    'play'
    """
    return PLAY if isinstance(event, CardPlay) else event.name
