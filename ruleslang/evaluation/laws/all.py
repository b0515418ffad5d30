"""The list of all laws, the fast ones first."""

from __future__ import annotations

from ruleslang.evaluation.laws import choice_leaks, matches, texts, view_leaks
from ruleslang.evaluation.laws.law import Law

LAWS: tuple[Law, ...] = (
    texts.FORMATTING,
    texts.PROGRAM_JSON_ROUND_TRIP,
    matches.TERMINATION,
    matches.CONSERVATION,
    matches.WELL_FORMED_DECISIONS,
    matches.REPLAYS,
    matches.SAVES,
    matches.COPIES,
    view_leaks.VIEW_LEAK,
    choice_leaks.OFFERS_LEAK,
    view_leaks.STEP_LEAK,
    view_leaks.UNDO_LEAK,
    choice_leaks.SIMULTANEOUS_LEAK,
    choice_leaks.PREFERENCE_LEAK,
    texts.RENAMED_DECLARATIONS,
    texts.REORDERED_DECLARATIONS,
    texts.EQUIVALENT_PROGRAMS,
    matches.PARALLEL_BATCHES,
)
