"""Loads a rulebook: from its name or path to a compiled game and its diagnostics."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import evolve, field, frozen

from ruleslang.checks.all import errors, lint
from ruleslang.library.find import Place, UnknownRulebook, find
from ruleslang.library.gather import NOTHING_NEW, Gathered, gather, gather_text
from ruleslang.library.overlay import overlaid
from ruleslang.library.report.finish import few_enough, said
from ruleslang.library.report.unread_tables import with_unread
from ruleslang.library.shipped_data import shipped_rulebooks
from ruleslang.library.source_files import decode, read_source
from ruleslang.lower.rulebook import compile_trees
from ruleslang.program.program import Compiled
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.span import Source, Span
from ruleslang.source.suggest import compared_at_most
from ruleslang.wording.all import advise

MOST_COMPARED = 1_000_000  # words that misspelt names are compared with: some seconds


@frozen
class Loaded:
    """
    A rulebook as far as it could be brought.

    `compiled` is `None` exactly when a diagnostic is an error. `spans` are the places in the text
    of its program's origins. `shown_as` has the paths, as a person would type them, of files.
    """

    name: str
    compiled: Compiled | None
    diagnostics: tuple[Diagnostic, ...]
    files: Gathered
    spans: tuple[Span, ...] = ()
    shown_as: Mapping[str, str] = field(factory=dict)


def load(
    name: str,
    *,
    cards: Sequence[str] = (),
    lints: bool = False,
    texts: Mapping[Path, str] = NOTHING_NEW,
) -> Loaded:
    """
    Load the rulebook of that shipped name or at that path, with files of cards laid over it.

    `texts` has what is to be read in the place of some files. Raises `UnknownRulebook` when
    nothing is there.
    """
    place = find(name)
    loaded = compile_gathered(
        _with_cards(gather(place, texts), cards, texts), fallback=Path(name).stem, lints=lints
    )
    if lints or loaded.compiled is None:
        loaded = evolve(loaded, diagnostics=with_unread(place, loaded.files, loaded.diagnostics))
    if name in shipped_rulebooks():
        return loaded
    return evolve(loaded, shown_as=_as_typed(place, name, loaded.diagnostics))


def _as_typed(place: Place, name: str, said: Sequence[Diagnostic]) -> dict[str, str]:
    """The files that are spoken of, by paths that begin where the user's did."""
    shown = {}
    for file in {each.span.source.name for each in said}:
        path = place.root / file
        if path.is_file():
            shown[file] = str(path) if Path(name).is_absolute() else os.path.relpath(path)
    return shown


def load_over(rulebook: str, source: Source, *, cards: Sequence[str] = ()) -> Loaded:
    """Load a rulebook with files of cards, and then a text, laid over it."""
    files = overlaid(_with_cards(gather(find(rulebook)), cards), source)
    return compile_gathered(files, fallback=Path(rulebook).stem, lints=False)


def load_text(text: str, *, name: str = "text.rules", lints: bool = False) -> Loaded:
    """Load a rulebook that is one text."""
    return compile_gathered(gather_text(Source(name, text)), fallback=Path(name).stem, lints=lints)


def load_bytes(data: bytes, *, name: str, lints: bool = False) -> Loaded:
    """Load a rulebook that came down a pipe."""
    source, problems = decode(name, data)
    if problems:
        return Loaded(Path(name).stem, None, problems, Gathered((), problems))
    return compile_gathered(gather_text(source), fallback=Path(name).stem, lints=lints)


@compared_at_most(MOST_COMPARED)
def compile_gathered(files: Gathered, *, fallback: str, lints: bool) -> Loaded:
    """What became of the files; `fallback` is the name of a rulebook without a readable header."""
    name = files.header.name.text if files.header else fallback
    lowered = compile_trees(files.trees)
    compiled = lowered.compiled
    diagnostics = (*files.diagnostics, *lowered.diagnostics)
    if compiled:
        diagnostics = (*diagnostics, *errors(compiled, lowered.spans))
    if compiled and lints and not _has_error(diagnostics):
        diagnostics = (*diagnostics, *lint(compiled, lowered.spans))
        diagnostics = (*diagnostics, *advise(files.trees, compiled.program))
    diagnostics = few_enough(said(files, diagnostics))
    if _has_error(diagnostics):
        compiled = None
    return Loaded(name, compiled, diagnostics, files, lowered.spans)


def _has_error(diagnostics: Sequence[Diagnostic]) -> bool:
    return any(problem.severity is Severity.ERROR for problem in diagnostics)


def _with_cards(
    files: Gathered, cards: Sequence[str], texts: Mapping[Path, str] = NOTHING_NEW
) -> Gathered:
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
