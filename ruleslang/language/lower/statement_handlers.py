"""Lowers blocks of statements, with the handlers of all classes, which these modules have."""

from __future__ import annotations

from ruleslang.language.lower import (
    assignments,
    builtins,
    call_statements,
    card_lists,
    choice_statements,
    control_flow,
    effects,
    member_by_member,
    moving,
    simultaneous,
)
from ruleslang.language.lower.blocks import block, statements

__all__ = ["block", "statements"]
REGISTERING = (  # handlers, when imported
    *(assignments, builtins, call_statements, card_lists, choice_statements, control_flow),
    *(effects, member_by_member, moving, simultaneous),
)
