"""Phrases: numbers, truths, players, cards. Each uses only what its scope may see."""

from __future__ import annotations

from tests.support.made.world import Scope, State, World, Zone

DEEPEST = 2


def player(world: World, scope: Scope) -> str:
    """A player."""
    return world.pick.one([*scope.players, "home", "active", "away"])


def players(world: World, scope: Scope) -> str:
    """Some players."""
    ways = ["players"]
    if world.teams:
        ways += [f"members(team({player(world, scope)}))", f"allies({player(world, scope)})"]
    if scope.players:
        ways.append(f"(players except {{{scope.players[-1]}}})")
    state = world.pick.one(_readable(world, scope, "number"))
    if state.of_player and state.is_open:
        ways.append(f"(players where {state.at('it')} >= {world.pick.number(0, 2)})")
    return world.pick.one(ways)


def readable_at(world: World, scope: Scope, state: State) -> str:
    """A state of somebody whose state may be read here."""
    if scope.eyes and not state.is_open:
        return state.at(scope.eyes)
    return state.at(player(world, scope))


def _readable(world: World, scope: Scope, kind: str) -> list[State]:
    states = [state for state in world.states if state.kind == kind]
    return [state for state in states if state.is_open or scope.eyes is None or state.of_player]


def zone_seen(world: World, scope: Scope, *, whose: str | None = None) -> str:
    """A zone whose cards may be looked at: of all, or of the eyes."""
    eyes = whose or scope.eyes
    if eyes is None:
        return world.pick.one(world.zones).at(player(world, scope))
    seen = world.pick.one([*world.zone("all"), *world.zone("owner")])
    return seen.at(eyes if seen.seen == "owner" else player(world, scope))


def number(world: World, scope: Scope) -> str:
    """A number; never a large one."""
    pick = world.pick
    ways = ["literal", "state", "zone"]
    if scope.numbers:
        ways.append("local")
    if world.values:
        ways.append("value")
    if scope.cards and scope.eyes is None:
        ways.append("card")
    if scope.depth < DEEPEST:
        ways += ["plus", "larger", "sum", "when", "divided", "cup"]
    return _number(world, scope, pick.one(ways))


def _number(world: World, scope: Scope, way: str) -> str:
    pick, inner = world.pick, scope.inner()
    match way:
        case "state":
            return readable_at(world, scope, pick.one(_readable(world, scope, "number")))
        case "zone":
            return f"number of {pick.one(_counted(world)).at(player(world, scope))}"
        case "local":
            return pick.one(scope.numbers)
        case "value":
            return _value(world, scope)
        case "card":
            return f"rank({pick.one(scope.cards)})"
        case "plus":
            return f"{number(world, inner)} {pick.one(['+', '-'])} {pick.number(1, 2)}"
        case "larger":
            word = pick.one(["larger", "smaller"])
            return f"{word}({number(world, inner)}, {number(world, inner)})"
        case "sum":
            c = scope.fresh("k", "card_here")
            return f"(sum of rank({c}) over {c} in {zone_seen(world, scope)})"
        case "when":
            return (
                f"({number(world, inner)} when {truth(world, inner)} otherwise {pick.number(0, 3)})"
            )
        case "divided":
            return f"({number(world, inner)}) / 2 rounded {pick.one(['up', 'down'])}"
        case "cup" if world.cup:
            return f"(sum of {world.cup}({scope.eyes or player(world, scope)}))"
    return str(pick.number(0, 4))


def _counted(world: World) -> list[Zone]:
    return [zone for zone in world.zones if zone.counted]


def _value(world: World, scope: Scope) -> str:
    known = [value for value in world.values if value.is_open or scope.eyes is None]
    if not known:
        return "1"
    value = world.pick.one(known)
    return f"{value.name}({player(world, scope)})"


def truth(world: World, scope: Scope) -> str:
    """A condition."""
    pick = world.pick
    ways = ["compared", "empty", "flag"]
    if scope.words:
        ways.append("word")
    if world.truths:
        ways.append("value")
    if scope.depth < DEEPEST:
        ways += ["not", "and", "or", "there", "every", "option"]
    return _truth(world, scope, pick.one(ways))


def _truth(world: World, scope: Scope, way: str) -> str:
    pick, inner = world.pick, scope.inner()
    match way:
        case "empty":
            zone = pick.one(_counted(world)).at(player(world, scope))
            return f"{zone} {pick.one(['is empty', 'is not empty'])}"
        case "flag":
            flags = _readable(world, scope, "truth")
            return readable_at(world, scope, pick.one(flags)) if flags else "yes is yes"
        case "word":
            name, list_ = pick.one(scope.words)
            return f"{name} is {pick.one(world.words[list_])}"
        case "value":
            return f"{pick.one(world.truths).name}({player(world, scope)})"
        case "not":
            return f"not ({truth(world, inner)})"
        case "and" | "or":
            return f"({truth(world, inner)} {way} {truth(world, inner)})"
        case "there":
            c = scope.fresh("x", "found")
            test = f"rank({c}) >= {pick.number(1, 3)}"
            return f"(there is {c} in {zone_seen(world, scope)} where {test})"
        case "every":
            c = scope.fresh("each_one", "one_more")
            return f"(for every {c} in {zone_seen(world, scope)}: rank({c}) < {pick.number(3, 6)})"
        case "option" if world.option:
            return f"{world.option} is {pick.one(['strict', 'loose'])}"
    if pick.maybe(1, 4):
        state = pick.one(_readable(world, scope, "number"))
        return f"{readable_at(world, scope, state)} is {pick.number(0, 5)}"
    return f"{number(world, inner)} {pick.one(['<', '>=', '<=', '>'])} {pick.number(1, 4)}"


def about_card(world: World, scope: Scope, name: str) -> str:
    """A condition on a card that is named, and seen."""
    pick = world.pick
    ways = [f"rank({name}) >= {pick.number(1, 3)}", f"rank({name}) <= {number(world, scope)} + 2"]
    if world.hue:
        ways.append(f"hue({name}) is {pick.one(world.words[world.hue])}")
    if world.has_charms:
        ways.append(f"{name} is charm")
    if len(world.cards) > 1:
        ways.append(f"{name} is not {world.cards[0]}")
    return pick.one(ways)
