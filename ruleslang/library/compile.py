"""Compiles the files of a rulebook: from trees to a compiled game and its diagnostics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from ruleslang.checks.all import errors, lint
from ruleslang.checks.subject import Subject
from ruleslang.library.changed_declarations import with_changes
from ruleslang.library.find import Place, UnknownRulebook
from ruleslang.library.gather import NOTHING_NEW, Gathered, gather
from ruleslang.library.kept_declarations import keep_declarations
from ruleslang.library.loaded import Loaded, given
from ruleslang.library.overlay import overlaid
from ruleslang.library.report.finish import few_enough, said
from ruleslang.library.source_files import read_source
from ruleslang.library.unread_tables import with_unread
from ruleslang.lower.rulebook import Lowered, compile_trees
from ruleslang.nodes.frozen import evolve
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.span import Source
from ruleslang.source.suggest import compared_at_most
from ruleslang.wording.all import advise

Keep: TypeAlias = "Callable[[Lowered, Sequence[Diagnostic] | None], None]"
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

    def keep(lowered: Lowered, advice: Sequence[Diagnostic] | None) -> None:
        if not cards and not texts:
            keep_declarations(place, files, lowered, advice)

    return compile_gathered(files, fallback=fallback, lints=lints, keep=keep)


@compared_at_most(MOST_COMPARED)
def compile_with_changes(place: Place, *, fallback: str, lints: bool) -> Loaded | None:
    """The same, where a few declarations have changed since all were lowered; None elsewhere."""
    changed = with_changes(place, lints=lints)
    if changed is None:
        return None
    loaded = _checked(changed.files, changed.lowered, fallback=fallback, lints=lints)
    return loaded if changed.sure or not _has_error(loaded.diagnostics) else None


@compared_at_most(MOST_COMPARED)
def compile_gathered(
    files: Gathered, *, fallback: str, lints: bool, keep: Keep | None = None
) -> Loaded:
    """
    What became of the files; `fallback` is the name of a rulebook without a readable header.

    `keep` is told what they were lowered to, and what was advised on the wording.
    """
    return _checked(files, compile_trees(files.trees), fallback=fallback, lints=lints, keep=keep)


def _checked(
    files: Gathered, lowered: Lowered, *, fallback: str, lints: bool, keep: Keep | None = None
) -> Loaded:
    name = files.header.name.text if files.header else fallback
    compiled, advice = lowered.compiled, None
    diagnostics = (*files.diagnostics, *lowered.diagnostics)
    subject = Subject(compiled, lowered.spans) if compiled else None
    if subject is not None:
        diagnostics = (*diagnostics, *errors(subject))
    if subject is not None and lints and not _has_error(diagnostics):
        advice = advise(files.trees, subject.program)
        diagnostics = (*diagnostics, *lint(subject), *advice)
    if keep is not None and not _has_error(diagnostics):
        keep(lowered, advice)
    diagnostics = few_enough(said(files, diagnostics))
    if _has_error(diagnostics):
        compiled = None
    return Loaded(name, diagnostics, given(compiled), given(files), given(lowered.spans))


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
