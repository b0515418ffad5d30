"""The list of all laws, the fast ones first: of rulebooks and of the engine."""

from __future__ import annotations

from ruleslang.evaluation.laws import all as of_rulebooks
from ruleslang.evaluation.laws.law import Law
from tests.support.laws import matches, secrets, texts

LAWS: tuple[Law, ...] = (
    texts.FORMATTING,
    texts.PROGRAM_JSON_ROUND_TRIP,
    matches.CONSERVATION,
    matches.WELL_FORMED_DECISIONS,
    matches.REPLAYS,
    matches.SAVES,
    matches.COPIES,
    *of_rulebooks.LAWS,
    secrets.UNDO_LEAK,
    secrets.PREFERENCE_LEAK,
    texts.RENAMED_DECLARATIONS,
    texts.REORDERED_DECLARATIONS,
    texts.EQUIVALENT_PROGRAMS,
    matches.PARALLEL_BATCHES,
)
