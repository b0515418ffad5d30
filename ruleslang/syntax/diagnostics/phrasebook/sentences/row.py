"""One row of the table of sentences."""

from __future__ import annotations

from attrs import frozen


@frozen
class Sentence:
    """
    A sentence as cards have it, and the lines that say the same, parted by `|`.

    `lines` is a template: names in braces are groups of the pattern or names of the rulebook.
    `example` is a sentence that the row knows, and `result` its lines, in a rulebook with the names
    that sentences on cards take for granted. `note` says what else must be written.
    """

    pattern: str
    lines: str
    example: str
    result: str
    note: str = ""
