"""Compiles the files of a rulebook to a game and its diagnostics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from ruleslang.language.checks.errors import errors
from ruleslang.language.checks.subject import Subject
from ruleslang.language.lower.recorded_types import Record
from ruleslang.language.lower.rulebook import compile_trees
from ruleslang.library.allowed_lints import without_allowed
from ruleslang.library.find_rulebook import NOTHING_NEW, Place, UnknownRulebook, exists
from ruleslang.library.kept_loads import Loaded, given
from ruleslang.library.override_definitions import of_overlays, overlaid, with_unread
from ruleslang.library.read_file import decode, read_source
from ruleslang.library.read_rulebook_files import (
    Earlier,
    Parse,
    RulebookFiles,
    Trees,
    gather,
    parse_file,
)
from ruleslang.library.reported_diagnostics import final_diagnostics, truncated
from ruleslang.source.budget import doing
from ruleslang.source.diagnostic import Diagnostic, has_error
from ruleslang.source.span import Source
from ruleslang.source.suggest import compared_at_most

if TYPE_CHECKING:
    from ruleslang.language.lower.kept import Kept

MOST_COMPARED = 60_000  # the most words searched for suggestions
LAST = Trees()  # of the last rulebooks: after an edit, most files are the same


def compile_place(
    place: Place,
    cards: Sequence[str],
    texts: Mapping[Path, str] = NOTHING_NEW,
    *,
    fallback: str,
    lints: bool,
    trees: Trees = LAST,
    record: Record | None = None,
    kept: Kept | None = None,
    earlier: Earlier = lambda name: None,
) -> Loaded:
    """Compile the rulebook at a place, with files of cards added to it."""
    files = gather_with_cards(place, cards, texts, partial(trees.parse, earlier=earlier))
    trees.drop_unused()
    loaded = compile_gathered(files, fallback=fallback, lints=lints, record=record, kept=kept)
    if cards:
        loaded = evolve(loaded, diagnostics=of_overlays(loaded.diagnostics, cards))
    if not lints and loaded.compiled is not None:
        return loaded
    return evolve(loaded, diagnostics=with_unread(place, loaded.files, loaded.diagnostics))


@compared_at_most(MOST_COMPARED)
def compile_gathered(
    files: RulebookFiles,
    *,
    fallback: str,
    lints: bool,
    record: Record | None = None,
    kept: Kept | None = None,
) -> Loaded:
    """Compile the files; `fallback` is the name of a rulebook without a readable header."""
    with doing("lowering"):
        lowered = compile_trees(files.trees, record, kept)
    subject = Subject(lowered.compiled, lowered.spans) if lowered.compiled else None
    diagnostics = _diagnostics(files, lowered.diagnostics, subject, lints=lints)
    compiled = None if has_error(diagnostics) else lowered.compiled
    name = files.header.name.text if files.header else fallback
    looks = compiled.program.looks if compiled else ()
    named = any(look.art or look.back or look.layout or look.fonts for look in looks)
    return Loaded(name, diagnostics, given(compiled), given(files), given(lowered.spans), {}, named)


def _diagnostics(
    files: RulebookFiles, of_lowering: Sequence[Diagnostic], subject: Subject | None, *, lints: bool
) -> tuple[Diagnostic, ...]:
    diagnostics = (*files.diagnostics, *of_lowering)
    if subject is not None:
        diagnostics = (*diagnostics, *errors(subject))
    all_ran = subject is not None and lints and not has_error(diagnostics)
    if subject is not None and all_ran:
        from ruleslang.language.checks.lints import advise, lint

        with doing("advice on the wording"):
            advice = advise(files.trees, subject.program)
        diagnostics = (*diagnostics, *lint(subject), *advice)
    with doing("merging its messages"):
        final = final_diagnostics(files, without_allowed(files, diagnostics, all_ran=all_ran))
    if not has_error(final):
        return truncated(final)
    from ruleslang.library.tried_helps import with_tried_helps

    with doing("trying its helps"):
        return truncated(with_tried_helps(files, final, of_lowering))


def gather_with_cards(
    place: Place,
    cards: Sequence[str],
    texts: Mapping[Path, str] = NOTHING_NEW,
    parse: Parse = parse_file,
) -> RulebookFiles:
    """Return the files of a rulebook, with files of cards added to them."""
    files = gather(place, texts, parse)
    for name in cards:
        source, problems = _source_of_cards(Path(name), texts)
        files = evolve(files, diagnostics=(*files.diagnostics, *problems))
        if has_error(problems):
            return files
        files = overlaid(files, source)
    return files


def _source_of_cards(
    path: Path, texts: Mapping[Path, str]
) -> tuple[Source, tuple[Diagnostic, ...]]:
    """Return the text of a file of cards; raises `UnknownRulebook` when there is none."""
    text = texts.get(path, texts.get(path.resolve())) if texts else None
    if text is not None:
        return decode(path.name, text.encode("utf-8", "surrogatepass"))
    if not (exists(path) and path.is_file()):
        raise UnknownRulebook(f"no file of cards is at `{path}`")
    return read_source(path, path.name)
