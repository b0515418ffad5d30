"""The engine that plays a program."""

from __future__ import annotations

from ruleslang.match.engine import Engine
from ruleslang.meaning.engine import Interpreter
from ruleslang.program.program import Program


def engine_for(program: Program) -> Engine:
    """The engine for a program: so far there is one, the interpreter."""
    return Interpreter(program)
