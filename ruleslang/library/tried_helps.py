"""
Tries what helps say to write: a help stays only if the rulebook, changed as it says, can be read
and typed there. Else the next candidate for the line is tried, and at last its general form stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import TypeAlias

from attrs import evolve

from ruleslang.language.checks.errors import errors
from ruleslang.language.checks.subject import Subject
from ruleslang.language.lower.rulebook import compile_trees
from ruleslang.language.syntax.declarations import Tree
from ruleslang.library.read_rulebook_files import RulebookFiles, parse_file
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.fix import Edit, Fix, edited
from ruleslang.source.span import Source, Span

Errors: TypeAlias = tuple[list[Diagnostic], list[Diagnostic]]  # errors of reading, and of typing
Key: TypeAlias = tuple[str, str, str]  # a mistake, wherever it is in its file
BLOCK = re.compile(r"([ \t]*)[^\n]*(?:\n(?:\1[ \t]+[^\n]*|[ \t]*(?=\n)))*")  # a line and its block
MOST_LEFT_OUT = 3  # lines further down that cannot be read either
NO_BLOCK = "unexpected-indent"  # a line that no longer opens the block below it
MOST_LOADS = 16  # to try the helps of one load: what is not tried has its general form


def with_tried_helps(
    files: RulebookFiles, diagnostics: Sequence[Diagnostic], of_lowering: Sequence[Diagnostic]
) -> tuple[Diagnostic, ...]:
    """
    Return the diagnostics; the first errors keep only helps that hold.

    An error of `of_lowering` that is gone once the unreadable lines are fixed follows from them.
    """
    tried = [diagnostic for diagnostic in diagnostics if diagnostic.is_error and diagnostic.fix]
    loads = iter(range(MOST_LOADS))
    unread = {_key(diagnostic) for diagnostic in files.diagnostics}
    of_lines = [diagnostic for diagnostic in tried if _key(diagnostic) in unread]
    tried_out = _tried(files, diagnostics, of_lines, loads)
    fixed = [tried_out[id(diagnostic)] for diagnostic in of_lines if tried_out[id(diagnostic)].fix]
    following = _following(files, diagnostics, fixed, of_lowering)
    others = [error for error in tried if error not in of_lines and id(error) not in following]
    tried_out |= _tried(files, diagnostics, others, loads)
    return tuple(
        tried_out.get(id(diagnostic), diagnostic)
        for diagnostic in diagnostics
        if id(diagnostic) not in following
    )


def _tried(
    files: RulebookFiles,
    diagnostics: Sequence[Diagnostic],
    tried: Sequence[Diagnostic],
    loads: Iterator[int],
) -> dict[int, Diagnostic]:
    """Return each one's report by identity, after trying them together, or in halves."""
    known = next(loads, None) is not None
    if not tried or (known and _hold(files, diagnostics, tried)):
        return {id(diagnostic): diagnostic for diagnostic in tried}
    if not known or len(tried) == 1:
        return {id(failed): _next_holding(files, diagnostics, failed, loads) for failed in tried}
    half = len(tried) // 2
    return _tried(files, diagnostics, tried[:half], loads) | _tried(
        files, diagnostics, tried[half:], loads
    )


def _next_holding(
    files: RulebookFiles,
    diagnostics: Sequence[Diagnostic],
    failed: Diagnostic,
    loads: Iterator[int],
) -> Diagnostic:
    """Return the first in place of one that does not hold whose fix holds, or which has none."""
    candidate = failed
    while candidate.fix is not None:
        plain = GENERAL.get(candidate.slug, EXPLAINED.format(candidate.slug))
        candidate = candidate.instead or evolve(candidate, help=plain, fix=None)
        known = [candidate if other is failed else other for other in diagnostics]
        if next(loads, None) is not None and _hold(files, known, [candidate]):
            break
    return candidate


def _following(
    files: RulebookFiles,
    diagnostics: Sequence[Diagnostic],
    fixed: Sequence[Diagnostic],
    of_lowering: Sequence[Diagnostic],
) -> set[int]:
    """Return the identities of the errors of lowering that are gone once others are fixed."""
    lowered = {_key(diagnostic) for diagnostic in of_lowering}
    others = [error for error in diagnostics if error.is_error and _key(error) in lowered]
    fixes = [fix for error in fixed if (fix := error.fix) and not fix.is_of_table]
    after = _errors_after_fixes(files, fixes) if others else None
    if after is None:
        return set()
    left = {_key(diagnostic) for diagnostic in (*after[0], *after[1])}
    known = {_key(diagnostic) for diagnostic in (*diagnostics, *of_lowering)}
    return set() if left - known else {id(error) for error in others if _key(error) not in left}


EXPLAINED = "`ruleslang explain {}` shows how it is written"
GENERAL = {
    "not-a-set": "a set, a list or a zone is expected here: `players`, `hand(p)`, `{a, b}`",
    "unknown-function": "brackets follow a field, state, zone, value, procedure or function",
    "unknown-name": "names are made by declarations, parameters, `let`, choices and heads",
    "unknown-kind": "a kind is declared, `kind beast`; a zone holds `cards` or one kind",
    "unknown-zone": "a zone is declared: `zone pile: cards, ordered, seen by nobody`",
    "unknown-action": "an action is declared: `action rest by p`, its lines below",
    "unknown-die": "a die is declared: `die d6: 1..6`",
    "unknown-field": "the fields of a kind are its lines `has …`",
    "unknown-type": "a type is `player`, `card`, a kind, a list of words, `0..9`, `yes or no`, …",
    "unknown-value": "a value is declared: `value worth(p: player): 0..9 = 0`",
    "wrong-type": "write something of that type, or change the declaration",
    "unknown-window": "a window is declared, with lines `asks …`, `offers …` and `closes …`",
    "unknown-procedure": "a procedure is declared: `procedure draw(p: player)`, its lines below",
}
"""The message where a help does not hold, and the pass that made it knows no other."""


def _hold(
    files: RulebookFiles, diagnostics: Sequence[Diagnostic], fixed: Sequence[Diagnostic]
) -> bool:
    """Return whether the mistakes are gone, and their lines have no new one but a missing limit."""
    fixes = [fix for diagnostic in fixed if (fix := diagnostic.fix) and not fix.is_of_table]
    if not fixes:
        return True
    after = _errors_after_fixes(files, fixes)
    if after is None:
        return False  # two of them meet: each is tried alone
    known = [_key(diagnostic) for diagnostic in diagnostics]
    left = [_key(diagnostic) for diagnostic in (*after[0], *after[1])]
    gone = [_key(diagnostic) for diagnostic in fixed if diagnostic.fix in fixes]
    if any(left.count(key) > known.count(key) - gone.count(key) for key in gone):
        return False
    lines = [stretch for fix in fixes for stretch in _written(fix.edits, whole_lines=True)]
    whole = not all(fix.is_sure for fix in fixes)
    changed = [stretch for fix in fixes for stretch in _written(fix.edits, whole_lines=whole)]
    new = [error for error in after[0] if error.slug == NO_BLOCK or _meets(error.span, changed)]
    new += [error for error in after[1] if _meets(error.span, lines)]
    return all(_key(problem) in known or problem.slug == "unbounded-loop" for problem in new)


def _errors_after_fixes(files: RulebookFiles, fixes: Sequence[Fix]) -> Errors | None:
    """Return the errors once all fixes are made; None where there is none, or two of them meet."""
    texts, made = edited(fixes)
    if not fixes or len(made) < len(fixes):
        return None
    sources = {edit.span.source.name: edit.span.source for fix in fixes for edit in fix.edits}
    changed = [Source(name, texts[name], beside=sources[name].beside) for name in texts]
    known = {_key(problem) for problem in files.diagnostics}
    read = {source.name: _read(source, known) for source in changed}
    trees = [
        read[tree.source.name][0] if tree.source.name in read else tree for tree in files.trees
    ]
    of_reading = [
        *(problem for problem in files.diagnostics if problem.span.source.name not in read),
        *(problem for _, problems in read.values() for problem in problems),
    ]
    lowered = compile_trees(trees)
    checked = errors(Subject(lowered.compiled, lowered.spans)) if lowered.compiled else ()
    return _causes(of_reading), _causes((*lowered.diagnostics, *checked))


def _read(source: Source, known: Set[Key]) -> tuple[Tree, Sequence[Diagnostic]]:
    """Return a text with its mistakes, and without further lines that keep some from being read."""
    tree, problems = left, found = parse_file(source)
    for _ in range(MOST_LEFT_OUT):
        further = [problem for problem in _causes(found) if _key(problem) not in known]
        if not further:
            return left, problems
        source = evolve(source, text=_without_line(source.text, further[0].span.start))
        left, found = parse_file(source)
    return tree, problems


def _without_line(text: str, place: int) -> str:
    """Return a text with `nothing` for a line and its block, and all others where they were."""
    block = next(BLOCK.finditer(text, text.rfind("\n", 0, place) + 1))
    blank = re.sub(r"[^\n]", " ", block[0])
    put = f"{block[1]}nothing" if block[1] else ""
    return f"{text[: block.start()]}{put}{blank[len(put) :]}{text[block.end() :]}"


def _causes(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the errors that follow from no other."""
    return [problem for problem in diagnostics if problem.is_error and not problem.cause]


def _key(diagnostic: Diagnostic) -> Key:
    return diagnostic.slug, diagnostic.span.source.name, diagnostic.message


def _written(edits: Iterable[Edit], *, whole_lines: bool) -> Iterator[tuple[str, int, int]]:
    """Yield the file and the stretch of each edit's text, or of its lines, once all are made."""
    moved: dict[str, int] = {}
    for edit in sorted(edits, key=lambda edit: edit.span.start):
        name, text = edit.span.source.name, edit.span.source.text
        first, last = edit.span.start, edit.span.end
        if whole_lines or edit.text.isspace():  # a line that is indented is read otherwise
            first = text.rfind("\n", 0, first) + 1 if whole_lines else first
            last = max(text.find("\n", last), last)
        by = moved.get(name, 0)
        moved[name] = by + len(edit.text) - (edit.span.end - edit.span.start)
        yield name, first + by, last + moved[name]


def _meets(span: Span, stretches: Iterable[tuple[str, int, int]]) -> bool:
    return any(
        span.source.name == name and span.start < end and start < span.end
        for name, start, end in stretches
    )
