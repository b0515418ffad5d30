"""
All engines play the same games: no engine counts work that only it does.

Where a bound of one engine stops it alone (its memory), the match of another one stays readable,
and says so in words where it cannot be told.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import nullcontext

import pytest

import ruleslang
from ruleslang.engine.code.match import CMatch
from ruleslang.engine.interpreter.machine import Machine
from ruleslang.engine.match.engine import EnginesDiffer
from ruleslang.simulation.records.game_record import from_line
from ruleslang.simulation.replay import replay
from ruleslang.source.budget import UsedUp, budget
from ruleslang.source.checksum import seal, unseal
from tests.engine.c.conftest import compiler as compiler
from tests.support.engines import ENGINES

CROWD = """\
rulebook crowd "Crowd"
    language 1
    players 1
    starts with game
kind singer
    has voice: 0..9999 = 1
card alto x343: singer
    while in stage
        modify voice(c) where c is not this and c is in stage: +1
zone stage: singer, seen by all
state loudness: 0..9999999 = 0
phase game
    move cards to stage
    p1 chooses n from 1..2
    repeat 20 times: set loudness to sum of voice(c) over c in stage
    p1 chooses m from 1..2
    if loudness > n + m: p1 wins
    nobody wins
"""
DICE = """\
rulebook two_dice "Two dice"
    language 1
    players 2: ann, bob
    starts with game
die d6: 1..6
state thrown: 0..12 = 0
phase game
    ann chooses n from 1..2
    throw
    bob chooses m from 1..2
    throw
    if thrown > n + m: ann wins
    bob wins
procedure throw
    roll d6 as face
    add face to thrown
"""
NO_MEMORY = "too-much: there is not enough memory"


def without_memory(machine: Machine) -> None:
    raise MemoryError


@pytest.fixture
def interpreter_is_full(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """The interpreter has no memory for any call once this is called."""
    return lambda: monkeypatch.setattr(Machine, "step", without_memory)


@pytest.fixture(params=ENGINES[1:])
def ahead(
    request: pytest.FixtureRequest, interpreter_is_full: Callable[[], None], compiler: object
) -> ruleslang.Match:
    """A match in which a compiled engine plays on where the interpreter has stopped."""
    match = ruleslang.load_text(DICE).start(seed=3, engine=request.param)
    match.choose("1")
    interpreter_is_full()
    return match


def test_many_cards_that_strengthen_each_other_are_played_by_all_engines(compiler: object) -> None:
    game = ruleslang.load_text(CROWD)
    matches = [game.start(seed=1, engine=engine) for engine in ENGINES]
    for match in matches:
        match.choose("2")

    assert [match.fault for match in matches] == [None] * len(ENGINES)
    assert len({match.hash() for match in matches}) == 1
    assert game.resume(matches[-1].to_json(), engine="interpreter").decision is not None
    assert matches[-1].why(0, "stage", 1).reasons[0].sentence.text != "you are not asked now"
    matches[-1].choose("1")
    assert from_line(matches[-1].record()).winners == (0,)


def test_members_that_are_looked_at_are_taken_from_the_budget_of_a_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ruleslang.source.budget.STEPS_A_SECOND", 2_000)  # time is no limit here
    match = ruleslang.load_text(CROWD).start(seed=1)
    before = match.hash()

    with pytest.raises(UsedUp, match="20,000 steps"), budget(10):
        match.choose("2")

    assert match.fault is None
    assert match.hash() == before


def test_a_save_goes_on_where_the_match_can_be_repeated(ahead: ruleslang.Match) -> None:
    resumed = ahead.game.resume(ahead.to_json())

    assert resumed.hash() == ahead.hash()
    resumed.choose("2")
    assert resumed.is_over
    assert resumed.fault is None


@pytest.mark.parametrize("engine", ENGINES[1:])
def test_a_save_names_the_engine_that_played_the_match(
    compiler: object, engine: ruleslang.EngineName
) -> None:
    match = ruleslang.load_text(DICE).start(seed=3, engine=engine)
    texts = [match.to_json()]
    match.choose("1")
    texts.append(match.to_json())

    assert [json.loads(text)["engine"] for text in texts] == [engine] * 2


def test_a_save_that_names_no_engine_is_refused() -> None:
    game = ruleslang.load_text(DICE)
    forged = seal({**unseal(game.start(seed=3).to_json()), "engine": "abacus"})

    with pytest.raises(ruleslang.Refused, match="it names no engine: `abacus`"):
        game.resume(forged)


def test_an_engine_that_stops_sooner_reports_why_it_does_not_resume(ahead: ruleslang.Match) -> None:
    text = ahead.to_json()

    with pytest.raises(ruleslang.Refused, match=NO_MEMORY):
        ahead.game.resume(text, engine="interpreter")


def test_requests_that_only_the_interpreter_can_answer_are_refused_in_words(
    ahead: ruleslang.Match,
) -> None:
    tellings: tuple[Callable[[], object], ...] = (
        lambda: ahead.story(0),
        lambda: ahead.why(1, "throw"),
        lambda: ahead.under_way(1),
    )
    for describe in tellings:
        with pytest.raises(EnginesDiffer, match=NO_MEMORY):
            describe()
    is_kept_by_c = isinstance(ahead.engine, CMatch)  # C keeps the events of a match
    if not is_kept_by_c:
        with pytest.raises(EnginesDiffer, match=NO_MEMORY):
            ahead.events  # noqa: B018
    ahead.choose("2")
    with nullcontext() if is_kept_by_c else pytest.raises(EnginesDiffer, match=NO_MEMORY):
        ahead.record()

    assert isinstance(EnginesDiffer(), ruleslang.RuleslangError)
    assert ahead.outcome is not None


def test_a_replay_reports_that_the_match_stops(interpreter_is_full: Callable[[], None]) -> None:
    game = ruleslang.load_text(DICE)
    match = game.start(seed=3)
    match.choose("1")
    match.choose("1")
    record = from_line(match.record())
    interpreter_is_full()

    found = replay(game.program, record)

    assert found is not None
    assert found.replayed == f"the match stops with {NO_MEMORY}"


def test_a_match_that_asks_for_chance_is_read_where_the_interpreter_stops(
    interpreter_is_full: Callable[[], None],
) -> None:
    match = ruleslang.load_text(DICE).start(chance="asked")
    match.choose("1")
    match.choose("6")
    interpreter_is_full()
    match.choose("1")
    match.choose("5")

    assert match.fault is None
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert match.view(0).player == 0
    assert match.copy().hash() == match.hash()
