"""
Any rulebook as a Gymnasium vector environment: one seat in many matches, against given players.

from ruleslang.apps.adapters.gymnasium import vector_env

table = vector_env("leduc_poker", 256)

All matches advance in lockstep; the opponents are a function of their observations and legal
actions, called once for all matches that wait for one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import cycle
from operator import index
from typing import Any, TypeAlias, cast

try:
    import numpy
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as missing:
    raise ImportError(
        f"{missing.name} is not installed: pip install -e '.[gymnasium]' in the checkout"
    ) from None

from ruleslang.api import Game, IllegalChoice, argument_checks, load
from ruleslang.apps.adapters import checked_layout

LOWEST, HIGHEST = -(2**31), 2**31 - 1  # numbers of an observation

MOST_BEGINNINGS = 1000  # that end before one is asked

Observation: TypeAlias = dict[str, Any]
Opponents: TypeAlias = Callable[[Observation], Any] | Sequence[str]
"""Actions for rows of what is seen, with the masks of what may be done; or names of bots."""


class RulebookVectorEnv(VectorEnv):  # type: ignore[misc]
    """
    A batch of matches of one game, in which the agent has one seat.

    A finished match restarts at the next step, whose action is ignored there; with
    `AutoresetMode.DISABLED` it waits for `reset`. The payoff is the reward when a match ends; all
    other rewards are 0. The match is truncated, not terminated, if the rulebook's cap on decisions
    or a fault ended it.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        seat: int | str = 0,
        opponents: Opponents | None = None,
        options: Mapping[str, str] | None = None,
        players: int | None = None,
        automatic: int | None = None,
        features: bool = False,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        self.game = game
        self.num_envs = argument_checks.whole_number("num_envs", num_envs, least=1)
        self.opponents = opponents if callable(opponents) else None
        self.metadata = {"autoreset_mode": _autoreset(autoreset_mode), "render_modes": []}
        settings: dict[str, Any] = {"options": options, "players": players, "automatic": automatic}
        opened = game.start(seed=0, **settings)
        self.seat = _seat(seat, opened.seats)
        bots = _bots(opponents, self.seat, opened.start.players)
        self.matches = game.in_lock_step(range(num_envs), **settings, bots=bots)
        observed, size = self.matches.observed, self.matches.actions.size
        width: int = checked_layout(observed.features if features else observed).width
        kind: type[Any] = numpy.float32 if features else numpy.int32
        self._look: Callable[..., Any] = (
            self.matches.features if features else self.matches.observations
        )
        self._set_spaces(width, kind, size)
        self._seen: Any = numpy.zeros((num_envs, width), kind)
        self._masks: Any = numpy.zeros((num_envs, size), numpy.int8)
        self._over: Any = None  # matches to restart at the next step; None before `reset`

    def _set_spaces(self, width: int, kind: type[Any], size: int) -> None:
        row, mask = spaces.Box(LOWEST, HIGHEST, (width,), kind), spaces.MultiBinary(size)
        self.single_observation_space = spaces.Dict({"observation": row, "action_mask": mask})
        self.single_action_space = spaces.Discrete(size)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """
        Start all matches, from one seed or from a seed for each (`None`: one that is drawn).

        `options={"reset_mask": mask}`, an array of truth values, starts only the matches where it
        is true; other options are ignored. A match that ends before the agent has to act is
        replaced. Raises `ValueError` for a mask or seeds that do not fit.
        """
        begun = numpy.flatnonzero(self._reset_mask(options))
        single = seed is None or hasattr(seed, "__index__")
        seeds = [None] * self.num_envs if single else list(cast(Sequence[int | None], seed))
        if len(seeds) != self.num_envs:
            raise ValueError(f"{self.num_envs} seeds are needed, {len(seeds)} were given")
        given = [each for each in ([seed] if single else seeds) if each is not None]
        super().reset(seed=index(cast(int, given[0])) if given else None)
        drawn = self._seeds(len(begun))
        chosen = [seeds[place] for place in begun]
        self.matches.begin_anew(
            begun.tolist(),
            [new if own is None else index(own) for own, new in zip(chosen, drawn, strict=True)],
        )
        if self._over is None:
            self._over = numpy.zeros(self.num_envs, bool)
        self._over[begun] = False
        self._until_asked(begun)
        return self._observed(), {}

    def _reset_mask(self, options: Mapping[str, Any] | None) -> Any:
        """Return which matches `reset` starts; raises `ValueError` for a mask it doesn't take."""
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return numpy.ones(self.num_envs, bool)
        found = numpy.asarray(mask)
        if found.dtype != bool or found.shape != (self.num_envs,) or not found.any():
            raise ValueError(
                f"`reset_mask` is an array of {self.num_envs} truth values, of which one is true, "
                f"not {mask!r}"
            )
        if self._over is None and not found.all():
            raise ValueError("no match has begun: `reset` without a `reset_mask` begins all")
        return found

    def _seeds(self, number: int) -> list[int]:
        return list(map(int, self.np_random.integers(0, 2**63, number)))

    def _until_asked(self, begun: Any) -> None:
        """Let the others play; replace new matches that end before the agent has to act."""
        for _ in range(MOST_BEGINNINGS):
            self._others_play()
            over = begun[numpy.asarray(self.matches.choices)[begun] <= 0]
            if not len(over):
                return
            self.matches.begin_anew(over.tolist(), self._seeds(len(over)))
        raise ValueError(
            f"{MOST_BEGINNINGS} matches of {self.game.name} ended before seat {self.seat} was asked"
        )

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:
        """
        Take an action in each match, and let the others play until the agent has to act again.

        Raises `IllegalChoice` (a `ValueError`) for an illegal action, and `ValueError` for a match
        that is over and waits for `reset`; then no match has moved.
        """
        if self.closed or self._over is None:
            problem = (
                "these matches were closed" if self.closed else "no match has begun: `reset` does"
            )
            raise ValueError(problem)
        numbers = _whole_numbers("actions", actions)
        if numbers.shape != (self.num_envs,):
            raise IllegalChoice(
                "invalid", f"{self.num_envs} actions are needed, not {numbers.shape}"
            )
        begins = self._over.copy()
        if begins.any() and self.metadata["autoreset_mode"] == AutoresetMode.DISABLED:
            problem = f"match {numpy.flatnonzero(begins)[0]} is over"
            raise ValueError(f"{problem}: `reset` with a `reset_mask` restarts it")
        refused = _first_illegal(numbers, self._masks, ~begins)
        if refused is not None:
            kind = "illegal" if 0 <= numbers[refused] < self._masks.shape[1] else "invalid"
            problem = f"match {refused} has no action {numbers[refused]} now"
            raise IllegalChoice(kind, problem)
        numbers[begins] = -1
        self.matches.step_actions(numbers)
        begun = numpy.flatnonzero(begins)
        if len(begun):
            self.matches.begin_anew(begun.tolist(), self._seeds(len(begun)))
        self._until_asked(begun)
        rewards, over, truncated = self._ends()
        self._over = over
        return self._observed(), rewards, over & ~truncated, truncated, {}

    def _others_play(self) -> None:
        """Let the other seats decide, until the agent has to act in each match that is not over."""
        players, choices = self.matches.players, self.matches.choices
        while True:
            deciding, number = numpy.asarray(players), numpy.asarray(choices)
            waits = (number > 0) & (deciding != self.seat)
            if not waits.any():
                return
            self.matches.action_mask(self._masks.view(numpy.uint8))
            which = numpy.flatnonzero(waits)
            rows = numpy.asarray(self._look(numpy.maximum(deciding, 0)))[which]
            seen = {"observation": rows, "action_mask": self._masks[which]}
            assert self.opponents is not None  # else bots decide in C
            chosen = _whole_numbers("the answers of `opponents`", self.opponents(seen))
            if chosen.shape != which.shape:
                raise ValueError(
                    f"`opponents` answers {len(which)} actions here, not {chosen.shape}"
                )
            refused = _first_illegal(chosen, seen["action_mask"], True)
            if refused is not None:
                problem = f"`opponents` chose action {chosen[refused]} in match {which[refused]}"
                raise ValueError(f"{problem}, which is not legal: `reset` restarts it")
            moves: Any = numpy.full(self.num_envs, -1, numpy.int64)
            moves[which] = chosen
            self.matches.step_actions(moves)

    def _ends(self) -> tuple[Any, Any, Any]:
        """Return the rewards, which matches are over, and which of these were truncated."""
        choices = numpy.asarray(self.matches.choices)
        over = choices <= 0
        payoffs = numpy.asarray(self.matches.all_payoffs())[:, self.seat]
        rewards = numpy.where(over, payoffs, 0).astype(numpy.float64)
        truncated = choices < 0
        for match in numpy.flatnonzero(over):
            truncated[match] |= self.matches.is_capped(int(match))
        return rewards, over, truncated

    def _observed(self) -> Observation:
        """Return the agent's observations, copied, and the action masks."""
        self._look([self.seat] * self.num_envs, into=self._seen)
        self.matches.action_mask(self._masks.view(numpy.uint8))
        return {"observation": self._seen.copy(), "action_mask": self._masks.copy()}

    def close_extras(self, **kwargs: Any) -> None:
        """Release the memory of the matches."""
        self.matches.close()


def _whole_numbers(argument: str, actions: Any) -> Any:
    """Return an array of whole numbers."""
    numbers = numpy.asarray(actions)
    if numbers.dtype.kind not in "iu" and numbers.size:
        raise IllegalChoice("invalid", f"{argument} are whole numbers, not of type {numbers.dtype}")
    return numbers.astype(numpy.int64)


def _first_illegal(actions: Any, masks: Any, waits: Any) -> int | None:
    """Return the first row that is asked and whose action its mask does not allow."""
    inside = (actions >= 0) & (actions < masks.shape[1])
    legal = masks[numpy.arange(len(actions)), numpy.where(inside, actions, 0)] == 1
    wrong = numpy.flatnonzero(waits & ~(inside & legal))
    return int(wrong[0]) if len(wrong) else None


def _bots(opponents: Opponents | None, seat: int, seats: int) -> list[str | None] | None:
    """Return the bots at the other seats, in turn; `None` if a function decides."""
    if callable(opponents):
        return None
    opponents = ["random"] if opponents is None else opponents
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        raise TypeError(f"`opponents` is a function or a list of names, not {opponents!r}")
    if not opponents:
        raise ValueError("`opponents` names no player; without it, they choose at random")
    others = cycle(opponents)
    return [None if at == seat else next(others) for at in range(seats)]


def _autoreset(mode: str | AutoresetMode) -> AutoresetMode:
    """Return a mode by its name; raises `ValueError` for one in which no match of ours goes on."""
    known = AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED
    for allowed in known:
        if mode in (allowed, allowed.value, allowed.name):
            return allowed
    names = " or ".join(f"`AutoresetMode.{allowed.name}`" for allowed in known)
    raise ValueError(f"`autoreset_mode` is {names}, not {mode!r}")


def _seat(seat: int | str, names: Sequence[str]) -> int:
    if isinstance(seat, str) and seat in names:
        return list(names).index(seat)
    with suppress(TypeError):
        number = argument_checks.whole_number("seat", seat)
        if 0 <= number < len(names):
            return number
    raise ValueError(f"`seat` is 0 to {len(names) - 1} or one of {', '.join(names)}, not {seat!r}")


def vector_env(rulebook: str | Game, num_envs: int, **settings: Any) -> RulebookVectorEnv:
    """
    Return a batch of matches of a game, or of a rulebook's name, file or folder.

    `seat` is the agent's, by number or name. `opponents` maps a dictionary with the rows
    `observation` and `action_mask` of all matches in which another seat decides to an array of
    actions; or it is a list of names, in turn round the table, of bots that decide inside C:
    players of the rulebook, learned ones. Without it the others choose at random. With `features`
    an observation is that of `LockStep.features`: planes of boards, a 1 for each name. `options`,
    `players` and `automatic` are those of `Game.start`. `autoreset_mode` is
    `AutoresetMode.NEXT_STEP` or `DISABLED`. Raises `RuntimeError` if C does not play the game.
    """
    game = rulebook if isinstance(rulebook, Game) else load(rulebook)
    return RulebookVectorEnv(game, num_envs, **settings)
