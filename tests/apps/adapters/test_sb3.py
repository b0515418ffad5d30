"""Stable-Baselines3 trains on a rulebook with masks, and learns to play it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ruleslang
from tests.support.shipped import by_name

numpy: Any = pytest.importorskip("numpy")
pytest.importorskip("stable_baselines3")
sb3_contrib: Any = pytest.importorskip("sb3_contrib")

from ruleslang.apps.adapters.sb3 import masked_env  # noqa: E402

torch: Any = pytest.importorskip("torch")
torch.set_num_threads(1)  # small networks are slower in several


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "leduc_poker"])
def test_every_match_has_a_legal_action_at_any_time(name: str) -> None:
    table, chance = masked_env(by_name(name), 8), random.Random(3)
    table.seed(7)
    seen, finished = table.reset(), 0
    for _ in range(60):
        masks = numpy.stack(table.env_method("action_masks"))
        assert masks.any(axis=1).all() and (masks == table.action_masks()).all()
        actions = [chance.choice(numpy.flatnonzero(mask)) for mask in masks]
        seen, rewards, dones, infos = table.step(numpy.array(actions))
        assert seen.shape == (8, *table.observation_space.shape) and abs(seen).max() <= 1
        for done, info, reward in zip(dones, infos, rewards, strict=True):
            assert done == ("terminal_observation" in info) and (done or reward == 0)
            finished += done
    assert finished > 8
    assert table.has_attr("action_masks") and not table.has_attr("moon")
    table.close()


def test_the_same_seed_gives_the_same_matches() -> None:
    rows = []
    for seed in (7, 7, 8):
        table = masked_env(by_name("leduc_poker"), 4)
        table.seed(seed)
        rows.append(table.reset())
    assert (rows[0] == rows[1]).all() and (rows[0] != rows[2]).any()


def test_an_illegal_action_is_refused() -> None:
    table = masked_env(by_name("tic_tac_toe"), 2)
    table.reset()
    illegal = numpy.argmin(table.action_masks(), axis=1)
    with pytest.raises(ruleslang.IllegalChoice):
        table.step(illegal)


def test_maskable_ppo_learns_to_win() -> None:
    table = masked_env(by_name("tic_tac_toe"), 32)
    model = sb3_contrib.MaskablePPO("MlpPolicy", table, n_steps=64, batch_size=512, seed=3)
    before = share_won(model, table)
    model.learn(16_384)
    after = share_won(model, table)
    assert after > before + 0.1 and after > 0.75


def share_won(model: Any, table: Any) -> float:
    seen, won, over = table.reset(), 0, 0
    while over < 300:
        actions, _ = model.predict(seen, action_masks=table.action_masks(), deterministic=True)
        seen, rewards, dones, _ = table.step(actions)
        won, over = won + int((rewards > 0).sum()), over + int(dones.sum())
    return won / over
