"""Draws numbers, words, players, sets and lists."""

from __future__ import annotations

from ruleslang.program import types as t
from ruleslang.program.builtins import FUNCTIONS, BuiltIn, Takes
from ruleslang.program.typing.sizes import Sizes
from tests.support.drawn.expressions import (
    DRAWERS,
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
    plain_set,
    player,
    present,
    some_set,
    within,
    zones_of,
)
from tests.support.drawn.forms import Phrase, say
from tests.support.drawn.world import Scope, World, is_kind

NUMBER, SET, LIST = (t.Number,), (t.SetOf,), (t.ListOf,)


@draws("plus", "minus", "times", gives=NUMBER)
def calculated(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    rule = world.pick.one(["plus", "minus", "times"])
    return say(rule, left=number(world, scope), right=number(world, scope))


@draws("divide", gives=NUMBER)
def divided(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    by = Phrase(str(world.pick.number(2, 4)))
    if world.pick.maybe(1, 8):
        by = number(world, scope)
        by = by if not by.text.strip("-()").isdigit() else Phrase("2")
    rounding = world.pick.one(["up", "down"])
    return say("divide", left=number(world, scope), right=by, rounding=rounding)


@draws("negate", gives=NUMBER)
def negative(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    return say("negate", operand=number(world, scope))


@draws("number_of", gives=NUMBER)
def counted(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    return say("number_of", operand=some_set(world, scope, world.pick.one(elements(world))))


@draws("fold", gives=NUMBER)
def folded(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    """`highest` and `lowest` of nothing are none, so that a number is kept beside them."""
    word = world.pick.one(["sum", "highest", "lowest"])
    if world.pick.maybe(1, 3):
        made = say("fold", word=word, operand=some_set(world, scope, t.Number(0, 4)))
    else:
        element, name = world.pick.one(elements(world)), world.fresh("x")
        subject = some_set(world, scope, element)
        inner = scope.inner(member(world, scope, element, name))
        operand = _of_member(world, inner, element, name)
        made = say("fold", word=word, operand=operand, variable=name, subject=subject)
    return made if word == "sum" else call(world.pick.one(["larger", "smaller"]), "1", made)


def _of_member(world: World, scope: Scope, element: t.Type, name: str) -> Phrase:
    """A number that reads a member, if there is one."""
    fitting = [
        each
        for each in world.things
        if isinstance(each.gives, t.Number)
        and len(each.places) == 1
        and (scope.eyes is None or each.seen == "all")
        and _takes(world, each.places[0], element)
        and each.sort != "value"
    ]
    if isinstance(element, t.Number):
        return say("plus", left=name, right=str(world.pick.number(0, 2)))
    if fitting and world.pick.maybe(2, 3):
        return call(world.pick.one(fitting).name, name)
    if isinstance(element, t.Player) and world.pick.maybe(1, 2):
        return call("seat", name)
    return say("when_otherwise", value="1", condition=_true(world, scope, element, name),
               otherwise=number(world, scope))  # fmt: skip


def _true(world: World, scope: Scope, element: t.Type, name: str) -> Phrase:
    return condition_of(world, scope, element, name)


def _takes(world: World, place: t.Type, element: t.Type) -> bool:
    match place, element:
        case t.Card(), t.Card():
            return is_kind(world, element.kind, place.kind)
        case _:
            return place == element


@draws("smaller", "larger", "remainder", gives=NUMBER)
def of_two(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    word = world.pick.one(["smaller", "larger", "remainder"])
    right = number(world, scope) if word != "remainder" else Phrase(str(world.pick.number(2, 4)))
    return call(word, number(world, scope), right)


@draws("seat", "distance of words", "times", "payoff", gives=NUMBER)
def looked_up(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    if world.pick.maybe(1, 8) and scope.eyes is None and scope.values_before == 10**6:
        return call("payoff", player(world, scope))
    if world.histories and world.pick.maybe(1, 3) and scope.values_before == 10**6:
        return call("times", world.pick.one(world.histories))
    if world.words and world.pick.maybe(1, 3):
        word = t.WordOf(world.pick.one(list(world.words)))
        return call("distance", expression(world, scope, word), constant(world, scope, word))
    return call("seat", player(world, scope))


@draws("row", "column", "distance", "off_line", gives=NUMBER)
def of_a_space(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    if not world.boards:
        return None
    board = world.pick.one(list(world.boards))
    here, there = (present(world, scope, t.Space(board)) for _ in range(2))
    assert here is not None and there is not None
    if world.boards[board].startswith("map"):
        return call("distance", here, there)
    way = world.pick.one(["row", "row of", "column", "distance", "off_line"])
    match way:
        case "row of":
            return call("row", here, player(world, scope))
        case "row" | "column":
            return call(way, here)
        case "distance":
            return call(way, here, there)
        case _:
            return call(way, here, there, present(world, scope, t.Space(board)) or there)


@draws("smaller", "larger", gives=(t.WordOf,))
def word_of_two(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    assert isinstance(type, t.WordOf)
    if type.list not in world.words:
        return None
    word = world.pick.one(["smaller", "larger"])
    return call(word, expression(world, scope, type), expression(world, scope, type))


@draws("next", "previous", "opponent", gives=(t.Player,))
def neighbour(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    who = player(world, scope)
    if len(world.seats) == 2 and world.fewest == 2 and world.pick.maybe(1, 3):
        return call("opponent", who)
    return call(world.pick.one(["next", "previous"]), who)


@draws("first", "last_of", "item", gives=(t.Player,))
def from_a_list(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    if world.pick.maybe(1, 2):
        return call(world.pick.one(["first", "last_of"]), "players")
    return call("item", expression(world, scope, t.ListOf(type, 4)), "1")


@draws("owner", "holder", gives=(t.Player,))
def whose(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    owned = [name for name, (_, per_player) in world.pieces.items() if per_player]
    if owned and world.pick.maybe(1, 2):
        return call("owner", call("first", world.pick.one(owned)))
    card = present(world, scope, t.Card())
    return None if card is None or scope.eyes is not None else call("holder", card)


@draws("team", gives=(t.Team,))
def side(world: World, scope: Scope, _: t.Type) -> Phrase | None:
    return call("team", player(world, scope))


# ---------------------------------------------------------------- sets


def _set(type: t.Type) -> t.Type:
    assert isinstance(type, (t.SetOf, t.ListOf))
    return type.element


@draws("where", "as_far_as", "up_to_and_with", gives=SET)
def narrowed(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    if not scope.it:
        return None
    element = _set(type)
    subject = expression(world, scope, type)
    rule = world.pick.one(["where", "where", "as_far_as", "up_to_and_with"])
    return say(rule, subject=subject, condition=condition_of(world, scope, element, "it"))


@draws("each_where", "each_as_far_as", "each_up_to_and_with", gives=SET)
def named(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    element, name = _set(type), world.fresh("m")
    subject = expression(world, scope, type)
    rule = world.pick.one(["each_where", "each_where", "each_as_far_as", "each_up_to_and_with"])
    condition = condition_of(world, scope, element, name)
    return say(rule, variable=name, subject=subject, condition=condition)


@draws("spread_by", "each_spread_by", gives=SET)
def spread(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    element = _set(type)
    if not isinstance(element, (t.Player, t.Space, t.WordOf)):
        return None
    name = "it" if scope.it and world.pick.maybe(1, 2) else world.fresh("m")
    inner = scope.inner(member(world, scope, element, name), it=scope.it and name != "it")
    step = _step(world, inner, element, name)
    subject = say("braces", items=[constant(world, scope, element)])
    if name == "it":
        return say("spread_by", subject=subject, step=step)
    return say("each_spread_by", variable=name, subject=subject, step=step)


def _step(world: World, scope: Scope, element: t.Type, name: str) -> Phrase:
    match element:
        case t.Space():
            near = call("neighbours", name)
            if scope.it:
                return say(
                    "where", subject=near, condition=condition_of(world, scope, element, "it")
                )
            return near
        case t.Player():
            return say("braces", items=[call("next", name)])
        case _:
            return expression(world, scope, t.SetOf(element))


@draws("with_one", "with_several", gives=SET)
def best(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    if not scope.it:
        return None
    keys = _keys(world, scope, _set(type), world.pick.number(1, 2))
    rule = "with_several" if len(keys) > 1 else "with_one"
    made = say(rule, subject=expression(world, scope, type), keys=keys)
    return Phrase(f"({made.text})", rule=made.rule)


def _keys(world: World, scope: Scope, element: t.Type, most: int) -> list[Phrase]:
    inner = scope.inner(member(world, scope, element, "it"), it=False)
    return [
        say("extreme", word=world.pick.one(["highest", "lowest"]),
            value=_of_member(world, inner, element, "it"))
        for _ in range(most)
    ]  # fmt: skip


@draws("except", "union", gives=SET)
def combined(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    rule = world.pick.one(["except", "plus"])
    return say(rule, left=expression(world, scope, type), right=expression(world, scope, type))


@draws("braces", gives=SET)
def listed(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    element = _set(type)
    if isinstance(element, (t.Card, t.Piece, t.Space)):
        found = [present(world, scope, element, titled=False) for _ in range(2)]
        items = [each for each in found if each is not None]
    else:
        items = [expression(world, scope, element) for _ in range(world.pick.number(1, 2))]
    texts = {each.text: each for each in items}
    if not texts:
        return None
    return say("braces", items=tuple(texts.values()))


@draws("image_of", gives=SET)
def image(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    element, source, name = _set(type), world.pick.one(elements(world)), world.fresh("x")
    if isinstance(element, (t.Card, t.Piece)):
        return None
    subject = some_set(world, scope, source)
    inner = scope.inner(member(world, scope, source, name))
    operand = expression(world, inner, element)
    return say("image_of", operand=operand, variable=name, subject=subject)


@draws("range", gives=SET)
def ranged(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    element = _set(type)
    match element:
        case t.WordOf() if len(world.words.get(element.list, ())) > 1:
            words = world.words[element.list]
            return say("range", low=words[0], high=expression(world, scope, element))
        case t.Number():
            low = str(world.pick.number(0, 1))
            return say("range", low=low, high=within(world, scope, 1, 4))
        case _:
            return None


@draws("members", "allies", "pieces", "winners", gives=SET)
def of_somebody(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    match _set(type):
        case t.Player():
            if world.teams and world.pick.maybe(1, 2):
                return call("allies", player(world, scope))
            if world.teams:
                return call("members", expression(world, scope, t.Team()))
            return None
        case t.Piece(piece=None):
            return call("pieces", player(world, scope))
        case _:
            return None


@draws("neighbours", "reach", "region", gives=SET)
def spaces(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    element = _set(type)
    if not isinstance(element, t.Space) or element.board is None:
        return None
    here = present(world, scope, element)
    assert here is not None
    if world.pick.maybe(1, 2):
        return call("neighbours", here)
    if not world.boards[element.board].startswith("map") and world.pick.maybe(1, 2):
        by = [str(world.pick.number(0, 2)) for _ in range(2)]
        return say("braces", items=[call("shifted", here, *by)])
    return call("reach", say("braces", items=[here]), expression(world, scope, type))


# ---------------------------------------------------------------- lists


@draws("ranked", gives=LIST)
def in_an_order(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    if not scope.it:
        return None
    criteria = [*_keys(world, scope, _set(type), world.pick.number(1, 2)), say("by_order")]
    subject = expression(world, scope, t.SetOf(_set(type)))
    made = say("ranked", subject=subject, criteria=criteria)
    return Phrase(f"({made.text})", rule=made.rule)


@draws("top", "bottom", gives=LIST)
def from_a_pile(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    element = _set(type)
    if not isinstance(element, t.Card):
        return None
    zones = zones_of(world, scope, element.kind)
    if not zones:
        return None
    zone = cards(world, scope, element.kind)
    if not any(zone.text.startswith(each.name) for each in zones) or "any" in zone.text:
        return None
    return call(world.pick.one(["top", "bottom"]), zone, str(world.pick.number(1, 3)))


@draws("first", "last_of", gives=LIST)
def from_a_set(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    many = expression(world, scope, t.SetOf(_set(type)))
    return call(world.pick.one(["first", "last_of"]), many, str(world.pick.number(1, 3)))


@draws("clockwise", gives=LIST)
def round_the_table(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    if not isinstance(_set(type), t.Player):
        return None
    if world.pick.maybe(1, 2):
        return call(
            "clockwise", player(world, scope), expression(world, scope, t.SetOf(_set(type)))
        )
    return call("clockwise", player(world, scope))


@draws("ray", "line", "touched", "whole_line", gives=(t.ListOf, t.SetOf))
def on_a_line(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    element = _set(type)
    if not isinstance(element, t.Space) or element.board is None:
        return None
    here, there = (present(world, scope, element) for _ in range(2))
    assert here is not None and there is not None
    is_map = world.boards[element.board].startswith("map")
    ways = ["line", "touched"] if is_map else ["ray", "line", "touched", "whole_line"]
    return call(world.pick.one(ways), here, there)


@draws("list union", gives=LIST)
def appended(world: World, scope: Scope, type: t.Type) -> Phrase | None:
    return say("plus", left=expression(world, scope, type), right=expression(world, scope, type))


PLAIN = {t.Number: t.Number(0, 9), t.Truth: t.Truth(), t.Player: t.Player()}


def by_its_row(function: BuiltIn) -> None:
    """Let a function be drawn by its row, if it takes numbers, truths and players."""
    kinds = [
        each.classes[0] if isinstance(each, Takes) else each.__class__ for each in function.takes
    ]
    if not PLAIN.keys() >= set(kinds):
        return
    places = tuple(PLAIN[kind] for kind in kinds)

    @draws(function.name, gives=(function.answer(places, Sizes()).__class__,))
    def called(world: World, scope: Scope, type: t.Type) -> Phrase:
        return call(function.name, *(argument(world, scope, place) or "" for place in places))


by_hand = {rule for drawers in DRAWERS.values() for drawer in drawers for rule in drawer.rules}
for row in FUNCTIONS.values():
    if row.name not in by_hand:
        by_its_row(row)

__all__ = ["plain_set"]
