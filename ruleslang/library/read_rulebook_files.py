"""Reads all files of one rulebook, in the order that the language gives them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path

from attrs import define, evolve, field, frozen

from ruleslang.library import diagnostics
from ruleslang.library.file_dependencies import Looked, There, what_is_at
from ruleslang.library.find_rulebook import Place
from ruleslang.library.read_source_file import MOST_FILES, MOST_LETTERS, read_source
from ruleslang.library.shipped_data import standard_folder, standard_pieces
from ruleslang.nodes.budget import doing
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.passed_values import wrong_in_name
from ruleslang.source.span import Source
from ruleslang.syntax.csv_table import parse_csv
from ruleslang.syntax.declarations import CardFolders, Header, Junk, Tree, Uses
from ruleslang.syntax.node import Name
from ruleslang.syntax.parse import parse

ENDINGS = (".rules", ".cards", ".csv")  # in this order; other systems write `.CSV`
OF_CARDS = ENDINGS[1:]
NOTHING_NEW: Mapping[Path, str] = {}


@frozen
class Gathered:
    """
    The trees of all files of a rulebook, its tables too.

    The file with the header comes first, then the others of the folder, standard pieces, cards.
    """

    trees: tuple[Tree, ...]
    diagnostics: tuple[Diagnostic, ...]
    looked: Looked = Looked()  # at what, to find these

    @property
    def header(self) -> Header | None:
        """The first header; `None` when no file has one."""
        return header_of(self.trees)


@define
class _Gathering:
    """What was read so far."""

    root: Path
    texts: Mapping[Path, str] = field(factory=dict)  # what stands in files that are not written yet
    named: Path | None = None  # by the user himself: it may be a pipe
    trees: list[Tree] = field(factory=list)
    problems: list[Diagnostic] = field(factory=list)
    read: dict[Path, str] = field(factory=dict)  # with what messages call each
    places: dict[Path, There] = field(factory=dict)  # that were looked at
    letters: int = 0
    mistaken: list[tuple[int, int, int]] = field(factory=list)
    """Which trees have mistakes, where those stand among the problems, and how many."""

    def add(self, path: Path, root: Path | None = None) -> None:
        """Read one file, once, if it lies inside the root and is not one too many."""
        inside = root or self.root
        if path in self.read:
            return
        name = self.read[path] = path.relative_to(inside).as_posix()
        if wrong_in_name(name):
            self.add_source(*read_source(path, name))
            return
        where = _resolved(path)
        if len(self.read) > MOST_FILES:
            if len(self.read) == MOST_FILES + 1:
                self.problems.append(diagnostics.too_many_files(Source(name, ""), MOST_FILES))
        elif where is None:
            self.problems.append(diagnostics.unreadable_file(Source(name, ""), "a circle of links"))
        elif path != self.named and not where.is_relative_to(inside.resolve()):
            self.problems.append(diagnostics.outside_the_folder(Source(name, "")))
        elif path.exists() and not path.is_file() and path != self.named:
            no_file = diagnostics.unreadable_file(Source(name, ""), "it is no file")
            self.problems.append(no_file)  # a pipe would be waited for, for ever
        elif path in self.texts:
            self.add_source(Source(name, self.texts[path]))
        else:
            self.add_source(*read_source(path, name))

    def look_at(self, *paths: Path) -> None:
        """Note what is at some places, before they are made use of."""
        for path in paths:
            self.places.setdefault(path, what_is_at(path))

    def add_source(self, source: Source, problems: Sequence[Diagnostic] = ()) -> None:
        """Parse what could be read whole, and note what could not."""
        self.problems += problems
        before, self.letters = self.letters, self.letters + len(source.text)
        if before <= MOST_LETTERS < self.letters:
            self.problems.append(diagnostics.too_large_together(source, MOST_LETTERS))
        if problems or self.letters > MOST_LETTERS:
            whole = source.span(0, len(source.text))
            self.trees.append(Tree(source, (Junk(span=whole),)))
        else:
            tree, found = parse_file(source)
            if found:
                self.mistaken.append((len(self.trees), len(self.problems), len(found)))
            self.trees.append(tree)
            self.problems += found

    def result(self) -> Gathered:
        """All of it, the file with the header first."""
        self._propose_names_of_all()
        trees = sorted(self.trees, key=lambda tree: header_of([tree]) is None)
        looked = Looked(tuple(self.read.items()), tuple(self.places.items()))
        return Gathered(tuple(trees), tuple(self.problems), looked)

    def _propose_names_of_all(self) -> None:
        """Read texts with mistakes once more, when the names of the other files are known."""
        if not self.mistaken or len(self.trees) == 1:
            return
        beside = "\n".join(line for tree in self.trees for line in _heads(tree.source.text))
        for at, start, many in reversed(self.mistaken):
            source = self.trees[at].source
            self.trees[at], found = parse_file(evolve(source, beside=beside))
            self.problems[start : start + many] = found


def _heads(text: str) -> list[str]:
    """The lines at the left margin, which say what a file declares."""
    return [line for line in text.splitlines() if line[:1].isalpha()]


def gather(place: Place, texts: Mapping[Path, str] = NOTHING_NEW) -> Gathered:
    """
    Read the rulebook at `place`: its own files, and those that its header names.

    `texts` has what is to be read in the place of some of the files.
    """
    named = None if place.path.is_dir() else place.path
    work = _Gathering(place.root, texts, named)
    work.look_at(place.folder)
    for path in _own_files(place):
        work.add(path)
    _add_named(work, place.folder)
    return work.result()


def gather_text(source: Source) -> Gathered:
    """A rulebook that is one text, with the standard pieces that its header names."""
    work = _Gathering(Path())
    work.add_source(source)
    _add_named(work, None)
    return work.result()


def parse_file(source: Source) -> tuple[Tree, tuple[Diagnostic, ...]]:
    """The tree of a file: of a text, or of a table by its ending."""
    with doing(f"reading {source.name}"):
        return parse_csv(source) if source.is_table else parse(source)


def header_of(trees: Iterable[Tree]) -> Header | None:
    """The first header in some trees, or `None`."""
    declarations = chain.from_iterable(tree.declarations for tree in trees)
    return next((found for found in declarations if isinstance(found, Header)), None)


def _resolved(path: Path) -> Path | None:
    """Where a file is; `None` when links lead in a circle."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return None


def _own_files(place: Place) -> list[Path]:
    if not place.path.is_dir():
        return [place.path]
    files = sorted(place.path.iterdir())
    return [path for ending in ENDINGS for path in files if path.suffix.lower() == ending]


def _add_named(work: _Gathering, folder: Path | None) -> None:
    """The standard pieces and card folders of the header; a bare text has no card folders."""
    header = header_of(work.trees)
    for item in header.items if header else ():
        if isinstance(item, Uses):
            for name in item.names:
                _add_piece(work, name)
        elif isinstance(item, CardFolders):
            for name in item.names:
                _add_cards(work, name, folder)


def _add_piece(work: _Gathering, name: Name) -> None:
    work.look_at(standard_folder())
    pieces = standard_pieces()
    if name.text in pieces:
        work.add(pieces[name.text], pieces[name.text].parents[2])
    else:
        work.problems.append(diagnostics.unknown_standard_piece(name.span, pieces))


def _add_cards(work: _Gathering, name: Name, folder: Path | None) -> None:
    """All card files and tables of `cards/NAME/`, or the one file `NAME.cards`, in name order."""
    houses = [house for house in dict.fromkeys((folder, work.root)) if house is not None]
    for house in houses:
        inside, alone = house / "cards" / name.text, house / f"{name.text}.cards"
        work.look_at(inside, alone)
        found = [alone] if alone.is_file() else []
        if inside.is_dir():
            found += sorted(path for path in inside.iterdir() if path.suffix.lower() in OF_CARDS)
        for path in found:
            work.add(path)
        if found:
            return
    there = [house / "cards" / name.text for house in houses]
    idle = next((folder for folder in there if folder.is_dir()), None)
    if idle is not None:
        inside_it = sorted(path.name for path in idle.iterdir())
        work.problems.append(diagnostics.no_cards_inside(name.span, inside_it))
        return
    known = [path.name for house in houses for path in (house / "cards").glob("*") if path.is_dir()]
    looked = (f"cards/{name.text}/", f"{name.text}.cards")
    work.problems.append(diagnostics.unknown_card_folder(name.span, looked, known))
