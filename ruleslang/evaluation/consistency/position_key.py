"""
A key of everything that decides how a match goes on: what is stored, and the work under way.

Two positions with equal hashes may differ in a loop, a local or an answer already given; these are
in the frames of the Python engine. What only grows is left out, such as the number of decisions.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from ruleslang.engine.flow import state_layout as layout
from ruleslang.engine.flow.statements.control_flow import COUNTED_BEFORE
from ruleslang.engine.match.interface import Match
from ruleslang.engine.python.machine import Play
from ruleslang.engine.python.match import PythonMatch

WORK = (
    *(layout.WINDOWS, layout.PLAYS, layout.TURNS, layout.OUTER_TURN, layout.EYES, layout.QUEUE),
    *(layout.SECRET, layout.SECRET_OF, layout.SECRET_SINCE, layout.FROZEN_SINCE, layout.SUPPRESSED),
    *(layout.SETTLING, layout.QUIET, layout.LATE, layout.AGAIN, layout.COUNTING, layout.PLAYED_AS),
)


def position_key(match: Match) -> Hashable:
    """A key that only positions share from which the match goes on alike, by chance too."""
    if not isinstance(match, PythonMatch) or match.play is None:
        return tuple(match.chosen)  # the interpreter has no such key: each line is its own
    return match.hash(), tuple(_work(match.play))


def _work(play: Play) -> Iterator[Hashable]:
    """Where play goes on, its registers without counts, and its frames."""
    families, cells = play.game.flow.layout.families, play.S
    yield None if play.pending is None else play.pending.block
    for family in (families[name] for name in WORK if name in families):
        yield _as_key(cells[family.base : family.base + family.cells])
    counts = {families[name].base for name in (*layout.COUNTS, layout.FROZEN)}
    frozen = cells[families[layout.FROZEN].base] or ()
    yield _as_key([raw for at, raw in enumerate(frozen) if at not in counts])
    source = play.game.source
    for frame in play.K:
        places = source.frames[source.routines[frame[1]]].items()
        counted = {at for name, at in places if name.startswith(COUNTED_BEFORE)}
        # While a player is asked that decides nothing: the answer is counted in any case.
        yield _as_key([raw for at, raw in enumerate(frame) if at not in counted])


def _as_key(raw: Any) -> Hashable:
    if isinstance(raw, list | tuple):
        return tuple(map(_as_key, raw))
    return raw if isinstance(raw, Hashable) else repr(raw)
