"""Why something is offered, why not, and how a value comes about."""

from __future__ import annotations

from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.explanation.why.explain_choice import Reason, why_not, why_offered
from ruleslang.explanation.why.explain_value import why_value
from ruleslang.program.program import Compiled
from tests.engine.interpreter.rulebooks import choose, compiled, started

BODY = """
state energy(player): 0..9 = 3
state mood: 0..9 = 1
kind spell
card fire "Fire" x2: spell
    play in moment choosing n from 1..5
        only if mood > 0
        pays n from energy(you)
        add 1 to mood
card ice "Ice": spell
    play in answer_time
        nothing
card crown "Crown": spell
    while in front(you)
        modify power(you): + 2, times 3
zone hand(player): cards, at most 3, seen by owner
zone front(player): cards, seen by all
zone heap: cards, at most 1, seen by all
value power(p: player): 0..99 = 5
modify power(any): at most 18
modify power(home): + mood

window moment
    asks players
    offers cast
    closes when all pass

window answer_time
    asks players
    offers cast
    closes when all pass

action cast by p choosing s from hand(p)
    only if playable(s, p)
    perform s

action burn by p choosing c from hand(p)
    limit 1 per game
    pays 2 from energy(p), 2 from energy(p)
    move c to heap

phase game
    move (cards where it is fire or it is ice) to hand(home)
    move (cards where it is crown) to front(home)
    home chooses one of
        attack "go": open moment
        wait_here: open moment
    nobody wins
"""


def found() -> tuple[Compiled, InterpretedMatch]:
    return compiled(BODY), started(BODY)


def kinds(reasons: tuple[Reason, ...]) -> list[str]:
    return [reason.kind for reason in reasons]


def test_an_offered_play_names_action_card_and_window() -> None:
    match = started(BODY)
    choose(match, "attack")
    decision = match.decision
    assert decision is not None
    reasons = why_offered(match, decision, decision.choices[0])

    assert kinds(reasons) == ["action", "window"]
    assert all(reason.origin >= 0 for reason in reasons)


def test_a_branch_names_its_menu() -> None:
    match = started(BODY)
    decision = match.decision
    assert decision is not None
    reasons = why_offered(match, decision, decision.choices[0])

    assert kinds(reasons) == ["statement", "statement"]


def test_a_cost_that_cannot_be_paid_together() -> None:
    _, match = found()
    home = match.population.players[0]
    fire = match.population.titles["fire"]
    reasons = why_not(match, home, "burn", (fire,))

    assert [reason.text for reason in reasons] == [
        "`pays 2 from energy(p), 2 from energy(p)` cannot be paid"
    ]


def test_a_play_of_another_window() -> None:
    match = started(BODY)
    home = match.population.players[0]
    titles = match.population.titles

    assert kinds(why_not(match, home, titles["fire"])) == ["window"]
    choose(match, "attack")

    assert why_not(match, home, titles["fire"]) == ()
    assert [r.text for r in why_not(match, home, titles["ice"])] == [
        "it is offered only in `answer_time`"
    ]
    assert kinds(why_not(match, home, titles["fire"], (5,))) == ["cost"]


def test_nobody_who_may_act_gets_no_as_answer() -> None:
    match = started(BODY)
    choose(match, "attack")
    home = match.population.players[0]

    assert why_not(match, home, "cast") == ()


def test_who_holds_nothing_has_nothing_to_choose() -> None:
    match = started(BODY)
    away = match.population.players[1]
    reasons = why_not(match, away, "burn")

    assert [reason.text for reason in reasons] == ["there is nothing to choose from"]


def test_a_value_is_explained_stage_by_stage() -> None:
    _, match = found()
    home = match.population.players[0]
    story = why_value(match, "power", (home,))

    assert (story.base, story.value) == (5, 18)
    assert [(step.stage, step.amount, step.after, step.source) for step in story.steps] == [
        ("+", 1, 6, ""),
        ("+", 2, 8, "crown"),
        ("times", 3, 24, "crown"),
        ("at most", 18, 18, ""),
    ]


def test_a_reason_names_the_window_that_is_wanted() -> None:
    _, match = found()
    home = match.population.players[0]
    reason = why_not(match, home, match.population.titles["ice"])[0]

    assert reason.kind == "window" and "answer_time" in reason.text
