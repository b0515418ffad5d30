"""Shows what the compiled engines make of a declaration: its printed Python, and the cells."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.engine.flow.frames import FrameLayout
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.engine.python.source import Source


def routines_of(flow: Flow, name: str) -> list[str]:
    """Return the routines made of a rulebook's name: `procedure game` for `game`, …"""
    return [
        routine for routine in flow.routines if routine == name or name in routine.split(" ")[1:]
    ]


def shown_routines(flow: Flow, names: list[str]) -> str:
    """Return the Python source of routines; one that waits has a function for each block."""
    source = Source(flow, FrameLayout(flow))
    functions = (function for name in names for function in _functions(source, flow.routines[name]))
    return "\n\n".join("\n".join(source.function(lines)[0]) for lines in functions) + "\n"


def _functions(source: Source, routine: Routine) -> Iterator[Iterator[str]]:
    if not routine.waits:
        yield source.plain(routine)
    for block in source.frames.blocks[routine.name] if routine.waits else ():
        yield source.block(block)


def shown_cells(flow: Flow) -> str:
    """The families of cells, each with its address, sizes and type; empty ones are left out."""
    lines = [f"{flow.layout.size} cells, {8 * flow.layout.size} bytes in C beside their heap", ""]
    for family in flow.layout.families.values():
        if family.cells:
            sizes = " by ".join(map(str, family.sizes)) or "one"
            lines.append(f"{family.base:>6}  {family.name}  ({sizes})  {family.type}")
    return "\n".join(lines) + "\n"
