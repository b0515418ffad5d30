"""Applies the changes that an editor reports to the text it has open.

Editors count lines from 0, and columns in agreed units; a line ends with LF, CR LF, or CR alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from lsprotocol import types

from ruleslang.apps.editor.published_diagnostics import column_of

LINE_END = re.compile("\r\n|\r|\n")


def changed(
    text: str, changes: Iterable[types.TextDocumentContentChangeEvent], encoding: str
) -> str:
    """Return the text after some changes, each of which refers to the text after the last."""
    for change in changes:
        if isinstance(change, types.TextDocumentContentChangePartial):
            start = offset_in(text, change.range.start, encoding)
            end = max(start, offset_in(text, change.range.end, encoding))
            text = f"{text[:start]}{change.text}{text[end:]}"
        else:
            text = change.text
    return text


def offset_in(text: str, at: types.Position, encoding: str) -> int:
    """
    Return the offset of a position; one beyond the end of its line, or of the text, is clamped to
    it.

    >>> offset_in("a\\r\\n😀b", types.Position(1, 2), "utf-16")
    4
    """
    begin = 0
    for _ in range(at.line):
        end = LINE_END.search(text, begin)
        if end is None:
            return len(text)
        begin = end.end()
    end = LINE_END.search(text, begin)
    line = text[begin : len(text) if end is None else end.start()]
    return begin + column_of(line, at.character, encoding)
