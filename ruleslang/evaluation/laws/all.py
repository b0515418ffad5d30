"""The list of all laws, the fast ones first."""

from __future__ import annotations

from ruleslang.evaluation.laws import choice_leaks, termination, view_leaks
from ruleslang.evaluation.laws.law import Law

LAWS: tuple[Law, ...] = (
    termination.TERMINATION,
    view_leaks.VIEW_LEAK,
    choice_leaks.OFFERS_LEAK,
    view_leaks.STEP_LEAK,
    choice_leaks.SIMULTANEOUS_LEAK,
)
