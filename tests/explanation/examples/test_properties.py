"""`always` and `never`: when they are read, in examples and in games of every engine."""

from __future__ import annotations

import pickle

import pytest

from ruleslang.engine.choose_engine import engine_named
from ruleslang.explanation.examples.properties import first_breach
from ruleslang.library.load import load_text
from ruleslang.program.program import Compiled
from ruleslang.program.serial import digest
from ruleslang.simulation.play_games import Batch, play_games, play_portion
from tests.support.example_results import run

MILL = """rulebook mill "The mill"
    language 1
    players 2: home, away
    starts with game

state held: 0..1 = 0
state carted: 0..9 = 0
state seen_by_nobody: 0..9 = 4, seen by nobody

phase game
    take turns p among players
        set held to 1
        p chooses taken "sacks to cart" from 1..2
        set held to 0
        add taken to carted
        if carted >= 4: p wins

"""
WHOLE = """
example "a match"
    home chooses 2
    away chooses 2
    when game
    then away wins
"""
LATER = """
example "the end of a match"
    given carted is 3
    home chooses 1
    when game
    then home wins
"""


def compiled(properties: str, examples: str = "") -> Compiled:
    loaded = load_text(MILL + properties + "\n" + examples)
    assert loaded.compiled is not None, loaded.diagnostics
    return loaded.compiled


def messages(properties: str, examples: str) -> list[str]:
    return [result.message for result in run(compiled(properties, examples)).examples]


def test_a_property_changes_nothing_that_is_played() -> None:
    assert digest(compiled("").program) == digest(compiled('never "a": carted > 3').program)


@pytest.mark.parametrize(
    ("property", "message"),
    [
        (
            'never "held at a question": held is 1',
            '`never "held at a question"` is broken: `held is 1` holds',
        ),
        (
            'always "below four at the end": carted <= 3',
            '`always "below four at the end"` is broken: expected carted <= 3; it is 4',
        ),
        ('never "between questions": held is 0 and carted is 2', ""),
        ('always "what nobody sees": seen_by_nobody is 4', ""),
        (
            'never "no value": 8 / (4 - carted) rounded down > 8',
            '`never "no value"` is broken: it cannot be read: division by 0',
        ),
    ],
)
def test_a_property_is_read_at_questions_and_at_the_end(property: str, message: str) -> None:
    assert messages(property, WHOLE) == [message]


def test_in_an_example_a_property_counts_from_where_it_first_holds() -> None:
    low = 'always "low": carted <= 2\n'
    again = 'always "even": carted is in {0, 2, 4}\nnever "four": carted is 4'

    assert messages(low, LATER) == [""]
    assert messages(low + again, LATER) == ['`never "four"` is broken: `carted is 4` holds']


def test_what_is_given_further_down_breaks_nothing() -> None:
    two = LATER.replace(
        "    when", "    given carted is 1\n    then carted is 1\n    given carted is 3\n    when"
    )

    assert messages('always "low": carted <= 2', two) == [""]


def test_a_failing_example_names_its_property() -> None:
    found = compiled('never "held": held is 1\nnever "end": carted is 4', WHOLE)

    assert run(found).examples[0].breaks is found.properties[0]


ENGINES = ("interpreter", "wasm", "c")
BROKEN = 'never "three": held is 1 and carted is 3\nalways "five at most": carted <= 5'


def batch(engine: str, properties: str = BROKEN) -> Batch:
    return Batch(compiled(properties), "", 20, 5, ("random", "random"), chunk=20, engine=engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_games_of_every_engine_break_the_same_properties_at_the_same_decisions(engine: str) -> None:
    games = play_games(batch(engine), range(20))

    assert games == play_games(batch("interpreter"), range(20))
    breaches = {game.fault for game in games if game.fault}
    assert breaches == {
        '`never "three"` is broken: `held is 1 and carted is 3` holds, after 2 decisions',
        '`never "three"` is broken: `held is 1 and carted is 3` holds, after 3 decisions',
    }


@pytest.mark.parametrize("engine", ENGINES)
def test_a_game_in_which_all_hold_is_as_without_properties(engine: str) -> None:
    kept = 'always "five at most": carted <= 5'

    assert play_games(batch(engine, kept), range(20)) == play_games(batch(engine, ""), range(20))


def test_games_that_c_only_counts_are_played_one_by_one_where_one_breaks_a_property() -> None:
    kept = play_portion(batch("c", 'always "five at most": carted <= 5'), range(20), True)

    assert not isinstance(kept, list)
    assert play_portion(batch("c"), range(20), True) == play_games(batch("c"), range(20))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_condition_that_meets_a_fault_is_broken_and_the_match_goes_on(engine: str) -> None:
    found = compiled('never "no value": 8 / (4 - carted) rounded down > 8')
    match = engine_named(engine, found.program).start(measures=found.gathered)
    while match.decision is not None:
        match.choose(1)

    assert match.fault is None
    assert list(match.measures.values()) == [[1]]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_copy_of_a_match_watches_for_itself(engine: str) -> None:
    found = compiled('never "three": held is 1 and carted is 3')
    match = engine_named(engine, found.program).start(measures=found.gathered)
    match.choose(0)
    other = match.copy()
    match.choose(1)
    other.choose(0)

    assert list(match.measures.values()) == [[1]]
    assert list(other.measures.values()) == [[]]


def test_the_first_breach_of_a_line_of_play() -> None:
    found = compiled('never "three": held is 1 and carted is 3\nnever "two": carted is 2')
    match = engine_named("interpreter", found.program).start()

    breach = first_breach(found, match, [1, 0, 0])

    assert breach is not None
    assert (breach.property.title, breach.decisions) == ("two", 1)


def test_what_is_gathered_is_made_once_and_travels() -> None:
    found = compiled('never "three": carted is 3')

    assert found.gathered is found.gathered
    assert pickle.loads(pickle.dumps(found)).gathered == found.gathered
