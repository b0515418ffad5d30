"""The verdicts of `validate` on properties: broken in a game, proved, searched, or not met."""

from __future__ import annotations

import pytest

from ruleslang.engine.choose_engine import engine_named
from ruleslang.evaluation.consistency.properties import BreachSearch, Verdict, verdicts
from ruleslang.language.checks.subject import Subject
from ruleslang.library.load import load_text
from ruleslang.program.program import Compiled

HEAD = """rulebook mill "The mill"
    language 1
    players 2: home, away
    starts with game

state sacks(player): 0..9 = 3

"""
SURE = """phase game
    take turns p among players
        p chooses taken "sacks to take away" from 1..2
        subtract smaller(taken, sacks(p)) from sacks(p)
        if sacks(p) is 0: p wins

"""
BY_CHANCE = """die d6: 1..6

phase game
    take turns p among players
        roll d6 as wind
        p may do give
        if wind is 6: p wins

action give by p choosing n from 1..2
    only if sacks(p) + n <= 9
    add n to sacks(p)

"""
"""In games by chance a player is asked whether to give one or two sacks, and has nine at most."""
PAIRS = BY_CHANCE.replace("add n to", "add 2 to")


def loaded(text: str) -> tuple[Subject, Compiled]:
    found = load_text(text)
    assert found.compiled is not None, found.diagnostics
    return Subject(found.compiled, found.spans), found.compiled


def found(text: str, seconds: float = 1.0) -> list[Verdict]:
    subject, compiled = loaded(text)
    hunt = BreachSearch(compiled, 1)
    hunt.opening()
    hunt.search_all(seconds * 0.4)
    return list(verdicts(subject, hunt, seconds * 0.6))


@pytest.mark.parametrize(
    ("property", "grade", "by"),
    [
        ('always "six": sacks(home) + sacks(away) <= 6', "proved", "the possible values"),
        ('always "cards": number of cards is 0', "proved", ""),
        ('always "one loses": sacks(home) > 0 or sacks(away) > 0', "proved", "all "),
        ('never "both low": for every p in players: sacks(p) is 1', "broken", "2 decisions"),
        ('never "at once": sacks(home) is 3', "broken", "0 decisions"),
    ],
)
def test_a_game_without_chance(property: str, grade: str, by: str) -> None:
    (verdict,) = found(HEAD + SURE + property + "\n")

    assert verdict.grade == grade
    assert by in verdict.by


@pytest.mark.parametrize(
    ("state", "grade"), [("counted: 0..9", "not met"), ("counted: 0..9 = 0", "proved")]
)
def test_what_may_be_read_before_it_is_set_is_not_proved(state: str, grade: str) -> None:
    text = (
        HEAD
        + f"state {state}\n"
        + PAIRS.replace("phase game\n", "phase game\n    set counted to 1\n")
    )
    (verdict,) = found(text + 'always "one figure": counted <= 9\n', 0.2)

    assert verdict.grade == grade


@pytest.mark.parametrize(
    ("condition", "is_proved"),
    [
        ("sacks(away) <= 9", True),
        ("sacks(third) <= 9", False),  # no two players have a third
        ("for every p in players: sacks(p) <= 9", True),
        ("number of lane(2) <= 9", False),  # where there is one lane
        ("lowest of sacks(p) over p in (players where sacks(it) > 8) <= 9", False),  # of nobody
    ],
)
def test_what_no_seat_or_place_may_have_is_not_proved(condition: str, is_proved: bool) -> None:
    option = 'option lanes "How many?": 1..2 = 1\n'
    lane = "kind sheet\ncard page x4: sheet\nzone lane(1..lanes): sheet, at most 4, seen by all\n\n"
    head = HEAD.replace("players 2: home, away", "players 2..3: home, away, third")
    (verdict,) = found(head + option + lane + PAIRS + f'always "so": {condition}\n', 0.0)

    assert (verdict.grade == "proved") == is_proved


def test_a_game_with_options_is_searched_with_the_default_ones() -> None:
    option = 'option prize "Who wins?"\n    the_first *\n    nobody_at_all\n\n'
    two_ends = "if prize is nobody_at_all and sacks(p) is 0: nobody wins\n        if sacks(p) is 0"
    text = HEAD + option + SURE.replace("if sacks(p) is 0", two_ends)
    property = 'always "one is left": sacks(home) > 0 or sacks(away) > 0\n'
    (verdict,) = found(text + property)

    assert (verdict.grade, "with the default options" in verdict.by) == ("searched", True)


def test_properties_that_no_game_broke_are_only_not_met() -> None:
    (verdict,) = found(HEAD + PAIRS + 'never "even": sacks(home) is 4\n', 0.2)

    assert verdict.grade == "not met"
    assert " other game" in verdict.by


def test_without_time_for_a_game_a_property_is_not_tried() -> None:
    (verdict,) = found(HEAD + PAIRS + 'never "even": sacks(home) is 4\n', 0.0)

    assert (verdict.grade, verdict.by) == ("not tried", "there was no time for a game")


def test_a_game_with_chance_breaks_a_property_soon() -> None:
    (verdict,) = found(HEAD + BY_CHANCE + 'always "four at most": sacks(home) <= 4\n')

    assert verdict.game is not None
    assert verdict.game.decisions <= 2


def test_a_property_that_only_the_end_of_a_match_breaks_is_broken() -> None:
    (verdict,) = found(HEAD + BY_CHANCE + 'never "a winner": winners is not empty\n', 0.5)

    assert verdict.grade == "broken"


@pytest.mark.parametrize("engine", ["interpreter", "wasm", "c"])
def test_all_engines_know_the_breach_when_the_measures_are_first_read(engine: str) -> None:
    compiled = loaded(HEAD + SURE + 'never "a winner": winners is not empty\n')[1]
    match = engine_named(engine, compiled.program).start(seed=1, measures=compiled.gathered)
    while match.decision is not None:
        match.choose(0)

    assert match.measures == {"breach of a winner": [1]}


def test_a_property_is_proved_by_the_search_of_all_positions_that_validate_makes() -> None:
    """The time for properties alone is too short for all positions."""
    subject, compiled = loaded(
        HEAD + SURE + 'always "one loses": sacks(home) > 0 or sacks(away) > 0\n'
    )
    hunt = BreachSearch(compiled, 1)
    assert hunt.search_all(10.0) is not None

    (proved,) = verdicts(subject, hunt, 1e-6)

    assert (proved.grade, proved.by) == ("proved", f"all {hunt.bound} existing positions")


def test_check_does_not_call_the_example_of_a_breach_useless() -> None:
    example = 'example "breaks: rich"\n    home chooses 1\n    when game\n'
    property = 'never "rich": sacks(home) > 9\n'
    slugs = [
        [one.slug for one in load_text(HEAD + SURE + each, lints=True).diagnostics]
        for each in (example, property + example)
    ]

    assert ["tests-nothing" in some for some in slugs] == [True, False]
