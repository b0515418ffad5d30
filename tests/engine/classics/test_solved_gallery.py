"""Values of games of the gallery, compared with solvers written here, or with published ones."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import TypeAlias

import pytest

import ruleslang
from tests.engine.classics.classics import EXAMPLES
from tests.engine.classics.test_exact_values import example, secret, value, without_secrets

F = Fraction

# ---------------------------------------------------------------- kalah

# Irving, Donkers and Uiterwijk, "Solving Kalah" (2000): seeds in each pit, then pits.
KALAH = {
    (1, 1): 0, (2, 1): -1, (3, 1): 1, (4, 1): -1,
    (1, 2): 1, (2, 2): -1, (3, 2): -1, (4, 2): -1,
    (1, 3): 0, (2, 3): 1, (1, 4): 1,
}  # fmt: skip


def kalah(seeds: int, pits: int) -> str:
    half = seeds * pits
    return example(
        "mancala",
        ("ring 14", f"ring {2 * pits + 2}"),
        ("1..7", f"1..{pits + 1}"),
        ("n + 7", f"n + {pits + 1}"),
        ("pit(p, 7)", f"pit(p, {pits + 1})"),
        ("(1..6)", f"(1..{pits})"),
        ("14 - column", f"{2 * pits + 2} - column"),
        ("> 24", f"> {half}"),
        ("to 4\n", f"to {seeds}\n"),
        ("opponent(p), 6)", f"opponent(p), {pits})"),
        ("passed, 14)", f"passed, {2 * pits + 2})"),
    )


@pytest.mark.parametrize(("seeds", "pits"), KALAH)
def test_small_kalah_is_as_published(seeds: int, pits: int) -> None:
    assert value(kalah(seeds, pits), seed=1) == KALAH[seeds, pits]


# ---------------------------------------------------------------- othello, havannah

OTHELLO = [
    ("8 by 8", "4 by 4"),
    ("cell(4, 5), cell(5, 4)", "cell(2, 3), cell(3, 2)"),
    ("cell(4, 4), cell(5, 5)", "cell(2, 2), cell(3, 3)"),
]
HAVANNAH = [("10 by 7", "5 by 3"), ("x19", "x4"), ("in 1..7", "in 1..3"), ("in 5..11", "in 3..5")]


def test_othello_on_four_by_four_is_won_by_the_second_player() -> None:
    match = ruleslang.load(example("othello", *OTHELLO)).start(seed=1, engine="c")

    assert without_secrets()["best"](match, {}) == -1


def test_havannah_of_side_two_is_won_by_the_first_player() -> None:
    """Any two of the six corners beside the middle are a bridge."""
    assert value(example("havannah", *HAVANNAH), seed=1) == 1


# ---------------------------------------------------------------- leduc poker


@pytest.mark.long
def test_leduc_poker_has_the_value_that_others_found() -> None:
    assert secret(example("leduc_poker")) == pytest.approx(-0.085606424078, abs=1e-8)


# ---------------------------------------------------------------- pig

Scores: TypeAlias = tuple[int, int, int]  # mine, theirs, and the points of my turn


def pig_values(goal: int) -> dict[Scores, float]:
    """The chance to win of who is to throw or hold, by iteration (Neller and Presser 2004)."""
    worth = {
        (mine, theirs, turn): 0.5
        for mine, theirs in product(range(goal), repeat=2)
        for turn in range(goal - mine + 6)
    }
    change = 1.0
    while change > 1e-13:
        change = 0.0
        for (mine, theirs, turn), before in worth.items():
            after = _pig_after(worth, goal, mine, theirs, turn)
            worth[mine, theirs, turn], change = after, max(change, abs(after - before))
    return worth


def _pig_after(worth: dict[Scores, float], goal: int, mine: int, theirs: int, turn: int) -> float:
    if mine + turn >= goal:
        return 1.0
    thrown = 1 - worth[theirs, mine, 0] + sum(worth[mine, theirs, turn + n] for n in range(2, 7))
    return max(thrown / 6, 1 - worth[theirs, mine + turn, 0])


def pig_by_search(text: str) -> float:
    """What the first player gets, by iteration over all positions of the rulebook."""
    start = ruleslang.load(text).start(chance="asked", engine="wasm")
    after: dict[str, list[tuple[float, str]]] = {}
    seats, worth = dict[str, int](), dict[str, float]()
    waiting = [start]
    while waiting:
        match = waiting.pop()
        key, decision = match.key(), match.decision
        if key in worth:
            continue
        worth[key] = 0.0 if match.outcome is None else float(match.outcome.payoffs[0])
        if decision is None:
            continue
        seats[key], after[key] = decision.player, []
        for place in range(len(decision.choices)):
            ahead = match.copy()
            ahead.choose(place)
            chance = float(decision.probabilities[place]) if decision.probabilities else 1.0
            after[key].append((chance, ahead.key()))
            waiting.append(ahead)
    change = 1.0
    while change > 1e-13:
        change = 0.0
        for key, ways in after.items():
            each = [chance * worth[to] for chance, to in ways]
            new = sum(each) if seats[key] < 0 else max(each) if seats[key] == 0 else min(each)
            worth[key], change = new, max(change, abs(new - worth[key]))
    return worth[start.key()]


def pig(goal: int) -> str:
    return example("pig", ("100", str(goal)), ("2..10", "2: anna, ben"))


def test_pig_is_worth_what_iteration_finds() -> None:
    assert pig_by_search(pig(8)) == pytest.approx(2 * pig_values(8)[0, 0, 0] - 1, abs=1e-9)


@pytest.mark.long
def test_in_pig_to_twenty_a_one_may_cost_the_whole_score() -> None:
    """So the stricter rule changes nothing."""
    text = pig(20)
    stricter = text.replace(
        "set turn_total to 0\n", "set turn_total to 0\n    set score(active) to 0\n"
    )

    assert stricter != text
    assert pig_by_search(text) == pytest.approx(2 * pig_values(20)[0, 0, 0] - 1, abs=1e-9)
    assert pig_by_search(stricter) == pytest.approx(pig_by_search(text), abs=1e-9)


# ---------------------------------------------------------------- yacht

Hand: TypeAlias = tuple[int, ...]
BOXES: dict[str, Callable[[Hand], int]] = {
    "full_house": lambda hand: sum(hand) * (sorted(map(hand.count, {*hand})) in ([2, 3], [5])),
    "one_to_five": lambda hand: 30 * (hand == (1, 2, 3, 4, 5)),
}


def yacht_worth(box: Callable[[Hand], int]) -> Fraction:
    """The average of a box with three throws and the best play."""

    @cache
    def thrown(kept: Hand, again: int) -> Fraction:
        after = [best(tuple(sorted(kept + dice)), again) for dice in _throws(5 - len(kept))]
        return sum(after, F(0)) / len(after)

    @cache
    def best(hand: Hand, again: int) -> Fraction:
        if again == 0:
            return F(box(hand))
        kept = {keep for number in range(6) for keep in combinations(hand, number)}
        return max(thrown(keep, again - 1) for keep in kept)

    return thrown((), 2)


def _throws(dice: int) -> Iterator[Hand]:
    return product(range(1, 7), repeat=dice)


@pytest.mark.parametrize("box", BOXES)
def test_a_box_of_yacht_brings_what_a_solver_of_dice_finds(box: str) -> None:
    text = example(
        "yacht",
        ("players 2: anna, ben", "players 1: anna"),
        ("repeat number of Box times", "repeat 1 times"),
        ("from Box where", f"from {{{box}}} where"),
        ("gain(p: player): -1..1\n", "gain(p: player): 0..350 = total(p)\n"),
        ("    when total(p) > total(opponent(p)): 1\n", ""),
        ("    when total(p) < total(opponent(p)): -1\n    otherwise: 0\n", ""),
        ("(players where gain(it) is 1) win", "anna wins"),
    )

    assert value(text, chance="asked") == yacht_worth(BOXES[box])


# ---------------------------------------------------------------- blackjack

Cards: TypeAlias = tuple[int, ...]


def _total(hand: Cards) -> int:
    pips = sum(min(rank, 10) for rank in hand)
    return pips + 10 if pips <= 11 and 1 in hand else pips


def blackjack_worth(deck: Cards) -> Fraction:
    """What the player gets with the best play from a deck in which all cards differ."""

    def drawn(used: Cards) -> list[int]:
        return [rank for rank in deck if rank not in used]

    @cache
    def dealers(own: int, gone: Cards, shown: Cards) -> Fraction:
        if len(shown) > 1 and _total(shown) >= 17:
            theirs = _total(shown)
            return F(1 if theirs > 21 or own > theirs else 0 if own == theirs else -1)
        left = drawn(gone + shown)
        return sum((dealers(own, gone, (*shown, rank)) for rank in left), F(0)) / len(left)

    @cache
    def gamblers(hand: Cards, shown: int) -> Fraction:
        if _total(hand) > 21:
            return F(-1)
        left = drawn((*hand, shown))
        hit = sum((gamblers(tuple(sorted((*hand, rank))), shown) for rank in left), F(0))
        return max(dealers(_total(hand), hand, (shown,)), hit / len(left))

    deals = [(hand, shown) for hand in combinations(deck, 2) for shown in drawn(hand)]
    return sum((gamblers(*deal) for deal in deals), F(0)) / len(deals)


def test_blackjack_with_five_cards_is_worth_what_a_solver_finds() -> None:
    """The hidden card of the dealer is a secret, so the value is that of a linear program."""
    text = example(
        "blackjack",
        ("Suit: clubs, diamonds, hearts, spades", "Suit: clubs"),
        ("in 1..13", "in 6..10"),
        ("repeat until total(hand(p)) > 21", "repeat until total(hand(p)) > 21 or pile is empty"),
    )

    assert secret(text) == pytest.approx(float(blackjack_worth(tuple(range(6, 11)))), abs=1e-8)


# ---------------------------------------------------------------- backgammon

# In how many of 36 throws the last men are borne off at once, by their points.
BORNE_OFF = {
    (1,): 36, (3,): 36, (4,): 34, (5,): 31, (6,): 27,
    (1, 1): 36, (1, 3): 34, (2, 2): 26, (2, 3): 25, (3, 3): 17, (4, 4): 11, (5, 5): 6, (6, 6): 4,
    (1, 6): 15, (5, 6): 6,
}  # fmt: skip


ONE_TURN = """
procedure one_turn
    roll 2 d6 as dice
    add (1 when item(dice, 1) is not item(dice, 2) otherwise 3) to left(item(dice, 1))
    add 1 to left(item(dice, 2))
    use_dice(white)
    black wins
"""


@pytest.mark.parametrize("men", BORNE_OFF, ids=str)
def test_the_last_men_are_borne_off_as_tables_say(men: Hand) -> None:
    given = [f"men(cell({25 - point}, 1), white) is {men.count(point)}" for point in {*men}]
    given += [f"off(white) is {15 - len(men)}", "men(cell(20, 1), black) is 15"]
    text = example("backgammon", ("    payoff gain\n", "")) + ONE_TURN
    position = "".join(f"given {line}\n" for line in given) + "when one_turn\n"
    match = ruleslang.load(text, position=position).start(chance="asked", engine="wasm")

    assert without_secrets()["best"](match, {}) == F(BORNE_OFF[men], 36)


# ---------------------------------------------------------------- chess

BRIDGE = runpy.run_path(str(EXAMPLES / "embedding" / "chess_bridge.py"))
MORPHY = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"


def wins(match: ruleslang.Match, moves: int) -> bool:
    """Whether white mates in so many moves of both, whatever black does."""
    if match.is_over or moves == 0:
        return match.outcome is not None and match.outcome.payoffs[0] > 0
    after = (wins(ahead, moves - 1) for ahead in each_after(match))
    assert match.decision is not None
    return all(after) if match.decision.player else any(after)


def each_after(match: ruleslang.Match) -> Iterator[ruleslang.Match]:
    assert match.decision is not None
    for place in range(len(match.decision.choices)):
        ahead = match.copy()
        ahead.choose(place)
        yield ahead


def test_morphys_problem_has_its_one_solution() -> None:
    match = BRIDGE["begin"](MORPHY, seed=1, engine="wasm")
    keys = [
        move
        for move, ahead in zip(BRIDGE["legal"](match), each_after(match), strict=True)
        if wins(ahead, 2)
    ]

    assert keys == ["a1a6"]


# ---------------------------------------------------------------- sealed bids


def test_an_honest_bidder_gains_what_order_statistics_say() -> None:
    """The higher of two rolls of ten sides exceeds the lower one by 99/30 on average."""
    text = example(
        "sealed_bids", ("2..4: ada, bob, cleo, dan", "2: ada, bob"), ("repeat 5", "repeat 1")
    )

    def wealth(match: ruleslang.Match) -> Fraction:
        decision = match.decision
        if decision is None:
            assert match.outcome is not None
            return F(match.outcome.payoffs[0])
        if decision.player >= 0:
            worth = match.view(decision.player).states[f"worth({match.seats[decision.player]})"]
            ahead = match.copy()
            ahead.choose(str(worth))
            return wealth(ahead)
        total = F(0)
        for place, chance in enumerate(decision.probabilities):
            ahead = match.copy()
            ahead.choose(place)
            total += chance * wealth(ahead)
        return total

    match = ruleslang.load(text).start(chance="asked", engine="wasm")
    assert wealth(match) == 20 + F(99, 30) / 2
