"""A text that is edited while it is served: new matches have the new rules, others their own."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruleslang
from ruleslang.apps.cli.commands.serve import Rulebooks, ServedText
from ruleslang.apps.table.lobby import Lobby
from ruleslang.apps.table.reader_ids import BadRequest
from ruleslang.apps.table.store import MemoryStore
from tests.support.tiny_game import GAME


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.rules"
    path.write_text(GAME, encoding="utf-8")
    return path


@pytest.fixture
def lobby(path: Path) -> Lobby:
    games = Rulebooks({"tiny": ServedText(str(path), (), "", ruleslang.load(path))})
    return Lobby(
        games,
        MemoryStore(),
        "interpreter",
        rules=lambda name: games.served[name].files,
        note=lambda name: games.served[name].note,
        positioned=games.positioned,
    )


ASKED = {"rulebook": "tiny", "seats": ["", ""]}


def test_new_matches_have_the_rules_of_now_and_others_their_own(path: Path, lobby: Lobby) -> None:
    before, _ = lobby.make(ASKED)
    path.write_text(GAME.replace('"Tiny"', '"Large"').replace("add 1", "add 3"), encoding="utf-8")
    after, _ = lobby.make(ASKED)

    assert [game["title"] for game in lobby.listed()] == ["Large"]
    for seats, points in ((before, 1), (after, 3)):
        seats.choose(0, seats.ticket, 0)
        assert seats.match.view(0).states["points(left)"] == points
        assert f"add {points}" in dict(seats.rules)["tiny.rules"]


def test_a_text_with_a_mistake_is_not_served_and_the_lobby_shows_it(
    path: Path, lobby: Lobby
) -> None:
    for broken in ("add 1 to pionts(p)", "\0"):
        path.write_text(GAME.replace("add 1 to points(p)", broken), encoding="utf-8")
        assert "use the last version without errors: tiny.rules:" in lobby.listed()[0]["note"]
        lobby.make(ASKED)
        with pytest.raises(BadRequest, match=r"tiny\.rules:"):
            lobby.make({**ASKED, "position": "given points(left) is 3\nwhen game"})

    path.unlink()
    assert "without errors: " in lobby.listed()[0]["note"]
    path.write_text(GAME, encoding="utf-8")
    assert lobby.listed()[0]["note"] == ""


def test_a_text_that_has_not_changed_is_read_once(
    lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby.listed()
    lobby.listed()
    monkeypatch.setattr("ruleslang.apps.cli.commands.serve.load_files", None)
    assert lobby.listed()[0]["title"] == "Tiny"
