"""Draws expressions of a type."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from ruleslang.program import types as t
from tests.support.drawn.forms import Phrase, say
from tests.support.drawn.world import Local, Scope, Thing, World, fits, is_kind

DEEPEST = 3
Draw = Callable[[World, Scope, t.Type], "Phrase | None"]


@frozen
class Drawer:
    """Draws phrases of some rules; `gives` are the classes of types that it can give."""

    rules: tuple[str, ...]
    draw: Draw


DRAWERS: dict[type, list[Drawer]] = {}


def draws(*rules: str, gives: tuple[type, ...]) -> Callable[[Draw], Draw]:
    """A decorator of a drawer of phrases of these rules, or built-in functions."""

    def declare(draw: Draw) -> Draw:
        for kind in gives:
            DRAWERS.setdefault(kind, []).append(Drawer(rules, draw))
        return draw

    return declare


def expression(world: World, scope: Scope, type: t.Type) -> Phrase:
    """A phrase of a type."""
    drawers = DRAWERS.get(type.__class__, [])
    favoured = [each for each in drawers if each.draw in world.favoured]
    deepest = DEEPEST + world.deeper
    for among, depth, (times, of) in (favoured, deepest + 2, (1, 3)), (drawers, deepest, (3, 4)):
        if among and scope.depth < depth and world.pick.maybe(times, of):
            for _ in range(3):
                made = world.pick.one(among).draw(world, scope.inner(), type)
                if made is not None:
                    return made
    return atom(world, scope, type)


def truth(world: World, scope: Scope) -> Phrase:
    """A condition."""
    return expression(world, scope, t.Truth())


def number(world: World, scope: Scope, low: int = 0, high: int = 5) -> Phrase:
    """A number; its range is only what is likely."""
    return expression(world, scope, t.Number(low, high))


def player(world: World, scope: Scope) -> Phrase:
    """A player."""
    return expression(world, scope, t.Player())


def within(world: World, scope: Scope, low: int, high: int) -> Phrase:
    """A number that is surely in a range."""
    if world.pick.maybe(1, 3) and scope.depth < DEEPEST + world.deeper:
        inner = number(world, scope.inner(), low, high)
        return call("smaller", str(high), call("larger", str(low), inner))
    return Phrase(str(world.pick.number(low, high)))


def call(name: str, *arguments: Phrase | str) -> Phrase:
    """A name with its places; without places the name alone."""
    if not arguments:
        return Phrase(name)
    return say("apply", function=name, arguments=arguments)


# ---------------------------------------------------------------- atoms


def atom(world: World, scope: Scope, type: t.Type) -> Phrase:
    """The simplest phrases of a type: a name, a constant, something that is read."""
    names = [Phrase(each.name) for each in scope.named(lambda a: fits(world, a, type))]
    things = [each for each in world.things if fits(world, each.gives, type)]
    if names and world.pick.maybe(1, 2):
        return world.pick.one(names)
    if things and scope.depth <= DEEPEST + 2 + world.deeper and world.pick.maybe(2, 3):
        made = read(world, scope, world.pick.one(things))
        if made is not None:
            return made
    return constant(world, scope, type)


def read(world: World, scope: Scope, thing: Thing) -> Phrase | None:
    """A thing with its places, if it may be read here."""
    place = world.things.index(thing) if thing in world.things else 0
    if thing.sort == "field" and not scope.fields:
        return None
    if thing.sort == "value" and place >= scope.values_before:
        return None
    if scope.eyes is not None and thing.seen != "all":
        is_mine = thing.seen == "owner" and thing.places[:1] == (t.Player(),)
        if not is_mine or scope.eyes == "*":
            return None
        return _at(world, scope, thing, Phrase(scope.eyes))
    return _at(world, scope, thing, None)


def _at(world: World, scope: Scope, thing: Thing, first: Phrase | None) -> Phrase | None:
    given: list[Phrase] = [] if first is None else [first]
    for place in thing.places[len(given) :]:
        made = argument(world, scope, place)
        if made is None:
            return None
        given.append(made)
    return call(thing.name, *given)


def argument(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    """Something for a place: in its range, and never none."""
    match type:
        case t.Number():
            return within(world, scope, type.low, type.high)
        case t.Card() | t.Piece() | t.Space() | t.DieIn():
            return present(world, scope, type)
        case t.SetOf(element=t.Card()) | t.SetOf(element=t.Title()):
            return expression(world, scope.inner(), type)
        case _:
            return expression(world, scope.inner(), type)


def present(world: World, scope: Scope, type: t.Type, *, titled: bool = True) -> Phrase | None:
    """A card, a piece or a space that surely exists."""
    names = [Phrase(each.name) for each in scope.named(lambda a: fits(world, a, type))]
    match type:
        case t.Space():
            names += [constant(world, scope, type)] if world.boards else []
        case t.Piece():
            names += _pieces(world, scope, type)
        case t.Card():
            names += [Phrase("this")] if _is_this(world, scope, type.kind) else []
            if scope.eyes is None and titled:
                names += [
                    Phrase(name)
                    for name, kind, copies in world.titles
                    if copies == 1 and is_kind(world, kind, type.kind)
                ][:2]
    return world.pick.one(names) if names else None


def _is_this(world: World, scope: Scope, kind: str | None) -> bool:
    return scope.this is not None and scope.eyes is None and is_kind(world, scope.this, kind)


def _pieces(world: World, scope: Scope, type: t.Piece) -> list[Phrase]:
    found = []
    for name, (_, per_player) in world.pieces.items():
        if type.piece in (None, name) and not per_player:
            found.append(call("item", name, "1"))
    return found


def constant(world: World, scope: Scope, type: t.Type) -> Phrase:
    """A constant, or what is always there."""
    pick = world.pick
    match type:
        case t.Number():
            if world.numbers and pick.maybe(1, 8):
                return Phrase(pick.one(world.numbers))
            return Phrase(str(pick.number(max(0, type.low), max(0, type.low, type.high))))
        case t.Truth():
            return _plain_truth(world, scope)
        case t.Player():
            return Phrase(pick.one(["active", *world.seats[: world.fewest]]))
        case t.WordOf():
            words = world.words.get(type.list) or world.options.get(type.list, ())
            return Phrase(pick.one(words))
        case t.Team():
            return Phrase(pick.one(world.teams))
        case t.Space():
            return _space(world, type.board or next(iter(world.boards)))
        case t.SetOf():
            return plain_set(world, scope, type)
        case t.ListOf(element=t.Card()):
            return call("first", plain_set(world, scope, t.SetOf(type.element)), "2")
        case t.ListOf():
            return say("braces", items=[constant(world, scope, type.element)])
        case t.Title():
            names = [name for name, kind, _ in world.titles if is_kind(world, kind, type.kind)]
            return Phrase(pick.one(names))
        case t.Card():
            made = present(world, scope, type)
            return made or call("first", plain_set(world, scope, t.SetOf(type)))
        case t.Piece():
            made = present(world, scope, type)
            return made or call("first", Phrase("pieces"))
        case _:
            raise AssertionError(f"no constant of {type}")


def _plain_truth(world: World, scope: Scope) -> Phrase:
    left = atom(world, scope.inner(), t.Number(0, 5))
    operator = world.pick.one([">", "<", ">=", "<="])
    return say("compare", left=left, operator=operator, right=str(world.pick.number(1, 4)))


def _space(world: World, board: str) -> Phrase:
    names = world.spaces.get(board)
    if names:
        return Phrase(world.pick.one(names))
    wide = ("1", "2", "3", "14") if board in world.large else ("1", "2", "3")
    x, y = world.pick.one(wide), world.pick.one(wide if "by" in world.boards[board] else ("1",))
    return call("cell", board, x, y) if len(world.boards) > 1 else call("cell", x, y)


# ---------------------------------------------------------------- sets that need nothing else


def plain_set(world: World, scope: Scope, type: t.SetOf) -> Phrase:
    """A set that has a name, or braces."""
    pick, element = world.pick, type.element
    match element:
        case t.Player():
            return Phrase(pick.one(["players", "players", "all_players"]))
        case t.Number():
            low = pick.number(element.low, max(element.low, element.high - 1))
            return say("range", low=str(low), high=str(low + pick.number(1, 3)))
        case t.WordOf():
            if element.list in world.words and element.list not in world.dice:
                return Phrase(element.list)
            return say("braces", items=[constant(world, scope, element)])
        case t.Card():
            return cards(world, scope, element.kind)
        case t.Title():
            return Phrase("titles") if element.kind is None else titles(world, element.kind)
        case t.Space():
            board = element.board or pick.one(list(world.boards))
            if board in world.large and (scope.depth > 1 or pick.maybe(1, 2)):
                return call("neighbours", _space(world, board))
            return Phrase(board)
        case t.Piece():
            return Phrase(element.piece or "pieces")
        case t.Team():
            return Phrase("teams")
        case _:
            return say("braces", items=[constant(world, scope, element)])


def titles(world: World, kind: str) -> Phrase:
    """Titles of a kind, in braces."""
    names = [name for name, its, _ in world.titles if is_kind(world, its, kind)]
    return say("braces", items=list(dict.fromkeys(world.pick.one(names) for _ in range(2))))


def zones_of(world: World, scope: Scope, kind: str | None) -> list[Thing]:
    """Zones whose cards are of a kind, and may be looked at here."""
    found = []
    for zone in world.of_sort("zone"):
        assert isinstance(zone.gives, t.SetOf) and isinstance(zone.gives.element, t.Card)
        is_mine = zone.seen == "owner" and zone.places[:1] == (t.Player(),)
        is_seen = scope.eyes is None or zone.seen == "all" or (is_mine and scope.eyes != "*")
        if is_seen and is_kind(world, zone.gives.element.kind, kind):
            found.append(zone)
    return found


def cards(world: World, scope: Scope, kind: str | None) -> Phrase:
    """Some cards of a kind."""
    zones = zones_of(world, scope, kind)
    ways = [None] if scope.eyes is None and world.pick.maybe(1, 8) else []
    if not zones:
        if scope.eyes is not None and kind in (None, "token"):
            of_kind = say("is", left="it", right=str(kind))
            if kind is None or not scope.it:
                return Phrase("heap")
            return say("where", subject="heap", condition=of_kind)
        return Phrase(kind or "cards")
    zone = world.pick.one([*zones, *ways])
    if zone is None:
        return Phrase(kind or "cards")
    if zone.places[:1] == (t.Player(),) and scope.eyes is None and world.pick.maybe(1, 5):
        others = [argument(world, scope, place) for place in zone.places[1:]]
        return call(zone.name, "any", *[each for each in others if each is not None])
    return read(world, scope, zone) or Phrase(kind or "cards")


# ---------------------------------------------------------------- what phrases are made of


ELEMENTS: tuple[t.Type, ...] = (t.Player(), t.Number(0, 4), t.Truth())


def elements(world: World) -> list[t.Type]:
    """The types of which there are sets."""
    found: list[t.Type] = [t.Player(), t.Number(0, 4), t.Card(), t.Card()]
    found += [t.WordOf(name) for name in world.words]
    found += [t.Card(kind) for kind in world.kinds]
    found += [t.Space(board) for board in world.boards]
    found += [t.Piece(name) for name in world.pieces]
    found += [t.Title()] if world.titles else []
    return [*found, t.Team()] if world.teams else found


def member(world: World, scope: Scope, element: t.Type, name: str) -> Local:
    """The name of a member of a set."""
    is_open = scope.eyes is not None or not isinstance(element, (t.Card, t.Number))
    return Local(name, element, is_open)


def some_set(world: World, scope: Scope, element: t.Type) -> Phrase:
    """A set, or sometimes a list, of something."""
    if world.pick.maybe(1, 6) and isinstance(element, (t.Player, t.Number, t.Card)):
        return expression(world, scope, t.ListOf(element, 5))
    return expression(world, scope, t.SetOf(element))


def condition_of(world: World, scope: Scope, element: t.Type, name: str) -> Phrase:
    """A condition on a member."""
    inner = scope.inner(member(world, scope, element, name), it=scope.it and name != "it")
    made = about(world, inner, element, name)
    if made is not None and world.pick.maybe(1, 2):
        return made
    if scope.depth < DEEPEST + world.deeper:
        other = truth(world, inner)
        if made is None:
            return other
        return say(world.pick.one(["and", "or"]), left=other, right=made)
    return made or truth(world, inner)


def about(world: World, scope: Scope, element: t.Type, name: str) -> Phrase | None:
    """A condition that reads a name."""
    pick = world.pick
    match element:
        case t.Number():
            right = str(pick.number(1, 3))
            return say("compare", left=name, operator=pick.one([">", "<", "<="]), right=right)
        case t.Card():
            return _about_card(world, scope, element, name)
        case t.Player() | t.Team():
            other = constant(world, scope, element)
            return say(pick.one(["is", "is_not"]), left=name, right=other)
        case t.WordOf() | t.Space():
            other = atom(world, scope, element)
            return say(pick.one(["is", "is_not"]), left=name, right=other)
        case t.Piece():
            return say("is_not", left=call("space", name), right="none")
        case _:
            return None


def _about_card(world: World, scope: Scope, card: t.Card, name: str) -> Phrase | None:
    fields = [
        each
        for each in world.of_sort("field")
        if scope.fields
        and isinstance(each.places[0], t.Card)
        and is_kind(world, card.kind, each.places[0].kind)
    ]
    below = [kind for kind in world.kinds if kind != card.kind and is_kind(world, kind, card.kind)]
    if below and world.pick.maybe(1, 4):
        return say(world.pick.one(["is", "is_not"]), left=name, right=world.pick.one(below))
    if not fields:
        its = [title for title, kind, _ in world.titles if is_kind(world, kind, card.kind)]
        return say("is", left=name, right=world.pick.one(its)) if its else None
    thing = world.pick.one(fields)
    given = [argument(world, scope, place) for place in thing.places[1:]]
    left = call(thing.name, name, *[each for each in given if each is not None])
    match thing.gives:
        case t.Number():
            right = str(world.pick.number(1, 4))
            return say("compare", left=left, operator=world.pick.one([">=", "<"]), right=right)
        case t.Truth():
            return left
        case _:
            return say("is", left=left, right=atom(world, scope, thing.gives))
