"""Draws statements: lines of a block."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from ruleslang.language.syntax.node import Level
from ruleslang.program import types as t
from tests.support.drawn.expressions import (
    about,
    argument,
    call,
    cards,
    condition_of,
    constant,
    expression,
    number,
    player,
    present,
    read,
    some_set,
    truth,
)
from tests.support.drawn.forms import Phrase, indented, say
from tests.support.drawn.world import Local, Scope, Thing, World, is_kind

Lines = list[str]
Draw = Callable[[World, Scope], "Lines | None"]
DEEPEST_BLOCK = 4


@frozen
class Drawer:
    """Draws a statement; `needs` are the permissions of the scope that it needs."""

    draw: Draw
    needs: tuple[str, ...]
    often: int


STATEMENTS: list[Drawer] = []


def deepest_block(world: World) -> int:
    """The depth at which no more blocks begin."""
    return DEEPEST_BLOCK + world.deeper


def states(*needs: str, often: int = 2) -> Callable[[Draw], Draw]:
    """A decorator of a drawer of statements."""

    def declare(draw: Draw) -> Draw:
        STATEMENTS.append(Drawer(draw, needs, often))
        return draw

    return declare


def block(world: World, scope: Scope, most: int = 3) -> Lines:
    """Some statements."""
    lines: Lines = []
    for _ in range(world.pick.number(1, most)):
        lines += statement(world, scope)
    if scope.depth and scope.leaves and world.pick.maybe(1, 12):
        lines += leaving(world, scope)
    return lines


def leaving(world: World, scope: Scope) -> Lines:
    """The last line of a block, which leaves it."""
    inner = scope.inner(depth=2)
    ways = [say("eliminate", player=player(world, inner))]
    ways += [say("wins", players=player(world, inner))]
    ways += [say("end", procedure=world.pick.one(["turn", "round"]), if_under_way=True)]
    if scope.answers is None:
        ways.append(say("stop"))
    else:
        ways.append(say("answer", value=stored(world, inner, scope.answers)))
    return [world.pick.one(ways).text]


def statement(world: World, scope: Scope) -> Lines:
    """One statement; the names that it makes join the scope."""
    possible = [
        each
        for each in STATEMENTS
        for _ in range(each.often)
        if all(getattr(scope, need) for need in each.needs)
    ]
    favoured = [each for each in possible if each.draw in world.favoured]
    for _ in range(6):
        if not possible:
            break
        among = favoured if favoured and world.pick.maybe(1, 2) else possible
        lines = world.pick.one(among).draw(world, scope)
        if lines:
            return lines
    return (change(world, scope) if scope.writes else None) or ["nothing"]


def simple(world: World, scope: Scope) -> str:
    """A statement without a block; its names end with it."""
    if scope.leaves and world.pick.maybe(1, 8):
        return leaving(world, scope)[0]
    for _ in range(6):
        lines = statement(world, scope.inner(depth=deepest_block(world)))
        if len(lines) == 1 and ": " not in lines[0]:
            return lines[0]
    return "nothing"


def with_block(world: World, head: Phrase | str, lines: Lines) -> Lines:
    """A head with its block, which may follow on the line."""
    text = str(head)
    is_one = len(lines) == 1 and ": " not in lines[0] and " be " not in text
    if is_one and "every" not in text and world.pick.maybe(1, 3):
        return [f"{text}: {lines[0]}"]
    return [text, *indented(lines)]


def chooser(world: World, scope: Scope) -> str:
    """A player who is asked, by a name."""
    names = [each.name for each in scope.named(lambda a: a == t.Player())]
    names = ["you"] * 4 if "you" in names else names
    return world.pick.one([*names, "active", *world.seats[: world.fewest]])


def seen_by(world: World, scope: Scope, who: str) -> Scope:
    """The scope of what is offered to a player."""
    return scope.inner(eyes=who, depth=1, imagines=False, this=None)


# ---------------------------------------------------------------- changes


@states("writes", often=4)
def change(world: World, scope: Scope) -> Lines | None:
    """A state, or a name, is set."""
    target = place(world, scope, lambda a: not isinstance(a, t.SetOf))
    if target is None:
        return None
    where, type, _ = target
    match type:
        case t.Number():
            rule = world.pick.one(["set", "add", "subtract"])
            amount = number(world, scope.inner(depth=1), 0, 3)
            if rule == "set" and amount.text.lstrip("(0").strip().startswith("-"):
                amount = call("larger", "0", amount)
            if rule == "set":
                return [say("set", place=where, value=amount).text]
            return [say(rule, amount=amount, place=where).text]
        case t.Optional():
            value = expression(world, scope.inner(depth=1), type.inner)
            none = world.pick.maybe(1, 4)
            return [say("set", place=where, value="none" if none else value).text]
        case _:
            return [say("set", place=where, value=stored(world, scope.inner(), type)).text]


def stored(world: World, scope: Scope, type: t.Type) -> Phrase:
    """A value that is kept or answered, which may be a plain yes or no."""
    if isinstance(type, t.Truth) and world.pick.maybe(1, 4):
        return Phrase(world.pick.one(["yes", "no"]))
    return expression(world, scope, type)


@states("writes", often=1)
def set_of_several(world: World, scope: Scope) -> Lines | None:
    """A set gets members, or loses some."""
    target = place(world, scope, lambda a: isinstance(a, t.SetOf))
    if target is None:
        return None
    where, type, _ = target
    assert isinstance(type, t.SetOf)
    rule = world.pick.one(["add", "subtract", "set"])
    if rule == "set":
        return [say("set", place=where, value=expression(world, scope.inner(), type)).text]
    amount = expression(world, scope.inner(), type)
    return [say(rule, amount=amount, place=where).text]


def place(
    world: World, scope: Scope, wanted: Callable[[t.Type], bool]
) -> tuple[Phrase, t.Type, Thing | None] | None:
    """Something that may be set."""
    names = [each for each in scope.locals if each.settable and wanted(each.type)]
    if names and world.pick.maybe(1, 3):
        name = world.pick.one(names)
        return Phrase(name.name), name.type, None
    things = [each for each in world.things if each.settable and wanted(each.gives)]
    if not things:
        return None
    thing = world.pick.one(things)
    made = read(world, scope.inner(eyes=None, depth=2), thing)
    return None if made is None else (made, thing.gives, thing)


@states(often=2)
def let(world: World, scope: Scope) -> Lines | None:
    """A name for a value."""
    words = [t.WordOf(name) for name in world.words]
    sets: list[t.Type] = [t.SetOf(t.Player()), t.SetOf(t.Card())]
    type = world.pick.one([t.Number(0, 9), t.Truth(), t.Player(), *words, *sets])
    is_open = world.pick.maybe(1, 2)
    inner = scope.inner(eyes="*" if is_open and scope.eyes is None else scope.eyes)
    value, name = expression(world, inner, type), world.fresh("v")
    number = isinstance(type, t.Number)
    settable = number and world.pick.maybe(1, 2)
    if settable:
        scope.locals.append(Local(name, type, is_open=False, settable=True))
        return [say("let", name=name, type="-99..999", value=value).text]
    scope.locals.append(Local(name, type, is_open))
    return [say("let", name=name, value=value).text]


@states(often=1)
def surely(world: World, scope: Scope) -> Lines | None:
    """A name for something that is there."""
    optional = [each for each in world.things if isinstance(each.gives, t.Optional)]
    if not optional or not scope.writes:
        return None
    thing = world.pick.one(optional)
    made = read(world, scope.inner(eyes=None), thing)
    if made is None:
        return None
    assert isinstance(thing.gives, t.Optional)
    if scope.depth >= deepest_block(world):
        return None
    name = world.fresh("v")
    local = Local(name, thing.gives.inner, thing.seen == "all")
    if world.pick.maybe(1, 3):
        scope.locals.append(local)
        return [say("let", name=name, value=made, surely=True).text]
    condition = say("there_is", variable=name, subject=made)
    head = say("if_branch", condition=condition).text
    return [head, *indented(block(world, scope.inner(local), most=2))]


# ---------------------------------------------------------------- cards and pieces


def zone(world: World, scope: Scope, kind: str | None = None, **wanted: bool) -> Phrase | None:
    """A zone that takes all cards of a kind."""
    found = [
        each
        for each in world.of_sort("zone")
        if isinstance(each.gives, t.SetOf)
        and isinstance(each.gives.element, t.Card)
        and is_kind(world, kind, each.gives.element.kind)
    ]
    if "ordered" in wanted:
        found = [each for each in found if each.name in ORDERED(world)]
    return read(world, scope.inner(eyes=None, depth=2), world.pick.one(found)) if found else None


def ORDERED(world: World) -> list[str]:
    return [each.name for each in world.things if each.sort == "zone" and "pile" in each.name]


@states("writes", often=4)
def move(world: World, scope: Scope) -> Lines | None:
    """Cards go somewhere."""
    kind = world.pick.one([None, None, *world.kinds])
    target = zone(world, scope, kind)
    if target is None:
        return None
    inner = scope.inner(depth=1)
    way = world.pick.one(["set", "list", "one", "named"])
    subject: Phrase | None
    if way == "set":
        subject = expression(world, inner, t.SetOf(t.Card(kind)))
    elif way == "list":
        subject = expression(world, inner, t.ListOf(t.Card(kind), 3))
    elif way == "one":
        source = cards(world, inner, kind)
        is_zone = "any" not in source.text and source.text not in ("cards", *world.kinds)
        ways = ["top", "first", "bottom", "last_of"] if is_zone else ["first"]
        subject = call(world.pick.one(ways), source)
    else:
        subject = present(world, inner, t.Card(kind))
    if subject is None or subject.text == "{}" or subject.text in ("cards", *world.kinds):
        return None
    positions = [None, None, "on top", "at bottom", "face up", "face down"]
    return [say("move", subject=subject, target=target, position=world.pick.one(positions)).text]


@states("writes", often=1)
def passed_on(world: World, scope: Scope) -> Lines | None:
    """All hands go to the left or to the right."""
    zones = [each for each in world.of_sort("zone") if each.places == (t.Player(),)]
    if not zones:
        return None
    subject = call(world.pick.one(zones).name, "any")
    direction = world.pick.one(["left", "right"])
    return [say("move_around", subject=subject, direction=direction).text]


@states("writes", "several_moments", often=1)
def from_a_list(world: World, scope: Scope) -> Lines | None:
    """Cards by their titles."""
    source, target = zone(world, scope), zone(world, scope)
    if not world.titles or source is None or target is None:
        return None
    many = [name for name, _, copies in world.titles if copies > 1]
    if not many:
        return None
    listed = say("braces", items=[world.pick.one(many)])
    if scope.eyes is None and world.pick.maybe(1, 3):
        source = expression(world, scope.inner(depth=1), t.SetOf(t.Card()))
        source = held_set(source)
        source = Phrase("heap") if source.text == "{}" or source.text in world.kinds else source
    if world.lists and world.pick.maybe(1, 2):
        listed = Phrase(world.pick.one(world.lists)[0])
    line = say("move_listed", listed=listed, source=source, target=target).text
    if not listed.text.startswith("{") or world.pick.maybe(1, 6):
        return [line]
    c = world.fresh("x")
    card = listed.text.strip("{}")
    return [f"if there is {c} in {source} where {c} is {card}: {line}"]


@states("writes", often=2)
def piece_moved(world: World, scope: Scope) -> Lines | None:
    """A piece goes to a space, or off."""
    if not world.pieces:
        return None
    name = world.pick.one(list(world.pieces))
    board, per_player = world.pieces[name]
    it = world.fresh("m")
    owned = per_player and world.pick.maybe(1, 2)
    subject = call("pieces", player(world, scope.inner(depth=2))) if owned else Phrase(name)
    target = present(world, scope.inner(eyes=None), t.Space(board))
    if world.pick.maybe(1, 6):
        target = Phrase("none")
    assert target is not None
    place = f"    move {it} to {target}"
    if target.text != "none" and world.pick.maybe(3, 4):
        return [
            f"if there is {it} in {subject} where {it} is {name}",
            f"    if piece_on({target}) is none: move {it} to {target}",
        ]
    return [f"if there is {it} in {subject} where {it} is {name}", place]


@states("writes", often=1)
def swap(world: World, scope: Scope) -> Lines | None:
    """Two zones, states, names or dice change places."""
    pick = world.pick
    way = pick.one(["zones", "states", "dice"])
    if way == "dice":
        cups = [each for each in world.cups if each.places]
        if not cups or world.fewest < 2:
            return None
        name = pick.one(cups).name
        return [say("swap", left=call(name, world.seats[0]), right=call(name, world.seats[1])).text]
    if way == "zones":
        found = world.of_sort("zone")
    else:
        found = [each for each in world.things if each.settable and each.sort == "state"]
    found = [each for each in found if each.places[:1] == (t.Player(),)]
    if not found or world.fewest < 2:
        return None
    thing = pick.one(found)
    more = [argument(world, scope.inner(depth=3), place) for place in thing.places[1:]]
    given = [each for each in more if each is not None]
    left = call(thing.name, world.seats[0], *given)
    return [say("swap", left=left, right=call(thing.name, world.seats[1], *given)).text]


@states("writes", "rolls", often=1)
def shuffle(world: World, scope: Scope) -> Lines | None:
    """A pile is shuffled."""
    made = zone(world, scope, ordered=True)
    return None if made is None else [say("shuffle", zone=made).text]


@states("writes", often=1)
def note(world: World, scope: Scope) -> Lines | None:
    """The position is noted."""
    return [say("note", history=world.pick.one(world.histories)).text] if world.histories else None


@states("writes", often=2)
def reveal(world: World, scope: Scope) -> Lines | None:
    """Cards, a state, dice or a fact is shown."""
    pick, to = world.pick, None
    if pick.maybe(1, 2):
        to = player(world, scope.inner(depth=2))
    inner = scope.inner(eyes=None, depth=2)
    way = pick.one(["zone", "card", "state", "dice", "fact"])
    subject: Phrase | None = None
    if way == "zone":
        zones = [each for each in world.of_sort("zone") if each.seen != "all"]
        subject = read(world, inner, pick.one(zones)) if zones else None
    elif way == "card":
        subject = present(world, inner, t.Card())
    elif way == "state":
        found = [each for each in world.of_sort("state") if each.seen != "all"]
        subject = read(world, inner, pick.one(found)) if found else None
    elif way == "dice":
        found = [each for each in world.cups if each.seen != "all"]
        subject = read(world, inner, pick.one(found)) if found else None
    else:
        subject = _fact(world, inner)
    return None if subject is None else [say("reveal", subject=subject, to=to).text]


def _fact(world: World, scope: Scope) -> Phrase | None:
    fields = [each for each in world.of_sort("field") if len(each.places) == 1]
    if not fields:
        return None
    thing = world.pick.one(fields)
    card = present(world, scope, thing.places[0])
    if card is None or card.text in [name for name, _, _ in world.titles]:
        return None
    names = [each for each in scope.locals if each.type == thing.gives]
    right = names[0].name if names else constant(world, scope, thing.gives)
    return say("is", left=call(thing.name, card), right=right)


# ---------------------------------------------------------------- chance


@states("rolls", often=2)
def roll(world: World, scope: Scope) -> Lines | None:
    """Dice are rolled, and named."""
    if not world.dice:
        return None
    pick, name = world.pick, world.fresh("r")
    die = pick.one(list(world.dice))
    seen = player(world, scope.inner(depth=3)) if pick.maybe(1, 6) else None
    face = world.dice[die]
    if pick.maybe(1, 2):
        scope.locals.append(Local(name, face, seen is None))
        return [say("roll", what=die, name=name, seen_by=seen).text]
    many = pick.number(2, 3)
    scope.locals.append(Local(name, t.ListOf(face, many), seen is None))
    return [say("roll_many", number=str(many), what=die, name=name, seen_by=seen).text]


@states("rolls", "writes", often=1)
def roll_cup(world: World, scope: Scope) -> Lines | None:
    """Dice on the table are rolled, taken, or replaced."""
    if not world.cups:
        return None
    pick, cup = world.pick, world.pick.one(world.cups)
    where = read(world, scope.inner(eyes=None, depth=2), cup)
    assert where is not None and isinstance(cup.gives, t.ListOf)
    way = pick.one(["into", "away", "away"] if cup.settable else ["roll", "named"])
    if way == "roll":
        return [say("roll", what=where).text]
    if cup.settable and way == "away":
        return [say("take_away", dice=where).text]
    if cup.settable and way == "into":
        die = next(die for die, face in world.dice.items() if face == cup.gives.element)
        return [say("roll_into", number=str(pick.number(1, 2)), what=die, target=where).text]
    name = world.fresh("r")
    scope.locals.append(Local(name, t.ListOf(cup.gives.element, 3), cup.seen == "all"))
    return [say("roll", what=where, name=name).text]


@states("rolls", often=2)
def pick_one(world: World, scope: Scope) -> Lines | None:
    """The rules pick something."""
    element = _element(world)
    who = chooser(world, scope) if scope.asks and world.pick.maybe(1, 4) else None
    source = scope.inner(depth=1) if who is None else seen_by(world, scope, who)
    subject = apart(some_set(world, source, element))
    name = world.fresh("k")
    several = world.pick.maybe(1, 3)
    inner = source.inner(
        Local("it" if several else name, element, who is not None), it=False, depth=1
    )
    criteria = _criteria(world, inner, who)
    made = Local(name, t.SetOf(element) if several else element, False)
    if several:
        quantity = quantities(world)
        choice = say("several_picked", quantity=quantity, subject=held_set(subject), name=name)
    else:
        choice = say("picked", name=name, subject=subject)
    scope.locals.append(made)
    return [say("pick", choice=choice, criteria=criteria).text]


def apart(subject: Phrase) -> Phrase:
    """A set whose `where` has a member of its own, `it`."""
    return Phrase(f"({subject.text})") if subject.rule == "where" else subject


def held_set(subject: Phrase) -> Phrase:
    """A set in brackets, unless it is a name or a call."""
    return subject if subject.level >= Phrase("").level else Phrase(f"({subject.text})")


def _criteria(world: World, scope: Scope, who: str | None = None) -> list[Phrase]:
    pick = world.pick
    keys = [
        say("extreme", word=pick.one(["highest", "lowest"]), value=number(world, scope))
        for _ in range(pick.number(0, 2))
    ]
    last = [say("by_chance"), say("by_order")] if who is None else [say("by_choice", player=who)]
    return [*keys, pick.one(last)]


def _element(world: World) -> t.Type:
    found: list[t.Type] = [t.Player(), t.Number(0, 4), t.Card()]
    found += [t.WordOf(name) for name in world.words]
    found += [t.Space(board) for board in world.boards]
    return world.pick.one(found)


def quantities(world: World) -> Phrase:
    """How many."""
    pick = world.pick
    low = pick.number(0, 1)
    return pick.one(
        [
            say("exactly", high=str(pick.number(1, 3))),
            say("between", low=str(low), high=str(pick.number(2, 3))),
            say("up_to", high=str(pick.number(1, 3))),
        ]
    )


@states("rolls", often=1)
def pick_within(world: World, scope: Scope) -> Lines | None:
    """Some by chance, within limits."""
    choice = _within(world, scope, scope.inner(depth=1))
    return [say("pick_within", choice=choice, limits=_limits(world, scope)).text]


def _within(world: World, scope: Scope, inner: Scope) -> Phrase:
    name = world.fresh("k")
    subject = held_set(cards(world, inner, "token"))
    scope.locals.append(Local(name, t.SetOf(t.Card("token")), False))
    return say("taken", quantity=quantities(world), subject=subject, name=name)


def _limits(world: World, scope: Scope) -> list[Phrase]:
    of_it = Scope([Local("it", t.Card("token"))], eyes=scope.eyes or "*", depth=2, it=False)
    of_it.imagines = False
    ways = [
        say("most_for_each", most=str(world.pick.number(1, 2)), key=call("title", "it")),
        say("most_for_each", most="1", key=call("rank", "it")),
        say("most_where", most=str(world.pick.number(1, 2)),
            condition=say("compare", left=call("rank", "it"), operator=">", right="2")),
        say("most_where", most="1", condition=condition_of(world, of_it, t.Card("token"), "it")),
    ]  # fmt: skip
    first = world.pick.one(ways)
    return [first] if world.pick.maybe(1, 2) else [first, ways[-1]]


@states("rolls", often=1)
def rank(world: World, scope: Scope) -> Lines | None:
    """Something in an order."""
    element = world.pick.one([t.Player(), t.Player(), t.Card()])
    subject = expression(world, scope.inner(depth=1), t.SetOf(element))
    inner = scope.inner(Local("it", element, False), it=False, depth=1)
    name = world.fresh("o")
    criteria = _criteria(world, inner)
    scope.locals.append(Local(name, t.ListOf(element, 9), False))
    return [say("rank", subject=subject, criteria=criteria, name=name).text]


# ---------------------------------------------------------------- who is asked


def choice(world: World, scope: Scope, who: str, *, head: bool = False) -> tuple[Phrase, Local]:
    """What a player chooses from, and the name that it makes."""
    pick, eyes = world.pick, seen_by(world, scope, who)
    element = _element(world)
    name = world.fresh("c")
    subject = some_set(world, eyes, element)
    if subject.text == "{}" or (isinstance(element, t.Card) and "any" in subject.text):
        element, subject = t.Player(), Phrase("players")
    text = f'"what {name} is"' if pick.maybe(1, 4) else None
    if pick.maybe(1, 3):
        quantity, ordered = quantities(world), pick.maybe(1, 3)
        kind: t.Type = t.ListOf(element, 3) if ordered else t.SetOf(element, 3)
        such = eyes.inner(Local(name, kind), it=False)
        so_that = None
        if pick.maybe(1, 3):
            so_that = say("compare", left=say("number_of", operand=name), operator=">", right="0")
            plain = truth(world, such)
            so_that = say("and", left=so_that, right=plain) if pick.maybe(2, 3) else plain
        made = say(
            "several_chosen", quantity=quantity, subject=held_set(subject), name=name,
            text=text, in_order=ordered, so_that=so_that,
        )  # fmt: skip
        return made, Local(name, kind)
    such = eyes.inner(Local(name, element), it=False)
    subject = apart(subject)
    if head and pick.maybe(1, 5):
        if pick.maybe(1, 2):
            made = say("choice_independent", name=name, text=text, subject=subject)
            return made, Local(name, element)
        fields = {"quantity": quantities(world), "subject": held_set(subject), "name": name}
        if pick.maybe(1, 3):
            made = say("choice", changeable=True, name=name, subject=subject)
            return made, Local(name, element)
        if pick.maybe(1, 3):
            made = say("choice_of_several", changeable=True, **fields)
            return made, Local(name, t.SetOf(element, 3))
        return say("choice_of_each", **fields, text=text), Local(name, t.SetOf(element, 3))
    if subject.level >= Level.OR_E and pick.maybe(1, 3):
        condition = about(world, such, element, name) or truth(world, such)
        subject = say("where", subject=subject, condition=condition)
    so_that = truth(world, such) if pick.maybe(1, 6) else None
    made = say("chosen", name=name, text=text, subject=subject, so_that=so_that)
    return made, Local(name, element)


@states("asks", often=5)
def choose(world: World, scope: Scope) -> Lines | None:
    """A player chooses."""
    who = chooser(world, scope)
    made, local = choice(world, scope, who)
    scope.locals.append(local)
    if who == "you" and world.pick.maybe(1, 2):
        return [say("choose", choice=made).text]
    return [say("chooses", player=who, choice=made).text]


@states("asks", often=1)
def choose_within(world: World, scope: Scope) -> Lines | None:
    """A player chooses some, one by one."""
    who = chooser(world, scope)
    made = _within(world, scope, seen_by(world, scope, who))
    if who == "you" and world.pick.maybe(1, 2):
        return [say("choose_within", choice=made, limits=_limits(world, scope)).text]
    return [say("chooses_within", player=who, choice=made, limits=_limits(world, scope)).text]


@states("asks", often=2)
def may_choose(world: World, scope: Scope) -> Lines | None:
    """A player chooses, or does not."""
    if scope.depth >= deepest_block(world):
        return None
    who = chooser(world, scope)
    if world.pick.maybe(1, 4):
        lines = [say("may_agree", player=who, text='"really?"').text]
        lines += indented(block(world, scope.inner(), most=2))
    else:
        made, local = choice(world, scope, who)
        lines = [say("may_choose", player=who, choice=made).text]
        lines += indented(block(world, scope.inner(local), most=2))
    if world.pick.maybe(1, 2):
        lines += ["else", *indented(block(world, scope.inner(), most=2))]
    return lines


@states("asks", often=2)
def menu(world: World, scope: Scope) -> Lines | None:
    """A player chooses a branch."""
    if scope.depth >= deepest_block(world):
        return None
    pick, who = world.pick, chooser(world, scope)
    text = '"what to do"' if pick.maybe(1, 4) else None
    lines = [say("menu", player=who, text=text).text]
    if who == "you" and pick.maybe(1, 2):
        lines = [say("menu_of_you", text=text).text]
    for _ in range(pick.number(2, 3)):
        name = world.fresh("way")
        label = '"in words"' if pick.maybe(1, 5) else None
        condition = None
        if pick.maybe(1, 4):
            condition = truth(world, seen_by(world, scope, who))
        head = say("menu_item", name=name, text=label, condition=condition).text
        body = block(world, scope.inner(), most=2)
        if pick.maybe(1, 4):
            body = [pays(world, who), *body]
        lines += indented([head, *indented(body)])
    return lines


def pays(world: World, who: str) -> str:
    """A cost, of a player."""
    pick = world.pick
    costs: list[Phrase] = []
    numeric = [
        each
        for each in world.things
        if each.sort == "state" and each.settable and each.places == (t.Player(),)
    ]
    for _ in range(pick.number(1, 2)):
        thing = pick.one(numeric)
        if isinstance(thing.gives, t.Number):
            amount = str(pick.number(0, 2))
            costs.append(say("cost", amount=amount, source=call(thing.name, who)))
        elif isinstance(thing.gives, t.Truth):
            costs.append(say("cost_of_state", source=call(thing.name, who)))
        elif pick.maybe(1, 2):
            costs.append(say("cost", amount="1", source=call("hand", who), target="heap"))
    costs = list({each.text: each for each in costs}.values())
    return say("pays", costs=costs or [say("cost", amount="1", source=call("score", who))]).text


def _as_often_as_possible(world: World, scope: Scope, who: str, quiet: list[str]) -> Lines:
    several = quiet if world.pick.maybe(2, 3) else quiet[:1]
    rule = "must_do_most" if len(several) == 1 else "must_do_most_of"
    once = None
    if world.pick.maybe(1, 3):
        value = call("score", world.seats[0])
        once = say("extreme", word=world.pick.one(["highest", "lowest"]), value=value)
    rest = simple(world, scope.inner()) if world.pick.maybe(2, 3) else None
    return [
        say(rule, player=who, actions=several, as_often=True, once=once, if_impossible=rest).text
    ]


@states("asks", "leaves", "offers", often=1)
def perform(world: World, scope: Scope) -> Lines | None:
    """A card is played, perhaps as another one."""
    if not world.plays:
        return None
    card = present(world, scope.inner(eyes=None), t.Card("token"), titled=False)
    if card is None:
        return None
    guise = world.pick.one(world.plays) if world.pick.maybe(1, 3) else None
    by = player(world, scope.inner(depth=3))
    return [say("perform", card=card, guise=guise, by=by).text]


@states("asks", "leaves", often=6)
def offer(world: World, scope: Scope) -> Lines | None:
    """A player is offered actions."""
    actions = [each.name for each in world.actions if each.word == "action"]
    if not actions or not scope.offers:
        return None
    pick, who = world.pick, chooser(world, scope)
    several = list(dict.fromkeys(pick.one(actions) for _ in range(pick.number(1, 3))))
    quiet = [each.name for each in world.actions if each.quiet]
    if quiet and pick.maybe(1, 3):
        return _as_often_as_possible(world, scope, who, quiet)
    must = pick.maybe(1, 2)
    asks = pick.maybe(2, 3)
    impossible = simple(world, scope.inner(asks=asks)) if must and pick.maybe(2, 3) else None
    often = pick.maybe(1, 3)
    fields = {"player": who, "actions": several}
    if must:
        rule = "must_do" if len(several) == 1 else "must_do_one"
        if len(several) > 1 and pick.maybe(1, 4):
            head = say("must_do_these", player=who, if_impossible=impossible, listed=()).text
            return [head, *indented(several)]
        return [say(rule, **fields, if_impossible=impossible).text]
    if len(several) > 1 and pick.maybe(1, 4):
        head = say("may_do_these", player=who, as_often=often).text
        return [head, *indented(several)]
    rule = "may_do" if len(several) == 1 else "may_do_one"
    return [say(rule, **fields, as_often=often).text]
