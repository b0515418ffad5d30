"""Lowers tables of looks: how each name is printed and drawn."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from attrs import evolve

from ruleslang.language.lower.context import Context
from ruleslang.language.lower.types import lower_type
from ruleslang.language.resolve.tables import LookRow, read_looks
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax import simple_statements as statements
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.walk import walk
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.looks import COLOURS, HEX
from ruleslang.program.references import Text, names_in
from ruleslang.source.diagnostic import Diagnostic, Help, Message, Subject, error, warning
from ruleslang.source.suggest import known_name

PICTURES = (".png", ".jpg", ".jpeg", ".svg")
FONTS = (".ttf", ".otf", ".ttc")
TEMPLATES = (".typ", ".svg")
MOST_FONTS = 4
COLOURED = frozenset(("kind", "card", "deck", "piece", "board", "region", "space"))
SIZE = re.compile(r"([0-9]{2,3})\s*[x×]\s*([0-9]{2,3})")
SMALLEST, LARGEST = 20, 280  # millimetres
LONGEST_SIGN = 3
PRINTED = {"yes": True, "no": False}
ZONES_DRAWN = ("row", "fan", "pile", "middle", "hidden")
STATES_DRAWN = ("middle", "hidden")
VALUES_DRAWN = ("shown",)
SHOWN = (t.Number, t.Truth, t.WordOf, t.Player, t.Team)  # types of values shown at a table


def lower_looks(context: Context) -> tuple[d.Look, ...]:
    """Return the looks of each name; a later table adds to an earlier one."""
    looks: dict[str, d.Look] = {}
    known = context.symbols.known() | _measures(context).keys()
    for node in context.symbols.each(syntax.LookTable):
        diagnostics: list[Diagnostic] = []
        for row in read_looks(node, diagnostics):
            name = row.what.text
            if name not in known:
                diagnostics.append(_unknown(row, known - looks.keys()))
                continue
            looks[name] = _look(context, row, looks.get(name, d.Look(name)), diagnostics)
        for diagnostic in diagnostics:
            context.report(diagnostic)
    return tuple(looks.values())


def _look(context: Context, row: LookRow, look: d.Look, diagnostics: list[Diagnostic]) -> d.Look:
    cells = row.cells
    title, sign, printed = cells.get("title"), cells.get("sign"), cells.get("print")
    fields = context.symbols.fields
    values = [name for name in row.names("shows") if name.text not in fields]
    if sign is not None and len(sign.text) > LONGEST_SIGN:
        diagnostics.append(
            _unreadable(sign, "is too long for a sign", "a sign has one to three letters")
        )
    if printed is not None and printed.text not in PRINTED:
        diagnostics.append(_unreadable(printed, "is neither `yes` nor `no`", "`no`: not on paper"))
    return evolve(
        look,
        title=look.title if title is None else context.text_of(row.what.text, title.text),
        shows=look.shows + tuple(_value(context, name, diagnostics) for name in values),
        always=look.always + tuple(name.text for name in row.names("shows") if name.text in fields),
        hides=look.hides + tuple(_field(context, name, diagnostics) for name in row.names("hides")),
        sign=look.sign if sign is None else sign.text,
        colour=_colour(context, row, diagnostics) or look.colour,
        art=_path(cells.get("art"), PICTURES, "pictures/{name}.png", diagnostics) or look.art,
        back=_path(cells.get("back"), PICTURES, "backs/{name}.png", diagnostics) or look.back,
        size=_size(cells.get("size"), diagnostics) or look.size,
        fonts=_fonts(cells.get("font"), diagnostics) or look.fonts,
        layout=_path(cells.get("layout"), TEMPLATES, "layouts/gem.svg", diagnostics) or look.layout,
        is_printed=look.is_printed if printed is None else PRINTED.get(printed.text, True),
        drawn=look.drawn + _drawn(context, row, diagnostics),
        says=_text_of(context, row, diagnostics) or look.says,
        phrase=_phrase(context, row, diagnostics) or look.phrase,
        origin=look.origin if title is None else context.origin(title.span),
    )


def _drawn(context: Context, row: LookRow, diagnostics: list[Diagnostic]) -> tuple[str, ...]:
    """Return the zones, states, values and measures drawn at a table."""
    names = row.names("drawn")
    known = _ways_to_draw(context, row.what.text)
    for name in names:
        if name.text not in known:
            problem = f"`{row.what.text}` is not drawn as `{name.text}`"
            help: Help = known_name(name.text, known) or (
                f"it may be {', '.join(f'`{way}`' for way in known)}"
                if known
                else "`drawn` is for zones, states, values of the game or of one player, and "
                "measures of the end"
            )
            diagnostics.append(error("unreadable-cell", name.span, problem, help=help))
    return tuple(name.text for name in names)


def _measures(context: Context) -> dict[str, syntax.Measure]:
    """Return the measures by their names, which may have spaces."""
    return {node.text.text: node for node in context.symbols.each(syntax.Measure)}


def _ways_to_draw(context: Context, name: str) -> tuple[str, ...]:
    measure = None if context.symbols.get(name) else _measures(context).get(name)
    if measure is not None:
        return () if measure.at else VALUES_DRAWN
    node = context.symbols.declared(name, syntax.Zone, syntax.State, syntax.Value)
    if isinstance(node, syntax.Zone):
        return ZONES_DRAWN
    if isinstance(node, syntax.Value):
        players = [lower_type(context, each.type) for each in node.parameters]
        is_of_one = players in ([], [t.Player()])
        return VALUES_DRAWN if is_of_one and isinstance(context.value_type(name), SHOWN) else ()
    if not isinstance(node, syntax.State):
        return ()
    of = lower_type(context, node.type)
    of = of.inner if isinstance(of, t.Optional) else of
    own = ("mark",) if isinstance(of, t.Player | t.Card | t.Truth) else ()
    return (*(("track", "shown") if isinstance(of, t.Number) else own), *STATES_DRAWN)


def _placeholders(context: Context, name: str) -> tuple[str, ...]:
    """Return the placeholders allowed beside names of states."""
    node = context.symbols.declared(name, syntax.State)
    places = node.index if node is not None else ()
    belongs = any(isinstance(lower_type(context, place.type), t.Player) for place in places)
    return ("value", "player") if belongs else ("value",)


def _text_of(context: Context, row: LookRow, diagnostics: list[Diagnostic]) -> Text | None:
    """Return a sentence about a state, or about the answer of a procedure, with names in braces."""
    cell = row.cells.get("says")
    if cell is None:
        return None
    states = [state.name for state in context.symbols.of("state")]
    procedure = context.symbols.declared(row.what.text, syntax.Procedure)
    if procedure is not None and procedure.answers is not None:
        known = _names_within(procedure)
        expected, what = "its parameters, and what it lets or rolls", f"a name in `{row.what.text}`"
    else:
        known = [*_placeholders(context, row.what.text), *states]
        expected, what = "`value`, the name of a state, or `player`: whose state it is", "a state"
        if row.what.text not in states:
            when = "`says` is reported when a state changes, or when a check has its answer"
            problem = f"describes `{row.what.text}`, which is neither a state nor a check"
            diagnostics.append(_unreadable(cell, problem, when))
    for name in names_in(cell.text):
        if name not in known:
            problem = f"has `{{{name}}}`, which is not {what}"
            help: Help = known_name(name, known) or f"braces can contain {expected}"
            diagnostics.append(_unreadable(cell, problem, help))
    return context.text_of(row.what.text, cell.text)


def _names_within(procedure: syntax.Procedure) -> list[str]:
    """Return a procedure's parameters, and the names that its body gives to numbers and rolls."""
    parts = (part for part in walk(procedure) if isinstance(part, statements.Let | statements.Roll))
    named = [part.name.text for part in parts if part.name is not None]
    return [*(parameter.name.text for parameter in procedure.parameters), *named]


def _phrase(context: Context, row: LookRow, diagnostics: list[Diagnostic]) -> Text | None:
    """Return the phrase for a value or procedure in sentences, with its parameters in braces."""
    cell = row.cells.get("phrase")
    if cell is None:
        return None
    node = context.symbols.declared(row.what.text, syntax.Value, syntax.Procedure)
    if not isinstance(node, syntax.Value | syntax.Procedure):
        help = "`phrase` is for values and procedures; `title` says what all others are called"
        diagnostics.append(_unreadable(cell, f"can't describe `{row.what.text}`", help))
        return None
    known = [parameter.name.text for parameter in node.parameters]
    for name in names_in(cell.text):
        if name not in known:
            problem = f"has `{{{name}}}`, which is not a parameter of `{row.what.text}`"
            parameters = ", ".join(f"`{{{text}}}`" for text in known) or "nothing, it has none"
            diagnostics.append(_unreadable(cell, problem, f"braces hold {parameters}"))
            return None
    return context.text_of(row.what.text, cell.text)


def _value(context: Context, name: Name, diagnostics: list[Diagnostic]) -> str:
    """Return the name of a value of one card."""
    value = context.symbols.declared(name.text, syntax.Value)
    if value is None:
        values = context.symbols.names_of("value")
        form = "`shows` lists fields of the kind, and values of one card"
        help: Help = known_name(name.text, values) or form
        problem = f"no value is called `{name.text}`"
        diagnostics.append(error("unknown-value", name.span, problem, help=help))
        return name.text
    types = [lower_type(context, parameter.type) for parameter in value.parameters]
    if len(types) != 1 or not isinstance(types[0], t.Card | t.Title):
        diagnostics.append(_not_of_a_card(name))
    return name.text


_not_of_a_card = Message(
    "wrong-argument-count",
    "`{here}` is not a value of one card",
    help="what is printed on a card is a value of it: `value price(c: jewel) = …`",
)


def _field(context: Context, name: Name, diagnostics: list[Diagnostic]) -> str:
    if name.text not in context.symbols.fields:
        near = known_name(name.text, context.symbols.fields)
        problem = f"no kind has a field `{name.text}`"
        help = near or "`hides` lists fields of the kind"
        diagnostics.append(error("unknown-field", name.span, problem, help=help))
    return name.text


def _colour(context: Context, row: LookRow, diagnostics: list[Diagnostic]) -> str:
    cell = row.cells.get("colour")
    if cell is None:
        return ""
    symbol = context.symbols.get(row.what.text)
    if symbol is None or symbol.what not in COLOURED:
        problem = f"`{row.what.text}` is not drawn in a colour, so this one is ignored"
        help: Help = "kinds, cards, pieces and regions of boards have colours"
        diagnostics.append(warning("unreadable-cell", cell.span, problem, help=help))
    if cell.text not in COLOURS and not HEX.fullmatch(cell.text):
        help = (
            known_name(cell.text, COLOURS)
            or f"six digits, as `a04030`, or one of {', '.join(COLOURS)}"
        )
        diagnostics.append(_unreadable(cell, "is not a colour", help))
    return cell.text


def _path(
    cell: syntax.Cell | None, endings: tuple[str, ...], form: str, diagnostics: list[Diagnostic]
) -> str:
    """Return a path below the rulebook's folder, separated by `/`."""
    if cell is None:
        return ""
    path = PurePosixPath(cell.text)
    leaves = path.is_absolute() or ".." in path.parts or re.search(r"[\\:\x00-\x1f]", cell.text)
    if leaves:
        help = f"the file is below the folder of the rulebook: `{form}`"
        diagnostics.append(_unreadable(cell, "leads out of the rulebook's folder", help))
    elif path.suffix.lower() not in endings:
        help = f"its name ends in {', '.join(endings)}: `{form}`"
        diagnostics.append(_unreadable(cell, "is not a file that can be printed", help))
    return cell.text


def _fonts(cell: syntax.Cell | None, diagnostics: list[Diagnostic]) -> tuple[str, ...]:
    """Return families, or files below the rulebook's folder, the preferred first."""
    if cell is None:
        return ()
    names = tuple(filter(None, (name.strip() for name in cell.text.split(","))))
    if len(names) > MOST_FONTS:
        help = f"name at most {MOST_FONTS}, the preferred first"
        diagnostics.append(_unreadable(cell, "names too many fonts", help))
    for name in names:
        if "/" in name or PurePosixPath(name).suffix.lower() in FONTS:
            _path(evolve(cell, text=name), FONTS, "fonts/Name.ttf", diagnostics)
    return names[:MOST_FONTS]


def _size(cell: syntax.Cell | None, diagnostics: list[Diagnostic]) -> tuple[int, int] | None:
    if cell is None:
        return None
    found = SIZE.fullmatch(cell.text)
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(SMALLEST <= length <= LARGEST for length in size):
        help = f"width and height in millimetres, each {SMALLEST} to {LARGEST}: `63 x 88`"
        diagnostics.append(_unreadable(cell, "is not the size of a card", help))
        return None
    return size


def _unreadable(cell: syntax.Cell, problem: str, help: Help) -> Diagnostic:
    shown = cell.text if len(cell.text) <= 40 else f"{cell.text[:37]}..."
    return error("unreadable-cell", cell.span, f"`{shown}` {problem}", help=help)


def _unknown(row: LookRow, known: set[str]) -> Diagnostic:
    return error(
        "unknown-name",
        row.what.span,
        f"nothing is called `{row.what.text}`",
        help=known_name(row.what.text, known)
        or "`what` names a kind, field, word, zone, state, value, measure, procedure, piece, board "
        "or card",
        about=Subject("name", row.what.text),
    )
