"""The lowering for each class of statements, which these modules have."""

from __future__ import annotations

from ruleslang.engine.flow import effects_in_force, hooks
from ruleslang.engine.flow.context import STATEMENTS
from ruleslang.engine.flow.expressions import operators
from ruleslang.engine.flow.statements import (
    asking,
    assigning,
    control_flow,
    moving,
    offers,
    revealing,
    rolling,
    windows,
)

__all__ = ["STATEMENTS"]

REGISTERING = (  # lowerings, when imported
    *(effects_in_force, operators, hooks, asking, assigning, control_flow),
    *(moving, offers, revealing, rolling, windows),
)
