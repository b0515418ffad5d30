"""Behaviour: steps, checks, actions, windows, hooks, plays, rules that act at once, phases."""

from __future__ import annotations

from tests.support.made import phrases, statements
from tests.support.made.data import open_truth
from tests.support.made.world import Named, Scope, World, indented

MOMENTS = ("before", "after", "instead of")
CLOSINGS = ("when all pass", "after one use", "when all were asked")


def declared(world: World) -> None:
    """Names and places of all that is written later, so that a line may speak of it."""
    pick = world.pick
    world.steps = [
        Named(name, places)
        for name, places in (("gather", ("player",)), ("trade", ("player", "number")), ("rest", ()))
    ][: pick.number(1, 3)]
    if pick.maybe(1, 3):
        world.checks = [Named("luck", ("number",))]
    world.actions = [Named("lay"), Named("buy"), Named("boast"), Named("shelve"), Named("run")]
    world.actions = world.actions[: pick.number(1, 5)]
    if pick.maybe(1, 2):
        world.windows = [Named("moment_of_doubt")]
    world.has_plays = pick.maybe(1, 2)


def steps(world: World) -> list[str]:
    """Procedures, each of which calls only those after it; a check."""
    lines: list[str] = []
    for place, step in enumerate(world.steps):
        scope = Scope(steps=place + 1)
        head, given = _head(step, scope)
        if "number" in step.places:
            scope.numbers.append("n_given")
        del given
        body = statements.block(world, scope)
        if world.pick.maybe(1, 2):
            body += statements.call(world, scope)
        body += _leaving(world, scope) if world.pick.maybe(1, 3) else []
        lines += [f"procedure {head}", *indented(body)]
        if world.pick.maybe(1, 4):
            lines += indented(["in any case", *indented(_in_any_case(world))])
    if world.checks:
        lines += ["check luck(n_given: 0..3) answers 0..9", f"    roll {world.die} as thrown"]
        lines.append("    answer thrown + n_given")
    return lines


def _head(step: Named, scope: Scope) -> tuple[str, list[str]]:
    written = {"player": "p: player", "number": "n_given: 0..3"}
    if "player" in step.places:
        scope.players.append("p")
    scope.taken |= {"p", "n_given"}
    places = [written[place] for place in step.places]
    return f"{step.name}({', '.join(places)})" if places else step.name, places


def _in_any_case(world: World) -> list[str]:
    return [world.pick.one(["move top(pile) to heap", "add 1 to score(home)"])]


def _leaving(world: World, scope: Scope) -> list[str]:
    """A line that leaves, under a condition."""
    pick, who = world.pick, phrases.player(world, scope)
    leave = pick.one(
        [
            ["stop"],
            ["end turn if under way"],
            [f"{who} wins"],
            [f"eliminate {who}", "end turn if under way"],
            ["(players where score(it) > 2) win"],
            ["end round if under way"],
        ]
    )
    return [f"if {phrases.truth(world, scope)}", *indented(leave)]


# ---------------------------------------------------------------- actions and windows


def actions(world: World) -> list[str]:
    """What players may do, with choices, conditions, costs and limits."""
    lines = []
    for action in world.actions:
        lines += {"lay": _lay, "buy": _buy, "boast": _boast, "shelve": _shelve, "run": _run}[
            action.name
        ](world)
    return lines


def _lay(world: World) -> list[str]:
    scope = Scope(players=["p"], taken={"p", "c"}, eyes="p")
    where = f" where {phrases.about_card(world, scope, 'c')}" if world.pick.maybe(1, 2) else ""
    lines = [f"action lay by p choosing c from hand(p){where}"]
    if world.pick.maybe(1, 3):
        lines.append("    limit 1 per turn")
    lines.append(f"    move c to {world.pick.one(['heap', 'front(p)'])}")
    inner = Scope(players=["p"], cards=["c"], taken={"p", "c"})
    return lines + indented(statements.simple(world, inner))


def _buy(world: World) -> list[str]:
    pick, scope = world.pick, Scope(players=["p"], taken={"p", "n"}, eyes="p")
    lines = [f"action buy by p choosing n from 1..{pick.number(2, 3)}"]
    if pick.maybe(1, 2):
        lines.append(f"    only if {phrases.truth(world, scope)}")
    cards = ", 1 from hand(p) to heap" if pick.maybe(1, 3) else ""
    lines.append(f"    pays {pick.one(['n', '1', 'larger(0, n - 1)'])} from score(p){cards}")
    lines.append("    move top(pile, n) to hand(p)")
    return lines


def _boast(world: World) -> list[str]:
    scope = Scope(players=["p"], taken={"p", "q"})
    lines = ["action boast by p choosing q from players except {p}"]
    if world.pick.maybe(1, 2):
        lines.append("    only if hand(p) is not empty")
    body = Scope(players=["p", "q"], taken=scope.taken)
    return lines + indented(statements.block(world, body, most=2))


def _shelve(world: World) -> list[str]:
    """A zone with a capacity: whoever lays a card there needs room for it."""
    pick = world.pick
    most = pick.one(["1", "2", "larger(1, score(p))"])
    lines = [f"zone shelf(p: player): cards, at most {most}, seen by all"]
    lines += [f"action shelve by p choosing c from {pick.one(['hand(p)', 'heap'])}"]
    return [*lines, "    move c to shelf(p)"]


def _run(world: World) -> list[str]:
    """A board, with a piece of each player on it."""
    pick = world.pick
    shape = pick.one(["line 4", "ring 5", "grid 3 by 2, neighbours 4"])
    lines = [f"board track: {shape}{pick.one(['', ', one piece per space'])}"]
    lines += ["piece runner per player on track"]
    lines += ["action run by p choosing s from track where piece_on(s) is none"]
    lines += ["    for each m in pieces(p)", "        move m to s"]
    return [*lines, "    add number of neighbours(s) to score(p)"]


def windows(world: World) -> list[str]:
    """An occasion to react, which offers actions of its own."""
    if not world.windows:
        return []
    pick = world.pick
    scope = Scope(players=["p"], taken={"p", "about", "how_much"}, eyes="p")
    lines = ["window moment_of_doubt(about: player, how_much: 0..9)"]
    lines += [f"    asks {pick.one(['clockwise(active)', 'players except {about}', 'players'])}"]
    lines += ["    offers object, agree", f"    closes {pick.one(CLOSINGS)}"]
    how_much = pick.one(["any", "how_much"])
    lines += [f"action object by p in moment_of_doubt(about, {how_much}) where p is not about"]
    lines += ["    pays how_much from score(p)"] if how_much == "how_much" else []
    lines += ["    limit 2 per turn", "    subtract 1 from score(about)"]
    lines += ["action agree by p in moment_of_doubt(about, any)"]
    lines += [f"    only if {phrases.truth(world, scope)}"] if pick.maybe(1, 2) else []
    lines += ["    limit 1 per turn", "    add 1 to score(about)"]
    return lines


# ---------------------------------------------------------------- what stands on others


def hooks(world: World) -> list[str]:
    """Hooks on steps, on actions and on plays; rules that act at once; modifiers that last."""
    pick = world.pick
    lines: list[str] = []
    for _ in range(pick.number(0, 2)):
        lines += _hook(world)
    if pick.maybe(1, 3):
        lines += ["whenever there is p in players where score(p) > 9", *indented(_at_once(world))]
    if pick.maybe(1, 4):
        lines += [f"while {open_truth(world, Scope())}", *indented(_hook(world))]
    return lines


def _hook(world: World) -> list[str]:
    pick = world.pick
    moment = pick.one(MOMENTS)
    on_action = pick.maybe(1, 3)
    if on_action:
        head, as_usual, scope = f"{moment} lay(c) by p", "lay", Scope(["p"], [], ["c"])
        scope.taken |= {"p", "c"}
    else:
        step = pick.one(world.steps)
        names = {"player": "p", "number": "n_given"}
        bound = [names[place] for place in step.places]
        head = f"{moment} {step.name}({', '.join(bound)})" if bound else f"{moment} {step.name}"
        as_usual = step.name
        scope = Scope(["p"] if "p" in bound else [], taken=set(bound))
    scope.asks, scope.steps = pick.maybe(1, 2), -1
    body = [*_read(head, scope), *statements.statement(world, scope)]
    if moment == "instead of":
        body += pick.one([[], [f"{as_usual} as usual"], [f"{as_usual} as usual"] * 2])
    return [head, *indented(body)]


def _read(head: str, scope: Scope) -> list[str]:
    """What a head binds must be used."""
    lines = []
    if "(p" in head or "by p" in head:
        lines.append("add 1 to score(p)")
    if "n_given" in head:
        lines.append("add n_given to score(home)")
        scope.numbers.append("n_given")
    if "(c)" in head:
        lines.append("if rank(c) > 4: add 1 to score(home)")
    return lines


def _at_once(world: World) -> list[str]:
    return world.pick.one(
        [["p wins"], ["set score(p) to 0"], ["set score(p) to 1", "move hand(p) to heap"]]
    )


# ---------------------------------------------------------------- plays of cards


def plays(world: World) -> list[str]:
    """A card that is played, and stays for a while; one that answers it."""
    if not world.has_plays:
        return []
    pick = world.pick
    scope = Scope(players=["you"], taken={"you", "target"})
    lines = ['card feast "Feast" x2: token', "    play choosing target from players"]
    if pick.maybe(1, 2):
        lines.append("        only if score(target) < 9")
    lines.append("        move this to front(you)")
    body = Scope(players=["you", "target"], taken=scope.taken)
    lines += indented(indented(statements.block(world, body, most=2)))
    lines += indented(_lasting(world)) if pick.maybe(1, 2) else []
    if pick.maybe(1, 2):
        lines += ["    while in front(you)", *indented(indented(_standing(world)))]
    lines += ['card fog "Fog": token', "    play", "        move this to heap"]
    lines += indented(indented(statements.simple(world, Scope(players=["you"], taken={"you"}))))
    lines += ["action play_one by p choosing c from hand(p) where playable(c, p)"]
    lines += ["    perform c", "    in any case", "        if c is in hand(p): move c to heap"]
    if pick.maybe(1, 2):
        lines += ["window answer_to(pending: play of token under way)", "    asks players"]
        lines += ["    offers spoil", "    closes when all pass"]
        lines += ["action spoil by p in answer_to(pending) where player(pending) is not p"]
        lines += ["    limit 1 per turn", "    cancel pending"]
        lines += ["before play(token)", "    open answer_to(this play)"]
    return lines


def _lasting(world: World) -> list[str]:
    pick = world.pick
    span = pick.one(["until turn ends", "until turn(you) starts", "until round ends"])
    if span != "until turn(you) starts":
        span = "until turn(active) ends" if span == "until turn ends" else "until round(any) ends"
    effect = ["before rest", "    add 1 to score(target)"]
    if world.values and pick.maybe(1, 2):
        effect = [f"modify {pick.one(world.values).name}(you): + 1"]
    elif "rest" not in {step.name for step in world.steps}:
        effect = ["after gather", "    add 1 to score(target)"]
    return ["    " + line for line in [span, *indented(effect)]]


def _standing(world: World) -> list[str]:
    pick = world.pick
    if world.values and pick.maybe(1, 2):
        return [f"modify {pick.one(world.values).name}(you): + rank(this)"]
    moment = pick.one(["before", "after"])
    return [f"{moment} gather(you)", "    add 1 to score(you)"]


# ---------------------------------------------------------------- the match


def match(world: World) -> list[str]:
    """The phases: a deal, rounds, turns."""
    pick = world.pick
    scope = Scope(steps=0)
    lines = ["phase game", "    move cards to pile", "    shuffle pile"]
    lines += [
        "    for each p in players",
        f"        move top(pile, {pick.number(1, 3)}) to hand(p)",
    ]
    lines += [f"    repeat {pick.number(1, 3)} times", "        round(active)"]
    end = pick.one(["nobody wins", "(players with highest score(it)) win", "home wins"])
    lines.append(f"    {end}")
    turns = pick.one(["players", "(players where score(it) < 9)"])
    start = pick.one(["", " starting with first_player"])
    until = pick.one(["", " until pile is empty", " until score(active) > 5"])
    lines += ["phase round(first_player: player)"]
    lines += [] if start else ["    if first_player is home: add 1 to score(home)"]
    lines += [f"    take turns p among {turns}{start}{until}", "        turn(p)"]
    if not until:
        lines.append(f"        if {phrases.truth(world, scope)}: end round")
    return [*lines, "phase turn(p: player)", *indented(_turn(world))]


def _turn(world: World) -> list[str]:
    pick = world.pick
    scope = Scope(players=["p"], taken={"p"}, steps=0)
    lines = ["move top(pile) to heap"]
    lines += statements.block(world, scope, most=2)
    lines += statements.call(world, scope) if pick.maybe(2, 3) else []
    names = [action.name for action in world.actions]
    names += ["play_one"] if world.has_plays else []
    name = pick.one(names)
    several = ", ".join(names)
    lines.append(
        pick.one(
            [
                f"p may do {name}",
                f"p must do {name}",
                f"p must do {name}, if impossible turn_over(p)",
                f"p may do {'one of ' * (len(names) > 1)}{several} as often as allowed",
                f"p must do one of {several}",
                f"p may do one of {several}",
            ]
        )
    )
    if world.windows:
        lines.append(f"open moment_of_doubt(p, {pick.number(0, 2)}) as users")
        lines += ["if users is empty: add 1 to score(p)"]
    lines += _leaving(world, scope) if pick.maybe(1, 2) else []
    return lines


def turn_over(world: World) -> list[str]:
    """What is done where nothing can be."""
    if world.pick.maybe(1, 2):
        return [
            "procedure turn_over(p: player)",
            "    add 1 to score(p)",
            "    end turn if under way",
        ]
    return ["procedure turn_over(p: player)", "    move hand(p) to heap"]
