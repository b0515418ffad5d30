"""The places of what takes something in brackets: an index, or parameters."""

from __future__ import annotations

from ruleslang.lower.arguments import Parameters
from ruleslang.lower.context import Context
from ruleslang.lower.fitting import front
from ruleslang.lower.types import index_places, lower_type
from ruleslang.syntax import declarations as d
from ruleslang.syntax.node import Node
from ruleslang.types.lattice import FrontType


def parameters_of(context: Context, node: Node) -> Parameters:
    """The places of what takes something in brackets, with names and types; gathered once."""
    if node not in context.parameters:
        context.parameters[node] = _parameters(context, node)
    return context.parameters[node]


def _parameters(context: Context, node: Node) -> tuple[tuple[str, FrontType], ...]:
    match node:
        case d.State() | d.Zone() | d.Dice() | d.KindField():
            return tuple(
                (place.name, front(place.type)) for place in index_places(context, node.index)
            )
        case d.Value() | d.Procedure() | d.Window():
            return tuple(
                (each.name.text, front(lower_type(context, each.type))) for each in node.parameters
            )
        case _:
            return ()
