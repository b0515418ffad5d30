"""
Opens a long match again without telling its story again: the entries as texts for a store, one for
each choice, and back.

Views, decisions and outcomes are left out: the page is shown the present ones.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, get_args

from attrs import evolve, fields, has

from ruleslang.api import Match
from ruleslang.explanation.story.dice_checks import Reader
from ruleslang.explanation.story.entry_types import Entry, Named, Part
from ruleslang.explanation.story.resumed_story import SHORTEST, EntriesByReader
from ruleslang.simulation.records.saves import Made
from ruleslang.source.budget import budget

CLASSES = {each.__name__: each for each in (Entry, Named, *get_args(Part))}
NAMES = {each: [one.name for one in fields(each)] for each in CLASSES.values()}


def text_of_entries(by_reader: EntriesByReader) -> str:
    """The entries that a choice added to the stories of all; equal ones are written once."""
    readers: dict[str, list[Reader]] = {}
    for reader, entries in by_reader.items():
        plain = tuple(evolve(each, view=None, decision=None, outcome=None) for each in entries)
        text = json.dumps(_plain(plain), separators=(",", ":"), ensure_ascii=False)
        readers.setdefault(text, []).append(reader)
    parts = (f"[{json.dumps(of)},{text}]" for text, of in readers.items() if text != "[]")
    return f"[{','.join(parts)}]"


def entries_of_texts(texts: Sequence[str]) -> list[EntriesByReader]:
    """The entries of texts, up to the first that is empty."""
    stored: list[EntriesByReader] = []
    for text in takewhile(bool, texts):
        by_reader: dict[Reader, tuple[Entry, ...]] = {}
        for readers, plain in json.loads(text):
            by_reader |= dict.fromkeys(readers, _made(plain))
        stored.append(by_reader)
    return stored


def _plain(value: Any) -> Any:
    """A value as JSON has it; an object as its class, with what is in it."""
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if not has(type(value)):
        return value
    return {type(value).__name__: [_plain(getattr(value, each)) for each in NAMES[type(value)]]}


def _made(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_made(each) for each in value)
    if isinstance(value, dict):
        ((name, parts),) = value.items()
        return CLASSES[name](*map(_made, parts))
    return value


def remake(match: Match, choices: Sequence[Made], entries: Sequence[EntriesByReader] = ()) -> Match:
    """
    Make choices again in a match, which is returned; each has the budget that it had at first. A
    long match takes over the `entries`: those of the opening, then those of each choice.

    Raises `IllegalChoice` for one that does not fit, after those that do.
    """
    is_long = len(entries) > SHORTEST
    for choice in choices:
        with budget():
            match.make_again(choice)
        if not is_long:
            with budget():
                match.under_way(None)  # its story up to here
    if is_long and not match.tell_on(entries):
        return remake(match.before(0), choices)
    return match


def gone_back(match: Match, number: int) -> Match:
    """A match after fewer choices, with its story."""
    before, entries = match.before(number), [match.told_by(each) for each in range(number + 1)]
    if len(entries) > SHORTEST and not before.tell_on(entries):
        return remake(before.before(0), match.choices[:number])
    return before
