"""Caches the result of loading a rulebook until one of its files changes.

An entry lists the files and folders that were looked at, with the text of each file; it is valid
while all of these, and the package itself, are unchanged. The diagnostics of `check` are valid with
other comments and blank lines, too. An entry is plain data, validated when read; an invalid one is
ignored.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from attrs import field, frozen

from ruleslang.library.find_rulebook import Place, data_root
from ruleslang.library.read_file import FileAccesses, read_source, what_is_at
from ruleslang.source.cache_files import cache_folder, drop_oldest, keep, read_own
from ruleslang.source.diagnostic import Diagnostic, has_error
from ruleslang.source.span import MAX_LETTERS, Source, Span

if TYPE_CHECKING:
    from cattrs import Converter

    from ruleslang.library.read_rulebook_files import RulebookFiles
    from ruleslang.program.program import Compiled


T = TypeVar("T")


@frozen
class Loaded:
    """
    A loaded rulebook, as far as its errors allow.

    `compiled` is `None` exactly when a diagnostic is an error. `spans` are the places in the text
    of its program's origins. `shown_as` maps files to paths as a person would type them.
    `names_files`: its looks name pictures, layouts or fonts.
    """

    name: str
    diagnostics: tuple[Diagnostic, ...]
    _compiled: Callable[[], Compiled | None]
    _files: Callable[[], RulebookFiles]
    _spans: Callable[[], tuple[Span, ...]]
    shown_as: Mapping[str, str] = field(factory=dict)
    names_files: bool = False

    @property
    def compiled(self) -> Compiled | None:
        """The game; None if it cannot be played."""
        return self._compiled()

    @property
    def files(self) -> RulebookFiles:
        return self._files()

    @property
    def spans(self) -> tuple[Span, ...]:
        """The place of each origin."""
        return self._spans()


def given(value: T) -> Callable[[], T]:
    """Wrap a value as a thunk, where other callers pass a lazy one."""
    return lambda: value


MOST_BYTES = 20_000_000  # bytes of an entry


def digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def entry_path(folder: str, key: Plain) -> Path | None:
    """Return the path of an entry in a folder of the cache; None without a cache."""
    cache = cache_folder()
    return None if cache is None else cache / folder / f"{digest(json.dumps(key))}.json"


def read_entry(path: Path) -> dict[str, Plain] | None:
    """Return the data of an entry; None if there is none or it is damaged."""
    text = read_own(path, MOST_BYTES)
    if text is None:
        return None
    checksum, _, data = text.partition("\n")
    try:
        entry = json.loads(data) if digest(data) == checksum else None
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


def write_entry(path: Path, entry: dict[str, Plain], most: int) -> None:
    """Write an entry, and keep only the newest `most` entries beside it."""
    text = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
    if len(text) < MOST_BYTES:
        keep(path, f"{digest(text)}\n{text}")
        drop_oldest(path.parent, most)


Plain: TypeAlias = Any
Compile: TypeAlias = Callable[[Mapping[Path, str], str, bool], Loaded]
"""Compiles a rulebook from texts, with a name for it and whether lints are reported."""

UNREAD = "unread-table"  # with it, errors are left out that are about words of that table
PACKAGE = Path(__file__).resolve().parents[1]
MOST_ENTRIES = 60


# fmt: off
NOT_LOADING = frozenset((
    "api", "apps", "c", "evaluation", "explanation", "flow", "format", "highlight", "interpreter",
    "players", "wasm", "workspace",
))
# fmt: on
"""Folders that have no part in loading: a change there leaves entries valid."""


class Stale(Exception):
    """An entry is damaged or describes other files."""


def kept_load(
    place: Place, cards: Sequence[str], compile: Compile, *, lints: bool
) -> Loaded | None:
    """Return the cached result for the same files, or None; what it lacks is compiled later."""
    path, version = _entry(place, cards, lints=lints), package_version()
    entry = read_entry(path) if path is not None else None
    if entry is None or version is None:
        return None
    try:
        if path is None or entry["version"] != version:
            return None
        return _loaded(path, cards, entry, compile)
    except (Stale, ValueError, LookupError, TypeError, RecursionError, OSError):
        return None


def keep_load(place: Place, cards: Sequence[str], loaded: Loaded, *, lints: bool) -> None:
    """
    Cache a result.

    With `lints` the caller is `check`, which seldom goes on to play: then the game is not written,
    and is compiled on demand.
    """
    path, version = _entry(place, cards, lints=lints), package_version()
    sources = [tree.source for tree in loaded.files.trees]
    if path is None or version is None or _depends_on_more(loaded):
        return
    try:
        entry = {
            "version": version,
            "name": loaded.name,
            "places": [[str(path), state] for path, state in loaded.files.looked.places],
            "files": list(_files(loaded.files.looked, cards, sources)),
            "diagnostics": _unstructured(loaded.diagnostics, sources),
            "names_files": loaded.names_files,
            "compiled": None if lints else _plain(loaded),
        }
        write_entry(path, entry, MOST_ENTRIES)
    except (Stale, ValueError, OSError, RecursionError):
        return


def _depends_on_more(loaded: Loaded) -> bool:
    """Return whether errors follow from the name as typed, or from a file that is not listed."""
    unread = any(diagnostic.slug == UNREAD for diagnostic in loaded.diagnostics)
    return loaded.files.header is None or (unread and has_error(loaded.diagnostics))


def _entry(place: Place, cards: Sequence[str], *, lints: bool) -> Path | None:
    """Return the path of this rulebook's entry, or None."""
    over = [os.path.abspath(name) for name in cards]
    return entry_path("loads", [str(place.path), str(place.root), over, lints])


@cache
def package_version() -> str | None:
    """Return a digest of the package's loading rooms; None if they are not files."""
    try:
        grammar = data_root() / "grammar"
        files = sorted([*_own_files(str(PACKAGE)), *_own_files(str(grammar))])
    except OSError:
        return None
    return digest(f"{sys.version} {PACKAGE} {files}")


def _own_files(folder: str) -> Iterator[tuple[str, int, int]]:
    for file in os.scandir(folder):
        if file.is_dir():
            if file.name not in ("_data", "__pycache__") and file.name not in NOT_LOADING:
                yield from _own_files(file.path)
        elif file.name.endswith((".py", ".lark", ".json", ".txt")):
            known = file.stat()
            yield file.path, known.st_mtime_ns, known.st_size


# ---------------------------------------------------------------- the files


def _files(
    looked: FileAccesses, cards: Sequence[str], sources: Sequence[Source]
) -> Iterator[tuple[str, str, str, str]]:
    """Yield path, resolved path, name and each text; raises `Stale` if one has no path."""
    paths = {name: path for path, name in looked.files}
    paths |= {Path(name).name: Path(os.path.abspath(name)) for name in cards}
    if not len(paths) == len(looked.files) + len(cards) == len(sources):
        raise Stale
    for source in sources:
        path = paths.get(source.name)
        if path is None or not path.is_file():
            raise Stale
        yield str(path), os.path.realpath(path), source.name, source.text


def _present(entry: Plain) -> Iterator[tuple[Path, Source, Source]]:
    """Yield the files of an entry, as they were and as they are; raises `Stale` for others."""
    for name, state in entry["places"]:
        if what_is_at(Path(name)) != state:
            raise Stale
    for name, real, shown, known in entry["files"]:
        path = Path(name)
        if not isinstance(shown, str) or not path.is_file() or os.path.realpath(path) != real:
            raise Stale
        source, problems = read_source(path, shown)
        if problems or not isinstance(known, str):
            raise Stale
        yield path, source if source.text == known else Source(shown, known), source


# ---------------------------------------------------------------- what was made of them


def _loaded(path: Path, cards: Sequence[str], entry: Plain, compile: Compile) -> Loaded:
    """Return the result in an entry; what it lacks is computed on demand from the same texts."""
    found = tuple(_present(entry))
    files, name = {path: now for path, _, now in found}, entry["name"]
    if not isinstance(name, str):
        raise Stale

    @cache
    def fresh() -> Loaded:
        texts = {path: source.text for path, source in files.items()}
        texts |= {Path(name): texts[Path(os.path.abspath(name))] for name in cards}
        return compile(texts, name, False)

    sources = tuple(was for _, was, _ in found)
    diagnostics = _diagnostics(entry["diagnostics"], sources)
    is_wrong = has_error(diagnostics)
    if any(was is not now for _, was, now in found):
        if is_wrong or entry["compiled"] is not None:
            raise Stale
        diagnostics = _carried(path, entry, found, diagnostics)
    if entry["compiled"] is None:
        return Loaded(
            name,
            diagnostics,
            lambda: None if is_wrong else fresh().compiled,
            lambda: fresh().files,
            lambda: fresh().spans,
            names_files=entry["names_files"] is True,
        )
    from ruleslang.program.program import Compiled
    from ruleslang.program.serial import from_plain

    compiled = from_plain(entry["compiled"], Compiled)
    spans = tuple(_spans(compiled, sources))
    return Loaded(name, diagnostics, given(compiled), lambda: fresh().files, given(spans))


def _carried(
    path: Path,
    entry: Plain,
    found: Sequence[tuple[Path, Source, Source]],
    diagnostics: tuple[Diagnostic, ...],
) -> tuple[Diagnostic, ...]:
    """Return the diagnostics after edits of comments, and keep them; raises `Stale` for others."""
    from ruleslang.library.edited_comments import carried

    if sum(len(now.text) for _, _, now in found) > MAX_LETTERS:
        raise Stale
    for _, was, now in found:
        after = diagnostics if was is now else carried(diagnostics, was, now)
        if after is None or (now.is_table and was is not now):
            raise Stale
        diagnostics = after
    sources = [now for _, _, now in found]
    files = [[*file[:3], now.text] for file, now in zip(entry["files"], sources, strict=True)]
    plain = _unstructured(diagnostics, sources)
    write_entry(path, {**entry, "files": files, "diagnostics": plain}, MOST_ENTRIES)
    return diagnostics


def _plain(loaded: Loaded) -> Plain:
    from ruleslang.program.serial import plain

    return None if loaded.compiled is None else plain(loaded.compiled)


def _spans(compiled: Compiled, sources: Sequence[Source]) -> Iterator[Span]:
    """Yield the spans of origins, from lines and columns."""
    by_name = {source.name: source for source in sources}
    for origin in compiled.program.origins:
        source = by_name[origin.file]
        start = source.offset(origin.line, origin.column)
        end = source.offset(origin.end_line, origin.end_column)
        yield _span(source, start, end)


def _span(source: Source, start: int, end: int) -> Span:
    if not 0 <= start <= end <= len(source.text):
        raise Stale
    return Span(source, start, end)


def _diagnostics(plain: Plain, sources: Sequence[Source]) -> tuple[Diagnostic, ...]:
    if plain == []:  # as of most rulebooks, which are read without cattrs
        return ()
    try:
        return _of_texts(sources).structure(plain, tuple[Diagnostic, ...])
    except Exception as problem:  # cattrs raises exception groups; all mean damage
        raise Stale from problem


def _unstructured(diagnostics: Sequence[Diagnostic], sources: Sequence[Source]) -> Plain:
    return _of_texts(sources).unstructure(list(diagnostics)) if diagnostics else []


def _of_texts(sources: Sequence[Source]) -> Converter:
    """Return a converter in which a span is the number of its text and two offsets."""
    from ruleslang.source.plain_data import strict_converter

    numbers = {id(source): number for number, source in enumerate(sources)}

    def written(span: Span) -> Plain:
        number = numbers.get(id(span.source))
        if number is None:
            raise Stale
        return [number, span.start, span.end]

    def read(plain: Plain, _: Any) -> Span:
        number, start, end = plain
        if any(type(each) is not int for each in plain) or number < 0:
            raise Stale
        return _span(sources[number], start, end)

    converter = strict_converter()
    converter.register_unstructure_hook(Span, written)
    converter.register_structure_hook(Span, read)
    return converter
