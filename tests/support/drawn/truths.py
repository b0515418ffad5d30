"""Draws conditions, and what can be of any type."""

from __future__ import annotations

from ruleslang.program import types as t
from tests.support.drawn.expressions import (
    about,
    argument,
    call,
    cards,
    condition_of,
    constant,
    draws,
    elements,
    expression,
    member,
    number,
    player,
    present,
    read,
    some_set,
    truth,
)
from tests.support.drawn.forms import Phrase, say
from tests.support.drawn.world import Local, Scope, World, is_kind

TRUTH = (t.Truth,)
ANY = (t.Truth, t.Number, t.Player, t.WordOf, t.SetOf, t.Team)


@draws("and", "or", gives=TRUTH)
def joined(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    left, right = truth(world, scope), truth(world, scope)
    return say(world.pick.one(["and", "or"]), left=left, right=right)


@draws("not", gives=TRUTH)
def negated(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    return say("not", operand=truth(world, scope))


@draws("compare", gives=TRUTH)
def compared(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    operator = world.pick.one(["<", "<=", ">", ">="])
    if world.words and world.pick.maybe(1, 4):
        word = t.WordOf(world.pick.one(list(world.words)))
        left = expression(world, scope, word)
        return say("compare", left=left, operator=operator, right=constant(world, scope, word))
    left, right = number(world, scope), number(world, scope)
    return say("compare", left=left, operator=operator, right=right)


@draws("is", "is_not", gives=TRUTH)
def equal(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    words = [t.WordOf(name) for name in (*world.words, *world.options)]
    teams = [t.Team()] if world.teams else []
    sets = [t.SetOf(t.Player()), t.SetOf(t.WordOf("Colour"))]
    type = world.pick.one(
        [t.Number(0, 4), t.Player(), t.Player(), *words, *teams, *sets, t.Truth()]
    )
    left, right = expression(world, scope, type), expression(world, scope, type)
    if isinstance(type, t.Number) and (left.text.strip("-()").isdigit() or world.pick.maybe(3, 4)):
        left = Phrase("total")
    return say(world.pick.one(["is", "is_not"]), left=left, right=right)


@draws("is", "is_not", gives=TRUTH)
def of_a_sort(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    """Whether a card is of a kind or a title, a seat automatic, a piece one of those."""
    pick = world.pick
    rule = pick.one(["is", "is_not"])
    if world.automatic and pick.maybe(1, 4):
        return say(rule, left=player(world, scope), right="automatic")
    if world.pieces and pick.maybe(1, 4):
        piece = present(world, scope, t.Piece())
        return piece and say(rule, left=piece, right=pick.one(list(world.pieces)))
    card = present(world, scope, t.Card(), titled=False)
    if card is None or not world.titles:
        return None
    if pick.maybe(1, 4):
        return say(rule, left=call("zone_of", card), right="none")
    if pick.maybe(1, 4) and any(zone.name == "field" for zone in world.of_sort("zone")):
        return say(rule, left=call("index_of", call("zone_of", card)), right="red")
    if pick.maybe(1, 4):
        return say(rule, left=call("title", card), right=world.pick.one(world.titles)[0])
    return say(rule, left=card, right=pick.one(world.titles)[0])


@draws("is_in", "is_not_in", gives=TRUTH)
def contained(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    element = world.pick.one(elements(world))
    titled = _titled(world, scope, element) if isinstance(element, t.Card) else None
    if titled is not None and world.pick.maybe(1, 2):
        left = titled
    elif isinstance(element, (t.Card, t.Piece, t.Space)):
        left = present(world, scope, element, titled=False)
        if left is None:
            return None
    else:
        left = expression(world, scope, element)
    if left.text.strip("-()").isdigit():  # a number may never be in the range behind it
        left = Phrase("total")
    right = some_set(world, scope, element)
    return say(world.pick.one(["is_in", "is_not_in"]), left=left, right=right)


def _titled(world: World, scope: Scope, card: t.Card) -> Phrase | None:
    """A title of a card, also of a deck whose axes are computed."""
    names = [name for name, its, _ in world.titles if is_kind(world, its, card.kind)]
    if world.deck and is_kind(world, "token", card.kind) and world.pick.maybe(2, 3):
        return call("tiles", *(expression(world, scope, axis) for axis in world.deck))
    return Phrase(world.pick.one(names)) if names else None


@draws("is_empty", "is_not_empty", gives=TRUTH)
def empty(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    operand = some_set(world, scope, world.pick.one(elements(world)))
    return say(world.pick.one(["is_empty", "is_not_empty"]), operand=operand)


@draws("there_is", "there_is_no", gives=TRUTH)
def exists(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    element, name = world.pick.one(elements(world)), world.fresh("x")
    subject = some_set(world, scope, element)
    condition = condition_of(world, scope, element, name)
    rule = world.pick.one(["there_is", "there_is_no"])
    return say(rule, variable=name, subject=subject, condition=condition)


@draws("every", gives=TRUTH)
def all_are(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    element, name = world.pick.one(elements(world)), world.fresh("x")
    subject = some_set(world, scope, element)
    condition = condition_of(world, scope, element, name)
    return say("every", variable=name, subject=subject, condition=condition)


@draws("none", gives=TRUTH)
def absent(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    """Whether something that may be none is there, and what it is."""
    optional = [each for each in world.things if isinstance(each.gives, t.Optional)]
    made = read(world, scope, world.pick.one(optional)) if optional else None
    if made is None:
        return None
    return say(world.pick.one(["is", "is_not"]), left=made, right="none")


@draws("there_is", "there_is_no", "subsets", gives=TRUTH)
def among_subsets(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    """Whether some subset of a small set satisfies a condition."""
    if scope.depth > 1:
        return None
    name = world.fresh("x")
    sizes: Phrase | str = str(world.pick.number(1, 2))
    if world.pick.maybe(1, 2):
        sizes = say("range", low="1", high="2")
    many = world.pick.one(["players", "Colour", "heap"])
    element = {"players": t.Player(), "Colour": t.WordOf("Colour"), "heap": t.Card()}[many]
    local = Local(name, t.SetOf(element, 2), scope.eyes is not None)
    condition = truth(world, scope.inner(local))
    rule = world.pick.one(["there_is", "there_is_no"])
    subject = call("subsets", many, sizes)
    return say(rule, variable=name, subject=subject, condition=condition)


@draws("adjacent", "crosses", gives=TRUTH)
def between_spaces(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    if not world.boards:
        return None
    board = world.pick.one(list(world.boards))
    has_directions = not world.boards[board].startswith("map")
    spaces = [present(world, scope, t.Space(board)) for _ in range(4)]
    given = [each for each in spaces if each is not None]
    if has_directions and world.pick.maybe(1, 3):
        return call("crosses", *given)
    return call("adjacent", *given[:2])


@draws("playable", gives=TRUTH)
def can_be_played(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    card = present(world, scope.inner(this=None), t.Card())
    if card is None or scope.eyes is not None or scope.values_before < 10**6:
        return None
    return call("playable", card, player(world, scope))


@draws("truth option", gives=TRUTH)
def of_an_option(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    if not world.options:
        return None
    name = world.pick.one(list(world.options))
    return say("is", left=name, right=world.pick.one(world.options[name]))


@draws("what_would_be", gives=(t.Truth, t.Number, t.Player, t.WordOf, t.SetOf))
def hypothetical(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    """Something after a procedure that asks nobody."""
    if not scope.imagines or scope.eyes is not None or not world.imagines:
        return None
    known = [
        each
        for place, each in enumerate(world.procedures)
        if each.quiet and each.plain and place >= scope.calls_from
    ]
    if not known:
        return None
    procedure = world.pick.one(known)
    inner = scope.inner(imagines=False)
    given = [argument(world, inner, place) for place in procedure.places]
    if None in given:
        return None
    value = expression(world, inner, type)
    return say("what_would_be", value=value, call=call(procedure.name, *[g for g in given if g]))


@draws("when_otherwise", gives=ANY)
def conditional(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    value, other = expression(world, scope, type), expression(world, scope, type)
    return say("when_otherwise", value=value, condition=truth(world, scope), otherwise=other)


def binding(world: World, scope: Scope) -> tuple[Phrase, Scope]:
    """A condition of a statement that names a member, and the scope in which it is read."""
    element, name = world.pick.one(elements(world)), world.fresh("x")
    subject = some_set(world, scope.inner(), element)
    condition = None
    if world.pick.maybe(2, 3):
        condition = about(world, scope.inner(member(world, scope, element, name)), element, name)
    made = say("there_is", variable=name, subject=subject, condition=condition)
    return made, scope.inner(member(world, scope, element, name))


def test(world: World, scope: Scope) -> tuple[Phrase, Scope]:
    """The condition of a statement: one that names something, or any."""
    if world.pick.maybe(1, 4):
        return binding(world, scope)
    return truth(world, scope.inner()), scope.inner()


__all__ = ["binding", "cards", "is_kind", "test"]
