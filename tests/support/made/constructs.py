"""
Constructs that few rulebooks have, each with its declarations and a hook that uses it.

They are written last and draw last, so that everything above them is that of the seed without
them.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.support.made.world import World


def constructs(world: World) -> list[str]:
    """Some of them."""
    return [line for way in WAYS if world.pick.maybe(1, 4) for line in way(world)]


def zone_as_a_parameter(world: World) -> list[str]:
    """Cards are brought to a zone that is told; what is brought to one of them is hooked."""
    return [
        "procedure bring(p: player, n_brought: 1..2, into: zone of card)",
        "    move top(pile, n_brought) to into",
        "    if number of into > 4: add 1 to score(p)",
        "after turn(p)",
        f"    bring(p, {world.pick.number(1, 2)}, {world.pick.one(['hand(p)', 'front(p)'])})",
        "    bring(p, 1, heap)",
        f"after bring(p, any, {world.pick.one(['heap', 'any'])})",
        "    add 1 to score(p)",
    ]


def at_once(world: World) -> list[str]:
    """Several things happen before a rule that acts at once is tested."""
    return [
        "after turn(p)",
        "    at once",
        f"        add {world.pick.number(1, 4)} to score(p)",
        "        subtract 1 from score(home)",
        "        move top(pile) to heap",
        "whenever there is q in players where score(q) > 12",
        f"    set score(q) to {world.pick.number(0, 3)}",
    ]


def only_in_a_zone(world: World) -> list[str]:
    """A state of cards that is gone when they leave."""
    zone = world.pick.one(["heap", "front"])
    there = "heap" if zone == "heap" else "front(p)"
    return [
        f"state worn_out(card): 0..3 = 0, stops at the ends, only in {zone}",
        "before turn(p)",
        f"    for each c in {there}: add 1 to worn_out(c)",
        f"    if there is c in {there} where worn_out(c) >= {world.pick.number(1, 3)}",
        "        move c to hand(p)",
    ]


def modified_field(world: World) -> list[str]:
    """What is printed on cards, changed where they lie."""
    others = ["c is in heap", "c is in front(home)", "c is in heap and score(home) > 2"]
    where = world.pick.one(others)
    change = world.pick.one(["+ 1, at most 5", "- 1, at least 1", "starts from 2"])
    return [f"modify rank(c) where {where}: {change}"]


def value_that_asks_itself(world: World) -> list[str]:
    """Pairs that are taken away in the best way, and steps that are counted."""
    return [
        "type Few: set of card up to 4",
        "value pairs(s: Few) = (each m in subsets(s, 2..2) where number of (set of rank(c) over "
        "c in m) is 1)",
        "value left_over(s: Few): 0..4",
        "    when pairs(s) is empty: number of s",
        "    otherwise: lowest of left_over(s except m) over m in pairs(s)",
        "value ways_up(n: 0..6): 0..30",
        "    when n < 2: 1",
        "    otherwise: ways_up(n - 1) + ways_up(n - 2)",
        "after turn(p)",
        "    add left_over(top(front(p), 4)) to score(p)",
        f"    if ways_up(smaller(6, score(p))) > {world.pick.number(3, 8)}: set score(p) to 1",
    ]


def what_would_be(world: World) -> list[str]:
    """What a step would lead to is asked, and the step is done or not."""
    condition = world.pick.one(["score(p) > 4", "number of heap > 5", "p is in winners"])
    return [
        "procedure take_stock(p: player)",
        f"    add {world.pick.number(1, 3)} to score(p)",
        "    move top(pile, 2) to heap",
        "    if score(p) > 10: p wins",
        "after turn(p)",
        f"    if not ({condition} after take_stock(p)): take_stock(p)",
    ]


def as_often_as_possible(world: World) -> list[str]:
    """Cards in front are pushed away in one of the ways that take most of them."""
    asked = world.pick.one(["", ", if once only by highest n_pushed"])
    return [
        "action push by p choosing c from front(p), n_pushed from 1..2 where rank(c) >= n_pushed",
        "    only if n_pushed + score(p) < 12",
        "    move c to heap",
        "    add n_pushed to score(p)",
        "after turn(p)",
        "    if number of front(p) <= 3",
        f"        p must do push as often as possible{asked}, if impossible nothing",
    ]


def history(world: World) -> list[str]:
    """How things stood is noted, and what came again ends the round."""
    what = world.pick.one(["score, active", "heap, active", "front, heap"])
    return [
        f"history stood: {what}{world.pick.one(['', ', reset each round'])}",
        "after turn(any)",
        "    note stood",
        f"    if times(stood) >= {world.pick.number(1, 3)}: end round if under way",
    ]


def with_the_one_that_stops(world: World) -> list[str]:
    """The beginning of a pile, up to a card and with it."""
    return [
        "before turn(p)",
        f"    move front(p) up to and with the first where rank(it) >= {world.pick.number(2, 5)} "
        "to heap",
    ]


def cards_under_an_option(world: World) -> list[str]:
    """Cards that are there under one value of an option."""
    return [
        "option forest",
        "    bare",
        "    grown *",
        f"card fern x2: token only under forest is {world.pick.one(['bare', 'grown'])}",
        "table token only under forest is grown",
        "    | id   | name | rank |",
        "    | moss | Moss | 2    |",
    ]


WAYS: tuple[Callable[[World], list[str]], ...] = (
    zone_as_a_parameter,
    at_once,
    only_in_a_zone,
    modified_field,
    value_that_asks_itself,
    what_would_be,
    as_often_as_possible,
    history,
    with_the_one_that_stops,
    cards_under_an_option,
)
