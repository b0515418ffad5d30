"""The log of others' actions for a person: all public events, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

from ruleslang.apps.cli.output import wrapped
from tests.apps.cli.conftest import Run

BOARD = """\
rulebook camp "Camp"
    players 2: ann, bob
    starts with game
words Way: north, south
kind food
card bread "Bread" x1: food
card soup "Soup" x1: food
card stew "Stew" x1: food
zone bag(player): food, seen by owner
zone buried(player): food, seen by nobody
zone eaten: food, seen by all
state fires: 0..9 = 0
phase game
    move cards to bag(bob)
    ann chooses one of
        sit: nothing
        stand: nothing
    evening(bob)
    ann chooses one of
        sleep: ann wins
        wake: bob wins
"""


def log(run: Run, body: str, *typed: str, bob: str = "random", board: str = BOARD) -> str:
    """What ann is told after her first choice."""
    Path("camp.rules").write_text(board + body)
    stdin = "".join(f"{line}\n" for line in ("1", *typed, "1")).encode()
    ran = run("play", "camp.rules", "--seed", "1", "--players", f"you,{bob}", stdin=stdin)
    assert ran.status == 0, ran.out + ran.err
    return ran.out.partition("> ")[2]


EAT = """\
phase evening(p: player)
    p must do one of eat
action eat "have supper" by p choosing c "what to eat" from bag(p) where c is FOOD
    move c to eaten
"""


def test_actions_are_logged_with_their_changes(run: Run) -> None:
    message = log(run, EAT.replace("c is FOOD", "c is food"))

    assert re.search(r"\n  bob: have supper: (Bread|Soup|Stew) → eaten\n", message)


def test_a_forced_choice_is_logged_like_any_other(run: Run) -> None:
    message = log(run, EAT.replace("c is FOOD", "c is soup"))

    assert "bob: have supper: Soup → eaten\n" in message


def test_a_card_that_the_reader_does_not_see_is_left_out(run: Run) -> None:
    message = log(
        run, EAT.replace("move c to eaten", "move c to buried(p)").replace("FOOD", "food")
    )

    assert "bob: have supper · 1 card: bag → buried\n" in message


def test_a_choice_of_only_unseen_cards_is_not_reported(run: Run) -> None:
    message = log(
        run,
        "phase evening(p: player)\n"
        '    p chooses c "what to hide" from bag(p)\n'
        "    move c to buried(p)\n"
        "    add 1 to fires\n",
    )

    assert "hide" not in message
    assert "  evening: 1 card: bag(bob) → buried(bob) · fires 0 → 1\n" in message


def test_nobody_learns_that_another_was_asked_and_did_nothing(run: Run) -> None:
    body = EAT.replace("must do one of eat", "may do eat")
    shy = 'player shy "Eats nothing"\n    avoid eat\n    otherwise chance\n'

    asked = log(run, body.replace("FOOD", "food") + shy, bob="shy")
    never_asked = log(run, body.replace("FOOD", "food and fires > 0") + shy, bob="shy")

    assert asked == never_asked
    assert "bob: " not in asked


def test_open_answers_are_shown_and_secret_ones_only_after_all_have_answered(run: Run) -> None:
    body = """\
phase evening(p: player)
    together
        bob chooses his "where to go" from Way
        ann chooses hers "where to wait" from Way
    if his is hers: add 1 to fires
"""
    before, _, after = log(run, body, "1").partition("ann: where to wait\n")

    assert after
    assert "where to go" not in before
    assert "  bob: where to go: " in after
    assert "  ann: where to wait: north" in after


IN_ORDER = """\
state embers: 0..9 = 0
die d6: 1..6
phase evening(p: player)
    move top_of(bag(p)) to eaten
    roll d6 as heat
    add 1 to embers
    add heat to fires
value top_of(s: set of food): food or none = first(s)
"""


def test_earlier_events_are_logged_first(run: Run) -> None:
    message = log(run, IN_ORDER)

    order = r"  evening: .*: bag\(bob\) → eaten · rolled d6: (.) · embers 0 → 1 · fires 0 → \1\n"
    assert re.search(order, message), message


def test_observed_events_are_logged_in_their_order_too(run: Run) -> None:
    Path("camp.rules").write_text(BOARD + IN_ORDER)

    out = run("play", "camp.rules", "--seed", "1", "--players", "random,random").out

    assert re.search(r"bag\(bob\) → eaten · rolled d6: . · embers 0 → 1 · fires 0 → ", out), out


SECRET = """\
state way(player): Way = north, seen by owner
phase evening(p: player)
    p chooses one of
        go_north: set way(p) to north
        go_south: go(p)
    p chooses where "where to go" from Way
    set way(p) to where
    p chooses logs "logs to burn" from 1..2
    add logs to fires
procedure go(p: player)
    set way(p) to south
"""


def test_secrets_of_a_rulebook_are_not_logged_when_they_are_chosen(run: Run) -> None:
    message = log(run, SECRET)

    assert "go north" not in message
    assert "go south" not in message
    assert "where to go" not in message
    assert "bob: logs to burn: " in message


def test_one_s_own_secret_choice_is_one_s_own_news(run: Run) -> None:
    Path("camp.rules").write_text(BOARD.replace("evening(bob)", "evening(ann)") + SECRET)

    out = run("play", "camp.rules", "--seed", "1", stdin=b"1\n2\n1\n1\n1\n").out

    assert "  ann: go south · way north → south\n" in out
    assert "  ann: where to go: north\n" in out


TURNS = """\
phase evening(p: player)
    take turns q among players starting with ann until fires >= 5
        turn(q)
phase turn(q: player)
    supper(q)
phase supper(q: player)
    add 1 to fires
    if fires >= 2
        q chooses wood "wood" from 1..2
        add wood to fires
"""


def test_each_phase_begins_a_line_and_the_one_at_hand_is_named(run: Run) -> None:
    message = log(run, TURNS, "1", "1")

    turns = "  ann: supper: fires 0 → 1\n  bob: turn\n  bob: supper: fires 1 → 2\n  bob: wood: "
    assert turns in message
    assert "  ann: supper: fires 3 → 4\n\n" in message


def test_a_match_that_the_decision_cap_ends_shows_the_count(run: Run) -> None:
    text = """\
rulebook idle "Idle"
    players 2
    starts with game
    at most 9 decisions, then nobody wins
state n: 0..1 = 0
phase game
    take turns p among players
        if n is 0
            p chooses one of
                go: set n to 1
                stay: set n to 1
"""
    Path("idle.rules").write_text(text)

    out = run("play", "idle.rules", "--players", "random,random").out

    assert "ended the match: 1 decision, and 8 times nobody had anything to choose." in " ".join(
        out.split()
    )


THROW = """\
die d6: 1..6
dice cup(player): 2 d6SEEN
phase evening(p: player)
    roll 2 d6 to cup(p)
    p chooses d "a die to throw again" from cup(p)
    roll d
"""


def test_a_die_that_is_rerolled_is_named_by_its_former_face(run: Run) -> None:
    message = log(run, THROW.replace("SEEN", ""))

    assert re.search(r"\n  bob: a die to throw again: [1-6] · cup: [1-6] [1-6]\n", message)


def test_a_die_that_others_do_not_see_is_not_named_by_its_face(run: Run) -> None:
    message = log(run, THROW.replace("SEEN", ", seen by owner"))

    assert not re.search(r"a die to throw again: [1-6]", message)


CHECK = """\
die d6: 1..6
words Result: better, worse
state nerve(player): 1..9 = 4
check fares(own: 0..99, risk: 0..99) answers Result
    roll d6 as luck
    answer better when own + luck > risk otherwise worse
phase evening(p: player)
    let how = fares(nerve(p), RISK)
    if how is better: add 1 to fires
    depending on how
        better: nothing
        worse: add 2 to fires
"""


def test_what_a_check_came_to_is_one_line(run: Run) -> None:
    message = log(run, CHECK.replace("RISK", "3"))

    line = r"  fares \(own 4, risk 3\): rolled d6: [1-6] → better · fires 0 → 1"
    assert re.search(rf"\n{line}\n", message)


def test_a_check_of_hidden_information_is_not_reported(run: Run) -> None:
    hidden = "kind food\n    has worth: 1..9 = 3\n"
    text = CHECK.replace("RISK", "sum of worth(c) over c in bag(bob)")

    message = log(run, text, board=BOARD.replace("kind food\n", hidden))

    assert "fares" not in message
    assert "rolled d6: " in message


def test_a_check_that_reads_hidden_information_is_not_reported(run: Run) -> None:
    hidden = "kind food\n    has worth: 1..9 = 3\n"
    text = CHECK.replace("RISK", "3").replace(
        "own + luck", "own + luck + highest of worth(c) over c in bag(bob)"
    )

    message = log(run, text, board=BOARD.replace("kind food\n", hidden))

    assert "fares" not in message
    assert "rolled d6: " in message


ROLLED_IN_A_PHASE = """\
die d6: 1..6
phase evening(p: player)
    let lit = strikes(p, ann)
    if lit: add 1 to fires
phase strikes(p: player, other: player) answers yes or no
    roll d6 as spark
    add 2 to fires
    answer spark > 1 or spark < 2
"""


def test_the_rolls_of_a_phase_that_is_a_check_are_logged_once(run: Run) -> None:
    message = log(run, ROLLED_IN_A_PHASE)

    assert re.search(r"\n  strikes \(bob, ann\): rolled d6: . → yes · fires 0 → 2\n", message)
    assert "\n  evening: fires 2 → 3\n" in message.replace("evening(bob)", "evening")
    assert message.count("rolled") == 1


def test_actions_after_a_phase_belong_to_the_phase_around_it(run: Run) -> None:
    message = log(
        run,
        "phase evening(p: player)\n"
        "    rest\n"
        "    move cards to eaten\n"
        "phase rest\n"
        "    add 1 to fires\n",
    )

    assert "\n  rest: fires 0 → 1\n  evening" in message


MATCHES = """\
rulebook cups "Cups"
    players 2: ann, bob
    starts with game
kind food
card bread "Bread" x2: food
zone bag(player): food, seen by all
zone plate(player): food, seen by all
state fires: 0..9 = 0, reset each one_match
phase game
    move cards to bag(ann)
    move first(bag(ann)) to bag(bob)
    one_match
    one_match
    ann wins
phase one_match
    together for each p in players
        p chooses one of
            eat
                move bag(p) to plate(p)
                p chooses n from 1..2
            fast: nothing
    add 1 to fires
"""


def test_a_match_of_bots_is_logged_phase_by_phase_and_each_event_once(run: Run) -> None:
    Path("cups.rules").write_text(MATCHES)

    out = " ".join(run("play", "cups.rules", "--players", "random,random").out.split())

    assert out.count("fires 0 → 1") == 2
    for name in ("ann", "bob"):
        _, both, plates = out.rpartition(" plate: ")
        eaten = (bool(both) and f"{name} Bread" in plates) or f"plate({name}): Bread" in out
        assert out.count(f"Bread: bag({name}) →") == eaten


def test_a_long_line_that_cannot_be_broken_at_dots_begins_where_others_do() -> None:
    facts = "  throw: " + "far " * 20 + "away · fires 0 → 1"

    assert wrapped(facts, 60).startswith("  throw: far")
