"""Rulebooks as PettingZoo environments, tried by PettingZoo's own tests."""

from __future__ import annotations

import sys
import warnings
from typing import Any

import pytest

import ruleslang
from tests.support.every import every
from tests.support.shipped import Shipped

pytest.importorskip("pettingzoo")

import numpy
from pettingzoo.test import api_test, parallel_api_test, seed_test

from ruleslang.apps.adapters.pettingzoo import RulebookEnv, env, parallel_env

OF_DICTIONARIES = ("Observation is not a NumPy array", "Observation space for each agent")
"""What `api_test` says of every observation that is a dictionary, as one with a mask is."""

NO_END = """\
rulebook no_end "No end"
    players 2
    starts with game
    at most 6 decisions, then nobody wins
phase game
    repeat
        p1 chooses one of
            go: nothing
            stay: nothing
"""

FAULTY = """\
rulebook faulty "Faulty"
    players 2
    starts with game
state low: 0..1 = 0
phase game
    repeat
        p1 chooses one of
            go: nothing
            stay: nothing
        add 1 to low
"""


def try_game(rulebook: str | ruleslang.Game, cycles: int, **given: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in OF_DICTIONARIES:
            warnings.filterwarnings("ignore", message)
        api_test(env(rulebook, **given), num_cycles=cycles)
        seed_test(lambda: env(rulebook, **given), num_cycles=cycles)


BLOCKS = """\
rulebook blocks "Blocks"
    players 2: west, east
    starts with game
state held(player): 0..99 = 0
phase game
    together for each p in players
        p chooses n "how many" from 1..3
        if n is 2
            p chooses m "and besides" from 1..2
            set held(p) to 10 * n + m
        else
            set held(p) to n
    west chooses k from 1..2
    west wins
"""


def try_parallel(rulebook: str | ruleslang.Game, cycles: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(parallel_env(rulebook), num_cycles=cycles)  # its other test masks nothing


def test_agents_that_act_at_once_are_what_pettingzoo_expects() -> None:
    for name in ("sealed_bids", "kuhn_poker"):
        try_parallel(name, 30)


@pytest.mark.long
@every("name", Shipped())
def test_every_rulebook_is_parallel_as_pettingzoo_expects(name: str) -> None:
    try_parallel(ruleslang.Game(Shipped()[name]), 30)


def test_secret_decisions_are_one_step() -> None:
    table = parallel_env(ruleslang.load(BLOCKS))
    _, infos = table.reset(seed=1)
    assert [infos[agent]["asked"] for agent in table.agents] == [True, True]
    legal = infos["player_0"]["action_mask"].nonzero()[0]
    assert len(legal) == 3

    first = {agent: int(legal[1]) for agent in table.agents}  # both are asked once more
    *_, infos = table.step(first)
    assert [infos[agent]["asked"] for agent in table.agents] == [True, False]
    more = infos["player_0"]["action_mask"].nonzero()[0]
    *_, infos = table.step({"player_0": int(more[0]), "player_1": 0})
    assert [infos[agent]["asked"] for agent in table.agents] == [False, True]
    *_, infos = table.step({"player_0": 0, "player_1": int(more[1])})
    assert [made.player for made in table.match.choices] == [0, 0, 1, 1]
    assert table.match.view(None).states["held(west)"] == 21
    last = infos["player_0"]["action_mask"].nonzero()[0]
    _, rewards, over, *_ = table.step({"player_0": int(last[0]), "player_1": 0})
    assert rewards["player_0"] > rewards["player_1"] and all(over.values())
    assert table.agents == []


def test_who_acts_at_once_and_is_wrong_changes_nothing() -> None:
    table = parallel_env("sealed_bids")
    _, infos = table.reset(seed=1)
    legal = int(infos["player_0"]["action_mask"].nonzero()[0][0])
    for actions, output in (
        ({"player_0": legal}, "`player_1` is asked, but its action is missing"),
        ({"player_0": legal, "player_1": 10**6}, "`player_1` may not do action 1000000 now"),
    ):
        with pytest.raises(ruleslang.IllegalChoice, match=output):
            table.step(actions)
    assert table.match.choices == ()
    again = parallel_env("sealed_bids")
    assert str(again.reset(seed=1)[0]) == str(table.reset(seed=1)[0])
    with pytest.raises(ValueError, match="no match is running: `reset` starts one"):
        parallel_env("sealed_bids").step({})


def test_it_is_what_pettingzoo_expects(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("kuhn_poker", "sealed_bids", "pig"):
        try_game(name, 10)
    try_game("tic_tac_toe", 10, features=True)


@pytest.mark.long
@every("name", Shipped())
def test_every_rulebook_is_what_pettingzoo_expects(name: str) -> None:
    try_game(ruleslang.Game(Shipped()[name]), 100)


def played(table: RulebookEnv, seed: int) -> tuple[dict[str, float], dict[str, Any]]:
    """The rewards and the last infos of a match in which all do the first legal action."""
    rewards, infos = {}, {}
    table.reset(seed=seed)
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, info = table.last()
        if terminated or truncated:
            rewards[agent], infos[agent] = reward, {**info, "truncated": truncated}
            table.step(None)
            continue
        assert (seen["action_mask"] == info["action_mask"]).all()
        others = [table.observe(other) for other in table.agents if other != agent]
        assert not any(other["action_mask"].any() for other in others)
        table.step(seen["action_mask"].argmax())
    return rewards, infos


def test_rewards_are_the_payoffs_of_the_match() -> None:
    table = env("leduc_poker")
    for seed in range(5):
        rewards, infos = played(table, seed)
        assert table.match.outcome is not None
        assert (*rewards.values(),) == table.match.outcome.payoffs and sum(rewards.values()) == 0
        assert not infos["player_0"]["truncated"]
        assert table.match.start.seed == seed


@pytest.mark.parametrize("make", [env, parallel_env])
def test_one_seed_decides_all_matches_that_follow(make: Any) -> None:
    """Trainers seed once, and reset without a seed from then on."""
    runs = []
    for seed in (42, numpy.int64(42), 43):
        table, hashes = make("leduc_poker"), []
        for given in (seed, None, None):
            table.reset(seed=given)
            hashes.append(table.match.hash())
        assert len(set(hashes)) == 3
        runs.append(hashes)
    assert runs[0] == runs[1]
    assert not set(runs[0]) & set(runs[2])


def test_without_any_seed_matches_are_drawn() -> None:
    drawn = set()
    for _ in range(2):
        table = env("leduc_poker")
        for _ in range(2):
            table.reset()
            drawn.add(table.match.start.seed)
    assert len(drawn) == 4


def test_a_match_that_the_cap_or_a_fault_ends_is_truncated() -> None:
    _, capped = played(env(ruleslang.load(NO_END)), 1)
    assert capped["player_1"]["truncated"] and capped["player_1"]["capped"]
    rewards, faulty = played(env(ruleslang.load(FAULTY)), 1)
    assert faulty["player_0"]["truncated"]
    assert "`low` would be 2, outside 0..1" in faulty["player_0"]["fault"]
    assert "rules:10)" in faulty["player_0"]["fault"]
    assert rewards == {"player_0": 0, "player_1": 0}


def test_what_is_hidden_from_an_agent_is_not_in_his_observation() -> None:
    table = env("kuhn_poker")
    first: dict[bytes, set[bytes]] = {}
    for seed in range(20):
        table.reset(seed=seed)
        own, other = (table.observe(agent)["observation"] for agent in table.possible_agents)
        first.setdefault(own.tobytes(), set()).add(other.tobytes())
    assert len(first) == 3 and max(map(len, first.values())) == 2


def test_it_is_rendered_as_spectators_see_it(capsys: pytest.CaptureFixture[str]) -> None:
    table = env("connect_four", render_mode="ansi")
    table.reset(seed=1)
    drawn = table.render()
    assert isinstance(drawn, str) and "red: drop a disc" in drawn
    env("connect_four", render_mode="human").reset(seed=1)
    assert capsys.readouterr().out.strip() == drawn
    assert env("connect_four").render() is None


def test_wrong_arguments_and_actions_are_refused_in_words() -> None:
    with pytest.raises(ValueError, match="`render_mode` is None, 'human' or 'ansi'"):
        env("pig", render_mode="rgb_array")
    with pytest.raises(ruleslang.UnknownRulebook):
        env("no_such_game")
    with pytest.raises(ValueError, match="players"):
        env("tic_tac_toe", players=5)
    table = env("tic_tac_toe")
    for early in (table.last, lambda: table.step(0), lambda: table.observe("player_0")):
        with pytest.raises(ValueError, match="no match has begun: `reset` does"):
            early()
    table.reset(seed=1)
    wrong = ((None, "asked for an action"), (10**6, "there are actions"), (0, "is not offered"))
    for action, output in wrong:
        with pytest.raises(ruleslang.IllegalChoice, match=output):
            table.step(action)
    assert table.match.choices == () and table.agent_selection == "player_0"


def test_without_the_extra_a_message_shows_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "ruleslang.apps.adapters.pettingzoo")
    with pytest.raises(ImportError, match=r"pip install -e '\.\[pettingzoo\]'"):
        import ruleslang.apps.adapters.pettingzoo  # noqa: F401
