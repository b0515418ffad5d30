"""
The names by which the interpreter notes what was written, for what an expression reads.

States, zones and dice go by their names; `players`, `active`, `pieces`, `counting_as`, `lasting`
and `winners` stand for the rest.
"""

from __future__ import annotations

from ruleslang.match.entities import Population
from ruleslang.program.passes.reads import Cells
from ruleslang.program.traits.trait_classes import CellKind

# How writes name what an expression reads.
_NAMES: dict[CellKind, str] = {
    "active": "active",
    "counts as": "counting_as",
    "lasting": "lasting",
    "pieces": "pieces",
    "players": "players",
    "result": "winners",
}


class _Everything(frozenset[str]):
    """Names of which any write touches one."""

    def isdisjoint(self, other: object) -> bool:
        """Never."""
        return False


EVERYTHING: frozenset[str] = _Everything({"*"})


def touch_names(cells: Cells, population: Population) -> frozenset[str]:
    """The names of all cells."""
    names: set[str] = set()
    for cell in cells:
        match cell.kind:
            case "anything" | "imagined" | "history":
                return EVERYTHING
            case "zone":
                names.update((cell.name,) if cell.name else population.zones)
            case "dice":
                names.update((cell.name,) if cell.name else population.dice)
            case "state":
                names.add(cell.name)
            case "value":
                pass  # what it reads stands beside it
            case kind:
                names.add(_NAMES[kind])
    return frozenset(names)
