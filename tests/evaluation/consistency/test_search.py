"""Findings in play: undecided situations, stopped matches, endless matches."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve

from ruleslang.api import load as load_game
from ruleslang.evaluation.consistency import search as searching
from ruleslang.evaluation.consistency.endless_play import WholeGame, circles, goes_on, whole_game
from ruleslang.evaluation.consistency.findings import CAPPED, findings
from ruleslang.evaluation.consistency.games import Game
from ruleslang.evaluation.consistency.not_met import check as not_met
from ruleslang.evaluation.consistency.search import Sort, search
from ruleslang.language.checks.subject import Subject
from ruleslang.library.load import load, load_text
from ruleslang.program.program import Program
from tests.evaluation.consistency.played import played

GAPS = """rulebook gaps "Gaps"
    language 1
    players 2..3
    starts with game

kind token
    has rank: 1..3
card low: token
    rank: 1
card high: token
    rank: 3
zone pile: token, ordered, seen by all
zone hand(player): token, seen by all
state n: 0..3 = 0

phase game
    move cards to pile
    for each p in players
        give(p)
        grab(p)
    add 2 to n
    decide
    add 2 to n
    nobody wins

procedure decide
    first_player chooses sure from {yes, no}
    pick best from {p1, p2} by order
    pick none_left from (hand(best) where rank(it) is 2) by chance
    move none_left to pile

value first_player: player = p1

procedure give(p: player)
    p chooses c from hand(p)
    move c to pile

procedure grab(p: player)
    move top(pile) to hand(p)
    set n to 0
"""

SLUG_OF_PAYOFF = "winner-not-paid-more"


def program_of(text: str) -> Program:
    compiled = load_text(text).compiled
    assert compiled is not None
    return compiled.program


def test_what_no_rule_decides_is_noted_with_its_line() -> None:
    program = program_of(GAPS)

    found = played(program)

    seen: dict[Sort, set[str]] = {}
    for one in found.seen:
        text = program.origins[one.origin].excerpt.split("\n")[0].strip()
        seen.setdefault(one.sort, set()).add(text)
    assert seen["nobody to choose"] == {"p chooses c from hand(p)"}
    assert seen["nothing to move"] == {"move top(pile) to hand(p)"}
    assert seen["tie"] == {"pick best from {p1, p2} by order"}
    assert seen["nothing to pick"] == {
        "pick none_left from (hand(best) where rank(it) is 2) by chance"
    }
    assert seen["fault"] == {"add 2 to n"}


LACKING = GAPS.replace("card low: token", "card low x2: token").replace(
    "    move top(pile) to hand(p)\n    set n to 0\n",
    "    move top(pile, 9) to hand(p)\n"
    "    p must do lift, if impossible nothing\n"
    "    pass_by(p)\n    p must do lift\n"
    "\nprocedure pass_by(p: player)\n    p chooses one of\n        go if n > 2: nothing\n"
    "\naction lift by p\n    only if n > 2\n    set n to 0\n",
)


def test_what_must_be_done_and_cannot_and_what_is_too_few_is_noted() -> None:
    program = program_of(LACKING)

    found = played(program)

    seen = {(one.sort, program.origins[one.origin].excerpt.strip()) for one in found.seen}
    assert ("too few to move", "move top(pile, 9) to hand(p)") in seen
    assert ("nothing to do", "p must do lift") in seen
    assert ("no branch is open", "p chooses one of go if n > 2: nothing") in seen
    assert ("nothing to do", "p must do lift, if impossible nothing") not in seen


def test_a_position_that_comes_back_is_found() -> None:
    _a_position_comes_back("masks", 2.0)


@pytest.mark.long
def test_a_position_that_comes_back_is_found_in_a_long_game() -> None:
    _a_position_comes_back("worldies", 30.0)


def _a_position_comes_back(name: str, seconds: float) -> None:
    compiled = load(name).compiled
    assert compiled is not None

    found = circles(compiled.program, seconds)[0]

    match = load_game(name).start(seed=found.game.seed, players=found.game.players)
    hashes = [match.hash()]
    for pick in found.game.picks:
        match.choose(pick)
        hashes.append(match.hash())
    assert hashes.count(hashes[-1]) >= found.times
    assert compiled.program.origins[found.loop].excerpt.startswith("take turns p among players")


def test_a_game_that_ends_has_no_circle() -> None:
    compiled = load("tic_tac_toe").compiled
    assert compiled is not None

    assert circles(compiled.program, 0.5) == ()


LONG = """rulebook long "Long"
    language 1
    players 1
    starts with game

option rounds "How many?"
    two *
    five

phase game
    repeat (5 when rounds is five otherwise 2) times: p1 chooses n from 1..2
    nobody wins
"""


def after_ten_games(games: int, decisions: int) -> None:
    if games == 10:
        raise KeyboardInterrupt


def test_games_that_are_left_before_their_end_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    program = program_of(LONG)
    monkeypatch.setattr(searching, "LONGEST", 3)

    searched = search(program, 60.0, report=after_ten_games)

    assert (searched.games, searched.left) == (10, 5)


FREE = """rulebook free "Free"
    language 1
    players 1
    starts with game

state up: yes or no = no
state rounds: 0..9 = 0

phase game
    repeat 3 times
        round
    nobody wins

phase round
    p1 may do flip as often as allowed
    add 1 to rounds

action flip by p
    set up to not up
"""


def test_one_player_who_goes_on_alone_is_a_circle_of_its_own() -> None:
    program = program_of(FREE)

    (found,) = circles(program, 5.0)

    assert program.origins[found.loop].excerpt == "p1 may do flip as often as allowed"
    paid = FREE.replace("    set up", "    pays up\n    set up")
    assert circles(program_of(paid), 1.0) == ()


def test_the_loop_of_a_game_that_its_cap_ends_is_reported() -> None:
    endless = FREE.replace("repeat 3 times", "repeat until rounds is 9").replace(
        "    add 1 to rounds\n", ""
    )
    loaded = load_text(
        endless.replace(
            "starts with game", "at most 80 decisions, then nobody wins\n    starts with game"
        )
    )
    assert loaded.compiled is not None
    searched = played(loaded.compiled.program)

    log = findings(Subject(loaded.compiled, loaded.spans), searched)

    (one,) = [each for each in log if each.message == CAPPED]
    assert one.diagnostic is not None
    assert one.diagnostic.span.text == "repeat until rounds is 9"


def test_all_positions_of_a_small_game_are_searched() -> None:
    chosen = FREE.replace("p1 may do flip as often as allowed", "p1 chooses n from 1..2")

    assert whole_game(program_of(chosen), 5.0) == WholeGame(4, None)
    endless = chosen.replace("repeat 3 times", "repeat until rounds is 9")
    stuck = whole_game(program_of(endless.replace("    add 1 to rounds\n", "")), 5.0)
    assert stuck == WholeGame(1, Game(1, 1, (), ()))
    assert whole_game(program_of(GAPS.replace("    decide\n", "    shuffle pile\n")), 5.0) is None


def test_a_branch_that_is_never_open_is_reported_with_the_number_of_questions() -> None:
    text = """rulebook closed "Closed"
    language 1
    players 1: home
    starts with game

state n: 0..9 = 0

phase game
    repeat 3 times
        home chooses one of
            wait: add 1 to n
            win if n is 5: home wins
            lose if n is 1: nobody wins
    nobody wins
"""
    loaded = load_text(text)
    assert loaded.compiled is not None
    found = findings(Subject(loaded.compiled, loaded.spans), played(loaded.compiled.program))

    closed = [one.message for one in found if "not open" in one.message]
    assert [message.partition(" was ")[0] for message in closed] == ["`win`"]


def test_a_procedure_that_only_examples_run_is_not_reported_as_unused() -> None:
    text = """rulebook shown "Shown"
    language 1
    players 1: home
    starts with game

state n: 0..9 = 0

phase game
    home chooses k from 0..1
    set n to k
    nobody wins

procedure once
    set n to 2

example "once"
    when once
    then n is 2
"""
    loaded = load_text(text)
    assert loaded.compiled is not None
    found = findings(Subject(loaded.compiled, loaded.spans), played(loaded.compiled.program))

    assert [one.message for one in found] == []


PAID = """rulebook race "A race"
    language 1
    players 2: home, away
    starts with game
    payoff gain

state points(player): 0..18 = 0

value gain(p: player): 0..1 = 1 when points(p) > LEAST otherwise 0

phase game
    for each p in players
        p chooses n "points" from 0..18
        set points(p) to n
    if points(home) is points(away): nobody wins
    (players with highest points(it)) win
"""


def test_a_winner_who_is_paid_no_more_is_reported_with_the_line_of_the_payoff() -> None:
    text = PAID.replace("LEAST", "12")
    loaded = load_text(text)
    assert loaded.compiled is not None

    subject = Subject(loaded.compiled, loaded.spans)
    found = findings(subject, played(loaded.compiled.program))

    (one,) = (one for one in found if one.diagnostic and one.diagnostic.slug == SLUG_OF_PAYOFF)
    assert one.diagnostic is not None and one.diagnostic.span.text.startswith("value gain")
    assert [label.span.text for label in one.diagnostic.labels] == [
        "(players with highest points(it)) win"
    ]
    assert one.game is not None


def test_a_payoff_with_the_same_condition_as_the_winner_is_not_reported() -> None:
    found = search(program_of(PAID.replace("LEAST", "points(opponent(p))")), 0.5)

    assert not [one for one in found.seen if one.sort.startswith("paid")]


NEVER_SO = """rulebook rare "Rare"
    language 1
    players 2
    starts with game

option feast "Is there a feast?"
    no *
    yes
kind token
    has rank: 1..3
card low x4: token
    rank: 1
card high x4: token
    rank: 3
zone pile: token, ordered, seen by all
state n: 0..99 = 0
state eaten: 0..99 = 0

phase game
    move cards to pile
    p1 chooses m from 1..9
    for each c in pile: count(c)
    nobody wins

procedure count(c: token)
    if n is 1: add 2 to n
    else: add rank(c) to n
    if n is 2: subtract 1 from n

while feast is yes
    after count(any) where n is 2
        add 1 to eaten
"""


def test_a_branch_that_no_game_takes_is_reported() -> None:
    compiled = load_text(NEVER_SO)
    assert compiled.compiled is not None
    subject = Subject(compiled.compiled, compiled.spans)
    searched = played(subject.program)

    log = {one.span.text.split("\n")[0].strip() for one, _ in not_met(subject, searched)}

    assert log == {"subtract 1 from n", "while feast is yes"}


def test_what_needs_another_answer_than_was_played_is_left_out() -> None:
    compiled = load_text(NEVER_SO)
    assert compiled.compiled is not None
    subject = Subject(compiled.compiled, compiled.spans)
    searched = evolve(played(subject.program), answers=Counter({(): 9}))

    log = {one.span.text.split("\n")[0].strip() for one, _ in not_met(subject, searched)}

    assert "while feast is yes" not in log


AUTOMATIC = """rulebook solo "Solo"
    language 1
    players 2: home, away
    automatic seats 0..1
    starts with game

state n: 0..9 = 0, stops at the ends

phase game
    repeat 3 times
        for each p in players: turn(p)
    home wins

procedure turn(p: player)
    p must do step

procedure turn_of_machine(p: player)
    add 2 to n

instead of turn(p) where p is automatic
    turn_of_machine(p)

after turn where n is 9
    add 1 to n

action step by p
    nothing
"""


def test_what_only_automatic_seats_do_is_left_out() -> None:
    compiled = load_text(AUTOMATIC)
    assert compiled.compiled is not None, compiled.diagnostics
    subject = Subject(compiled.compiled, compiled.spans)

    log = [one.message for one, _ in not_met(subject, played(subject.program))]

    assert log == ["`after turn where n is 9` was not reached in 1 game"]


STUBBORN = """rulebook thrift "Thrift"
    language 1
    players 2
    starts with game
    at most 50 decisions, then nobody wins

state coins(player): 0..40 = 0, stops at the ends
state worn: 0..99 = 0, stops at the ends

phase game
    take turns p among players until worn > 60
        p must do one of earn, walk, run
    nobody wins

action earn by p
    add 1 to coins(p)
action walk by p
    add 1 to worn
    set coins(p) to 0
action run by p
    add 1 to worn
    set coins(p) to 0
"""


def test_players_who_like_one_action_best_go_round_with_it() -> None:
    program = program_of(STUBBORN.replace("    at most 50 decisions, then nobody wins\n", ""))

    (circle,) = circles(program, 2.0)

    assert [program.origins[origin].line for origin in circle.chosen] == [14]


def test_a_match_that_its_cap_ends_goes_on() -> None:
    assert goes_on(program_of(STUBBORN), Game(1, 2, (), ()), 400)
    assert goes_on(
        program_of(STUBBORN.replace("worn is 60", "worn is 61")), Game(1, 2, (), ()), 400
    )


EXCHANGE = """rulebook exchange "Exchange"
    language 1
    players 2..6
    starts with game

kind token
card low x54: token
zone pile: token, ordered, seen by nobody
zone hand(player): token, seen by owner

phase game
    move cards to pile
    for each p in players
        p chooses one of
            fold: nothing
            stay
                p chooses n from 0..9
                move top(pile, n) to hand(p)
    for each p in players
        p chooses one of
            keep: nothing
            go_on: move top(pile) to hand(p)
    nobody wins
"""


def test_players_who_like_extremes_draw_all_there_is() -> None:
    searched = played(program_of(EXCHANGE), 200)

    assert any(one.sort == "nothing to move" and one.game.players == 6 for one in searched.seen)


CHANGING = """rulebook exchange "Exchange"
    language 1
    players 1: anna
    starts with game

kind playing_card
    has rank: 1..30
deck numbers of playing_card: rank in 1..30
zone pile: playing_card, ordered, seen by nobody
zone hand(player): playing_card, seen by owner

phase game
    move cards to pile
    shuffle pile
    move top(pile, 2) to hand(anna)
    change_cards
    anna wins

phase change_cards
    repeat
        anna chooses one of
            change
                anna chooses laid_back from hand(anna)
                move laid_back to pile at bottom
                move top(pile) to hand(anna)
            enough: stop
"""


def test_players_who_exchange_cards_forever_are_found_without_a_repeated_position() -> None:
    program = program_of(CHANGING)
    (circle,) = circles(program, 2.0)

    assert circle.alike
    assert program.origins[circle.loop].line == CHANGING.split("\n").index("    repeat") + 1
    assert circles(program_of(CHANGING.replace("    repeat", "    repeat 9 times")), 0.5) == ()


LAYOUTS = """rulebook heaps "Heaps"
    language 1
    players 2: home, away
    starts with game

option layout "How do they lie?"
    rows *
    stairs
    square

state heap: 0..9 = 0

phase game
    set heap to 3 when layout is rows otherwise 4 when layout is stairs otherwise 0
    take turns p among players
        if heap is 0: opponent(p) wins
        p must do take_away

action take_away by p choosing n "how many" from 1..2 where n <= heap
    subtract n from heap
"""


def test_an_answer_with_which_nobody_is_asked_anything_is_reported() -> None:
    loaded = load_text(LAYOUTS)
    assert loaded.compiled is not None

    subject = Subject(loaded.compiled, loaded.spans)
    log = findings(subject, played(loaded.compiled.program))

    (silent,) = (finding for finding in log if "nobody was asked anything" in finding.message)
    assert "`square`" in silent.message
    assert silent.game is not None and silent.game.options == (("layout", "square"),)


def test_an_answer_is_not_reported_where_nobody_is_asked_without_it_either() -> None:
    text = LAYOUTS.replace("when layout is rows otherwise 4", "when layout is rows otherwise 0")
    nobody = text.replace("set heap to 3", "set heap to 0")
    for one in (text, nobody):
        loaded = load_text(one)
        assert loaded.compiled is not None, loaded.diagnostics
        log = findings(Subject(loaded.compiled, loaded.spans), played(loaded.compiled.program))
        silent = [found for found in log if "nobody was asked anything" in found.message]
        assert bool(silent) is (one == text)


LEVY = """rulebook levies "Levies"
    language 1
    players 2: home, away
    starts with game
    at most 60 decisions, then nobody wins

kind coin
card copper "Copper" x8: coin

zone purse(player): coin, seen by all
zone box: coin, ordered, seen by all

phase game
    move cards to box
    shuffle box
    for each p in players: move top(box, 3) to purse(p)
    take turns p among players
        p may do hand_over

action hand_over by p
    let too_many = larger(0, number of purse(p) - 5)
    p chooses too_many of purse(p) as paid
    move paid to box
"""


def test_a_choice_that_is_always_empty_is_reported() -> None:
    loaded = load_text(LEVY)
    assert loaded.compiled is not None

    subject = Subject(loaded.compiled, loaded.spans)
    log = findings(subject, played(loaded.compiled.program))

    lines = [one.diagnostic.span.text for one in log if one.diagnostic and one.group == "not met"]
    assert "p chooses too_many of purse(p) as paid" in lines
