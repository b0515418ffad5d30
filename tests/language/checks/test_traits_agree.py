"""All checks classify statements in the same way."""

from __future__ import annotations

import pytest

from ruleslang.library.load import load_text
from ruleslang.program.statements import HasRoom
from tests.support.invariants import check

BASE = """\
rulebook base "Base"
    language 1
    players 2: home, away
    starts with game

kind chip
card red "Red" x4: chip
card blue "Blue" x4: chip

zone pile: chip, ordered, seen by nobody
zone hand(player): chip, seen by owner
zone slot(player): chip, at most 1, seen by all
zone gone: chip, seen by all

state coins(player): 0..9 = 3
state done: yes or no = no

"""
END = """
phase game
    move cards to pile
    shuffle pile
    rounds
    home wins
"""


def slugs(text: str, end: str = END) -> list[str]:
    loaded = load_text(BASE + text + end, lints=True)
    found = [each.slug for each in loaded.diagnostics]

    assert not {"unexpected", "unknown-name"} & set(found)
    return found


def test_a_pick_by_choice_asks_somebody() -> None:
    text = """
procedure rounds
    repeat until gone is empty
        pick c from gone by choice of home
        move c to hand(home)
"""

    assert "unbounded-loop" not in slugs(text)


def test_a_ranking_by_choice_asks_somebody() -> None:
    text = """
procedure rounds
    repeat until gone is empty
        rank gone by choice of home as ranked
        move first(ranked) to hand(home)
"""

    assert "unbounded-loop" not in slugs(text)


@pytest.mark.parametrize("line", ["add 1 to coins(p)", "stop"])
def test_to_act_together_is_not_to_be_asked_and_leaves_no_loop(line: str) -> None:
    text = f"""
procedure rounds
    repeat until done
        together for each p in players
            {line}
"""

    assert "unbounded-loop" in slugs(text)


def test_what_stops_a_run_of_one_player_does_not_keep_a_procedure_from_its_answer() -> None:
    text = """
procedure counted answers 0..9
    together for each p in players
        if coins(p) is 0: stop
        subtract 1 from coins(p)
    answer 3

procedure rounds
    let n = counted
    set coins(home) to n
"""

    assert "may-not-answer" not in slugs(text)


def test_to_end_what_may_not_be_under_way_is_no_end() -> None:
    text = """
procedure rounds
    set coins(home) to 1
"""
    end = """
phase game
    rounds
    end rounds if under way
"""

    assert "no-result" in slugs(text, end)


@pytest.mark.parametrize(
    "line", ["pick c from pile by choice of home", "rank pile by choice of home as c"]
)
def test_ties_among_cards_that_a_player_does_not_see_are_not_his_to_settle(line: str) -> None:
    text = f"""
procedure rounds
    {line}
    move c to gone
"""

    assert "choosing-unseen" in slugs(text)


def test_what_happens_at_once_offers_no_unseen_cards() -> None:
    text = """
procedure rounds
    set done to yes

whenever done
    set done to no
    home chooses c from pile
    move c to gone
"""

    assert "choosing-unseen" in slugs(text)


def test_what_each_player_does_together_is_done_more_than_once() -> None:
    text = """
procedure rounds
    together for each p in players
        fill(p)

procedure fill(p: player)
    p chooses c from hand(p)
    move c to slot(p)
"""

    assert "may-be-full" in slugs(text)


def test_a_check_may_swap_what_only_it_can_see() -> None:
    text = """
check luck answers 0..9
    let low: 0..9 = 1
    let high: 0..9 = 2
    swap low with high
    answer low + high

procedure rounds
    let n = luck
    set coins(home) to n
"""

    assert "check-changes-state" not in slugs(text)


def test_nothing_is_reached_behind_a_loop_that_only_leaving_ends() -> None:
    text = """
procedure rounds
    repeat
        home chooses c from hand(home)
        move c to gone
        if hand(home) is empty: stop
    set coins(home) to 1
"""

    assert "unreachable" in slugs(text)


DICE = """
die d6: 1..6
dice cup: 2 d6

whenever sum of cup is 12
    end rounds if under way
"""


def test_what_is_made_behind_a_roll_that_may_end_it_all_is_not_there_in_any_case() -> None:
    text = (
        DICE
        + """
procedure rounds
    roll cup
    let n = 3
    in any case
        set coins(home) to n
"""
    )

    assert "late-local" in slugs(text)


def test_what_is_made_behind_a_reveal_is_there_in_any_case() -> None:
    text = """
procedure rounds
    reveal hand(home)
    let n = 3
    in any case
        set coins(home) to n
"""
    loaded = load_text(BASE + text + END)
    assert loaded.compiled is not None

    assert check(loaded.compiled.program) == ()


def test_a_reveal_does_not_hide_that_a_move_needs_room() -> None:
    text = """
action fill by p choosing c from hand(p)
    reveal c
    move c to slot(p)

procedure rounds
    home may do fill
"""
    loaded = load_text(BASE + text + END)
    assert loaded.compiled is not None
    (action,) = loaded.compiled.program.actions

    assert any(isinstance(clause, HasRoom) for clause in action.body.clauses)


TOGETHER = """
procedure rounds
    together for each p in players
        {line}

value riches(p: player): 0..99 = coins(p) * 3
value all_riches: 0..99 = sum of coins(q) over q in players
"""


@pytest.mark.parametrize(
    ("line", "slug"),
    [
        ("set coins(p) to all_riches - 1", "reads-others"),
        ("p may choose n from 0..coins(next(p))\n            set coins(p) to n", "reads-others"),
        ("set active to p", "common-write"),
        ("eliminate p", "common-write"),
        ("move hand(p) + hand(next(p)) to hand(p)", "common-write"),
    ],
)
def test_together_nobody_reads_or_writes_what_is_not_his_alone(line: str, slug: str) -> None:
    assert slug in slugs(TOGETHER.format(line=line))


def test_together_a_player_may_read_a_value_of_himself() -> None:
    found = slugs(TOGETHER.format(line="set coins(p) to smaller(9, riches(p))"))

    assert "reads-others" not in found


def test_room_that_is_computed_of_constants_does_not_shrink() -> None:
    text = """
zone shelf: chip, at most larger(2, 3), seen by all

procedure rounds
    set done to yes
"""

    assert "room-may-shrink" not in slugs(text)
