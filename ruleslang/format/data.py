"""Declarations of the header and of data: words, dice, zones, states, values, boards, options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ruleslang.format.expressions import (
    Bond,
    expression,
    held,
    indexed,
    parameters,
    phrase,
    total,
    type_text,
    typed,
    where,
)
from ruleslang.format.lines import Line, clause, copies, label, names, text
from ruleslang.format.simple_statements import decided_by, wins
from ruleslang.syntax.declarations import (
    AutomaticSeats,
    BeginsOnlyIf,
    Board,
    CardFolders,
    DecisionCap,
    Deck,
    Dice,
    Die,
    Face,
    Header,
    HeaderItem,
    History,
    Language,
    NumberedRules,
    Option,
    Payoff,
    Piece,
    Players,
    ReactionDepth,
    SeenBy,
    Shape,
    StartsWith,
    State,
    Teams,
    TextsIn,
    TypeName,
    Uses,
    Value,
    ValueCase,
    Words,
    Zone,
)
from ruleslang.syntax.expressions import Expression
from ruleslang.syntax.node import Name

Data = Words | TypeName | Die | Dice | Zone | State | History | Piece | Deck


def header(node: Header) -> Iterator[Line]:
    """`rulebook …` and its lines."""
    yield Line(0, f"rulebook {node.name.text} {text(node.text)}", node.span.start, node.marks)
    for item in node.items:
        yield Line(1, _header_item(item), item.span.start, item.marks)


def _header_item(node: HeaderItem) -> str:
    match node:
        case Language():
            return f"language {node.version}"
        case TextsIn():
            return f"texts in {names(node.names)}"
        case Players():
            return f"players {_range(node.count)}{_named(node.names)}"
        case AutomaticSeats():
            return f"automatic seats {_range(node.count)}"
        case Teams():
            return f"teams {node.count} of {node.size}{_named(node.names)}"
        case CardFolders():
            return f"cards {names(node.names)}"
        case Uses():
            return f"uses {names(node.names)}"
        case NumberedRules():
            return _numbered(node)
        case StartsWith():
            return f"starts with {node.procedure.text}"
        case Payoff():
            return f"payoff {node.name.text}"
        case DecisionCap():
            return f"at most {node.number} decisions, then {wins(node.winners)}"
        case ReactionDepth():
            return f"reactions at most {node.number} deep"
        case BeginsOnlyIf():
            return f"only if {expression(node.condition)}"
        case _:
            assert_never(node)


def _range(node: Expression) -> str:
    return held(node, Bond.RANGE)


def _named(nodes: tuple[Name, ...]) -> str:
    return f": {names(nodes)}" if nodes else ""


def _numbered(node: NumberedRules) -> str:
    numbers = "" if node.numbers is None else f" {_range(node.numbers)}"
    series = "".join(f", {part.word} {_range(part.numbers)}" for part in node.series)
    return f"rules {node.prefix.text}{numbers}{series}"


# ---------------------------------------------------------------- one line each


def data(node: Data) -> str:
    """A declaration that is always one line, without its marks."""
    match node:
        case Words():
            return f"words {node.name.text}: {names(node.words)}"
        case TypeName():
            return f"type {node.name.text}: {type_text(node.type)}"
        case Die():
            return f"die {node.name.text}: {', '.join(map(_face, node.faces))}"
        case Dice():
            return _dice(node)
        case Zone():
            return _zone(node)
        case State():
            return _state(node)
        case History():
            parts = [names(node.parts), *(f"reset each {name.text}" for name in node.reset_each)]
            return f"history {node.name.text}: {', '.join(parts)}"
        case Piece():
            head = f"piece {node.name.text}{label(node.text)}{copies(node.copies)}"
            return f"{head}{clause('per', node.per)}{clause('on', node.board)}"
        case Deck():
            axes = ", ".join(f"{axis.name.text} in {_range(axis.subject)}" for axis in node.axes)
            head = f"deck {node.name.text}{label(node.text)}{copies(node.copies)}"
            return f"{head} of {node.kind.text}: {axes}{where(node.condition)}"
        case _:
            assert_never(node)


def _face(node: Face) -> str:
    if node.word is not None:
        return f"{node.word.text}{copies(node.copies)}"
    run = "" if node.high is None else f"..{node.high}"
    return f"{node.low}{run}{copies(node.copies)}"


def _dice(node: Dice) -> str:
    number = f"{node.number}" if node.exact else f"up to {node.number}"
    parts = [
        f"dice {node.name.text}{indexed(node.index)}: {number} {node.die.text}",
        *([f"starts with {total(node.starts_with)}"] if node.starts_with is not None else []),
        *_seen("", node.seen_by),
    ]
    return ", ".join(parts)


def _zone(node: Zone) -> str:
    parts = [
        f"zone {node.name.text}{indexed(node.index)}: {node.kind.text}",
        *(["ordered"] if node.ordered else []),
        *([f"at most {_range(node.at_most)}"] if node.at_most is not None else []),
        *_seen("", node.seen_by),
        *_seen("count ", node.count_seen_by),
    ]
    return ", ".join(parts)


def _state(node: State) -> str:
    start = "" if node.start is None else f" = {expression(node.start)}"
    parts = [
        f"state {node.name.text}{indexed(node.index)}{typed(node.type)}{start}",
        *(f"reset each {name.text}" for name in node.reset_each),
        *(["stops at the ends"] if node.stops_at_the_ends else []),
        *(["kept in mind"] if node.kept_in_mind else []),
        *([f"only in {node.only_in.text}"] if node.only_in is not None else []),
        *_seen("", node.seen_by),
    ]
    return ", ".join(parts)


def _seen(word: str, node: SeenBy | None) -> Iterator[str]:
    if node is not None:
        by = node.word if node.players is None else f"({phrase(node.players)})"
        yield f"{word}seen by {by}"


# ---------------------------------------------------------------- with lines of their own


def value(node: Value) -> Iterator[Line]:
    """A value: one line, or its `let`, `when` and `otherwise` lines."""
    head = f"value {node.name.text}{parameters(node.parameters)}{typed(node.type)}"
    if node.expression is not None:
        head = f"{head} = {expression(node.expression)}"
    yield Line(0, head + decided_by(node.decided_by), node.span.start, node.marks)
    for let in node.lets:
        line = f"let {let.name.text}{typed(let.type)} = {expression(let.value)}"
        yield Line(1, line, let.span.start, let.marks)
    for case in node.cases:
        yield Line(1, _case(case), case.span.start, case.marks)


def _case(node: ValueCase) -> str:
    word = "otherwise" if node.condition is None else f"when {expression(node.condition)}"
    return f"{word}: {expression(node.value)}"


def board(node: Board) -> Iterator[Line]:
    """A board, with the spaces and links of a map."""
    parts = [
        f"board {node.name.text}: {_shape(node.shape)}",
        *([f"neighbours {node.neighbours}"] if node.neighbours is not None else []),
        *([f"named {node.named.first.text}..{node.named.last.text}"] if node.named else []),
        *(["rows counted from each side"] if node.rows_from_each_side else []),
        *(["one piece per space"] if node.one_piece_per_space else []),
    ]
    yield Line(0, ", ".join(parts), node.span.start, node.marks)
    if node.spaces:
        line = node.spaces
        yield Line(1, f"spaces: {names(line.names)}", line.span.start, line.marks)
    if node.links:
        links = ", ".join(f"{link.left.text} - {link.right.text}" for link in node.links.links)
        yield Line(1, f"links: {links}", node.links.span.start, node.links.marks)
    for row in node.drawing:
        yield Line(1, f"row{label(row.text)}", row.span.start, row.marks)
    for region in node.regions:
        head = f"region {region.name.text}{label(region.letters)}"
        yield Line(1, head, region.span.start, region.marks)


def _shape(node: Shape) -> str:
    return " ".join([node.word, *([" by ".join(map(_range, node.sizes))] if node.sizes else [])])


def option(node: Option) -> Iterator[Line]:
    """An option or a reading, and its values."""
    head = f"{node.word} {node.name.text}{label(node.text)}"
    if node.numbers is not None:
        head += f": {node.numbers.low}..{node.numbers.high} = {node.numbers.default}"
    yield Line(0, head, node.span.start, node.marks)
    for item in node.values:
        star = " *" if item.default else ""
        yield Line(1, f"{item.name.text}{star}{label(item.text)}", item.span.start, item.marks)
