"""Gives the cells of compiled matches their meaning, for one program with the same settings."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Protocol

from ruleslang.engine.cells.codec import Codec
from ruleslang.engine.cells.rearranged_cells import Rearranging
from ruleslang.engine.cells.revealed import Reveals
from ruleslang.engine.flow.frames import FrameLayout
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.match.decision import Decision
from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.naming import Situation


class GameCells:
    """A flow and the meaning of its cells."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.codec = Codec(flow)
        self.frames = FrameLayout(flow)
        self.named: dict[Any, Any] = {}  # choices and decisions: see `build_decision.py`

    @cached_property
    def reveals(self) -> Reveals:
        """The visibility rules, and the cells of what was shown."""
        return Reveals(self.flow)

    @cached_property
    def rearranging(self) -> Rearranging:
        """The rearranger of compiled matches."""
        return Rearranging(self.flow, self.frames)


class Picture(Match, Protocol):
    """A match of the interpreter in the position of a compiled one, for reading only."""

    def asks(self, decision: Decision | None) -> None:
        """Set the pending decision, which it has none of at first."""

    def situation(self) -> Situation:
        """Return its position, in which choices are named."""
