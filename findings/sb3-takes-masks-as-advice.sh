#!/usr/bin/env bash
# Guess: MaskablePPO refuses a mask without an action, and `evaluate_policy` plays it with masks.
# Real: an all-zero mask is taken as if there was none, and Stable-Baselines3's own
# `evaluate_policy` never asks for masks, so illegal actions are played; sb3-contrib has its own.
# Who meets it: whoever trains a card game: an evaluation of illegal actions looks like a bad
# player.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check torch==2.13.0 stable-baselines3==2.9.2 sb3-contrib==2.9.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('torch', 'stable-baselines3', 'sb3-contrib',)))
import gymnasium
import numpy
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy as with_masks
from stable_baselines3.common.evaluation import evaluate_policy as without_masks


class Card(gymnasium.Env):
    """Ten cards of which one may be played."""

    observation_space = gymnasium.spaces.Box(0, 1, (1,), numpy.float32)
    action_space = gymnasium.spaces.Discrete(10)

    def __init__(self):
        self.illegal = 0

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return numpy.zeros(1, numpy.float32), {}

    def step(self, action):
        self.illegal += action != 3
        return numpy.zeros(1, numpy.float32), 0.0, True, False, {}

    def action_masks(self):
        return numpy.arange(10) == 3


model = MaskablePPO("MlpPolicy", Card(), seed=1, n_steps=8, batch_size=8)
chosen = {int(model.predict(numpy.zeros(1, numpy.float32), action_masks=numpy.zeros(10, bool))[0]) for _ in range(200)}
print("with a mask of zeros it chose", sorted(chosen))
assert len(chosen) > 5
illegal = []
for evaluate in (without_masks, with_masks):
    env = Card()
    evaluate(model, env, n_eval_episodes=50, deterministic=False, warn=False)
    illegal.append(env.illegal)
print("illegal of 50 without and with masks:", illegal)
assert illegal[0] > 20
assert illegal[1] == 0
EOF
