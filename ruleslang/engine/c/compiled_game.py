"""A game whose text is compiled by a C compiler."""

from __future__ import annotations

from typing import Any

from ruleslang.engine.c.compiler import NoCompiler, is_known, library
from ruleslang.engine.c.move_match import let_signals_stop, picking_in_c
from ruleslang.engine.code import compiled_game
from ruleslang.engine.code.c_function import FLAGS, LEVEL, sources_to_debug
from ruleslang.engine.code.memory import FUNCTIONS, OF_LEARNERS, Code
from ruleslang.engine.code.printed_game import NotCompiled

LONG = 350_000  # letters of a C text that takes seconds to optimise


class NativeCode(Code):
    """The functions of a library."""

    is_native = True

    def __init__(self, functions: Any) -> None:
        super().__init__()
        for name, (answers, *takes) in (FUNCTIONS | OF_LEARNERS).items():
            if name in FUNCTIONS or hasattr(functions, name):
                function = getattr(functions, name)
                function.restype, function.argtypes = answers, takes
        self.functions = functions
        self.picking = picking_in_c(functions)
        self.raise_stopped = let_signals_stop(functions)


class CompiledGame(compiled_game.CompiledGame):
    """A compiled game in a library."""

    def level_at_once(self) -> int:
        """Return the level that compiles soon: a long text is optimised only if it was before."""
        text = self.text.text
        return 1 if len(text) < LONG or is_known(text, 1) else 0

    def _code(self) -> Code:
        debugged = sources_to_debug() is not None
        loaded = library(self.text.text, *((LEVEL, FLAGS) if debugged else (self.level,)))
        if isinstance(loaded, NoCompiler):
            raise NotCompiled(loaded.message)
        return NativeCode(loaded.functions)
