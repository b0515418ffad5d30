"""A game whose C text is compiled to WebAssembly."""

from __future__ import annotations

import sys
from collections.abc import Callable

from ruleslang.engine.code import compiled_game
from ruleslang.engine.code.memory import Code
from ruleslang.engine.code.printed_game import NotCompiled
from ruleslang.engine.wasm import in_pyodide, run

IS_IN_BROWSER = sys.platform == "emscripten"
code_of: Callable[[str], Code] = in_pyodide.code_of if IS_IN_BROWSER else run.code_of


def soon_in_wasm(text: str) -> Code | None:
    """Return the code of a C text, made in less time than a C compiler takes; `None`: it is not."""
    try:
        return code_of(text)
    except NotCompiled:
        return None


class CompiledGame(compiled_game.CompiledGame):
    """A compiled game that needs no C compiler."""

    def _code(self) -> Code:
        return code_of(self.text.text)
