"""Resolves a shipped name or a path to the place of a rulebook."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from attrs import frozen

from ruleslang.source.errors import RuleslangError, legible
from ruleslang.source.suggest import did_you_mean

NOTHING_NEW: Mapping[Path, str] = {}
_PACKAGE = Path(__file__).resolve().parent.parent
_SHIPPED_AS = _PACKAGE / "_data"


def data_root() -> Path:
    """Return the folder that holds `rulebooks/`, `cards/` and `examples/`."""
    if _PACKAGE.is_dir():
        return _SHIPPED_AS if _SHIPPED_AS.is_dir() else _PACKAGE.parent
    return shipped_folder("_data")


@cache
def shipped_folder(name: str) -> Path:
    """
    Return a folder inside the package; that of a package in an archive is unpacked, until the
    process ends.
    """
    from importlib.resources import files

    packed = files("ruleslang").joinpath(name)
    if isinstance(packed, Path):
        return packed
    from atexit import register
    from tempfile import TemporaryDirectory

    unpacked = TemporaryDirectory(prefix="ruleslang-")
    register(unpacked.cleanup)
    waiting = [(packed, Path(unpacked.name).resolve())]
    while waiting:
        folder, copy = waiting.pop()
        for part in folder.iterdir():
            if part.is_dir():
                (copy / part.name).mkdir()
                waiting.append((part, copy / part.name))
            else:
                (copy / part.name).write_bytes(part.read_bytes())
    return Path(unpacked.name).resolve()


def shipped_rulebooks() -> dict[str, Path]:
    """
    Return every shipped rulebook by name, in name order: its folder, or its only file.

    A folder without a file of the same name (the standard pieces) is not a rulebook.
    """
    rulebooks: dict[str, Path] = {}
    for room in ("examples", "rulebooks"):
        for path in sorted((data_root() / room).glob("*")):
            if path.suffix == ".rules" and path.is_file():
                rulebooks[path.stem] = path
            elif (path / f"{path.name}.rules").is_file():
                rulebooks[path.name] = path
    return dict(sorted(rulebooks.items()))


def standard_folder() -> Path:
    """Return the folder of the files that several rulebooks share."""
    return data_root() / "rulebooks" / "standard"


def standard_pieces() -> dict[str, Path]:
    """Return the shared files by name, as `uses` can name them."""
    return {path.stem: path for path in sorted(standard_folder().glob("*.rules"))}


ENDINGS = (".rules", ".cards", ".csv", ".tsv", ".xlsx")  # in this order; some systems write `.CSV`
LOCK = "~$"  # prefix of the lock file of a spreadsheet program
MOST_BEFORE_A_HEADER = 100_000
AS_A_FILE = "a rulebook is read from a file or a folder, and `check -` reads standard input"
_HEADER = re.compile(rb"^rulebook\s", re.MULTILINE)
HEADER = re.compile(r"^rulebook\s", re.MULTILINE)


class UnknownRulebook(RuleslangError, LookupError):
    """Nothing was found under the given name or path; the message suggests what to try."""

    def __init__(self, message: str) -> None:
        super().__init__(legible(message))


@frozen
class Place:
    """
    The place of a rulebook's files.

    `path` is its folder or its only file; nothing outside `root` is read for it, and messages name
    its files relative to `root`.
    """

    path: Path
    root: Path

    @property
    def folder(self) -> Path:
        """The folder of its own files."""
        return self.path if self.path.is_dir() else self.path.parent


def find(name: str, texts: Mapping[Path, str] = NOTHING_NEW) -> Place:
    """
    Find the rulebook at that path or of that shipped name; raises `UnknownRulebook`.

    A folder here with rules in it comes before a shipped rulebook of the same name. `texts` are
    unsaved files by their absolute paths.
    """
    shipped = shipped_rulebooks()
    if is_shipped(name):
        return Place(shipped[name], data_root())
    path = Path(name)
    if texts and name.strip() and path.resolve() in texts:
        return _place(path.resolve())
    if not name.strip() or not exists(path):
        raise UnknownRulebook(_not_found(name, list(shipped)))
    if path.is_dir() and not _texts_in(path):
        raise UnknownRulebook(f"the folder `{name}` contains no `.rules` file")
    texts_here = _texts_in(path) if path.is_dir() else []
    several = [each.name for each in texts_here if _begins_one(each)]  # none is part of another
    if len(several) > 1:
        raise UnknownRulebook(
            f"the folder `{name}` contains several rulebooks: {', '.join(several)}; name one"
        )
    if path.is_fifo():
        raise UnknownRulebook(f"`{short(name)}` is a pipe; {AS_A_FILE}")
    if not (path.is_dir() or path.is_file()):
        return Place(path, path.parent)  # a device, which has only this name
    return _place(path.resolve())


def rulebook_of(path: Path, texts: Mapping[Path, str] = NOTHING_NEW) -> Path | None:
    """
    Return the rulebook that a file is part of, by what is in its folder: the folder, as `check
    FOLDER` reads it, or the file itself; `None` for a table or a file of cards of no rulebook
    there.

    `texts` are unsaved files; a new one with a header is a separate rulebook.
    """
    beside = [file for file in _parts_in(path.parent) if file.name != path.name]
    is_rules = path.suffix.lower() == ".rules"
    headed = [file for file in beside if _is_headed(file, texts)]
    if is_rules and _is_headed(path, texts):
        return path.parent if beside and not headed and exists(path) else path
    is_part = len(headed) == 1 and (not is_rules or len(beside) > 1 or exists(path))
    return path.parent if is_part else path if is_rules else None


def _parts_in(folder: Path) -> list[Path]:
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    return [
        file for file in files if file.suffix.lower() in ENDINGS and not file.name.startswith(LOCK)
    ]


def _is_headed(path: Path, texts: Mapping[Path, str]) -> bool:
    if path.suffix.lower() != ".rules":
        return False
    return bool(HEADER.search(texts[path])) if path in texts else _begins_one(path)


def is_shipped(name: str) -> bool:
    """Return whether a name means a shipped rulebook: there is one, and no folder of rules here."""
    path = Path(name)
    is_here = exists(path) and path.is_dir() and bool(_texts_in(path))
    return name in shipped_rulebooks() and not is_here


def _texts_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix.lower() == ".rules")


def _begins_one(path: Path) -> bool:
    try:
        inside = path.resolve(strict=True).is_relative_to(path.parent.resolve())
        if not (inside and path.is_file()):  # a link that leads out; a pipe would be waited for
            return False
        with path.open("rb") as file:
            return bool(_HEADER.search(file.read(MOST_BEFORE_A_HEADER)))
    except (OSError, RuntimeError):  # circular links
        return False


def exists(path: Path) -> bool:
    """Return whether there is something at a path that somebody typed."""
    try:
        return path.exists()
    except (OSError, ValueError):  # a name too long, or with a zero byte
        return False


def _place(path: Path) -> Place:
    """Return the place of a path; `rulebooks/name` beside `cards/name` share a root."""
    folder = path if path.is_dir() else path.parent
    for house in (folder.parent, folder.parent.parent):
        if folder.is_relative_to(house / "rulebooks") and (house / "cards").is_dir():
            return Place(path, house)
    return Place(path, folder)


def _not_found(name: str, shipped: list[str]) -> str:
    hint = did_you_mean(name, shipped)
    if hint is None and shipped and not Path(name).suffix:
        hint = f"the shipped rulebooks are {', '.join(shipped)}"
    return f"no rulebook, file or folder is named `{short(name)}`" + (f"; {hint}" if hint else "")


def short(name: str) -> str:
    return name if len(name) <= 60 else f"{name[:57]}..."


FENCE_INFO = re.compile(r"^(```\w+) .*$", re.M)  # directives for the tests of the page
LINK = re.compile(r"\[([^\]\n]+)\]\([^)\s]+\)")
CODE = re.compile(r"(^```.*?^```$)", re.M | re.S)


@cache
def message_pages() -> dict[str, Path]:
    """Return the pages of messages by slug, in name order."""
    pages = sorted((data_root() / "docs" / "messages").glob("*.md"))
    return {path.stem: path for path in pages if path.stem.islower()}


def page(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def for_a_reader(text: str) -> str:
    r"""
    Return a page for the terminal: links become plain words, blocks lose their directives.

    >>> for_a_reader("See also: [Data: `zone`](../reference/data.md#zone)")
    'See also: Data: `zone`'
    >>> for_a_reader("```rules with=ferry wrong=no-owner\nlet x = [1](2)\n```")
    '```rules\nlet x = [1](2)\n```'
    """
    parts = CODE.split(text)
    parts[::2] = [LINK.sub(r"\1", part) for part in parts[::2]]
    return "".join(FENCE_INFO.sub(r"\1", part) for part in parts)


def summary(path: Path) -> str:
    """Return the first line of a page below its heading."""
    _, _, body = page(path).partition("\n\n")
    return body.partition("\n")[0]
