"""
Continues a story whose entries are known, without narrating all of it again.

In: a match, and the entries that each of its choices added. Out: the same story.
The interpreter repeats the choices without a narrator, up to shortly before the end; from there on
a narrator listens. Its entries must equal the known ones, choice by choice; otherwise the caller
has the whole story narrated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from ruleslang.engine.match.interface import Match
from ruleslang.explanation.story.dice_checks import Reader, plan_of
from ruleslang.explanation.story.entry_types import Entry
from ruleslang.explanation.story.story import Story, unheard
from ruleslang.program.events import ProcedureRun
from ruleslang.source.budget import budget

COMPARED = 8  # choices whose entries have to be equal
LEADS = (16, 100, 400)  # choices before them, among which the narrator begins, as far as needed
SHORTEST = 200  # choices of a match that is worth it
EntriesByReader = Mapping[Reader, tuple[Entry, ...]]


def resumed_story(match: Match, entries: Sequence[EntriesByReader]) -> Story | None:
    """
    Return the story of a match, given the entries of the opening and then of each choice.

    Each choice has its own budget. `None`: narrating from the beginning is as fast, or the
    entries differ.
    """
    if not SHORTEST < len(entries) <= len(match.chosen) + 1:
        return None
    firsts = (len(entries) - COMPARED - lead for lead in LEADS)
    tried = (_narrated_from(match, entries, first) for first in firsts if first > 0)
    return next((story for story in tried if story is not None), None)


def _narrated_from(match: Match, entries: Sequence[EntriesByReader], first: int) -> Story | None:
    """Return a story narrated from a decision after these choices; `None`: it differs."""
    story, chosen = unheard(match), match.chosen
    for place in chosen[:first]:
        _choose_unheard(story, place)
    while not _is_fit_to_listen(story):
        if story.choices >= len(entries) - 2 * COMPARED:
            return None
        _choose_unheard(story, chosen[story.choices])
    began = story.choices
    story.follow()
    while story.choices < len(chosen):
        with budget():
            story.go_on(chosen[: story.choices + 1])
    last = range(len(entries) - COMPARED, len(entries))
    again = [story.added_by(number - began) for number in last]
    if not _are_equal(again, [entries[number] for number in last]):
        return None
    for reader in story.narrator.readers:
        before = _turns_by(entries, reader) - _turns_by(again, reader)
        story.narrator.entries[reader] = [
            evolve(entry, turns=entry.turns + before) if entry.kind == "asked" else entry
            for entry in story.narrator.entries[reader]
        ]
        story.narrator.turns[reader] = story.narrator.turns.get(reader, 0) + before
    story.put_before(entries, began)
    return story


def _turns_by(by_choice: Sequence[EntriesByReader], reader: Reader) -> int:
    """Return the turns of a reader that had begun when they were asked last."""
    entries = (entry for part in reversed(by_choice) for entry in reversed(part.get(reader, ())))
    return next((entry.turns for entry in entries if entry.kind == "asked"), 0)


def _choose_unheard(story: Story, place: int) -> None:
    with budget():
        story.match.choose(place)
    story.choices += 1


def _is_fit_to_listen(story: Story) -> bool:
    """Return whether nothing is under way that a narrator must observe from its beginning."""
    checks = {call.procedure for call in plan_of(story.match.population.program).calls.values()}
    return story.match.together is None and not any(
        run.by is not None or (isinstance(run.event, ProcedureRun) and run.event.name in checks)
        for run in story.match.under_way
    )


def _are_equal(again: Sequence[EntriesByReader], before: Sequence[EntriesByReader]) -> bool:
    """Return whether entries are equal, at least one for each reader; turns are not compared."""
    pairs = list(zip(again, before, strict=True))
    return all(
        any(now[reader] for now, _ in pairs)
        and all(_plain(now[reader]) == _plain(then.get(reader, ())) for now, then in pairs)
        for reader in again[0]
    )


def _plain(entries: Sequence[Entry]) -> list[Entry]:
    return [evolve(each, turns=0, view=None, decision=None, outcome=None) for each in entries]
