"""Draws effects: hooks, modifiers, rules that act at once, and what they stand under."""

from __future__ import annotations

from ruleslang.program import types as t
from tests.support.drawn.expressions import (
    about,
    argument,
    call,
    constant,
    elements,
    expression,
    number,
    truth,
    within,
)
from tests.support.drawn.forms import Phrase, indented, say
from tests.support.drawn.statements import Lines, block, some_set
from tests.support.drawn.truths import member
from tests.support.drawn.world import Local, Named, Scope, Thing, World

_CONSTANT = (t.Number, t.Player, t.WordOf)
MOMENTS = ("before", "after", "instead of")


def effect(world: World, scope: Scope, *, lasting: bool = False) -> Lines:
    """A hook, a modifier or a rule that acts at once."""
    way = world.pick.one(["hook", "hook", "modify", "whenever"])
    if way == "modify":
        made = modify(world, scope)
        if made:
            return made
    if way == "whenever" and not lasting:
        return whenever(world, scope)
    return hook(world, scope, lasting=lasting)


def hooked(world: World) -> list[Named]:
    """What has moments before and after."""
    phases = [
        Named("round", (t.Player(),), ("first_player",)),
        Named("turn", (t.Player(),), ("p",)),
    ]
    return [*phases, *world.procedures, *world.actions]


def hook(world: World, scope: Scope, *, lasting: bool = False) -> Lines:
    """A hook on a procedure, a phase, a check, an action or a play."""
    pick = world.pick
    event = pick.one(hooked(world))
    moment = pick.one(MOMENTS)
    by = None
    inner = scope.inner(leaves=True, calls_from=10**6, answers=None, under_way=(), opens=False)
    pattern, inner = _pattern(world, inner, event)
    if event.word in ("action", "play") and pick.maybe(1, 2):
        by = world.fresh("b") if pick.maybe(1, 2) else pick.one(world.seats[: world.fewest])
        if by not in world.seats:
            inner.locals.append(Local(by, t.Player()))
    condition = truth(world, inner.inner(depth=1)) if pick.maybe(1, 4) else None
    body = _read(world, inner.locals[len(scope.locals) :])
    inner.answers = event.answers if moment == "instead of" else None
    if event.word == "check":
        inner.asks, inner.leaves, inner.writes = False, False, False
    if event.quiet:
        inner.asks, inner.rolls = False, False
    inner.asks = inner.asks and pick.maybe(1, 2)
    inner.offers = inner.asks and event.word not in ("action", "play") and pick.maybe(1, 2)
    body += block(world, inner, most=3)
    if moment == "instead of":
        body += _instead(world, inner, event)
    fields = {"moment": moment, "procedure": event.name, "pattern": pattern, "by": by}
    head = say("hook", **fields, condition=condition).text
    if not lasting and pick.maybe(2, 5):
        limit = say("limit", number=str(pick.number(1, 2)), procedure=pick.one(["turn", "round"]))
        body = [limit.text, *body]
    return [head, *indented(body)]


def _pattern(world: World, scope: Scope, event: Named) -> tuple[Phrase | None, Scope]:
    """The brackets of a head, and the scope with what they bind."""
    pick, entries, made = world.pick, list[Phrase | str](), list[Local]()
    if not event.places or pick.maybe(1, 4):
        return None, scope
    for type in event.places:
        way = pick.one(["any", "any", "value", "name"])
        if isinstance(type, t.ZonePlace):
            entries.append(pick.one(["any", "heap"]))
        elif way == "value" and isinstance(type, _CONSTANT if event.word != "action" else t.Player):
            entries.append(constant(world, scope, type))
        elif way == "name":
            name = world.fresh("b")
            entries.append(name)
            made.append(Local(name, type, is_open=isinstance(type, t.Player)))
        else:
            entries.append("any")
    return say("pattern", entries=entries), scope.inner(*made, depth=scope.depth)


def _read(world: World, made: list[Local]) -> Lines:
    """What a head binds must be read."""
    lines: Lines = []
    for each in made:
        match each.type:
            case t.Player():
                lines.append(say("add", amount="1", place=call("score", each.name)).text)
            case t.Number():
                lines.append(say("add", amount=each.name, place="total").text)
            case t.Card() | t.SetOf():
                several = say("number_of", operand=each.name)
                single = say("when_otherwise", value="1", otherwise="0",
                             condition=say("is_in", left=each.name, right="heap"))  # fmt: skip
                amount = several if isinstance(each.type, t.SetOf) else single
                lines.append(f"add ({amount}) to total")
            case _:
                right = constant(world, Scope(), each.type)
                condition = say("is", left=each.name, right=right)
                lines.append(f"if {condition}: add 1 to total")
    return lines


def _instead(world: World, scope: Scope, event: Named) -> Lines:
    pick = world.pick
    if event.answers is not None:
        usual = say("as_usual", call=event.name) if event.plain else None
        name = world.fresh("w")
        value = name if pick.maybe(1, 2) else constant(world, scope, event.answers)
        lines = [say("let", name=name, value=usual).text] if usual and pick.maybe(2, 3) else []
        value = value if lines else constant(world, scope, event.answers)
        return [*lines, say("answer", value=value).text]
    if pick.maybe(1, 4):
        return []
    again = 2 if pick.maybe(1, 4) else 1
    if event.places and event.plain and pick.maybe(1, 3) and event.word not in ("action", "play"):
        given = [argument(world, scope.inner(depth=3), place) for place in event.places]
        if None not in given:
            made = call(event.name, *[each for each in given if each is not None])
            return [say("as_usual", call=made).text] * again
    if not event.plain:
        return []
    return [say("as_usual", call=event.name).text] * again


def modify(world: World, scope: Scope) -> Lines:
    """A modifier of a value, or of a field that one kind alone has."""
    pick = world.pick
    things = [each for each in world.of_sort("value") if "modified" in each.name]
    fields = [
        each
        for each in world.of_sort("field")
        if isinstance(each.places[0], t.Card) and not isinstance(each.gives, t.SetOf)
    ]
    thing = pick.one([*things, *things, *fields]) if things or fields else None
    if thing is None:
        return []
    inner = scope.inner(values_before=0, it=True, depth=2, imagines=False, fields=False)
    pattern, inner = _of_thing(world, inner, thing)
    condition = truth(world, inner.inner()) if pick.maybe(1, 3) else None
    changes = _changes(world, inner, thing)
    fields_ = {"value": thing.name, "pattern": pattern, "condition": condition}
    return [say("modify", **fields_, changes=changes).text]


def _of_thing(world: World, scope: Scope, thing: Thing) -> tuple[Phrase | None, Scope]:
    if not thing.places:
        return None, scope
    entries: list[Phrase | str] = []
    for type in thing.places:
        if isinstance(type, t.Card):
            its = [name for name, kind, _ in world.titles if kind == type.kind]
            entries.append(world.pick.one(["any", *its[:1]]))
        elif isinstance(type, (t.Number, t.Player, t.WordOf)) and world.pick.maybe(1, 2):
            entries.append(constant(world, scope, type))
        else:
            entries.append("any")
    return say("pattern", entries=entries), scope


def _changes(world: World, scope: Scope, thing: Thing) -> list[Phrase]:
    pick = world.pick
    match thing.gives:
        case t.Number():
            ways = [
                say("change_plus", amount=within(world, scope, 0, 2)),
                say("change_minus", amount=within(world, scope, 0, 2)),
                say("change_times", amount="2"),
                say("change_becomes", amount=within(world, scope, 1, 3)),
                say("change_starts_from", amount=within(world, scope, 1, 3)),
            ]
            bounds = [say("change_at_least", amount="1"), say("change_at_most", amount="5")]
            return [pick.one(ways), *bounds[: pick.number(1, 2)]]
        case t.SetOf():
            members = expression(world, scope, thing.gives)
            ways = [
                say("change_include", amount=members),
                say("change_exclude", amount=members),
                say("change_starts_from", amount=members),
                say("change_becomes", amount=members),
            ]
            return [pick.one(ways)]
        case _:
            amount = expression(world, scope, thing.gives)
            return [say(pick.one(["change_becomes", "change_starts_from"]), amount=amount)]


def whenever(world: World, scope: Scope) -> Lines:
    """A rule that acts as soon as something holds."""
    pick = world.pick
    inner = scope.inner(depth=1, calls_from=10**6, under_way=(), opens=False, answers=None)
    if pick.maybe(1, 2):
        element, name = pick.one(elements(world)), world.fresh("x")
        subject = some_set(world, inner.inner(imagines=False), element)
        local = member(world, scope, element, name)
        condition = about(world, inner.inner(local), element, name)
        if isinstance(element, t.Player):
            left = call("score", name)
            condition = say("compare", left=left, operator=">", right=str(pick.number(2, 9)))
        test = say("there_is", variable=name, subject=subject, condition=condition)
        inner = inner.inner(local, depth=1)
        lines = _read(world, [local])
    else:
        test, lines = truth(world, inner.inner(imagines=pick.maybe(1, 2))), []
    inner.asks = pick.maybe(1, 2) and not world.imagines
    inner.rolls, inner.offers = inner.asks, inner.asks and pick.maybe(2, 3)
    return [say("whenever", condition=test).text, *indented([*lines, *block(world, inner, most=2)])]


def standing(world: World) -> Lines:
    """Effects as long as something holds."""
    condition = truth(world, Scope(depth=1, imagines=False))
    lines = [say("standing", condition=condition).text]
    for _ in range(world.pick.number(1, 2)):
        lines += indented(effect(world, Scope(calls_from=10**6)))
    return lines


__all__ = ["number"]
