"""
Any rulebook as a PettingZoo environment: of agents that take turns (AEC), or that act at once.

    from ruleslang.apps.adapters.pettingzoo import env

    table = env("leduc_poker")

The agents are the seats, `player_0` the first; the actions are the numbers of the game's action
space, the observations the rows that lock step has, with a mask of the actions that are legal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

try:
    import numpy
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as missing:
    raise ImportError(
        f"{missing.name} is not installed: pip install -e '.[pettingzoo]' in the checkout"
    ) from None

from ruleslang.api import EngineName, Game, IllegalChoice, Match, load
from ruleslang.apps.adapters import checked_layout

MODES = ("human", "ansi")
LOWEST, HIGHEST = -(2**31), 2**31 - 1  # numbers of an observation

Observation = dict[str, Any]


class _Matches:
    """The matches of one game in turn, with the agents' observations; base of both classes."""

    def __init__(
        self,
        game: Game,
        *,
        options: Mapping[str, str] | None = None,
        players: int | None = None,
        automatic: int | None = None,
        engine: EngineName = "auto",
        features: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"`render_mode` is None, 'human' or 'ansi', not {render_mode!r}")
        self.game, self.render_mode = game, render_mode
        self.metadata = {"name": f"ruleslang_{game.name}", "render_modes": list(MODES)}
        seats = {"players": players, "automatic": automatic}
        self._start = {"options": options, "engine": engine, **seats}
        self._chance: Any = None  # what draws the next matches; before the first one: None
        self.match = self.game.start(seed=0, **self._start)  # type: ignore[arg-type]
        self.numbering = self.match.action_space
        self.possible_agents = [f"player_{seat}" for seat in range(len(self.match.seats))]
        self.agents: list[str] = []
        self.features, observed = features, self.match.observed
        width: int = checked_layout(observed.features if features else observed).width
        kind: type[Any] = numpy.float32 if features else numpy.int32
        row = spaces.Box(LOWEST, HIGHEST, (width,), kind)
        self._seats = {name: seat for seat, name in enumerate(self.possible_agents)}
        self.observation_spaces = {
            name: spaces.Dict(
                {"observation": row, "action_mask": spaces.MultiBinary(self.numbering.size)}
            )
            for name in self.possible_agents
        }
        self.action_spaces = {
            name: spaces.Discrete(self.numbering.size) for name in self.possible_agents
        }

    def _next_match(self, seed: int | None) -> Match:
        """Return the match of a seed, which decides all that follow; else the next match."""
        if seed is not None:
            match: Match = self.game.start(seed=seed, **self._start)  # type: ignore[arg-type]
            self._chance = numpy.random.default_rng(index(seed))
            return match
        if self._chance is None:
            self._chance = numpy.random.default_rng()
        drawn = int(self._chance.integers(0, 2**63))
        return self.game.start(seed=drawn, **self._start)  # type: ignore[arg-type]

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations: a row of numbers, and a mask of actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of all actions of the game, legal now or not."""
        return self.action_spaces[agent]

    def _row(self, agent: str) -> Any:
        seat = self._seats[agent]
        if self.features:
            return numpy.array(self.match.features(seat), numpy.float32)
        return numpy.array(self.match.observation(seat), numpy.int32)

    def _masked(self, actions: Sequence[int]) -> Any:
        mask: Any = numpy.zeros(self.numbering.size, numpy.int8)
        mask[list(actions)] = 1
        return mask

    def _ends(self) -> tuple[bool, Mapping[str, Any]]:
        """Return whether the finished match was truncated, and the infos that say why."""
        outcome, fault = self.match.outcome, self.match.fault
        capped = outcome is not None and outcome.capped
        infos = {"capped": capped, "fault": None if fault is None else str(fault)}
        return capped or outcome is None, infos

    def _payoff(self, agent: str) -> int:
        outcome = self.match.outcome
        return 0 if outcome is None else outcome.payoffs[self._seats[agent]]

    def render(self) -> str | None:
        """Return the public view of the match in words: printed, or as a string (`ansi`)."""
        if self.render_mode is None:
            return None
        text = str(self.match)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def close(self) -> None:
        """Release nothing."""


class RulebookEnv(_Matches, AECEnv):  # type: ignore[misc]
    """
    Matches in which agents take turns.

    Each agent's payoff is its reward when the match is over; all other rewards are 0. The match is
    truncated, not terminated, if the rulebook's cap on decisions or a fault ended it; then `infos`
    say which, as `capped` and `fault`.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """
        Start the match of a seed, or the next one, which the last seed decides; before any seed it
        is drawn at random. `options` are ignored.
        """
        self.match = self._next_match(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self._update()

    def _update(self) -> None:
        """Select the agent to act, or end the match."""
        match = self.match
        self._legal = match.actions()  # the legal actions of the player to act
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}
        if match.decision is not None:
            self.agent_selection = self.possible_agents[match.decision.player]
        else:
            self._end()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        truncated, infos = self._ends()
        for agent in self.agents:
            self.truncations[agent], self.terminations[agent] = truncated, not truncated
            self.rewards[agent] = self._payoff(agent)
            self.infos[agent] |= infos

    def _mask(self, agent: str) -> Any:
        decision = self.match.decision
        is_asked = decision is not None and decision.player == self._seats[agent]
        return self._masked(self._legal if is_asked else ())

    def _require_match(self) -> None:
        if not hasattr(self, "agent_selection"):
            raise ValueError("no match has begun: `reset` does")

    def last(self, observe: bool = True) -> tuple[Any, ...]:
        """
        Return the agent's observation (None unless `observe`), reward, ends and info.

        Raises `ValueError` before a match has begun.
        """
        self._require_match()
        observation: tuple[Any, ...] = super().last(observe)
        return observation

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation and mask of legal actions; as `last` before a match."""
        self._require_match()
        return {"observation": self._row(agent), "action_mask": self._mask(agent)}

    def step(self, action: int | None) -> None:
        """
        Take an action for the agent whose turn it is; an agent that is out of the match passes
        `None`.

        Raises `IllegalChoice` (a `ValueError`) for an illegal action; then the match is unchanged.
        """
        self._require_match()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalChoice("invalid", f"`{agent}` is asked for an action, not None")
        self.match.act(action)
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._update()
        self._accumulate_rewards()
        self._deads_step_first()


class ParallelRulebookEnv(_Matches, ParallelEnv):  # type: ignore[misc]
    """
    Matches in which all agents act at each step.

    Players who decide simultaneously in secret act in one step; otherwise one agent does. All
    others give action 0, the only one in their masks, which has no effect; `infos` say who is
    `asked`. Rewards and ends are those of `RulebookEnv`.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """
        Start the match of a seed, or the next one, which the last seed decides; before any seed it
        is drawn at random. `options` are ignored.
        """
        self.match, self._given = self._next_match(seed), dict[str, int]()
        self.agents = list(self.possible_agents)
        self._legal = self._asked_agents()
        return self._observations()

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """
        Take the action of each agent who is asked. Raises `IllegalChoice` (a `ValueError`), and
        then nobody has acted.
        """
        if not self.agents:
            raise ValueError("no match is running: `reset` starts one")
        for agent, legal in self._legal.items():
            if agent not in actions:
                raise IllegalChoice("invalid", f"`{agent}` is asked, but its action is missing")
            if actions[agent] not in legal:
                raise IllegalChoice("illegal", f"`{agent}` may not do action {actions[agent]} now")
        self._given |= {agent: int(actions[agent]) for agent in self._legal}
        while (decision := self.match.decision) is not None:
            agent = self.possible_agents[decision.player]
            if agent not in self._given:
                break
            self.match.act(self._given.pop(agent))
        self._legal = self._asked_agents()
        seen, infos = self._observations()
        agents, is_over = list(self.agents), self.match.decision is None
        truncated, info = self._ends() if is_over else (False, {})
        if is_over:
            self.agents, self._given = [], {}
        if self.render_mode == "human":
            self.render()
        return (
            seen,
            {agent: self._payoff(agent) for agent in agents},
            dict.fromkeys(agents, is_over and not truncated),
            dict.fromkeys(agents, truncated),
            {agent: {**infos[agent], **info} for agent in agents},
        )

    def _asked_agents(self) -> dict[str, tuple[int, ...]]:
        """
        Return the agents who decide simultaneously, with their legal actions: those who are asked
        while all earlier answers are still secret. Nobody's choices depend on such an answer, so a
        copy continues with any.
        """
        legal: dict[str, tuple[int, ...]] = {}
        ahead, shown = self.match.copy(), len(self.match.events)
        while (decision := ahead.decision) is not None:
            agent = self.possible_agents[decision.player]
            if agent in legal:
                break
            if agent not in self._given:
                legal[agent] = ahead.actions()
            ahead.choose(0)
            if len(ahead.events) > shown:
                break
        return legal

    def _observations(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Return each agent's observation and action mask, and the infos that say who is asked."""
        seen, infos = {}, {}
        for agent in self.agents:
            mask = self._masked(self._legal.get(agent, (0,)))
            seen[agent] = {"observation": self._row(agent), "action_mask": mask}
            infos[agent] = {"action_mask": mask, "asked": agent in self._legal}
        return seen, infos


def env(rulebook: str | Game, **settings: Any) -> RulebookEnv:
    """
    Return an environment of a game, or of the name, file or folder of a rulebook, as `load` takes
    it.

    `options`, `players`, `automatic` and `engine` are those of `Game.start`, `render_mode` is
    `"human"` or `"ansi"`; with `features` an observation is what `Match.features` gives. Raises
    `ValueError` for a rulebook whose actions have no numbers.
    """
    return RulebookEnv(rulebook if isinstance(rulebook, Game) else load(rulebook), **settings)


def parallel_env(rulebook: str | Game, **settings: Any) -> ParallelRulebookEnv:
    """Return an environment with simultaneous steps: see `ParallelRulebookEnv`."""
    game = rulebook if isinstance(rulebook, Game) else load(rulebook)
    return ParallelRulebookEnv(game, **settings)
