"""Whether two matches of one rulebook stand at the same point, and will go on alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.meaning.machine import Invocation, Machine
from ruleslang.meaning.match import Match

STORED = (
    *("active", "players", "states", "zones", "where", "dice", "spaces", "limits"),
    *("ages", "marks", "facts", "shown", "bits"),
)


def alike(one: Match, other: Match) -> bool:
    """Whether they stand at the same point; in doubt they do not."""
    if other.fault is not None or (one.decision is None) is not (other.decision is None):
        return False
    mine, theirs = one.machine, other.machine
    return (
        all(getattr(mine.state, name) == getattr(theirs.state, name) for name in STORED)
        and list(_rest(mine)) == list(_rest(theirs))
        and list(map(_names, mine.under_way)) == list(map(_names, theirs.under_way))
    )


def same_question(one: Match, other: Match) -> bool:
    """Whether the same player is asked the same, with the same things to choose and chance."""
    mine, theirs = one.machine, other.machine
    return (
        mine.pending is not None
        and theirs.pending is not None
        and mine.pending.prompt == theirs.pending.prompt
        and list(_asked(mine)) == list(_asked(theirs))
        and mine.chance.words() == theirs.chance.words()
    )


def _rest(m: Machine) -> Iterator[Any]:
    yield [(card, counts_as.title) for card, counts_as in m.state.counting_as.items()]
    yield [(last.statement.name, _plain(last.env)) for last in m.state.lasting]
    yield m.chance.words()
    yield len(m.outcomes), m.asked, m.counted
    yield [window and window.declaration.name for window in m.windows]
    yield from _asked(m)


def _asked(m: Machine) -> Iterator[Any]:
    if m.pending is not None:
        yield m.pending.player, m.pending.name
        yield [(each.action, _plain(dict(each.values))) for each in m.pending.choices]


def _names(run: Invocation) -> Any:
    return run.name, run.stage, _plain(run.declared), _plain(run.env)


def _plain(env: dict[Any, Any]) -> dict[Any, Any]:
    """Locals without what is under way, of which each match has its own."""
    return {name: value for name, value in env.items() if not isinstance(value, Invocation)}
