"""Comments that allow a lint: `# allow: order-leaks, because only one of them is ever there`.

At the end of a line it applies to that line, on its own line to the next one, and always to all
lines that continue it. `# allow everywhere: …`, in the file with the header, applies to the whole
rulebook, and may name a level, `advice` or `warning`. Errors cannot be allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from ruleslang.library import file_diagnostics as errors
from ruleslang.library.find_rulebook import message_pages
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.span import Span

if TYPE_CHECKING:
    from ruleslang.language.syntax.declarations import Tree
    from ruleslang.library.read_rulebook_files import RulebookFiles

REMARK = re.compile(r'"[^"\n]*"|(?P<remark>#[^\n]*)')
ALLOWS = re.compile(r"#\s*allow(?P<everywhere> everywhere)?:(?P<rest>.*)")
SLUG = r"[a-z]+(?:-[a-z]+)*"
ALLOWED = re.compile(rf"\s*(?P<slugs>{SLUG}(?:, {SLUG})*?),? because (?P<why>\S.*)")
VALIDATED = {  # reported by `validate`, so `check` cannot know whether it is needless
    *("never-happens", "not-decided", "not-met", "order-decides", "overruled"),
    *("unnoticed", "without-end"),
}
LEVELS = frozenset({Severity.ADVICE.value, Severity.WARNING.value})


@frozen
class Allowance:
    """One comment: the slugs or levels that it allows, where, and why; no `lines`: everywhere."""

    span: Span
    slugs: tuple[str, ...]
    reason: str
    lines: range | None

    def covers(self, slug: str, diagnostic: Diagnostic) -> bool:
        """Return whether it allows a diagnostic under this slug or level."""
        if diagnostic.is_error:
            return False
        if self.lines is None:
            return slug in (diagnostic.slug, diagnostic.severity.value)
        here = diagnostic.span.source.name == self.span.source.name
        return here and slug == diagnostic.slug and diagnostic.span.line in self.lines


def allowances(files: RulebookFiles) -> tuple[Allowance, ...]:
    """Return all allowances of a rulebook's files, in order."""
    return tuple(remark for remark in _remarks(files) if isinstance(remark, Allowance))


def is_allowed(allowed: Sequence[Allowance], diagnostic: Diagnostic) -> bool:
    """Return whether one of the allowances covers a diagnostic."""
    return any(allow.covers(slug, diagnostic) for allow in allowed for slug in allow.slugs)


def without_allowed(
    files: RulebookFiles, diagnostics: Sequence[Diagnostic], *, all_ran: bool
) -> tuple[Diagnostic, ...]:
    """
    Return the diagnostics that nothing allows, and errors in the allowances.

    `all_ran`: all checks have run, so an allowance that covers nothing is known to be needless.
    """
    remarks = [*_remarks(files)]
    if not remarks:
        return tuple(diagnostics)
    allowed = [remark for remark in remarks if isinstance(remark, Allowance)]
    complaints = [remark for remark in remarks if isinstance(remark, Diagnostic)]
    kept = [diagnostic for diagnostic in diagnostics if not is_allowed(allowed, diagnostic)]
    for allow in allowed if all_ran else ():
        for slug in allow.slugs:
            if slug not in VALIDATED and not any(
                allow.covers(slug, diagnostic) for diagnostic in diagnostics
            ):
                complaints.append(errors.needless_allowance(_slug_span(allow.span, slug)))
    return (*kept, *complaints)


def _remarks(files: RulebookFiles) -> Iterator[Allowance | Diagnostic]:
    """Yield the allowances, and diagnostics of malformed ones."""
    header = files.header.span.source.name if files.header else None
    for tree in files.trees:
        source = tree.source
        if not source.is_table and "allow" in source.text:
            for match in REMARK.finditer(source.text):
                remark = match["remark"] and ALLOWS.match(match["remark"])
                if remark:
                    span = source.span(match.start(), match.end())
                    yield from _allowance(tree, span, remark, source.name == header)


def _allowance(
    tree: Tree, span: Span, remark: re.Match[str], in_header: bool
) -> Iterator[Allowance | Diagnostic]:
    written, everywhere = ALLOWED.fullmatch(remark["rest"]), bool(remark["everywhere"])
    if written is None or (everywhere and not in_header):
        misplaced = everywhere and written is not None
        yield errors.allowed_everywhere(span) if misplaced else errors.unreadable_allowance(span)
        return
    known = {*message_pages(), *(LEVELS if everywhere else ())}
    slugs = written["slugs"].split(", ")
    for slug in slugs:
        if slug not in known:
            yield errors.unknown_allowance(_slug_span(span, slug), known=known)
    lines = None if everywhere else _lines(tree, span)
    yield Allowance(span, tuple(slug for slug in slugs if slug in known), written["why"], lines)


def _lines(tree: Tree, span: Span) -> range:
    """Return the lines that a comment applies to: those about it, or else the next."""
    from ruleslang.language.syntax.whole_lines import origins  # few texts have such comments

    line_of = tree.source.line_and_column
    for line in origins(tree).lines:
        if line.end > span.start:
            return range(line_of(line.start)[0], line_of(line.end)[0] + 1)
    return range(0)


def _slug_span(span: Span, slug: str) -> Span:
    """Return the place of a slug in a comment."""
    match = re.search(rf"(?<![\w-]){re.escape(slug)}(?![\w-])", span.text)
    at = match.start() if match else 0
    return span.source.span(span.start + at, span.start + at + len(slug))
