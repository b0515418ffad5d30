"""What happened in a match, as JSON has it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from ruleslang.match.decision import Chanced, Decided, DecidedTogether, Event


def plain_events(events: Iterable[Event]) -> list[dict[str, object]]:
    """The events as lists, dictionaries, strings and numbers."""
    return [_plain(event) for event in events]


def _plain(event: Event) -> dict[str, object]:
    match event:
        case Chanced(kind, of, outcome):
            return {"chance": kind, "of": of, "outcome": list(outcome)}
        case Decided(player, decision, choice, choices):
            return {
                "player": player,
                "decision": decision,
                "choice": choice,
                "choices": list(choices),
            }
        case DecidedTogether(together):
            return {"together": [_plain(event) for event in together]}
    assert_never(event)
