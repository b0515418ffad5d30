"""Every argument that is a whole number takes any integer type, as NumPy's are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import frozen

import ruleslang


@frozen
class Whole:
    """An integer of another type, as libraries have them."""

    number: int

    def __index__(self) -> int:
        return self.number


ZERO: Any = Whole(0)
ONE: Any = Whole(1)
TWO: Any = Whole(2)


def started(game: ruleslang.Game) -> ruleslang.Match:
    return game.start(seed=ONE, players=TWO, automatic=ZERO, engine="wasm")


def asked(match: ruleslang.Match) -> Any:
    assert match.decision is not None
    return Whole(match.decision.player)


def legal(match: ruleslang.Match) -> Any:
    return Whole(match.actions()[0])


CALLS: dict[str, Callable[[ruleslang.Game, ruleslang.Match], object]] = {
    "start": lambda game, match: started(game),
    "choose": lambda game, match: match.choose(ZERO, by=asked(match), at=ZERO),
    "act": lambda game, match: match.act(legal(match), at=ZERO),
    "push": lambda game, match: match.push(ONE),
    "parse": lambda game, match: match.parse(ONE),
    "teaches": lambda game, match: match.teaches(ONE),
    "copy": lambda game, match: match.copy(seed=TWO),
    "before": lambda game, match: match.before(ZERO),
    "perft": lambda game, match: match.perft(ONE),
    "view": lambda game, match: match.view(ONE),
    "story": lambda game, match: match.story(ONE),
    "information": lambda game, match: match.information(ONE),
    "information_hash": lambda game, match: match.information_hash(ONE),
    "observation": lambda game, match: match.observation(ONE),
    "features": lambda game, match: match.features(ONE),
    "given": lambda game, match: match.given(ONE),
    "boards": lambda game, match: match.boards(ONE),
    "under_way": lambda game, match: match.under_way(ONE),
    "why": lambda game, match: match.why(ONE, "hand(p2)", ZERO),
    "bot": lambda game, match: game.bot("random", seed=ONE),
    "simulate": lambda game, match: game.simulate(games=TWO, seed=ONE, jobs=ONE, first=ONE),
    "game.perft": lambda game, match: game.perft(ONE),
    "action": lambda game, match: game.action(ONE),
    "action_space": lambda game, match: game.action_space(players=TWO)[ONE],
    "compare": lambda game, match: ruleslang.compare(game, games=TWO, seed=ONE, jobs=ONE),
}


@pytest.mark.parametrize("name", CALLS)
def test_it_takes_any_integer(name: str) -> None:
    game = ruleslang.load("crazy_eights")
    CALLS[name](game, started(game))


def test_batches_take_any_integer() -> None:
    game = ruleslang.load("crazy_eights")
    batch = game.in_lock_step([ZERO, ONE, TWO], players=TWO, threads=ONE, keep_choices=True)
    batch.begin_anew(ONE, TWO)
    batch.begin_anew([ZERO, ONE], [ONE, TWO])
    batch.play(TWO, ZERO)
    batch.step([ZERO, Whole(-1), Whole(-1)])
    batch.step_actions([Whole(-1)] * 3, seeds=[ONE] * 3)

    assert batch.match(TWO).choices
    assert batch.copy([ONE, ONE]).number == 2
    assert batch.actions_of(ONE) and batch.payoffs(ONE) == () and not batch.is_capped(ONE)
    assert batch.mask(TWO).nbytes == 6
    assert batch.observations([ZERO, ONE, ONE]).nbytes and batch.features([ZERO] * 3).nbytes
    batch.put(ZERO, batch.match(TWO))
    assert batch.players[0] == batch.players[2]


def test_an_impossible_choice_is_the_same_error_everywhere() -> None:
    """A number that no choice has is *invalid*, one that is not offered now *illegal*."""
    game = ruleslang.load("connect_four")
    batch, legal = game.in_lock_step(range(2)), game.start(seed=0).actions()
    impossible: tuple[Callable[[], object], ...] = (
        lambda: game.start(seed=0).choose(99),
        lambda: game.start(seed=0, engine="c").choose(99),
        lambda: game.start(seed=0).push(99),
        lambda: game.start(seed=0).act(99),
        lambda: batch.step([0, 99]),
        lambda: batch.play(1, 99),
        lambda: batch.step_actions([legal[0], 99]),
    )
    for call in impossible:
        with pytest.raises(ruleslang.IllegalChoice) as problem:
            call()
        assert problem.value.kind == "invalid"
    not_offered: tuple[Callable[[], object], ...] = (
        lambda: game.start(seed=0).act(0),
        lambda: batch.step_actions([legal[0], 0]),
    )
    for call in not_offered:
        with pytest.raises(ruleslang.IllegalChoice) as problem:
            call()
        assert problem.value.kind == "illegal"


def test_an_option_that_is_a_number_takes_a_number() -> None:
    game = ruleslang.load("spell_duel")
    starts = [
        game.start(seed=1, options={"lives": lives}).to_json() for lives in ("9", 9, Whole(9))
    ]  # type: ignore[dict-item]
    assert starts[0] == starts[1] == starts[2]
    assert game.fewest({"lives": 9}) == game.fewest({"lives": "9"})
    with pytest.raises(TypeError, match=r"^the value of `lives` is a string, not bool True$"):
        game.start(options={"lives": True})
    with pytest.raises(ValueError, match="`lives` is a number, 5 to 30, not `99`"):
        game.start(options={"lives": 99})
