"""
The bot that a rulebook declares: `player greedy`, with its preferences.

Each line narrows the choices to those it prefers, or excludes those it avoids. A line that would
leave none is skipped, and so is one that reads something not yet known or hidden from this player.
Among the choices left at the end, chance decides, or their order if the last line says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from ruleslang.engine.match.decision import Decision, Option
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Decides, Match, Reader
from ruleslang.engine.match.runtime_values import Env, ListValue, Player, Value, sort_key
from ruleslang.players.random_bot import bot_stream
from ruleslang.program import patterns
from ruleslang.program import types as t
from ruleslang.program.declarations import Chooser, Preference
from ruleslang.program.expressions import Key
from ruleslang.program.locals import Slot
from ruleslang.program.program import Program
from ruleslang.program.typing.lattice import plain

Fitting: TypeAlias = Sequence[tuple[Option, Env]]

_UNKNOWN = (Fault, KeyError)  # failures of a line that reads values this decision doesn't have


class ChooserBot:
    """A player of the rulebook at a seat."""

    def __init__(self, chooser: Chooser, program: Program, seed: int, seat: int) -> None:
        self.chooser = chooser
        self.places = {
            action.name: tuple(choice.name for choice in action.choices)
            for action in program.actions
        }
        self.stream = bot_stream(seed, seat)

    def choose(self, match: Match) -> int:
        """Return one of the choices that remain after all preferences."""
        left = match.preferred(self.chooser)
        if left is None:
            decision = match.decision
            assert decision is not None
            left = self.by_decision(match, decision)
        return left[0 if self.chooser.takes_the_first else self.stream.below(len(left))]

    def by_decision(self, match: Reader, decision: Decision) -> Sequence[int]:
        """Return the indices of the choices that remain after all preferences."""
        left = self._preferred(match, decision.choices, decision.asked)
        return [decision.choices.index(choice) for choice in left]

    def _preferred(self, match: Reader, choices: Sequence[Option], you: Player) -> Sequence[Option]:
        for line in self.chooser.preferences:
            if len(choices) == 1:
                break
            choices = self._narrowed(match, line, choices, you) or choices
        return choices

    def _narrowed(
        self, match: Reader, line: Preference, choices: Sequence[Option], you: Player
    ) -> Sequence[Option]:
        fitting: Fitting = [
            (choice, env)
            for choice in choices
            if (env := self._locals(match, line, choice, you)) is not None
        ]
        for key in line.keys:
            fitting = _best(match, key, fitting, you)
        best = [choice for choice, _ in fitting]
        return [choice for choice in choices if choice not in best] if line.avoids else best

    def _locals(self, match: Reader, line: Preference, choice: Option, you: Player) -> Env | None:
        """Return the locals of a preference for this choice; `None` if it does not apply to it."""
        if line.about == "otherwise" or not self._is_about(line, choice):
            return None
        env: Env = {line.you: you}
        if line.member is not None:
            env[line.member] = _as_chosen(line, line.member, choice.values[line.name])
        try:
            fits = self._fits(match, line, choice, env, you) and (
                line.condition is None or match.evaluate(line.condition, env, seen_by=you) is True
            )
        except _UNKNOWN:
            return None
        return env if fits else None

    def _is_about(self, line: Preference, choice: Option) -> bool:
        if line.about == "choice":
            return line.name in choice.values
        return choice.action == line.name

    def _fits(self, match: Reader, line: Preference, choice: Option, env: Env, you: Player) -> bool:
        """Return whether the choices already made for the action match the preference's pattern."""
        if line.about != "action" or line.pattern is None:
            return True
        known = [
            (entry, choice.values[name])
            for entry, name in zip(line.pattern, self.places[line.name], strict=True)
            if name in choice.values
        ]
        pattern: patterns.Pattern = tuple(entry for entry, _ in known)
        return match.fits(pattern, tuple(value for _, value in known), env, seen_by=you)


def _as_chosen(line: Preference, member: Slot, value: Value) -> Value:
    """Return the value as the choice's type; one member of a set or list becomes a set or list."""
    match plain(line.locals[member].type):
        case t.SetOf() if not isinstance(value, tuple):
            return (value,)
        case t.ListOf() if not isinstance(value, ListValue):
            return ListValue(value if isinstance(value, tuple) else (value,))
        case _:
            return value


def _best(match: Reader, key: Key, fitting: Fitting, you: Player) -> Fitting:
    """Return the choices with the best value of a key; none if it cannot be evaluated for any."""
    rated = [
        (rate, candidate)
        for candidate in fitting
        if (rate := _rate(match, key, candidate[1], you)) is not None
    ]
    if not rated:
        return []
    pick: Callable[..., Any] = max if key.word == "highest" else min
    best = pick(rate for rate, _ in rated)
    return [candidate for rate, candidate in rated if rate == best]


def _rate(match: Reader, key: Key, env: Env, you: Player) -> Any:
    try:
        value = match.evaluate(key.value, env, seen_by=you)
    except _UNKNOWN:
        return None
    return None if value is None else sort_key(value)


Bot: TypeAlias = Decides
