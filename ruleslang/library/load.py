"""Loads a rulebook by name or path: a compiled game and its diagnostics."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import evolve

from ruleslang.library.find_rulebook import (
    NOTHING_NEW,
    Place,
    UnknownRulebook,
    exists,
    find,
    is_shipped,
)
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
    Load the rulebook of that shipped name or at that path, with files of cards added to it.

    `texts` are unsaved or virtual files by their absolute paths. Raises `UnknownRulebook` when
    nothing is there.
    """
    place = find(name, texts)

    def compiled(texts: Mapping[Path, str], fallback: str, lints: bool) -> Loaded:
        from ruleslang.library.compile_rulebook import compile_place
        from ruleslang.library.kept_trees import trees_of

        trees = trees_of((str(place.path), str(place.root), *cards))
        loaded = compile_place(
            place, cards, texts, fallback=fallback, lints=lints, earlier=trees.tree
        )
        if not texts:
            trees.keep(loaded.files)
        return loaded

    loaded = None if texts else kept_load(place, cards, compiled, lints=lints)
    if loaded is None:
        loaded = compiled(texts, Path(name).stem, lints)
        if not texts:
            keep_load(place, cards, loaded, lints=lints)
    laid_over = {Path(card).name: card for card in cards}
    as_typed = {} if is_shipped(name) else _as_typed(place, name, loaded.diagnostics)
    return evolve(loaded, shown_as={**as_typed, **laid_over})


def _as_typed(place: Place, name: str, diagnostics: Sequence[Diagnostic]) -> dict[str, str]:
    """Return the rulebook's files and those of diagnostics, by paths relative to what was typed."""
    own = place.path.iterdir() if place.path.is_dir() else (place.path,)
    files = {os.path.relpath(path, place.root) for path in own}
    files |= {diagnostic.span.source.name for diagnostic in diagnostics}
    paths = {file: place.root / file for file in files if (place.root / file).is_file()}
    is_absolute = Path(name).is_absolute()
    return {f: str(path) if is_absolute else os.path.relpath(path) for f, path in paths.items()}


def load_over(
    rulebook: str,
    source: Source,
    *,
    cards: Sequence[str] = (),
    texts: Mapping[Path, str] = NOTHING_NEW,
) -> Loaded:
    """
    Load a rulebook with files of cards, and then a text, laid over it; it is given by name, path
    or text.
    """
    from ruleslang.library.compile_rulebook import compile_gathered, gather_with_cards
    from ruleslang.library.override_definitions import overlaid
    from ruleslang.library.read_rulebook_files import gather_text

    if "\n" in rulebook:
        files, fallback = gather_text(Source("text.rules", rulebook)), "text"
    else:
        files = gather_with_cards(find(rulebook, texts), cards, texts)
        fallback = Path(rulebook).stem
    return compile_gathered(overlaid(files, source), fallback=fallback, lints=False)


def load_position(
    rulebook: str, lines: str, *, cards: Sequence[str] = (), texts: Mapping[Path, str] = NOTHING_NEW
) -> Loaded:
    """
    Load a rulebook with a position as its last example; the rulebook is a name, a path or a text.

    The text of the example is called `POSITION`; its first line is the example's own. `texts` are
    as in `load`.
    """
    inner = "".join(f"    {line.strip()}\n" for line in lines.splitlines())
    text = f'example "{POSITION}"\n{inner}'
    return load_over(rulebook, Source(POSITION, text), cards=cards, texts=texts)


def load_text(text: str, *, name: str = "text.rules", lints: bool = False) -> Loaded:
    return _of_source(Source(name, text), lints=lints)


def load_bytes(data: bytes, *, name: str) -> Loaded:
    """Load a rulebook from a pipe, with lints."""
    from ruleslang.library.read_file import decode
    from ruleslang.library.read_rulebook_files import RulebookFiles

    source, problems = decode(name, data)
    if problems:
        nothing = given(RulebookFiles((), problems))
        return Loaded(Path(name).stem, problems, given(None), nothing, given(()))
    return _of_source(source, lints=True)


def _of_source(source: Source, *, lints: bool) -> Loaded:
    from ruleslang.library.compile_rulebook import compile_gathered
    from ruleslang.library.read_rulebook_files import gather_text

    return compile_gathered(gather_text(source), fallback=Path(source.name).stem, lints=lints)


AT = "@"


def load_at(name: str, cards: Sequence[str] = ()) -> Loaded:
    """
    Load like `load`, for a name that may end in `@REVISION`. Overlaid cards and standard pieces are
    the present ones. Raises `UnknownRulebook`, also when git knows no such revision.
    """
    rulebook, at, revision = name.rpartition(AT)
    if not at or is_shipped(name) or exists(Path(name)):
        return load(name, cards=cards)
    if not rulebook or not revision:
        raise UnknownRulebook(
            f"`{name}` is not of the form `RULEBOOK@REVISION`, as `my_game.rules@HEAD~1`"
        )
    return _load_revision(find(rulebook), rulebook, revision, cards)


def _load_revision(place: Place, rulebook: str, revision: str, cards: Sequence[str]) -> Loaded:
    from ruleslang.library.compile_rulebook import compile_place
    from ruleslang.library.read_rulebook_files import UnknownRevision, files_at

    try:
        files = list(files_at(revision, place.root, _folders(place)))
    except UnknownRevision as problem:
        raise UnknownRulebook(str(problem)) from None
    with TemporaryDirectory(prefix="ruleslang-") as folder:
        root = Path(folder)
        for path, data in files:
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        rulebook_path = root / place.path.relative_to(place.root)
        if not rulebook_path.exists():
            raise UnknownRulebook(f"`{rulebook}` was not there in the revision `{revision}`")
        return compile_place(
            Place(rulebook_path, root), cards, fallback=Path(rulebook).stem, lints=False
        )


def _folders(place: Place) -> Iterator[Path]:
    """Yield the folders of a rulebook, relative to its root."""
    yield place.folder.relative_to(place.root)
    yield Path("cards")
    yield (place.folder / "cards").relative_to(place.root)
