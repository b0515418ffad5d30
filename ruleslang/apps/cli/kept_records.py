"""Records of games: stored while `simulate` plays, to be resumed, and written as tables."""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from attrs import define

from ruleslang.apps.cli.error_messages import Fault, Mistake
from ruleslang.apps.cli.output import plural
from ruleslang.library.files import (
    NOWHERE,
    GrowingFile,
    InUse,
    growing_file,
    leads_nowhere,
    read_records,
    whole_file,
    write_duckdb,
    write_parquet,
)
from ruleslang.simulation.play_games import Batch
from ruleslang.simulation.records.game_record import GameRecord, is_heading, to_line
from ruleslang.simulation.records.record_tables import in_parts
from ruleslang.simulation.simulate import played_in
from ruleslang.simulation.simulation_report import Played
from ruleslang.source.budget import refill
from ruleslang.source.checksum import Refused

OF_RECORDS = b'{"rulebook": '  # how a file of records begins
ENDING = ".unfinished"


Records: TypeAlias = tuple[Callable[[Played], None] | None, Iterator[Played]]
"""A function that writes the next game of a simulation, and the games of an earlier run."""


@contextmanager
def record_keeper(path: str, batch: Batch) -> Iterator[Records]:
    """Yield the function that writes a game to the file at `path` (or `None`), and games in it."""
    if not path:
        yield None, iter(())
    elif Path(path).exists() and not Path(path).is_file():
        try:
            with whole_file(Path(path)) as file:  # a pipe: nothing stays there
                yield lambda played: print(played.record, file=file, flush=True), iter(())
        except BrokenPipeError:
            raise Fault(f"`{path}` takes no more records: its reader has stopped") from None
    else:
        _refuse_another(Path(path))
        with _unfinished_file(Path(path)) as growing:
            yield from _store_while_done(Path(path), _FinishedGames(growing, batch))


def _refuse_another(path: Path) -> None:
    """Raise where the games could not be written in the end: over another file, through a link."""
    if leads_nowhere(path):
        raise FileExistsError(errno.EEXIST, NOWHERE, str(path))
    if not path.is_file():
        return
    with path.open("rb") as file:
        begins = file.read(len(OF_RECORDS))
    if begins and begins != OF_RECORDS:
        raise Mistake(
            f"`{path}` already exists and contains no records; name another file, or delete it"
        )


@contextmanager
def _unfinished_file(path: Path) -> Iterator[GrowingFile]:
    """Return the file beside `path` that collects the games until all are done."""
    beside = path.with_name(path.name + ENDING)
    if beside.is_symlink() or (beside.exists() and not beside.is_file()):
        raise Mistake(
            f"`{beside}` is not a file, but unfinished games are stored there; delete or rename it"
        )
    try:
        with growing_file(beside) as growing:
            yield growing
    except InUse:
        raise Mistake(f"another simulation is writing `{path}`; name another file") from None
    except OSError as problem:
        problem.filename = str(path)
        raise


def _store_while_done(path: Path, games: _FinishedGames) -> Iterator[Records]:
    """
    Store games, then move them to `path`.

    After an interruption the file beside it is kept: the same command resumes from there.
    """
    try:
        yield games.keep, games.before()
        if games.number:
            with whole_file(path) as file:
                for record in games.records():
                    print(record, file=file)
        if games.number in (0, games.batch.games):
            games.growing.remove()
        else:
            notice = f"`{path}` has the finished games; the same command continues from there"
            print(notice, file=sys.stderr)
    except BaseException:
        if not games.number:
            games.growing.remove()
        raise


@define
class _FinishedGames:
    """The finished games in a growing file; `number` counts them."""

    growing: GrowingFile
    batch: Batch
    number: int = 0

    def before(self) -> Iterator[Played]:
        """Return games of an interrupted run; raises `Mistake` if of another simulation."""
        lines = self.growing.lines()
        first = next(lines, None)
        if first is not None and not is_heading(first, self.batch.heading):
            self.number = 1  # an existing file is kept
            raise Mistake(
                f"`{self.growing.path}` contains games of another, interrupted simulation: "
                f"finish that one with its command, or delete the file"
            )
        for line in islice(lines if first is not None else (), self.batch.games):
            played = played_in(line, self.batch.offset + self.number, len(self.batch.players))
            if played is None:
                break
            self.number += 1
            yield played
        if self.number or self.growing.has_rest:
            print(self._announced(), file=sys.stderr)
        if first is None:
            self.growing.add(to_line(self.batch.heading))

    def _announced(self) -> str:
        if not self.number:
            return f"`{self.growing.path}` is damaged and contains no complete game: starting again"
        games = plural(self.number, "game")
        return f"`{self.growing.path}` has {games} of an interrupted run: continuing there"

    def keep(self, played: Played) -> None:
        """Append the next game."""
        self.growing.add(to_line(played))
        self.number += 1

    def records(self) -> Iterator[str]:
        """Yield the records of all finished games."""
        for line in islice(self.growing.lines(), 1, self.number + 1):
            yield json.loads(line)["record"]


PARQUET, DUCKDB = "parquet", "duckdb"
NOT_THERE = "tables need the extra `tables`: pip install -e '.[tables]' in the checkout"


def write_tables(file: str, to: str, output: str) -> int:
    """Write the tables, and report what was written."""
    if to not in (PARQUET, DUCKDB):
        raise Mistake(f"`--tables` must be `{PARQUET}` or `{DUCKDB}`, not `{to}`")
    stem = Path(file).with_suffix("")
    path = Path(output) if output else stem if to == PARQUET else stem.with_suffix(".duckdb")
    if to == PARQUET and path.exists() and not path.is_dir():
        raise Mistake(f"`{path}` is not a folder; name one with `--output`")
    if to == DUCKDB and path.is_dir():
        raise Mistake(f"`{path}` is a folder; name a file with `--output`")
    parts = in_parts(_records(Path(file)))
    try:
        counts = write_parquet(parts, path) if to == PARQUET else write_duckdb(parts, path)
    except ImportError:
        raise Fault(NOT_THERE) from None
    rows = ", ".join(f"{name} {count:,}" for name, count in counts.items())
    print(f"wrote {path}: {plural(counts['games'], 'game')} ({rows})")
    return 0


def _records(file: Path) -> Iterator[GameRecord]:
    """Yield a file's games; raises `Refused` for a repeated one, and `Fault` if there is none."""
    numbers: set[int] = set()
    for record in read_records(file):
        if record.game in numbers:
            raise Refused(f"game {record.game} occurs twice: these are not parts of one run")
        numbers.add(record.game)
        refill()
        yield record
    if not numbers:
        raise Fault(f"`{file}` contains no games")
