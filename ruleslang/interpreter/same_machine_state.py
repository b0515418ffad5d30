"""Whether two machines of one program stand at the same point, and will go on alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.interpreter.machine import Invocation, Machine
from ruleslang.match.values import UnderWay

STORED = (
    *("active", "players", "states", "zones", "where", "dice", "spaces", "limits"),
    *("ages", "marks", "facts", "shown", "bits"),
)


def stand_alike(one: Machine, other: Machine) -> bool:
    """Whether all that is stored, counted, asked and under way is equal."""
    return (
        all(getattr(one.state, name) == getattr(other.state, name) for name in STORED)
        and list(_rest(one)) == list(_rest(other))
        and list(map(_run, one.under_way)) == list(map(_run, other.under_way))
    )


def _rest(m: Machine) -> Iterator[Any]:
    yield [(card, counts_as.title) for card, counts_as in m.state.counting_as.items()]
    yield [(last.statement.name, _plain(last.env)) for last in m.state.lasting]
    yield m.chance.words()
    yield len(m.outcomes), m.asked, m.counted
    yield [window and window.declaration.name for window in m.windows]
    if m.pending is not None:
        yield m.pending.player, m.pending.name
        yield [(each.action, _plain(dict(each.values))) for each in m.pending.choices]


def _run(run: Invocation) -> Any:
    return run.name, run.stage, _plain(run.declared), _plain(run.env)


def _plain(env: dict[Any, Any]) -> dict[Any, Any]:
    """Locals without what is under way, of which each match has its own."""
    return {name: value for name, value in env.items() if not isinstance(value, UnderWay)}
