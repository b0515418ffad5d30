"""
Makes a value of each field that some `modify` is about: what a card has, with what changes it.

The value is lowered like one that was written, and `power(c)` of a card asks it; of a title it is
what is printed. So no engine knows of fields that are modified.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from attrs import evolve

from ruleslang.lower.procedures_given_zones import annotated
from ruleslang.resolve.symbol_table import FieldUse, Symbols
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.syntax import declarations as d
from ruleslang.syntax import expressions as x
from ruleslang.syntax.node import Name, Node
from ruleslang.syntax.statements import Modify
from ruleslang.syntax.walk import find


def with_modified_fields(
    trees: Sequence[d.Tree], symbols: Symbols
) -> tuple[tuple[d.Tree, ...], tuple[Diagnostic, ...]] | None:
    """The trees with these values behind the kinds; None: no field is modified."""
    modified = {
        name: uses[0]
        for name, uses in symbols.fields.items()
        if name in symbols.modified and name not in symbols.globals and len(uses) == 1
    }
    if not modified:
        return None
    return tuple(
        evolve(tree, declarations=tuple(_with_values(tree.declarations, modified)))
        for tree in trees
    ), ()


def value_of_field(symbols: Symbols, field: str, about: Node) -> str | None:
    """The value that a field of a card is; None where it is what is printed."""
    uses = symbols.fields.get(field, ())
    name = _named(uses[0]) if len(uses) == 1 else ""
    is_printed = isinstance(about, Name) and about.text == _card(field)
    return name if name in symbols.globals and not is_printed else None


def _named(field: FieldUse) -> str:
    return f"{field.node.name.text} of {field.kind}"


def _card(field: str) -> str:
    """How the value calls its card; no name that is written is like it."""
    return f"card of {field}"


def _with_values(
    nodes: Sequence[d.Declaration], modified: Mapping[str, FieldUse]
) -> list[d.Declaration]:
    made: list[d.Declaration] = []
    for node in nodes:
        concerns = any(each.value.text in modified for each in find(node, Modify))
        made.append(cast("d.Declaration", _rewritten(node, modified)) if concerns else node)
        if isinstance(node, d.Kind):
            own = (each for each in modified.values() if each.node in node.items)
            made.extend(_value(each) for each in own)
    return made


def _rewritten(node: Node, modified: Mapping[str, FieldUse]) -> Node:
    """A node in which what is modified is the value; itself if nothing is."""
    if isinstance(node, Modify) and node.value.text in modified:
        name = Name(_named(modified[node.value.text]), span=node.value.span)
        return evolve(node, value=name)
    changes: dict[str, Any] = {}
    for field in annotated(type(node)):
        old = getattr(node, field)
        if isinstance(old, Node):
            new: object = _rewritten(old, modified)
        elif isinstance(old, tuple):
            new = tuple(_rewritten(e, modified) if isinstance(e, Node) else e for e in old)
            new = old if list(map(id, new)) == list(map(id, old)) else new
        else:
            continue
        if new is not old:
            changes[field] = new
    return evolve(node, **changes) if changes else node


def _value(field: FieldUse) -> d.Value:
    """The value: what is printed on the card, at these places."""
    node, at = field.node, field.node.name.span
    card = Name(_card(node.name.text), span=at)
    numbers = range(1, len(node.index) + 1)
    places = [Name(f"place {number} of {node.name.text}", span=at) for number in numbers]
    parameters = (
        d.Parameter(card, x.NamedType(Name(field.kind, span=at), span=at), False, span=at),
        *(
            d.Parameter(name, place.type, False, span=at)
            for name, place in zip(places, node.index, strict=True)
        ),
    )
    printed = x.Apply(Name(node.name.text, span=at), (card, *places), span=at)
    name = Name(_named(field), span=at)
    return d.Value(name, parameters, node.type, printed, marks=node.marks, span=at)
