"""
Constructs about costs and ties of plays, each with its declarations.

They are written behind all others, so that everything above them is that of the seed without them.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.support.made.world import World, indented


def paid(world: World) -> list[str]:
    """Some of them."""
    return [line for way in WAYS if world.pick.maybe(1, 3) for line in way(world)]


def _offered(world: World, action: str) -> list[str]:
    """An action that may be done when a turn begins or ends."""
    moment = world.pick.one(["after", "before"])
    return [f"{moment} turn(p)", f"    p may do {action}"]


def clauses_of_a_kind(world: World) -> list[str]:
    """What all plays of a kind cost and need, a card with two of them, and a card below."""
    pick = world.pick
    lines = ["kind song: token", f"    pays {pick.one(['rank(this)', '1', '2'])} from score(you)"]
    lines += ["    only if hand(you) is not empty"] if pick.maybe(1, 2) else []
    lines += ['card ballad "Ballad" x2: song', f"    rank: {pick.number(1, 3)}"]
    lines += ['    play "for all"', "        add 1 to score(home)", '    play "to draw"']
    lines += ["        pays 1 from score(you)"] if pick.maybe(1, 2) else []
    lines += ["        move top(pile, 2) to hand(you)"]
    lines += ["action sing by p choosing c from hand(p) where c is song and playable(c, p)"]
    lines += ["    perform c", "    if c is in hand(p): move c to heap"]
    return [*lines, *_offered(world, "sing")]


def branches_that_cost(world: World) -> list[str]:
    """A menu in which some branches are paid: from a number, with cards, with a truth."""
    pick = world.pick
    lines = ["state willing(player): yes or no = yes, reset each turn"] if pick.maybe(1, 2) else []
    willing = bool(lines)
    lines += [f"{pick.one(['before', 'after'])} turn(p)", "    p chooses one of"]
    lines += ["        pay_up", f"            pays {pick.number(1, 3)} from score(p)"]
    lines += ["            move top(pile) to hand(p)"]
    cards = f"            pays {pick.number(1, 2)} from hand(p) to heap"
    lines += ["        give_up_cards if score(p) < 9", cards + ", willing(p)" * willing]
    lines += ["            add 2 to score(p)"]
    return [*lines, "        bear_it: subtract 1 from score(p)"]


def pays_in_kinds(world: World) -> list[str]:
    """A number that is paid from several places, which the payer chooses."""
    pick = world.pick
    high = pick.number(1, 3)
    lines = [f"words Metal: {pick.one(['gold, silver', 'gold, silver, tin'])}"]
    lines += [f"state coins(player, Metal): 0..6 = {high}, stops at the ends"]
    cost = pick.one(["2 from coins(p, any)", "1 from coins(p, gold), 1 from coins(p, any)"])
    lines += ["action mint by p", f"    pays {cost}", f"    add {high} to score(p)"]
    lines += ["    limit 1 per turn"][: pick.number(0, 1)]
    if lines[-1].startswith("    limit"):
        lines[-2:] = [lines[-1], lines[-2]]
    return [*lines, *_offered(world, "mint"), "after turn(p)", "    add 1 to coins(p, silver)"]


def each_of_several(world: World) -> list[str]:
    """A play with one or two targets, of which those that are gone drop out."""
    pick = world.pick
    zone = pick.one(["heap", "front(you)", "(front(home) + heap)"])
    lines = ['card sweep "Sweep" x2: token']
    lines += [f"    play choosing each of {pick.one(['1..2', '2', '0..2'])} of {zone} as swept"]
    lines += ["        add number of swept to score(you)", "        move swept to hand(you)"]
    lines += ["action clean by p choosing c from hand(p) where playable(c, p) and c is sweep"]
    lines += ["    perform c", "    in any case", "        if c is in hand(p): move c to front(p)"]
    lines += ["before play(sweep)"]
    change = ["move top(front(home)) to heap", "move first(heap) to pile", "add 1 to score(away)"]
    lines += [f"    {pick.one(change)}"]
    return [*lines, *_offered(world, "clean")]


def tied_to_a_place(world: World) -> list[str]:
    """A kind whose cards come into play from the hand, and a card that does something there."""
    pick = world.pick
    lines = ["kind worker: token", "    play while in hand(you)", "        move this to front(you)"]
    lines += ["state worked(card): yes or no = yes, reset each turn"]
    lines += [f'card smith "Smith" x{pick.number(2, 3)}: worker', "    play while in front(you)"]
    lines += ["        pays worked(this)"] if pick.maybe(2, 3) else []
    lines += [f"        add {pick.number(1, 2)} to score(you)"]
    place = pick.one(["hand(p) + front(p)", "front(p)", "hand(p)"])
    lines += [f"action employ by p choosing c from {place} where c is worker and playable(c, p)"]
    lines += ["    perform c"]
    return [*lines, *_offered(world, "employ" + pick.one(["", " as often as allowed"]))]


def truth_as_a_cost(world: World) -> list[str]:
    """What is yes is paid, alone or with a number, and is yes again sometime."""
    pick = world.pick
    lines = [f"state rested(player): yes or no = yes, reset each {pick.one(['turn', 'round'])}"]
    more = pick.one(["", ", 1 from score(p)"])
    lines += ["action toil by p", f"    pays rested(p){more}"]
    lines += indented([f"add {pick.number(1, 3)} to score(p)"])
    again = pick.one([[], ["after toil by p", "    if score(p) > 6: set rested(p) to yes"]])
    return [*lines, *again, *_offered(world, "toil")]


WAYS: tuple[Callable[[World], list[str]], ...] = (
    clauses_of_a_kind,
    branches_that_cost,
    pays_in_kinds,
    each_of_several,
    tied_to_a_place,
    truth_as_a_cost,
)
