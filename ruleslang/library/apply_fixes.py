"""
Applies the sure fixes of diagnostics to a rulebook's texts, and keeps those that cause no new
errors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from attrs import evolve, field, frozen

from ruleslang.language.syntax.declarations import Junk
from ruleslang.library.find_rulebook import find
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.load import load
from ruleslang.library.reported_diagnostics import STANDARD
from ruleslang.source.diagnostic import Diagnostic, Subject, has_error
from ruleslang.source.fix import edited
from ruleslang.source.span import Span

MOST_LOADS = 100  # the most loads of the rulebook
Key: TypeAlias = "tuple[str, str, str, Subject | None]"  # a mistake, wherever it has moved to
Load: TypeAlias = Callable[[Mapping[Path, str]], Loaded]


@frozen
class Fixed:
    """
    A rulebook with fixes applied in memory.

    `texts` are the new texts of changed files, `old` their previous texts; `applied` are the fixed
    diagnostics, at their places in the texts before the fix.
    """

    loaded: Loaded
    texts: Mapping[Path, str] = field(factory=dict)
    old: Mapping[Path, str] = field(factory=dict)
    applied: tuple[Diagnostic, ...] = ()


def with_sure_fixes(name: str, *, cards: Sequence[str] = ()) -> Fixed:
    """
    Return the rulebook at that path with all sure fixes that cause no new errors.

    Each fix is tried, and kept if its diagnostic is gone and no other has appeared. Shipped files
    are not changed. Raises `UnknownRulebook` when nothing is there.
    """
    paths = {Path(card).name: Path(card) for card in cards}
    root = find(name).root

    def at(file: str) -> Path:
        return paths.get(file) or root / file

    def load_with(texts: Mapping[Path, str]) -> Loaded:
        return load(name, cards=cards, lints=True, texts=texts)

    return _fixed(load_with, at)


def _fixed(load_with: Load, at: Callable[[str], Path]) -> Fixed:
    now = Fixed(load_with({}))
    refused: set[Key] = set()
    at_once: int | None = None  # number of fixes tried together; None: all
    for _ in range(MOST_LOADS):
        fixes = [
            diagnostic for diagnostic in _sure(now.loaded, at) if key(diagnostic) not in refused
        ][:at_once]
        if not fixes:
            break
        tried = _with_fixes(now, fixes, load_with, at)
        if tried is not None:
            now, at_once = tried, None
        elif len(fixes) == 1:
            refused.add(key(fixes[0]))
            at_once = None
        else:
            at_once = len(fixes) // 2
    return now


def _sure(loaded: Loaded, at: Callable[[str], Path]) -> Iterator[Diagnostic]:
    """Yield the diagnostics with a sure fix in the user's own files."""
    for diagnostic in loaded.diagnostics:
        if diagnostic.fix is not None and diagnostic.fix.is_sure:
            files = [edit.span.source.name for edit in diagnostic.fix.edits]
            texts = all(not edit.span.source.is_workbook for edit in diagnostic.fix.edits)
            if texts and all(
                at(file).is_file() and not file.startswith(STANDARD) for file in files
            ):
                yield diagnostic


def _with_fixes(
    now: Fixed, diagnostics: Sequence[Diagnostic], load_with: Load, at: Callable[[str], Path]
) -> Fixed | None:
    """Return the rulebook with the fixes of some diagnostics; None if that makes it worse."""
    texts, kept = edited(diagnostic.fix for diagnostic in diagnostics if diagnostic.fix is not None)
    applied = [diagnostic for diagnostic in diagnostics if diagnostic.fix in kept]
    new = {at(file): text for file, text in texts.items()}
    loaded = load_with({**now.texts, **new})
    if is_worse(now.loaded, loaded, applied):
        return None
    before = {
        at(edit.span.source.name): edit.span.source.text
        for fix in kept
        for edit in fix.edits
        if at(edit.span.source.name) not in now.old
    }
    return evolve(
        now,
        loaded=loaded,
        texts={**now.texts, **new},
        old={**now.old, **before},
        applied=(*now.applied, *applied),
    )


def is_worse(before: Loaded, after: Loaded, fixed: Sequence[Diagnostic]) -> bool:
    """
    Return whether a diagnostic remains after its fix, or the fixes caused others.

    Unreadable text hides errors: if more can be read than before, newly reported errors were there
    already.
    """
    had, has = _keys(before.diagnostics), _keys(after.diagnostics)
    if any(has[key(diagnostic)] >= had[key(diagnostic)] for diagnostic in fixed):
        return True
    come = has - had
    if not come:
        return False
    if before.compiled is not None and after.compiled is not None:
        return True
    unread, still = _unread(before), _unread(after)
    if still < unread or not has_error(after.diagnostics):
        return False  # warnings and advice appear only without errors
    new = [
        diagnostic
        for diagnostic in after.diagnostics
        if diagnostic.is_error and come[key(diagnostic)] > 0
    ]
    return still > unread or any(not _goes_on(diagnostic.span, fixed, before) for diagnostic in new)


def _goes_on(span: Span, fixed: Iterable[Diagnostic], before: Loaded) -> bool:
    """Return whether a declaration can now be read further, up to a second error in it."""
    return any(
        diagnostic.span.source.name == span.source.name
        and diagnostic.span.start <= span.start
        and any(
            junk.source.name == span.source.name
            and junk.start <= diagnostic.span.start
            and span.source.text.count("\n", 0, span.start) <= _last_line(junk)
            for junk in _junk(before)
        )
        for diagnostic in fixed
    )


def _last_line(span: Span) -> int:
    return span.source.text.count("\n", 0, span.end) + 1  # a fix may split a line


def _unread(loaded: Loaded) -> int:
    return sum(1 for _ in _junk(loaded))


def _junk(loaded: Loaded) -> Iterator[Span]:
    """Yield the declarations that cannot be read."""
    for tree in loaded.files.trees:
        yield from (node.span for node in tree.declarations if isinstance(node, Junk))


def key(diagnostic: Diagnostic) -> Key:
    """Identify a diagnostic after edits elsewhere."""
    span = diagnostic.span
    return diagnostic.slug, span.source.name, span.text, diagnostic.subject


def _keys(diagnostics: Iterable[Diagnostic]) -> Counter[Key]:
    return Counter(key(diagnostic) for diagnostic in diagnostics)
