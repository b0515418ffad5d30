"""A finding is reported only if no game, no example and no line of coverage refutes it."""

from __future__ import annotations

from pathlib import Path

from ruleslang.evaluation.consistency.endless_play import Circle, whole_game
from ruleslang.evaluation.consistency.findings import Finding, findings
from ruleslang.evaluation.consistency.games import Game
from ruleslang.evaluation.consistency.search import every_answer
from ruleslang.evaluation.mutation import unnoticed
from ruleslang.language.checks.subject import Subject
from ruleslang.library.load import load_text
from ruleslang.program.statements import TakeTurns
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Severity
from tests.evaluation.consistency.played import played

CASES = Path(__file__).parent / "cases"


def found_in(text: str, seconds: float = 0.6) -> tuple[Finding, ...]:
    loaded = load_text(text)
    assert loaded.compiled is not None, loaded.diagnostics
    subject = Subject(loaded.compiled, loaded.spans)
    return findings(subject, played(subject.program))


def text_of(case: str) -> str:
    return (CASES / f"{case}.rules").read_text(encoding="utf-8")


def test_what_is_open_only_the_second_time_is_not_reported_as_never_open() -> None:
    text = text_of("done_the_second_time")

    assert not [one.message for one in found_in(text) if "`burn`" in one.message]
    never = text.replace("pays 1 from wood", "pays 2 from wood")
    assert [one.message for one in found_in(never, 3.0) if "`burn`" in one.message]


def test_moves_that_commute_are_not_reported_and_no_cost_is_advised_away() -> None:
    loaded = load_text(text_of("commuting_moves"))

    found = [*unnoticed.check(loaded, 4.0)]

    assert "pays 1 from wood" in {one.span.text for one in found}
    both = "move (stack where it is ash) to shed\n    move (stack where it is oak) to shed"
    assert both not in {one.span.text for one in found}
    assert all(one.help == "write an example in which it matters" for one in found)


def test_nothing_is_reported_of_a_state_that_only_never_went_back_to_its_start() -> None:
    assert not found_in(text_of("never_set_back"))


def test_a_tie_break_is_a_doubt_and_a_lower_payoff_a_contradiction() -> None:
    text = text_of("tie_break")
    lowest = text.replace("highest laps(it), then", "lowest laps(it), then")

    (doubt,) = (one for one in found_in(text) if "payoff" in one.message)
    groups = {one.group for one in found_in(lowest) if "payoff" in one.message}

    assert doubt.group == "doubtful"
    assert groups == {"contradictory", "doubtful"}


def test_a_game_that_the_end_of_the_time_cut_off_is_not_counted_as_a_different_one() -> None:
    text = MANY_ANSWERS.replace("OPTIONS", "").replace("20 times", "2 times").replace("9", "2")
    loaded = load_text(text)
    assert loaded.compiled is not None, loaded.diagnostics

    searched = played(loaded.compiled.program)

    assert searched.different <= 4


MANY_ANSWERS = """rulebook many "Many answers"
    language 1
    players 2
    starts with game

OPTIONS

phase game
    repeat 20 times: p1 chooses n from 1..9
    nobody wins
"""


def test_each_answer_of_each_option_is_played_once_before_any_is_played_again() -> None:
    options = "\n".join(
        f'option o{number} "Which?"\n    yes *\n    no\n    perhaps' for number in range(40)
    )
    loaded = load_text(MANY_ANSWERS.replace("OPTIONS", options))
    assert loaded.compiled is not None, loaded.diagnostics

    answers = [*every_answer(loaded.compiled.program)]

    assert len(answers) == 3
    assert played(loaded.compiled.program).not_tried == ()


def test_parts_that_an_example_reaches_are_not_reported_as_not_met() -> None:
    never = text_of("done_the_second_time").replace("pays 1 from wood", "pays 2 from wood")
    shown = (
        never
        + """
example "who has wood burns it"
    given wood is 2
    when left does burn
    then ash is 1
"""
    )

    assert [one.message for one in found_in(never, 3.0) if "`burn`" in one.message]
    assert not [one.message for one in found_in(shown) if "`burn`" in one.message]


def test_a_finding_has_a_grade_and_what_supports_it() -> None:
    never = text_of("done_the_second_time").replace("pays 1 from wood", "pays 2 from wood")
    unmet = [one for one in found_in(never, 3) if "`burn`" in one.message]
    found = [*unmet, *found_in(text_of("tie_break"))]

    assert [(one.grade, one.by.split()[0]) for one in found] == [
        ("not met", "in"),
        ("proved", "by"),
    ]


def test_what_no_card_of_the_table_is_is_proved_at_its_line() -> None:
    dead = [one for one in found_in(text_of("no_such_card"), 0.1) if one.group == "dead"]

    lines = [one.diagnostic.span.text for one in dead if one.diagnostic]
    assert lines == [
        "let strong = (camp where power(it) > 6)",
        "let low_riders = (camp where rides(it) and power(it) < 5)",
    ]
    assert {one.diagnostic.severity for one in dead if one.diagnostic} == {Severity.ERROR}
    assert {one.grade for one in dead} == {"proved"}


NEVER_SET = """rulebook unset "Never set"
    language 1
    players 2: home, away
    starts with game

state angry: yes or no = no
state score(player): 0..9 = 0

phase game
    home chooses n from 1..3
    turn(home)
    home wins

procedure turn(p: player)
    if angry: add 2 to score(p)
    add 1 to score(p)
"""
SHOWN_ANGRY = """
example "who is angry scores more"
    given angry is yes
    when turn(home)
    then score(home) is 3
"""


def test_parts_that_an_example_reaches_are_not_reported_as_impossible() -> None:
    dead = [one.message for one in found_in(NEVER_SET, 0.1) if one.group == "dead"]
    shown = [one.message for one in found_in(NEVER_SET + SHOWN_ANGRY, 0.1) if one.group == "dead"]

    assert len(dead) == 1
    assert shown == []


UNPLAYED = """rulebook unplayed "Unplayed"
    language 1
    players 2: home, away
    starts with game

kind spell
card storm "Storm": spell
    play
        you win
card breeze "Breeze": spell
    play
        set calm to yes
state calm: yes or no = no
zone hand(player): spell, seen by owner
zone spare: spell, seen by all

action cast by p choosing c from hand(p) where playable(c, p)
    perform c

phase game
    move (cards where it is breeze) to hand(home)
    move (cards where it is storm) to spare
    repeat 6 times: home may do cast
    nobody wins
"""


def test_a_play_that_no_game_reached_is_named_by_its_card() -> None:
    unmet = [one.message for one in found_in(UNPLAYED) if one.group == "not met"]

    assert [message for message in unmet if "storm" in message]
    assert not [message for message in unmet if message.startswith("`play` ")]


UNENDING = """rulebook ferry "To and fro"
    language 1
    players 2
    starts with game
    at most 150 decisions, then nobody wins

state bank: 0..1 = 0

phase game
    take turns p among players
        p chooses one of
            row_over: set bank to 1
            row_back: set bank to 0
"""


def test_a_loop_that_only_the_cap_ends_is_reported_once() -> None:
    loaded = load_text(UNENDING)
    assert loaded.compiled is not None
    subject = Subject(loaded.compiled, loaded.spans)
    searched = played(subject.program)
    (capped,) = (one for one in searched.seen if one.sort == "capped")
    (loop,) = find(subject.program, TakeTurns)
    circle = Circle(100, capped.game, loop.origin)

    def endless(shown: tuple[Circle, ...]) -> list[str]:
        return [one.message for one in findings(subject, searched, shown) if one.group == "endless"]

    assert endless(()) == ["only the decision cap ended the match"]
    (message,) = endless((circle,))
    assert "occurred 100 times" in message


def test_a_loop_that_nothing_ends_has_a_next_step() -> None:
    loaded = load_text(UNENDING.replace("    at most 150 decisions, then nobody wins\n", ""))
    assert loaded.compiled is not None
    subject = Subject(loaded.compiled, loaded.spans)
    found = findings(subject, played(subject.program, games=6))
    (endless,) = (one.diagnostic for one in found if one.group == "endless")

    assert endless is not None
    assert endless.help == "write a rule that ends it"


def test_a_loop_that_is_endless_by_its_text_is_reported_once_by_all_ways() -> None:
    loaded = load_text(UNENDING, lints=True)
    assert loaded.compiled is not None
    subject = Subject(loaded.compiled, loaded.spans)
    whole, searched = whole_game(subject.program, 2.0), played(subject.program)
    doubts = [one for one in loaded.diagnostics if one.slug == "never-ends"]

    def reports(doubts: list[Diagnostic]) -> list[str]:
        found = findings(subject, searched, warnings=doubts, whole_search=whole)
        return [one.message for one in found if one.group in ("endless", "doubtful")]

    (proved,) = reports(doubts)
    assert proved.startswith("this `take turns` never ends")
    assert reports([]) == ["only the decision cap can end a match from this position"]


NO_CARDS = """rulebook dig "Dig"
    language 1
    players 2
    starts with game

die d6: 1..6
state depth: 0..3 = 0

phase game
    take turns p among players
        roll d6 as pips
        p chooses one of
            wait: nothing
            dig: set depth to smaller(3, depth + 1)
        if depth is 3 and pips is 6: p wins
"""


def test_alike_positions_are_described_by_what_the_game_has() -> None:
    loaded = load_text(NO_CARDS)
    assert loaded.compiled is not None
    subject = Subject(loaded.compiled, loaded.spans)
    (loop,) = find(subject.program, TakeTurns)
    circle = Circle(100, Game(1, 2, (), ()), loop.origin, alike=True)
    messages = [one.message for one in findings(subject, None, (circle,))]

    assert any(message.startswith("equal states occurred 100 times") for message in messages)


LAST_TWO = """
rulebook last_two "Last two"
    players 3
    starts with game
    at most 100 decisions, then nobody wins

state lives(player): 0..2 = 2

whenever there is p in players where lives(p) is 0
    eliminate p
whenever number of players is 1
    players win

phase game
    take turns p among players
        p must do hit
    nobody wins

action hit by p choosing q from players except {p}
    subtract 1 from lives(q)
"""


def test_a_warning_about_what_may_happen_is_not_called_proved() -> None:
    loaded = load_text(LAST_TWO, lints=True)
    assert loaded.compiled is not None, loaded.diagnostics

    found = findings(Subject(loaded.compiled, loaded.spans), None, warnings=loaded.diagnostics)

    grades = {one.diagnostic.slug: one.grade for one in found if one.diagnostic}
    assert grades["last-one-left"] == "searched"
    assert grades["turn-of-eliminated"] == "proved"


DEAL = """rulebook too_many "Too many"
    language 1
    players 2..6
    starts with game

kind tile
    has n: 1..20
deck tiles of tile: n in 1..20
zone bag: tile, ordered, seen by nobody
zone hand(player): tile, seen by owner

phase game
    move cards to bag
    shuffle bag
    for each p in players: move top(bag, 5) to hand(p)
    p1 chooses c from hand(p1)
    if n(c) > 9: p1 wins
    nobody wins
"""


def test_a_deal_of_more_cards_than_there_are_is_reported_once() -> None:
    loaded = load_text(DEAL, lints=True)
    assert loaded.compiled is not None, loaded.diagnostics
    subject = Subject(loaded.compiled, loaded.spans)
    found = findings(subject, played(subject.program), warnings=loaded.diagnostics)

    lines = [one.diagnostic.slug for one in found if one.diagnostic is not None]
    assert lines.count("too-few-for-all") == 1
    assert "not-decided" not in lines
