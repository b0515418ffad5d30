"""
Tries what helps say to write: a help stays only if the line, changed as it says, can be read and
typed. In its place comes the whole form of such a line, where its first word has one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from ruleslang.language.lower.rulebook import compile_trees
from ruleslang.language.syntax.declarations import Junk
from ruleslang.language.syntax.diagnostics.hints_by_first_word import BEGINS, whole_form
from ruleslang.library.read_rulebook_files import RulebookFiles, parse_file
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.fix import Edit, Fix, edited
from ruleslang.source.span import Source, Span

MOST_TRIED = 5  # helps of one load: each costs another load


def with_tried_helps(
    files: RulebookFiles, diagnostics: Sequence[Diagnostic], of_lowering: Sequence[Diagnostic]
) -> tuple[Diagnostic, ...]:
    """
    The diagnostics; the first errors keep only helps that hold.

    An error of `of_lowering` that is gone once the unreadable lines are mended follows from them.
    """
    tried = [diagnostic for diagnostic in diagnostics if diagnostic.is_error and diagnostic.fix]
    tried = tried[:MOST_TRIED]
    unread = {_key(diagnostic) for diagnostic in files.diagnostics}
    of_lines = [diagnostic for diagnostic in tried if _key(diagnostic) in unread]
    failing = _failing(files, diagnostics, of_lines)
    mended = [diagnostic for diagnostic in of_lines if id(diagnostic) not in failing]
    following = _following(files, diagnostics, mended, of_lowering)
    others = [
        diagnostic
        for diagnostic in tried
        if _key(diagnostic) not in unread and id(diagnostic) not in following
    ]
    failing |= _failing(files, diagnostics, others)
    return tuple(
        _in_general(files, diagnostic) if id(diagnostic) in failing else diagnostic
        for diagnostic in diagnostics
        if id(diagnostic) not in following
    )


def _failing(
    files: RulebookFiles, diagnostics: Sequence[Diagnostic], tried: Sequence[Diagnostic]
) -> set[int]:
    """The identities of those whose helps do not hold; they are tried together if they can be."""
    if not tried or _hold(files, diagnostics, tried):
        return set()
    return {
        id(diagnostic)
        for diagnostic in tried
        if len(tried) == 1 or not _hold(files, diagnostics, [diagnostic])
    }


def _following(
    files: RulebookFiles,
    diagnostics: Sequence[Diagnostic],
    mended: Sequence[Diagnostic],
    of_lowering: Sequence[Diagnostic],
) -> set[int]:
    """The identities of the errors of lowering that are gone once others are mended."""
    lowered = {_key(diagnostic) for diagnostic in of_lowering}
    others = [
        diagnostic
        for diagnostic in diagnostics
        if diagnostic.is_error and _key(diagnostic) in lowered
    ]
    fixes = [fix for error in mended if (fix := error.fix) and not _is_of_table(fix)]
    after = _after(files, fixes) if others else None
    if after is None:
        return set()
    left = {_key(diagnostic) for diagnostic in after}
    known = {_key(diagnostic) for diagnostic in (*diagnostics, *of_lowering)}
    return set() if left - known else {id(error) for error in others if _key(error) not in left}


GENERAL = {
    "card-sentence": BEGINS,
    "not-a-set": "a set, a list or a zone stands here: `players`, `hand(p)`, `{a, b}`",
    "said-otherwise": BEGINS,
    "unknown-function": "brackets follow a field, state, zone, value, procedure or function",
    "unknown-name": "names are made by declarations, parameters, `let`, choices and heads",
    "unknown-kind": "a kind is declared, `kind beast`; in a zone lie `cards`, or those of one kind",
    "unknown-zone": "a zone is declared: `zone pile: cards, ordered, seen by nobody`",
    "unknown-procedure": "what happens is declared: `procedure draw(p: player)`, its lines below",
}
"""What is said where a help does not hold, and no line has a form."""


def _in_general(files: RulebookFiles, diagnostic: Diagnostic) -> Diagnostic:
    """The diagnostic of a help that does not hold, without it."""
    if diagnostic.plain:
        return evolve(diagnostic, help=diagnostic.plain, fix=None)
    help = _whole_form(files, diagnostic.span) or GENERAL.get(diagnostic.slug)
    message = diagnostic.message
    if diagnostic.slug == "said-otherwise" and message.endswith(" is expected"):
        message = f"`{diagnostic.span.text}` is written differently"
    return evolve(diagnostic, message=message, help=help, fix=None)


def _whole_form(files: RulebookFiles, span: Span) -> str | None:
    """The form of the line at a place, if that cannot be read; of a wrong type it says nothing."""
    unread = any(
        isinstance(node, Junk) and node.span.source is span.source and _has(node.span, span)
        for tree in files.trees
        for node in tree.declarations
    )
    return whole_form(span.source.line(span.line)) if unread else None


def _has(all: Span, part: Span) -> bool:
    return all.start <= part.start and part.end <= all.end


def _hold(
    files: RulebookFiles, diagnostics: Sequence[Diagnostic], mended: Sequence[Diagnostic]
) -> bool:
    """Whether the mistakes are gone with the edits, and nothing new is wrong where they write."""
    fixes = [fix for diagnostic in mended if (fix := diagnostic.fix) and not _is_of_table(fix)]
    if not fixes:
        return True
    after = _after(files, fixes)
    if after is None:
        return False  # two of them meet: each is tried alone
    known = [_key(diagnostic) for diagnostic in diagnostics]
    left = [_key(diagnostic) for diagnostic in after]
    gone = [_key(diagnostic) for diagnostic in mended if diagnostic.fix in fixes]
    if any(left.count(key) > known.count(key) - gone.count(key) for key in gone):
        return False
    written = list(_written(edit for fix in fixes for edit in fix.edits))
    return not any(
        _key(diagnostic) not in known
        and any(_meets(diagnostic.span, name, start, end) for name, start, end in written)
        and not any(_is_theirs(diagnostic, mistake) for mistake in mended)
        for diagnostic in after
    )


def _after(files: RulebookFiles, fixes: Sequence[Fix]) -> list[Diagnostic] | None:
    """The errors once all fixes are made; None where there is none, or two of them meet."""
    texts, made = edited(fixes)
    if not fixes or len(made) < len(fixes):
        return None
    sources = {edit.span.source.name: edit.span.source for fix in fixes for edit in fix.edits}
    return _errors(files, {name: _with_text(sources[name], texts[name]) for name in texts})


def _is_of_table(fix: Fix) -> bool:
    return any(edit.span.source.is_table for edit in fix.edits)  # a cell is no line


def _with_text(source: Source, text: str) -> Source:
    return Source(source.name, text, beside=source.beside)


def _errors(files: RulebookFiles, changed: dict[str, Source]) -> list[Diagnostic]:
    """The errors of the rulebook with other texts in the place of some."""
    read = {name: parse_file(source) for name, source in changed.items()}
    trees = [
        read[tree.source.name][0] if tree.source.name in read else tree for tree in files.trees
    ]
    reported = [
        *(problem for problem in files.diagnostics if problem.span.source.name not in read),
        *(problem for _, problems in read.values() for problem in problems),
        *compile_trees(trees).diagnostics,
    ]
    return [diagnostic for diagnostic in reported if diagnostic.is_error and not diagnostic.cause]


def _key(diagnostic: Diagnostic) -> tuple[str, str, str]:
    return diagnostic.slug, diagnostic.span.source.name, diagnostic.message


def _written(edits: Iterable[Edit]) -> Iterator[tuple[str, int, int]]:
    """The file and the stretch of each edit's text, once all are made."""
    moved: dict[str, int] = {}
    for edit in sorted(edits, key=lambda edit: edit.span.start):
        name = edit.span.source.name
        start = edit.span.start + moved.get(name, 0)
        length = len(edit.text)
        if edit.text.isspace():  # a line that is indented is read otherwise, to its end
            line = edit.span.source.text.find("\n", edit.span.end)
            length += max(line, edit.span.end) - edit.span.end
        yield name, start, start + length
        moved[name] = moved.get(name, 0) + len(edit.text) - (edit.span.end - edit.span.start)


def _meets(span: Span, name: str, start: int, end: int) -> bool:
    return span.source.name == name and span.start < end and start < span.end


def _is_theirs(diagnostic: Diagnostic, mended: Diagnostic) -> bool:
    """Whether it misses a name that its author wrote; where a word was put in, it was misplaced."""
    called = r"\(" if diagnostic.slug == "unknown-function" else r"\b"
    name = re.compile(rf"\b{re.escape(diagnostic.span.text)}{called}")
    missed = diagnostic.slug.startswith("unknown-") and mended.slug != "unexpected"
    return missed and name.search(mended.span.text) is not None
