"""Lines of bodies: moves, counts, questions, rolls, repeats; each in a scope that it may extend."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tests.support.made import phrases, rarer
from tests.support.made.world import Scope, World, indented

Write: TypeAlias = Callable[[World, Scope], list[str]]

DEEPEST = 2


def block(world: World, scope: Scope, *, most: int = 3) -> list[str]:
    """Some lines; at least one."""
    lines: list[str] = []
    for _ in range(world.pick.number(1, most)):
        lines += statement(world, scope)
    return lines


def statement(world: World, scope: Scope) -> list[str]:
    """One line, or one with a block below."""
    ways: list[Write] = [count, move, put, draw, other_turn]
    if scope.asks:
        ways += [choose_card, choose_number, choose_word]
    ways += [let, pick_one, roll, reveal, rank]
    if world.pick.maybe(1, 8):
        return world.pick.one(rarer.WAYS)(world, scope)
    if scope.depth < DEEPEST:
        ways += [if_else, for_each, repeat, depending]
        if scope.asks:
            ways += [menu, may_choose, together, together_for_each]
    made = world.pick.one(ways)(world, scope)
    return made or ["nothing"]


# ---------------------------------------------------------------- what changes


def count(world: World, scope: Scope) -> list[str]:
    """A number or a word changes."""
    pick = world.pick
    state = pick.one(world.states)
    place = state.at(phrases.player(world, scope))
    if state.kind == "truth":
        return [f"set {place} to {pick.one(['yes', 'no'])}"]
    if state.kind != "number":
        return [f"set {place} to {pick.one(world.words[state.kind])}"]
    amount = phrases.number(world, scope)
    return [
        pick.one(
            [
                f"add {pick.number(1, 3)} to {place}",
                f"subtract {pick.number(1, 2)} from {place}",
                f"set {place} to larger(0, {amount})",
                f"add {amount} to {place}",
            ]
        )
    ]


def move(world: World, scope: Scope) -> list[str]:
    """Cards go from one zone to another."""
    pick = world.pick
    source = pick.one(world.zones)
    target = pick.one([zone for zone in world.zones if zone is not source])
    here, there = (zone.at(phrases.player(world, scope)) for zone in (source, target))
    if pick.maybe(1, 6):
        return [pick.one(["move front(any) to heap", "swap top(pile) with first(heap)"])]
    if source.ordered:
        taken = pick.one([f"top({here})", f"top({here}, {pick.number(2, 3)})", f"bottom({here})"])
        return [f"move {taken} to {there}{pick.one(['', ' at bottom'])}"]
    lines = [pick.one([f"move {here} to {there}", f"swap {here} with {there}"])]
    if target.ordered:
        lines = [f"move {here} to {there}", f"shuffle {there}"]
    return lines


def put(world: World, scope: Scope) -> list[str]:
    """A card that is named goes somewhere."""
    if not scope.cards:
        return []
    target = world.pick.one(world.zones).at(phrases.player(world, scope))
    return [f"move {world.pick.one(scope.cards)} to {target}"]


def draw(world: World, scope: Scope) -> list[str]:
    """The top card, if there is one."""
    pick, who = world.pick, phrases.player(world, scope)
    c = scope.fresh("drawn", "taken")
    inner = scope.inner(cards=[c])
    lines = [f"if there is {c} in top(pile)", f"    move {c} to hand({who})"]
    if pick.maybe(1, 2):
        lines += indented(simple(world, inner))
    if pick.maybe(1, 3):
        lines += ["else", *indented(simple(world, scope.inner()))]
    return lines


def simple(world: World, scope: Scope) -> list[str]:
    """A line without a block that asks nobody."""
    return world.pick.one([count, move, put])(world, scope) or ["nothing"]


def let(world: World, scope: Scope) -> list[str]:
    """A number that is named; sometimes the answer of a check."""
    n = scope.fresh("amount", "sum_up")
    value = phrases.number(world, scope)
    if world.pick.maybe(1, 4):
        changed = f"set {n} to smaller(9, larger(0, {phrases.number(world, scope)}))"
        return [f"let {n}: 0..9 = {world.pick.number(0, 3)}", changed, f"add {n} to score(home)"]
    if world.checks and scope.steps >= 0 and world.pick.maybe(1, 3):
        check = world.pick.one(world.checks)
        value = f"{check.name}({', '.join(_arguments(world, scope, check.places))})"
    scope.numbers.append(n)
    return [f"let {n} = {value}"]


def roll(world: World, scope: Scope) -> list[str]:
    """A die is rolled, seen by all or by one; or the dice that lie there."""
    pick, who = world.pick, phrases.player(world, scope)
    if world.coin and pick.maybe(1, 3):
        face = scope.fresh("face", "side")
        good = indented(simple(world, scope.inner()))
        return [f"roll {world.coin} as {face}", f"if {face} is heads", *good]
    if world.cup and pick.maybe(1, 2):
        dice = f"{world.cup}({who})"
        return [pick.one([f"roll {pick.number(1, 2)} {world.die} to {dice}", f"roll {dice}"])]
    n = scope.fresh("pips", "thrown")
    seen = f" seen by {who}" if pick.maybe(1, 4) else ""
    scope.numbers.append(n)
    return [f"roll {world.die} as {n}{seen}"]


def reveal(world: World, scope: Scope) -> list[str]:
    """Something is shown."""
    pick, who = world.pick, phrases.player(world, scope)
    other = phrases.player(world, scope)
    hidden = pick.one(world.zone("owner"))
    secret = [state for state in world.states if not state.is_open]
    ways = [f"reveal {hidden.at(who)} to {other}", "reveal top(pile)", f"reveal {hidden.at(who)}"]
    if secret:
        ways.append(f"reveal {pick.one(secret).at(who)} to {other}")
    if world.cup:
        ways.append(f"reveal {world.cup}({who})")
    line = pick.one(ways)
    if world.hue and pick.maybe(1, 3):
        c = scope.fresh("told", "hinted")
        fact = f"reveal hue({c}) is {pick.one(world.words[world.hue])} to {other}"
        return [f"for each {c} in {hidden.at(who)}", f"    {fact}"]
    return [line]


def pick_one(world: World, scope: Scope) -> list[str]:
    """The rules pick a player or a card."""
    pick = world.pick
    last = pick.one(["order", "chance"])
    if pick.maybe(1, 2):
        c = scope.fresh("lost", "picked")
        zone = pick.one(world.zones).at(phrases.player(world, scope))
        scope.cards.append(c)
        return [
            f"pick {c} from {zone} by {pick.one(['chance', f'highest rank({c}), then {last}'])}"
        ]
    x = scope.fresh("leader", "richest")
    state = pick.one([s for s in world.states if s.kind == "number"])
    extreme = f"{pick.one(['highest', 'lowest'])} {state.at(x)}, then {last}"
    scope.players.append(x)
    return [f"pick {x} from players by {pick.one([extreme, 'chance'])}"]


def rank(world: World, scope: Scope) -> list[str]:
    """Players in an order."""
    table = scope.fresh("standings", "row_of_all")
    state = world.pick.one([s for s in world.states if s.kind == "number" and s.of_player])
    last = world.pick.one(["order", "chance"])
    first = scope.fresh("first_one", "best_one")
    lines = [f"rank players by highest {state.at('it')}, then {last} as {table}"]
    lines.append(f"if there is {first} in item({table}, 1)")
    return lines + indented(simple(world, scope.inner(players=[first])))


def other_turn(world: World, scope: Scope) -> list[str]:
    """It is somebody's turn, or that of who comes next."""
    who = phrases.player(world, scope)
    if world.pick.maybe(1, 2):
        n = scope.fresh("after_him", "next_one")
        return [f"if there is {n} in next({who})", f"    set active to {n}"]
    return [f"add 1 to score({who})"]


# ---------------------------------------------------------------- who is asked


def choose_card(world: World, scope: Scope) -> list[str]:
    """A player chooses one card, or several, that he sees."""
    pick, who = world.pick, phrases.player(world, scope)
    seeing = scope.seen_by(who)
    zone = phrases.zone_seen(world, seeing, whose=who)
    if pick.maybe(1, 5):
        zone = f"hand({who}) + heap"
    c = scope.fresh("c", "card_chosen")
    if pick.maybe(1, 3):
        quantity = pick.one(["up to 2", "1..2", "2", "3 - 2", "0..2"])
        order = pick.one(["", "", " in order"])
        such = ""
        if pick.maybe(1, 3):
            such = f" so that (sum of rank({scope.fresh('r', 's')}) over {{}} in {c}) > 2"
            name = such.split("rank(")[1].split(")")[0]
            such = such.format(name)
        target = pick.one(world.zones)
        lines = [f"{who} chooses {quantity} of {zone} as {c}{order}{such}"]
        lines.append(f"move {c} to {target.at(who)}")
        return lines + ([f"shuffle {target.at(who)}"] if target.ordered else [])
    where = f" where {phrases.about_card(world, seeing, c)}" if pick.maybe(1, 2) else ""
    label = f' "{pick.one(["card to lay", "what to give away"])}"' if pick.maybe(1, 3) else ""
    scope.cards.append(c)
    return [
        f"{who} chooses {c}{label} from {zone}{where}",
        f"move {c} to {pick.one(world.zones).at(phrases.player(world, scope))}",
    ]


def choose_number(world: World, scope: Scope) -> list[str]:
    """A player says a number."""
    pick, who = world.pick, phrases.player(world, scope)
    n = scope.fresh("n", "said")
    most = pick.one([str(pick.number(2, 4)), f"larger(1, {_bound(world, scope, who)})"])
    scope.numbers.append(n)
    return [f"{who} chooses {n} from {pick.number(0, 1)}..{most}"]


def _bound(world: World, scope: Scope, who: str) -> str:
    return f"smaller(4, {phrases.number(world, scope.seen_by(who))})"


def choose_word(world: World, scope: Scope) -> list[str]:
    """A player says a word of a list, or names a player."""
    pick, who = world.pick, phrases.player(world, scope)
    if not world.words or pick.maybe(1, 3):
        q = scope.fresh("rival", "friend")
        line = f"{who} chooses {q} from {phrases.players(world, scope.seen_by(who))}"
        scope.players.append(q)
        return [line]
    w = scope.fresh("w", "word_said")
    list_ = pick.one(list(world.words))
    scope.words.append((w, list_))
    return [f"{who} chooses {w} from {list_}"]


def menu(world: World, scope: Scope) -> list[str]:
    """A player chooses a branch."""
    pick, who = world.pick, phrases.player(world, scope)
    seeing = scope.seen_by(who)
    lines = [f"{who} chooses one of"]
    for name in ("wait", "go_on", "give_up")[: pick.number(2, 3)]:
        condition = f" if {phrases.truth(world, seeing)}" if pick.maybe(1, 3) else ""
        lines.append(f"    {name}{condition}")
        lines += indented(indented(block(world, scope.inner(), most=2)))
    return lines


def may_choose(world: World, scope: Scope) -> list[str]:
    """A player chooses, or does not."""
    pick, who = world.pick, phrases.player(world, scope)
    c = scope.fresh("gift", "offer_made")
    zone = phrases.zone_seen(world, scope.seen_by(who), whose=who)
    lines = [f"{who} may choose {c} from {zone}"]
    lines += indented(block(world, scope.inner(cards=[c]), most=2))
    if pick.maybe(1, 2):
        lines += ["else", *indented(simple(world, scope.inner()))]
    return lines


def together(world: World, scope: Scope) -> list[str]:
    """Secret answers; the one of them that may not be asked is tested before it is read."""
    pick = world.pick
    a, b, c = scope.fresh("aim"), scope.fresh("dive"), scope.fresh("stake")
    lines = ["together", f"    home chooses {a} from 1..{pick.number(2, 3)}"]
    lines.append(f"    away chooses {b} from 1..{pick.number(2, 3)}")
    if pick.maybe(1, 2):
        seeing = scope.seen_by("away")
        lines.append(f"    if {phrases.truth(world, scope)}: away chooses {c} from hand(away)")
        lines.append(f"if there is {scope.fresh('card_given')} in {c}")
        name = lines[-1].split()[3]
        lines += indented([f"move {name} to {pick.one(world.zones).at('away')}"])
        del seeing
    lines.append(f"if {a} is {b}")
    lines += indented(simple(world, scope.inner()))
    scope.numbers += [a, b]
    return lines


def together_for_each(world: World, scope: Scope) -> list[str]:
    """Each plans in secret; only what is his own changes."""
    q, n = scope.fresh("q", "planner"), scope.fresh("bid", "wish")
    states = [s for s in world.states if s.kind == "number" and s.of_player]
    lines = [f"together for each {q} in players"]
    if world.pick.maybe(1, 2):
        lines += [f"    {q} chooses {n} from hand({q})", f"    move {n} to front({q})"]
        return lines
    lines += [f"    {q} chooses {n} from 0..3", f"    set {world.pick.one(states).at(q)} to {n}"]
    return lines


# ---------------------------------------------------------------- blocks


def if_else(world: World, scope: Scope) -> list[str]:
    """One of two."""
    lines = [f"if {phrases.truth(world, scope)}", *indented(block(world, scope.inner(), most=2))]
    if world.pick.maybe(1, 3):
        lines += [f"else if {phrases.truth(world, scope)}", *indented(simple(world, scope.inner()))]
    if world.pick.maybe(1, 2):
        lines += ["else", *indented(block(world, scope.inner(), most=2))]
    return lines


def for_each(world: World, scope: Scope) -> list[str]:
    """Everybody, or every card."""
    if world.pick.maybe(1, 2):
        c = scope.fresh("each_card", "laid")
        zone = world.pick.one(world.zones).at(phrases.player(world, scope))
        inner = scope.inner(cards=[c])
        inner.asks = False
        return [f"for each {c} in {zone}", *indented(simple(world, inner))]
    q = scope.fresh("p_here", "everyone")
    lines = [f"for each {q} in {phrases.players(world, scope)}"]
    return lines + indented(block(world, scope.inner(players=[q]), most=2))


def repeat(world: World, scope: Scope) -> list[str]:
    """Again and again."""
    head = world.pick.one(
        [
            f"repeat {world.pick.number(2, 3)} times",
            f"repeat while {phrases.truth(world, scope)}, at most 3 times",
            f"repeat until {phrases.truth(world, scope)}, at most 2 times",
        ]
    )
    return [head, *indented(block(world, scope.inner(), most=2))]


def depending(world: World, scope: Scope) -> list[str]:
    """One case of a number or of a word."""
    pick = world.pick
    if scope.words and pick.maybe(1, 2):
        name, list_ = pick.one(scope.words)
        cases = list(world.words[list_])[:-1]
    else:
        name, cases = f"score({phrases.player(world, scope)})", ["0", "1, 2"]
    lines = [f"depending on {name}"]
    for case in cases:
        lines += [f"    {case}", *indented(indented(simple(world, scope.inner())))]
    return [*lines, "    else: nothing"]


def _arguments(world: World, scope: Scope, places: tuple[str, ...]) -> list[str]:
    return [
        phrases.player(world, scope) if place == "player" else str(world.pick.number(0, 3))
        for place in places
    ]


def call(world: World, scope: Scope) -> list[str]:
    """A step that stands further down."""
    known = world.steps[scope.steps :]
    if not known:
        return []
    step = world.pick.one(known)
    given = _arguments(world, scope, step.places)
    return [f"{step.name}({', '.join(given)})" if given else step.name]
