"""
Keys are equal for positions that are the same game, and for no others.

What is the same game is decided apart from `engine/cells/key.py`: by boards that the test draws
itself, by counting what can follow, by cards that were exchanged with their like, and by cells that
were changed.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise, product
from typing import Any

import pytest

from ruleslang.api.game import Game
from ruleslang.api.loading import load, load_text
from ruleslang.api.match import Match
from ruleslang.engine.cells.key import Labels, hashed
from ruleslang.engine.cells.key_table import CARD, LIST, SET
from ruleslang.engine.cells.position_items import APART
from ruleslang.engine.compiled_in_c import WasmEngine
from ruleslang.engine.engine_names import INTERPRETER, WASM, C
from ruleslang.engine.match.position import Rearrangement
from ruleslang.engine.match.runtime_values import Card, members
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.library.load import load_text as compiled_text
from tests.engine.c.conftest import compiler as compiler
from tests.support.drawn.rulebook import rulebook
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


@pytest.mark.parametrize("engine", [WASM, C])
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
    matches = [game.start(seed=2, engine=engine) for engine in (INTERPRETER, WASM, C)]
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


def _by_python(match: Match) -> str:
    """The key of a match in C, as Python makes it from its cells."""
    played: Any = match.engine
    return str(played.game.keys.key(played.play))


@every("name", shipped_rulebooks, parts=4)
def test_c_makes_the_keys_of_python(name: str, compiler: None) -> None:
    match, chance = load(name).start(seed=4, engine=C), random.Random(4)
    for made in range(50):
        if made % 7 == 0:
            assert match.key() == _by_python(match)
        if match.decision is None:
            break
        match.choose(chance.randrange(len(match.decision.choices)))
    assert match.key() == _by_python(match)


LOOKS = """\
rulebook looks "Looks"
    language 1
    players 1
    starts with game
kind knot
card rope "Rope" x3: knot
zone table: knot, ordered, seen by all
zone box: knot, ordered, seen by all
state pulled: 0..9 = 0
whenever there is k in table
    p1 chooses more from 0..2
    set pulled to more
phase game
    p1 chooses first from 0..2
    move first(knot) to table
    nobody wins
"""


def test_what_a_rule_looked_at_makes_one_key_while_it_asks(compiler: None) -> None:
    matches = [load_text(LOOKS).start(seed=1, engine=each) for each in (INTERPRETER, WASM, C)]
    for match in matches:
        match.choose(1)

    assert len({match.key() for match in matches}) == 1
    assert all(match.decision and match.decision.prompt == "more" for match in matches)


NAMES = """\
rulebook ties "Ties"
    language 1
    players 1
    starts with game
kind knot
card knot_of_rope "Knot" x6: knot
card bead "Bead" x2: knot
zone table: knot, seen by all
state tied(knot, knot): 0..3 = 0
state pearls: list of knot up to 3 = {}
state numbers(0..300): 0..9 = 0
phase game
    move cards to table
    p1 chooses more from 0..1
    set numbers(300) to more
    p1 chooses again from 0..1
    nobody wins
"""
RINGS = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]
RING = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)]


class Ties:
    """A position in C, whose knots are tied as said, and its keys."""

    def __init__(self, *, more: int = 0) -> None:
        self.match = load_text(NAMES).start(seed=1, engine=C)
        self.match.choose(more)
        played: Any = self.match.engine
        self.game, self.play = played.game, played.play.without_record()

    def key(self, ties: list[tuple[int, int]], pearls: tuple[int, ...] = ()) -> str:
        """The key, which both engines make, where these knots are tied and those are pearls."""
        play = self.play.copy()
        family, cells = self.game.flow.layout["state tied"], play.S
        for one, other in ties:
            cells[family.cell((one, other))] = 1
        cells[self.game.flow.layout["state pearls"].base] = pearls
        key: str = self.game.keys.key(play)
        assert self.game.key_of(self.game.in_c(play)) == key
        return key


def _with_many_questions(number: int) -> str:
    asked = (f"    p1 chooses n{at} from 0..{at + 1}\n" for at in range(number))
    read = (f"    add n{at} to told\n" for at in range(number))
    header = 'rulebook long "Long"\n    language 1\n    players 1\n    starts with game\n'
    body = "".join((*asked, *read))
    return f"{header}state told: 0..99999 = 0\nphase game\n{body}    nobody wins\n"


def test_what_each_of_many_questions_reads_is_told_as_matches_come_to_it(compiler: None) -> None:
    rooms = []
    for number in (40, 160):
        game = load_text(_with_many_questions(number))
        matches = [game.start(seed=1, engine=engine) for engine in (WASM, C)]
        early = matches[1].copy()
        words = [len(_words(match)) for match in matches]
        for at in range(number):
            assert len({match.key() for match in matches}) == 1
            assert at % 8 or matches[1].key() == _by_python(matches[1])
            for match in matches:
                match.choose(at % 2)
        assert early.key() == game.start(seed=1, engine=WASM).key()
        assert words[0] == words[1]
        rooms.append(words[0])
    assert rooms[1] < 5 * rooms[0]


def _words(match: Match) -> Any:
    played: Any = match.engine
    match.key()
    return played.game.key_table.words


def test_things_that_differ_by_their_relations_alone_are_renumbered(compiler: None) -> None:
    ties, chance = Ties(), random.Random(1)
    for edges, pearls in ((RINGS, ()), (RING, ()), (RING, (2, 4)), (RINGS[:4], (0, 3, 1))):
        first = ties.key(edges, pearls)
        for _ in range(5):
            names = [*chance.sample(range(6), 6), *chance.sample((6, 7), 2)]
            renamed = [(names[one], names[other]) for one, other in edges]

            assert ties.key(renamed, tuple(names[one] for one in pearls)) == first


def test_other_relations_are_another_game(compiler: None) -> None:
    ties = Ties()
    backwards = [(other, one) for one, other in RING[:3]]
    positions = [(RINGS, ()), (RING, ()), (RING, (0, 1)), (RING, (1, 0)), (RING, (0, 2))]
    positions += [(RING, (6,)), (RING, ()), (RING[:3], ()), ([*RING[:1], *backwards], ())]

    keys = [ties.key(*position) for position in positions]

    assert len({*keys}) == len(keys) - 1  # one is there twice
    assert Ties(more=1).key(RING) not in keys


def test_no_two_sets_or_lists_of_small_numbers_have_one_hash() -> None:
    labels = Labels(0, [], {})
    subsets = [tuple(few) for size in range(14) for few in combinations(range(-1, 12), size)]
    for kind in (SET, LIST):
        numbers = {labels.number(8 * CARD + kind, few) for few in subsets}
        sums = {labels.number(8 * CARD + kind, few) + labels.number(SET, few) for few in subsets}

        assert len(numbers) == len(sums) == len(subsets) == 2**13


def test_items_that_exchange_their_values_have_another_sum() -> None:
    three = list(product((0, 1), repeat=3))
    even, odd = ([bits for bits in three if sum(bits) % 2 == rest] for rest in (0, 1))

    assert sum(hashed(APART, *bits) for bits in even) != sum(hashed(APART, *bits) for bits in odd)


def _other(value: Any) -> Any:
    if isinstance(value, tuple):
        return (*value, 0)
    return value + 1 if isinstance(value, int) else 0


@pytest.mark.parametrize("seed", [1, 2, 4, 5, 6, 7, 8, 10])  # the checks refuse the others
def test_what_is_stored_makes_another_key(seed: int) -> None:
    compiled = compiled_text(rulebook(seed)).compiled
    assert compiled is not None
    match: Any = WasmEngine(compiled.program).start(seed=seed)
    for _ in range(5):
        if match.decision is not None:
            match.choose(len(match.decision.choices) - 1)
    keys, cells = match.game.keys, match.play.S
    first = keys.key(match.play)
    stored = [*keys.table.registers, *(at for pair in keys.table.whole for at in range(*pair))]
    found = {first}
    for at in stored:
        before, cells[at] = cells[at], _other(cells[at])
        found.add(keys.key(match.play))
        cells[at] = before

    assert keys.key(match.play) == first
    assert len(found) == len(stored) + 1


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
    for match in _positions(load(name).start(seed=1, engine=WASM), depth):
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
    match, chance = game.start(seed=3, engine=WASM), random.Random(3)
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
