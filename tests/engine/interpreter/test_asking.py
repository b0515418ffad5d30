"""How a player is asked: one decision, stages, members, orders, names of choices."""

from __future__ import annotations

from tests.engine.interpreter.rulebooks import choose, offered, started

CARDS = """
words Suit: clubs, hearts
kind playing_card
    has suit: Suit
    has rank: 1..15
deck pack of playing_card: suit in Suit, rank in 1..15
zone hand(player): cards, at most 30, seen by owner
zone laid: cards, seen by all
state sum_of: 0..999 = 0
"""


def test_a_use_of_more_than_200_ways_is_asked_in_the_written_order() -> None:
    match = started(
        CARDS
        + """
action lay by p choosing c from hand(p), n from 1..15 where n >= rank(c)
    move c to laid
    set sum_of to n
phase game
    move cards to hand(home)
    home may do lay
    home wins
"""
    )

    assert offered(match) == ["lay", "decline"]
    choose(match, "lay")
    assert match.decision is not None
    assert (match.decision.kind, match.decision.name) == ("choose", "c")
    choose(match, offered(match)[12])
    assert (match.decision.kind, match.decision.name) == ("choose", "n")
    assert offered(match) == ["13", "14", "15"]
    choose(match, "14")
    assert match.machine.state.states["sum_of"][()] == 14


def test_what_can_no_longer_be_completed_is_not_offered_in_a_stage() -> None:
    match = started(
        CARDS
        + """
action lay by p choosing c from hand(p), other from hand(p) where twins(c, other)
    only if suit(c) is hearts
    move c to laid
value twins(a: playing_card, b: playing_card): yes or no = a is not b and rank(a) is rank(b)
action keep by p choosing x from hand(p), y from hand(p), z from hand(p)
    nothing
phase game
    move cards to hand(home)
    home may do one of lay, keep
    home wins
"""
    )

    choose(match, "keep")
    assert match.decision is not None
    assert match.decision.name == "x"
    assert len(offered(match)) == 30


def test_an_action_with_few_ways_is_one_decision_after_it_was_named() -> None:
    match = started(
        CARDS
        + """
action few by p choosing n from 1..3
    set sum_of to n
action many by p choosing a from hand(p), b from hand(p)
    nothing
phase game
    move cards to hand(home)
    home must do one of few, many
    home wins
"""
    )

    assert offered(match) == ["few", "many"]
    choose(match, "few")
    assert match.decision is not None
    assert (match.decision.name, offered(match)) == ("few", ["few 1", "few 2", "few 3"])


def test_names_of_choices_begin_with_the_action() -> None:
    match = started(
        """
action few by p choosing n from 1..2
    nothing
action rest by p
    nothing
phase game
    home may do one of few, rest
    home wins
"""
    )

    assert offered(match) == ["few 1", "few 2", "rest", "decline"]


def test_equal_copies_are_one_choice_and_a_card_called_pass_is_not_passing() -> None:
    match = started(
        """
kind thing
card bead "Bead" x3: thing
card pass "Pass": thing
zone hand(player): cards, seen by owner
action lay by p choosing c from hand(p)
    nothing
window chance_to_act
    asks {home}
    offers lay
    closes after one use
phase game
    move cards to hand(home)
    open chance_to_act
    home wins
"""
    )

    assert offered(match) == ["lay bead", "lay pass", "pass"]
    assert match.decision is not None
    assert [choice.declines for choice in match.decision.choices] == [False] * 2 + [True]


def test_many_sets_are_reached_each_in_one_way() -> None:
    match = started(
        CARDS
        + """
phase game
    move cards to hand(home)
    home chooses 2..3 of hand(home) as cs
    set sum_of to number of cs
    home wins
"""
    )

    assert match.decision is not None
    assert match.decision.kind == "member"
    assert len(offered(match)) == 29  # nothing could follow the last
    choose(match, offered(match)[27])
    assert len(offered(match)) == 2
    choose(match, offered(match)[0])
    assert len(offered(match)) == 2
    assert offered(match)[-1] == "done"
    choose(match, "done")
    assert match.machine.state.states["sum_of"][()] == 2


def test_the_order_is_asked_last() -> None:
    match = started(
        """
state taken: list of 1..9 up to 3 = {}
phase game
    home chooses 2 of {3, 5, 7} as t in order
    set taken to t
    home wins
"""
    )

    assert offered(match) == ["{3, 5}", "{3, 7}", "{5, 7}"]
    choose(match, "{5, 7}")
    assert match.decision is not None
    assert (match.decision.kind, offered(match)) == ("order", ["{5, 7}", "{7, 5}"])
    choose(match, "{7, 5}")
    assert match.machine.state.states["taken"][()] == (7, 5)


def test_forced_choices_leave_no_trace_in_the_record() -> None:
    match = started(
        """
state n: 0..9 = 0
phase game
    home chooses a from {4}
    home chooses b from {1, 2}
    set n to a + b
    home wins
"""
    )

    choose(match, "2")
    assert [type(event).__name__ for event in match.events] == ["Decided"]
    assert match.machine.state.states["n"][()] == 6


def test_menus_are_called_by_their_branches() -> None:
    match = started(
        """
state n: 0..9 = 0
phase game
    home chooses one of
        bet "put one in": set n to 1
        check_it: set n to 2
        raise_it if n > 3: set n to 3
    home wins
"""
    )

    assert match.decision is not None
    assert (match.decision.kind, match.decision.name) == ("menu", "bet or check_it or raise_it")
    assert [(c.id, c.text) for c in match.decision.choices] == [
        ("bet", "put one in"),
        ("check_it", "check it"),
    ]
