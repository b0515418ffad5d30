"""
Stores matches in SQLite, one row for each match and each choice, so that no crash loses any.

Always: one server at a time uses a file, only its owner may read it, and a choice and the clocks
after it are one transaction.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

from ruleslang.apps.table.store import StoredMatch, StoreFault
from ruleslang.simulation.records.saves import Made
from ruleslang.source.cache_files import lock

_TABLES = """
create table if not exists matches (
    id text primary key, rulebook text not null, lang text not null, beginning text not null,
    sitters text not null, ended text not null default '', chat integer not null default 0,
    minutes integer not null default 0, increment integer not null default 0,
    patience integer not null default 0
);
create table if not exists tokens (token text primary key, match text not null, place integer);
create table if not exists decisions (
    match text not null, number integer not null, seat integer not null,
    choice text not null, place integer not null, entries text not null default '',
    primary key (match, number)
);
create table if not exists clocks (
    match text not null, seat integer not null, "left" real not null, primary key (match, seat)
);
create table if not exists early (match text primary key, answers text not null);
"""
_LATER_COLUMNS = (
    ("matches", "chat", "integer not null default 0"),
    ("matches", "minutes", "integer not null default 0"),
    ("matches", "increment", "integer not null default 0"),
    ("matches", "patience", "integer not null default 0"),
    ("decisions", "entries", "text not null default ''"),  # at first called `told`
)
_IN_MEMORY = ":memory:"


class SqliteStore:
    """
    A `Store` of matches in a file of SQLite, or in memory (`:memory:`).

    Raises `StoreFault` if the file cannot be used, or if another server uses it.
    """

    def __init__(self, path: str | Path) -> None:
        self._lock, self._path = Lock(), Path(path)
        self._claim: int | None = None if str(path) == _IN_MEMORY else _claimed(self._path)
        try:
            with _faults(f"the store `{path}` cannot be used"):
                self._file = sqlite3.connect(str(path), check_same_thread=False)
                self._prepare(path)
        except StoreFault:
            self._release()
            raise

    def _prepare(self, path: str | Path) -> None:
        (found,) = self._file.execute("pragma quick_check(1)").fetchone()
        if found != "ok":
            raise StoreFault(f"the store `{path}` is damaged: {found}")
        self._file.execute("pragma journal_mode = wal")
        self._file.execute("pragma synchronous = full")
        with self._file:
            self._file.executescript(_TABLES)
            for table, name, of in _LATER_COLUMNS:  # in a file of before there was such a thing
                known = [row[1] for row in self._file.execute(f"pragma table_info({table})")]
                if "told" in known and name == "entries":
                    self._file.execute("alter table decisions rename column told to entries")
                elif name not in known:
                    self._file.execute(f"alter table {table} add column {name} {of}")

    def warnings(self) -> Sequence[str]:
        """Return who else on this machine can read the links of all seats; empty: nobody."""
        if self._claim is None:
            return ()
        beside = [self._path.with_name(self._path.name + end) for end in ("", "-wal", "-shm")]
        modes = [(path, _mode(path), 0o600) for path in beside if path.exists()]
        modes.append((self._path.absolute().parent, _mode(self._path.absolute().parent), 0o700))
        return [
            f"`{path}` has mode {mode:04o} and contains the secret links of all seats: exclude "
            f"other users of this machine with `chmod {wanted:o} {path}`"
            for path, mode, wanted in modes
            if mode & 0o077
        ]

    def close(self) -> None:
        with self._lock:
            self._file.close()
            self._release()

    def _release(self) -> None:
        if self._claim is not None:
            os.close(self._claim)
            self._claim = None

    def add(self, match: StoredMatch, left: Sequence[float] = ()) -> None:
        sitters = "\n".join(match.sitters)
        settings = match.chat, match.minutes, match.increment, match.patience
        row = (match.id, match.rulebook, match.lang, match.beginning, sitters, *settings)
        with self._transaction(match.id, left) as file:
            file.execute("insert into matches values (?, ?, ?, ?, ?, '', ?, ?, ?, ?)", row)
            for place, token in enumerate(match.tokens):
                file.execute("insert into tokens values (?, ?, ?)", (token, match.id, place))

    def find(self, token: str) -> StoredMatch | None:
        rows = self._read(
            "select m.id, rulebook, lang, beginning, sitters, ended, chat, minutes, increment, "
            "patience from matches m join tokens t on t.match = m.id where t.token = ?",
            token,
        )
        if not rows:
            return None
        id, rulebook, lang, beginning, sitters, ended, chat, *numbers = rows[0]
        tokens = self._read("select token from tokens where match = ? order by place", id)
        names = tuple(token for (token,) in tokens)
        who = tuple(sitters.split("\n"))
        return StoredMatch(id, rulebook, lang, beginning, names, who, ended, bool(chat), *numbers)

    def choices(self, match: str) -> Sequence[Made]:
        rows = self._read(
            "select seat, choice, place from decisions where match = ? order by number", match
        )
        return [Made(*row) for row in rows]

    def entries(self, match: str) -> Sequence[str]:
        rows = self._read("select entries from decisions where match = ? order by number", match)
        return [row[0] for row in rows]

    def made(
        self,
        match: str,
        number: int,
        choice: Made,
        left: Sequence[float] = (),
        early: str = "",
        entries: str = "",
    ) -> None:
        """Store a choice with its number, the clocks after it, and what is stored with it."""
        row = (match, number, choice.player, choice.choice, choice.place, entries)
        with self._transaction(match, left) as file:
            file.execute("insert or replace into decisions values (?, ?, ?, ?, ?, ?)", row)
            _keep_early(file, match, early)

    def answered_early(self, match: str, early: str, left: Sequence[float] = ()) -> None:
        with self._transaction(match, left) as file:
            _keep_early(file, match, early)

    def early_answers(self, match: str) -> str:
        rows = self._read("select answers from early where match = ?", match)
        return str(rows[0][0]) if rows else ""

    def taken_back(self, match: str, number: int, left: Sequence[float] = ()) -> None:
        with self._transaction(match, left) as file:
            file.execute("delete from decisions where match = ? and number >= ?", (match, number))

    def seated(self, match: str, sitters: Sequence[str], left: Sequence[float] = ()) -> None:
        with self._transaction(match, left) as file:
            row = ("\n".join(sitters), match)
            file.execute("update matches set sitters = ? where id = ?", row)

    def clocked(self, match: str, left: Sequence[float]) -> None:
        with self._transaction(match, left):
            pass  # the clocks are all that changes

    def clocks(self, match: str) -> Sequence[float]:
        rows = self._read('select "left" from clocks where match = ? order by seat', match)
        return [float(row[0]) for row in rows]

    def ended(self, match: str, how: str, left: Sequence[float] = ()) -> None:
        """Store that the match has ended, and how."""
        with self._transaction(match, left) as file:
            file.execute("update matches set ended = ? where id = ?", (how, match))

    def _read(self, question: str, of: str) -> list[Any]:
        with self._lock, _faults("the store cannot be read"):
            return self._file.execute(question, (of,)).fetchall()

    @contextmanager
    def _transaction(self, match: str, left: Sequence[float]) -> Iterator[sqlite3.Connection]:
        """Return all that is written within this, and a match's clocks, or nothing of it."""
        clocks = [(match, seat, seconds) for seat, seconds in enumerate(left)]
        with self._lock, _faults("the store cannot be written"):
            try:
                with self._file:
                    yield self._file
                    self._file.executemany("insert or replace into clocks values (?, ?, ?)", clocks)
            finally:
                if self._file.in_transaction:  # its end failed, too
                    self._file.rollback()


def _keep_early(file: sqlite3.Connection, match: str, early: str) -> None:
    if early:
        file.execute("insert or replace into early values (?, ?)", (match, early))
    else:
        file.execute("delete from early where match = ?", (match,))


@contextmanager
def _faults(what: str) -> Iterator[None]:
    """Turn failures of SQLite into `StoreFault`."""
    try:
        yield
    except sqlite3.Error as problem:
        raise StoreFault(f"{what}: {problem}") from None


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _claimed(path: Path) -> int:
    """
    Make the file, readable by its owner alone, and returns a lock on it until that is closed.

    The lock is on its own file: closing a second handle would drop the locks of SQLite.
    """
    if path.is_dir():
        raise StoreFault(f"the store `{path}` is a folder: name a file in it")
    if not path.absolute().parent.is_dir():
        raise StoreFault(f"the store `{path}` is in a folder that does not exist: make it first")
    beside = path.with_name(f"{path.name}.lock")
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        claim = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as problem:
        raise StoreFault(f"the store `{path}` cannot be opened: {problem.strerror}") from None
    try:
        lock(claim)
    except OSError:
        os.close(claim)
        raise StoreFault(f"the store `{path}` is in use by another server (`{beside}`)") from None
    return claim
