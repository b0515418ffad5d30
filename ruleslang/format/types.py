"""A type as text, and the places that take one: indices, parameters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from ruleslang.format.expressions import total
from ruleslang.syntax.declarations import Index, Parameter
from ruleslang.syntax.expressions import (
    ListType,
    NamedType,
    OptionalType,
    RangeType,
    SetType,
    TruthType,
    TypeNode,
    UnderWayType,
    ZoneType,
)


def type_text(node: TypeNode) -> str:
    """A type, as after a colon."""
    match node:
        case NamedType():
            return node.name.text
        case RangeType():
            return f"{total(node.low)}..{total(node.high)}"
        case TruthType():
            return "yes or no"
        case UnderWayType():
            of = "" if node.of is None else f" of {node.of.text}"
            return f"{node.procedure.text}{of} under way"
        case ZoneType():
            return f"zone of {node.kind.text}"
        case SetType():
            size = "" if node.size is None else f" up to {node.size}"
            return f"set of {type_text(node.element)}{size}"
        case ListType():
            return f"list of {type_text(node.element)} up to {node.size}"
        case OptionalType():
            return f"{type_text(node.inner)} or none"
        case _:
            assert_never(node)


def typed(node: TypeNode | None) -> str:
    """A colon and a type, or nothing."""
    return "" if node is None else f": {type_text(node)}"


def indexed(places: Iterable[Index]) -> str:
    """`(p: player, Zone)`, or nothing."""
    texts = [_index(place) for place in places]
    return f"({', '.join(texts)})" if texts else ""


def _index(place: Index) -> str:
    name = "" if place.name is None else f"{place.name.text}: "
    return name + type_text(place.type)


def parameters(nodes: Iterable[Parameter]) -> str:
    """`(p: player, changeable n: 0..3)`, or nothing."""
    texts = [_parameter(node) for node in nodes]
    return f"({', '.join(texts)})" if texts else ""


def _parameter(node: Parameter) -> str:
    word = "changeable " if node.changeable else ""
    return f"{word}{node.name.text}: {type_text(node.type)}"
