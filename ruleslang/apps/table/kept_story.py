"""
Opens a long match again without producing its story again: the entries as texts for a store, one
for each choice, and back.

Views, decisions and outcomes are left out: the page is shown the present ones.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import takewhile
from threading import Lock
from typing import Any, get_args

from attrs import define, evolve, field, fields, has

from ruleslang.api import Match
from ruleslang.engine.engine_names import INTERPRETER
from ruleslang.explanation.story.dice_checks import Reader
from ruleslang.explanation.story.entry_types import Entry, Named, Part
from ruleslang.explanation.story.resumed_story import SHORTEST, EntriesByReader
from ruleslang.simulation.records.saves import Made
from ruleslang.source.budget import budget

CLASSES = {each.__name__: each for each in (Entry, Named, *get_args(Part))}
NAMES = {each: [one.name for one in fields(each)] for each in CLASSES.values()}


def entry_text(by_reader: EntriesByReader) -> str:
    """Return the entries that a choice added to the stories of all; equal ones are written once."""
    readers: dict[str, list[Reader]] = {}
    for reader, entries in by_reader.items():
        plain = tuple(evolve(each, view=None, decision=None, outcome=None) for each in entries)
        text = json.dumps(_plain(plain), separators=(",", ":"), ensure_ascii=False)
        readers.setdefault(text, []).append(reader)
    parts = (f"[{json.dumps(of)},{text}]" for text, of in readers.items() if text != "[]")
    return f"[{','.join(parts)}]"


def entries_in(texts: Sequence[str]) -> list[EntriesByReader]:
    """Return the entries of texts, up to the first that is empty."""
    stored: list[EntriesByReader] = []
    for text in takewhile(bool, texts):
        by_reader: dict[Reader, tuple[Entry, ...]] = {}
        for readers, plain in json.loads(text):
            by_reader |= dict.fromkeys(readers, _from_json_value(plain))
        stored.append(by_reader)
    return stored


def _plain(value: Any) -> Any:
    """Return a value as JSON has it; an object as its class, with what is in it."""
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if not has(type(value)):
        return value
    return {type(value).__name__: [_plain(getattr(value, each)) for each in NAMES[type(value)]]}


def _from_json_value(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_from_json_value(each) for each in value)
    if isinstance(value, dict):
        ((name, parts),) = value.items()
        return CLASSES[name](*map(_from_json_value, parts))
    return value


@define(eq=False)
class LateStory:
    """
    The story of a long match that was opened again: its stored entries, up to the last choice, are
    there at once, and another match catches up with them meanwhile and can then be played.
    """

    match: Match
    stored: Sequence[EntriesByReader]
    _entries: dict[Reader, tuple[Entry, ...]] = field(factory=dict)
    _lock: Lock = field(factory=Lock)
    _is_complete: bool = False

    def entries(self, reader: Reader) -> tuple[Entry, ...]:
        if reader not in self._entries:
            parts = (part.get(reader, ()) for part in self.stored)
            self._entries[reader] = tuple(entry for part in parts for entry in part)
        return self._entries[reader]

    def complete(self) -> Match:
        """Return the match with its story; the first thread that asks produces it, others wait."""
        with self._lock:
            if not self._is_complete:
                self.match = with_story(self.match, self.stored)
                self._is_complete = bool(self.match.choices)  # which names them, once
            return self.match


def remake(match: Match, choices: Sequence[Made], stored: Sequence[EntriesByReader] = ()) -> Match:
    """
    Make choices again in a match, which is returned; each has the budget that it had at first. A
    long match takes over the `entries`: those of the opening, then those of each choice.

    Raises `IllegalChoice` for one that does not fit, after those that do.
    """
    is_long = len(stored) > SHORTEST
    for choice in choices:
        with budget():
            match.make_again(choice)
        if not is_long:
            with budget():
                match.under_way(None)  # its story up to here
    return with_story(match, stored) if is_long else match


def remake_quickly(
    match: Match, choices: Sequence[Made], stored: Sequence[EntriesByReader]
) -> tuple[Match, LateStory | None]:
    """Remake a match; a long one has a late story if copies of it are cheap."""
    if len(stored) <= SHORTEST or match.plays == INTERPRETER:
        return remake(match, choices, stored), None
    for choice in choices:
        with budget():
            match.make_again(choice)
    if match.is_over:  # its last entry is shown, which is not stored
        return with_story(match, stored), None
    return match, LateStory(match.copy(), stored)


def with_story(match: Match, stored: Sequence[EntriesByReader]) -> Match:
    """Return a match with these entries; if they do not fit, its story is narrated again."""
    return match if match.resume_story(stored) else remake(match.before(0), match.choices)


def gone_back(match: Match, number: int) -> Match:
    """Return a match after fewer choices, with its story."""
    before = match.before(number)
    stored = [match.added_to_story(each) for each in range(number + 1)]
    return with_story(before, stored) if len(stored) > SHORTEST else before
