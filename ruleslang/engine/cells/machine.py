"""A position of a compiled match as plain values: cells, frames and the pending question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from ruleslang.engine.match.chance import Chance
from ruleslang.engine.match.faults import Fault

Frame: TypeAlias = list[Any]
BLOCK, ROUTINE = range(2)  # entries of a frame, before the locals: C finds these, too, by place
Outcomes: TypeAlias = "tuple[Outcomes, int | tuple[int, ...]] | None"  # the last one outermost


class Pending(NamedTuple):
    """The pending question: its number, the player, and the options."""

    question: int
    who: int
    options: Sequence[Any]
    shown: tuple[Any, ...]
    block: int  # that goes on


class Play:
    """A position of one playing of a flow, which the interpreter or C reached."""

    __slots__ = (
        "K",
        "S",
        "answer",
        "capped",
        "chance",
        "fault",
        "game",
        "is_over",
        "outcomes",
        "payoffs",
        "pending",
        "seed",
        "statement",
    )

    def __init__(self, game: Any, cells: list[Any], seed: int, chance: Chance | None) -> None:
        self.game = game
        self.S = cells
        self.K: list[Frame] = []
        self.seed = seed
        self.chance = chance
        self.outcomes: Outcomes = None
        self.statement = -1
        self.answer: Any = None
        self.pending: Pending | None = None
        self.fault: Fault | None = None
        self.is_over = False
        self.capped = False
        self.payoffs: tuple[int, ...] = ()

    def copy(self) -> Play:
        """Return an independent copy."""
        twin = Play(self.game, self.S[:], self.seed, None)
        if self.chance is not None:
            twin.chance = self.chance.copy()
        twin.K = [frame[:] for frame in self.K]
        twin.outcomes, twin.pending, twin.answer = self.outcomes, self.pending, self.answer
        twin.fault, twin.is_over, twin.capped = self.fault, self.is_over, self.capped
        twin.payoffs, twin.statement = self.payoffs, self.statement
        return twin

    def part(self, at: int, cells: int) -> list[Any]:
        """Return some of the cells."""
        return self.S[at : at + cells]

    def all_outcomes(self) -> list[int | tuple[int, ...]]:
        """Return all outcomes of chance, in order."""
        return list(_outcomes(self.outcomes))[::-1]


def _outcomes(linked: Outcomes) -> Iterator[int | tuple[int, ...]]:
    while linked is not None:
        linked, outcome = linked
        yield outcome
