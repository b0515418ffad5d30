"""Odds are exact: the two ways of counting agree, loops are summed to their end."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from ruleslang.engine.choose_engine import INTERPRETER, WASM, engine_for, engine_named
from ruleslang.engine.match.chance import Chance
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.runtime_values import Value, name_of
from ruleslang.explanation.odds import chance_statements, markov_chain
from ruleslang.explanation.odds.chance_tree import Path, over_all_ways, run_procedure
from ruleslang.explanation.odds.distribution import NotCounted
from ruleslang.explanation.odds.exact_odds import distribution
from ruleslang.explanation.odds.markov_chain import Endless, TooMany, visits
from ruleslang.program import limits
from ruleslang.program.program import Program
from tests.engine.interpreter.rulebooks import compiled

HEAD = """
die d6: 1..6
die bone: 1 x2, 2, 3 x3
die coin: heads, tails
words Verdict: won, tied, lost
state bonus: 0..9 = 1
value strength(n: 0..9): 0..99 = n + bonus
phase game
    nobody wins
"""


def at_start(program: Program, chance: Chance | None = None) -> Match:
    return engine_for(program).opening(seed=1, chance=chance)


def odds(body: str, check: str, *arguments: Value) -> dict[str, Fraction]:
    found = distribution(at_start(compiled(HEAD + body).program), check, arguments)

    assert sum(found.values()) == 1
    return {name_of(answer): chance for answer, chance in found.items()}


LOOPLESS = {
    "a roll": """
check c answers 0..99
    roll d6 as f
    answer f * 2
""",
    "faces alike": """
check c answers 0..99
    roll bone as f
    answer f
""",
    "a list read by its order": """
check c answers 0..99
    roll 3 d6 as fs
    answer item(fs, 1) * 6 + item(fs, 3)
""",
    "a list read as a bag": """
check c answers 0..99
    roll 3 d6 as fs
    answer number of (each f in fs where f > 3) * 10 + highest of fs
""",
    "a list of which only the sum is read": """
check c answers 0..99
    roll 4 bone as fs
    answer sum of fs * 4 - number of fs
""",
    "lists whose sums are read, and more of one": """
check c answers 0..999
    roll 2 bone as fs
    roll 2 bone as gs
    answer (sum of fs - sum of gs + 9) * 9 + highest of gs
""",
    "a sum of faces with something else in it": """
check c answers 0..99
    roll 3 bone as fs
    answer sum of (1 when f is 2 otherwise 0) over f in fs
""",
    "a name that is written": """
check c answers 0..99
    let n: 0..99 = 0
    for each k in 1..3
        roll coin as f
        if f is heads: set n to n + k
    answer n
""",
    "cases": """
check c answers Verdict
    roll d6 as f
    depending on f
        1..2: answer lost
        3: answer tied
        else: nothing
    roll coin as g
    if g is heads: answer won
    else: answer tied
""",
    "no answer in some cases": """
check c answers Verdict or none
    roll d6 as f
    if f > 4: answer won
    if f is 1: stop
    answer lost
""",
    "a check in a check": """
check inner(n: 0..9) answers 0..99
    roll d6 as f
    answer f + strength(n)
check c answers 0..99
    roll coin as f
    let a = inner(3)
    if f is heads: answer a
    let b = inner(0)
    answer larger(a, b)
""",
    "a hook that rolls twice": """
check inner(n: 0..9) answers 0..99
    roll d6 as f
    answer f + n
instead of inner(n) where n < 5
    let a = inner as usual
    let b = inner(n + 1) as usual
    answer larger(a, b)
instead of inner(n) where n > 0
    let a = inner as usual
    answer a + 1
check c answers 0..99
    let a = inner(2)
    let b = inner(7)
    answer a + b
""",
    "picks": """
check c answers 0..99
    pick n from 1..5 by chance
    pick m from {1, 2, 3, 4} by highest n * it_less(m), then chance
    answer n * 10 + m
value it_less(m: 0..9): 0..9 = 1 when m < 3 otherwise 0
""",
    "several picks by order, and in order": """
check c answers 0..9999
    pick 2 of 1..4 as ns by highest n_odd(it), then order
    pick 3 of {3, 5, 9, 12} as ms in order by lowest n_odd(it), then chance
    pick 2 of {2, 4, 6} as ks in order by order
    answer sum of ns * 1000 + item(ms, 1) * 100 + item(ms, 3) * 10 + item(ks, 2)
value n_odd(n: 0..20): 0..1 = 1 when (n / 2 rounded down) * 2 is not n otherwise 0
""",
    "a value that is read late, after answers": """
check c answers 0..999
    roll d6 as f
    roll d6 as g
    if f is g: answer 0
    let n = f * 10 + bonus
    let m = g * 2
    roll d6 as h
    if h > 4: answer m
    let k = n + m
    if k > 40: answer n
    answer k + h
""",
    "loops in loops, with names that are written": """
check c answers 0..999
    let n: 0..99 = 0
    repeat 2 times
        let best: 0..6 = 0
        repeat 2 times
            roll d6 as f
            if f > best: set best to f
            else: set n to n + 1
        set n to n + best
    answer n
""",
    "each of a set that depends on a roll": """
check c answers 0..999
    let n: 0..99 = 0
    roll d6 as most
    for each k in 1..smaller(most, 3)
        roll coin as f
        if f is heads: set n to n * 2 + k
        if f is tails and n > 5: answer 99
    answer n + most
""",
    "as often as was rolled": """
check c answers 0..999
    let n: 0..99 = 0
    roll bone as rounds
    repeat rounds times
        roll bone as f
        set n to n + f
    answer n
""",
    "what there is in a list": """
check c answers 0..999
    roll 3 d6 as fs
    if there is f in fs where f > 4
        roll d6 as g
        answer f * 10 + g
    answer 0
""",
    "names that change places": """
check c answers 0..999
    roll d6 as f
    let a: 0..9 = f
    let b: 0..9 = 2
    if f > 3: swap a with b
    roll coin as g
    if g is heads: answer a * 10 + b
    answer b
""",
    "several picks": """
check c answers 0..99
    pick 2 of 1..4 as ns by chance
    rank {3, 5, 9} by chance as ms
    answer sum of ns * 9 + first_of(ms)
value first_of(ms: list of 1..9 up to 3): 0..9 = larger(0, item(ms, 1))
""",
}


@pytest.mark.parametrize("body", LOOPLESS.values(), ids=LOOPLESS.keys())
def test_distributions_agree_with_following_every_way(body: str) -> None:
    program = compiled(HEAD + body).program

    counted = distribution(at_start(program), "c", ())
    followed = over_all_ways(lambda path: run_procedure(at_start(program, path), "c", ()))

    # Words of two matches are the same objects, since tables are built once.
    assert counted == followed


def test_a_loop_is_summed_to_its_end() -> None:
    body = """
check c answers 0..9
    repeat, safety limit 30
        roll d6 as f
        if f < 5: answer f
    answer 9
"""
    assert odds(body, "c") == {str(n): Fraction(1, 4) for n in (1, 2, 3, 4)}


def test_a_rule_for_the_number_of_times_counts_exactly() -> None:
    body = """
check c answers 0..9
    repeat at most 2 times
        roll d6 as f
        if f < 5: answer f
    answer 9
"""
    assert odds(body, "c")["9"] == Fraction(1, 9)


def test_a_safety_limit_counts_where_more_than_a_millionth_of_runs_reach_it() -> None:
    body = """
check c answers 0..9
    let face = 1
    repeat until face is 6, safety limit LIMIT
        roll d6 as f
        set face to f
    answer 1 when face is 6 otherwise 0
"""
    reached: dict[int, Fraction] = {}
    for most, missed in ((3, Fraction(125, 216)), (75, Fraction(5, 6) ** 75), (76, Fraction(0))):
        program = compiled(HEAD + body.replace("LIMIT", str(most))).program
        found = distribution(at_start(program), "c", (), reached)

        assert found.get(0, 0) == missed
        assert missed in reached.values() or 0 < max(reached.values()) < Fraction(1, 1_000_000)
        reached.clear()


def test_a_negative_bound_ends_a_loop_at_once_in_play_too() -> None:
    body = """
check c(n: 0..9) answers 0..9
    repeat at most n - 5 times: answer 1
    answer 0
"""
    program = compiled(HEAD + body).program
    for n in (0, 5, 6):
        for engine in (INTERPRETER, WASM):
            match = engine_named(engine, program).opening(seed=1)
            assert odds(body, "c", n) == {str(run_procedure(match, "c", (n,))): Fraction(1)}


def test_a_chain_that_goes_back_and_forth_is_summed() -> None:
    """A gambler with 2 of 5 coins, a fair coin: he wins in 2 cases of 5."""
    body = """
check ruin answers Verdict
    let n: 0..5 = 2
    repeat while n > 0 and n < 5, safety limit 99
        roll coin as f
        if f is heads: set n to n + 1
        else: set n to n - 1
    answer won when n is 5 otherwise lost
"""
    assert odds(body, "ruin") == {"won": Fraction(2, 5), "lost": Fraction(3, 5)}


def test_a_loop_that_nothing_ends_runs_to_its_limit() -> None:
    body = """
check c answers 0..9
    let n: 0..9 = 0
    repeat at most 3 times
        roll coin as f
        if f is heads and n < 9: set n to n + 1
    answer n
"""
    assert odds(body, "c")["3"] == Fraction(1, 8)


CUT_OFF = {
    "a number out of range": """
    let n: 0..3 = 0
    repeat at most 3 times
        roll coin as f
        set n to n + 1
    answer n
""",
    "a number out of range in some cases": """
    let n: 0..3 = 0
    repeat while n < 9, at most 3 times
        roll coin as f
        if f is heads: set n to n + 1
    answer 3
""",
}


@pytest.mark.parametrize("body", CUT_OFF.values(), ids=CUT_OFF.keys())
def test_what_comes_after_the_limit_of_a_loop_refuses_nothing(body: str) -> None:
    assert odds(f"check c answers 0..9{body}", "c") == {"3": Fraction(1)}


def test_a_fault_before_the_limit_of_a_loop_is_reported() -> None:
    body = CUT_OFF["a number out of range"].replace("at most 3", "at most 4")

    with pytest.raises(Fault, match="`n` would be 4, outside"):
        odds(f"check c answers 0..9{body}", "c")


def test_many_dice_read_as_a_bag_are_few_cases() -> None:
    body = """
check c answers 0..99
    roll 10 d6 as mine
    answer number of (each f in mine where f is 6)
"""
    assert odds(body, "c")["0"] == Fraction(5, 6) ** 10


def test_a_sum_of_many_dice_is_a_convolution() -> None:
    body = """
check c answers 0..1000
    roll 100 bone as mine
    answer sum of mine
"""
    counted = odds(body, "c")

    assert len(counted) == 201
    assert counted["100"] == Fraction(1, 3) ** 100


@pytest.mark.parametrize("read", ["highest of mine", "item(mine, 1)"])
def test_too_many_cases_are_refused_before_any_is_made(
    read: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = f"""
check c answers 0..99
    roll 40 d6 as mine
    answer {read}
"""
    monkeypatch.setattr(chance_statements, "ListValue", None)

    with pytest.raises(Fault, match="more than 200,000 cases of chance to count"):
        odds(body, "c")


def test_a_long_loop_of_many_cases_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    body = """
check c answers 0..99
    repeat 200 times
        roll d6 as f
        roll d6 as g
        if f + g > 20: answer 0
    answer 1
"""
    assert odds(body, "c") == {"1": 1}
    monkeypatch.setattr(limits, "CASES_IN_ALL", 5_000)

    with pytest.raises(Fault, match="more than 5,000 cases of chance to count in all") as refused:
        odds(body, "c")
    assert refused.value.origin >= 0


LOOP_OF_DICE = """
check c answers 0..9999
    let n: 0..9999 = 0
    repeat {times} times
        roll d6 as f
        roll d6 as g
        set n to n + f + g
    answer n
"""


def test_a_sum_of_dice_in_a_loop_has_as_many_cases_as_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of ten rounds the last has 91 sums before it, and 36 faces after each."""
    monkeypatch.setattr(limits, "CASES_IN_ALL", 40_000)
    at_once = """
check c answers 0..9999
    roll 20 d6 as fs
    answer sum of fs
"""

    assert odds(LOOP_OF_DICE.format(times=10), "c") == odds(at_once, "c")


def test_a_loop_is_refused_once_it_is_certain_that_it_makes_too_many_cases() -> None:
    body = """
check c answers 0..9
    repeat 500 times
        roll 2 d6 as fs
        roll 3 d6 as gs
        if item(fs, 1) + item(gs, 1) > 20: answer 0
    answer 1
"""
    with pytest.raises(Fault) as refused:
        odds(body, "c")

    log = re.search(r": ([\d,]+) are counted, and at least ([\d,]+) follow", refused.value.message)
    assert log is not None
    counted, following = (int(each.replace(",", "")) for each in log.groups())
    assert counted < 30_000
    assert counted + following > limits.CASES_IN_ALL


def test_a_roll_is_refused_before_it_is_made() -> None:
    """There are 200 sums, 900 faces, and again 900."""
    body = """
die d900: 1..900
check c answers 0..9999
    let n: 0..9999 = 0
    roll 200 coin as cs
    set n to number of (each f in cs where f is heads)
    roll d900 as f
    set n to n + f
    roll d900 as g
    set n to n + g
    answer n
"""
    with pytest.raises(Fault, match=r"in all: 3\d\d,\d{3} are counted, and at least 990,000"):
        odds(body, "c")


def test_a_failing_value_fails_at_its_place() -> None:
    body = """
check c answers 0..9
    roll d6 as f
    roll coin as g
    if {condition}: answer 7
    let n = 6 / (f - 1) rounded down
    answer n
"""
    assert odds(body.format(condition="f is 1"), "c")["7"] == Fraction(1, 6)
    with pytest.raises(Fault) as refused:
        odds(body.format(condition="f is 2"), "c")
    assert refused.value.origin >= 0 or refused.value.slug


def test_who_sees_a_roll_can_be_a_fault() -> None:
    body = """
value member(s: set of player up to 1): player = item(s, 1)
check c answers 0..9
    roll d6 as f seen by member(players)
    answer f
"""
    with pytest.raises(Fault, match="out-of-range"):
        odds(body, "c")


def test_places_that_lead_on_alike_are_one() -> None:
    """A thousand places, from each of which all are as likely: a chain of one equation."""
    alike = {place: Fraction(1, 1001) for place in range(1000)}

    visited = visits({0: Fraction(1)}, lambda _: alike)

    assert visited == {place: int(place == 0) + Fraction(1) for place in range(1000)}


def test_equations_that_would_take_too_long_are_refused_before_they_are_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chances = {
        place: {to: Fraction(1 + place * to * (place + to) % 997, 1_000_000) for to in range(160)}
        for place in range(160)
    }
    monkeypatch.setattr(markov_chain._Chain, "_eliminate", None)

    with pytest.raises(TooMany):
        visits({0: Fraction(1)}, chances.__getitem__)


def test_far_too_many_ways_are_refused_after_a_few() -> None:
    body = """
state rolled: 0..40 = 0
procedure c answers 0..99
    repeat 40 times
        roll d6 as f
        set rolled to f
    answer 1
"""
    program, followed = compiled(HEAD + body).program, []

    def run(path: Path) -> Value:
        followed.append(path)
        return run_procedure(at_start(program, path), "c", ())

    with pytest.raises(Fault, match="more than 100,000 ways to count"):
        over_all_ways(run)
    assert len(followed) < 300


def test_a_forced_choice_is_counted_and_a_real_one_is_not() -> None:
    forced = """
procedure c answers 0..9
    home chooses n from 4..4
    answer n
"""
    assert odds(forced, "c") == {"4": Fraction(1)}

    with pytest.raises(NotCounted, match="a player chooses n"):
        odds(forced.replace("4..4", "4..5"), "c")
    with pytest.raises(NotCounted, match="a player chooses n"):
        odds(
            forced.replace("n from 4..4", "2 of {4, 5} as n in order").replace(
                "answer n", "answer 1"
            ),
            "c",
        )


def test_what_is_done_in_any_case_is_not_left_out() -> None:
    text = """
state left: 0..9 = 2
procedure c answers 0..9
    answer 4
    in any case
        subtract 4 from left
"""
    for hook in ("", "\ninstead of c\n    answer 5\n"):  # it runs once where the body never does
        with pytest.raises(NotCounted, match="in any case"):
            odds(text + hook, "c")


def test_a_chain_without_an_end_is_reported() -> None:
    with pytest.raises(Endless):
        visits({"a": Fraction(1)}, lambda _: {"a": Fraction(1)})
