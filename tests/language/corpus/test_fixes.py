"""
A fix works: with it in the place of the mistake, the line can be read and typed.

Whatever a help proposes as data is written into the text; then the mistake is gone, and where the
fix wrote, nothing new is wrong. For other mistakes, the help shows the whole form of the line.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleslang.language.syntax.parse import parse
from ruleslang.library.load import load_text
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.fix import Edit, edited
from ruleslang.source.span import Source
from tests.support.corpus import CORPUS, Case, bare, cases
from tests.support.every import every

NEWCOMERS = CORPUS.parent / "newcomers"
TEXTS = [
    each
    for each in (*cases(), *cases(NEWCOMERS))
    if each.folder is None and b"rulebook" in each.paths[0].read_bytes()
]
FRAGMENTS = [each for each in cases() if each.is_fragment]
NEW = ("other-wording.2", "wrong-type.3")
FEW = [each for at, each in enumerate(TEXTS) if at % 200 == 0 or each.paths[0].stem in NEW]


def name_of(case: Case) -> str:
    return case.paths[0].stem


def found_in(text: str, *, fragment: bool) -> tuple[Diagnostic, ...]:
    if fragment:
        return parse(Source("text.rules", text))[1]
    return load_text(text, lints=True).diagnostics


def wrong_after_fixes(path: Path, *, fragment: bool) -> Iterator[str]:
    """What each fix of a text leaves, or makes, where it is written."""
    text = "\n".join(bare(path))
    before = found_in(text, fragment=fragment)
    known = [_messages(each) for each in before]
    for fixed in before:
        if fixed.fix is None:
            continue
        (new,) = edited([fixed.fix])[0].values()
        after = found_in(new, fragment=fragment)
        written = list(_written(fixed.fix.edits))
        if sum(_messages(each) == _messages(fixed) for each in after) >= known.count(
            _messages(fixed)
        ):
            yield f"{fixed.slug} stays, with {fixed.help}"
        for each in after:
            found = any(each.span.start < end and start < each.span.end for start, end in written)
            if found and each.severity is Severity.ERROR and _messages(each) not in known:
                yield f"{fixed.help} makes {each.slug}: {each.message}"


def _messages(diagnostic: Diagnostic) -> tuple[str, str]:
    return diagnostic.slug, diagnostic.message


def _written(edits: tuple[Edit, ...]) -> Iterator[tuple[int, int]]:
    """Where the texts of edits stand once all are made."""
    moved = 0
    for edit in sorted(edits, key=lambda each: each.span.start):
        start = edit.span.start + moved
        yield start, start + len(edit.text)
        moved += len(edit.text) - (edit.span.end - edit.span.start)


@every("case", FRAGMENTS, ids=name_of)
def test_a_fix_of_a_fragment_can_be_read(case: Case) -> None:
    assert not [*wrong_after_fixes(case.paths[0], fragment=True)]


@every("case", FEW, ids=name_of)
def test_a_fix_can_be_read_and_typed(case: Case) -> None:
    assert not [*wrong_after_fixes(case.paths[0], fragment=False)]


@pytest.mark.long
@every("case", TEXTS, ids=name_of, parts=4)
def test_every_fix_can_be_read_and_typed(case: Case) -> None:
    assert not [*wrong_after_fixes(case.paths[0], fragment=False)]
