"""Draws statements with blocks, calls, windows, and what leaves."""

from __future__ import annotations

from ruleslang.program import types as t
from tests.support.drawn.expressions import (
    argument,
    call,
    elements,
    expression,
    member,
    number,
    player,
    present,
    some_set,
    truth,
)
from tests.support.drawn.forms import Phrase, indented, say
from tests.support.drawn.statements import (
    Lines,
    apart,
    block,
    choice,
    chooser,
    deepest_block,
    seen_by,
    statement,
    states,
    stored,
    with_block,
)
from tests.support.drawn.truths import test
from tests.support.drawn.world import Local, Named, Scope, World


@states(often=4)
def if_else(world: World, scope: Scope) -> Lines | None:
    """One of two, or three."""
    if scope.depth >= deepest_block(world):
        return None
    condition, inner = test(world, scope)
    inner = inner.inner(depth=scope.depth + 1)
    head = say("if_branch", condition=condition).text
    lines = with_block(world, head, block(world, inner, most=2))
    if world.pick.maybe(1, 5):
        condition, inner = test(world, scope)
        body = block(world, inner.inner(depth=scope.depth + 1), most=2)
        lines += with_block(world, f"else {say('if_branch', condition=condition)}", body)
    if world.pick.maybe(1, 3):
        lines += with_block(world, "else", block(world, scope.inner(), most=2))
    return lines


@states(often=1)
def depending(world: World, scope: Scope) -> Lines | None:
    """A case of a number, a word, or a player."""
    if scope.depth >= deepest_block(world):
        return None
    pick = world.pick
    if world.words and pick.maybe(1, 2):
        word = t.WordOf(pick.one(list(world.words)))
        subject = expression(world, scope.inner(depth=2), word)
        cases: list[list[Phrase | str]] = [[each] for each in world.words[word.list][:-1]]
    else:
        subject = say("plus", left="total", right=number(world, scope.inner(depth=1)))
        cases = [["0"], [say("range", low="1", high="2")], ["3", "4"]]
    if subject.text.isdigit() or subject.text in [w for v in world.words.values() for w in v]:
        return None
    lines = [say("depending", subject=subject).text]
    for values in cases[: pick.number(1, len(cases))]:
        head = ", ".join(map(str, values))
        body = block(world, scope.inner(), most=1)
        lines += indented(with_block(world, head, body))
    rest = block(world, scope.inner(), most=1) if pick.maybe(1, 2) else ["nothing"]
    return [*lines, *indented(with_block(world, "else", rest))]


@states(often=3)
def for_each(world: World, scope: Scope) -> Lines | None:
    """Everybody, or everything."""
    if scope.depth >= deepest_block(world):
        return None
    element, name = world.pick.one(elements(world)), world.fresh("e")
    by = None
    inner = scope.inner(depth=1)
    if scope.asks and world.pick.maybe(1, 4):
        by = chooser(world, scope)
        subject = expression(world, seen_by(world, scope, by), t.SetOf(element))
    elif world.pick.maybe(1, 10):
        many = world.pick.one(["players", "heap", "Colour"])
        element = {"players": t.Player(), "Colour": t.WordOf("Colour"), "heap": t.Card()}[many]
        element = t.SetOf(element, 2)
        subject = call("subsets", many, str(world.pick.number(1, 2)))
    else:
        subject = some_set(world, inner, element)
    head = say("for_each", variable=name, subject=apart(subject), by=by)
    body = scope.inner(Local(name, element, isinstance(element, t.Player)))
    if not isinstance(element, t.Player):
        body.asks = body.asks and world.pick.maybe(1, 3)
    return with_block(world, head, block(world, body, most=2))


@states(often=2)
def repeat(world: World, scope: Scope) -> Lines | None:
    """Again and again."""
    if scope.depth >= deepest_block(world):
        return None
    pick = world.pick
    ways = ["repeat", "repeat_capped", "repeat_at_most", "repeat_once_capped"]
    ways += ["repeat_with_limit", "repeat_once_with_limit"]
    if scope.asks and scope.leaves and not scope.moment:
        ways += ["repeat_at_least_once"] * 3
    way = pick.one(ways)
    most = str(pick.number(2, 3))
    condition = truth(world, scope.inner(depth=1, it=False))
    bound = say(pick.one(["bound_while", "bound_until"]), value=condition)
    match way:
        case "repeat":
            head = say("repeat", bound=say("bound_times", value=most))
        case "repeat_at_most":
            head = say("repeat_at_most", at_most=most)
        case "repeat_with_limit" if pick.maybe(1, 4):
            head = say(way, at_most=most)
        case "repeat_at_least_once":
            head = say(way, bound=bound)
            inner = scope.inner()
            who, n = chooser(world, scope), world.fresh("c")
            asked = f"{who} chooses {n} from 0..{most}"
            inner.locals.append(Local(n, t.Number(0, 3)))
            return [head.text, *indented([asked, *block(world, inner, most=2)])]
        case _:
            head = say(way, bound=bound, at_most=most)
    return with_block(world, head, block(world, scope.inner(), most=2))


@states("asks", often=3)
def turns(world: World, scope: Scope) -> Lines | None:
    """Players take turns inside something, until all pass or something holds."""
    if scope.depth >= deepest_block(world) - 1 or not scope.offers or not scope.leaves:
        return None
    pick, name = world.pick, world.fresh("t")
    among = apart(expression(world, scope.inner(depth=2), t.SetOf(t.Player())))
    starting = player(world, scope.inner(depth=2)) if pick.maybe(1, 2) else None
    body = scope.inner(Local(name, t.Player()))
    actions = [each.name for each in world.actions if each.word == "action"]
    if not actions:
        return None
    lines = [say("may_do", player=name, actions=[pick.one(actions)]).text]
    lines += block(world, body, most=3)
    if pick.maybe(1, 2):
        head = say("turns_until_all_pass", variable=name, among=among, starting=starting)
        return with_block(world, head, lines)
    until = truth(world, scope.inner(depth=1, it=False))
    head = say("take_turns", variable=name, among=among, starting=starting, until=until)
    return with_block(world, head, lines)


@states("asks", "together", often=1)
def together(world: World, scope: Scope) -> Lines | None:
    """Secret questions, at the same time."""
    if world.fewest < 2:
        return None
    pick, lines = world.pick, ["together"]
    made: list[Local] = []
    for who in world.seats[:2]:
        question, local = choice(world, scope, who)
        line = say("chooses", player=who, choice=question).text
        lines += indented([line])
        made.append(local)
    scope.locals += made
    if pick.maybe(1, 2):
        return lines
    return [*lines, *statement(world, scope)]


@states("asks", "writes", "together", often=1)
def together_for_each(world: World, scope: Scope) -> Lines | None:
    """Each does something in secret; what is changed belongs to each."""
    name, chosen = world.fresh("q"), world.fresh("c")
    own = [
        each
        for each in world.of_sort("state")
        if each.places == (t.Player(),) and isinstance(each.gives, t.Number) and each.settable
    ]
    if not own:
        return None
    lines = [say("together", variable=name, subject="players").text]
    if world.pick.maybe(1, 3):
        lines += [f"    {name} may choose {chosen} from hand({name})"]
        return [*lines, f"        move {chosen} to front({name})"]
    lines += [f"    {name} chooses {chosen} from 0..{world.pick.number(2, 3)}"]
    place = call(world.pick.one(own).name, name)
    rule = world.pick.one(["set", "add"])
    fields = {"set": {"place": place, "value": chosen}, "add": {"place": place, "amount": chosen}}
    return [*lines, *indented([say(rule, **fields[rule]).text])]


@states("writes", often=1)
def at_once(world: World, scope: Scope) -> Lines | None:
    """Several changes in one moment."""
    if scope.depth >= deepest_block(world):
        return None
    inner = scope.inner(
        asks=False, rolls=False, leaves=False, depth=deepest_block(world), together=False
    )
    inner.moment = True
    return ["at once", *indented(block(world, inner, most=3))]


@states(often=3)
def called(world: World, scope: Scope) -> Lines | None:
    """A procedure that stands further down."""
    known = [
        each
        for place, each in enumerate(world.procedures)
        if place >= scope.calls_from
        and (each.quiet or (scope.asks and scope.leaves))
        and (scope.offers or not each.offers)
    ]
    if scope.moment:
        return None
    if not scope.writes:
        known = [each for each in known if each.word == "check"]
    if not known:
        return None
    procedure = world.pick.one(known)
    given = [_given(world, scope, place) for place in procedure.places]
    if None in given:
        return None
    parts: list[Phrase | str] = [each for each in given if each is not None]
    if parts and world.pick.maybe(1, 4):
        name = procedure.names[-1]
        parts[-1] = say("named_argument", name=name, value=parts[-1])
    made = call(procedure.name, *parts)
    if procedure.answers is None:
        return [say("call", call=made).text]
    name = world.fresh("a")
    scope.locals.append(Local(name, procedure.answers, False))
    return [say("let", name=name, value=made).text]


def _given(world: World, scope: Scope, place: t.Type) -> Phrase | None:
    if isinstance(place, t.ZonePlace):
        inner = scope.inner(depth=3, eyes=None)
        return world.pick.one([Phrase("heap"), call("front", player(world, inner))])
    return argument(world, scope.inner(depth=1), place)


@states("asks", "leaves", often=1)
def opened(world: World, scope: Scope) -> Lines | None:
    """A window is opened."""
    windows = [each for each in world.windows if each.plain]
    if not windows or not scope.opens:
        return None
    window = world.pick.one(windows)
    given = [_given(world, scope, place) for place in window.places]
    if None in given:
        return None
    made = call(window.name, *[each for each in given if each is not None])
    if world.pick.maybe(1, 2):
        return [say("open", window=made).text]
    name = world.fresh("u")
    scope.locals.append(Local(name, t.SetOf(t.Player()), False))
    return [say("open", window=made, name=name).text]


# ---------------------------------------------------------------- leaving


@states("leaves", often=1)
def leave(world: World, scope: Scope) -> Lines | None:
    """A line that leaves, under a condition."""
    condition = truth(world, scope.inner(depth=1))
    head = say("if_branch", condition=condition).text
    way = world.pick.one(["stop", "end", "end", "wins", "eliminate", "answer"])
    match way:
        case "stop" if scope.answers is None:
            return with_block(world, head, [say("stop").text])
        case "answer" if scope.answers is not None:
            value = stored(world, scope.inner(depth=2), scope.answers)
            return with_block(world, head, [say("answer", value=value).text])
        case "end":
            name = world.pick.one(["turn", "round"])
            sure = name in scope.under_way
            line = say("end", procedure=name, if_under_way=not sure or world.pick.maybe(1, 4))
            return with_block(world, head, [line.text])
        case "wins":
            return with_block(world, head, [winners(world, scope)])
        case "eliminate":
            who = player(world, scope.inner(depth=2))
            return with_block(world, head, [say("eliminate", player=who).text])
        case _:
            return None


def winners(world: World, scope: Scope) -> str:
    """Who wins."""
    inner = scope.inner(depth=2)
    way = world.pick.one(["one", "one", "all", "nobody", "best", "some"])
    match way:
        case "one":
            return say("wins", players=player(world, inner)).text
        case "all":
            return "players win"
        case "nobody":
            return "nobody wins"
        case "some":
            return say("wins", players=apart(expression(world, inner, t.SetOf(t.Player())))).text
        case _:
            return "(players with highest score(it)) win"


@states("writes", "leaves", often=1)
def lasting(world: World, scope: Scope) -> Lines | None:
    """Effects that begin now, and last for a while."""
    from tests.support.drawn.effects import effect  # effects have blocks of statements

    if scope.depth >= deepest_block(world):
        return None
    pick = world.pick
    way = pick.one(["until_ends", "until_starts", "while_statement"])
    if way == "while_statement":
        head = say(way, condition=truth(world, scope.inner(depth=1, eyes=None, imagines=False)))
    else:
        name = pick.one(["turn", "round"])
        pattern = None
        if way == "until_starts" or name not in scope.under_way:
            pattern = say("pattern", entries=[pick.one(["active", "any", world.seats[0]])])
        head = say(way, procedure=name, pattern=pattern)
    inner = scope.inner(locals=[e for e in scope.locals if isinstance(e.type, (t.Player, t.Card))
                                and e.name != "it"])  # fmt: skip
    lines = effect(world, inner, lasting=True)
    return [head.text, *indented(lines)] if lines else None


__all__ = ["Named", "member", "present"]
