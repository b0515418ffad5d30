"""Writes tables of recorded games as Parquet files, or as a database of DuckDB."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from ruleslang.library.files import write_whole_bytes
from ruleslang.records.record_tables import TABLES, Kind, Rows, Table


def write_parquet(parts: Iterable[Rows], folder: Path) -> Mapping[str, int]:
    """
    Writes a file for each table, `games.parquet` and so on; returns their numbers of rows.

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
    """Writes the same tables into one database, which replaces the file at `path`."""
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
                own = rows[table.name]
                counts[table.name] += len(own)
                columns = list(zip(*own, strict=True)) if own else [() for _ in table.columns]
                named = dict(zip(table.columns, columns, strict=True))
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
