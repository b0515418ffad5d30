"""Writes files atomically, reads records, appends to growing files, and writes tables of games."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from attrs import define

from ruleslang.simulation.records.game_record import GameRecord, from_line
from ruleslang.simulation.records.record_tables import TABLES, Kind, Rows, Table
from ruleslang.source.cache_files import lock
from ruleslang.source.checksum import MOST_LETTERS, Refused

NOWHERE = "a broken link is there and was not replaced"


@contextmanager
def whole_file(path: Path, *, follows: bool = True) -> Iterator[TextIO]:
    """
    Return a file to write, which atomically replaces the one at `path` when complete.

    A link that a user names stays a link, and its target is written, if there is one. With
    `follows` false the link itself is replaced: for paths that nobody typed.

    Always: whoever reads the path meanwhile, or after a failure, reads the old text or the new one,
    never a part.
    """
    try:
        if follows and leads_nowhere(path):
            raise FileExistsError(errno.EEXIST, NOWHERE, str(path))
        there_to_stay = path.is_file() or not path.exists() or not follows
        place = path.resolve() if follows else path
        with _replaced_as_whole(place) if there_to_stay else _passed_on(path) as file:
            yield file
    except OSError as problem:
        problem.filename = problem.filename or str(path)  # a full disk does not name the file
        if problem.errno == errno.ENXIO and path.is_fifo():
            problem.strerror = "nobody reads this pipe: begin to read it first"
        raise


@contextmanager
def _replaced_as_whole(path: Path) -> Iterator[TextIO]:
    try:
        handle, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}.")
    except OSError as problem:
        problem.filename = None  # the name is temporary; `whole_file` names the real one
        raise
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _give_mode(path, aside)
        os.replace(aside, path)
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise


def _passed_on(path: Path) -> TextIO:
    """Open a pipe or a device for writing; a pipe without a reader is refused, without waiting."""
    handle = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
    os.set_blocking(handle, True)
    return os.fdopen(handle, "w", encoding="utf-8", newline="")


def write_whole(path: Path, text: str, *, follows: bool = True) -> None:
    """Write `text` to `path` atomically; `follows` as in `whole_file`."""
    with whole_file(path, follows=follows) as file:
        file.write(text)


def write_whole_bytes(path: Path, data: bytes) -> None:
    """Write bytes atomically, as `write_whole` does text."""
    with whole_file(path) as file:
        file.buffer.write(data)


def write_new(path: Path, text: str) -> None:
    """
    Write `text` to a new file; raises `FileExistsError`.

    Always: an existing file stays, even a dangling link, and nothing is written through it.
    """
    file = path.open("x", encoding="utf-8", newline="")
    try:
        with file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except BaseException as problem:
        path.unlink(missing_ok=True)
        if isinstance(problem, OSError):
            problem.filename = str(path)  # a full disk does not name the file
        raise


def leads_nowhere(path: Path) -> bool:
    """Return whether it is a dangling link, which stays and is not followed."""
    return path.is_symlink() and not path.exists()


def _give_mode(path: Path, aside: str) -> None:
    """Give the new file the mode of the old one, or that of any new file."""
    if path.exists():
        os.chmod(aside, path.stat().st_mode & 0o777)
    else:
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(aside, 0o666 & ~mask)


OPENED = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)  # a link could lead anywhere


class InUse(Exception):
    """Another process is writing to the file."""


@define
class GrowingFile:
    """An open file of lines, locked against other processes; `size` is where it ends."""

    path: Path
    file: BinaryIO
    size: int = 0

    def lines(self) -> Iterator[str]:
        """Read the complete lines; lines added later follow the last one read."""
        self.file.seek(0)
        self.size = 0
        for line in self.file:
            if not line.endswith(b"\n"):
                return
            yield line.decode("utf-8", "replace")
            self.size += len(line)

    @property
    def has_rest(self) -> bool:
        """Whether more is left than the lines read: perhaps a part of a line."""
        return os.fstat(self.file.fileno()).st_size > self.size

    def add(self, line: str) -> None:
        """Append a line, in place of anything after the last line read."""
        self.file.seek(self.size)
        self.file.truncate()
        self.size += self.file.write(f"{line}\n".encode())
        self.file.flush()

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)


@contextmanager
def growing_file(path: Path) -> Iterator[GrowingFile]:
    """Return the locked file at a path, created if absent; raises `InUse`."""
    file = _locked(path)
    with file:
        yield GrowingFile(path, file)


def _locked(path: Path) -> BinaryIO:
    while True:
        file = os.fdopen(os.open(path, OPENED, 0o666), "r+b")
        try:
            lock(file.fileno())
        except OSError:
            file.close()
            raise InUse from None
        if _is_at(path, file):
            return file
        file.close()  # removed by another process before the lock


def _is_at(path: Path, file: BinaryIO) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def read_text(path: Path) -> str:
    """Return the text of a small file, such as a save; raises `Refused`."""
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(MOST_LETTERS + 1)
    except UnicodeDecodeError:
        raise Refused("it is not text") from None


def read_records(path: Path) -> Iterator[GameRecord]:
    """Yield the games in a file, one a line; raises `Refused` with the bad line."""
    number = 0
    try:
        with path.open(encoding="utf-8") as file:
            while line := file.readline(MOST_LETTERS + 1):
                number += 1
                if line.strip():
                    yield from_line(line)
    except UnicodeDecodeError:
        raise Refused(f"line {number + 1}: it is not text") from None
    except Refused as problem:
        raise Refused(f"line {number}: {problem}") from None


def write_parquet(parts: Iterable[Rows], folder: Path) -> Mapping[str, int]:
    """
    Write a file for each table, `games.parquet` and so on; returns their numbers of rows.

    The files of an earlier run are replaced when all is written. Raises `ImportError` without
    pyarrow.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".writing.") as aside:
        counts = _write(parts, Path(aside))
        for table in TABLES:
            _file(Path(aside), table).replace(_file(folder, table))
    return counts


def write_duckdb(parts: Iterable[Rows], path: Path) -> Mapping[str, int]:
    """
    Write the tables of recorded games into one DuckDB file, which replaces `path`.

    Returns the number of rows of each. Raises `ImportError` without duckdb or pyarrow.
    """
    import duckdb

    with tempfile.TemporaryDirectory() as aside:
        folder = Path(aside)
        counts = _write(parts, folder)
        with duckdb.connect(str(folder / "database")) as database:
            for table in TABLES:
                name = str(_file(folder, table)).replace("'", "''")
                database.execute(f"create table {table.name} as from '{name}'")
        write_whole_bytes(path, (folder / "database").read_bytes())
    return counts


def _file(folder: Path, table: Table) -> Path:
    return folder / f"{table.name}.parquet"


def _write(parts: Iterable[Rows], folder: Path) -> dict[str, int]:
    import pyarrow
    from pyarrow import parquet

    counts = dict.fromkeys((table.name for table in TABLES), 0)
    schemas = {table.name: _schema(pyarrow, table) for table in TABLES}
    with ExitStack() as open_files:
        writers = {
            table.name: open_files.enter_context(
                parquet.ParquetWriter(_file(folder, table), schemas[table.name])
            )
            for table in TABLES
        }
        for rows in parts:
            for table in TABLES:
                table_rows = rows[table.name]
                counts[table.name] += len(table_rows)
                columns = enumerate(table.columns)
                named = {name: [row[at] for row in table_rows] for at, name in columns}
                schema = schemas[table.name]
                writers[table.name].write_table(pyarrow.table(named, schema=schema))
    return counts


def _schema(pyarrow: Any, table: Table) -> Any:
    kinds: dict[Kind, Any] = {
        "seed": pyarrow.uint64(),
        "number": pyarrow.int64(),
        "text": pyarrow.string(),
        "texts": pyarrow.list_(pyarrow.string()),
        "truth": pyarrow.bool_(),
    }
    return pyarrow.schema([(name, kinds[kind]) for name, kind in table.columns.items()])
