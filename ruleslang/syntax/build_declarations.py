"""From parse trees to nodes of declarations."""

from __future__ import annotations

from typing import Any

from ruleslang.source.span import Span
from ruleslang.syntax import declarations as nodes
from ruleslang.syntax.build_expressions import (
    marked_by,
    only,
    phrase,
    plain,
    together,
)
from ruleslang.syntax.build_statements import headed
from ruleslang.syntax.builder_interface import Builder, Part, once, part
from ruleslang.syntax.expressions import Expression, Negate, Number, TypeNode
from ruleslang.syntax.node import Marks, Name, Text
from ruleslang.syntax.statements import (
    Body,
    Hook,
    Modify,
    Whenever,
)

# ---------------------------------------------------------------- the header


def _header(
    span: Span, name: Name, text: Text, marks: Marks, *items: nodes.HeaderItem
) -> nodes.Header:
    return nodes.Header(name, text, items, marks=marks, span=span)


def _counted(node: Any) -> Builder:
    """A header line that says one number."""
    return lambda span, number, marks: node(number.value, marks=marks, span=span)


def _players(
    span: Span, count: Expression, names: tuple[Name, ...] | None, marks: Marks
) -> nodes.Players:
    return nodes.Players(count, names or (), marks=marks, span=span)


def _teams(
    span: Span, count: Number, size: Number, names: tuple[Name, ...] | None, marks: Marks
) -> nodes.Teams:
    return nodes.Teams(count.value, size.value, names or (), marks=marks, span=span)


def _numbered_rules(
    span: Span, prefix: Name, numbers: Expression | None, *rest: Any
) -> nodes.NumberedRules:
    return nodes.NumberedRules(prefix, numbers, rest[:-1], marks=rest[-1], span=span)


def _decision_cap(
    span: Span, number: Number, winners: Expression, marks: Marks
) -> nodes.DecisionCap:
    return nodes.DecisionCap(number.value, winners, marks=marks, span=span)


HEADER: dict[str, Builder] = {
    "header": _header,
    "language": _counted(nodes.Language),
    "texts_in": headed(nodes.TextsIn),
    "players": _players,
    "automatic_seats": headed(nodes.AutomaticSeats),
    "teams": _teams,
    "card_folders": headed(nodes.CardFolders),
    "uses": headed(nodes.Uses),
    "numbered_rules": _numbered_rules,
    "open_questions": marked_by(nodes.Series, "open questions"),
    "gaps": marked_by(nodes.Series, "gaps"),
    "worked_examples": marked_by(nodes.Series, "worked examples"),
    "starts_with": headed(nodes.StartsWith),
    "payoff": headed(nodes.Payoff),
    "decision_cap": _decision_cap,
    "reaction_depth": _counted(nodes.ReactionDepth),
    "begins_only_if": headed(nodes.BeginsOnlyIf),
}

# ---------------------------------------------------------------- dice and zones


def _die(span: Span, name: Name, *rest: Any) -> nodes.Die:
    return nodes.Die(name, rest[:-1], marks=rest[-1], span=span)


def _integer(constant: Expression) -> int:
    """The whole number that a constant says; the grammar lets no other in."""
    if isinstance(constant, Negate):
        return -_integer(constant.operand)
    assert isinstance(constant, Number)
    return constant.value


def _face_word(span: Span, word: Name, copies: int | None) -> nodes.Face:
    return nodes.Face(word, None, None, copies, span=span)


def _face_number(span: Span, low: Number | Negate, copies: int | None) -> nodes.Face:
    return nodes.Face(None, _integer(low), None, copies, span=span)


def _face_run(span: Span, low: Number | Negate, high: Number | Negate) -> nodes.Face:
    return nodes.Face(None, _integer(low), _integer(high), None, span=span)


def _dice(
    span: Span,
    name: Name,
    index: tuple[nodes.Index, ...] | None,
    number: tuple[int, bool],
    die: Name,
    *rest: Any,
) -> nodes.Dice:
    said = once(rest[:-1])
    return nodes.Dice(
        name,
        index or (),
        number[0],
        number[1],
        die,
        said.get("starts with"),
        said.get("seen by"),
        marks=rest[-1],
        span=span,
    )


def _seen_by(word: str) -> Builder:
    def build(span: Span, players: Expression | None = None) -> Part:
        return Part("seen by", nodes.SeenBy(word, players, span=span), span)

    return build


def _count_seen(span: Span, seen: Part) -> Part:
    return Part("count seen by", seen.value, span)


def _zone(
    span: Span, name: Name, index: tuple[nodes.Index, ...] | None, kind: Name, *rest: Any
) -> nodes.Zone:
    said = once(rest[:-1])
    return nodes.Zone(
        name,
        index or (),
        kind,
        "ordered" in said,
        said.get("at most"),
        said.get("seen by"),
        said.get("count seen by"),
        marks=rest[-1],
        span=span,
    )


CONTAINERS: dict[str, Builder] = {
    "words": headed(nodes.Words),
    "type_name": headed(nodes.TypeName),
    "die": _die,
    "face_word": _face_word,
    "face_number": _face_number,
    "face_run": _face_run,
    "dice": _dice,
    "exactly_dice": lambda span, number: (number.value, True),
    "up_to_dice": lambda span, number: (number.value, False),
    "dice_start": part("starts with"),
    "index": together,
    "place": plain(nodes.Index),
    "zone": _zone,
    "ordered": part("ordered"),
    "capacity": part("at most"),
    "count_seen": _count_seen,
    "seen_by_all": _seen_by("all"),
    "seen_by_owner": _seen_by("owner"),
    "seen_by_nobody": _seen_by("nobody"),
    "seen_by_set": _seen_by("set"),
}

# ---------------------------------------------------------------- states and values


def _state(
    span: Span,
    name: Name,
    index: tuple[nodes.Index, ...] | None,
    type: TypeNode,
    start: Expression | None,
    *rest: Any,
) -> nodes.State:
    resets = tuple(each.value for each in rest[:-1] if each.word == "reset each")
    said = once(each for each in rest[:-1] if each.word != "reset each")
    return nodes.State(
        name,
        index or (),
        type,
        start,
        resets,
        "stops at the ends" in said,
        "kept in mind" in said,
        said.get("only in"),
        said.get("seen by"),
        marks=rest[-1],
        span=span,
    )


def _history(span: Span, name: Name, *rest: Any) -> nodes.History:
    parts = tuple(each for each in rest[:-1] if isinstance(each, Name))
    resets = tuple(each.value for each in rest[:-1] if isinstance(each, Part))
    return nodes.History(name, parts, resets, marks=rest[-1], span=span)


def _value(
    span: Span,
    name: Name,
    parameters: tuple[nodes.Parameter, ...] | None,
    type: TypeNode | None,
    expression: Expression,
    decided: tuple[Name, ...] | None,
    marks: Marks,
) -> nodes.Value:
    return nodes.Value(
        name, parameters or (), type, expression, decided_by=decided or (), marks=marks, span=span
    )


def _value_block(
    span: Span,
    name: Name,
    parameters: tuple[nodes.Parameter, ...] | None,
    type: TypeNode | None,
    decided: tuple[Name, ...] | None,
    marks: Marks,
    *lines: nodes.ValueLet | nodes.ValueCase,
) -> nodes.Value:
    lets = tuple(line for line in lines if isinstance(line, nodes.ValueLet))
    cases = tuple(line for line in lines if isinstance(line, nodes.ValueCase))
    return nodes.Value(
        name, parameters or (), type, None, lets, cases, decided or (), marks=marks, span=span
    )


def _parameter(span: Span, changeable: bool | None, name: Name, type: TypeNode) -> nodes.Parameter:
    return nodes.Parameter(name, type, bool(changeable), span=span)


STATES: dict[str, Builder] = {
    "state": _state,
    "reset_each": part("reset each"),
    "stops_at_the_ends": part("stops at the ends"),
    "kept_in_mind": part("kept in mind"),
    "only_in": part("only in"),
    "history": _history,
    "history_reset": part("reset each"),
    "value": _value,
    "value_block": _value_block,
    "decided": only,
    "value_let": headed(nodes.ValueLet),
    "value_when": headed(nodes.ValueCase),
    "value_otherwise": headed(nodes.ValueCase, None),
    "parameters": together,
    "parameter": _parameter,
}

# ---------------------------------------------------------------- boards, pieces, options


def _shape(word: str) -> Builder:
    return lambda span, *sizes: nodes.Shape(word, sizes, span=span)


def _board(span: Span, name: Name, shape: nodes.Shape, *rest: Any) -> nodes.Board:
    marks = next(each for each in rest if isinstance(each, Marks))
    said = once(each for each in rest if isinstance(each, Part))
    return nodes.Board(
        name,
        shape,
        said.get("neighbours"),
        said.get("named"),
        "rows counted from each side" in said,
        "one piece per space" in said,
        said.get("spaces"),
        said.get("links"),
        tuple(each for each in rest if isinstance(each, nodes.DrawnRow)),
        tuple(each for each in rest if isinstance(each, nodes.Region)),
        marks=marks,
        span=span,
    )


def _neighbours(span: Span, number: Number) -> Part:
    return Part("neighbours", number.value, span)


def _named(span: Span, first: Name, last: Name) -> Part:
    return Part("named", nodes.NamedSpaces(first, last, span=span), span)


def _spaces(span: Span, names: tuple[Name, ...], marks: Marks) -> Part:
    return Part("spaces", nodes.Spaces(names, marks=marks, span=span), span)


def _links(span: Span, *rest: Any) -> Part:
    return Part("links", nodes.Links(rest[:-1], marks=rest[-1], span=span), span)


def _drawn_row(span: Span, text: Text, marks: Marks) -> nodes.DrawnRow:
    return nodes.DrawnRow(text, marks=marks, span=span)


def _region(span: Span, name: Name, letters: Text, marks: Marks) -> nodes.Region:
    return nodes.Region(name, letters, marks=marks, span=span)


def _option(
    span: Span, word: str, name: Name, text: Text | None, marks: Marks, *values: nodes.OptionValue
) -> nodes.Option:
    return nodes.Option(word, name, text, values, marks=marks, span=span)


def _number_option(
    span: Span,
    word: str,
    name: Name,
    text: Text | None,
    low: Expression,
    high: Expression,
    default: Expression,
    marks: Marks,
) -> nodes.Option:
    place = low.span.cover(default.span)
    numbers = nodes.Numbers(_integer(low), _integer(high), _integer(default), span=place)
    return nodes.Option(word, name, text, (), numbers, marks=marks, span=span)


def _option_value(
    span: Span, name: Name, star: str | None, text: Text | None, marks: Marks
) -> nodes.OptionValue:
    return nodes.OptionValue(name, bool(star), text, marks=marks, span=span)


TABLE: dict[str, Builder] = {
    "board": _board,
    "grid": _shape("grid"),
    "hexes": _shape("hexes"),
    "line": _shape("line"),
    "ring": _shape("ring"),
    "map": _shape("map"),
    "neighbours": _neighbours,
    "named_spaces": _named,
    "rows_from_each_side": part("rows counted from each side"),
    "one_piece_per_space": part("one piece per space"),
    "spaces": _spaces,
    "links": _links,
    "link": plain(nodes.Link),
    "drawn_row": _drawn_row,
    "region": _region,
    "piece": headed(nodes.Piece),
    "option": _option,
    "number_option": _number_option,
    "option_value": _option_value,
}

# ---------------------------------------------------------------- behaviour


def _procedure(
    span: Span,
    word: str,
    name: Name,
    parameters: tuple[nodes.Parameter, ...] | None,
    answers: TypeNode | None,
    only_under: nodes.OnlyUnder | None,
    decided: tuple[Name, ...] | None,
    marks: Marks,
    body: Body,
) -> nodes.Procedure:
    return nodes.Procedure(
        word,
        name,
        parameters or (),
        answers,
        only_under,
        decided or (),
        body,
        marks=marks,
        span=span,
    )


def _only_under(span: Span, option: Name, *values: Name) -> nodes.OnlyUnder:
    return nodes.OnlyUnder(option, values, span=span)


def _action(
    span: Span,
    name: Name,
    text: Text | None,
    by: Name,
    windows: nodes.Windows | None,
    choices: tuple[Any, ...] | None,
    only_under: nodes.OnlyUnder | None,
    marks: Marks,
    body: Body,
) -> nodes.Action:
    return nodes.Action(
        name, text, by, windows, choices or (), only_under, body, marks=marks, span=span
    )


def _window(
    span: Span,
    name: Name,
    parameters: tuple[nodes.Parameter, ...] | None,
    text: Text | None,
    marks: Marks,
    *lines: Part,
) -> nodes.Window:
    said = once(lines)
    return nodes.Window(
        name,
        parameters or (),
        text,
        said.get("asks"),
        said.get("offers"),
        said.get("closes"),
        marks=marks,
        span=span,
    )


def _window_line(word: str, node: Any) -> Builder:
    return lambda span, value, marks: Part(word, node(value, marks=marks, span=span), span)


def _top_hook(span: Span, hook: Hook) -> nodes.TopHook:
    return nodes.TopHook(hook, marks=hook.marks, span=span)


def _top_modify(span: Span, modify: Modify) -> nodes.TopModify:
    return nodes.TopModify(modify, marks=modify.marks, span=span)


def _top_whenever(span: Span, whenever: Whenever) -> nodes.TopWhenever:
    return nodes.TopWhenever(whenever, marks=whenever.marks, span=span)


BEHAVIOUR: dict[str, Builder] = {
    "procedure": _procedure,
    "only_under": _only_under,
    "action": _action,
    "window": _window,
    "asks": _window_line("asks", nodes.Asks),
    "offers": _window_line("offers", nodes.Offers),
    "closes": _window_line("closes", nodes.Closes),
    "closing": phrase,
    "top_hook": _top_hook,
    "top_modify": _top_modify,
    "top_whenever": _top_whenever,
}

DECLARATIONS: dict[str, Builder] = HEADER | CONTAINERS | STATES | TABLE | BEHAVIOUR
