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

from pettingzoo.test import api_test, seed_test

from ruleslang.adapters.pettingzoo import RulebookEnv, env

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


def try_game(rulebook: str | ruleslang.Game, cycles: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in OF_DICTIONARIES:
            warnings.filterwarnings("ignore", message)
        api_test(env(rulebook), num_cycles=cycles)
        seed_test(lambda: env(rulebook), num_cycles=cycles)


def test_it_is_what_pettingzoo_expects(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("kuhn_poker", "sealed_bids", "pig"):
        try_game(name, 10)


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


def test_a_match_that_the_cap_or_a_fault_ends_is_truncated() -> None:
    _, capped = played(env(ruleslang.load(NO_END)), 1)
    assert capped["player_1"]["truncated"] and capped["player_1"]["capped"]
    rewards, faulty = played(env(ruleslang.load(FAULTY)), 1)
    assert faulty["player_0"]["truncated"] and faulty["player_0"]["fault"]
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


def test_wrong_arguments_and_actions_are_said_in_words() -> None:
    with pytest.raises(ValueError, match="`render_mode` is None, 'human' or 'ansi'"):
        env("pig", render_mode="rgb_array")
    with pytest.raises(ruleslang.UnknownRulebook):
        env("no_such_game")
    with pytest.raises(ValueError, match="players"):
        env("tic_tac_toe", players=5)
    table = env("tic_tac_toe")
    table.reset(seed=1)
    wrong = ((None, "asked for an action"), (10**6, "there are actions"), (0, "is not offered"))
    for action, said in wrong:
        with pytest.raises(ruleslang.IllegalChoice, match=said):
            table.step(action)
    assert table.match.choices == () and table.agent_selection == "player_0"


def test_without_the_extra_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "ruleslang.adapters.pettingzoo")
    with pytest.raises(ImportError, match=r"pip install 'ruleslang\[pettingzoo\]'"):
        import ruleslang.adapters.pettingzoo  # noqa: F401
