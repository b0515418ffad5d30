"""Wrong arguments of a program are refused in words where they arrive, and nothing is lost."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import ruleslang
from ruleslang.evaluation.balance.varied_texts import UnplayableVersion

GAME = ruleslang.load("kuhn_poker")


def match() -> ruleslang.Match:
    return GAME.start(seed=3)


WRONG: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "a seed in words": (lambda: GAME.start(seed="a"), TypeError, "`seed` is a whole number"),  # type: ignore[arg-type]
    "a seed that is true": (lambda: GAME.start(seed=True), TypeError, "not bool True"),
    "players in words": (lambda: GAME.start(players="2"), TypeError, "`players` is a whole number"),  # type: ignore[arg-type]
    "half players": (lambda: GAME.start(players=2.0), TypeError, "not float 2.0"),  # type: ignore[arg-type]
    "too many players": (lambda: GAME.start(players=9), ValueError, "has 2 players, not 9"),
    "options as a list": (lambda: GAME.start(options=[1]), TypeError, "`options` maps names"),  # type: ignore[arg-type]
    "an option that is a number": (
        lambda: GAME.start(options={"rain": 1}),
        ValueError,
        "there is no option or reading `rain`; this rulebook has none",
    ),
    "games in words": (lambda: GAME.simulate(games="3"), TypeError, "`games` is a whole number"),  # type: ignore[arg-type]
    "no games": (lambda: GAME.simulate(games=0), ValueError, "`games` is 1 or more, not 0"),
    "no jobs": (lambda: GAME.simulate(games=1, jobs=0), ValueError, "`jobs` is 1 or more"),
    "one name": (lambda: GAME.simulate(players="random"), TypeError, "`players` is a list of"),
    "a bot of one's own": (
        lambda: GAME.simulate(players=[lambda: 0]),  # type: ignore[list-item]
        TypeError,
        "each of players` is a string",
    ),
    "an unknown bot": (lambda: GAME.bot("carefull"), ValueError, "did you mean `careful`"),
    "bytes": (lambda: ruleslang.load(b"pig"), TypeError, "`rulebook` is a string, not bytes"),  # type: ignore[arg-type]
    "cards that are one name": (
        lambda: ruleslang.load("pig", cards="a.cards"),
        TypeError,
        "`cards` is a list of paths, such as ['my.cards']",
    ),
    "a text that is none": (lambda: ruleslang.load_text(None), TypeError, "`text` is a string"),  # type: ignore[arg-type]
    "a save that is none": (lambda: ruleslang.resume(None), TypeError, "`text` is a string"),  # type: ignore[arg-type]
    "a game that is a name": (
        lambda: ruleslang.resume(match().to_json(), "kuhn_poker"),  # type: ignore[arg-type]
        TypeError,
        "`game` is a game, as `load` makes it",
    ),
    "choices that are pairs": (
        lambda: GAME.replayed(match().start, [(0, "bet")]),  # type: ignore[list-item]
        TypeError,
        "`choices` are those of a match",
    ),
    "a seat before the first": (lambda: match().view(-1), ValueError, "has seats 0 to 1"),
    "a seat after the last": (lambda: match().view(2), ValueError, "has seats 0 to 1"),
    "a seat that is none": (lambda: match().view(0.5), TypeError, "`player` is a whole number"),  # type: ignore[arg-type]
    "a seat misspelt": (lambda: match().view("opner"), ValueError, "did you mean `opener`"),
    "an action misspelt": (lambda: GAME.start(seed=1).why(0, "bet"), ValueError, "called `bet`"),
    "cards in a list": (lambda: ruleslang.weigh(GAME, ["k"]), TypeError, "is a string, not list"),  # type: ignore[arg-type]
    "changes in a list": (lambda: ruleslang.vary("pig", ["target"]), TypeError, "not list ["),  # type: ignore[arg-type]
    "data of something else": (lambda: ruleslang.as_data(3), TypeError, "not int 3"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_argument_is_reported_in_words(name: str) -> None:
    call, kind, message = WRONG[name]

    with pytest.raises(kind) as found:
        call()

    assert type(found.value) is kind
    assert message in str(found.value)


def test_every_exception_can_be_sent_to_another_process() -> None:
    found: list[Exception] = []
    for call in (
        lambda: match().choose("raise"),
        lambda: ruleslang.load_text("rulebook x"),
        lambda: ruleslang.load("nothing_there"),
        lambda: ruleslang.resume("{}"),
    ):
        with pytest.raises((ValueError, LookupError, ruleslang.RulesError)) as raised:
            call()
        found.append(raised.value)

    for problem in found:
        assert isinstance(problem, ruleslang.RuleslangError)
        again = pickle.loads(pickle.dumps(problem))
        assert type(again) is type(problem)
        assert str(again) == str(problem)


def test_a_traceback_names_an_exception_as_it_is_imported() -> None:
    exported = [getattr(ruleslang, name) for name in dir(ruleslang)]
    kinds = [
        each
        for each in exported
        if isinstance(each, type) and issubclass(each, ruleslang.RuleslangError)
    ]

    assert len(kinds) == 7
    for kind in kinds:
        assert f"{kind.__module__}.{kind.__qualname__}" == f"ruleslang.api.{kind.__name__}"
        assert pickle.loads(pickle.dumps(kind)) is kind


def test_a_private_exception_keeps_the_module_from_which_it_is_imported() -> None:
    assert pickle.loads(pickle.dumps(UnplayableVersion)) is UnplayableVersion
    assert UnplayableVersion.__module__ == "ruleslang.evaluation.balance.varied_texts"


def pickled(match: ruleslang.Match) -> Any:
    return pickle.loads(pickle.dumps(match))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
def test_every_way_to_copy_a_match_makes_one_of_its_own(copied: Callable[[Any], Any]) -> None:
    first = match()
    first.choose(0)
    before = first.hash()

    second = copied(first)
    assert second.hash() == before
    second.choose(0)

    assert first.hash() == before != second.hash()


def test_a_copy_may_have_other_dice() -> None:
    pig = ruleslang.load("pig").start(seed=1)
    throws = set()
    for seed in range(20):
        ahead = pig.copy(seed=seed)
        ahead.choose("go_on")
        throws.add(ahead.hash())
        with pytest.raises(ValueError, match="be saved"):
            ahead.copy().to_json()

    assert len(throws) > 1
    assert pig.copy().to_json() == pig.to_json()


def test_nobody_answers_for_another_or_twice() -> None:
    playing = match()
    with pytest.raises(ruleslang.IllegalChoice, match="dealer is not asked now"):
        playing.choose("bet", by=1)
    for nobody, message in (("east", "there is no seat `east`"), (2, "seats 0 to 1 here, not 2")):
        with pytest.raises(ruleslang.IllegalChoice, match=message) as problem:
            playing.choose("bet", by=nobody)
        assert problem.value.kind == "invalid"
    playing.choose("pass_on", by="opener", at=0)
    with pytest.raises(ruleslang.IllegalChoice, match="this answers at=0; the decision now is at="):
        playing.choose("pass_on", at=0)

    assert [made.choice for made in playing.choices] == ["pass_on"]


def test_what_is_handed_out_is_ready_for_json() -> None:
    playing = ruleslang.load("leduc_poker").start(seed=1)
    while playing.decision is not None:
        for seat in playing.seats:
            view = playing.view(seat)
            again = json.loads(json.dumps(ruleslang.as_data(view)))
            assert set(again["zones"]) == set(view.zones)
        playing.choose(0)
    assert playing.outcome is not None
    assert json.dumps(ruleslang.as_data(playing.outcome))
    assert all(json.dumps(ruleslang.as_data(event)) for event in playing.events)


def test_equal_views_are_equal() -> None:
    playing = match()

    assert playing.view(0) == playing.copy().view("opener")
    assert playing.decision == playing.copy().decision


def test_the_bots_of_a_rulebook_play_matches_of_one_s_own() -> None:
    playing, bot = match(), GAME.bot("careful", seed=1)
    while playing.decision is not None:
        playing.choose(bot.choose(playing))

    assert playing.is_over
    with pytest.raises(ruleslang.IllegalChoice, match="the match is over"):
        bot.choose(playing)


def test_a_text_opens_no_file() -> None:
    with pytest.raises(ruleslang.RulesError):
        ruleslang.load_text("/etc/passwd")
    assert [each.slug for each in ruleslang.check_text("")]


def test_check_and_run_examples_find_what_the_commands_find(tmp_path: Path) -> None:
    page = tmp_path / "coin.rules"
    page.write_text(
        'rulebook coin "Coin"\n    players 2\n    starts with game\n'
        'state s: 0..3 = 0\nphase game\n    add 1 to s\n    p1 wins\nmeasure "s" = s\n'
        'example "no"\n    then s is 1\n'
    )

    (failed,) = ruleslang.run_examples(page)

    assert failed.slug == "failed-example"
    assert ruleslang.as_data(failed)["place"]["line"] == 10
    (again,) = ruleslang.run_examples_text(page.read_text(), name=page.name)
    assert ruleslang.as_data(again) == ruleslang.as_data(failed)
    assert "failed-example" not in [each.slug for each in ruleslang.check(page)]
    assert ruleslang.check("pig") == ruleslang.run_examples("pig") == ()
    with pytest.raises(ruleslang.RulesError):
        ruleslang.run_examples_text("rulebook coin\n")


def test_cards_may_be_paths_and_a_game_has_its_name(tmp_path: Path) -> None:
    page = tmp_path / "low.cards"
    page.write_text('card low "Low" x6: number_card\n    strength: 3\n')

    game = ruleslang.load("higher", cards=[page])

    assert repr(game) == f"Game('higher', cards=['{page}'])"
    assert ruleslang.resume(game.start(seed=1).to_json(), game).decision is not None


@pytest.mark.parametrize("engine", ["interpreter", "wasm", "auto"])
def test_a_second_thread_that_moves_a_match_gets_an_error(engine: str) -> None:
    match = ruleslang.load("crazy_eights").start(seed=1, engine=engine)
    for ask in (lambda: match.choose(0), match.to_json, match.copy, lambda: match.decision):
        with match._moving, ThreadPoolExecutor(1) as pool:
            problem = pool.submit(ask).exception()

        assert isinstance(problem, RuntimeError) and "one at a time" in str(problem)
    match.choose(0)
    assert len(match.choices) == 1


@pytest.mark.parametrize("name", ("int8", "int64", "uint64"))
def test_whole_numbers_of_numpy_are_whole_numbers(name: str) -> None:
    number: Any = getattr(pytest.importorskip("numpy"), name)
    game = ruleslang.load("leduc_poker")
    same = game.start(seed=number(3), players=number(2), automatic=number(0), engine="wasm")
    again = game.start(seed=3, engine="wasm")
    assert same.hash() == again.hash()
    same.choose(number(0), by=number(same.decision.player if same.decision else 0), at=number(0))
    same.act(number(same.actions()[0]))
    again.choose(0)
    again.act(again.actions()[0])
    assert same.hash() == again.hash() == same.copy(seed=None).hash()
    assert same.to_json() == again.to_json() and same.position() == again.position()
    assert same.view(number(1)) == again.view(1)
    assert same.before(number(1)).hash() == again.before(1).hash()
    assert game.action(number(1)) == game.action(1)
    assert game.perft(number(2), seed=number(1)) == game.perft(2)
    bot = game.bot("random", seed=number(2))
    assert same.decision is None or bot.choose(same) in same.decision.choices
    given = {"games": number(2), "first": number(0), "seed": number(1), "jobs": number(1)}
    assert game.simulate(**given) == game.simulate(games=2)


@pytest.mark.parametrize("number", (True, 1.0, "1", None))
def test_what_is_no_whole_number_is_none_anywhere(number: Any) -> None:
    playing = match()
    for refused in (playing.choose, playing.act):
        with pytest.raises(ruleslang.IllegalChoice):
            refused(number if number != "1" else "moon 1")
    for wrong in (playing.before, playing.perft, GAME.perft, GAME.action):
        with pytest.raises(TypeError, match="is a whole number, not"):
            wrong(number)


def test_an_illegal_choice_is_the_same_error_everywhere() -> None:
    playing = match()
    refused: list[Callable[[], Any]] = [
        lambda: playing.choose(9),
        lambda: playing.act(9),
        lambda: playing.push(9),
        lambda: playing.parse(9),
        lambda: playing.choose("moon"),
    ]
    try:
        batch = GAME.in_lock_step([1, 2])
    except RuntimeError:
        pass  # no compiler
    else:
        refused += [lambda: batch.step([9, 0]), lambda: batch.step_actions([9, 0])]
    for refuse in refused:
        with pytest.raises(ruleslang.IllegalChoice) as problem:
            refuse()
        assert problem.value.kind in ("invalid", "illegal")


def test_arrays_to_fill_and_reports_to_merge_are_checked_in_words() -> None:
    numpy: Any = pytest.importorskip("numpy")
    with pytest.raises(TypeError, match="`merge` takes reports, as `simulate` makes them, not int"):
        GAME.simulate(games=1).merge(3)  # type: ignore[arg-type]
    try:
        batch = GAME.in_lock_step([1, 2])
    except RuntimeError as problem:
        pytest.skip(str(problem))
    wrong = (
        r"`into` is an array of 64-bit whole numbers in the shape \(2, 2\), without gaps; this one "
    )
    for array, message in (
        (numpy.zeros((2, 2), "float64"), r"has 64-bit floats in the shape \(2, 2\)$"),
        (numpy.zeros((3, 2), "int64"), r"has 64-bit whole numbers in the shape \(3, 2\)$"),
        (numpy.zeros((2, 4), "int64")[:, ::2], r".* in the shape \(2, 2\), with gaps$"),
    ):
        with pytest.raises(ValueError, match=wrong + message):
            batch.all_payoffs(into=array)


def test_a_choice_prints_as_one() -> None:
    decision = match().decision
    assert decision is not None
    assert repr(decision.choices[0]) == "Choice(id='bet', text='bet', action='bet')"


def test_a_position_that_cannot_be_read_has_an_error_of_its_own() -> None:
    with pytest.raises(ruleslang.BadPosition, match="the position, line 1"):
        ruleslang.load("tic_tac_toe", position="given moon is full\n")
