"""The list of all laws, the fast ones first."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.laws import choice_leaks, matches, texts, view_leaks
from ruleslang.laws.law import Broken, Law, Subject

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


def tried(subject: Subject) -> Iterator[tuple[Law, tuple[Broken, ...]]]:
    """Test each law and yield it with its breaches; an empty tuple means that it holds."""
    for law in LAWS:
        yield law, tuple(law.search(subject))
