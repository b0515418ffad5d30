"""The comments of a text, which the grammar passes over and the formatter keeps."""

from __future__ import annotations

import re

from ruleslang.source.span import Source
from ruleslang.syntax.declarations import Comment

LINE = re.compile(r"^[^\n#]*#[^\n]*", re.MULTILINE)  # anchored: a long line is looked at once
IN_LINE = re.compile(r'"[^"]*"|(?P<comment>#.*)')
IN_ROW = re.compile(r"(?P<comment>#.*)")  # in a row of a table a quote is a letter like any other


def comments(source: Source) -> tuple[Comment, ...]:
    """All comments, in order, also those in what cannot be read."""
    found = []
    for line in LINE.finditer(source.text):
        text = line.group().rstrip("\r")
        row = text.lstrip().startswith("|")
        for mark in (IN_ROW if row else IN_LINE).finditer(text):
            if mark.group("comment"):
                span = source.span(line.start() + mark.start(), line.start() + mark.end())
                found.append(Comment(span, not text[: mark.start()].strip()))
    return tuple(found)
