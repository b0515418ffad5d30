"""
Statements of a program, and the parts that heads are made of.

A call of a procedure is always its own statement: one that stood in an expression was taken
out before it, its answer in a local that has no name.
"""

from __future__ import annotations

from typing import TypeAlias

from ruleslang.program.statements.compound import *
from ruleslang.program.statements.effects import *
from ruleslang.program.statements.simple import *

Block: TypeAlias = "tuple[Statement, ...]"

Statement: TypeAlias = (
    Writing | Rolling | Revealing | Choosing | Offering | Running | Leaving | Branching | Looping
)
