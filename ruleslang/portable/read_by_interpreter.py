"""Answers questions about the position of a portable match by a copy of it in the interpreter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ruleslang.match.inquiry import Inquiry
from ruleslang.match.position import Position, Run, Together
from ruleslang.match.values import Env, Player, Value
from ruleslang.match.view import Sight, View
from ruleslang.meaning.match import InterpretedMatch
from ruleslang.program import expressions as e
from ruleslang.program import patterns


class ReadByPicture(Protocol):
    """A match about which another one answers; see `match.Reader` for what it promises."""

    def _reader(self) -> InterpretedMatch:
        """Who answers."""

    @property
    def position(self) -> Position:
        """What lies where, what is stored, who is in."""
        return self._reader().position

    @property
    def under_way(self) -> Sequence[Run]:
        """What is under way, the outermost first."""
        return self._reader().under_way

    @property
    def locals_of_effects(self) -> Sequence[Env]:
        """What hooks and rules that run hold in locals, without what was chosen in them."""
        return self._reader().locals_of_effects

    @property
    def together(self) -> Together | None:
        """The question to several players at once that the match is in."""
        return self._reader().together

    def evaluate(
        self, expression: e.Expr, local: Env | None = None, *, seen_by: Player | None = None
    ) -> Value:
        """What an expression is now; those that it gives are added to the locals."""
        return self._reader().evaluate(expression, local, seen_by=seen_by)

    def fits(
        self,
        pattern: patterns.Pattern,
        values: tuple[Value, ...],
        local: Env,
        *,
        seen_by: Player | None = None,
    ) -> bool:
        """Whether values fit a pattern; those that it gives are added to the locals."""
        return self._reader().fits(pattern, values, local, seen_by=seen_by)

    def same(self, one: Value, other: Value) -> bool:
        """Whether two values are the same."""
        return self._reader().same(one, other)

    def alike(self, player: Player, one: Value, other: Value) -> bool:
        """Whether two values are one choice for a player."""
        return self._reader().alike(player, one, other)

    def word_for(self, value: Value) -> str:
        """The stable word of a value in choices."""
        return self._reader().word_for(value)

    def text_for(self, value: Value) -> str:
        """What a person reads of a value in a choice."""
        return self._reader().text_for(value)

    def may(self, player: Player, what: str | Value, choosing: Sequence[Value] = ()) -> bool:
        """Whether a player may do an action, by its name, or play a card or a definition."""
        return self._reader().may(player, what, choosing)

    def view(self, seat: int) -> View:
        """What the player at a seat may know, by names."""
        return self._reader().view(seat)

    def sight(self, player: Player) -> Sight:
        """What a player sees, of entities."""
        return self._reader().sight(player)

    def inquiry(self) -> Inquiry:
        """The reasons."""
        return self._reader().inquiry()
