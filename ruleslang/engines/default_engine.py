"""
The engine that plays wherever nobody asks for one by name: the interpreter, which starts at once.

It stands apart from the choice among all engines, so that who needs no other reads no other.
"""

from __future__ import annotations

from ruleslang.match.engine import Engine
from ruleslang.meaning.engine import Interpreter
from ruleslang.program.program import Program


def engine_for(program: Program) -> Engine:
    """What plays a program wherever nobody asks for an engine by name."""
    return Interpreter(program)
