"""Questions asked in secret in a portable match (`together`), and what the others see meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ruleslang.flow.flow import Flow
from ruleslang.flow.state_layout import FROZEN, FROZEN_SINCE, SECRET, SECRET_OF, SECRET_SINCE
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.state import State
from ruleslang.portable.cells_to_state import CellsToState
from ruleslang.portable.machine import Play
from ruleslang.portable.value_codec import Codec
from ruleslang.program import statements as s

Cells = list[Any]


class Secrets:
    """The cells that say what is asked in secret; `since` is the frame that asks."""

    def __init__(self, flow: Flow, codec: Codec) -> None:
        self.flow = flow
        self.secret, self.of, self.since = (
            flow.layout[name].base for name in (SECRET, SECRET_OF, SECRET_SINCE)
        )
        self._states = CellsToState(flow, codec)
        self._last: tuple[tuple[Any, ...], State] | None = None
        self.frozen, self.frozen_since = (flow.layout[name].base for name in (FROZEN, FROZEN_SINCE))

    def effects(self) -> Mapping[str, Callable[..., Any]]:
        """The effects by the names under which printed source calls them."""
        return {
            "open_secret": self.open,
            "close_secret": self.close,
            "freeze_views": self.freeze,
            "unfreeze_views": self.unfreeze,
        }

    def open(self, M: Play, S: Cells, statement: int, players: tuple[int, ...]) -> None:
        """From now on nobody sees what these answer."""
        S[self.secret], S[self.of], S[self.since] = statement, players, len(M.K) - 1

    def close(self, M: Play, S: Cells) -> None:
        """The answers are shown."""
        S[self.secret], S[self.of], S[self.since] = None, (), -1

    def freeze(self, M: Play, S: Cells) -> None:
        """What is others' is shown as it is now."""
        S[self.frozen] = tuple(S)
        S[self.frozen_since] = len(M.K) - 1

    def unfreeze(self, M: Play, S: Cells) -> None:
        """Everything is shown as it is."""
        S[self.frozen], S[self.frozen_since] = None, -1

    def left(self, M: Play, depth: int) -> None:
        """What frames from a depth on asked in secret is over."""
        S = M.S
        if S[self.secret] is not None and S[self.since] >= depth:
            self.close(M, S)
        if S[self.frozen] is not None and S[self.frozen_since] >= depth:
            self.unfreeze(M, S)

    def show(self, machine: Machine, S: Cells) -> None:
        """The same in a machine of the interpreter."""
        if S[self.secret] is not None:
            statement = self.flow.statements[S[self.secret]]
            assert isinstance(statement, (s.Together, s.TogetherForEach))
            machine.open_secret([machine.tables.players[seat] for seat in S[self.of]], statement)
        if S[self.frozen] is not None:
            machine.snapshot = self._snapshot(S[self.frozen])

    def _snapshot(self, cells: tuple[Any, ...]) -> State:
        """What is others' as it is shown: the same state as long as it is frozen."""
        last = self._last
        if last is None or last[0] != cells:
            last = self._last = cells, self._states.state(cells)
        return last[1]
