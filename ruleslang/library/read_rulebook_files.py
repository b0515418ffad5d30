"""Reads all files of a rulebook, in the order of the language."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from attrs import define, evolve, field, frozen

from ruleslang.language.syntax.csv_table import parse_csv, parse_workbook
from ruleslang.language.syntax.declarations import CardFolders, Header, Junk, Tree, Uses
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.parse import Parsed, parse
from ruleslang.library import file_diagnostics as errors
from ruleslang.library.file_diagnostics import end_of
from ruleslang.library.find_rulebook import (
    ENDINGS,
    LOCK,
    NOTHING_NEW,
    Place,
    short,
    standard_folder,
    standard_pieces,
)
from ruleslang.library.read_file import FileAccesses, There, decode, read_source, what_is_at
from ruleslang.source.budget import doing
from ruleslang.source.diagnostic import Diagnostic, has_error
from ruleslang.source.errors import wrong_in_name
from ruleslang.source.span import Source

MOST_LETTERS = 2_000_000  # of all files of a rulebook: at most a minute to read
MOST_FILES = 500  # the most of one rulebook


OF_CARDS = ENDINGS[1:]


@frozen
class RulebookFiles:
    """
    The trees of all files of a rulebook, including tables.

    The file with the header comes first, then the others of the folder, standard pieces, cards.
    """

    trees: tuple[Tree, ...]
    diagnostics: tuple[Diagnostic, ...]
    looked: FileAccesses = FileAccesses()  # the files read to find these

    @property
    def header(self) -> Header | None:
        """The first header, or None."""
        return header_of(self.trees)


Parse: TypeAlias = Callable[[Source], Parsed]
Earlier: TypeAlias = Callable[[str], Tree | None]
Key: TypeAlias = tuple[str, str, str]


def parse_file(source: Source, before: Parsed | None = None) -> Parsed:
    """Parse a file as a text, like an earlier one, or as a table by its extension."""
    with doing(f"reading {source.name}"):
        if source.is_workbook:
            return parse_workbook(source)
        return parse_csv(source) if source.is_table else parse(source, before)


@define(eq=False)
class Trees:
    """A memo of parsed texts, by name, content and neighbouring files."""

    _kept: dict[Key, Parsed] = field(factory=dict)
    _used: dict[Key, Parsed] = field(factory=dict)

    def parse(self, source: Source, earlier: Earlier = lambda name: None) -> Parsed:
        """
        Return the tree of a text and its syntax errors, memoised; `earlier` has trees without
        errors of files that this does not know.
        """
        key = source.name, source.text, source.beside
        parsed = self._used.get(key) or self._kept.get(key)
        if parsed is None:
            before = self._before(source.name)
            if before is None and (tree := earlier(source.name)) is not None:
                before = tree, ()
                parsed = before if tree.source.text == source.text else None
            parsed = parsed or parse_file(source, before)
        self._used[key] = parsed
        return parsed

    def _before(self, name: str) -> Parsed | None:
        """Return the kept tree and diagnostics of a file, by its name."""
        return next((parsed for (of, _, _), parsed in self._kept.items() if of == name), None)

    def drop_unused(self) -> None:
        """Forget the trees that were not used since the last call."""
        self._kept, self._used = self._used, {}


@define
class _Reader:
    """The state of reading."""

    root: Path
    texts: Mapping[Path, str] = field(factory=dict)  # the texts of unsaved files
    named: Path | None = None  # named by the user: may be a pipe
    parse: Parse = field(default=parse_file)
    trees: list[Tree] = field(factory=list)
    problems: list[Diagnostic] = field(factory=list)
    read: dict[Path, str] = field(factory=dict)  # with their names in messages
    places: dict[Path, There] = field(factory=dict)  # paths that were looked at
    letters: int = 0
    mistaken: list[tuple[int, int, int]] = field(factory=list)
    """Which trees have mistakes, where those stand among the problems, and how many."""

    def add(self, path: Path, root: Path | None = None) -> None:
        """Read one file, once, if it is inside the root and within the limits."""
        inside = root or self.root
        if path in self.read:
            return
        name = self.read[path] = path.relative_to(inside).as_posix()
        if wrong_in_name(name):
            self.add_source(*read_source(path, name))
            return
        where, nowhere = _resolved(path), end_of(Source(name, ""))
        if len(self.read) > MOST_FILES:
            if len(self.read) == MOST_FILES + 1:
                self.problems.append(errors.too_many_files(nowhere, most=MOST_FILES))
        elif where is None:
            self.problems.append(errors.unreadable_file(nowhere, reason="a cycle of links"))
        elif path != self.named and not where.is_relative_to(inside.resolve()):
            self.problems.append(errors.outside_the_folder(nowhere))
        elif path.exists() and not path.is_file() and path != self.named:
            no_file = errors.unreadable_file(nowhere, reason="it is not a file")
            self.problems.append(no_file)  # a pipe would block
        elif path in self.texts:
            self.add_source(*decode(name, self.texts[path].encode("utf-8", "surrogatepass")))
        else:
            self.add_source(*read_source(path, name))

    def look_at(self, *paths: Path) -> None:
        """Record the state of paths before they are used."""
        for path in paths:
            self.places.setdefault(path, what_is_at(path))

    def add_source(self, source: Source, problems: Sequence[Diagnostic] = ()) -> None:
        """Parse a file that could be decoded, and records the diagnostics."""
        self.problems += problems
        before, self.letters = self.letters, self.letters + len(source.text)
        if before <= MOST_LETTERS < self.letters:
            most = f"{MOST_LETTERS:,}"
            self.problems.append(errors.too_large_together(end_of(source), most=most))
        if has_error(problems) or self.letters > MOST_LETTERS:
            span = source.span(0, len(source.text))
            self.trees.append(Tree(source, (Junk(span=span),)))
        else:
            tree, mistakes = self.parse(source)
            if mistakes:
                self.mistaken.append((len(self.trees), len(self.problems), len(mistakes)))
            self.trees.append(tree)
            self.problems += mistakes

    def result(self) -> RulebookFiles:
        """Return the result, with the header's file first."""
        self._propose_names_of_all()
        trees = sorted(self.trees, key=lambda tree: header_of([tree]) is None)
        looked = FileAccesses(tuple(self.read.items()), tuple(self.places.items()))
        return RulebookFiles(tuple(trees), tuple(self.problems), looked)

    def _propose_names_of_all(self) -> None:
        """Parse files with errors again, now with the names of all files for suggestions."""
        if not self.mistaken or len(self.trees) == 1:
            return
        lines = (line for tree in self.trees for line in tree.source.text.splitlines())
        beside = "\n".join(line for line in lines if line[:1].isalpha())  # heads of declarations
        for at, start, many in reversed(self.mistaken):
            source = self.trees[at].source
            self.trees[at], mistakes = self.parse(evolve(source, beside=beside))
            self.problems[start : start + many] = mistakes


def gather(
    place: Place, texts: Mapping[Path, str] = NOTHING_NEW, parse: Parse = parse_file
) -> RulebookFiles:
    """
    Read the rulebook at `place`: its own files, and those that its header names.

    `texts` are unsaved or virtual files; `parse` makes the trees.
    """
    named = None if place.path.is_dir() else place.path
    work = _Reader(place.root, texts, named, parse)
    work.look_at(place.folder)
    for path in _own_files(place, texts):
        work.add(path)
    _add_named(work, place.folder)
    return work.result()


def gather_text(source: Source) -> RulebookFiles:
    """Return a rulebook that is one text, with the standard pieces that its header names."""
    work = _Reader(Path())
    work.add_source(source)
    _add_named(work, None)
    return work.result()


def header_of(trees: Iterable[Tree]) -> Header | None:
    """Return the first header of some trees, or None."""
    declarations = chain.from_iterable(tree.declarations for tree in trees)
    return next((each for each in declarations if isinstance(each, Header)), None)


def _resolved(path: Path) -> Path | None:
    """Return the resolved path; None for circular links."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return None


def _own_files(place: Place, texts: Mapping[Path, str]) -> list[Path]:
    if not place.path.is_dir():
        return [place.path]
    files = _in_folder(place.path, texts)
    return [path for ending in ENDINGS for path in files if path.suffix.lower() == ending]


def _in_folder(folder: Path, texts: Mapping[Path, str]) -> list[Path]:
    """Return the files of a folder, with unsaved ones, in name order."""
    written = folder.iterdir() if folder.is_dir() else ()
    files = {*written, *(path for path in texts if path.parent == folder)}
    return sorted(path for path in files if not path.name.startswith(LOCK))


def _add_named(work: _Reader, folder: Path | None) -> None:
    """Add the standard pieces and card folders of the header; a bare text has no card folders."""
    header = header_of(work.trees)
    for item in header.items if header else ():
        if isinstance(item, Uses):
            for name in item.names:
                _add_piece(work, name)
        elif isinstance(item, CardFolders):
            for name in item.names:
                _add_cards(work, name, folder)


def _add_piece(work: _Reader, name: Name) -> None:
    work.look_at(standard_folder())
    pieces = standard_pieces()
    if name.text in pieces:
        work.add(pieces[name.text], pieces[name.text].parents[2])
    else:
        listed = ", ".join(f"`{piece}`" for piece in sorted(pieces)) or "none yet"
        work.problems.append(errors.unknown_standard_piece(name, known=pieces, pieces=listed))


def _add_cards(work: _Reader, name: Name, folder: Path | None) -> None:
    """Add all files and tables of `cards/NAME/`, or the file `NAME.cards`, in name order."""
    houses = [house for house in dict.fromkeys((folder, work.root)) if house is not None]
    for house in houses:
        inside, alone = house / "cards" / name.text, house / f"{name.text}.cards"
        work.look_at(inside, alone)
        files = [alone] if alone.is_file() or alone in work.texts else []
        files += (
            path for path in _in_folder(inside, work.texts) if path.suffix.lower() in OF_CARDS
        )
        for path in files:
            work.add(path)
        if files:
            return
    for house in houses:  # whose names are proposed
        work.look_at(house / "cards", *(house / "cards").glob("*"))
    folders = [house / "cards" / name.text for house in houses]
    idle = next((folder for folder in folders if folder.is_dir()), None)
    if idle is not None:
        inside_it = sorted(path.name for path in idle.iterdir())
        other = f", and `{inside_it[0]}` ends otherwise" if inside_it else ""
        work.problems.append(errors.no_cards_inside(name, other=other))
        return
    known = [path.name for house in houses for path in (house / "cards").glob("*") if path.is_dir()]
    looked = (f"cards/{name.text}/", f"{name.text}.cards")
    places = " or ".join(f"`{place}`" for place in looked)
    work.problems.append(errors.unknown_card_folder(name, known=known, places=places))


MOST_SECONDS = 20
OF_ANOTHER_PLACE = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE")
"""Variables that git sets for its hooks, and that would redirect it to another folder."""


class UnknownRevision(LookupError):
    """Git is missing, or does not know the revision; the message says which."""


def texts_at(
    revision: str, files: Sequence[tuple[Path, str]], *, whole_folders: bool
) -> dict[str, str]:
    """
    Return the texts of files at a revision, by their names in messages.

    Files that it does not have are left out. With `whole_folders`, files of the same folders that
    were removed since are included.
    """
    commits: dict[Path, str] = {}
    texts: dict[str, str] = {}
    for path, name in (*files, *(_deleted(revision, files, commits) if whole_folders else ())):
        folder = path.parent
        if folder not in commits:
            commits[folder] = _commit(folder, revision)
        blob = _git(folder, "cat-file", "blob", f"{commits[folder]}:./{path.name}")
        if blob is not None and not name.lower().endswith(".xlsx"):
            texts[name] = blob.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    return texts


def files_at(revision: str, root: Path, folders: Iterable[Path]) -> Iterator[tuple[Path, bytes]]:
    """
    Yield the candidate files of a rulebook in some folders and subfolders, at a revision.

    Paths are relative to `root`. Raises `UnknownRevision`.
    """
    commit = _commit(root, revision)
    listed = b""
    for folder in dict.fromkeys(folders):
        words = ("ls-tree", "-r", "--name-only", "-z", commit, f"./{folder.as_posix()}/")
        listed += _git(root, *words) or b""
    names = dict.fromkeys(filter(None, listed.decode("utf-8", "replace").split("\0")))
    texts = [name for name in names if name.lower().endswith(ENDINGS)]
    for name in texts[: MOST_FILES + 1]:
        blob = _git(root, "cat-file", "blob", f"{commit}:./{name}")
        path = Path(name)
        if blob is not None and not path.is_absolute() and ".." not in path.parts:
            yield path, blob


def _deleted(
    revision: str, files: Sequence[tuple[Path, str]], commits: dict[Path, str]
) -> Iterator[tuple[Path, str]]:
    """Yield the files of the same folders that no longer exist."""
    folders: Mapping[Path, str] = {path.parent: name for path, name in files}
    for folder, name in folders.items():
        commits[folder] = _commit(folder, revision)
        listed = _git(folder, "ls-tree", "--name-only", "-z", commits[folder], "./")
        for file in (listed or b"").decode("utf-8", "replace").split("\0"):
            path = folder / file
            if path.suffix.lower() in ENDINGS and file.isprintable() and not path.exists():
                yield path, (Path(name).parent / file).as_posix()


def _commit(folder: Path, revision: str) -> str:
    """Return the full name of a commit, which git cannot mistake for an option."""
    name = f"{revision}^{{commit}}"
    commit = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", name)
    if commit is None:
        raise UnknownRevision(f"git knows no revision `{short(revision)}` of the files in {folder}")
    return commit.decode("ascii", "replace").split()[-1]


def _git(folder: Path, *words: str) -> bytes | None:
    """Return the output of git; None if it fails."""
    environment = {
        name: value for name, value in os.environ.items() if name not in OF_ANOTHER_PLACE
    }
    quiet = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}
    # A stranger's repository may name a command by which what it lacks is fetched.
    offline = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}
    try:
        ran = subprocess.run(
            ("git", "-C", str(folder), *words),
            capture_output=True,
            check=False,
            stdin=subprocess.DEVNULL,
            timeout=MOST_SECONDS,
            env=environment | quiet | offline,
        )
    except FileNotFoundError:
        raise UnknownRevision("`git` is not installed, so no revision can be read") from None
    except (subprocess.TimeoutExpired, ValueError, OSError):
        return None
    return ran.stdout if ran.returncode == 0 else None
