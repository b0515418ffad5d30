"""Stores matches in SQLite, one row for each match and each choice, so that no crash loses any."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from threading import Lock

from ruleslang.apps.table.store import StoredMatch
from ruleslang.simulation.records.saves import Made

_TABLES = """
create table if not exists matches (
    id text primary key, rulebook text not null, lang text not null, beginning text not null,
    sitters text not null, ended text not null default '', chat integer not null default 0
);
create table if not exists tokens (token text primary key, match text not null, place integer);
create table if not exists decisions (
    match text not null, number integer not null, seat integer not null,
    choice text not null, place integer not null, primary key (match, number)
);
create table if not exists clocks (
    match text not null, seat integer not null, "left" real not null, primary key (match, seat)
);
"""


class SqliteStore:
    """A `Store` of matches in a file of SQLite, or in memory (`:memory:`)."""

    def __init__(self, path: str | Path) -> None:
        self._lock = Lock()
        self._file = sqlite3.connect(str(path), check_same_thread=False)
        self._file.execute("pragma journal_mode = wal")
        self._file.execute("pragma synchronous = full")
        with self._file:
            self._file.executescript(_TABLES)
            known = [row[1] for row in self._file.execute("pragma table_info(matches)")]
            if "chat" not in known:  # a file of before there was chat
                self._file.execute("alter table matches add column chat integer not null default 0")

    def close(self) -> None:
        with self._lock:
            self._file.close()

    def add(self, match: StoredMatch) -> None:
        sitters = "\n".join(match.sitters)
        row = (match.id, match.rulebook, match.lang, match.beginning, sitters, match.chat)
        tokens = [(token, match.id, place) for place, token in enumerate(match.tokens)]
        with self._lock, self._file:
            self._file.execute("insert into matches values (?, ?, ?, ?, ?, '', ?)", row)
            self._file.executemany("insert into tokens values (?, ?, ?)", tokens)

    def find(self, token: str) -> StoredMatch | None:
        with self._lock:
            row = self._file.execute(
                "select m.id, rulebook, lang, beginning, sitters, ended, chat from matches m "
                "join tokens t on t.match = m.id where t.token = ?",
                (token,),
            ).fetchone()
            if row is None:
                return None
            tokens = self._file.execute(
                "select token from tokens where match = ? order by place", (row[0],)
            ).fetchall()
        id, rulebook, lang, beginning, sitters, ended, chat = row
        names = tuple(token for (token,) in tokens)
        who = tuple(sitters.split("\n"))
        return StoredMatch(id, rulebook, lang, beginning, names, who, ended, bool(chat))

    def choices(self, match: str) -> Sequence[Made]:
        with self._lock:
            rows = self._file.execute(
                "select seat, choice, place from decisions where match = ? order by number",
                (match,),
            ).fetchall()
        return [Made(*row) for row in rows]

    def made(self, match: str, number: int, choice: Made) -> None:
        """Store a choice with its number."""
        row = (match, number, choice.player, choice.choice, choice.place)
        self._write("insert into decisions values (?, ?, ?, ?, ?)", row)

    def taken_back(self, match: str, number: int) -> None:
        self._write("delete from decisions where match = ? and number >= ?", (match, number))

    def seated(self, match: str, sitters: Sequence[str]) -> None:
        self._write("update matches set sitters = ? where id = ?", ("\n".join(sitters), match))

    def clocked(self, match: str, left: Sequence[float]) -> None:
        rows = [(match, seat, seconds) for seat, seconds in enumerate(left)]
        with self._lock, self._file:
            self._file.executemany("insert or replace into clocks values (?, ?, ?)", rows)

    def clocks(self, match: str) -> Sequence[float]:
        with self._lock:
            rows = self._file.execute(
                'select "left" from clocks where match = ? order by seat', (match,)
            ).fetchall()
        return [float(row[0]) for row in rows]

    def ended(self, match: str, how: str) -> None:
        """Store that the match has ended, and how."""
        self._write("update matches set ended = ? where id = ?", (how, match))

    def _write(self, statement: str, row: tuple[object, ...]) -> None:
        with self._lock, self._file:
            self._file.execute(statement, row)
