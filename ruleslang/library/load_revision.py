"""Loads a rulebook as it was in a revision of git: `my_game.rules@HEAD~1`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from ruleslang.library.find_rulebook import Place, UnknownRulebook, exists, find, shipped_rulebooks
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.load import load

AT = "@"


def load_at(name: str, cards: Sequence[str] = ()) -> Loaded:
    """
    What `load` gives, of a name that may end in `@REVISION`.

    The files of cards that are laid over it and the standard pieces are those of today. Raises
    `UnknownRulebook`, also where git knows no such revision of it.
    """
    rulebook, at, revision = name.rpartition(AT)
    if not at or name in shipped_rulebooks() or exists(Path(name)):
        return load(name, cards=cards)
    if not rulebook or not revision:
        raise UnknownRulebook(
            f"`{name}` does not read `RULEBOOK@REVISION`, as `my_game.rules@HEAD~1`"
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
            there = root / path
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_bytes(data)
        own = root / place.path.relative_to(place.root)
        if not own.exists():
            raise UnknownRulebook(f"`{rulebook}` was not there in the revision `{revision}`")
        return compile_place(Place(own, root), cards, fallback=Path(rulebook).stem, lints=False)


def _folders(place: Place) -> Iterator[Path]:
    """The folders, below its root, that a rulebook is read from."""
    yield place.folder.relative_to(place.root)
    yield Path("cards")
    yield (place.folder / "cards").relative_to(place.root)
