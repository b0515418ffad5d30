"""Rulebooks as games of OpenSpiel, by its own tests and algorithms."""

from __future__ import annotations

import base64
import copy
import pickle
import random
import subprocess
import sys
from itertools import chain
from typing import Any

import pytest

import ruleslang
from tests.engine.c.conftest import FOUND
from tests.engine.classics.classics import EXAMPLES
from tests.support.every import every
from tests.support.shipped import Shipped, by_name

pyspiel: Any = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough, get_all_states  # noqa: E402

from ruleslang.apps.adapters.openspiel import RulebookBot, load_game, register  # noqa: E402

SOME = ("kuhn_poker", "tic_tac_toe", "phantom_ttt", "spell_duel")
TREES = ("kuhn_poker", "leduc_poker")
AFTER_200 = {"kuhn_poker": 0.00332960, "leduc_poker": 0.053838323903}

SMALLER = {
    "liars_dice": (
        {"numdice": 1, "dice_sides": 3},
        [("d6: 1..6", "d6: 1..3"), ("5 d6, starts with 5", "1 d6, starts with 1")],
        [("from 1..10", "from 1..2"), ("face: 1..6", "face: 1..3"), ("from 1..6", "from 1..3")],
        [("amount: 0..10", "amount: 0..2"), ("f is 6", "f is 3")],
    ),
    "nim": (
        {"pile_sizes": "1;3;5"},
        [("(1..4", "(1..3"), ("set of 1..4", "set of 1..3"), ("each r in 1..4", "each r in 1..3")],
    ),
    "connect_four": (
        {"rows": 3, "columns": 3, "x_in_row": 3},
        [("7 by 6", "3 by 3"), ("x21", "x5"), ("is 4", "is 3"), ("(0..3)", "(0..2)")],
    ),
    "havannah": (
        {"board_size": 2},
        [("10 by 7", "5 by 3"), ("x19", "x4"), ("in 1..7", "in 1..3"), ("in 5..11", "in 3..5")],
    ),
}
"""Settings of OpenSpiel's own games, and what is written for what to have them here."""

REMEMBERED = """\
rulebook wager "Wager"
    players 2
    starts with game
reading favoured
    low *
    high
die coin: heads x3, tails
phase game
    p1 chooses one of
        throw: nothing
        wait: nothing
    roll coin as side
    if side is heads and favoured is low
        p1 wins
    p2 wins
"""


def check_by_openspiel(name: str) -> None:
    for game in (pyspiel.load_game(register(by_name(name))), load_game(by_name(name))):
        pyspiel.random_sim_test(game, 1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", SOME)
def test_a_rulebook_passes_the_random_simulation_of_openspiel(name: str) -> None:
    check_by_openspiel(name)


@pytest.mark.long
@every("name", lambda: sorted(Shipped()))
def test_every_rulebook_passes_the_random_simulation_of_openspiel(name: str) -> None:
    check_by_openspiel(name)


def conv_after(game: Any, iterations: int) -> float:
    solver = cfr.CFRSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    found: float = exploitability.exploitability(game, solver.average_policy())
    return found


def test_counterfactual_regret_is_that_of_openspiels_own_game() -> None:
    own = conv_after(pyspiel.load_game("kuhn_poker"), 20)
    assert conv_after(load_game(by_name("kuhn_poker"), zero_sum=True), 20) == pytest.approx(own)


@pytest.mark.long
@pytest.mark.parametrize("name", TREES)
def test_after_200_iterations_policies_are_as_exploitable(name: str) -> None:
    ours = conv_after(load_game(by_name(name), zero_sum=True), 200)
    assert ours == pytest.approx(AFTER_200[name], abs=1e-8)


def smaller(name: str) -> ruleslang.Game:
    """The rules of a shipped game, without its players and proofs, in a smaller setting."""
    _, *changes = SMALLER[name]
    text = (EXAMPLES / name / f"{name}.rules").read_text(encoding="utf-8")
    text = text.partition("\nmeasure")[0] + "\n"
    for before, after in chain(*changes):
        assert before in text
        text = text.replace(before, after)
    return ruleslang.load(text)


@pytest.mark.parametrize(
    ("name", "iterations"),
    [
        ("liars_dice", 10),
        pytest.param("liars_dice", 200, marks=pytest.mark.long),
        pytest.param("nim", 10, marks=pytest.mark.long),
        pytest.param("connect_four", 50, marks=pytest.mark.long),
        pytest.param("havannah", 50, marks=pytest.mark.long),
    ],
)
def test_policies_of_smaller_settings_are_as_exploitable(name: str, iterations: int) -> None:
    own = pyspiel.load_game(name, SMALLER[name][0])
    ours = load_game(smaller(name), zero_sum=True)
    assert conv_after(ours, iterations) == pytest.approx(conv_after(own, iterations))


def test_the_tree_is_that_of_openspiels_own_game() -> None:
    def histories(game: Any) -> set[str]:
        return set(get_all_states.get_all_states(game, -1, include_chance_states=True))

    ours = histories(load_game(by_name("kuhn_poker")))
    assert len(ours) == len(histories(pyspiel.load_game("kuhn_poker")))


def test_games_without_chance_are_played_by_the_fastest_engine() -> None:
    engines = {name: load_game(by_name(name)).tree.root.match.plays for name in SOME}
    fastest = "wasm" if FOUND is None else "c"
    assert engines["tic_tac_toe"] == fastest == engines["kuhn_poker"]


def test_a_playthrough_describes_the_game_and_is_reproducible() -> None:
    name = register(by_name("kuhn_poker"))
    text = generate_playthrough.playthrough(f"{name}(zero_sum=True,history=3)", None, seed=3)
    assert text == generate_playthrough.playthrough(
        f"{name}(zero_sum=True,history=3)", None, seed=3
    )
    assert 'GameType.long_name = "Kuhn poker"' in text and "UtilitySum() = 0.0" in text
    assert "NumDistinctActions() = 6" in text and "InformationStateTensor(0).digest" in text


def test_there_are_as_many_information_states_as_different_logs() -> None:
    """Who remembers all that he was told has the same number of decisions to make."""
    game, chance = load_game(by_name("leduc_poker")), random.Random(5)
    strings: dict[str, str] = {}
    for _ in range(12):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                seat = state.current_player()
                log = repr(state.match.story(seat))
                assert strings.setdefault(state.information_state_string(), log) == log
            state.apply_action(chance.choice(state.legal_actions()))
    assert len(set(strings.values())) == len(strings) > 10


def test_options_are_parameters() -> None:
    game = ruleslang.load(REMEMBERED)
    name = register(game)
    assert set(game.options) == {"favoured"}
    returns = []
    for side in ("low", "high"):
        state = pyspiel.load_game(f"{name}(favoured={side})").new_initial_state()
        state.apply_action(state.legal_actions()[0])
        assert state.chance_outcomes() == [(0, 0.75), (1, 0.25)]
        assert state.action_to_string(0) == "heads"
        state.apply_action(0)
        returns.append(state.returns())
    assert returns == [[1.0, 0.0], [0.0, 1.0]]


def test_states_are_cloned_and_serialised() -> None:
    game = pyspiel.load_game(register(by_name("leduc_poker")))
    state = game.new_initial_state()
    for action in (0, 1):
        state.apply_action(action)
    twin, again = state.clone(), game.deserialize_state(state.serialize())
    first = state.legal_actions()[0]
    twin.apply_action(first)
    assert state.legal_actions() == again.legal_actions() and len(twin.history()) == 3
    assert state.information_state_string(0) == again.information_state_string(0)
    assert str(twin).startswith("-1: pack(jack, spades)")


@pytest.mark.parametrize("name", SOME)
def test_games_and_states_are_copied_and_pickled(name: str) -> None:
    game = load_game(by_name(name), history=40)
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[-1])
    twins = copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))
    for twin in (*twins, game.deserialize_state(state.serialize())):
        assert twin is not state and twin.history() == state.history()
        assert twin.legal_actions() == state.legal_actions() and str(twin) == str(state)
        twin.apply_action(twin.legal_actions()[0])
        assert len(state.history()) == 3
    for again in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert str(again) == str(game) and "history=40" in str(again)
        assert again.new_initial_state().legal_actions() == game.new_initial_state().legal_actions()


def test_a_pickled_game_needs_nothing_that_its_process_registered() -> None:
    script = """
import pickle, sys
state = pickle.loads(sys.stdin.buffer.read())
print(state.history(), state.get_game())
"""
    state = load_game(by_name("kuhn_poker"), zero_sum=True).new_initial_state()
    state.apply_action(1)
    done = subprocess.run(
        [sys.executable, "-c", script], input=pickle.dumps(state), capture_output=True, check=True
    )
    assert done.stdout.decode().split("\n")[0] == f"[1] {state.get_game()}"


def test_what_is_serialised_is_the_history() -> None:
    state = load_game(by_name("tic_tac_toe")).new_initial_state()
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    *lines, attributes = state.serialize().splitlines()
    assert lines == ["history=0:2,1:3,0:4,1:5", "move_number=4"]
    assert pickle.loads(base64.b64decode(attributes.partition("=")[2])) == {}


def test_load_game_registers_and_each_text_has_a_name_of_its_own() -> None:
    text = REMEMBERED.replace("wager", "wager_again")
    games = [load_game(ruleslang.load(text.replace("x3", f"x{n}"))) for n in (3, 5, 3)]
    names = [game.get_type().short_name for game in games]
    assert names[0] == names[2] == "ruleslang_wager_again" != names[1]
    assert names[1].startswith("ruleslang_wager_again_")
    for game, likely in zip(games, (0.75, 5 / 6, 0.75), strict=True):
        for loaded in (game, pyspiel.load_game(str(game))):
            state = loaded.new_initial_state()
            state.apply_action(state.legal_actions()[0])
            assert state.chance_outcomes()[0][1] == pytest.approx(likely)
            text_of_both = pyspiel.serialize_game_and_state(loaded, state)
            _, again = pyspiel.deserialize_game_and_state(text_of_both)
            assert again.chance_outcomes() == state.chance_outcomes()


def test_wrong_arguments_are_refused_in_words() -> None:
    with pytest.raises(ValueError, match="no parameter `zero`; choose from: players"):
        load_game(by_name("nim"), zero=True)
    with pytest.raises(ValueError, match="`history` is 0 or more"):
        load_game(by_name("nim"), history=-1)
    with pytest.raises(ValueError, match="nim has 2 players"):
        load_game(by_name("nim"), players=5)
    state = load_game(ruleslang.load(REMEMBERED), zero_sum=True).new_initial_state()
    state.apply_action(state.legal_actions()[0])
    with pytest.raises(ValueError, match="is not a zero-sum game: it ended with"):
        state.apply_action(0)
    state = load_game(by_name("tic_tac_toe"), history=1).new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(ValueError, match="decided 2 times, and the tensor has `history` for 1"):
        state.information_state_tensor(0)
    with pytest.raises(ValueError, match="there are players 0 to 1, not 2"):
        state.information_state_string(2)


def test_the_bounds_of_a_small_game_are_exact() -> None:
    for name in ("kuhn_poker", "leduc_poker"):
        own, ours = pyspiel.load_game(name), load_game(by_name(name))
        assert ours.max_game_length() == own.max_game_length()
        assert (ours.min_utility(), ours.max_utility()) == (own.min_utility(), own.max_utility())
        assert ours.max_chance_outcomes() >= 3
    # The last mark is forced, and the positions are fewer than the paths.
    assert load_game(by_name("tic_tac_toe")).max_game_length() == 8


# With the cap of each header, or the default one if positions can come again.
LARGE = {"connect_four": (42, 0), "pig": (1_000, 6), "yacht": (20_000, 252), "hearts": (20_000, 52)}


@pytest.mark.parametrize("name", LARGE)
def test_a_large_game_has_the_bounds_of_its_rulebook(name: str) -> None:
    game = load_game(by_name(name))

    assert (game.max_game_length(), game.max_chance_outcomes()) == LARGE[name]


PICKED = """\
rulebook picked "Picked"
    language 1
    players 2
    starts with game
words colour: red, green, blue
die coin: 0, 0, 1
state seen: 0..9 = 0
phase game
    repeat 100 times
        pick c from colour by chance
        pick n from 1..7 by chance
        roll 3 coin as thrown
        if c is red: set seen to n
        p1 chooses m from 1..9
        set seen to m
    p1 wins
"""


def test_what_chance_picks_and_rolls_is_counted() -> None:
    assert load_game(ruleslang.load(PICKED)).max_chance_outcomes() == 7


def test_a_match_with_more_decisions_than_were_declared_is_an_error() -> None:
    known = load_game(by_name("connect_four"), max_game_length=3)
    state = known.new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(ValueError, match="more decisions than `max_game_length`, 3"):
        state.apply_action(state.legal_actions()[0])


@pytest.mark.parametrize("name", [*SOME, "leduc_poker"])
def test_features_are_scaled_and_raw_rows_are_there(name: str) -> None:
    game, raw = load_game(by_name(name)), load_game(by_name(name), features=False)
    chance = random.Random(3)
    for _ in range(3):
        state, other = game.new_initial_state(), raw.new_initial_state()
        while not state.is_terminal():
            for player in range(game.num_players()):
                tensor = state.observation_tensor(player)
                assert len(tensor) == state.match.observed.features.width
                assert min(tensor) >= -1 and max(tensor) <= 1
                assert other.observation_tensor(player) == [*other.match.observation(player)]
            actions = [a for a, _ in state.chance_outcomes()] or state.legal_actions()
            action = chance.choice(actions)
            state.apply_action(action)
            other.apply_action(action)


def test_our_search_knows_only_what_its_seat_may_see() -> None:
    """Against a bet, it calls with the king and folds the jack, whatever the other one holds."""
    game = load_game(by_name("kuhn_poker"))
    calls: dict[str, set[bool]] = {}
    for deal in range(6):
        bot, state = RulebookBot(game, "search:300", seed=deal), game.new_initial_state()
        for outcome in (deal % 3, deal // 3):
            state.apply_action(outcome)
        state.apply_action(next(a for a in state.legal_actions() if "bet" in names(state)[a]))
        (own,) = state.match.view(1).zones["hand(dealer)"].cards
        calls.setdefault(str(own), set()).add(names(state)[bot.step(state)] == "call")
    assert calls["pack(king)"] == {True} and calls["pack(jack)"] == {False}


def names(state: Any) -> dict[int, str]:
    return {action: state.action_to_string(action) for action in state.legal_actions()}
