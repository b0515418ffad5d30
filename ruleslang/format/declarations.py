"""Formats any declaration, whatever its class."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import assert_never

from ruleslang.format.data import board, data, header, option, value
from ruleslang.format.expressions import (
    Bond,
    atom,
    criteria,
    criterion,
    expression,
    held,
    indexed,
    listed,
    members,
    parameters,
    type_text,
    typed,
    where,
)
from ruleslang.format.lines import Line, clause, copies, label, marks_text, names, text
from ruleslang.format.simple_statements import (
    choosing,
    decided_by,
    only_under,
    pattern,
    windows,
    wins,
)
from ruleslang.format.statements import body, effect, effects
from ruleslang.format.statements import clause as statements_clause
from ruleslang.syntax.declarations import (
    TEXTS,
    Action,
    Avoid,
    Board,
    Card,
    CardItem,
    Chooser,
    Declaration,
    Field,
    FieldItem,
    Header,
    Junk,
    Kind,
    KindField,
    Measure,
    Omit,
    Option,
    Play,
    Prefer,
    PreferOtherwise,
    Procedure,
    Row,
    RowRules,
    RulesText,
    Standing,
    Table,
    TextTable,
    TopHook,
    TopModify,
    TopWhenever,
    Value,
    Window,
)
from ruleslang.syntax.examples import (
    Claim,
    Example,
    ExampleLine,
    Given,
    Picking,
    Rolling,
    Scripted,
    Then,
    ThenMay,
    ThenMayChoose,
    ThenMayPlay,
    ThenOnly,
    ThenSees,
    ThenTogether,
    ThenWins,
    WhenCalled,
    WhenDoes,
    WhenPlays,
)
from ruleslang.syntax.expressions import Expression
from ruleslang.syntax.statements import Clause


def procedure(node: Procedure) -> Iterator[Line]:
    """A procedure, phase or check, and its body."""
    answers = "" if node.answers is None else f" answers {type_text(node.answers)}"
    head = f"{node.word} {node.name.text}{parameters(node.parameters)}{answers}"
    tail = only_under(node.only_under) + decided_by(node.decided_by)
    yield Line(0, head + tail, node.span.start, node.marks)
    yield from body(node.body, 0)


def action(node: Action) -> Iterator[Line]:
    """An action and its body."""
    head = f"action {node.name.text}{label(node.text)} by {node.by.text}"
    tail = windows(node.windows) + choosing(node.choices) + only_under(node.only_under)
    yield Line(0, head + tail, node.span.start, node.marks)
    yield from body(node.body, 0)


def window(node: Window) -> Iterator[Line]:
    """A window: who is asked, what is offered, when it closes."""
    head = f"window {node.name.text}{parameters(node.parameters)}{label(node.text)}"
    yield Line(0, head, node.span.start, node.marks)
    if node.asks is not None:
        yield Line(1, f"asks {members(node.asks.players)}", node.asks.span.start, node.asks.marks)
    if node.offers is not None:
        offers = f"offers {names(node.offers.actions)}"
        yield Line(1, offers, node.offers.span.start, node.offers.marks)
    if node.closes is not None:
        yield Line(1, f"closes {node.closes.when}", node.closes.span.start, node.closes.marks)


# ---------------------------------------------------------------- measures and players


def measure(node: Measure) -> Iterator[Line]:
    """A measure, always one line."""
    head = f"measure {text(node.text)}{clause('at', node.at)} = {expression(node.value)}"
    yield Line(0, head, node.span.start, node.marks)


def chooser(node: Chooser) -> Iterator[Line]:
    """A player and its preferences."""
    yield Line(0, f"player {node.name.text}{label(node.text)}", node.span.start, node.marks)
    for line in node.preferences:
        yield Line(1, _preference(line), line.span.start, line.marks)


def _preference(node: Prefer | Avoid | PreferOtherwise) -> str:
    if isinstance(node, PreferOtherwise):
        return f"otherwise {criterion(node.criterion)}"
    if isinstance(node, Avoid):
        return f"avoid {node.name.text}{pattern(node.pattern)}{where(node.condition)}"
    by = f" by {criteria(node.criteria)}" if node.criteria else ""
    return f"prefer {node.name.text}{pattern(node.pattern)}{where(node.condition)}{by}"


def omit(node: Omit) -> Iterator[Line]:
    """Numbered rules without effect on play, and why."""
    head = f"omit {marks_text(node.marks)} {text(node.text)}"
    yield Line(0, head, node.span.start)


def kind(node: Kind) -> Iterator[Line]:
    """A kind, its fields and what its cards share."""
    parent = "" if node.parent is None else f": {node.parent.text}"
    yield Line(0, f"kind {node.name.text}{parent}", node.span.start, node.marks)
    for item in node.items:
        if isinstance(item, KindField):
            yield Line(1, _kind_field(item), item.span.start, item.marks)
        elif isinstance(item, Clause):
            yield statements_clause(item, 1)
        else:
            yield from _item(item)


def _kind_field(node: KindField) -> str:
    default = "" if node.default is None else f" = {expression(node.default)}"
    return f"has {node.name.text}{indexed(node.index)}{typed(node.type)}{default}"


def card(node: Card) -> Iterator[Line]:
    """A card and what is printed on it."""
    head = f"card {node.name.text}{label(node.text)}{copies(node.copies)}: {node.kind.text}"
    yield Line(0, head + only_under(node.only_under), node.span.start, node.marks)
    for item in node.items:
        yield from _item(item)


def row_rules(node: RowRules) -> Iterator[Line]:
    """What the card of a table's row has beside its row."""
    head = f"card {node.name.text}{only_under(node.only_under)}"
    yield Line(0, head, node.span.start, node.marks)
    for item in node.items:
        yield from _item(item)


def _item(node: CardItem) -> Iterator[Line]:
    match node:
        case Field():
            items = ", ".join(map(_field_item, node.items))
            yield Line(1, f"{node.name.text}: {items}", node.span.start, node.marks)
        case RulesText():
            yield Line(1, f"text {text(node.text)}", node.span.start, node.marks)
        case Play():
            zone = "" if node.zone is None else f" while in {expression(node.zone)}"
            head = f"play{label(node.text)}{zone}{windows(node.windows)}{choosing(node.choices)}"
            yield Line(1, head + only_under(node.only_under), node.span.start, node.marks)
            yield from body(node.body, 1)
        case Standing():
            yield from standing(node, 1)
        case _:
            assert_never(node)


def _field_item(node: FieldItem) -> str:
    return " ".join(map(expression, (*node.places, node.value)))


def standing(node: Standing, depth: int) -> Iterator[Line]:
    """`while …` and its effects."""
    yield Line(depth, _while(node), node.span.start, node.marks)
    yield from effects(node.effects, depth + 1)


def _while(node: Standing) -> str:
    if node.zone is None:
        return "while" if node.condition is None else f"while {expression(node.condition)}"
    head = f"while in {expression(node.zone)}"
    return head if node.condition is None else f"{head} and {held(node.condition, Bond.AND)}"


def table(node: Table | TextTable) -> Iterator[Line]:
    """A table with its columns padded to their longest cell."""
    name = node.kind.text + only_under(node.only_under) if isinstance(node, Table) else TEXTS
    yield Line(0, f"table {name}", node.span.start, node.marks)
    columns = zip_longest(*([cell.text for cell in row.cells] for row in node.rows), fillvalue="")
    widths = [max(map(len, column)) for column in columns]
    for row in node.rows:
        yield Line(1, _row(row, widths), row.span.start, row.marks)


def _row(node: Row, widths: list[int]) -> str:
    cells = zip(node.cells, widths, strict=False)
    return f"| {' | '.join(cell.text.ljust(width) for cell, width in cells)} |"


def example(node: Example) -> Iterator[Line]:
    """An example and its lines."""
    yield Line(0, f"example {text(node.text)}", node.span.start, node.marks)
    for line in node.lines:
        yield Line(1, _example_line(line), line.span.start, line.marks)


def _example_line(node: ExampleLine) -> str:
    match node:
        case Given():
            return f"given {expression(node.fact)}"
        case Rolling():
            return f"rolling {listed(node.faces)}"
        case Picking():
            return f"picking {listed(node.values)}"
        case Scripted():
            verb = "declines" if node.declines else f"chooses {listed(node.values)}"
            return f"{atom(node.player)} {verb}"
        case WhenPlays():
            head = f"when {atom(node.player)} plays {atom(node.card)}"
            return head + _choosing(node.choosing)
        case WhenDoes():
            head = f"when {atom(node.player)} does {node.action.text}"
            return head + _choosing(node.choosing)
        case WhenCalled():
            return f"when {expression(node.call)}"
        case _:
            return _then_line(node)


def _then_line(
    node: Then
    | ThenSees
    | ThenOnly
    | ThenMay
    | ThenMayPlay
    | ThenMayChoose
    | ThenTogether
    | ThenWins,
) -> str:
    match node:
        case Then():
            return f"then {expression(node.condition)}"
        case ThenSees():
            verb = "cannot see" if node.negated else "sees"
            return f"then {atom(node.player)} {verb} {expression(node.subject)}"
        case ThenOnly():
            verb = "see" if node.several else "sees"
            return f"then only {atom(node.players)} {verb} {expression(node.subject)}"
        case ThenMay():
            verb = "may not do" if node.negated else "may do"
            head = f"then {atom(node.player)} {verb} {node.action.text}"
            return head + _choosing(node.choosing)
        case ThenMayPlay():
            verb = "may not play" if node.negated else "may play"
            head = f"then {atom(node.player)} {verb} {atom(node.card)}"
            return head + _choosing(node.choosing)
        case ThenMayChoose():
            verb = "may not" if node.negated else "may"
            what = "decline" if node.declines else f"choose {listed(node.values)}"
            return f"then {atom(node.player)} {verb} {what}"
        case ThenTogether():
            return f"then {atom(node.players)} choose together"
        case ThenWins():
            return f"then {wins(node.players)}"
        case _:
            assert_never(node)


def _choosing(values: tuple[Expression, ...]) -> str:
    return f" choosing {listed(values)}" if values else ""


def claim(node: Claim) -> Iterator[Line]:
    """A claim: one line, with its marks before the colon, or a block."""
    head = f"claim{label(node.text)}"
    if node.expression is not None:
        marks = marks_text(node.marks)
        head = f"{head} {marks}" if marks else head
        yield Line(0, f"{head}: {expression(node.expression)}", node.span.start)
        return
    yield Line(0, head, node.span.start, node.marks)
    lines: tuple[Given | Then, ...] = (*node.given, *node.then)
    for line in lines:
        yield Line(1, _example_line(line), line.span.start, line.marks)


def declaration(node: Declaration) -> Iterator[Line]:
    """The lines of a declaration. What could not be read is an error, and never comes here."""
    match node:
        case Procedure() | Action() | Window() | Chooser() | Measure():
            return _behaviour(node)
        case Example() | Claim() | Omit():
            return _evidence(node)
        case Kind() | Card() | RowRules() | Table() | TextTable():
            return _cards(node)
        case Standing() | TopHook() | TopModify() | TopWhenever():
            return _effects(node)
        case Header() | Value() | Board() | Option():
            return _data(node)
        case Junk():
            raise AssertionError("a junk node comes with an error, and then nothing is printed")
        case _:
            return iter([Line(0, data(node), node.span.start, node.marks)])


def _data(node: Header | Value | Board | Option) -> Iterator[Line]:
    match node:
        case Header():
            return header(node)
        case Value():
            return value(node)
        case Board():
            return board(node)
        case Option():
            return option(node)
        case _:
            assert_never(node)


def _cards(node: Kind | Card | RowRules | Table | TextTable) -> Iterator[Line]:
    match node:
        case Kind():
            return kind(node)
        case Card():
            return card(node)
        case RowRules():
            return row_rules(node)
        case Table() | TextTable():
            return table(node)
        case _:
            assert_never(node)


def _effects(node: Standing | TopHook | TopModify | TopWhenever) -> Iterator[Line]:
    match node:
        case Standing():
            return standing(node, 0)
        case TopHook():
            return effect(node.hook, 0)
        case TopModify():
            return effect(node.modify, 0)
        case TopWhenever():
            return effect(node.whenever, 0)
        case _:
            assert_never(node)


def _behaviour(node: Procedure | Action | Window | Chooser | Measure) -> Iterator[Line]:
    match node:
        case Procedure():
            return procedure(node)
        case Action():
            return action(node)
        case Window():
            return window(node)
        case Chooser():
            return chooser(node)
        case Measure():
            return measure(node)
        case _:
            assert_never(node)


def _evidence(node: Example | Claim | Omit) -> Iterator[Line]:
    match node:
        case Example():
            return example(node)
        case Claim():
            return claim(node)
        case Omit():
            return omit(node)
        case _:
            assert_never(node)
