"""Rules of one moment: which do nothing, and which come out otherwise in the other order."""

from __future__ import annotations

from attrs import evolve

from ruleslang.evaluation.consistency.orders import Clash, clashes, meetings, useless
from ruleslang.evaluation.consistency.overruled import check
from ruleslang.language.checks.subject import Subject
from ruleslang.library.load import load_text
from tests.evaluation.consistency.played import played

GAME = """rulebook moments "Moments"
    language 1
    players 2: home, away
    starts with game

state a: 0..9 = 0, stops at the ends
state b: 0..9 = 0
state c: 0..9 = 0
value w: 0..9 = a

phase game
    repeat 5 times
        for each p in players: turn(p)
    if w > 3: home wins
    nobody wins

phase turn(p: player)
    p chooses n from 0..3
    set b to n
    add n to a
"""


def clashes_of(text: str) -> list[Clash]:
    compiled = load_text(GAME + text).compiled
    assert compiled is not None
    collected = meetings(compiled.program)
    played(compiled.program, meetings=collected)
    return [*clashes(compiled, collected)]


def overruled_lines(text: str) -> list[str]:
    loaded = load_text(GAME + text)
    assert loaded.compiled is not None
    subject = Subject(loaded.compiled, loaded.spans)
    return [one.span.text.split("\n")[0] for one in check(subject)]


SET_AND_ADD = """
before turn where b > 1
    add 1 to a
before turn where b > 2
    set a to 0
"""


def test_both_results_are_reported_with_the_game_that_leads_there() -> None:
    (clash,) = clashes_of(SET_AND_ADD)

    assert clash.pair.moment == "before `turn`"
    assert clash.shown == (("a", "0", "1"),)
    assert clash.game.decisions > 0


GROW_AND_WIN = """
before turn where b > 1
    set a to 5
before turn where b > 1
    if a > 4: home wins
    away wins
"""


def test_an_order_that_decides_who_wins_names_the_players() -> None:
    (clash,) = clashes_of(GROW_AND_WIN)

    assert clash.shown == (
        ("winners", "home", "away"),
        ("payoffs", "home 1, away 0", "home 0, away 1"),
    )


def test_rules_with_the_same_result_are_not_reported() -> None:
    assert clashes_of("\nafter turn\n    set a to 1\nafter turn\n    set c to 2\n") == []
    assert (
        clashes_of("\nafter turn\n    set a to b\nafter turn where b > 1\n    set c to 2\n") == []
    )


def test_rules_that_exclude_each_other_are_not_reported() -> None:
    text = "\nafter turn where b > 1\n    set a to 1\nafter turn where b <= 1\n    set a to 2\n"

    assert clashes_of(text) == []


def test_questions_that_only_come_later_are_not_reported() -> None:
    asked = "\nbefore turn\n    for each q in players\n        q chooses k from 0..1\n"

    assert clashes_of(f"\nbefore turn\n    set a to 1\n{asked}        set c to k\n") == []


def test_an_example_decides_the_order() -> None:
    decided = SET_AND_ADD + (
        '\nexample "it is set last"\n    given b is 3\n    home chooses 0\n'
        "    when turn(home)\n    then a is 0\n"
    )

    assert clashes_of(decided) == []


def test_the_last_change_of_a_value_is_reported() -> None:
    text = "\nmodify w where b > 1: becomes 1\nmodify w where b is 2: becomes 8\n"

    assert [one.shown[0][0] for one in clashes_of(text)] == ["w"]


def test_what_another_always_overrules_does_nothing() -> None:
    assert overruled_lines(
        "\nmodify w where a > 3: becomes 4\nmodify w where a > 1: becomes 5\n"
    ) == ["modify w where a > 3: becomes 4"]
    assert overruled_lines("\nafter turn\n    set a to 1\nafter turn\n    set a to 2\n") == [
        "after turn"
    ]
    assert overruled_lines("\nwhenever a > 7\n    home wins\nwhenever a > 8\n    away wins\n") == [
        "whenever a > 8"
    ]


NOBODY_YET = """
whenever there is p in players where p is active and a > 7
    p wins
whenever there is p in players where p is active and a > 7 and c is 0
    nobody wins
"""


def test_what_asks_the_same_and_more_of_a_member_does_nothing_either() -> None:
    assert len(overruled_lines(NOBODY_YET)) == 1
    assert overruled_lines(NOBODY_YET.replace("a > 7 and c", "a > 6 and c")) == []


def test_rules_that_are_overruled_only_sometimes_are_not_reported() -> None:
    assert (
        overruled_lines(
            "\nmodify w where a > 1: becomes 5\nmodify w where a > 3: becomes 4\n"
            "after turn\n    set a to 1\nafter turn where b > 1\n    set a to 2\n"
            "whenever a > 8\n    away wins\nwhenever a > 7\n    home wins\n"
        )
        == []
    )


def test_a_hook_on_other_arguments_overrules_nothing() -> None:
    text = "\nafter turn(home)\n    set a to 1\nafter turn({})\n    set a to 2\n"

    assert overruled_lines(text.format("away")) == []
    assert overruled_lines(text.format("home")) == ["after turn(home)"]


STRONGER = """
procedure cheer
    until game ends
        modify w: +3
procedure calm
    until game ends
        modify w: becomes 1
after turn where b is 1
    cheer
after turn where b is 2
    calm
before turn where w > 8
    set c to 1
"""


def test_a_change_that_another_cancels_is_reported_with_its_own_effect() -> None:
    (clash,) = clashes_of(STRONGER)

    assert clash.pair.by_stage
    ((name, both, alone),) = clash.shown
    assert (name, both) == ("w", "1")
    assert int(alone) > 1


def test_a_change_under_an_answer_to_an_option_is_intended() -> None:
    text = STRONGER.replace("after turn where b is 2\n    calm\n", "").replace(
        "procedure calm\n    until game ends\n        modify w: becomes 1\n",
        'option calmness "?"\n    soft *\n    full\n'
        "while calmness is full\n    modify w: becomes 1\n",
    )

    assert clashes_of(text) == []


def test_a_rule_without_effect_is_reported() -> None:
    text = "\nbefore mark\n    set c to 3\nprocedure mark\n    set c to 5\nafter turn\n    mark\n"
    compiled = load_text(GAME + text).compiled
    assert compiled is not None
    collected = meetings(compiled.program)
    played(compiled.program, meetings=collected)

    (found,) = useless(compiled.program, collected)

    origin = compiled.program.origins[found[0].effect.origin]
    assert origin.excerpt.startswith("before mark")


def test_a_rule_without_which_other_things_are_offered_does_something() -> None:
    text = """
after turn
    set c to 9
phase more(p: player)
    p chooses m from 0..c
    set a to m
before turn(p)
    more(p)
"""
    compiled = load_text(GAME + text).compiled
    assert compiled is not None
    collected = meetings(compiled.program)
    played(compiled.program, meetings=collected)

    found = [*useless(compiled.program, collected)]

    assert found == []


def test_a_rule_that_ends_games_does_something_in_those() -> None:
    rule = "\nafter turn\n    if w is 0: home wins\n    set c to 0\n"
    compiled = load_text(GAME.replace("repeat 5 times", "repeat 3 times") + rule).compiled
    assert compiled is not None
    collected = meetings(compiled.program)
    played(compiled.program, 400, meetings=collected)
    ((place, games),) = collected.alone.items()
    assert place in collected.last

    collected.alone[place] = [evolve(games[0], seed=seed, picks=(1,)) for seed in range(6)]

    assert [*useless(compiled.program, collected)] == []
    collected.last.clear()
    assert len([*useless(compiled.program, collected)]) == 1
