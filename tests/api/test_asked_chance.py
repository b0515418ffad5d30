"""Chance as a decision of nobody: its outcomes are chosen, with exact probabilities."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from operator import attrgetter, mul
from pathlib import Path

import pytest
from attrs import evolve

import ruleslang
from ruleslang.engine.code.memory import Memory
from tests.support.engines import IN_WASM
from tests.support.every import every
from tests.support.shipped import LARGE, Shipped, by_name
from tests.support.waiting import some_wait

ENGINES = ("interpreter", *IN_WASM)

LOADED = """\
rulebook loaded "Loaded"
    players 2
    starts with game
    payoff gain
die coin: heads x3, tails
state won: 0..1 = 0
value gain(p: player): -1..1 = 1 when p is in winners otherwise -1
phase game
    p1 chooses one of
        throw: nothing
        wait: nothing
    roll coin as side
    if side is heads
        p1 wins
    p2 wins
"""


def follow_chance(asked: ruleslang.Match, drawn: ruleslang.Match) -> None:
    """Choose what a seed drew, as long as chance is asked: the place says which card of a pile."""
    events = [each for each in drawn.events if isinstance(each, ruleslang.Chanced)]
    while (decision := asked.decision) is not None and decision.player < 0:
        assert decision.kind == "chance" and sum(decision.probabilities) == 1
        assert len(decision.probabilities) == len(decision.choices) > 1
        wanted = asked._played._asked.wanted
        if wanted.together == 1:
            asked.choose(events[wanted.number].outcome[wanted.at])
            continue
        rolled = events[wanted.number : wanted.number + wanted.together]
        faces = sorted((each.outcome[0] for each in rolled), key=wanted.names.index)
        asked.choose(f"{{{', '.join(faces)}}}")


def without_order(view: ruleslang.View) -> ruleslang.View:
    """A view with dice in the order of their faces, without its decision."""
    dice = {name: faces and tuple(sorted(faces)) for name, faces in view.dice.items()}
    return evolve(view, dice=dice, decision=None)


def by_id(decision: ruleslang.Decision | None) -> object:
    """What is asked, with the choices by id: sets of dice are listed in the order of the dice."""
    if decision is None:
        return None
    choices = sorted(decision.choices, key=attrgetter("id"))
    return decision.player, decision.kind, decision.name, decision.prompt, choices


def check_same(name: str, engine: str, choices: int) -> None:
    """The outcomes that a seed drew, chosen one by one, are the same match."""
    game, chance = by_name(name), random.Random(3)
    drawn = game.start(seed=11, engine="wasm")
    asked = game.start(chance="asked", engine=engine)
    follow_chance(asked, drawn)
    while drawn.decision is not None and len(drawn.choices) < choices:
        assert by_id(asked.decision) == by_id(drawn.decision)
        choice = chance.choice(drawn.decision.choices).id
        drawn.choose(choice)
        asked.choose(choice)
        follow_chance(asked, drawn)
    assert asked.outcome == drawn.outcome and asked.is_over == drawn.is_over
    assert by_id(asked.decision) == by_id(drawn.decision)
    for seat in range(len(drawn.seats)):
        assert without_order(asked.view(seat)) == without_order(drawn.view(seat))
    if choices <= 20 and not asked.view(0).dice:
        assert asked.story(0) == drawn.story(0)
        assert asked.actions() == drawn.actions()
        assert game.resume(asked.to_json()).hash() == asked.hash()


@pytest.mark.parametrize("engine", ENGINES)
def test_chosen_outcomes_are_those_that_a_seed_drew(engine: str) -> None:
    for name in ("pig", "leduc_poker", "liars_dice"):
        check_same(name, engine, 8)


@pytest.mark.long
@every("name", lambda: sorted(Shipped().keys() - LARGE))
def test_in_every_rulebook_chosen_outcomes_are_those_that_a_seed_drew(name: str) -> None:
    check_same(name, "auto", 60)
    check_same(name, "interpreter", 6)


def leaves(match: ruleslang.Match, likely: Fraction) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
    """Every end of a match with its probability, where all players choose by chance."""
    decision = match.decision
    if decision is None:
        assert match.outcome is not None
        yield likely, match.outcome.payoffs
        return
    even = (Fraction(1, len(decision.choices)),) * len(decision.choices)
    for place, part in enumerate(decision.probabilities or even):
        ahead = match.copy()
        ahead.choose(place)
        yield from leaves(ahead, likely * part)


@pytest.mark.parametrize("engine", [*ENGINES, "c"])
def test_a_whole_tree_has_exact_probabilities(engine: str) -> None:
    match = by_name("kuhn_poker").start(chance="asked", engine=engine)
    ends = list(leaves(match, Fraction(1)))
    assert len(ends) == 30 and sum(likely for likely, _ in ends) == 1
    assert sum(likely * payoffs[0] for likely, payoffs in ends) == Fraction(1, 8)


def test_cards_of_a_hidden_pile_are_drawn_when_the_rules_look_at_them() -> None:
    """So a tree has no branches for cards that nobody will ever draw: OpenSpiel's has as many."""

    def nodes(match: ruleslang.Match) -> int:
        decision = match.decision
        if decision is None:
            return 1
        ahead = [match.copy() for _ in decision.choices]
        for place, each in enumerate(ahead):
            each.choose(place)
        return 1 + sum(map(nodes, ahead))

    match = by_name("leduc_poker").start(chance="asked")
    for card in ("pack(king, hearts)", "pack(jack, spades)", "call", "call"):
        match.choose(card)
    decision = match.decision
    assert decision is not None and decision.player == -1 and len(decision.choices) == 4
    assert decision.prompt == "shuffle of pile: card 3 of 6 from the top"
    assert match.view(0).zones["pile"].count == 4
    assert nodes(match) == 1 + 4 * 15


FLIPS = """rulebook flips "Flips"
    language 1
    players 2: red, black
    starts with game

kind man
card king x2: man
card pawn x2: man
words Square: left, right, up, down
zone bag: man, ordered, seen by nobody
zone place(Square): man, seen by all, at most 1

phase game
    for each c in cards: move c to bag
    shuffle bag
    take turns p among players
        p must do one of these
            flip
            give_up

action flip by p choosing x from {left, right, up, down}
    move top(bag) to place(x)

action give_up by p
    opponent(p) wins
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_whether_there_is_room_for_a_card_does_not_draw_it(engine: str) -> None:
    match = ruleslang.load_text(FLIPS).start(chance="asked", engine=engine)
    deciders = []
    for _ in range(4):
        decision = match.decision
        assert decision is not None
        deciders.append((decision.player, len(decision.choices)))
        match.choose(0)

    assert deciders == [(0, 5), (-1, 4), (1, 4), (-1, 3)]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_card_that_was_drawn_is_not_drawn_again(engine: str) -> None:
    match, drawn = by_name("blackjack").start(chance="asked", engine=engine), set[str]()
    while (decision := match.decision) is not None:
        if decision.player >= 0:
            match.choose("hit")
            continue
        offered = [choice.id for choice in decision.choices]
        assert len(offered) == 52 - len(drawn) and drawn.isdisjoint(offered)
        drawn.add(offered[0])
        match.choose(0)
    assert len(drawn) > 5 and sum(match.view(0).zones[z].count for z in ("pile", "hole")) < 52


LOOKING = """\
rulebook looking "Looking"
    players 2
    starts with game
kind tile
    has size: 1..6
deck tiles of tile: size in 1..6

zone heap: tile, ordered, seen by nobody
zone hand(player): tile, seen by all
state noticed: 0..99 = 0
phase game
    move cards to heap
    shuffle heap
    {rule}
    p2 chooses one of
        stop: p1 wins
        go: p2 wins
"""
READS = {
    "if heap is empty: p1 wins": 0,
    "set noticed to number of heap": 0,
    "move top(heap) to hand(p2)": 1,
    "move top(heap, 2) to hand(p2)": 2,
    "move bottom(heap) to hand(p2)": 1,
    "move bottom(heap, 2) to hand(p2)": 2,
    "set noticed to size(item(heap, 3))": 1,
    "if item(heap, 9) is none: set noticed to 1": 0,
    "move heap to hand(p1)": 5,
    "shuffle heap": 5,
    "move (tile with lowest size(it)) to hand(p2)": 1,
    "move (tile with highest size(it)) to hand(p2)": 5,
    "move (tile where size(it) < 3) to heap at bottom": 2,
    "if item(tile, 2) is in heap: set noticed to size(item(tile, 2))": 0,
    "swap item(tile, 1) with item(tile, 2)": 2,
}


@pytest.mark.parametrize(("rule", "cards"), some_wait(READS.items(), 3), ids=READS)
@pytest.mark.parametrize("engine", ENGINES[-1:])
def test_only_the_cards_that_a_rule_reads_are_drawn(rule: str, cards: int, engine: str) -> None:
    match = ruleslang.load(LOOKING.format(rule=rule)).start(chance="asked", engine=engine)
    drawn = 0
    while (decision := match.decision) is not None and decision.player < 0:
        match.choose(0)
        drawn += 1
    assert decision is not None and drawn == cards


@pytest.mark.parametrize("rule", [rule for rule in READS if "tile" in rule])
@pytest.mark.parametrize("engine", ENGINES[-1:])
def test_a_card_that_a_rule_names_in_a_pile_lies_in_one_zone(rule: str, engine: str) -> None:
    match = ruleslang.load(LOOKING.format(rule=rule)).start(chance="asked", engine=engine)
    while (decision := match.decision) is not None and decision.player < 0:
        match.choose(len(decision.choices) - 1)
    view = match.view(0)
    assert sum(zone.count for zone in view.zones.values()) == 6
    assert match.story(0) and view == ruleslang.resume(match.to_json(), match.game).view(0)


MIXED = """\
rulebook mixed "Mixed"
    players 2
    starts with game
kind tile
    has size: 1..3
deck tiles of tile: size in 1..3

zone heap: tile, ordered, seen by nobody
zone hand(player): tile, seen by all
die coin: heads, tails
phase game
    move cards to heap
    shuffle heap
    roll coin as side
    if side is tails: p1 wins
    move top(heap) to hand(p2)
    p2 chooses one of
        stop: p1 wins
        go: p2 wins
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_a_roll_behind_a_pile_that_nobody_drew_from_is_asked(engine: str) -> None:
    game = ruleslang.load(MIXED)
    match = game.start(chance="asked", engine=engine)
    decision = match.decision
    assert decision is not None
    assert [choice.id for choice in decision.choices] == ["heads", "tails"]
    assert sorted(likely for likely, _ in leaves(match, Fraction(1))) == [Fraction(1, 12)] * 6 + [
        Fraction(1, 2)
    ]
    match.choose("heads")
    match.choose("tiles(2)")
    assert match.decision is not None and match.decision.player == 1
    assert game.resume(match.to_json(), engine=engine).hash() == match.hash()


@pytest.mark.parametrize("engine", ENGINES)
def test_chance_is_asked_from_a_position_on(engine: str) -> None:
    game = ruleslang.load("pig", position="given score(p1) is 98\ngiven score(p2) is 90\n")
    match = game.start(chance="asked", engine=engine)
    match.choose("go_on")
    decision = match.decision
    assert decision is not None and decision.player == -1
    won = Fraction(0)
    for place, likely in enumerate(decision.probabilities):
        ahead = match.copy()
        ahead.choose(place)
        assert game.resume(ahead.to_json(), engine=engine).hash() == ahead.hash()
        won += likely * (ahead.outcome is not None and ahead.outcome.payoffs[0] == 1)
    assert won == Fraction(5, 6)


def test_cards_of_a_position_are_visible_where_chance_is_asked_at_once() -> None:
    lines = "given score(p1) is 98\nwhen throw\n"
    match = ruleslang.load("pig", position=lines).start(chance="asked")
    assert match.decision is not None and match.decision.player == -1
    assert match.view(0).states["score(p1)"] == 98


SEEN = """\
rulebook row "Row"
    players 2
    starts with game
kind tile
    has size: 1..3
deck row_tiles of tile: size in 1..3

zone lane: tile, ordered, seen by all
phase game
    move cards to lane
    shuffle lane
    p1 chooses one of
        stop: p1 wins
        go: p2 wins
"""


def test_all_cards_of_a_pile_that_is_seen_are_drawn_at_once() -> None:
    match = ruleslang.load(SEEN).start(chance="asked")
    match.choose(2)
    assert match.decision is not None and match.decision.player == -1
    match.choose(0)
    assert match.decision is not None and match.decision.player == 0
    assert match.view(0).zones["lane"].cards[0] == "row_tiles(3)"


def test_faces_that_are_equal_are_one_outcome() -> None:
    match = ruleslang.load(LOADED).start(chance="asked")
    match.choose("throw")
    decision = match.decision
    assert decision is not None
    assert [choice.id for choice in decision.choices] == ["heads", "tails"]
    assert decision.probabilities == (Fraction(3, 4), Fraction(1, 4))
    assert ruleslang.as_data(decision)["probabilities"] == ["3/4", "1/4"]
    expected = sum(likely * payoffs[0] for likely, payoffs in leaves(match, Fraction(1)))
    assert expected == Fraction(1, 2)


@pytest.mark.parametrize("engine", ENGINES)
def test_it_is_copied_saved_and_taken_back_in_the_middle_of_a_shuffle(engine: str) -> None:
    game = by_name("leduc_poker")
    match = game.start(chance="asked", engine=engine)
    seen = set()
    for place in (2, 1, 0, 1, 1, 0):
        twin, text, before = match.copy(), match.to_json(), match.hash()
        assert pickle.loads(pickle.dumps(match)).hash() == before
        assert before not in seen
        seen.add(before)
        twin.choose(place)
        assert match.hash() == before == game.resume(text, engine=engine).hash()
        match.push(place)
        assert match.hash() == twin.hash()
        match.pop()
        assert match.hash() == before == match.before(len(match.choices)).hash()
        match.choose(place)
    assert [made.player for made in match.choices] == [-1, -1, 0, 1, 0, -1]
    assert match.view(0) and match.story(0)


def test_before_the_first_outcome_the_opening_is_told() -> None:
    """Nothing has begun: a walk through the whole tree asks for it at its root, too."""
    told = set()
    for engine in ("interpreter", *IN_WASM):
        match = ruleslang.load("kuhn_poker").start(chance="asked", engine=engine)
        told.add((match.information(0), match.information_hash(1), match.under_way(0)))
        assert [entry.kind for entry in match.story(None)] == ["saw"]
        match.choose(0)
        told.add((match.information(0), match.information_hash(1), match.under_way(0)))
        assert match.story(0)[0].text == "stake: opener 1, dealer 1"

    assert len(told) == 1


def test_impossible_requests_are_refused_in_words() -> None:
    game = by_name("kuhn_poker")
    with pytest.raises(ValueError, match="there is no chance `ask`"):
        game.start(chance="ask")  # type: ignore[arg-type]
    match = game.start(chance="asked")
    assert match.actions() == () and match.parts == ((), (), ())
    for by in (0, "dealer"):
        with pytest.raises(ruleslang.IllegalChoice, match="is not asked now"):
            match.choose(0, by=by)
    with pytest.raises(ruleslang.IllegalChoice, match="is not a choice here"):
        match.choose("ace")
    with pytest.raises(ruleslang.IllegalChoice, match="no bot answers"):
        game.bot("random").choose(match)
    for call in (lambda: match.copy(seed=1), lambda: match.perft(1), match.position):
        with pytest.raises(ValueError, match="chance is asked for in this match"):
            call()
    with pytest.raises(ruleslang.Refused, match="drawn or `asked`"):
        game.replayed(evolve(match.start, chance="other"), ())
    assert match.choices == ()


THROWS = (Path(__file__).parent / "three_throws.rules").read_text(encoding="utf-8")


def best(match: ruleslang.Match, known: dict[str | None, Fraction]) -> Fraction:
    """What the first seat gets on average if its choices are the best ones."""
    key = match.key()
    if key not in known:
        decision, after = match.decision, []
        for place in range(len(decision.choices) if decision else 0):
            ahead = match.copy()
            ahead.choose(place)
            after.append(best(ahead, known))
        if decision is None:
            known[key] = Fraction(match.outcome.payoffs[0])
        elif decision.probabilities:
            known[key] = sum(map(mul, decision.probabilities, after), Fraction(0))
        else:
            known[key] = max(after)
    return known[key]


def all_alike(dice: int, throws: int) -> Fraction:
    """The same for dice that are all to show one face, by a walk over the faces that are kept."""

    @cache
    def kept(faces: tuple[int, ...], left: int) -> Fraction:
        again = [*product(range(6), repeat=dice - len(faces))]
        return sum((shown(tuple(sorted(faces + new)), left) for new in again), Fraction(0)) / len(
            again
        )

    @cache
    def shown(faces: tuple[int, ...], left: int) -> Fraction:
        if left == 0:
            return Fraction(len(set(faces)) == 1)
        some = {part for size in range(dice + 1) for part in combinations(faces, size)}
        return max(kept(part, left - 1) for part in some)

    return kept((), throws - 1)


def test_three_throws_of_three_dice_are_solved_exactly() -> None:
    match = ruleslang.load(THROWS.replace("5", "3")).start(chance="asked")

    assert best(match, {}) == all_alike(3, 3)


def test_three_throws_of_five_dice_are_solved_exactly() -> None:
    known: dict[str | None, Fraction] = {}

    assert best(ruleslang.load(THROWS).start(chance="asked"), known) == Fraction(347897, 7558272)
    assert len(known) < 1_500


ORDERED = {
    "an entry": "if first(cup) is 6: anna wins",
    "a list": "if cup is {1, 2, 3, 4, 5}: anna wins",
    "a loop": "for each f in cup\n        if f is 6: anna wins",
}


@pytest.mark.parametrize("engine", ENGINES)
def test_dice_that_no_rule_tells_apart_are_asked_for_together(engine: str) -> None:
    decision = ruleslang.load(THROWS).start(chance="asked", engine=engine).decision

    assert decision.prompt == "roll of 5 d6" and len(decision.choices) == 252
    assert decision.choices[1].id == "{1, 1, 1, 1, 2}" and sum(decision.probabilities) == 1
    assert decision.probabilities[1] == Fraction(5, 7776)


@pytest.mark.parametrize("rule", ORDERED.values(), ids=ORDERED)
def test_dice_in_an_order_are_asked_for_one_by_one(rule: str) -> None:
    text = THROWS.replace("    if most_alike is 5\n", f"    {rule}\n    if most_alike is 5\n")
    decision = ruleslang.load(text).start(chance="asked").decision

    assert decision.prompt == "roll of d6" and len(decision.choices) == 6


@pytest.mark.parametrize("engine", IN_WASM)
@pytest.mark.parametrize("rolls", [20, 40])
def test_a_compiled_step_begins_again_once_for_each_outcome_chosen(
    rolls: int, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So n outcomes take n beginnings, not the n² / 2 of beginning again for those before too."""
    more = (f"    roll coin as s{n}\n    set last to s{n}\n" for n in range(1, rolls))
    text = LOADED.replace("    roll coin", "".join((*more, "    roll coin")))
    text = text.replace("die coin", "state last: coin = heads\ndie coin")
    match = ruleslang.load(text).start(chance="asked", engine=engine)
    begun = 0
    take = Memory.take

    def counted(memory: Memory, address: int) -> None:
        nonlocal begun
        begun += 1
        take(memory, address)

    monkeypatch.setattr(Memory, "take", counted)
    match.choose("wait")
    for _ in range(rolls):
        assert match.decision is not None and match.decision.player < 0
        match.choose("heads")
    assert match.is_over
    assert begun <= 2 * rolls + 2  # each takes a memory back, and drops its copy
