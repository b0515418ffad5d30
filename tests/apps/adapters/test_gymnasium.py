"""Rulebooks as vector environments of Gymnasium."""

from __future__ import annotations

from typing import Any

import pytest

import ruleslang
from tests.support.shipped import by_name

gymnasium: Any = pytest.importorskip("gymnasium", minversion="1.1")
numpy: Any = pytest.importorskip("numpy")

from gymnasium.utils.env_checker import (  # noqa: E402
    check_reset_options,
    check_reset_return_type,
    check_reset_seed_determinism,
    data_equivalence,
)
from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.wrappers.vector import RecordEpisodeStatistics  # noqa: E402

from ruleslang.apps.adapters.gymnasium import vector_env  # noqa: E402

NAMES = ("connect_four", "leduc_poker", "crazy_eights")


def first(seen: Any) -> Any:
    """The first action that may be done, in each match."""
    return seen["action_mask"].argmax(axis=1)


@pytest.mark.parametrize("name", NAMES)
def test_it_keeps_to_its_spaces_and_is_the_same_again(name: str) -> None:
    runs = []
    for _ in range(2):
        table, chance = vector_env(by_name(name), 6, seat=1), numpy.random.default_rng(1)
        seen, _ = table.reset(seed=7)
        found = [seen]
        for _ in range(25):
            assert table.observation_space.contains(seen)
            mask = seen["action_mask"]
            assert mask.any(axis=1).all() or table._over.any()
            drawn = (chance.random(mask.shape) + 1) * mask
            seen, rewards, over, cut, _ = table.step(drawn.argmax(axis=1))
            assert rewards.dtype == numpy.float64 and over.dtype == cut.dtype == bool
            found.append((seen, rewards, over, cut))
        table.close()
        runs.append(found)
    assert all(data_equivalence(one, two) for one, two in zip(*runs, strict=True))


def test_observations_can_be_features() -> None:
    table = vector_env(by_name("connect_four"), 2, features=True, opponents=first)
    seen, _ = table.reset(seed=[1, 2])
    assert table.observation_space.contains(seen)
    seen, *_ = table.step(first(seen))
    alone = by_name("connect_four").start(seed=1)
    alone.act(int(alone.actions()[0]))
    alone.act(int(alone.actions()[0]))
    assert seen["observation"][0].tolist() == alone.features(0).tolist()


def test_a_match_is_that_of_its_seed_and_its_payoff_is_the_reward() -> None:
    """The same choices in a single match lead to the same end."""
    game = by_name("connect_four")
    table = vector_env(game, 2, opponents=first)
    seen, _ = table.reset(seed=[11, 12])
    alone = game.start(seed=11)
    for _ in range(50):
        mine = first(seen)
        alone.act(int(mine[0]))
        while alone.decision is not None and alone.decision.player != 0:
            alone.act(min(alone.actions()))
        seen, rewards, over, _, _ = table.step(mine)
        if over[0]:
            break
        assert seen["observation"][0].tolist() == alone.observation(0).tolist()
    assert alone.outcome is not None and rewards[0] == alone.outcome.payoffs[0]
    seen, rewards, over, _, _ = table.step([-1, first(seen)[1]])
    assert not over[0] and rewards[0] == 0 and seen["action_mask"][0].any()


def test_gymnasiums_own_wrapper_counts_matches() -> None:
    table = RecordEpisodeStatistics(vector_env(by_name("leduc_poker"), 4))
    seen, _ = table.reset(seed=1)
    counted: list[float] = []
    for _ in range(40):
        seen, _, over, _, infos = table.step(first(seen))
        if over.any():
            counted += infos["episode"]["r"][infos["_episode"]].tolist()
    assert len(counted) > 5 and all(-13 <= each <= 13 for each in counted)


@pytest.mark.parametrize("name", NAMES)
def test_it_passes_gymnasiums_checks_of_reset(name: str) -> None:
    """Those of its checks that need no single environment."""
    table = vector_env(by_name(name), 3)
    check_reset_seed_determinism(table)
    check_reset_options(table)
    check_reset_return_type(table)


def test_one_seed_decides_all_that_follows() -> None:
    runs = []
    for seed in (5, numpy.int64(5), 6):
        table = vector_env(by_name("leduc_poker"), 3)
        seen = [table.reset(seed=given)[0] for given in (seed, None, None)]
        runs.append([each["observation"].tolist() for each in seen])
    assert runs[0] == runs[1] != runs[2]


def test_a_reset_mask_starts_some_of_the_matches() -> None:
    game = by_name("leduc_poker")
    table = vector_env(game, 4, autoreset_mode=AutoresetMode.DISABLED, opponents=first)
    seen, _ = table.reset(seed=[1, 2, 3, 4])
    over: Any = numpy.zeros(4, bool)
    while not over.any():
        before = seen
        seen, _, over, _, _ = table.step(first(seen))
    with pytest.raises(
        ValueError, match=r"match \d is over: `reset` with a `reset_mask` restarts it"
    ):
        table.step(first(seen))

    again, _ = table.reset(seed=[9, 9, 9, 9], options={"reset_mask": over})
    assert data_equivalence(again["observation"][~over], seen["observation"][~over])
    fresh, _ = vector_env(game, 1, opponents=first).reset(seed=[9])
    for match in numpy.flatnonzero(over):
        assert data_equivalence(again["observation"][match], fresh["observation"][0])
    assert again["action_mask"].any(axis=1).all()
    table.step(first(again))
    assert before is not again


def test_a_reset_mask_counts_also_where_matches_begin_by_themselves() -> None:
    table = vector_env(by_name("leduc_poker"), 4)
    seen, _ = table.reset(seed=1)
    mask = numpy.array([True, False, False, False])
    again, _ = table.reset(options={"reset_mask": mask})
    assert data_equivalence(again["observation"][1:], seen["observation"][1:])


def test_a_reset_mask_that_does_not_fit_is_refused() -> None:
    table = vector_env(by_name("connect_four"), 2)
    part = numpy.array([True, False])
    with pytest.raises(ValueError, match="no match has begun: `reset` without"):
        table.reset(options={"reset_mask": part})
    table.reset(seed=1)
    for wrong in (numpy.array([True]), numpy.array([1, 0]), numpy.array([False, False]), "all"):
        with pytest.raises(ValueError, match="`reset_mask` is an array of 2 truth values"):
            table.reset(options={"reset_mask": wrong})
    with pytest.raises(ValueError, match=r"`autoreset_mode` is `AutoresetMode\.NEXT_STEP` or"):
        vector_env(by_name("connect_four"), 2, autoreset_mode=AutoresetMode.SAME_STEP)


def test_wrong_arguments_are_refused_in_words() -> None:
    game = by_name("connect_four")
    with pytest.raises(ValueError, match="`num_envs` is 1 or more, not 0"):
        vector_env(game, 0)
    with pytest.raises(ValueError, match="`seat` is 0 to 1 or one of red, yellow, not 2"):
        vector_env(game, 1, seat=2)
    table = vector_env(game, 2)
    with pytest.raises(ValueError, match="no match has begun"):
        table.step([1, 1])
    seen, _ = table.reset(seed=1)
    for no_numbers in ([1.5, 2.0], None, ["a", "b"]):
        with pytest.raises(ruleslang.IllegalChoice, match="actions are whole numbers, not of type"):
            table.step(no_numbers)
    with pytest.raises(ruleslang.IllegalChoice, match="2 actions are needed, not \\(3,\\)"):
        table.step([0, 0, 0])
    with pytest.raises(ruleslang.IllegalChoice, match="match 1 has no action 0 now"):
        table.step([first(seen)[0], 0])
    with pytest.raises(ValueError, match="2 seeds are needed, 3 were given"):
        table.reset(seed=[1, 2, 3])
    table = vector_env(game, 2, seat=1, opponents=lambda seen: [0])
    with pytest.raises(ValueError, match="`opponents` answers 2 actions here"):
        table.reset(seed=1)
    table = vector_env(game, 2, seat=1, opponents=lambda seen: [2, 0])
    with pytest.raises(ValueError, match="`opponents` chose action 0 in match 1, which is not leg"):
        table.reset(seed=1)
    table.close()
    with pytest.raises(ValueError, match="these matches were closed"):
        table.step([1, 1])


def test_opponents_are_bots_by_their_names() -> None:
    """The same as a match of single steps against that bot, of the same seed."""
    game = by_name("leduc_poker")
    table = vector_env(game, 5, seat=1, opponents=["sound"])
    seen, _ = table.reset(seed=range(5))
    assert table.matches.players.tolist() == [1] * 5
    for seed in range(5):
        alone, bot = game.start(seed=seed, engine="wasm"), game.bot("sound", seed=seed)
        while alone.decision is not None and alone.decision.player == 0:
            alone.choose(bot.choose(alone))
        assert seen["observation"][seed].tolist() == list(alone.observation(1))
    for _ in range(20):
        seen, *_ = table.step(first(seen))
        assert set(table.matches.players) <= {1, -1}
    searching = vector_env(by_name("tic_tac_toe"), 2, opponents=["search:2"])
    seen, _ = searching.reset(seed=[1, 2])
    seen, *_ = searching.step(first(seen))
    assert seen["action_mask"].sum(axis=1).tolist() == [7, 7]
    for wrong, kind in (("sound", TypeError), ([], ValueError), (["deep_blue"], ValueError)):
        with pytest.raises(kind):
            vector_env(game, 2, opponents=wrong)
