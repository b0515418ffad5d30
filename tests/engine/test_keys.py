"""
Keys are equal for positions that are the same game, and for no others.

What is the same game is decided apart from `engine/cells/key.py`: by boards that the test draws
itself, by counting what can follow, and by cards that were exchanged with their like.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from ruleslang.api.game import Game
from ruleslang.api.loading import load
from ruleslang.api.match import Match
from ruleslang.engine.engine_names import INTERPRETER, PYTHON, C
from ruleslang.engine.match.position import Rearrangement
from ruleslang.engine.match.runtime_values import Card, members
from ruleslang.library.find_rulebook import shipped_rulebooks
from tests.engine.c.conftest import compiler as compiler
from tests.support.every import every

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
A_WHILE = 4  # decisions


def _boards(first: str = "." * 9, mark: str = "x") -> Iterator[tuple[str, bool]]:
    """Every board of tic-tac-toe that can be reached from one, and whether it is over there."""
    seen, left = {first}, [(first, mark)]
    while left:
        board, mark = left.pop()
        lines = ("".join(board[int(at)] for at in line) for line in LINES)
        is_over = "." not in board or any(line in ("xxx", "ooo") for line in lines)
        yield board, is_over
        for at in range(9) if not is_over else ():
            after = board[:at] + mark + board[at + 1 :]
            if board[at] == "." and after not in seen:
                seen.add(after)
                left.append((after, "o" if mark == "x" else "x"))


def _solved(match: Match, table: dict[str, int]) -> int:
    key = match.key()
    if key not in table:
        if match.outcome is not None:
            table[key] = match.outcome.payoffs[0]
            return table[key]
        assert match.decision is not None
        best = max if match.decision.player == 0 else min
        values = []
        for place in range(len(match.decision.choices)):
            match.push(place)
            values.append(_solved(match, table))
            match.pop()
        table[key] = best(values)
    return table[key]


@pytest.mark.parametrize("engine", [PYTHON, C])
@pytest.mark.parametrize("first", [".........", "....x...."])
def test_a_table_of_the_whole_of_tic_tac_toe_has_its_positions(
    engine: Any, first: str, compiler: None
) -> None:
    match, table = load("tic_tac_toe").start(seed=1, engine=engine), dict[str, int]()
    if "x" in first:
        match.choose("mark_a_square cell(2, 2)")
    boards = list(_boards(first, "o" if "x" in first else "x"))

    value = _solved(match, table)

    # The last mark is forced, so the match does not stop before it.
    stops = [board for board, is_over in boards if is_over or board.count(".") > 1]
    assert value == 0
    assert len(table) == len(stops)
    assert len(boards) == 5_478 or "x" in first


@every("name", shipped_rulebooks, parts=4)
def test_all_engines_give_one_key(name: str, compiler: None) -> None:
    game = load(name)
    matches = [game.start(seed=2, engine=engine) for engine in (INTERPRETER, PYTHON, C)]
    chance = random.Random(2)
    for _ in range(A_WHILE):
        keys = {match.key() for match in matches}

        assert len(keys) == 1
        decision = matches[0].decision
        if decision is None:
            return
        place = chance.randrange(len(decision.choices))
        for match in matches:
            match.choose(place)


def _board(match: Match) -> object:
    """What is public, without telling pieces of one sort apart."""
    view = match.view(None)
    named = {piece.name: piece for piece in match.engine.population.pieces}
    men = sorted(
        (named[name].declaration.name, str(named[name].owner), space or "")
        for name, space in view.pieces.items()
    )
    waits = match.decision and match.decision.player
    return waits, men, sorted(view.states.items(), key=str), view.zones, match.outcome


def _positions(match: Match, depth: int) -> Iterator[Match]:
    yield match
    if match.decision is not None and depth:
        for place in range(len(match.decision.choices)):
            match.push(place)
            yield from _positions(match, depth - 1)
            match.pop()


@pytest.mark.parametrize(
    ("name", "depth"),
    [("connect_four", 4), ("othello", 4), ("mancala", 4), ("nim", 3), ("tic_tac_toe", 4)],
)
def test_equal_keys_are_equal_boards_from_which_the_same_can_follow(name: str, depth: int) -> None:
    keys, boards = defaultdict[str, set[object]](set), defaultdict[str, set[str]](set)
    for match in _positions(load(name).start(seed=1, engine=PYTHON), depth):
        board = repr(_board(match))
        keys[match.key()].add((board, match.perft(1), match.perft(2)))
        boards[board].add(match.key())

    assert [log for log in keys.values() if len(log) > 1] == []
    assert [log for log in boards.values() if len(log) > 1] == []


def _twins(match: Any) -> list[tuple[Card, Card]]:
    """Copies of a card in pairs; where cards are chosen, of those that the player does not see."""
    sight = match.sight(match.population.players[match.waits_for[0]])
    chosen = [value for choice in match.decision.choices for value in choice.values.values()]
    are_chosen = any(isinstance(each, Card) for value in chosen for each in members(value))
    alike: dict[object, list[Card]] = defaultdict(list)
    for card in match.population.cards:
        if not are_chosen or not sight.card(card):
            alike[card.title].append(card)
    return [pair for cards in alike.values() for pair in pairwise(cards)]


def _exchanges(
    game: Game, pairs_of: Callable[[Any], list[Any]], most: int
) -> Iterator[tuple[str, str]]:
    """The keys of positions and of the same with some cards exchanged."""
    match, chance = game.start(seed=3, engine=PYTHON), random.Random(3)
    while match.decision is not None and most:
        played: Any = match.engine
        pairs = pairs_of(played)
        if pairs and played.play is not None:
            some = tuple(chance.sample(pairs, min(3, len(pairs))))
            dealt = played.dealt(Rearrangement(pairs=some))
            if dealt is not None:
                yield match.key(), dealt.key()
        match.choose(chance.randrange(len(match.decision.choices)))
        most -= 1


@every("name", shipped_rulebooks, parts=4)
def test_copies_of_a_card_are_interchangeable(name: str) -> None:
    for key, exchanged in _exchanges(load(name), _twins, 40):
        assert key == exchanged


def _others(match: Any) -> list[tuple[Card, Card]]:
    """Cards of different definitions in the first and the last place that have some."""
    there = [cards for cards in match.position.zones.values() if cards]
    ends = [(there[0][0], there[-1][-1])] if there else []
    return [(first, last) for first, last in ends if first.title is not last.title]


@pytest.mark.parametrize("name", ["crazy_eights", "hearts", "deck_builder", "grangol"])
def test_other_cards_are_another_game(name: str) -> None:
    exchanges = list(_exchanges(load(name), _others, 20))

    assert exchanges
    assert all(key != exchanged for key, exchanged in exchanges)


def test_asked_chance_has_keys_at_every_node() -> None:
    match = load("kuhn_poker").start(chance="asked")
    asked, chance = set[str](), set[str]()

    def walk(here: Match) -> None:
        decision = here.decision
        if decision is None:
            return
        (chance if decision.probabilities else asked).add(here.key())
        for place in range(len(decision.choices)):
            then = here.copy()
            then.choose(place)
            walk(then)

    walk(match)

    assert len(asked) == 24  # six deals, and four places at which somebody is asked
    assert not asked & chance
