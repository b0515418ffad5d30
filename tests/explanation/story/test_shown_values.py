"""Values that the looks show: to those who may know them, on all engines."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruleslang
from ruleslang.apps.table.lobby import Lobby
from ruleslang.apps.table.store import MemoryStore
from ruleslang.explanation.story.shown_values import shown_values

RULES = """\
rulebook purses "Purses"
    language 1
    players 2: anna, ben
    starts with game

kind coin
    has worth: 1..9
card one x2: coin
    worth: 1
card nine: coin
    worth: 9
card four: coin
    worth: 4
card five: coin
    worth: 5

zone purse(player): coin, seen by owner
zone bank: coin, seen by all
zone chest: coin, seen by nobody
state rounds: 0..9 = 0

value wealth(p: player): 0..20 = sum of worth(c) over c in purse(p)
value deposit = sum of worth(c) over c in bank
value rest: 0..20 = sum of worth(c) over c in chest
value fair: yes or no = wealth(anna) is wealth(ben)
value share: 0..20 = 6 / rounds rounded down

phase game
    move cards where it is one to bank
    move cards where it is nine to purse(anna)
    move cards where it is four to purse(ben)
    move cards where it is five to chest
    anna chooses n "how many" from 1..2
    anna wins

measure "coins in all purses" = sum of wealth(p) over p in players
measure "coins in the bank" = number of bank
measure "deposit" = 9

table looks
    | what    | drawn | title   |
    | wealth  | shown | fortune |
    | deposit | shown |         |
    | rest    | shown |         |
    | fair    | shown |         |
    | share   | shown |         |
    | coins in all purses | shown | riches |
    | coins in the bank   | shown |        |
"""


@pytest.mark.parametrize("engine", ["interpreter", "wasm", "c"])
def test_a_value_is_shown_to_those_who_see_all_that_it_reads(tmp_path: Path, engine: str) -> None:
    (tmp_path / "purses.rules").write_text(RULES, encoding="utf-8")
    game = ruleslang.load(tmp_path / "purses.rules")
    match = game.start(seed=1, engine=engine)
    (anna, ben), measures = match.engine.population.players, game.compiled.measures

    public = {"deposit": 2, "coins in the bank": 2}
    assert shown_values(match.engine, anna, measures) == {"wealth(anna)": 9, **public}
    assert shown_values(match.engine, ben, measures) == {"wealth(ben)": 4, **public}
    assert shown_values(match.engine, None, measures) == public
    open_to_all = shown_values(match.engine, None, measures, is_open=True)
    purses = {"wealth(anna)": 9, "wealth(ben)": 4, "coins in all purses": 13}
    assert open_to_all == {**purses, "rest": 5, "fair": False, **public}  # `share` divides by 0
    declared = {each["name"]: each["text"] for each in match.declarations.values}
    assert declared["wealth(ben)"] == "fortune" and declared.keys() == {*open_to_all, "share"}
    assert declared["coins in all purses"] == "riches"


def test_at_the_end_a_table_shows_everybody_all_values(tmp_path: Path) -> None:
    (tmp_path / "purses.rules").write_text(RULES, encoding="utf-8")
    lobby = Lobby({"purses": ruleslang.load(tmp_path / "purses.rules")}, MemoryStore())
    seats, _ = lobby.make({"rulebook": "purses", "seats": ["", ""]})
    shown = [seats.shown(reader)["view"]["values"] for reader in (1, None)]
    assert [each.get("wealth(anna)") for each in shown] == [None, None]

    seats.choose(0, seats.ticket, 0)
    shown = [seats.shown(reader)["view"]["values"] for reader in (1, None)]
    assert [each.get("wealth(anna)") for each in shown] == [9, 9]
    assert [each.get("coins in all purses") for each in shown] == [13, 13]


TYPED = """\
rulebook types "Types"
    players 2
    starts with game
kind token
card chip x2: token
board track: line 3
words Side: left, right
state n: 0..9 = 3
state side: Side = left
state maybe: Side or none = none
state who: player or none = none
state held: card or none = none
state where_it_is: space or none = none
zone pile: token, seen by all
phase game
    move cards to pile
    p1 chooses k from 1..2
    nobody wins
"""


def test_the_type_of_a_state_is_data(tmp_path: Path) -> None:
    path = tmp_path / "types.rules"
    path.write_text(TYPED, encoding="utf-8")
    match = ruleslang.load(path).start(seed=1)

    types = {each["name"]: each["type"] for each in match.declarations.states}

    assert types["n"] == {"kind": "number", "low": 0, "high": 9}
    assert types["side"] == {"kind": "word", "words": "Side"}
    assert types["maybe"] == {"kind": "word", "words": "Side", "optional": True}
    assert types["who"] == {"kind": "player", "optional": True}
    assert types["where_it_is"] == {"kind": "space", "board": None, "optional": True}
