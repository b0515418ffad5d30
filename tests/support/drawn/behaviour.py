"""Draws behaviour: procedures, checks, actions, windows, plays, phases."""

from __future__ import annotations

from ruleslang.program import types as t
from tests.support.drawn import blocks, statements
from tests.support.drawn.declarations import written_type
from tests.support.drawn.effects import effect
from tests.support.drawn.expressions import call, expression, number, truth
from tests.support.drawn.forms import Phrase, indented, say
from tests.support.drawn.statements import Lines, block, choice, pays, seen_by
from tests.support.drawn.world import Local, Named, Scope, World

CLOSINGS = ("after one use", "when all were asked", "when all pass")


def declared(world: World) -> None:
    """Names and places of all that is written later, so that a line may speak of it."""
    pick = world.pick
    words = t.WordOf("Colour")
    takes: list[tuple[t.Type, ...]] = [(), (t.Player(),), (t.Player(), t.Number(0, 3)), (words,)]
    takes += [(t.Card(),), (t.SetOf(t.Card()),), (t.Player(), words)]
    takes += [(t.SetOf(t.Player()), t.Truth()), (t.ListOf(t.Player(), 8),)]
    takes += [(t.Space(board),) for board in world.boards]
    for _ in range(pick.number(1, 4)):
        places = pick.one(takes)
        names = tuple(world.fresh("g") for _ in places)
        quiet = pick.maybe(1, 3)
        answers = pick.one([None, None, None, t.Number(0, 9), t.Player(), t.Truth()])
        plain = True
        if pick.maybe(1, 8):
            places, names = (*places, t.ZonePlace()), (*names, world.fresh("into"))
            plain = False
        if isinstance(answers, t.Number):
            answers = t.Number(-999, 9999)
        offers = not quiet and pick.maybe(1, 3)
        made = Named(
            world.fresh("do"), places, names, answers, quiet=quiet, plain=plain, offers=offers
        )
        world.procedures.append(made)
    for _ in range(pick.number(0, 2)):
        answers = pick.one([t.Number(-999, 9999), t.Truth(), words])
        places = pick.one([(), (t.Number(0, 3),)])
        names = tuple(world.fresh("g") for _ in places)
        world.procedures.append(Named(world.fresh("check"), places, names, answers, "check"))
    for _ in range(pick.number(1, 3)):
        quiet = pick.maybe(1, 3)
        world.actions.append(Named(world.fresh("act"), word="action", quiet=quiet))
    if pick.maybe(1, 2):
        places = pick.one([(), (t.Player(),), (t.Player(), t.Number(0, 9))])
        names = tuple(world.fresh("w") for _ in places)
        world.windows.append(Named(world.fresh("window"), places, names))


def procedures(world: World) -> Lines:
    """Procedures and checks, each of which calls only those after it."""
    lines: Lines = []
    for place, each in enumerate(world.procedures):
        lines += [*_procedure(world, place, each), ""]
    return lines


def _procedure(world: World, place: int, made: Named) -> Lines:
    pick, is_check = world.pick, made.word == "check"
    given = list(zip(made.names, made.places, strict=True))
    locals = [
        Local(name, type, isinstance(type, (t.Player, t.WordOf)))
        for name, type in given
        if not isinstance(type, t.ZonePlace)
    ]
    scope = Scope(locals, calls_from=place + 1, answers=made.answers)
    scope.asks = not (made.quiet or is_check)
    scope.rolls, scope.writes = not made.quiet, not is_check
    scope.leaves = not is_check
    scope.opens, scope.offers = scope.asks, made.offers
    body = _thrown(world, scope) if is_check else []
    body += block(world, scope, most=4)
    for name, type in given:
        if isinstance(type, t.ZonePlace):
            body.append(say("move", subject=call("top", "pile"), target=name).text)
    if made.answers is not None:
        value = expression(world, scope, made.answers)
        value = _of_a_throw(world, scope, made.answers, value) if is_check else value
        body.append(say("answer", value=value).text)
    parameters = [say("parameter", name=n, type=written_type(type)) for n, type in given]
    answers = None if made.answers is None else written_type(made.answers)
    head = say(
        "procedure", word=made.word, name=made.name, parameters=parameters, answers=answers
    ).text
    lines = [head, *indented(body)]
    if not is_check and pick.maybe(1, 5):
        lines += indented(["in any case", *indented(_in_any_case(world))])
    return lines


def _of_a_throw(world: World, scope: Scope, type: t.Type, value: Phrase) -> Phrase:
    """An answer for which it matters what was rolled."""
    names = [
        Phrase(each.name) if isinstance(each.type, t.Number) else call("item", each.name, "2")
        for each in scope.locals
        if isinstance(each.type, t.Number)
        or (isinstance(each.type, t.ListOf) and isinstance(each.type.element, t.Number))
        if each.name[0] in "rv"
    ]
    if not names or world.pick.maybe(1, 6):
        return value
    thrown = world.pick.one(names)
    rolled = say("compare", left=thrown, operator=world.pick.one([">", "<"]), right="3")
    match type:
        case t.Number():
            return say(world.pick.one(["plus", "minus", "times"]), left=value, right=thrown)
        case t.Truth():
            return say(world.pick.one(["and", "or"]), left=value, right=rolled)
        case _:
            other = expression(world, scope, type)
            return say("when_otherwise", value=value, condition=rolled, otherwise=other)


def _thrown(world: World, scope: Scope) -> Lines:
    """What a check rolls first, and perhaps rolls again."""
    pick, (kept, again) = world.pick, (world.fresh("v"), world.fresh("r"))
    lines = statements.roll(world, scope) or []
    if not pick.maybe(1, 2):
        return lines
    most = str(pick.number(1, 3))
    bound = say(pick.one(["bound_while", "bound_until"]), value=f"{kept} < {pick.number(1, 4)}")
    rule = pick.one(["repeat_capped", "repeat_with_limit", "repeat_once_capped", "repeat_at_most"])
    test = None if rule == "repeat_at_most" else bound
    scope.locals.append(Local(kept, t.Number(0, 9), is_open=False, settable=True))
    step = pick.one([f"set {kept} to {again}", f"add {again} to {kept}"])
    inner = [f"roll bone as {again}", step]
    if pick.maybe(1, 3) and scope.answers is not None:
        value = expression(world, scope.inner(depth=2), scope.answers)
        inner.append(f"if {again} is {pick.number(2, 4)}: {say('answer', value=value)}")
    lines.append(f"let {kept}: 0..99 = {pick.number(0, 2)}")
    return [*lines, say(rule, bound=test, at_most=most).text, *indented(inner)]


def _in_any_case(world: World) -> Lines:
    scope = Scope(asks=False, rolls=False, leaves=False, calls_from=10**6)
    return statements.change(world, scope) or ["move top(pile) to heap"]


# ---------------------------------------------------------------- actions


def actions(world: World) -> Lines:
    """What players may do, with choices, conditions, costs and limits."""
    lines: Lines = []
    for place, each in enumerate(world.actions):
        if each.word == "reaction":
            continue
        lines += [*_action(world, place, each), ""]
    return lines


def _action(world: World, place: int, made: Named) -> Lines:
    if made.quiet:
        return _quiet_action(world, made)
    pick, by = world.pick, world.fresh("y")
    scope = Scope([Local(by, t.Player())], eyes=by)
    choices, types, names = [], list[t.Type](), list[str]()
    for _ in range(pick.number(0, 2)):
        phrase, local = choice(world, scope, by, head=True)
        if " in order" in phrase.text:
            continue
        choices.append(phrase)
        types.append(local.type)
        names.append(local.name)
        scope.locals.append(local)
    world.actions[place] = Named(made.name, tuple(types), tuple(names), word="action")
    text = '"do it"' if pick.maybe(1, 4) else None
    fields = {"name": made.name, "text": text, "by": by, "choices": choices}
    lines = [say("action", **fields).text]
    clauses: Lines = []
    if world.options and pick.maybe(1, 3):
        clauses.append(say("under_clause", option="house_rule", values=["strict"]).text)
    if pick.maybe(1, 3):
        condition = truth(world, seen_by(world, scope, by).inner(it=True, depth=1))
        clauses.append(say("only_if", condition=condition).text)
    if pick.maybe(1, 3):
        clauses.append(pays(world, by))
    if pick.maybe(1, 4):
        each = [pick.one(names)] if names and pick.maybe(1, 2) else ()
        number_ = str(pick.number(1, 2))
        clauses.append(say("limit", number=number_, procedure=pick.one(["turn", "round"]),
                           for_each=each).text)  # fmt: skip
    body = Scope(scope.locals, opens=False)
    lines += indented([*clauses, *block(world, body, most=3)])
    if pick.maybe(1, 6):
        lines += indented(["in any case", *indented(_in_any_case(world))])
    return lines


def _quiet_action(world: World, made: Named) -> Lines:
    """An action that asks nobody and rolls nothing, and that can be done a few times only."""
    by = world.fresh("y")
    cost = say("cost", amount="1", source=call("score", by))
    scope = Scope([Local(by, t.Player())], asks=False, rolls=False, imagines=False)
    scope.leaves, scope.calls_from, scope.opens = False, 10**6, False
    head = say("action", name=made.name, by=by).text
    body = block(world, scope, most=2)
    if any("score" in line for line in body):  # it would pay for itself again and again
        body = ["add 1 to total"]
    return [head, *indented([say("pays", costs=[cost]).text, *body])]


def windows(world: World) -> Lines:
    """Occasions to react, and the actions that they offer."""
    lines: Lines = []
    for window in world.windows:
        lines += [*_window(world, window), ""]
    return [*lines, *_about_something_under_way(world)]


def _about_something_under_way(world: World) -> Lines:
    """A window that a hook opens with what is under way, which can be read and cancelled there."""
    pick = world.pick
    known = [each for each in world.procedures if each.word == "procedure" and each.plain]
    known = [each for each in known if not each.quiet and each.answers is None]
    if not known or not pick.maybe(1, 2):
        return []
    of = known[0]
    window, react, now, by = (world.fresh(stem) for stem in ("pending", "react", "now", "y"))
    type = say("under_way_type", procedure=of.name)
    lines = [
        say("window", name=window, parameters=[say("parameter", name=now, type=type)]).text,
        *indented(["asks players", f"offers {react}", f"closes {pick.one(CLOSINGS)}"]),
        "",
        f"action {react} by {by} in {window}({now})",
        "    limit 1 per turn",
        f"    add 1 to score({by})",
    ]
    places = [name for name, place in zip(of.names, of.places, strict=True) if place == t.Player()]
    if places:
        lines.append(f"    add 1 to score({places[0]}({now}))")
    if not places or pick.maybe(1, 2):
        lines.append(f"    {say('cancel', what=now)}")
    pattern = f"({', '.join('any' for _ in of.places)})" if of.places else ""
    hook = f"before {of.name}{pattern}"
    lines += ["", hook, f"    open {window}({say('this_procedure', procedure=of.name)})"]
    world.actions.append(Named(react, word="reaction"))
    return [*lines, ""]


def _window(world: World, window: Named) -> Lines:
    pick = world.pick
    given = list(zip(window.names, window.places, strict=True))
    parameters = [say("parameter", name=n, type=written_type(type)) for n, type in given]
    locals = [Local(name, type) for name, type in given]
    players = expression(world, Scope(locals, eyes="*", depth=1), t.SetOf(t.Player()))
    offered = [world.fresh("react") for _ in range(pick.number(1, 2))]
    lines = [
        say("window", name=window.name, parameters=parameters).text,
        *indented(
            [
                say("asks", players=players).text,
                say("offers", actions=offered).text,
                say("closes", when=pick.one(CLOSINGS)).text,
            ]
        ),
    ]
    for name in offered:
        lines += ["", *_reaction(world, window, name)]
    return lines


def _reaction(world: World, window: Named, name: str) -> Lines:
    pick, by = world.pick, world.fresh("y")
    binds = pick.maybe(1, 2) and bool(window.places)
    pattern = None
    locals = [Local(by, t.Player())]
    body: Lines = []
    if binds:
        names = [world.fresh("b") for _ in window.places]
        pattern = say("pattern", entries=names)
        made = [Local(n, type) for n, type in zip(names, window.places, strict=True)]
        locals += made
        for each in made:
            place = call("score", each.name) if each.type == t.Player() else "total"
            amount = "1" if each.type == t.Player() else each.name
            body.append(say("add", amount=amount, place=place).text)
    use = say("window_use", window=window.name, pattern=pattern)
    where = truth(world, seen_by(world, Scope(locals), by)) if pick.maybe(1, 4) else None
    in_it = say("windows", uses=[use], condition=where)
    head = say("action", name=name, by=by, windows=in_it).text
    scope = Scope(locals, opens=False)
    lines = [head, f"    limit {pick.number(1, 2)} per turn"]
    if pick.maybe(1, 3):
        condition = truth(world, seen_by(world, scope, by))
        lines += indented([say("only_if", condition=condition).text])
    world.actions.append(Named(name, word="reaction"))
    return [*lines, *indented([*body, *block(world, scope, most=2)])]


# ---------------------------------------------------------------- plays


def plays(world: World) -> Lines:
    """Cards that are played, that stay, and that act while they lie somewhere."""
    pick = world.pick
    if not pick.maybe(1, 2):
        return []
    kinds, lines = ["token", "token"], list[str]()
    if pick.maybe(1, 2):
        lines += _kind_with_rules(world)
        kinds.append("spell")
    for title in ("feast", "fog")[: pick.number(1, 2)]:
        lines += _card(world, title, pick.one(kinds))
        world.plays.append(title)
    by, c = world.fresh("y"), world.fresh("c")
    source = f"hand({by})" + (f" + front({by})" if pick.maybe(1, 2) else "")
    source = source if "+" not in source else f"({source})"
    lines += [f"action play_one by {by} choosing {c} from {source} where playable({c}, {by})"]
    lines += [
        f"    perform {c}",
        "    in any case",
        f"        if {c} is in hand({by}): move {c} to heap",
    ]
    world.actions.append(Named("play_one", (t.Card(),), (c,), word="action"))
    return [*lines, *_answer_to_plays(world)]


def _answer_to_plays(world: World) -> Lines:
    """A window that opens before each play, and an action that may cancel it there."""
    pick = world.pick
    if not pick.maybe(1, 2):
        return []
    window, react, now, by = (world.fresh(stem) for stem in ("answer_to", "react", "now", "y"))
    type = say("under_way_type", procedure="play", of=pick.one(["token", None]))
    lines = [
        "",
        say("window", name=window, parameters=[say("parameter", name=now, type=type)]).text,
        *indented(["asks players", f"offers {react}", f"closes {pick.one(CLOSINGS)}"]),
        "",
        f"action {react} by {by} in {window}({now}) where {call('player', now)} is not {by}",
        "    limit 1 per turn",
        f"    if {call('card', now)} is in hand(any): add 1 to total",
    ]
    if pick.maybe(1, 2):
        lines.append(f"    {say('cancel', what=now)}")
    world.actions.append(Named(react, word="reaction"))
    of = "play(token)" if "of token" in type.text else "play"
    return [*lines, "", f"before {of}", f"    open {window}(this play)"]


def _kind_with_rules(world: World) -> Lines:
    """A kind whose cards share plays, a cost, a condition and effects."""
    pick, you = world.pick, Local("you", t.Player())
    world.kinds["spell"] = "token"
    lines = ["kind spell: token"]
    if pick.maybe(1, 2):
        condition = truth(world, seen_by(world, Scope([you], this="spell"), "you"))
        lines += [f"    {say('only_if', condition=condition)}"]
    if pick.maybe(1, 2):
        lines += [f"    {pays(world, 'you')}"]
    lines += [
        "    play while in hand(you)",
        f"        move this to {pick.one(['front(you)', 'heap'])}",
    ]
    lines += indented(indented(block(world, Scope([you], this="spell", opens=False), most=2)))
    if pick.maybe(1, 2):
        inner = Scope([you], this="spell", calls_from=10**6, opens=False)
        lines += [f"    {say('standing_in', zone=call('front', 'you'))}"]
        lines += indented(indented(effect(world, inner)))
    if pick.maybe(1, 3):
        inner = Scope(this="spell", calls_from=10**6, opens=False)
        lines += [
            f"    {say('standing', condition=truth(world, Scope(this='spell', imagines=False)))}"
        ]
        lines += indented(indented(effect(world, inner)))
    return [*lines, "", 'card ember "Ember": spell', ""]


def _on_the_table(world: World, kind: str) -> Lines:
    """Another play, of a card that lies in front of its player."""
    pick = world.pick
    scope = Scope([Local("you", t.Player())], this=kind, opens=False)
    head = say("play", text='"as it lies there"', zone=call("front", "you"))
    lines = [head.text, f"    limit 1 per {pick.one(['turn', 'round'])}"]
    lines += [f"    {pays(world, 'you')}"] if pick.maybe(1, 3) else []
    return [*lines, *indented(block(world, scope, most=2))]


def _card(world: World, title: str, kind: str) -> Lines:
    pick = world.pick
    you = Local("you", t.Player())
    scope = Scope([you], this=kind, opens=False)
    choices = []
    if pick.maybe(1, 2):
        phrase, local = choice(world, Scope([you]), "you", head=True)
        if " in order" not in phrase.text:
            choices = [phrase]
            scope.locals.append(local)
    copies = pick.number(1, 3)
    fields = {"name": title, "text": f'"{title.capitalize()}"', "kind": kind}
    lines = [say("card", **fields, copies=copies if copies > 1 else None).text]
    tied = call("hand", "you") if pick.maybe(1, 4) else None
    text = '"as a card"' if pick.maybe(1, 2) else None
    lines += [f"    {say('play', text=text, choices=choices, zone=tied)}"]
    if pick.maybe(1, 3):
        condition = truth(world, seen_by(world, scope, "you"))
        lines += [f"        {say('only_if', condition=condition)}"]
    goes = "front(you)" if pick.maybe(1, 2) else "heap"
    lines += [f"        move this to {goes}"]
    lines += indented(indented(block(world, scope, most=3)))
    if goes != "heap" and text and pick.maybe(2, 3):
        lines += indented(_on_the_table(world, kind))
    if goes != "heap":
        inner = Scope([you], this=kind, calls_from=10**6, opens=False)
        condition = None
        if pick.maybe(1, 3):
            condition = truth(world, Scope([you], this=kind, imagines=False))
        lines += [f"    {say('standing_in', zone=call('front', 'you'), condition=condition)}"]
        lines += indented(indented(effect(world, inner)))
    return lines


# ---------------------------------------------------------------- the match


def match(world: World) -> Lines:
    """The phases: a deal, rounds, turns."""
    pick = world.pick
    lines = ["phase game", "    move cards to pile", "    shuffle pile"]
    lines += [
        "    for each p in players",
        f"        move top(pile, {pick.number(1, 3)}) to hand(p)",
    ]
    lines += indented(_set_up(world))
    lines += [f"    repeat {pick.number(1, 3)} times", "        round(active)"]
    lines += indented([blocks.winners(world, Scope(calls_from=10**6))])
    among = pick.one(["players", "players", "(players where score(it) < 9)"])
    starting = pick.one([None, "first_player"])
    until = truth(world, Scope(imagines=False, it=False, depth=1)) if pick.maybe(1, 3) else None
    lines += ["", "phase round(first_player: player)"]
    lines += [] if starting else ["    if first_player is home: add 1 to score(home)"]
    head = say("take_turns", variable="p", among=among, starting=starting, until=until)
    lines += [f"    {head}", "        turn(p)"]
    lines += [] if until else [f"        if {truth(world, Scope(depth=1))}: end round"]
    scope = Scope([Local("p", t.Player())], under_way=("turn", "round"), offers=True)
    lines += ["", "phase turn(p: player)", *indented(block(world, scope, most=4))]
    return [*lines, *indented(_offer(world))]


def _set_up(world: World) -> Lines:
    """Pieces are placed."""
    lines: Lines = []
    for name, (board, _) in world.pieces.items():
        m, s = world.fresh("m"), world.fresh("s")
        lines += [
            f"for each {m} in {name}",
            f"    if there is {s} in {board} where piece_on({s}) is none: move {m} to {s}",
        ]
    return lines


def _offer(world: World) -> Lines:
    names = [each.name for each in world.actions if each.word == "action"]
    one = world.pick.one(names)
    ways = [
        f"p may do {one}",
        f"p must do {one}, if impossible nothing",
        f"p may do one of {', '.join(names)}" if len(names) > 1 else f"p may do {one}",
        f"p may do {one} as often as allowed",
    ]
    return [world.pick.one(ways)]


__all__ = ["number"]
