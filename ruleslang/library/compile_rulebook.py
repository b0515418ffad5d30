"""Compiles the files of a rulebook: from trees to a compiled game and its diagnostics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from attrs import evolve

from ruleslang.checks.all import advise, errors, lint
from ruleslang.checks.subject import Subject
from ruleslang.library.find_rulebook import Place, UnknownRulebook
from ruleslang.library.incremental_compile import DAMAGED, with_changes
from ruleslang.library.kept_declarations import keep_declarations
from ruleslang.library.load_result import Loaded, given
from ruleslang.library.override_definitions import overlaid
from ruleslang.library.read_rulebook_files import NOTHING_NEW, Gathered, gather
from ruleslang.library.read_source_file import read_source
from ruleslang.library.report.finish import few_enough, said
from ruleslang.library.unread_tables import with_unread
from ruleslang.lower.rulebook import Lowered, compile_trees
from ruleslang.program.program import Compiled
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.span import Source, Span
from ruleslang.source.suggest import compared_at_most

Keep: TypeAlias = "Callable[[Lowered, Subject, Sequence[Diagnostic] | None], None]"
MOST_COMPARED = 1_000_000  # words that misspelt names are compared with: some seconds


def compile_place(
    place: Place,
    cards: Sequence[str],
    texts: Mapping[Path, str] = NOTHING_NEW,
    *,
    fallback: str,
    lints: bool,
) -> Loaded:
    """What became of the rulebook at a place, with files of cards laid over it."""
    loaded = None
    if not cards and not texts:
        loaded = compile_with_changes(place, fallback=fallback, lints=lints)
    if loaded is None:
        loaded = compile_whole(place, cards, texts, fallback=fallback, lints=lints)
    if not lints and loaded.compiled is not None:
        return loaded
    return evolve(loaded, diagnostics=with_unread(place, loaded.files, loaded.diagnostics))


def compile_whole(
    place: Place,
    cards: Sequence[str],
    texts: Mapping[Path, str] = NOTHING_NEW,
    *,
    fallback: str,
    lints: bool,
) -> Loaded:
    """The same from the texts alone; what the declarations became is kept."""
    files = gather_with_cards(place, cards, texts)

    def keep(lowered: Lowered, subject: Subject, advice: Sequence[Diagnostic] | None) -> None:
        if not cards and not texts:
            keep_declarations(place, files, lowered, subject.examples, advice)

    return compile_gathered(files, fallback=fallback, lints=lints, keep=keep)


@compared_at_most(MOST_COMPARED)
def compile_with_changes(place: Place, *, fallback: str, lints: bool) -> Loaded | None:
    """
    The same, where a few declarations have changed since all were lowered; None elsewhere.

    Nobody waits for examples and places that he does not ask for.
    """

    def from_texts(files: Gathered) -> tuple[Compiled, tuple[Span, ...]]:
        texts = {tree.source.name: tree.source.text for tree in files.trees}
        read = {path: texts[name] for path, name in files.looked.files}
        whole = compile_whole(place, (), read, fallback=fallback, lints=False)
        assert whole.compiled is not None, "what was checked can be played"
        return whole.compiled, whole.spans

    try:
        changed = with_changes(place, from_texts, lints=lints)
        if changed is None:
            return None
        found = changed.diagnostics
        diagnostics, _ = _told(changed.files, found, changed.subject, lints=lints)
    except DAMAGED:
        return None
    has_error = _has_error(diagnostics)
    if has_error and not changed.sure:
        return None
    compiled = None if has_error or changed.subject is None else changed.subject.compiled
    name, files = _name(changed.files, fallback), given(changed.files)
    return Loaded(name, diagnostics, given(compiled), files, changed.spans, is_spliced=True)


@compared_at_most(MOST_COMPARED)
def compile_gathered(
    files: Gathered, *, fallback: str, lints: bool, keep: Keep | None = None
) -> Loaded:
    """
    What became of the files; `fallback` is the name of a rulebook without a readable header.

    `keep` is told what they were lowered to, what was checked, and what was advised on the wording.
    """
    lowered = compile_trees(files.trees)
    compiled = lowered.compiled
    subject = Subject(compiled, lowered.spans) if compiled else None
    found, advice = _told(files, lowered.diagnostics, subject, lints=lints)
    if keep is not None and subject is not None and not _has_error(found):
        keep(lowered, subject, advice)
    compiled = None if _has_error(found) else compiled
    name = _name(files, fallback)
    return Loaded(name, found, given(compiled), given(files), given(lowered.spans))


def _told(
    files: Gathered, of_lowering: Sequence[Diagnostic], subject: Subject | None, *, lints: bool
) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...] | None]:
    """All that is to be said, and what of it was advised on the wording; None: nobody looked."""
    advice = None
    diagnostics = (*files.diagnostics, *of_lowering)
    if subject is not None:
        diagnostics = (*diagnostics, *errors(subject))
    if subject is not None and lints and not _has_error(diagnostics):
        advice = advise(files.trees, subject.program)
        diagnostics = (*diagnostics, *lint(subject), *advice)
    return few_enough(said(files, diagnostics)), advice


def _name(files: Gathered, fallback: str) -> str:
    return files.header.name.text if files.header else fallback


def _has_error(diagnostics: Sequence[Diagnostic]) -> bool:
    return any(problem.severity is Severity.ERROR for problem in diagnostics)


def gather_with_cards(
    place: Place, cards: Sequence[str], texts: Mapping[Path, str] = NOTHING_NEW
) -> Gathered:
    """The files of a rulebook, with files of cards laid over them."""
    files = gather(place, texts)
    for name in cards:
        path = Path(name)
        if not path.is_file():
            raise UnknownRulebook(f"no file of cards is at `{name}`")
        source, problems = read_source(path, path.name)
        source = Source(path.name, texts[path]) if path in texts else source
        if problems:
            return evolve(files, diagnostics=(*files.diagnostics, *problems))
        files = overlaid(files, source)
    return files
