"""Builds nodes from the parse tree.

Nodes are built from the leaves up, without recursion, so that no text is too deep for this pass. A
rule of the grammar is built by the form that names it (`node.py`); the few without a form have a
function in `build_by_hand.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeAlias

from attrs import evolve
from lark import Token, Tree

from ruleslang.language.syntax.build_by_hand import BY_HAND, Part, Refused, Suite, integer, no_marks
from ruleslang.language.syntax.chunk import Chunk
from ruleslang.language.syntax.declarations import Cell, Declaration, RulesText
from ruleslang.language.syntax.diagnostics.raw_text import (
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_NAME,
    name_too_long,
    number_too_long,
    too_deep,
)
from ruleslang.language.syntax.expressions import Number
from ruleslang.language.syntax.grammar import parser
from ruleslang.language.syntax.node import FORMS, Form, Marks, Name, Node, Slot
from ruleslang.source.diagnostic import Message
from ruleslang.source.span import Span
from ruleslang.source.walk import field_names

Builder: TypeAlias = Callable[..., Any]
"""Takes the place of a rule and what its parts became, and gives what the rule becomes."""

repeated = Message(
    "repeated-part", "`{words}` is repeated", help="keep one of them", label="the first is here"
)


def build(chunk: Chunk) -> Declaration:
    """
    Return the declaration in a chunk.

    Raises `UnexpectedInput` of Lark or `LayoutError` on a syntax error, `Refused` on what the
    grammar accepts and no tree can represent.
    """
    tree = parser().parse(chunk.text + "\n")
    builders = rules()
    built: dict[int, tuple[Any, int]] = {}  # each node, and the depth of nesting in it
    for subtree in _leaves_first(tree):
        parts, depth, elses = [], 1, 0
        for child in subtree.children:
            if isinstance(child, Tree):
                node, height = built[id(child)]
                parts.append(node)
                elses += child.data == "else_if"  # which is nested in those before it
                depth = max(depth, height + 1 + elses)
            elif child is None:
                parts.append(None)
            elif child.type != "EOL":
                parts.append(_leaf(child, chunk))
        span = chunk.span(subtree.meta.start_pos, subtree.meta.end_pos)
        if depth > MAX_DEPTH:
            raise Refused(too_deep(span))
        built[id(subtree)] = builders[subtree.data](span, *parts), depth
    declaration: Declaration = built[id(tree)][0]
    return declaration


def _leaves_first(tree: Tree[Token]) -> Iterator[Tree[Token]]:
    """Return the subtrees in post-order."""
    waiting, parents_first = [tree], []
    while waiting:
        subtree = waiting.pop()
        parents_first.append(subtree)
        waiting += [child for child in subtree.children if isinstance(child, Tree)]
    return reversed(parents_first)


@cache
def rules() -> dict[str, Builder]:
    forms = (form for forms in FORMS.values() for form in forms)
    table = {rule: builder(form) for form in forms for rule in form.rules} | BY_HAND
    for rule in ("kind", "card", "row_rules", "row_under"):
        table[rule] = _with_one_text(table[rule])
    return table


def _with_one_text(build: Builder) -> Builder:
    """Refuse a card with two texts."""

    def checked(span: Span, *parts: Any) -> Any:
        texts = [part for part in parts if isinstance(part, RulesText)]
        if len(texts) > 1:
            raise Refused(repeated(texts[1].span, at=texts[0].span, words="text"))
        return build(span, *parts)

    return checked


# ---------------------------------------------------------------- by a form


def builder(form: Form) -> Builder:
    """Return a builder for the nodes of a form: its fields take the parts of the rule in order."""
    kind: Any = form.kind
    slots = form.slots
    if all(map(_is_plain, slots)) and not _has_marks(kind):
        names, left_out = tuple(slot.field for slot in slots), form.left_out
        if (field_names(kind) or ())[1 : len(names) + 1] == names:  # after the span
            return lambda span, *parts: kind(*parts, **left_out, span=span)
        return lambda span, *parts: kind(
            **dict(zip(names, parts, strict=True)), **left_out, span=span
        )
    in_order = [slot for slot in slots if slot.sign != "?"]
    in_any_order = [slot for slot in slots if slot.sign == "?"]
    empty = {slot.field: slot.empty for slot in slots} | form.left_out

    def build(span: Span, *parts: Any) -> Any:
        values = dict(empty)
        if _has_marks(kind):
            values["marks"] = no_marks(span)
        remaining = []
        parts_by_field: dict[str, Part] = {}
        for part in parts:
            if isinstance(part, Marks):
                values["marks"] = part
            elif in_any_order and (taken := _as_part(part, in_any_order)) is not None:
                _assign_field(values, parts_by_field, taken)
            else:
                remaining.append(part)
        for slot, part in _in_slots(in_order, remaining):
            if isinstance(part, Suite):
                values["marks" if slot.field == "block" else f"{slot.field}_marks"] = part.marks
            values[slot.field] = _value(slot, part)
        return kind(**values, span=span)

    return build


def _has_marks(kind: type[Node]) -> bool:
    return "marks" in (field_names(kind) or ())


def _is_plain(slot: Slot) -> bool:
    """Return whether a field holds the value of its part unchanged."""
    return not slot.sign and slot.type.partition(" ")[0] not in ("int", "bool", "Block")


def _in_slots(slots: list[Slot], parts: list[Any]) -> Iterator[tuple[Slot, Any]]:
    """Assign parts to fields: a field with a star takes all that the others leave."""
    more = len(parts) - len(slots)
    place = 0
    for slot in slots:
        if slot.sign == "*":
            yield slot, tuple(parts[place : place + more + 1])
            place += more + 1
        else:
            yield slot, parts[place]
            place += 1


def _value(slot: Slot, part: Any) -> Any:
    """Return the value of a field, from its part."""
    if part is None:
        return slot.empty
    if isinstance(part, Suite):
        return part.block
    if slot.type == "bool":
        return bool(part)
    return integer(part) if slot.type.startswith("int") and isinstance(part, Node) else part


def _as_part(part: Any, slots: list[Slot]) -> Part | None:
    """Return a part that may come in any order, by its name or by the class of its node."""
    if isinstance(part, Part):
        slot = next(slot for slot in slots if slot.field == part.field)
        return evolve(part, value=_value(slot, part.value))
    for slot in slots:
        if isinstance(part, Node) and type(part).__name__ in slot.classes:
            return Part(slot.field, part, part.span)
    return None


def _assign_field(values: dict[str, Any], parts_by_field: dict[str, Part], part: Part) -> None:
    """Assign such a part to its field; refuses repetition, unless the field takes several."""
    if isinstance(values[part.field], tuple):
        values[part.field] += (part.value,)
        return
    if part.field in parts_by_field:
        raise Refused(repeated(part.span, at=parts_by_field[part.field].span, words=part.words))
    parts_by_field[part.field] = part
    values[part.field] = part.value


# ---------------------------------------------------------------- leaves


def _leaf(token: Token, chunk: Chunk) -> Any:
    make = LEAVES.get(token.type)
    if make is None:
        return str(token)
    return make(str(token), chunk.span(token.start_pos or 0, token.end_pos or 0))


def _name(text: str, span: Span) -> Name:
    if len(text) > MAX_NAME:
        raise Refused(name_too_long(span, length=span.end - span.start))
    return Name(text, span=span)


def _integer(text: str, span: Span) -> int:
    if len(text) > MAX_DIGITS:
        raise Refused(number_too_long(span, length=span.end - span.start))
    return int(text)


def _cell(text: str, span: Span) -> Cell:
    written = text.strip()
    start = span.start + len(text) - len(text.lstrip())
    is_quoted = len(written) > 1 and written[0] == written[-1] == '"' and written.count('"') == 2
    content = written[1:-1].strip() if is_quoted else written
    return Cell(content, span=Span(span.source, start, start + len(written)))


LEAVES: dict[str, Any] = {
    "NAME": _name,
    "RULE_ID": _name,
    "INT": lambda text, span: Number(_integer(text, span), span=span),
    "COPIES": lambda text, span: _integer(text[1:], Span(span.source, span.start + 1, span.end)),
    "STRING": lambda text, span: text[1:-1],
    "CELL": _cell,
    "BAR": lambda text, span: span,
}
