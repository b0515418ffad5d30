"""Converts positions as editors count them: lines from 0, columns in agreed code units."""

from __future__ import annotations

from lsprotocol import types

from ruleslang.source.span import Source, Span

BEYOND = 0xFFFF  # letters beyond this take two units of UTF-16


def units(text: str, encoding: types.PositionEncodingKind | str) -> int:
    """
    The number of code units of a text.

    >>> units("a😀", types.PositionEncodingKind.Utf16)
    3
    """
    if encoding == types.PositionEncodingKind.Utf8:
        return len(text.encode("utf-8", "surrogatepass"))
    if encoding == types.PositionEncodingKind.Utf32 or text.isascii():
        return len(text)
    return len(text) + sum(ord(letter) > BEYOND for letter in text)


def position(
    source: Source, offset: int, encoding: types.PositionEncodingKind | str
) -> types.Position:
    line, column = source.line_and_column(offset)
    begin = offset - column + 1
    return types.Position(line - 1, units(source.text[begin:offset], encoding))


def range_of(span: Span, encoding: types.PositionEncodingKind | str) -> types.Range:
    return types.Range(
        position(span.source, span.start, encoding), position(span.source, span.end, encoding)
    )


def offset(source: Source, at: types.Position, encoding: types.PositionEncodingKind | str) -> int:
    """The offset of a position; one beyond the end of a line, or of the text, is clamped to it."""
    lines = source.text.count("\n")
    if at.line > lines:
        return len(source.text)
    begin = source.offset(at.line + 1, 1)
    line = source.line(at.line + 1)
    if encoding == types.PositionEncodingKind.Utf32 or line.isascii():
        return begin + min(at.character, len(line))
    left, column = at.character, 0
    for letter in line:
        left -= units(letter, encoding)
        if left < 0:
            break
        column += 1
    return begin + column
