"""A match of thousands of choices goes through a restart of the server."""

from __future__ import annotations

from pathlib import Path

import ruleslang
from ruleslang.apps.table.lobby import Lobby
from ruleslang.apps.table.sqlite_store import SqliteStore
from ruleslang.simulation.records.saves import Made

LONG = """rulebook long "Long"
    language 1
    players 2: ann, bob
    starts with game
    at most 6000 decisions, then nobody wins
state counter(player): 0..9999 = 0
phase game
    take turns p among players
        p must do step, if impossible give_up
action step "step" by p choosing n "how many" from 1..3
    add n to counter(p)
procedure give_up
    nobody wins
"""


def test_a_match_of_five_thousand_choices_goes_on_after_a_restart(tmp_path: Path) -> None:
    games = {"long": ruleslang.load_text(LONG, name="long.rules")}
    store = SqliteStore(tmp_path / "a.sqlite")
    before, tokens = Lobby(games, store, "python").make({"rulebook": "long", "seats": ["", ""]})
    for number in range(5000):
        asked, place = before.match.decision, number % 3
        assert asked is not None
        made = Made(asked.player, asked.choices[place].id, place)
        store.made(before.kept.id, number, made)
        before.match.choose(place)
    store.close()

    again = Lobby(games, SqliteStore(tmp_path / "a.sqlite"), "python").find(tokens[0])
    assert again is not None
    assert again.match.hash() == before.match.hash()
    again.choose(0, again.ticket, 2)

    assert len(again.match.choices) == 5001
    assert again.match.view(1).states == {"counter(ann)": 5002, "counter(bob)": 5000}
    assert again.story(0)[-1]["text"] == "Bob steps 2 · counter 4998 → 5000"
