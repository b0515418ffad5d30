"""The list of all laws, the quick ones first."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.law_harness.law import Broken, Law, Subject
from ruleslang.laws import (
    conservation,
    copies,
    equivalent_programs,
    formatting,
    offers_leak,
    parallel_batches,
    preference_leak,
    program_json_round_trip,
    renamed_declarations,
    reordered_declarations,
    replays,
    saves,
    simultaneous_leak,
    step_leak,
    termination,
    undo_leak,
    view_leak,
    well_formed_decisions,
)

LAWS: tuple[Law, ...] = (
    formatting.LAW,
    program_json_round_trip.LAW,
    termination.LAW,
    conservation.LAW,
    well_formed_decisions.LAW,
    replays.LAW,
    saves.LAW,
    copies.LAW,
    view_leak.LAW,
    offers_leak.LAW,
    step_leak.LAW,
    undo_leak.LAW,
    simultaneous_leak.LAW,
    preference_leak.LAW,
    renamed_declarations.LAW,
    reordered_declarations.LAW,
    equivalent_programs.LAW,
    parallel_batches.LAW,
)


def tried(subject: Subject) -> Iterator[tuple[Law, tuple[Broken, ...]]]:
    """Try each law and yield it with its breaches; an empty tuple means that it holds."""
    for law in LAWS:
        yield law, tuple(law.search(subject))
