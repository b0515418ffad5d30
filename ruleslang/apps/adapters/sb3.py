"""
Any rulebook as a vector environment of Stable-Baselines3, with masks for `MaskablePPO`.

    from ruleslang.apps.adapters.sb3 import masked_env

    table = masked_env("connect_four", 64, opponents=["random"])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

try:
    import numpy
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as missing:
    raise ImportError(
        f"{missing.name} is missing: pip install -e '.[sb3]' in the checkout"
    ) from None

from ruleslang.api import Game
from ruleslang.apps.adapters.gymnasium import vector_env
from ruleslang.apps.adapters.openspiel_bounds import scales_of


class MaskedVecEnv(VecEnv):  # type: ignore[misc]
    """
    One seat of many matches, as Stable-Baselines3 expects it: `matches` are those of `vector_env`.

    Observations are scaled features. A finished match restarts in the same step, with its last
    observation in `infos`, so the mask of every match has a legal action at any time.
    """

    render_mode = None

    def __init__(self, rulebook: str | Game, num_envs: int, **settings: Any) -> None:
        disabled = AutoresetMode.DISABLED
        self.matches = vector_env(
            rulebook, num_envs, features=True, autoreset_mode=disabled, **settings
        )
        self._scales = scales_of(self.matches.matches.observed)
        seen = spaces.Box(-numpy.inf, numpy.inf, (len(self._scales),), numpy.float32)
        super().__init__(num_envs, seen, self.matches.single_action_space)
        self._masks: Any = numpy.zeros((num_envs, self.action_space.n), bool)
        self._actions: Any = None

    def reset(self) -> Any:
        """Start all matches; returns the observations."""
        given = [seed for seed in self._seeds if seed is not None]
        seen = self._looked(self.matches.reset(seed=given[0] if given else None)[0])
        self._reset_seeds()
        return seen

    def step_async(self, actions: Any) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Take the actions; raises `IllegalChoice` for an illegal one, and no match moves."""
        seen, rewards, ended, truncated, _ = self.matches.step(self._actions)
        dones, rows = ended | truncated, self._looked(seen)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for at in numpy.flatnonzero(dones):
            cut = {"TimeLimit.truncated": bool(truncated[at])}
            infos[at] = {**cut, "terminal_observation": rows[at].copy()}
        if dones.any():
            rows = self._looked(self.matches.reset(options={"reset_mask": dones})[0])
        return rows, rewards.astype(numpy.float32), dones, infos

    def _looked(self, seen: Any) -> Any:
        self._masks = seen["action_mask"].astype(bool)
        return seen["observation"] * self._scales

    def action_masks(self) -> Any:
        """Return the legal actions of each match."""
        return self._masks.copy()

    def close(self) -> None:
        """Release the memory of the matches."""
        self.matches.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return the attribute, for each of the matches."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: matches have no attributes of their own."""
        raise AttributeError(f"matches of a rulebook have no attribute {attr_name} to be set")

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call `action_masks`, for each of the matches."""
        if method_name != "action_masks":
            raise AttributeError(f"matches of a rulebook have no method {method_name}")
        return [self._masks[at].copy() for at in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Return false: matches are never wrapped."""
        return [False for _ in self._get_indices(indices)]


def masked_env(
    rulebook: str | Game, num_envs: int, *, opponents: Sequence[str] | None = None, **settings: Any
) -> MaskedVecEnv:
    """
    Return a vector environment for `MaskablePPO` of sb3-contrib; `seat`, `opponents`, `options`,
    `players` and `automatic` are those of `vector_env`. Raises `RuntimeError` if C does not play
    the game.
    """
    return MaskedVecEnv(rulebook, num_envs, opponents=opponents, **settings)
