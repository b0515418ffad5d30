"""The lines of a rulebook that have changed since all its examples and claims passed.

The text of that time is kept in the user's cache; if it is damaged, nothing is known. Instead a
revision of git can be named.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from attrs import frozen

from ruleslang.library.find_rulebook import find
from ruleslang.library.kept_loads import Loaded, entry_path, read_entry, write_entry
from ruleslang.source.span import Span

MOST_ENTRIES = 30


@frozen
class ChangedLine:
    """A line that is new (`is_new`), or a removed one, at the place where it would be."""

    file: str
    line: int
    text: str
    is_new: bool


def keep_held(rulebook: str, cards: Sequence[str], spans: Sequence[Span]) -> None:
    """Record that all examples and claims pass in the present text."""
    path = _entry(rulebook, cards)
    texts = _texts(spans)
    if path is not None:
        write_entry(path, {"files": dict(texts)}, MOST_ENTRIES)


def changed_since_held(
    rulebook: str, cards: Sequence[str], spans: Sequence[Span]
) -> tuple[ChangedLine, ...]:
    """Return the lines changed since then; empty if nothing is recorded."""
    path = _entry(rulebook, cards)
    entry = read_entry(path) if path is not None else None
    before = entry.get("files") if entry else None
    if not isinstance(before, dict):
        return ()
    return _changed_from({file: str(text) for file, text in before.items()}, _texts(spans))


def changed_since_revision(
    revision: str, rulebook: str, cards: Sequence[str], loaded: Loaded
) -> tuple[ChangedLine, ...]:
    """Return the lines that differ from a revision of git; raises `UnknownRevision`."""
    from ruleslang.library.read_rulebook_files import texts_at  # imports the parser

    laid_over = [(Path(os.path.abspath(card)), Path(card).name) for card in cards]
    files = [*loaded.files.looked.files, *laid_over]
    is_folder = find(rulebook).path.is_dir()
    now = {tree.source.name: tree.source.text for tree in loaded.files.trees}
    return _changed_from(texts_at(revision, files, whole_folders=is_folder), now)


def _changed_from(before: Mapping[str, str], now: Mapping[str, str]) -> tuple[ChangedLine, ...]:
    return tuple(
        line
        for file in dict.fromkeys((*now, *before))
        for line in _changed(file, before.get(file, ""), now.get(file, ""))
    )


def _entry(rulebook: str, cards: Sequence[str]) -> Path | None:
    over = [os.path.abspath(card) for card in cards]
    place = os.path.abspath(rulebook) if os.path.exists(rulebook) else rulebook
    return entry_path("held", [place, over])


def _texts(spans: Sequence[Span]) -> Mapping[str, str]:
    return {span.source.name: span.source.text for span in spans}


def _changed(file: str, before: str, now: str) -> Iterator[ChangedLine]:
    """Yield the changed lines of a file, ignoring empty lines, comments and trailing blanks."""
    old, new = ([line.rstrip() for line in text.splitlines()] for text in (before, now))
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for tag, low, high, begin, end in matcher.get_opcodes():
        if tag == "equal":
            continue
        for text in filter(_has_text, old[low:high]):
            yield ChangedLine(file, begin + 1, text.strip(), is_new=False)
        for place in range(begin, end):
            if _has_text(new[place]):
                yield ChangedLine(file, place + 1, new[place].strip(), is_new=True)


def _has_text(line: str) -> bool:
    return bool(line) and not line.lstrip().startswith("#")
