"""The C text of a program, as all compiled engines play it."""

from __future__ import annotations

from ruleslang.engine.cells.compiled_game import CompiledGame
from ruleslang.engine.code.source import source
from ruleslang.engine.lowered_game import DEFINITION, lowered
from ruleslang.engine.match.entities import Settings, settle
from ruleslang.program.program import Program


def text_in_c(program: Program, settings: Settings | None = None) -> str:
    """The text with these settings, or the default ones."""
    flow = lowered(program, settings or settle(program, None, None, None))
    return source(CompiledGame(flow, DEFINITION)).text
