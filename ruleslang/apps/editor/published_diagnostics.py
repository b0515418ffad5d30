"""Converts positions, diagnostics and fixes to the protocol of editors.

Editors count lines from 0, and columns in agreed code units.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from lsprotocol import types

from ruleslang.library.find_rulebook import message_pages
from ruleslang.library.workspace.hover import fix_title
from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.fix import Edit
from ruleslang.source.span import Source, Span

BEYOND = 0xFFFF  # letters beyond this take two units of UTF-16


def units(text: str, encoding: types.PositionEncodingKind | str) -> int:
    """
    Return the number of code units of a text.

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
    """Return a position's offset; one beyond a line's or the text's end is clamped to it."""
    lines = source.text.count("\n")
    if at.line > lines:
        return len(source.text)
    begin = source.offset(at.line + 1, 1)
    return begin + column_of(source.line(at.line + 1), at.character, encoding)


def column_of(line: str, character: int, encoding: types.PositionEncodingKind | str) -> int:
    """Return the letters of a line before a column that is counted in code units."""
    if encoding == types.PositionEncodingKind.Utf32 or line.isascii():
        return min(character, len(line))
    left, column = character, 0
    for letter in line:
        left -= units(letter, encoding)
        if left < 0:
            break
        column += 1
    return column


SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.ADVICE: types.DiagnosticSeverity.Information,
}
NEEDLESS = ("unused-binding", "unreachable", "never-used", "needless-line", "needless-name")
"""Text that an editor shows paler, because it could be left out."""


def shown(diagnostic: Diagnostic, snapshot: Snapshot | None, encoding: str) -> types.Diagnostic:
    """Return one diagnostic, with its related places in files."""
    words = diagnostic.message + (f"\n{diagnostic.help}" if diagnostic.help else "")
    return types.Diagnostic(
        range=range_of(diagnostic.span, encoding),
        message=words,
        severity=SEVERITIES[diagnostic.severity],
        code=diagnostic.slug,
        code_description=_page_of(diagnostic),
        source="ruleslang",
        related_information=list(_related(diagnostic, snapshot, encoding)),
        tags=[types.DiagnosticTag.Unnecessary] if diagnostic.slug in NEEDLESS else None,
    )


def _page_of(diagnostic: Diagnostic) -> types.CodeDescription | None:
    page = message_pages().get(diagnostic.slug)
    return None if page is None else types.CodeDescription(page.as_uri())


def _related(
    diagnostic: Diagnostic, snapshot: Snapshot | None, encoding: str
) -> Iterator[types.DiagnosticRelatedInformation]:
    others = [(label.span, label.text) for label in diagnostic.labels]
    others += [(span, "the same text is here") for span in diagnostic.also]
    for span, text in others:
        path = snapshot.path(span.source) if snapshot is not None else None
        if path is not None:
            yield types.DiagnosticRelatedInformation(location(path, span, encoding), text)


def location(path: Path, span: Span, encoding: str) -> types.Location:
    return types.Location(path.as_uri(), range_of(span, encoding))


def edits_by_uri(
    edits: Iterable[Edit], snapshot: Snapshot, encoding: str
) -> dict[str, list[types.TextEdit]]:
    """Return edits grouped by the files they change."""
    by_uri: dict[str, list[types.TextEdit]] = {}
    for edit in edits:
        path = snapshot.path(edit.span.source)
        if path is not None:
            new = types.TextEdit(range_of(edit.span, encoding), edit.text)
            by_uri.setdefault(path.as_uri(), []).append(new)
    return by_uri


def quick_fixes(
    snapshot: Snapshot, path: Path, first: int, last: int, encoding: str
) -> Iterator[types.CodeAction]:
    """Yield the fixes of the diagnostics within a range of lines, counted from 1."""
    for diagnostic in snapshot.diagnostics.get(path, ()):
        fix, span = diagnostic.fix, diagnostic.span
        last_line = span.source.line_and_column(span.end)[0]
        if fix is None or span.line > last or last_line < first:
            continue
        edits = edits_by_uri(fix.edits, snapshot, encoding)
        if len(fix.edits) == sum(map(len, edits.values())):
            edit = types.WorkspaceEdit(changes=edits)
            if fix.renames is not None:
                renaming = types.RenameFile(path.as_uri(), path.with_name(fix.renames).as_uri())
                edit = types.WorkspaceEdit(document_changes=[renaming])
            yield types.CodeAction(
                title=fix_title(fix),
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[shown(diagnostic, snapshot, encoding)],
                is_preferred=fix.is_sure,
                edit=edit,
            )
