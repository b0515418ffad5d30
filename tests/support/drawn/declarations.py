"""Draws the data of a rulebook: words, dice, cards, zones, states, boards, values."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ruleslang.program import types as t
from tests.support.drawn.expressions import argument, constant, expression, number, truth
from tests.support.drawn.forms import Phrase, indented, say
from tests.support.drawn.statements import stored
from tests.support.drawn.world import Local, Scope, Thing, World

Lines = list[str]
TITLES = ("acorn", "bramble", "cedar", "daisy", "elder", "fern")


def written_type(type: t.Type) -> Phrase:
    """A type, as it is declared."""
    match type:
        case t.Number():
            return say("range_type", low=str(type.low), high=str(type.high))
        case t.Truth():
            return say("truth_type")
        case t.WordOf():
            return Phrase(type.list)
        case t.Card():
            return Phrase(type.kind or "card")
        case t.Title():
            return Phrase("title")
        case t.Space():
            return Phrase(type.board or "space")
        case t.Piece():
            return Phrase(type.piece or "piece")
        case t.SetOf():
            return say("set_type", element=written_type(type.element), size=type.up_to)
        case t.ListOf():
            return say("list_type", element=written_type(type.element), size=type.up_to)
        case t.Optional():
            return say("optional_type", inner=written_type(type.inner))
        case t.ZonePlace():
            return say("zone_type", kind="card")
        case _:
            return Phrase(type.__class__.__name__.lower())


# ---------------------------------------------------------------- the header


def header(world: World) -> Lines:
    """The players, and how long a match lasts."""
    pick = world.pick
    seats = ("home", "away", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
    way = pick.one(["2", "2", "2..3", "3", "1..2", "4", pick.one(["5", "2..6", "6", "1..8"])])
    low, high = int(way[0]), int(way[-1])
    world.seats, world.fewest = seats[:high], low
    count: Phrase | str = way if low == high else say("range", low=str(low), high=str(high))
    lines = ['rulebook drawn "Drawn by a machine"', "    language 1"]
    items = [say("players", count=count, names=world.seats)]
    if way in ("4", "6") and pick.maybe(2, 3):
        world.teams = ("reds", "blues", "greys")[: pick.number(2, 3) if high == 6 else 2]
        size = high // len(world.teams)
        items.append(say("teams", count=len(world.teams), size=size, names=world.teams))
    elif way in ("2..3", "3", "2..6", "5") and pick.maybe(1, 4):
        world.automatic = True
        items.append(say("automatic_seats", count=say("range", low="0", high="1")))
    items.append(say("starts_with", procedure="game"))
    if pick.maybe(1, 3):
        items.append(say("payoff", name="score"))
    winners = pick.one(["nobody", "(players with highest score(it))"])
    verb = "wins" if winners == "nobody" else "win"
    items.append(Phrase(f"at most {pick.number(6, 40)} decisions, then {winners} {verb}"))
    if pick.maybe(1, 4):
        items.append(say("reaction_depth", number=pick.number(1, 4)))
    items.append(say("procedure_depth", number=pick.number(5, 20)))
    items.append(say("firings", number=pick.number(5, 30)))
    if pick.maybe(1, 8) and low < high:
        condition = say(
            "compare", left=say("number_of", operand="players"), operator=">", right="1"
        )
        items.append(say("begins_only_if", condition=condition))
    return [*lines, *indented([each.text for each in items])]


# ---------------------------------------------------------------- words and dice


def words(world: World) -> Lines:
    """Lists of words, one of which may contain another; dice; options."""
    pick, lines = world.pick, list[str]()
    world.words["Colour"] = ("red", "green", "blue")[: pick.number(2, 3)]
    lines.append(say("words", name="Colour", words=world.words["Colour"]).text)
    if pick.maybe(1, 2):
        world.words["Mood"] = ("calm", "cross", "wild")
        lines.append(say("words", name="Mood", words=world.words["Mood"]).text)
    world.dice["bone"] = t.Number(1, 4)
    if pick.maybe(1, 3):
        faces = [say("face_number", low=1, copies=2), say("face_run", low=3, high=4)]
    else:
        faces = [say("face_run", low=1, high=4)]
    lines.append(say("die", name="bone", faces=faces).text)
    if pick.maybe(1, 3):
        faces = [say("face_word", word="heads", copies=2), say("face_word", word="tails")]
        lines.append(say("die", name="coin", faces=faces).text)
        world.dice["coin"], world.words["coin"] = t.WordOf("coin"), ("heads", "tails")
    return lines


def options(world: World) -> Lines:
    """What is chosen before a match."""
    pick, lines = world.pick, list[str]()
    if pick.maybe(1, 3):
        lines.append(say("option", word=pick.one(["option", "reading"]), name="house_rule").text)
        values = [
            say("option_value", name="strict", default=True),
            say("option_value", name="loose", text='"anything goes"'),
        ]
        lines += indented([each.text for each in values])
        world.options["house_rule"] = ("strict", "loose")
    if pick.maybe(1, 4):
        numbers = say("option_numbers", low=1, high=4, default=pick.number(1, 4))
        lines.append(say("number_option", word="option", name="size", numbers=numbers).text)
        world.numbers.append("size")
    return lines


def _seen(world: World, *, of_player: bool) -> tuple[str, Phrase]:
    ways = ["all", "all", "nobody", *(["owner", "owner"] if of_player else [])]
    word = world.pick.one(ways)
    return word, say(f"seen_by_{word}")


def cups(world: World) -> Lines:
    """Dice on the table."""
    pick, lines = world.pick, list[str]()
    if pick.maybe(1, 3):
        of_player = pick.maybe(2, 3)
        word, seen = _seen(world, of_player=of_player)
        up_to = pick.maybe(1, 2)
        die = pick.one(list(world.dice))
        lines.append(
            say(
                "dice_up_to" if up_to else "dice",
                name="cup",
                index=[say("place", type="player")] if of_player else (),
                number=3,
                die=die,
                starts_with=str(pick.number(1, 3)) if up_to and pick.maybe(2, 3) else None,
                seen_by=None if word == "all" else seen,
            ).text
        )
        places: tuple[t.Type, ...] = (t.Player(),) if of_player else ()
        thing = Thing("cup", places, t.ListOf(world.dice[die], 3), "dice", word, settable=up_to)
        world.cups.append(thing)
        world.things.append(attrs_unset(thing))
    return lines


def attrs_unset(thing: Thing) -> Thing:
    """The same to be read: lines set states, not dice."""
    return Thing(thing.name, thing.places, thing.gives, thing.sort, thing.seen)


# ---------------------------------------------------------------- cards


def kinds(world: World) -> Lines:
    """Kinds and their fields."""
    pick = world.pick
    world.kinds["token"] = None
    lines = ["kind token", *indented([_field(world, "token", "rank", (), t.Number(0, 6), "1")])]
    if pick.maybe(1, 2):
        hue = t.WordOf("Colour")
        lines += indented([_field(world, "token", "hue", (), hue, world.words["Colour"][0])])
    if pick.maybe(1, 3):
        lines += indented([_field(world, "token", "shiny", (), t.Truth(), "no")])
    if pick.maybe(1, 4):
        places = (t.WordOf("Colour"),)
        lines += indented([_field(world, "token", "worth", places, t.Number(0, 9), "0")])
    if pick.maybe(1, 2):
        world.kinds["charm"] = "token"
        lines.append(say("kind", name="charm", parent="token").text)
        if pick.maybe(1, 2):
            lines += indented([_field(world, "charm", "power", (), t.Number(0, 6), "2")])
    if pick.maybe(1, 4):
        world.kinds["rune"] = None
        lines.append(say("kind", name="rune").text)
        lines += indented([_field(world, "rune", "glow", (), t.Number(0, 6), "3")])
    return lines


def _field(
    world: World, kind: str, name: str, places: tuple[t.Type, ...], type: t.Type, default: str
) -> str:
    world.things.append(Thing(name, (t.Card(kind), *places), type, "field"))
    index = [say("place", type=written_type(each)) for each in places]
    made = say("kind_field", name=name, index=index, type=written_type(type), default=default)
    return made.text


def cards(world: World) -> Lines:
    """Cards one by one, in a deck, and in a table; a list of them."""
    pick, lines = world.pick, list[str]()
    names = {each.name for each in world.of_sort("field")}
    for title in TITLES[: pick.number(2, 5)]:
        kind, copies = pick.one(list(world.kinds)), pick.number(1, 3)
        if title == TITLES[0]:
            kind = "token"
        fields = {"name": title, "kind": kind, "text": f'"{title.capitalize()}"'}
        only = None
        if world.options and title != TITLES[0] and pick.maybe(1, 8):
            only = say("only_under", option="house_rule", values=["loose"])
        made = say("card", **fields, copies=copies if copies > 1 else None, only_under=only)
        lines.append(made.text)
        if only is None:
            world.titles.append((title, kind, copies))
        lines += indented(_values(world, kind, names))
    if pick.maybe(1, 4):
        axes = [say("axis", name="rank", subject=say("range", low="1", high="3"))]
        axes += [say("axis", name="hue", subject="Colour")] if "hue" in names else []
        condition = None
        if pick.maybe(1, 2):
            condition = say("compare", left="rank", operator=">", right="1")
        kind = pick.one(["token", "tiles"])
        lines += [say("kind", name="tiles", parent="token").text] if kind == "tiles" else []
        made = say("deck", name="tiles", kind=kind, axes=axes, condition=condition)
        lines.append(made.text)
        world.deck = (t.Number(1, 3), t.WordOf("Colour"))[: len(axes)]
    if pick.maybe(1, 5):
        lines += ["table token", *indented(["| id | name | rank |", "| moss | Moss | 2 |"])]
        world.titles.append(("moss", "token", 1))
        rest = ["    play", "        add 1 to total"]
        if world.options and pick.maybe(1, 2):
            only = say("only_under", option="house_rule", values=["strict"])
            lines += [say("row_under", name="moss", only_under=only).text, *rest]
        else:
            lines += [say("row_rules", name="moss").text, *rest]
    if pick.maybe(1, 4):
        entries = [say("listed", title=world.titles[0][0], copies=2)]
        lines.append(say("card_list", name="basics", kind="token", entries=entries).text)
        world.lists.append(("basics", "token"))
    return lines


def _values(world: World, kind: str, names: set[str]) -> Lines:
    pick, lines = world.pick, list[str]()
    if kind != "rune":
        if pick.maybe(2, 3):
            item = say("field_item", value=str(pick.number(1, 5)))
            lines.append(say("field", name="rank", items=[item]).text)
        if "hue" in names and pick.maybe(1, 2):
            item = say("field_item", value=pick.one(world.words["Colour"]))
            lines.append(say("field", name="hue", items=[item]).text)
        if "worth" in names and pick.maybe(1, 2):
            item = say("field_item", places=[world.words["Colour"][1]], value="3")
            lines.append(say("field", name="worth", items=[item]).text)
        if "shiny" in names and pick.maybe(1, 3):
            lines.append(say("field", name="shiny", items=[say("field_item", value="yes")]).text)
    if pick.maybe(1, 5):
        lines.append(say("rules_text", text='"as printed"').text)
    return lines


# ---------------------------------------------------------------- zones and states


def zones(world: World) -> Lines:
    """A pile, hands, a heap, fronts, and perhaps others."""
    pick = world.pick
    lines = [_zone(world, name, *rest) for name, *rest in BASIC_ZONES]  # type: ignore[arg-type]
    if pick.maybe(1, 3):
        lines.append(_zone(world, "vault", (), None, "nobody", False))
    if pick.maybe(1, 4):
        kind = pick.one(list(world.kinds))
        lines.append(_zone(world, "rack", (t.Player(),), kind, "owner", False))
    if pick.maybe(1, 4):
        places = (t.Player(), t.WordOf("Colour"))
        lines.append(_zone(world, "field", places, None, "all", pick.maybe(1, 2)))
    if pick.maybe(1, 5):
        seen = say("seen_by_set", players="players except {p}")
        index = [say("place", name="p", type="player")]
        lines.append(say("zone", name="nook", index=index, kind="cards", seen_by=seen).text)
        world.things.append(Thing("nook", (t.Player(),), t.SetOf(t.Card()), "zone", "nobody"))
    if pick.maybe(1, 5):
        lines.append(
            say("zone", name="shelf", kind="cards", at_most=str(pick.number(1, 3)),
                seen_by=say("seen_by_all")).text
        )  # fmt: skip
        world.things.append(Thing("shelf", (), t.SetOf(t.Card()), "zone"))
    return lines


BASIC_ZONES: tuple[tuple[str, tuple[t.Type, ...], str | None, str, bool], ...] = (
    ("heap", (), None, "all", False),
    ("pile", (), None, "nobody", True),
    ("hand", (t.Player(),), None, "owner", False),
    ("front", (t.Player(),), None, "all", False),
)


def _zone(
    world: World, name: str, places: tuple[t.Type, ...], kind: str | None, seen: str, ordered: bool
) -> str:
    world.things.append(Thing(name, places, t.SetOf(t.Card(kind)), "zone", seen))
    count = None
    if seen != "all" and name not in ("hand", "pile") and world.pick.maybe(1, 4):
        count = say(f"seen_by_{seen}")
    index = [say("place", type=written_type(each)) for each in places]
    return say(
        "zone", name=name, index=index, kind=kind or "cards", ordered=ordered,
        seen_by=say(f"seen_by_{seen}"), count_seen_by=count,
    ).text  # fmt: skip


def states(world: World) -> Lines:
    """What is stored: numbers, truths, words, players, sets, lists; of all, or of each."""
    pick = world.pick
    lines = [
        state(world, "score", (t.Player(),), t.Number(0, 30), "0", "all", ends=True),
        state(world, "total", (), t.Number(-20, 60), "0", "all", ends=True),
    ]
    if pick.maybe(1, 4):
        kind = pick.one([t.Number(0, 5), t.SetOf(t.Player()), t.Optional(t.WordOf("Colour"))])
        lines.append(say("type_name", name="Named", type=written_type(kind)).text)
        start = _start(world, kind)
        fields = {"name": "named", "type": "Named", "start": start}
        lines.append(say("state", **fields, stops_at_the_ends=isinstance(kind, t.Number)).text)
        world.things.append(Thing("named", (), kind, "state", settable=True))
    ways: list[t.Type] = [t.Number(0, 9), t.Truth(), t.Player(), t.WordOf("Colour")]
    ways += [t.SetOf(t.Player()), t.SetOf(t.WordOf("Colour")), t.SetOf(t.Number(0, 5))]
    ways += [t.ListOf(t.Player(), 30), t.Optional(t.Player()), t.Optional(t.Card())]
    ways += [t.Optional(t.Number(0, 9)), t.SetOf(t.Card()), t.Optional(t.WordOf("Colour"))]
    ways += [t.Space(board) for board in world.spaces]
    ways += [t.Optional(t.Space(board)) for board in world.boards]
    for _ in range(pick.number(1, 5)):
        type = pick.one(ways)
        places = pick.one(_places(world))
        of_player = places[:1] == (t.Player(),)
        seen, _ = _seen(world, of_player=of_player)
        name = world.fresh("state")
        lines.append(
            state(world, name, places, type, _start(world, type), seen, ends=pick.maybe(4, 5))
        )
    return lines


def _places(world: World) -> list[tuple[t.Type, ...]]:
    found: list[tuple[t.Type, ...]] = [(), (), (t.Player(),), (t.Player(),), (t.Player(),)]
    found += [(t.WordOf("Colour"),), (t.Player(), t.WordOf("Colour")), (t.Number(1, 3),)]
    found += [(t.Card(),), (t.Card("token"),), (t.Title(),)]
    found += [(t.Space(board),) for board in world.boards]
    return [*found, (t.Team(),)] if world.teams else found


def _start(world: World, type: t.Type) -> str | None:
    match type:
        case t.SetOf() | t.ListOf():
            return "{}"
        case t.Optional():
            return None
        case t.Truth():
            return world.pick.one(["yes", "no"])
        case t.Number():
            return str(world.pick.number(0, 3))
        case t.Player():
            return "home"
        case _:
            return constant(world, Scope(), type).text


def state(
    world: World,
    name: str,
    places: tuple[t.Type, ...],
    type: t.Type,
    start: str | None,
    seen: str,
    *,
    ends: bool,
) -> str:
    """The line of a state."""
    pick = world.pick
    reset: tuple[str, ...] = ()
    if start is not None and name not in ("score", "total") and pick.maybe(1, 5):
        reset = (pick.one(["turn", "round"]),)
    by_card = bool(places) and places in ((t.Card(),), (t.Card("token"),))
    only_in = "heap" if by_card and start is not None and pick.maybe(1, 3) else None
    world.things.append(Thing(name, places, type, "state", seen, settable=True))
    index = [say("place", type=written_type(each)) for each in places]
    return say(
        "state", name=name, index=index, type=written_type(type), start=start, reset_each=reset,
        stops_at_the_ends=isinstance(type, t.Number) and ends,
        kept_in_mind=pick.maybe(1, 10), only_in=only_in,
        seen_by=None if seen == "all" else say(f"seen_by_{seen}"),
    ).text  # fmt: skip


# ---------------------------------------------------------------- boards and pieces


SHAPES = (
    ("grid", ("3", "3")),
    ("grid", ("4", "2")),
    ("hexes", ("3", "3")),
    ("line", ("5",)),
    ("ring", ("5",)),
    ("map", ()),
)
LARGE_SHAPES = (
    ("grid", ("25", "20")),
    ("hexes", ("17", "15")),
    ("hexes", ("33", "14")),
    ("line", ("100",)),
    ("ring", ("90",)),
    ("hexes", ("33", "33")),
    ("grid", ("40", "30")),
    ("map", ("120",)),
)


MAP = ["gate", "market", "mill", "quay"]


def boards(world: World) -> Lines:
    """Boards, and the pieces on them."""
    pick, lines = world.pick, list[str]()
    if pick.maybe(1, 2):
        return []
    for name in ("field_of_play", "pond")[: 2 if pick.maybe(1, 4) else 1]:
        is_large = pick.maybe(1, 6)
        word, sizes = pick.one(LARGE_SHAPES if is_large else SHAPES)
        shape = say(word, sizes=() if word == "map" else sizes)
        world.boards[name] = shape.text
        world.large |= {name} if is_large else set()
        names = None
        if not is_large and word in ("grid", "hexes") and pick.maybe(1, 3) and not world.spaces:
            wide, high = int(sizes[0]), int(sizes[1])
            names = say("named_spaces", first="a1", last=f"{'abcd'[wide - 1]}{high}")
            world.spaces[name] = tuple(
                f"{'abcd'[x]}{y + 1}" for y in range(high) for x in range(wide)
            )
        near = pick.one([None, 4, 8]) if word == "grid" else None
        single = pick.maybe(1, 3)
        made = say(
            "board", name=name, shape=shape, neighbours=near, named=names,
            rows_from_each_side=word in ("grid", "hexes") and pick.maybe(1, 3),
            one_piece_per_space=single,
        )  # fmt: skip
        lines.append(made.text)
        lines += indented(_inside(world, name, word, sizes))
        count = pick.number(1, 2)
        per = "player" if pick.maybe(1, 2) else None
        piece = f"{'man' if name == 'pond' else 'scout'}"
        fields = {"name": piece, "board": name, "per": per}
        lines.append(say("piece", **fields, copies=count if count > 1 else None).text)
        world.pieces[piece] = (name, per is not None)
    return lines


def _inside(world: World, name: str, word: str, sizes: tuple[str, ...]) -> Lines:
    if word == "map":
        ends = [*map(str, range(1, int(sizes[0]) + 1))] if sizes else MAP
        names = [f"{name[0]}{each}" for each in ends]
        world.spaces[name] = tuple(names)
        links = [say("link", left=left, right=right) for left, right in pairwise(names)]
        links += [say("link", left=left, right=names[at + 9])
                  for at, left in enumerate(names[:-9])]  # fmt: skip
        return [say("spaces", names=names).text, say("links", links=links).text]
    if world.pick.maybe(1, 3):
        wide, high = int(sizes[0]), int(sizes[1]) if len(sizes) > 1 else 1
        rows = [say("drawn_row", text='"' + " ".join("G." * wide)[: 2 * wide - 1] + '"')] * high
        region = f"{name}_green"
        world.things.append(Thing(region, (), t.SetOf(t.Space(name)), "region"))
        return [*[row.text for row in rows], say("region", name=region, letters='"G"').text]
    return []


# ---------------------------------------------------------------- values and histories


def histories(world: World) -> Lines:
    """A record of how often things stood so."""
    if not world.pick.maybe(1, 3):
        return []
    world.histories.append("stood")
    parts = world.pick.one([["score", "active"], ["heap", "total"], ["front", "players"]])
    reset = ("round",) if world.pick.maybe(1, 3) else ()
    return [say("history", name="stood", parts=parts, reset_each=reset).text]


def values(world: World) -> Lines:
    """What is computed; some of it can be modified, some asks itself."""
    pick, lines = world.pick, list[str]()
    for _ in range(pick.number(1, 4)):
        lines += value(world)
    if pick.maybe(1, 3):
        lines += recursive(world)
    return lines


OF_SEVERAL_SETS: tuple[tuple[t.Type, ...], ...] = (
    (t.SetOf(t.Card()), t.SetOf(t.Card())),
    (t.SetOf(t.Player()), t.SetOf(t.WordOf("Colour"))),
    (t.SetOf(t.Card("token")), t.Number(0, 3), t.SetOf(t.Number(0, 5))),
)


def value(world: World) -> Lines:
    """A value: one expression, a block of cases, or a table."""
    pick = world.pick
    sets: list[t.Type] = [t.SetOf(t.Player()), t.SetOf(t.Card()), t.SetOf(t.WordOf("Colour"))]
    sets += [t.SetOf(t.Space(board)) for board in world.boards]
    type = pick.one([t.Number(0, 9), t.Number(0, 9), t.Truth(), t.Player(), t.WordOf("Colour"),
                     *sets])  # fmt: skip
    takes = [(), (t.Player(),), (t.Player(), t.Number(0, 3)), (t.SetOf(t.Card()),)]
    takes += [(t.Card("token"),), (t.WordOf("Colour"),), *OF_SEVERAL_SETS]
    takes += [(t.Space(board),) for board in world.boards]
    takes += [(t.SetOf(t.Space(board)), t.Space(board)) for board in world.boards]
    places: tuple[t.Type, ...] = pick.one(takes)
    is_open = pick.maybe(1, 2)
    names = [world.fresh("p") for _ in places]
    scope = Scope(
        [Local(name, place) for name, place in zip(names, places, strict=True)],
        eyes="*" if is_open else None,
        imagines=False,
        values_before=len(world.things),
    )
    modified = pick.maybe(1, 2)
    name = world.fresh("modified" if modified else "value")
    parameters = [
        say("parameter", name=each, type=written_type(place))
        for each, place in zip(names, places, strict=True)
    ]
    shown = written_type(type)
    if isinstance(type, t.Number):
        shown = say("range_type", low="-99", high="999")
    head = {"name": name, "parameters": parameters, "type": shown}
    lines = _body(world, scope, type, head)
    world.things.append(Thing(name, places, type, "value", "all" if is_open else "nobody"))
    return lines


def _body(world: World, scope: Scope, type: t.Type, head: dict[str, object]) -> Lines:
    pick = world.pick
    way = pick.one(["one", "one", "cases", "table", "answer"])
    if way == "one":
        return [say("value", **head, expression=expression(world, scope, type)).text]  # type: ignore[arg-type]
    top = say("value_block", **head).text  # type: ignore[arg-type]
    lines: Lines = []
    if pick.maybe(1, 2) or way == "answer":
        name = world.fresh("l")
        other = pick.one([t.Number(0, 9), t.Player()])
        bound = expression(world, scope, other)
        lines.append(say("value_let", name=name, value=bound).text)
        scope.locals.append(Local(name, other))
    if way == "answer":
        lines.append(say("value_answer", value=expression(world, scope, type)).text)
    elif way == "cases":
        for _ in range(pick.number(1, 2)):
            condition = truth(world, scope.inner(depth=1))
            made = say("value_when", condition=condition, value=stored(world, scope, type))
            lines.append(made.text)
        lines.append(say("value_otherwise", value=expression(world, scope, type)).text)
    else:
        lines += _table(world, scope, type)
    return [top, *indented(lines)]


def _table(world: World, scope: Scope, type: t.Type) -> Lines:
    subject = say("plus", left="total", right=number(world, scope.inner(depth=2)))
    rows = [say("value_table", subject=subject).text]
    inner = [
        say("value_row", values=["0"], value=stored(world, scope, type)).text,
        say("value_row", values=[say("range", low="1", high="2"), "4"],
            value=expression(world, scope, type)).text,
        say("value_rest", value=expression(world, scope, type)).text,
    ]  # fmt: skip
    return [*rows, *indented(inner)]


def recursive(world: World) -> Lines:
    """A value that uses itself for something smaller."""
    pick, name = world.pick, world.fresh("steps")
    way = pick.one([_of_a_number, _of_a_number, _of_subsets, _of_two_sets, _towards_a_set])
    return way(world, name)


def _of_a_number(world: World, name: str) -> Lines:
    """A number or a set that grows, or shrinks, with each step; sometimes of a set as well."""
    pick, n = world.pick, world.fresh("p")
    colour = t.WordOf("Colour")
    sets = [t.SetOf(t.Player()), t.SetOf(colour), t.SetOf(t.Number(0, 5)), t.SetOf(t.Card())]
    sets += [t.SetOf(t.Space(board)) for board in world.boards]
    type: t.Type = pick.one([t.Number(0, 9), t.Number(0, 9), *sets])
    more = [(world.fresh("p"), each) for each in pick.one([(), (), (t.SetOf(colour),), (type,)])]
    scope = Scope([Local(n, t.Number(0, 6)), *(Local(*each) for each in more)], eyes="*",
                  imagines=False, values_before=len(world.things), depth=2)  # fmt: skip
    if type == t.SetOf(t.Card()):
        scope.eyes = None
    shown = Phrase("-99..9999") if isinstance(type, t.Number) else written_type(type)
    parameters = [say("parameter", name=n, type="0..6")]
    parameters += [say("parameter", name=each, type=written_type(its)) for each, its in more]
    head = say("value_block", name=name, type=shown, parameters=parameters)
    less, further = (
        call_smaller(name, n, by, [_handed_on(world, scope, *each) for each in more])
        for by in ("1", "2")
    )
    other = further if pick.maybe(1, 2) else expression(world, scope, type)
    ways = ["plus", "minus"] if isinstance(type, t.Number) else ["plus", "plus", "except"]
    body = [
        say("value_when", condition=say("compare", left=n, operator="<", right="2"),
            value=expression(world, scope, type)).text,
        say("value_otherwise", value=say(pick.one(ways), left=less, right=other)).text,
    ]  # fmt: skip
    places = (t.Number(0, 6), *(its for _, its in more))
    seen = "all" if scope.eyes else "nobody"
    world.things.append(Thing(name, places, type, "value", seen))
    return [head.text, *indented(body)]


def _handed_on(world: World, scope: Scope, name: str, type: t.Type) -> Phrase | str:
    """A parameter as it is, or changed."""
    if not isinstance(type, t.SetOf) or world.pick.maybe(1, 2):
        return name if isinstance(type, t.SetOf) else "0"
    right = expression(world, scope, type)
    return say(world.pick.one(["plus", "except"]), left=name, right=right)


def _of_two_sets(world: World, name: str) -> Lines:
    """Members go from one set to another, or are dropped; a number or a set at the end."""
    pick, (s, had, m) = world.pick, (world.fresh(stem) for stem in ("p", "p", "m"))
    element, many = pick.one([("player", t.Player()), ("Colour", t.WordOf("Colour"))])
    is_number = pick.maybe(1, 2)
    type: t.Type = t.Number(0, 9) if is_number else t.SetOf(many)
    scope = Scope([Local(s, t.SetOf(many)), Local(had, t.SetOf(many))], eyes="*", depth=2,
                  imagines=False, values_before=len(world.things))  # fmt: skip
    world.things.append(Thing(name, (t.SetOf(many), t.SetOf(many)), type, "value"))
    shown = "-99..9999" if is_number else f"set of {element}"
    words = ("sum", "lowest") if is_number else ("set",)
    kept = pick.one([had, f"{had} + {{{m}}}", f"{s} except {had}"])
    rest = pick.one([had, str(expression(world, scope, type)), "1"] if is_number else [had, s])
    rest = f"number of {had}" if is_number and rest == had else rest
    return [
        f"value {name}({s}: set of {element} up to 4, {had}: set of {element}): {shown}",
        f"    when number of {s} < {pick.number(1, 2)}: {rest}",
        f"    otherwise: {pick.one(words)} of {name}({s} except {{{m}}}, {kept}) over {m} in {s}",
    ]


def _towards_a_set(world: World, name: str) -> Lines:
    """The union of what each smaller set answers."""
    s, m = world.fresh("p"), world.fresh("m")
    element, many = world.pick.one([("token", t.Card("token")), ("Colour", t.WordOf("Colour"))])
    is_number = world.pick.maybe(1, 2)
    type: t.Type = t.Number(0, 9) if is_number else t.SetOf(many)
    world.things.append(Thing(name, (t.SetOf(many, 4),), type, "value"))
    word = "sum" if is_number else "set"
    shown, least = ("0..9999", "1") if is_number else (f"set of {element}", s)
    return [
        f"value {name}({s}: set of {element} up to 4): {shown}",
        f"    when number of {s} < {world.pick.number(1, 2)}: {least}",
        f"    otherwise: {word} of {name}({s} except {{{m}}}) over {m} in {s}",
    ]


def _of_subsets(world: World, name: str) -> Lines:
    """The best way to take pairs away from a set; or its members, one by one."""
    s, m, best = world.fresh("p"), world.fresh("m"), world.pick.one(["highest", "lowest"])
    over = world.pick.one([f"subsets({s}, 2)", s])
    rest = f"{s} except {m}" if over != s else f"{s} except {{{m}}}"
    amount = world.pick.one(["1", "0", f"number of {m}" if over != s else f"rank({m})"])
    world.things.append(Thing(name, (t.SetOf(t.Card("token"), 4),), t.Number(0, 9), "value"))
    return [
        f"value {name}({s}: set of token up to 4): -99..999",
        f"    when number of {s} < 2: {world.pick.number(0, 2)}",
        f"    otherwise: {best} of ({amount} + {name}({rest})) over {m} in {over}",
    ]


def call_smaller(name: str, n: str, by: str, more: Sequence[Phrase | str] = ()) -> Phrase:
    """The value of something smaller."""
    return say("apply", function=name, arguments=[say("minus", left=n, right=by), *more])


__all__ = ["argument"]
