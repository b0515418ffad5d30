"""Decisions of compiled engines, read late, are the interpreter's, whenever that is."""

from __future__ import annotations

import copy
import pickle
import threading
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

import pytest

import ruleslang
from ruleslang.api.match import CHOICES_BETWEEN_COPIES
from ruleslang.engine.engine_names import WASM, C, EngineName
from tests.support.engines import HAS_WASM
from tests.support.waiting import some_wait

COMPILED: tuple[EngineName, ...] = (WASM, C)
MOST = 70  # decisions of a match, more than there are between two copies
GAMES = ("crazy_eights", "connect_four", "hanabi", "yacht", "spell_duel", "worldies")


@pytest.fixture(scope="module", params=some_wait(GAMES, 3))
def game(request: pytest.FixtureRequest) -> ruleslang.Game:
    return ruleslang.load(request.param)


def in_step(game: ruleslang.Game, seed: int) -> Iterator[tuple[ruleslang.Match, ...]]:
    """The same match on all engines, before each choice, the interpreter's first."""
    chance = Random(seed)
    matches = [game.start(seed=seed, engine=engine) for engine in ("interpreter", *COMPILED)]
    for _ in range(MOST):
        yield tuple(matches)
        decision = matches[0].decision
        if decision is None:
            return
        place = chance.randrange(len(decision.choices))
        for match in matches:
            match.choose(place)


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_read_at_once_is_as_in_the_interpreter(game: ruleslang.Game, seed: int) -> None:
    for first, *others in in_step(game, seed):
        decision = first.decision
        for match in others:
            assert match.is_over == first.is_over
            assert match.decision == decision
            assert match.hash() == first.hash()
            if decision is None:
                assert match.outcome == first.outcome
                continue
            late = match.decision
            assert late is not None
            assert hash(late) == hash(decision)
            assert (late.kind, late.name, late.prompt) == (
                decision.kind,
                decision.name,
                decision.prompt,
            )
            assert late.declines == decision.declines
            assert match.parts == first.parts
            assert match.view(decision.player) == first.view(decision.player)
            assert match.observation(decision.player) == first.observation(decision.player)
            assert match.actions() == first.actions()


def test_what_is_read_after_the_match_went_on_is_what_was_asked_then(game: ruleslang.Game) -> None:
    kept: list[tuple[ruleslang.Decision, ...]] = []
    for matches in in_step(game, 3):
        asked = [match.decision for match in matches]
        if None not in asked:
            kept.append(tuple(decision for decision in asked if decision is not None))

    for first, *others in kept:
        for late in others:
            assert len(late.choices) == len(first.choices)
            assert late.choices[-1].text == first.choices[-1].text
            assert tuple(late.choices) == tuple(first.choices)
            assert late == first


def test_choices_are_named_when_they_are_asked_for(game: ruleslang.Game) -> None:
    *_, last = in_step(game, 4)
    first, *others = last

    for match in others:
        assert match.choices == first.choices
        assert match.position() == first.position()
        assert game.resume(match.to_json(), engine=C).choices == first.choices
        assert game.resume(match.to_json(), engine=first.plays).to_json() == first.to_json()


@pytest.mark.parametrize("engine", COMPILED)
def test_a_match_that_went_back_asks_what_it_asked_before(
    game: ruleslang.Game, engine: EngineName
) -> None:
    match, chance = game.start(seed=5, engine=engine), Random(5)
    asked = []
    while match.decision is not None and len(asked) <= CHOICES_BETWEEN_COPIES[engine]:
        asked.append(match.decision)
        match.choose(chance.randrange(len(match.decision.choices)))
    names = [choice.choice for choice in match.choices]

    for number, decision in reversed([*enumerate(asked)]):
        made = match.pop()
        assert (made.player, made.choice) == (decision.player, names[number])
        assert match.decision == decision
        match.push(0)
        assert match.pop() == ruleslang_made(decision, 0)
        assert match.before(number // 2).decision == asked[number // 2]


def ruleslang_made(decision: ruleslang.Decision, place: int) -> object:
    from ruleslang.simulation.records.saves import Made

    return Made(decision.player, decision.choices[place].id, place)


@pytest.mark.parametrize("engine", COMPILED)
def test_a_decision_is_a_value(game: ruleslang.Game, engine: EngineName) -> None:
    match = game.start(seed=6, engine=engine)
    decision, later = match.decision, match.decision
    assert decision is not None and decision is later
    choices = decision.choices

    assert pickle.loads(pickle.dumps(decision)) == decision
    assert copy.copy(decision) == copy.deepcopy(decision) == decision
    assert isinstance(choices, Sequence)
    assert [*reversed(choices)] == [*choices][::-1]
    assert choices[:2] == tuple(choices)[:2]
    assert choices.index(choices[0]) == 0 and choices[0] in choices
    assert repr(decision) == repr(game.start(seed=6, engine="interpreter").decision)
    with pytest.raises(AttributeError):
        decision.player = 7  # type: ignore[misc]
    with pytest.raises(IndexError):
        choices[len(choices)]


@pytest.mark.parametrize("engine", COMPILED)
def test_a_copy_with_other_chance_names_its_choices(
    game: ruleslang.Game, engine: EngineName
) -> None:
    match, chance = game.start(seed=7, engine=engine), Random(7)
    for _ in range(20):
        if match.decision is None:
            return
        match.choose(chance.randrange(len(match.decision.choices)))
    before = match.choices
    twin = match.copy(seed=9)
    asked = []
    while twin.decision is not None and len(asked) < 90:
        asked.append((twin.decision, game_view(twin)))
        twin.choose(chance.randrange(len(twin.decision.choices)))

    assert match.choices == before
    assert twin.choices[: len(before)] == before
    for (decision, _), made in zip(asked, twin.choices[len(before) :], strict=False):
        assert made.player == decision.player
        assert made.choice in [choice.id for choice in decision.choices]


def game_view(match: ruleslang.Match) -> object:
    assert match.decision is not None
    return match.view(match.decision.player)


@pytest.mark.parametrize("engine", ("interpreter", *COMPILED))
def test_a_number_of_another_library_is_an_index(engine: EngineName) -> None:
    numpy = pytest.importorskip("numpy")
    match = ruleslang.load("connect_four").start(seed=1, engine=engine)
    match.choose(numpy.int64(3))

    assert match.choices[0].place == 3
    for wrong in (numpy.int64(7), -1, 2**70, True, 1.0, None):
        with pytest.raises(ruleslang.IllegalChoice):
            match.choose(wrong)
    assert len(match.choices) == 1


@pytest.mark.parametrize("engine", COMPILED)
def test_another_thread_does_not_move_a_match_that_is_asked(engine: EngineName) -> None:
    match = ruleslang.load("connect_four").start(seed=1, engine=engine)
    problems: list[BaseException] = []

    def choose() -> None:
        try:
            match.choose(0)
        except RuntimeError as problem:
            problems.append(problem)

    with match._moving:
        match._held += 1
        thread = threading.Thread(target=choose)
        thread.start()
        thread.join()
        match._held -= 1
    assert len(problems) == 1 and not match.choices
    match.choose(0)
    assert len(match.choices) == 1


def test_arguments_of_a_choice_are_checked_on_every_engine() -> None:
    for engine in ("interpreter", *COMPILED):
        match = ruleslang.load("connect_four").start(seed=1, engine=engine)
        match.choose(0, by=0, at=0)
        for wrong in ({"by": 0}, {"at": 0}, {"by": "nobody"}):
            with pytest.raises(ruleslang.IllegalChoice):
                match.choose(0, **wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            match.choose()  # type: ignore[call-arg]
        with pytest.raises(TypeError):
            match.choose(*range(20))  # type: ignore[call-arg]
        with pytest.raises(TypeError):
            match.choose(0, to=1)  # type: ignore[call-arg]
        assert len(match.choices) == 1


def test_what_was_moved_elsewhere_is_seen() -> None:
    match = ruleslang.load("connect_four").start(seed=1, engine=C)
    first = match.decision
    match.engine.choose(2)

    assert match.decision is not first
    assert match.choices[0].place == 2


def test_a_game_takes_a_faster_engine_once_its_matches_took_long() -> None:
    game, quick = ruleslang.load("tic_tac_toe"), "wasm" if HAS_WASM else "interpreter"
    assert game.start(seed=1).plays == "interpreter"

    game.spend("interpreter", 10.0)
    assert game.start(seed=1).plays == quick
    assert game.start(seed=1, engine="interpreter").plays == "interpreter"

    game.spend("interpreter", 100.0)
    game._seconds["auto"] = -100.0
    assert game.start(seed=1).plays == "c"
    assert game.start(seed=1, engine="c").plays == "c"


def test_one_choice_is_the_choice_of_its_index_wherever_it_is_used(game: ruleslang.Game) -> None:
    for first, *others in in_step(game, 4):
        decision = first.decision
        for match in others if decision is not None else ():
            late = match.decision
            assert late is not None and decision is not None
            for place, choice in ((0, late.choices[0]), (-1, late.choices[-1])):
                named = decision.choices[place]
                assert choice == named and named == choice and hash(choice) == hash(named)
                assert (choice.id, choice.text, choice.action) == (
                    named.id,
                    named.text,
                    named.action,
                )
                assert choice.values == named.values and choice.declines == named.declines
                assert copy.copy(choice) == pickle.loads(pickle.dumps(choice)) == named
                assert late.choices.index(choice) == place % len(decision.choices)


@pytest.mark.parametrize("engine", COMPILED)
def test_a_choice_is_made_by_what_it_is_once_its_decision_is_over(engine: EngineName) -> None:
    nim = ruleslang.load("nim")
    match = nim.start(seed=1, engine=engine)
    assert match.decision is not None
    first, second = match.decision.choices[0], match.decision.choices[1]
    twin = match.copy()

    match.choose(second)
    twin.choose(second)  # of an equal decision of another match
    assert match.hash() == twin.hash()
    assert match.decision is not None
    offered = [choice.id for choice in match.decision.choices]

    if first.id in offered:
        twin.choose(offered.index(first.id))
        match.choose(first)
        assert match.hash() == twin.hash()
    else:
        with pytest.raises(ruleslang.IllegalChoice):
            match.choose(first)


def test_a_choice_that_another_match_offers_is_not_made_by_its_index() -> None:
    """Two decisions with the same number of choices: an index alone would name another choice."""
    game = ruleslang.load("crazy_eights")
    match, other = (game.start(seed=seed, engine="c") for seed in (1, 2))
    assert match.decision is not None and other.decision is not None
    offered = {choice.id for choice in match.decision.choices}
    foreign = next(choice for choice in other.decision.choices if choice.id not in offered)
    before = match.hash()

    with pytest.raises(ruleslang.IllegalChoice):
        match.choose(foreign)
    assert match.hash() == before


def test_actions_are_numbered_and_made_the_same_on_all_engines(game: ruleslang.Game) -> None:
    for first, *others in islice(in_step(game, 5), 0, None, 3):  # of three decisions, one
        numbers = first.actions()
        for match in others:
            assert match.actions() == numbers
            assert match.actions() == numbers  # by C alone, now that its table is made
            if numbers:
                twin, other = match.copy(), first.copy()
                twin.act(numbers[-1])
                other.act(numbers[-1])
                assert twin.hash() == other.hash()
                with pytest.raises(ruleslang.IllegalChoice):
                    twin.act(-1)
