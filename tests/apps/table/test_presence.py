"""Who is at a table: names, absence, bots that stand in, and clocks with increments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import define

pytest.importorskip("starlette", reason="the extra `table` is not installed")

import ruleslang
from ruleslang.apps.table import presence, seated_match, tables_and_tabs
from ruleslang.apps.table.client_requests import done_by
from ruleslang.apps.table.lobby import Lobby
from ruleslang.apps.table.reader_ids import BadRequest
from ruleslang.apps.table.seated_match import SeatedMatch
from ruleslang.apps.table.sqlite_store import SqliteStore
from tests.apps.table.conftest import Served

GAMES = {"tic_tac_toe": ruleslang.load("tic_tac_toe")}


@define
class Clock:
    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    for module in (presence, seated_match):
        monkeypatch.setattr(module, "monotonic", clock)
    return clock


def made(store: SqliteStore, **asked: Any) -> tuple[SeatedMatch, list[str]]:
    lobby = Lobby(GAMES, store, "interpreter")
    return lobby.make({"rulebook": "tic_tac_toe", "seats": ["", ""], **asked})


def people(seats: SeatedMatch) -> list[tuple[str, bool, bool]]:
    return [tuple(person.values()) for person in seats.shown(0)["people"]]


def test_a_bot_stands_in_for_who_is_away_for_long_until_they_come_back(clock: Clock) -> None:
    seats, _ = made(SqliteStore(":memory:"), names=["Anna", " Ben\n "], patience=2)
    for seat in (0, 1):
        seats.presence.come(seat)
    seats.presence.go(1)
    assert people(seats) == [("Anna", False, False), ("Ben", False, False)]  # a reload, maybe

    clock.now += presence.AWAY_SECONDS
    assert people(seats) == [("Anna", False, False), ("Ben", True, False)]
    with pytest.raises(BadRequest, match="may still come back"):
        done_by(seats, 0, {"do": "stand in", "seat": 1, "bot": "random"})
    clock.now += 120
    with pytest.raises(BadRequest, match="spectators"):
        done_by(seats, None, {"do": "stand in", "seat": 1, "bot": "random"})
    done_by(seats, 0, {"do": "stand in", "seat": 1, "bot": "random"})
    assert seats.sitters == ["", "random"]
    done_by(seats, 1, {"do": "bot", "bot": ""})
    assert seats.sitters == ["", ""]


def test_who_comes_back_is_there_and_without_patience_nobody_is_replaced(clock: Clock) -> None:
    seats, _ = made(SqliteStore(":memory:"))
    seats.presence.come(0)
    clock.now += 10**6
    assert people(seats) == [("", False, False), ("", True, False)]  # never came
    with pytest.raises(BadRequest, match="may still come back"):
        done_by(seats, 0, {"do": "stand in", "seat": 1, "bot": "random"})
    seats.presence.come(1)
    assert people(seats) == [("", False, False), ("", False, False)]


def test_names_are_short_lines_and_a_page_may_change_its_own() -> None:
    seats, _ = made(SqliteStore(":memory:"), names=[7, "\u202eevil"])
    assert [person["name"] for person in seats.shown(0)["people"]] == ["", "evil"]
    done_by(seats, 0, {"do": "name", "name": "Cleo"})
    assert seats.shown(1)["people"][0]["name"] == "Cleo"
    with pytest.raises(BadRequest, match="at most 24"):
        done_by(seats, 0, {"do": "name", "name": "x" * 25})
    with pytest.raises(BadRequest, match="spectators"):
        done_by(seats, None, {"do": "name", "name": "x"})


def test_each_choice_adds_to_its_clock_also_after_a_restart(clock: Clock, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "table.sqlite")
    seats, tokens = made(store, minutes=1, increment=5, patience=3)
    clock.now += 20
    seats.choose(0, seats.ticket, 4)
    assert seats.shown(0)["clock"] == {"left": 45, "runs": False}

    again = Lobby(GAMES, store, "interpreter").find(tokens[0])
    assert again is not None and (again.kept.increment, again.kept.patience) == (5, 3)
    again.choose(1, again.ticket, 0)
    assert again.shown(1)["clock"] == {"left": 65, "runs": False}
    store.close()
    for name in ("increment", "patience"):
        with pytest.raises(BadRequest, match=f"{name} is a whole number"):
            made(store, **{name: -1})


def test_the_others_are_shown_that_somebody_has_gone(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (presence, tables_and_tabs):
        monkeypatch.setattr(module, "AWAY_SECONDS", 0.001)
    tokens = served.make("tic_tac_toe", ["", ""])
    anna, ben = (served.sit(token) for token in tokens[:2])
    for client in (anna, ben):
        client.until(lambda message: message["type"] == "state")
    ben.at.close()

    gone = anna.until(lambda it: it["type"] == "state" and it["people"][1]["away"])
    assert gone["people"][0]["away"] is False
