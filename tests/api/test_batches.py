"""Batches are states: copied in part, put back, moved one by one, and played by bots inside C."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import ruleslang
from ruleslang.engine.engine_names import EngineName
from ruleslang.source.checksum import seal, unseal
from tests.apps.cli.conftest import Run, prepared, run
from tests.support.engines import ENGINES
from tests.support.engines import batches_on as batches_on
from tests.support.shipped import by_name

__all__ = ["prepared", "run"]  # fixtures
pytestmark = pytest.mark.usefixtures("batches_on")


def batch(game: ruleslang.Game, number: int, **given: Any) -> ruleslang.LockStep:
    try:
        return game.in_lock_step(range(number), **given)
    except RuntimeError as problem:
        pytest.skip(str(problem))


def random_picks(of: ruleslang.LockStep, chance: random.Random) -> list[int]:
    return [chance.randrange(number) if number > 0 else -1 for number in of.choices]


def state(of: ruleslang.LockStep) -> Any:
    """All that can be read of a batch."""
    seats = [0] * of.number
    rows = of.observations(seats).tolist()
    masks = of.action_mask().tolist()
    return list(of.choices), list(of.players), masks, rows, of.all_payoffs().tolist()


def part(of: Any, which: list[int]) -> Any:
    return tuple([column[match] for match in which] for column in of)


@pytest.mark.parametrize("name", ["leduc_poker", "connect_four", "crazy_eights"])
def test_copies_of_rows_go_on_as_these_would(name: str) -> None:
    all_matches, chance = batch(by_name(name), 9), random.Random(1)
    for _ in range(3):
        all_matches.step(random_picks(all_matches, chance))
    before, which = state(all_matches), [7, 2, 2, 5]
    twin = all_matches.copy(which)
    assert state(twin) == part(before, which)
    whole = all_matches.copy()
    assert state(whole) == before and whole is not all_matches

    picks = random_picks(twin, chance)
    twin.step(picks)
    assert state(all_matches) == before
    moves = [-1] * 9
    moves[7] = picks[0]
    all_matches.step(moves)
    assert part(state(all_matches), [7]) == part(state(twin), [0])

    all_matches.put(7, whole.copy([7]))
    assert state(all_matches) == before
    whole.put([0, 1, 2, 3], twin)
    assert part(state(whole), [0, 1, 2, 3]) == state(twin)


def test_one_match_is_moved_and_all_others_stay() -> None:
    matches = batch(by_name("connect_four"), 3)
    before = state(matches)
    matches.play(1, 3, 0, 3)
    alone = by_name("connect_four").start(seed=1)
    for choice in (3, 0, 3):
        alone.choose(choice)
    assert part(state(matches), [0, 2]) == part(before, [0, 2])
    assert matches.observations([0] * 3).tolist()[1] == list(alone.observation(0))
    with pytest.raises(ruleslang.IllegalChoice, match="match 1 has no choice 7"):
        matches.play(1, 7)


def played_by(game: ruleslang.Game, name: str, number: int) -> list[tuple[int, ...]]:
    """The payoffs where a bot has seat 0, and the other the first choice; in lock step."""
    matches = batch(game, number, bots=[name, None])
    alone = [game.start(seed=seed, engine="wasm") for seed in range(number)]
    bots = [game.bot(name, seed=seed) for seed in range(number)]
    while any(choices > 0 for choices in matches.choices):
        for match, bot in zip(alone, bots, strict=True):
            while match.decision is not None and match.decision.player == 0:
                match.choose(bot.choose(match))
        decisions = [match.decision for match in alone]
        assert list(matches.choices) == [len(each.choices) if each else 0 for each in decisions]
        assert set(matches.players) <= {1, -1}
        matches.step([0 if choices > 0 else -1 for choices in matches.choices])
        for match in alone:
            if match.decision is not None:
                match.choose(0)
    for match, bot in zip(alone, bots, strict=True):
        while match.decision is not None:
            match.choose(bot.choose(match))
    payoffs = [match.outcome.payoffs for match in alone if match.outcome is not None]
    assert [matches.payoffs(match) for match in range(number)] == payoffs
    return payoffs


@pytest.mark.parametrize(("game", "bot"), [("tic_tac_toe", "search:8"), ("kuhn_poker", "search:9")])
def test_search_decides_in_a_batch_as_it_does_elsewhere(game: str, bot: str) -> None:
    played_by(by_name(game), bot, 3)


@pytest.mark.parametrize(
    ("game", "bot"), [("leduc_poker", "sound"), ("leduc_poker", "random"), ("tic_tac_toe", "")]
)
def test_bots_decide_in_c_as_they_do_elsewhere(game: str, bot: str) -> None:
    loaded = by_name(game)
    played_by(loaded, bot or loaded.bots[-1], 24)


def test_learned_players_decide_in_a_batch(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "kuhn_poker.learned"
    assert run("learn", "kuhn_poker", "--games", "200", "--output", str(file)).status == 0
    game = by_name("kuhn_poker")
    name = ruleslang.load_player(file)
    assert len(set(played_by(game, name, 30))) > 1
    matches = batch(game, 4, bots=[name, name])
    assert list(matches.choices) == [0] * 4
    chain = [game.simulate(games=1, seed=1, players=[name, name]).payoffs]
    assert chain


def test_masks_and_rows_are_those_after_the_bots(run: Run, tmp_path: Path) -> None:
    numpy: Any = pytest.importorskip("numpy")
    game = by_name("leduc_poker")
    matches = batch(game, 6, bots=["sound", None])
    masks = numpy.zeros((6, matches.actions.size), numpy.uint8)
    rows = numpy.zeros((6, matches.observed.width), numpy.int32)
    for _ in range(3):
        actions = [next(iter(matches.actions_of(match)), -1) for match in range(6)]
        matches.step_actions(actions, masks=masks, observations=rows, seeds=[9] * 6)
        assert masks.tolist() == matches.action_mask().tolist()
        asked = [max(0, player) for player in matches.players]
        assert rows.tolist() == matches.observations(asked).tolist()


def test_wrong_bots_and_rows_are_refused_in_words() -> None:
    game = by_name("leduc_poker")
    for bots, kind, message in (
        (["sound"], ValueError, "`bots` has .*1"),
        ("sound", TypeError, "`bots` is a list of names or `None`s, one per seat"),
        (["deep_blue", None], ValueError, "there is no player `deep_blue`"),
        (["search:none", None], ValueError, "there is no player `search:none`"),
    ):
        with pytest.raises(kind, match=message):
            game.in_lock_step([1], bots=bots)  # type: ignore[arg-type]
    matches = batch(game, 2)
    for outside in (2, -3):
        with pytest.raises(IndexError, match=f"there is no match {outside}: they are numbered"):
            matches[outside]
    with pytest.raises(ValueError, match="there is no match 2"):
        matches.copy([2])
    with pytest.raises(ValueError, match="`other` has 2 matches, for 1 places"):
        matches.put(0, matches.copy())
    with pytest.raises(ValueError, match="`other` is a batch of another game"):
        matches.put([0, 1], batch(by_name("kuhn_poker"), 2))
    with pytest.raises(ValueError, match="no match was named"):
        matches.copy([])


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "crazy_eights", "yacht", "hearts"])
def test_a_row_is_a_match_with_its_past(name: str) -> None:
    game, chance = by_name(name), random.Random(3)
    of = batch(game, 6, keep_choices=True)
    made: list[list[int]] = [[] for _ in range(6)]
    for _ in range(10):
        picks = random_picks(of, chance)
        of.step(picks)
        for choices, pick in zip(made, picks, strict=True):
            choices += [pick] * (pick >= 0)
    for row, choices in enumerate(made):
        beside = game.start(seed=row, engine="wasm")
        for choice in choices:
            beside.choose(choice)
        match = of.match(row)

        assert match.hash() == beside.hash()
        assert match.choices == beside.choices and match.events == beside.events
        assert match.view(0) == beside.view(0) and match.information(0) == beside.information(0)
        assert match.before(1).hash() == beside.before(1).hash()
        assert game.resume(match.to_json()).hash() == beside.hash()


def test_a_match_is_put_into_a_batch_and_taken_out_again(batches_on: EngineName) -> None:
    game = by_name("crazy_eights")
    of = batch(game, 3, keep_choices=True)
    match = game.start(seed=9, engine=batches_on)
    for _ in range(5):
        match.choose(0)
    of.put(1, match)
    of.step([-1, 0, -1])
    match.choose(0)
    saved = [of.match(row).to_json() for row in range(3)]
    restored = batch(game, 3, keep_choices=True)
    for row, text in enumerate(saved):
        restored.put(row, game.resume(text, engine=batches_on))

    assert of.match(1).hash() == match.hash() and of.match(1).choices == match.choices
    assert state(restored) == state(of)
    assert restored.match(1).to_json() == of.match(1).to_json()


def test_rows_played_by_bots_have_their_choices_too() -> None:
    game = by_name("kuhn_poker")
    of = batch(game, 20, keep_choices=True, bots=["random", None])
    for match in map(of.match, range(20)):
        beside = game.start(seed=match.start.seed, engine="wasm")
        for choice in match.choices:
            beside.make_again(choice)

        assert beside.hash() == match.hash()
    assert any(of.match(row).choices for row in range(20))


def test_what_is_no_match_of_the_batch_is_refused(batches_on: EngineName) -> None:
    game = by_name("tic_tac_toe")
    of = batch(game, 2)

    with pytest.raises(ValueError, match="keep_choices"):
        of.match(0)
    elsewhere = [game.start(seed=1, engine=engine) for engine in ENGINES if engine != batches_on]
    for other in (*elsewhere, by_name("nim").start(engine=batches_on), 7):
        with pytest.raises(ValueError, match="no match of this game"):
            of.put(0, other)


def test_a_batch_has_a_length_and_parts() -> None:
    of = batch(by_name("nim"), 7, keep_choices=True)
    of.play(3, 0)

    assert len(of) == 7 and repr(of) == "LockStep('nim', matches=7, over=0)"
    assert state(of[2:5]) == part(state(of), [2, 3, 4]) and len(of[::3]) == 3
    assert state(of[[3, 3, 6]]) == part(state(of), [3, 3, 6])
    assert of[3].choices == of.match(3).choices != of[-1].choices == ()
    assert state(of.copy(range(1, 3))) == state(of[1:3])
    with pytest.raises(IndexError):
        of[7]
    with pytest.raises(ValueError, match="no match was named"):
        of[3:3]


def played_on(of: ruleslang.LockStep, seed: int, decisions: int) -> Any:
    chance = random.Random(seed)
    for _ in range(decisions):
        of.step(random_picks(of, chance))
    return state(of)


@pytest.mark.parametrize(
    ("name", "bots"),
    [("leduc_poker", None), ("crazy_eights", None), ("leduc_poker", ["sound", None])],
)
def test_a_saved_batch_goes_on_as_the_batch_would(name: str, bots: list[str | None] | None) -> None:
    game = by_name(name)
    of = batch(game, 12, bots=bots, keep_choices=True)
    played_on(of, 1, 1)
    text, key = of.save(), b"of a server, 16 or more"
    again = game.resume_in_lock_step(text, threads=1)

    assert again.save() == text and state(again) == state(of)
    assert again.match(5).to_json() == of.match(5).to_json()
    assert played_on(again, 2, 4) == played_on(of, 2, 4)
    assert again.save() == of.save() != text
    sealed = of[:2].save(seal_key=key)
    assert game.resume_in_lock_step(sealed, seal_key=key).save(seal_key=key) == sealed


def test_a_saved_batch_with_search_goes_on() -> None:
    game = by_name("tic_tac_toe")
    of = batch(game, 3, bots=["search:3", None])
    of.step([0, 1, 2])
    again = game.resume_in_lock_step(of.save())

    assert state(again) == state(of) and set(again.players) == {1}
    again.step([0, 0, 0])
    assert set(again.players) <= {1, -1} and len(again.match(0).choices) > 4


def test_a_saved_batch_that_does_not_fit_is_refused(batches_on: EngineName) -> None:
    game = by_name("nim")
    of = batch(game, 2, keep_choices=True)
    of.step([0, 1])
    text = of.save()
    bots = batch(game, 2, bots=["random", None], keep_choices=True).save()
    for refused, message in (
        ("{}", "no checksum"),
        (text.replace('"nim"', '"pig"'), "changed after it was written"),
        (edited(text, record="save"), "not a save of matches in lock step"),
        (edited(text, form=2), "by a newer release"),
        (edited(text, seeds=[1]), "more seeds than lists of choices, or fewer"),
        (edited(text, seeds=[], choices=[]), "no seed was given"),
        (edited(text, choices=[[0], [99]]), "match 1 has no choice 99"),
        (edited(text, choices=[[0], ["1"]]), "expected int"),
        (edited(text, bots=["random"]), "`bots` has a name or `None` for each of 2 seats"),
        (edited(bots, choices=[[], []]), "its bots choose differently"),
        (batch(by_name("pig"), 1, keep_choices=True).save(), "another rulebook"),
        (game.start(seed=1).to_json(), "not a save of matches in lock step"),
    ):
        with pytest.raises(ruleslang.Refused, match=message):
            game.resume_in_lock_step(refused)
    with pytest.raises(ruleslang.Refused, match="has no seal"):
        game.resume_in_lock_step(text, seal_key=b"of a server, 16 or more")
    with pytest.raises(ValueError, match="begin them with `keep_choices=True`"):
        batch(game, 2).save()
    with pytest.raises(ValueError, match="no choices lead there"):
        of.put(0, game.start(seed=1, engine=batches_on).copy(seed=2))


def edited(text: str, **changes: Any) -> str:
    """A save with other contents, and the checksum that fits them."""
    return seal({**unseal(text), **changes})


def test_a_save_cannot_ask_for_much_more_memory_than_it_has_letters() -> None:
    game = ruleslang.load("leduc_poker")
    record = unseal(game.in_lock_step([1], keep_choices=True).save())
    record["seeds"], record["choices"] = [1] * 100_000, [[]] * 100_000
    with pytest.raises(ValueError, match="100,000 of them need more memory than a save may"):
        game.resume_in_lock_step(seal(record))

    large = game.in_lock_step(range(20_000), keep_choices=True)
    with pytest.raises(ValueError, match="20,000 matches are too many: save parts"):
        large.save()
    assert len(game.resume_in_lock_step(large[:1_000].save())) == 1_000


def test_a_function_chooses_at_a_seat() -> None:
    game, asked = by_name("nim"), list[tuple[int, int]]()

    def last(number: int, match: ruleslang.Match) -> int:
        assert match.decision is not None
        asked.append((number, match.decision.player))
        return len(match.decision.choices) - 1

    of = batch(game, 3, keep_choices=True)
    of.let_choose([1], last)
    assert asked == []
    of.step([0, 0, -1])
    assert asked == [(0, 1), (1, 1)] and set(of.players) == {0}
    assert len(of.match(0).choices) == 2
    of.let_choose([1], lambda number, match: 99)
    with pytest.raises(ruleslang.IllegalChoice, match="match 2 has no choice 99"):
        of.step([-1, -1, 0])
    with pytest.raises(ValueError, match="begin them with `keep_choices=True`"):
        batch(game, 1).let_choose([1], last)
