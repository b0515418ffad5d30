"""Shows what the compiled engines make of a declaration: its printed C, and the cells."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.engine.cells.compiled_game import CompiledGame
from ruleslang.engine.code.source import source
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.printed_names import routine_name, safe_letters
from ruleslang.engine.lowered_game import DEFINITION


def routines_of(flow: Flow, name: str) -> list[str]:
    """Return the routines made of a rulebook's name: `procedure game` for `game`, …"""
    return [
        routine for routine in flow.routines if routine == name or name in routine.split(" ")[1:]
    ]


def shown_routines(flow: Flow, names: list[str]) -> str:
    """Return the C of routines: of one that waits its blocks. Raises `NotLowered`."""
    text = source(CompiledGame(flow, DEFINITION)).text
    parts = [part for name in names for part in _parts(text, name, waits=flow.routines[name].waits)]
    return "\n\n".join(parts) + "\n"


def _parts(text: str, name: str, *, waits: bool) -> Iterator[str]:
    head = rf"b\d+: /\* {re.escape(safe_letters(name))} \*/\n.*?^    \}}$(?=\n(?:/\*|b\d|\}}))"
    if not waits:
        head = rf"static V {routine_name(name)}\(St \*s[^\n]*\)\n\{{.*?^\}}$"
    yield from (found[0] for found in re.finditer(f"^{head}", text, re.DOTALL | re.MULTILINE))


def shown_cells(flow: Flow) -> str:
    """Describe the families of cells: address, sizes and type; empty ones are left out."""
    lines = [f"{flow.layout.size} cells, {8 * flow.layout.size} bytes in C beside their heap", ""]
    for family in flow.layout.families.values():
        if family.cells:
            sizes = " by ".join(map(str, family.sizes)) or "one"
            lines.append(f"{family.base:>6}  {family.name}  ({sizes})  {family.type}")
    return "\n".join(lines) + "\n"
