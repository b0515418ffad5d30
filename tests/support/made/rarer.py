"""Lines that rulebooks seldom have: ranks, exchanges, dice that are chosen, teams, titles."""

from __future__ import annotations

from tests.support.made import phrases
from tests.support.made.world import Scope, World, indented


def ranked(world: World, scope: Scope) -> list[str]:
    """Everybody in an order of theirs."""
    q = scope.fresh("in_order", "next_one")
    least = world.pick.one(["highest", "lowest"])
    return [
        f"for each {q} in (players ranked by {least} score(it), then order)",
        f"    add 1 to score({q})",
    ]


def exchange(world: World, scope: Scope) -> list[str]:
    """Two numbers change places, or the dice of two cups."""
    one, other = phrases.player(world, scope), world.pick.one(["home", "away"])
    if world.cup and world.pick.maybe(1, 2):
        return [f"swap {world.cup}(home) with {world.cup}(away)"]
    return [f"swap score({one}) with score({other})"]


def negative(world: World, scope: Scope) -> list[str]:
    """A number below nothing stops at the end."""
    whose = phrases.player(world, scope)
    other = phrases.player(world, scope)
    return [f"set score({whose}) to larger(0, {world.pick.number(1, 3)} + (- score({other})))"]


def side(world: World, scope: Scope) -> list[str]:
    """Who is on a side, or decides nothing."""
    whose = phrases.player(world, scope)
    ways = [f"if {whose} is automatic"]
    if world.teams:
        ways += [f"if team({whose}) is reds", f"if {whose} is in members(blues)"]
    return [world.pick.one(ways), f"    add 1 to score({whose})"]


def titles(world: World, scope: Scope) -> list[str]:
    """Definitions, and cards of them."""
    k, whose = scope.fresh("k_title", "sort"), phrases.player(world, scope)
    return [
        f"for each {k} in titles where rank({k}) > {world.pick.number(1, 3)}",
        f"    if there is {k}_card in heap where title({k}_card) is {k}",
        f"        add rank({k}_card) to score({whose})",
    ]


def rolled(world: World, scope: Scope) -> list[str]:
    """Faces in a list; dice of a cup that are chosen, and rolled again."""
    if world.cup and scope.asks and world.pick.maybe(1, 2):
        whose, d = world.pick.one(["home", "away"]), scope.fresh("chosen_die", "other_die")
        return [f"{whose} chooses {d} from {world.cup}({whose})", f"roll {d}"]
    faces = scope.fresh("faces", "more_faces")
    whose = phrases.player(world, scope)
    return [
        f"roll 2 {world.die} as {faces}",
        f"if {faces} is {{1, {world.pick.number(1, 2)}}}",
        f"    add larger(0, sum of ({faces} + {faces})) to score({whose})",
    ]


def perhaps(world: World, scope: Scope) -> list[str]:
    """Somebody, or nobody; a player is found among those with the most."""
    best, whose = scope.fresh("leader", "other_leader"), phrases.player(world, scope)
    return [
        f"let {best}: player or none = {world.pick.one(['none', 'first(players)', 'active'])}",
        f"if there is {best}_here in {best}",
        *indented([f"add 1 to score({best}_here)"]),
        f"else: subtract 1 from score({whose})",
    ]


WAYS = (ranked, exchange, negative, side, titles, rolled, perhaps)
