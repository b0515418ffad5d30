"""The things on the table: words, dice, cards, zones, states, values."""

from __future__ import annotations

from tests.support.made import phrases
from tests.support.made.world import Named, Scope, State, World, Zone, indented

TITLES = ("acorn", "bramble", "cedar", "daisy", "elder")


def words(world: World) -> list[str]:
    """Lists of words, dice, an option."""
    pick = world.pick
    lines = []
    world.words["Colour"] = ("red", "green", "blue")[: pick.number(2, 3)]
    lines.append(f"words Colour: {', '.join(world.words['Colour'])}")
    if pick.maybe(1, 2):
        world.words["Mood"] = ("calm", "cross")
        lines.append("words Mood: calm, cross")
    world.die = "bone"
    lines.append(f"die bone: {pick.one(['1..3', '1, 2 x2, 3', '0..5'])}")
    if pick.maybe(1, 3):
        world.coin = "coin"
        lines.append("die coin: heads x2, tails")
    if pick.maybe(1, 3):
        world.option = "house_rule"
        lines += [f"{pick.one(['option', 'reading'])} house_rule", "    strict *", "    loose"]
    return lines


def zones(world: World) -> list[str]:
    """A pile, hands, a heap, fronts, and perhaps others."""
    pick = world.pick
    world.zones = [
        Zone("heap", False, False, "all"),
        Zone("pile", False, True, "nobody"),
        Zone("hand", True, False, "owner"),
        Zone("front", True, True, "all"),
    ]
    lines = [
        "zone heap: cards, seen by all",
        "zone pile: cards, ordered, seen by nobody",
        "zone hand(player): cards, seen by owner",
        "zone front(player): cards, ordered, seen by all",
    ]
    if pick.maybe(1, 3):
        world.zones.append(Zone("vault", False, False, "nobody"))
        lines.append("zone vault: cards, seen by nobody")
    if pick.maybe(1, 4):
        world.zones.append(Zone("purse", True, False, "owner", counted=False))
        lines.append("zone purse(player): cards, seen by owner, count seen by owner")
    if pick.maybe(1, 4):
        world.zones.append(Zone("rack", True, pick.maybe(1, 2), "others"))
        ordered = ", ordered" if world.zones[-1].ordered else ""
        lines.append(f"zone rack(p: player): cards{ordered}, seen by (players except {{p}})")
    return lines


def states(world: World) -> list[str]:
    """Numbers, truths, words; of all or of each; open or secret; dice in cups."""
    pick = world.pick
    lines = ["state score(player): 0..30 = 0, stops at the ends"]
    world.states.append(State("score", True, "number", True, 30))
    if pick.maybe(1, 2):
        world.states.append(State("round_number", False, "number", True, 9))
        reset = pick.one(["", ", reset each round"])
        lines.append(f"state round_number: 0..9 = {pick.number(0, 2)}, stops at the ends{reset}")
    if pick.maybe(1, 2):
        world.states.append(State("plan", True, "number", False, 5))
        lines.append("state plan(player): 0..5 = 2, stops at the ends, seen by owner")
    if pick.maybe(1, 2):
        flag = State("ready", pick.maybe(1, 2), "truth", True)
        world.states.append(flag)
        index = "(player)" if flag.of_player else ""
        reset = pick.one(["", ", reset each turn"])
        lines.append(f"state ready{index}: yes or no = no{reset}")
    if pick.maybe(1, 2):
        list_ = pick.one(list(world.words))
        state = State("mood", pick.maybe(1, 2), list_, pick.maybe(2, 3))
        state = State("mood", True, list_, False) if not state.is_open else state
        world.states.append(state)
        index = "(player)" if state.of_player else ""
        seen = "" if state.is_open else ", seen by owner"
        lines.append(f"state mood{index}: {list_} = {world.words[list_][0]}{seen}")
    if pick.maybe(1, 4):
        world.cup = "cup"
        seen = pick.one(["owner", "all", "owner"])
        lines.append(f"dice cup(player): up to 2 bone, starts with 1, seen by {seen}")
    return lines


def values(world: World) -> list[str]:
    """Values of a player, of what all see; and what modifies them."""
    pick = world.pick
    lines: list[str] = []
    for name in ("worth", "stretch")[: pick.number(0, 2)]:
        is_open = pick.maybe(2, 3)
        scope = Scope(players=["p"], taken={"p"}, eyes="p" if not is_open else None)
        if is_open:
            scope.eyes = None
        lines += _number_value(world, scope, name, is_open)
    if pick.maybe(1, 2):
        scope = Scope(players=["p"], taken={"p"})
        condition = open_truth(world, scope)
        world.truths.append(Named("thriving", ("player",)))
        lines.append(f"value thriving(p: player): yes or no = {condition}")
    return lines


def _number_value(world: World, scope: Scope, name: str, is_open: bool) -> list[str]:
    """An open value says what all see; another may say anything, and is read where nobody minds."""
    pick = world.pick
    number = open_number if is_open else phrases.number
    first = number(world, scope)
    made = Named(name, ("player",), is_open)
    lines = [f"value {name}(p: player) = {first}"]
    if pick.maybe(1, 2):
        condition = open_truth(world, scope)
        lines = [f"value {name}(p: player)", f"    when {condition}: {first}"]
        lines.append(f"    otherwise: {pick.number(0, 3)}")
    world.values.append(made)
    if pick.maybe(1, 2):
        change = pick.one(["+ 1", "- 1, at least 0", "times 2, at most 9", "starts from 2, + 1"])
        lines.append(
            pick.one(
                [
                    f"modify {name}: {change}",
                    f"modify {name}(home): {change}",
                    f"modify {name}(any) where {open_truth(world, Scope())}: {change}",
                    f"modify {name}(p) where score(p) > 1: {change}",
                ]
            )
        )
    return lines


def open_number(world: World, scope: Scope) -> str:
    """A number that everybody may know."""
    pick, who = world.pick, phrases.player(world, scope)
    ways = [str(pick.number(0, 3)), f"score({who})", f"number of hand({who})"]
    ways += [f"number of front({who})", f"(sum of rank({scope.fresh('k')}) over {{}} in heap)"]
    way = pick.one(ways)
    if "{}" in way:
        name = way.split("rank(")[1].split(")")[0]
        return way.format(name)
    if scope.depth < 1 and pick.maybe(1, 3):
        return f"{way} {pick.one(['+', '-'])} {open_number(world, scope.inner())}"
    return way


def open_truth(world: World, scope: Scope) -> str:
    """A condition that everybody may know."""
    ways = [f"{open_number(world, scope)} {world.pick.one(['>', '<'])} 2", "heap is not empty"]
    ways += [f"{phrases.player(world, scope)} is active", "number of players > 2"]
    return world.pick.one(ways)


# ---------------------------------------------------------------- cards


def cards(world: World) -> list[str]:
    """A kind or two, and their cards; their plays are written later."""
    pick = world.pick
    lines = ["kind token", "    has rank: 1..5 = 1"]
    if pick.maybe(1, 2):
        world.hue = "Colour"
        lines.append("    has hue: Colour = red")
    kinds = ["token"]
    if pick.maybe(1, 3):
        world.has_charms = True
        kinds.append("charm")
        lines.append("kind charm: token")
    if pick.maybe(1, 4):
        hues = ", hue in Colour" if world.hue else ""
        lines.append(f"deck tiles of token: rank in 1..3{hues}")
    for title in TITLES[: pick.number(2, 5)]:
        copies = pick.one(["", " x2", " x3"])
        lines.append(f'card {title} "{title.capitalize()}"{copies}: {pick.one(kinds)}')
        lines += indented(_fields(world))
        world.cards.append(title)
    return lines


def _fields(world: World) -> list[str]:
    lines = [f"rank: {world.pick.number(1, 5)}"] if world.pick.maybe(2, 3) else []
    if world.hue and world.pick.maybe(1, 2):
        lines.append(f"hue: {world.pick.one(world.words[world.hue])}")
    return lines
