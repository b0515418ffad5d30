"""Rules of one moment that may act together, which no game has met."""

from __future__ import annotations

from ruleslang.evaluation.consistency.overruled import may_clash as check
from ruleslang.language.checks.subject import Subject
from ruleslang.library.load import load_text
from tests.support.every import every

GAME = """rulebook clash "Clash"
    language 1
    players 2: home, away
    starts with game

state score(player): 0..9 = 0
state tired(player): yes or no = no
value limit(p: player): 0..9 = 4

phase game
    repeat 3 times
        for each p in players
            round(p)
    nobody wins

procedure round(p: player)
    p chooses n from 0..limit(p)
    set score(p) to n
    set tired(p) to (n > 3)

"""
MODIFIERS = """modify limit(p) where score(p) > 5: becomes 6
modify limit(p) where {}: becomes {}
"""
HOOKS = """after round(p) where score(p) > 5
    set score(p) to 1

after round(p) where {}
    set score(p) to {}
"""
WINNERS = """whenever there is p in players where score(p) > 7
    p wins
whenever {}
    {} win
"""
TOGETHER = "their order in the text then decides"


def log(text: str) -> list[str]:
    loaded = load_text(GAME + text)
    assert loaded.compiled is not None, loaded.diagnostics
    return [each.message for each in check(Subject(loaded.compiled, loaded.spans), ())]


@every(
    "text",
    [
        MODIFIERS.format("tired(p)", 2),
        MODIFIERS.format("score(p) > 3", 2),
        HOOKS.format("tired(p)", 2),
        WINNERS.format("tired(home) and tired(away)", "players"),
    ],
)
def test_rules_that_can_act_together_with_different_effects_are_reported(text: str) -> None:
    (message,) = log(text)

    assert TOGETHER in message


@every(
    "text",
    [
        MODIFIERS.format("score(p) < 5", 2),
        MODIFIERS.format("tired(p)", 6),
        HOOKS.format("score(p) < 3", 2),
        HOOKS.format("tired(p)", 1),
        WINNERS.format("score(home) < 0", "players"),
    ],
)
def test_rules_that_exclude_each_other_or_come_to_the_same_are_not(text: str) -> None:
    assert log(text) == []


def test_the_case_is_shown_by_its_values() -> None:
    (message,) = log(MODIFIERS.format("tired(p)", 2))

    assert message == (
        f"two rules can act together on `limit`, and {TOGETHER}, "
        "for example if `score(p)` is 6, `tired(p)` holds"
    )


def test_a_call_in_the_case_is_shown_as_it_is_written() -> None:
    (message,) = log(HOOKS.format("tired(home) and score(away) > 1", 2))

    assert message.endswith("if `score(away)` is 2, `score(p)` is 6, `tired(home)` holds")


def test_an_order_that_an_example_tests_is_decided() -> None:
    shown = """
example "who is tired is held back, whatever he scored"
    given tired(home) and score(home) is 8
    then limit(home) is 2
"""

    assert log(MODIFIERS.format("tired(p)", 2) + shown) == []


def test_a_rule_that_may_keep_another_from_ending_the_match_is_reported() -> None:
    text = """
whenever there is p in players where score(p) >= 5
    p wins
whenever there is p in players where score(p) >= 5
    set score(p) to 0
"""

    (message,) = log(text)
    assert TOGETHER in message
