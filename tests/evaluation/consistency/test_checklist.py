"""The checklist for a text: its answers, and the defaults of the language."""

from __future__ import annotations

from functools import cache

import pytest

from ruleslang.evaluation.consistency.checklist import Question, checklist
from ruleslang.language.checks.subject import Subject
from ruleslang.library.load import load_text

GAME = """rulebook asking "Asking"
    language 1
    players 2..3
    starts with game

kind token
card chip x9: token
zone pile: token, ordered, seen by nobody
zone hand(player): token, at most 4, seen by owner
state n: 0..9 = 0
state calm: 0..9 = 0, stops at the ends
state moved: yes or no = no
state tired: yes or no = no, reset each turn
state held(token): yes or no = no, only in hand
state mine: yes or no = no
state yours: yes or no = no
state laps: 0..9 = 0
state spent: 0..9 = 9

phase game
    move cards to pile
    take turns p among players
        turn(p)
        draw(p)
    nobody wins

procedure turn(p: player)
    p chooses c from hand(p)
    if hand(p) is not empty
        p chooses d from hand(p)
    p may choose f from hand(p)
        move f to pile
    pick best from players by highest number of hand(best), then order
    p must do stay
    p must do leave
    p must do one of leave, stay
    p must do lay
    p must do leave, if impossible nothing
    p may do stay as often as allowed
    p may do march as often as allowed
    p may do buy as often as allowed
    open hall(p)

procedure draw(p: player)
    move top(pile) to hand(p)
    repeat until n > 4, at most 20 times
        add 1 to n
        add 1 to calm

window hall(p: player)
    asks players except {p}
    offers leave
    closes when all pass

action stay by p
    add 1 to n
    set moved to yes
    set tired to yes
    for each c in hand(p): set held(c) to yes
    set mine to yes
    swap mine with yours
    set laps to 1

action march by p
    only if laps < 5
    add 1 to laps

action buy by p choosing price from 1..3 where price <= spent
    subtract price from spent

action lay by p  # not legal when the pile is full
    move hand(p) to pile

action leave by p
    pays 1 from n
"""


@cache
def questions() -> dict[tuple[str, str], Question]:
    """The questions, by what is asked and the first line of what it is about."""
    loaded = load_text(GAME)
    assert loaded.compiled is not None, loaded.diagnostics
    return {
        (loaded.spans[one.origin].text.split("\n")[0], one.asks): one
        for one in checklist(Subject(loaded.compiled, loaded.spans))
    }


NONE, MOST, FIRST, END = (
    "what if there is none?",
    "what is the maximum?",
    "who is first?",
    "when does it end?",
)


@pytest.mark.parametrize(
    ("line", "asks", "by_text"),
    [
        ("p chooses c from hand(p)", NONE, False),
        ("p chooses d from hand(p)", NONE, True),
        ("p may choose f from hand(p)", NONE, True),
        ("p must do stay", NONE, True),
        ("p must do leave", NONE, False),
        ("p must do lay", NONE, False),
        ("p must do one of leave, stay", NONE, True),
        ("p must do leave, if impossible nothing", NONE, True),
        ("p may do stay as often as allowed", MOST, False),
        ("p may do march as often as allowed", MOST, True),
        ("p may do buy as often as allowed", MOST, True),
        ("move top(pile) to hand(p)", NONE, False),
        ("zone hand(player): token, at most 4, seen by owner", MOST, True),
        ("zone hand(player): token, at most 4, seen by owner", "who sees it?", True),
        ("state n: 0..9 = 0", MOST, False),
        ("state calm: 0..9 = 0, stops at the ends", MOST, True),
        ("state moved: yes or no = no", END, False),
        ("state tired: yes or no = no, reset each turn", END, True),
        ("state held(token): yes or no = no, only in hand", END, True),
        ("state mine: yes or no = no", END, True),
        ("take turns p among players", FIRST, False),
        ("take turns p among players", END, False),
        ("repeat until n > 4, at most 20 times", END, True),
        ("window hall(p: player)", FIRST, False),
        ("window hall(p: player)", END, True),
        ("window hall(p: player)", MOST, True),
    ],
)
def test_a_question_is_answered_by_the_text_or_by_the_language(
    line: str, asks: str, by_text: bool
) -> None:
    assert questions()[line, asks].by_text is by_text


def test_ties_by_order_are_left_to_the_language() -> None:
    (tie,) = (one for (_, asks), one in questions().items() if asks == "what if there is a tie?")

    assert not tie.by_text
    assert tie.in_play == ("tie",)


def test_only_of_a_truth_value_it_is_asked_when_it_is_no_again() -> None:
    assert ("state laps: 0..9 = 0", END) not in questions()


def test_a_zone_without_a_limit_leaves_nothing_open() -> None:
    assert ("zone pile: token, ordered, seen by nobody", MOST) not in questions()


def test_the_counter_of_a_limit_is_no_state_of_the_text() -> None:
    limited = "after draw(any)\n    limit 1 per turn\n    set moved to yes\n"
    loaded = load_text(GAME + limited)
    assert loaded.compiled is not None, loaded.diagnostics

    asked = checklist(Subject(loaded.compiled, loaded.spans))
    assert not [one.about for one in asked if one.about.startswith("state uses")]


PICKS = """
words Side: left, right

procedure more(p: player)
    pick lost from hand(p) by chance
    for each s in Side: turn(p)
    for each q in players: turn(q)
    p chooses k from 1..2
    move lost to pile

after turn(p)
    more(p)
"""


def test_only_what_the_language_decides_is_asked() -> None:
    loaded = load_text(GAME + PICKS)
    assert loaded.compiled is not None, loaded.diagnostics
    found = checklist(Subject(loaded.compiled, loaded.spans))
    asked = {(loaded.spans[one.origin].text, one.asks): one for one in found}

    pick = asked["pick lost from hand(p) by chance", NONE]
    assert (pick.answer, pick.in_play) == ("the rest of this body is skipped", ("nothing to pick",))
    assert asked["p chooses k from 1..2", NONE].by_text
    assert ("for each q in players: turn(q)", FIRST) in asked
    assert ("for each s in Side: turn(p)", FIRST) not in asked


FAQ = """rulebook faq "FAQ"
    language 1
    players 2..3
    starts with game

kind token
card chip "Chip" x9: token
    while in laid
        after turn(any)
            add 1 to n
card chop "Chop" x9: token
    while in laid
        after turn(any)
            set n to 0
zone laid: token, seen by all
zone pile: token, ordered, seen by nobody
zone hand(player): token, seen by owner
state n: 0..99 = 1
state m: 0..99 = 1

phase game
    move cards to pile
    take turns p among players until n > 90
        turn(p)
    nobody wins

phase turn(p: player)
    repeat n times
        p may do hit
    repeat m times
        p may do spare
    repeat while number of hand(p) > 3
        p chooses c from hand(p)
        move c to pile
    if number of hand(p) > 5
        p chooses c from hand(p)
        move c to pile
    if number of hand(p) > 6
        p may do spare
    if number of hand(p) < 2
        p chooses c from hand(p)
        move c to pile
    p may choose r "to give" from players
        move top(pile) to hand(r)
    p may choose r "poorer" from players where hand(r) is empty
        move top(pile) to hand(r)
    p may choose up to 2 of players except {p} as rs "to give"
        add number of rs to m

whenever number of hand(active) > 6
    active chooses c "surplus" from hand(active)
    move c to pile

whenever there is p in players where number of hand(p) > 9
    p chooses c "surplus" from hand(p)
    move c to pile

action hit by p choosing q from players
    add 1 to n
    move top(pile) to hand(q)

action spare by p choosing q from players where q is not p
    move top(pile) to hand(q)
"""


def test_questions_of_players_are_asked() -> None:
    loaded = load_text(FAQ)
    assert loaded.compiled is not None, loaded.diagnostics
    asked = {
        (one.asks, loaded.spans[one.origin].text.split("\n")[0]): one.by_text
        for one in checklist(Subject(loaded.compiled, loaded.spans))
    }

    assert asked["when is it counted?", "repeat n times"] is False
    assert ("when is it counted?", "repeat m times") not in asked
    assert asked["when does it hold?", "repeat while number of hand(p) > 3"] is False
    assert asked["when does it hold?", "if number of hand(p) > 5"] is False
    assert asked["when does it hold?", "whenever number of hand(active) > 6"] is False
    held = [line for question, line in asked if question == "when does it hold?"]
    assert len(held) == 3
    assert asked["may it be oneself?", 'p may choose r "to give" from players'] is False
    poorer = 'p may choose r "poorer" from players where hand(r) is empty'
    assert asked["may it be oneself?", poorer] is False
    others = 'p may choose up to 2 of players except {p} as rs "to give"'
    assert asked["may it be oneself?", others] is True
    assert asked["may it be oneself?", "action hit by p choosing q from players"] is False
    of_others = "action spare by p choosing q from players where q is not p"
    assert asked["may it be oneself?", of_others] is True
    assert sum(asks == "which comes first?" for asks, _ in asked) == 1


OWN = """rulebook archers "Archers"
    language 1
    players 2: north, south
    starts with game
kind beast
card wolf x4: beast
zone field(player): beast, seen by all
zone row_of: beast, seen by all
board land: grid 5 by 5, one piece per space
piece archer x3 per player on land
piece stone x3 on land
state side(land): player or none
value free: set of land = (land where piece_on(it) is none)
value standing: set of archer = (archer where space(it) is not none)
value foes(p: player): set of archer = (standing where owner(it) is not p)
value everybody: set of player = players

phase game
    take turns p among players
        p must do one of these
            a
    nobody wins

action a by p choosing {choice}
    nothing
"""


@pytest.mark.parametrize(
    ("choice", "by_text"),
    [
        ("t from (archer where space(it) is not none)", False),
        ("t from standing", False),
        ("t from pieces where t is archer", False),
        ("t from foes(p)", True),
        ("t from standing where owner(t) is not p", True),
        ("m from pieces(p), t from standing where owner(t) is not owner(m)", True),
        ("s from land where piece_on(s) is not none", False),
        ("m from pieces(p), s from neighbours(space(m)) where piece_on(s) is not none", False),
        ("s from land where side(s) is not none", False),
        ("s from land where (there is m in pieces(opponent(p)) where space(m) is s)", None),
        ("s from land where side(s) is not none and side(s) is not p", True),
        ("m from land, s from land where side(s) is not none and side(s) is not side(m)", True),
        ("c from field(any)", False),
        ("c from field(any) where holder(c) is not p", True),
        ("q from everybody", False),
        ("s from free", None),
        ("t from stone", None),
        ("m from pieces(p), s from neighbours(space(m)) where piece_on(s) is none", None),
        ("c from row_of", None),
        ("c from field(p)", None),
    ],
)
def test_whether_a_target_may_be_ones_own_is_asked(choice: str, by_text: bool | None) -> None:
    loaded = load_text(OWN.format(choice=choice))
    assert loaded.compiled is not None, loaded.diagnostics
    asked = [
        one.by_text
        for one in checklist(Subject(loaded.compiled, loaded.spans))
        if one.asks in ("may it be oneself?", "may it be one's own?")
    ]
    assert asked == ([] if by_text is None else [by_text])


PAID = """rulebook porters "Porters"
    language 1
    players 2
    starts with game
state left(player): 0..3 = 3{reset}
state goods(player): 0..9 = 0

phase game
    repeat 5 times: turn(p1)
    nobody wins

phase turn(p: player)
    p may do load
    {line}

action load by p
    pays 1 from left(p)
    add 1 to goods(p)
"""


@pytest.mark.parametrize(
    ("reset", "line", "asked"),
    [
        ("", "nothing", True),
        ("", "if left(p) > 2: subtract 1 from left(p)", True),
        (", reset each turn", "nothing", False),
        ("", "set left(p) to 3", False),
        ("", "if left(p) < 3: add 1 to left(p)", False),
        ("", "swap left(p1) with left(p2)", False),
    ],
)
def test_a_number_that_is_paid_and_never_comes_back(reset: str, line: str, asked: bool) -> None:
    loaded = load_text(PAID.format(reset=reset, line=line))
    assert loaded.compiled is not None, loaded.diagnostics
    questions = checklist(Subject(loaded.compiled, loaded.spans))

    never = "what is paid never comes back: nothing adds to it or resets it"
    assert [one.about for one in questions if one.answer == never] == ["state left"] * asked
