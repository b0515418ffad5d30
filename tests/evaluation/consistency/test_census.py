"""Undecided situations that only playing reveals."""

from __future__ import annotations

import pytest

from ruleslang.evaluation.consistency.findings import findings
from ruleslang.language.checks.subject import Subject
from ruleslang.library.load import load_text
from tests.evaluation.consistency.played import played

TEXT = """rulebook shares "Shares"
    language 1
    players 2
    starts with game

state folded(player): yes or no = no

phase game
    for each p in players
        p chooses one of
            fold: set folded(p) to yes
            stay: nothing
    let some = (players where folded(it))
    if some is not empty: set active to first(some)
    finish

procedure finish
    (players where not folded(it)) win
"""
SHOWN = """
example "when all have folded, nobody wins"
    given folded(p1) and folded(p2)
    when finish
    then nobody wins
"""


def log(text: str) -> set[tuple[str, str]]:
    loaded = load_text(text)
    assert loaded.compiled is not None
    searched = played(loaded.compiled.program)
    return {
        (one.message, one.diagnostic.span.text)
        for one in findings(Subject(loaded.compiled, loaded.spans), searched)
        if one.group in ("decided by the engine", "doubtful") and one.diagnostic is not None
    }


def test_a_set_of_winners_in_which_nobody_is_and_the_first_of_several_are_noted() -> None:
    found = log(TEXT)

    assert {line for _, line in found} == {
        "(players where not folded(it)) win",
        "set active to first(some)",
    }
    assert any("nobody wins" in message for message, _ in found)


def test_what_an_example_shows_is_decided() -> None:
    assert {line for _, line in log(TEXT + SHOWN)} == {"set active to first(some)"}


DUG = """rulebook dug "Dug"
    language 1
    players 2
    starts with game

kind stone
    has worth: 0..3
deck stones x3 of stone: worth in 0..3
zone pile: stone, ordered, seen by nobody
zone heap: stone, seen by all
zone mine(player): stone, ordered, seen by all

phase game
    move cards to pile
    shuffle pile
    move top(pile, 6) to heap
    let best = first(pile where worth(it) > 1), surely
    move best to mine(p1)
    move first(pile) to mine(p2)
    move first(heap) to mine(p1)
    move first(mine(any) where worth(it) < 3) to heap
    if worth(best) > 2: p1 wins
    p2 wins
"""


def test_the_first_of_a_pile_is_its_topmost_card() -> None:
    assert {line for _, line in log(DUG)} == {
        "move first(heap) to mine(p1)",
        "move first(mine(any) where worth(it) < 3) to heap",
    }


ROUNDS = """rulebook rounds "Rounds"
    language 1
    players 2: home, away
    starts with game

kind token
    has rank: 1..3
card low x6: token
    rank: 1
zone pile: token, ordered, seen by nobody
zone hand(player): token, seen by owner
zone laid: token, seen by all
board field: line 3, one piece per space
piece man x1 per player on field

phase game
    move cards to pile
    for each p in players
        move top(pile) to hand(p)
    repeat 2 times
        home chooses s from field where piece_on(s) is none
        move first(pieces(home) where space(it) is none) to s
        together
            home chooses ours from hand(home)
            away chooses theirs from hand(away)
        move ours to laid
        move theirs to laid
    draw
    nobody wins

procedure draw
    if pile is empty: move laid to pile
    move top(pile) to laid
    move pile to laid
    if pile is empty: nobody wins
    move top(pile) to laid
"""


def test_what_is_asked_together_is_noted_with_the_lines_that_fill_the_zone() -> None:
    loaded = load_text(ROUNDS)
    assert loaded.compiled is not None
    subject = Subject(loaded.compiled, loaded.spans)
    labels = {
        one.diagnostic.span.text: [label.span.text for label in one.diagnostic.labels]
        for one in findings(subject, played(loaded.compiled.program))
        if one.group == "decided by the engine" and one.diagnostic is not None
    }

    assert labels == {
        "home chooses ours from hand(home)": ["move top(pile) to hand(p)"],
        "away chooses theirs from hand(away)": ["move top(pile) to hand(p)"],
        "move first(pieces(home) where space(it) is none) to s": [
            "piece man x1 per player on field"
        ],
    }


AT_ONCE = """rulebook race "Race"
    language 1
    players 2
    starts with game

state points(player): 0..9 = 0

phase game
    at once
        for each p in players
            add 3 to points(p)
    nobody wins

whenever there is p in players where points(p) >= 3
    p wins
"""


def test_two_who_win_at_the_same_moment_are_noted() -> None:
    assert {line for _, line in log(AT_ONCE)} == {"p wins"}


EACH = """rulebook each "Each"
    language 1
    players 2
    starts with game

kind token
card low x6: token
zone hand(player): token, seen by owner
zone laid(player): token, seen by all

phase game
    together for each p in players
        p chooses c from hand(p)
        move c to laid(p)
    nobody wins
"""


def test_so_is_what_each_is_asked_in_secret() -> None:
    assert {line for _, line in log(EACH)} == {"p chooses c from hand(p)"}


DRAWS = """rulebook draws "Draws"
    language 1
    players 2
    starts with game

kind token
card low x6: token
zone pile: token, ordered, seen by nobody
zone gone: token, seen by all

phase game
    draw
    draw_on
    nobody wins

procedure draw
    if pile is empty: move gone to pile
    move top(pile) to gone

procedure draw_on
    move top(gone) to pile
    move top(pile) to gone
    move gone to pile
    move top(gone) to pile
"""


def test_a_draw_from_a_zone_of_which_something_asks_if_it_is_empty_is_decided() -> None:
    loaded = load_text(DRAWS)
    assert loaded.compiled is not None
    searched = played(loaded.compiled.program)
    lines = [loaded.spans[one.origin] for one in searched.seen if one.sort == "nothing to move"]

    assert [span.line for span in lines] == [21, 24]  # the draws from `gone`


MEN = """rulebook men "Men"
    language 1
    players 2: home, away
    starts with game

board field: line 4, one piece per space
piece man x2 per player on field
state tired(piece): yes or no = no

phase game
    pick m from pieces(home) where space(m) is none by order
    move m to cell(1, 1)
    pick k from pieces(away) by order
    set tired(k) to yes
    pick n from pieces(away) by order
    move n to cell(2, 1)
    nobody wins
"""


def test_alike_men_beside_the_board_are_one() -> None:
    assert {line for _, line in log(MEN)} == {"pick n from pieces(away) by order"}


SHORT = (
    DRAWS.partition("phase game")[0]
    + """phase game
    move cards to pile
    move top(pile, 5) to gone
    draw(3)
    nobody wins

procedure draw(n: 0..5)
"""
)


@pytest.mark.parametrize(
    ("body", "is_open"),
    [
        ("if pile is empty: move gone to pile\n    move top(pile, n) to gone", True),
        ("if number of pile is 0: move gone to pile\n    move top(pile, n) to gone", True),
        ("if number of pile < n: move gone to pile\n    move top(pile, n) to gone", False),
        ("move top(pile, smaller(n, number of pile)) to gone", False),
    ],
)
def test_too_few_cards_are_another_question_than_none(body: str, is_open: bool) -> None:
    found = log(f"{SHORT}    {body}\n")

    assert any("fewer cards than requested" in message for message, _ in found) is is_open


AT_THE_GOAL = AT_ONCE.partition("\nwhenever")[0].replace(
    "    nobody wins\n",
    "    if there is p in players where points(p) >= 3: p wins\n    nobody wins\n",
)


def test_two_who_are_at_the_goal_when_it_is_looked_at_are_noted() -> None:
    assert {line for _, line in log(AT_THE_GOAL)} == {"p wins"}
    one = AT_THE_GOAL.replace("add 3 to points(p)", "if seat(p) is 1: add 3 to points(p)")
    assert not log(one)
