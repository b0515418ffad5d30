"""The lowering for each class of expressions, which these modules have."""

from __future__ import annotations

from ruleslang.engine.flow import actions_and_plays, legal_moves, procedures, runs_under_way
from ruleslang.engine.flow.context import EXPRESSIONS
from ruleslang.engine.flow.expressions import builtins, operators, reading, sets

__all__ = ["EXPRESSIONS"]

REGISTERING = (  # lowerings, when imported
    *(actions_and_plays, builtins, operators, reading, sets, legal_moves),
    *(procedures, runs_under_way),
)
