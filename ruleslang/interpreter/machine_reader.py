"""Answers questions about the position of a machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Protocol

from ruleslang.interpreter.alike import keys
from ruleslang.interpreter.asking import text_for, word_for
from ruleslang.interpreter.edit_position import rearranged
from ruleslang.interpreter.evaluate import all_fit, evaluate
from ruleslang.interpreter.example_actions import may, may_play, seem_same
from ruleslang.interpreter.hashing import position_hash
from ruleslang.interpreter.inquiry import MachineInquiry
from ruleslang.interpreter.machine import Machine
from ruleslang.interpreter.state import unwatched
from ruleslang.interpreter.view import PlayerSight, view, with_eyes_of
from ruleslang.match.decision import View
from ruleslang.match.entities import Population
from ruleslang.match.faults import deep_calls
from ruleslang.match.position import Position, Rearrangement, Run, Together
from ruleslang.match.values import Env, Player, Value
from ruleslang.program import expressions as e
from ruleslang.program import patterns


class MachineReader(Protocol):
    """Answers from a machine; see `match.Reader` and `match.Match` for the interface."""

    @property
    def machine(self) -> Machine:
        """The machine that runs the match, or is in its position."""

    @property
    def population(self) -> Population:
        return self.machine.tables

    @property
    def position(self) -> Position:
        return unwatched(self.machine.state)

    @property
    def under_way(self) -> list[Run]:
        """The runs in progress, the outermost first."""
        m = self.machine
        return [m.run_of(each) for each in m.under_way if each.is_under_way]

    @property
    def locals_of_effects(self) -> list[Env]:
        own = {id(each.declared) for each in self.machine.under_way}
        return [
            {slot: at for slot, at in frame.env.items() if frame.locals[slot].role != "choice"}
            for frame in self.machine.frames
            if id(frame.env) not in own
        ]

    @property
    def together(self) -> Together | None:
        return self.machine.together

    def evaluate(
        self, expression: e.Expr, local: Env | None = None, *, seen_by: Player | None = None
    ) -> Value:
        """The value of an expression; names that it binds are added to the locals."""
        m = self.machine
        env = {} if local is None else local
        if m.is_running and seen_by is None:
            return evaluate(m, expression, env)
        with self._running(), self._eyes(seen_by):
            return evaluate(m, expression, env)

    @contextmanager
    def _running(self) -> Iterator[None]:
        """Read rules in this context; nested calls belong to it."""
        m = self.machine
        if m.is_running:
            yield
            return
        m.usage.rest()
        m.is_running = True
        try:
            with deep_calls():
                yield
        finally:
            m.is_running = False

    def fits(
        self,
        pattern: patterns.Pattern,
        values: tuple[Value, ...],
        local: Env,
        *,
        seen_by: Player | None = None,
    ) -> bool:
        with self._eyes(seen_by):
            return all_fit(self.machine, pattern, values, local)

    def _eyes(self, who: Player | None) -> AbstractContextManager[None]:
        return nullcontext() if who is None else with_eyes_of(self.machine, who)

    def same(self, one: Value, other: Value) -> bool:
        return seem_same(self.machine, one, other)

    def alike(self, player: Player, one: Value, other: Value) -> bool:
        """Whether two values are one choice for a player."""
        first, second = keys(self.machine, (one, other), player)
        return first == second

    def word_for(self, value: Value) -> str:
        """The stable word of a value in choices."""
        return word_for(self.machine, value)

    def text_for(self, value: Value) -> str:
        return text_for(self.machine, value)

    def may(self, player: Player, what: str | Value, choosing: Sequence[Value] = ()) -> bool:
        """Whether a player may do an action, by name, or play a card or a definition."""
        if isinstance(what, str):
            return may(self.machine, player, what, choosing)
        return may_play(self.machine, player, what, choosing)

    def view(self, seat: int | None) -> View:
        return view(self.machine, seat)

    def sight(self, player: Player) -> PlayerSight:
        return PlayerSight(self.machine, player)

    def inquiry(self) -> MachineInquiry:
        return MachineInquiry(self.machine)

    def hash(self) -> str:
        """The hash of the position, 16 hexadecimal digits."""
        return position_hash(self.machine)

    def rearranged(
        self, change: Rearrangement, *, keeps_order: bool = False
    ) -> AbstractContextManager[None]:
        """The match with this change, temporarily."""
        return rearranged(self.machine, change, keeps_order=keeps_order)

    def bodies(self) -> frozenset[int]:
        """The numbers of the running bodies."""
        return frozenset(self.machine.bodies)
