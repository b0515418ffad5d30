"""Loads a rulebook: from its name or path to a compiled game and its diagnostics."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import evolve

from ruleslang.library.find_rulebook import NOTHING_NEW, Place, find, shipped_rulebooks
from ruleslang.library.kept_loads import Loaded, given, keep_load, kept_load
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Source

POSITION = "the position"


def load(
    name: str,
    *,
    cards: Sequence[str] = (),
    lints: bool = False,
    texts: Mapping[Path, str] = NOTHING_NEW,
) -> Loaded:
    """
    Load the rulebook of that shipped name or at that path, with files of cards laid over it.

    `texts` has what is to be read in the place of some files, by their whole paths, or of files
    that are not written yet. Raises `UnknownRulebook` when nothing is there.
    """
    place = find(name, texts)
    loaded = None if texts else kept_load(place, cards, lints=lints)
    if loaded is None:
        from ruleslang.library.compile_rulebook import compile_place

        loaded = compile_place(place, cards, texts, fallback=Path(name).stem, lints=lints)
        if not texts:
            keep_load(place, cards, loaded, lints=lints)
    laid_over = {Path(each).name: each for each in cards}
    is_shipped = name in shipped_rulebooks()
    own = {} if is_shipped else _as_typed(place, name, loaded.diagnostics)
    return evolve(loaded, shown_as={**own, **laid_over})


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
    from ruleslang.library.compile_rulebook import compile_gathered, gather_with_cards
    from ruleslang.library.override_definitions import overlaid

    files = overlaid(gather_with_cards(find(rulebook), cards), source)
    return compile_gathered(files, fallback=Path(rulebook).stem, lints=False)


def load_position(
    rulebook: str,
    lines: str,
    *,
    cards: Sequence[str] = (),
    texts: Mapping[Path, str] = NOTHING_NEW,
) -> Loaded:
    """
    Load a rulebook with a position as its last example; the rulebook is a name, a path or a text.

    The text of the example is called `POSITION`; its first line is the example's own. `texts` are
    as `load` has them.
    """
    from ruleslang.library.compile_rulebook import compile_gathered, gather_with_cards
    from ruleslang.library.override_definitions import overlaid
    from ruleslang.library.read_rulebook_files import gather_text

    if "\n" in rulebook:
        files, fallback = gather_text(Source("text.rules", rulebook)), "text"
    else:
        files, fallback = (
            gather_with_cards(find(rulebook, texts), cards, texts),
            Path(rulebook).stem,
        )
    inner = "".join(f"    {line.strip()}\n" for line in lines.splitlines())
    text = f'example "{POSITION}"\n{inner}'
    return compile_gathered(overlaid(files, Source(POSITION, text)), fallback=fallback, lints=False)


def load_text(text: str, *, name: str = "text.rules", lints: bool = False) -> Loaded:
    return _of_source(Source(name, text), lints=lints)


def load_bytes(data: bytes, *, name: str, lints: bool = False) -> Loaded:
    """Load a rulebook that came down a pipe."""
    from ruleslang.library.read_rulebook_files import Gathered, decode

    source, problems = decode(name, data)
    if problems:
        nothing = given(Gathered((), problems))
        return Loaded(Path(name).stem, problems, given(None), nothing, given(()))
    return _of_source(source, lints=lints)


def _of_source(source: Source, *, lints: bool) -> Loaded:
    from ruleslang.library.compile_rulebook import compile_gathered
    from ruleslang.library.read_rulebook_files import gather_text

    return compile_gathered(gather_text(source), fallback=Path(source.name).stem, lints=lints)
