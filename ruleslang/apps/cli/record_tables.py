"""`replay --tables`: writes recorded games as tables for databases and data frames."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ruleslang.apps.cli.error_messages import Fault, Mistake
from ruleslang.apps.cli.output import plural
from ruleslang.library.files import read_records, write_duckdb, write_parquet
from ruleslang.simulation.records.checksum import Refused
from ruleslang.simulation.records.game_record import GameRecord
from ruleslang.simulation.records.record_tables import in_parts
from ruleslang.source.budget import refill

PARQUET, DUCKDB = "parquet", "duckdb"
NOT_THERE = "tables need what the extra `tables` has: pip install 'ruleslang[tables]'"


def write_tables(file: str, to: str, output: str) -> int:
    """Write the tables, and report what was written."""
    if to not in (PARQUET, DUCKDB):
        raise Mistake(f"`--tables` is {PARQUET} or {DUCKDB}, not `{to}`")
    stem = Path(file).with_suffix("")
    path = Path(output) if output else stem if to == PARQUET else stem.with_suffix(".duckdb")
    if to == PARQUET and path.exists() and not path.is_dir():
        raise Mistake(f"`{path}` is no folder; name one with `--output`")
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
    """The games of a file; raises `Refused` for a repeated game, and `Fault` if there is none."""
    numbers: set[int] = set()
    for record in read_records(file):
        if record.game in numbers:
            raise Refused(f"game {record.game} is there twice: they are not parts of one run")
        numbers.add(record.game)
        refill()
        yield record
    if not numbers:
        raise Fault(f"`{file}` holds no game")
