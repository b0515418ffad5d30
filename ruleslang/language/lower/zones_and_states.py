"""Lowers declarations of words, dice, options, zones, states and histories."""

from __future__ import annotations

from collections.abc import Iterable

from ruleslang.language.lower.constant_values import constant
from ruleslang.language.lower.context import Context
from ruleslang.language.lower.diagnostics import declarations as errors
from ruleslang.language.lower.diagnostics import setup
from ruleslang.language.lower.diagnostics.setup import bad_number_option
from ruleslang.language.lower.expressions import lower
from ruleslang.language.lower.scope import Scope, slots_of, with_locals
from ruleslang.language.lower.types import ends, index_places, lower_type, named
from ruleslang.language.resolve.diagnostics import unknown_kind
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax.node import Name
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import types as t
from ruleslang.program.events import Event, ProcedureRun
from ruleslang.program.references import SEEN_BY, one_of
from ruleslang.program.typing.type_names import describe
from ruleslang.source.diagnostic import with_article

NOTED = ("active", "players", "pieces")  # besides declared things, a history can note these


def lower_words(context: Context, node: syntax.Words) -> d.Words:
    """Lower `words Side: left, middle, right`."""
    names = tuple(dict.fromkeys(word.text for word in node.words))
    return d.Words(node.name.text, names, context.origin(node.span, node.marks))


def lower_die(context: Context, node: syntax.Die) -> tuple[d.Die, d.Words | None]:
    """Return a die, and a list of words if its faces are words."""
    origin = context.origin(node.span, node.marks)
    words = tuple(dict.fromkeys(face.word.text for face in node.faces if face.word))
    if words and any(face.word is None for face in node.faces):
        context.report(errors.mixed_faces(node.span))
    before = len(context.diagnostics)
    faces = tuple(place for face in node.faces for place in _faces(context, face, words))
    if len(set(faces)) == 1 and len(context.diagnostics) == before:
        context.report(errors.one_face(node.span))
    die = d.Die(node.name.text, faces, bool(words), origin)
    return die, d.Words(node.name.text, words, origin) if words else None


def _faces(context: Context, face: syntax.Face, words: tuple[str, ...]) -> tuple[int, ...]:
    copies = 1 if face.copies is None else face.copies
    if face.word is not None:
        if not 1 <= copies <= limits.FACES:
            context.report(errors.bad_face_run(face.span))
            copies = 1
        return (words.index(face.word.text),) * copies
    low = face.low or 0
    high = low if face.high is None else face.high
    if not low <= high < low + limits.FACES or not 1 <= copies <= limits.FACES:
        context.report(errors.bad_face_run(face.span))
        return (low,)
    if (high - low + 1) * copies > limits.FACES:
        context.report(errors.bad_face_run(face.span))
        copies = 1
    return tuple(range(low, high + 1)) * copies


def check_type_names(context: Context) -> None:
    """Lower each type alias once, to report its errors."""
    for node in context.symbols.each(syntax.TypeName):
        named(context, node.name)


def lower_option(context: Context, node: syntax.Option) -> tuple[d.Option, d.Words | None]:
    """Return an option or reading, and its values as a list of words unless they are numbers."""
    origin = context.origin(node.span, node.marks)
    if node.numbers is not None:
        return _number_option(context, node, node.numbers, origin), None
    values = tuple(value.name.text for value in node.values)
    defaults = [place for place, value in enumerate(node.values) if value.default]
    if len(values) < 2:
        context.report(errors.too_few_values(node.name.span))
    elif len(defaults) != 1:
        found = f"{len(defaults)} values are" if defaults else "no value is"
        context.report(errors.not_one_default(node.name, found=found))
    option = d.Option(
        node.name.text,
        node.word == "reading",
        values,
        defaults[0] if defaults else 0,
        set(values) == {"yes", "no"},
        context.text(node.text),
        tuple(context.text(value.text) for value in node.values),
        origin,
    )
    return option, d.Words(node.name.text, values, origin)


def _number_option(
    context: Context, node: syntax.Option, numbers: syntax.Numbers, origin: int
) -> d.Option:
    """Lower `option size: 4..13 = 6`."""
    low, high, default = numbers.low, numbers.high, numbers.default
    if not low < high <= low + limits.SETTINGS or not low <= default <= high:
        first, last = min(low, high), max(low, high) + (low == high)
        context.report(bad_number_option(numbers.span, low=first, high=last))
        low, high, default = 0, 1, 0
    return d.Option(
        node.name.text,
        node.word == "reading",
        tuple(map(str, range(low, high + 1))),
        default - low,
        truth=False,
        number=True,
        text=context.text(node.text),
        origin=origin,
    )


def lower_zone(context: Context, node: syntax.Zone) -> d.Zone:
    """Lower `zone hand(p: player): cards, at most 7, seen by owner`."""
    places = index_places(context, node.index)
    scope = index_scope(context, places)
    kind = None if node.kind.text == "cards" else _kind(context, node.kind)
    at_most = None if node.at_most is None else lower(scope, node.at_most, t.Number(0, 10_000)).expr
    if node.seen_by is None:
        context.report(errors.unseen(node.name.span, name=node.name.text, what="the zone"))
    seen = _seen_by(context, scope, node.name, node.seen_by, places)
    count = (
        d.Seen("all")
        if node.count_seen_by is None
        else _seen_by(context, scope, node.name, node.count_seen_by, places)
    )
    zone = d.Zone(
        node.name.text,
        places,
        kind,
        node.ordered,
        at_most,
        seen,
        count,
        origin=context.origin(node.span, node.marks),
    )
    return with_locals(context, zone, slots_of(scope))


def index_scope(context: Context, places: Iterable[d.IndexPlace]) -> Scope:
    """Return the scope of a capacity or a visibility, with the names of the index."""
    scope = Scope(context).pure("a capacity or a visibility")
    for place in places:
        scope = scope.with_local(place.name, place.type, None, "parameter")
    return scope


def _kind(context: Context, name: Name) -> str | None:
    if name.text in context.kinds:
        return name.text
    declared_as = context.what_is(name.text)
    article_word = {"words": "list of words"}.get(declared_as or "", declared_as)
    found = with_article(article_word) if article_word and article_word != "card" else None
    context.report(unknown_kind(name, [*context.kinds, "cards"], found))
    return None


def _seen_by(
    context: Context,
    scope: Scope,
    name: Name,
    node: syntax.SeenBy | None,
    places: tuple[d.IndexPlace, ...],
) -> d.Seen:
    if node is None:
        return d.Seen("all")
    owners = (t.Player(), t.Team(), t.Never())  # unknown after an error
    if node.word == "owner" and not any(place.type in owners for place in places):
        context.report(errors.no_owner(node.span, name=name.text))
        return d.Seen("all")
    if node.word == "set" and node.players is not None:
        return d.Seen("set", lower(scope, node.players, t.SetOf(t.Player())).expr)
    return d.Seen(one_of(node.word, SEEN_BY))


def lower_state(context: Context, node: syntax.State) -> d.State:
    """Lower `state timer: 0..9 = 0, stops at the ends, reset each half`."""
    places = index_places(context, node.index)
    type = lower_type(context, node.type)
    start = None if node.start is None else constant(context, node.start, type)
    if node.stops_at_the_ends and not isinstance(type, t.Number):
        context.report(errors.stops_without_ends(node.name.span, name=node.name.text))
    starts_by_itself = (t.Optional, t.SetOf, t.ListOf, t.Never)  # unknown for `Never`
    if node.reset_each and start is None and not isinstance(type, starts_by_itself):
        nothing = f"let it start empty: `state …: {node.type.span.text} or none, reset …`"
        given = f"give {describe(type)} after `=`"
        way = given if isinstance(type, t.Number | t.Truth) else nothing
        if isinstance(type, t.WordOf):
            way = f"{given}, or {nothing}"
        context.report(errors.needs_start(node.name, way=way))
    resets = tuple(reset_event(context, name) for name in node.reset_each)
    scope = index_scope(context, places)
    state = d.State(
        node.name.text,
        places,
        type,
        start,
        resets,
        node.stops_at_the_ends,
        _seen_by(context, scope, node.name, node.seen_by, places),
        ends=ends(context, node.type),
        only_in=None if node.only_in is None else node.only_in.text,
        kept_in_mind=node.kept_in_mind,
        origin=context.origin(node.span, node.marks),
    )
    return with_locals(context, state, slots_of(scope))


def reset_event(context: Context, name: Name) -> Event:
    """Return the event with which a state or a history is reset."""
    event = context.event(name.text)
    if event is None:
        context.report(errors.unknown_reset(name, context.names_of_events(), context.symbols))
    return event or ProcedureRun(name.text)


def lower_dice(context: Context, node: syntax.Dice) -> d.Dice:
    """Lower `dice force(player): up to 3 d6, starts with 2`."""
    places = index_places(context, node.index)
    if context.what_is(node.die.text) != "die":
        context.report(errors.unknown_die(node.die, context.symbols.names_of("die")))
    start: e.Expr = e.Literal(node.number if node.exact else 0)
    scope = index_scope(context, places)
    if node.starts_with is not None:
        start = lower(scope, node.starts_with, t.Number(0, node.number)).expr
    dice = d.Dice(
        node.name.text,
        places,
        node.die.text,
        node.number,
        node.exact,
        start,
        _seen_by(context, scope, node.name, node.seen_by, places),
        origin=context.origin(node.span, node.marks),
    )
    return with_locals(context, dice, slots_of(scope))


def lower_history(context: Context, node: syntax.History) -> d.History:
    """Lower `history position: man, rights, active, reset each game`."""
    parts: dict[str, list[str]] = {"state": [], "zone": [], "dice": [], "value": [], "": []}
    for part in node.parts:
        symbol = context.symbols.get(part.text)
        if symbol is None and part.text in NOTED:
            parts[""].append(part.text)
        elif symbol is None or symbol.what not in parts:
            known = context.symbols.names_of(*parts)
            found = None if symbol is None else symbol.what
            context.report(setup.not_for_history(part, found, [*known, *NOTED]))
        elif isinstance(symbol.node, syntax.Value) and symbol.node.parameters:
            context.report(setup.value_for_history(part.span, name=part.text))
        else:
            parts[symbol.what].append(part.text)
    return d.History(
        node.name.text,
        tuple(parts["state"]),
        tuple(parts["zone"]),
        tuple(parts["dice"]),
        tuple(parts["value"]),
        tuple(parts[""]),
        tuple(reset_event(context, name) for name in node.reset_each),
        context.origin(node.span, node.marks),
    )
