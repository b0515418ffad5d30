"""What all choose together is asked of all at once, and shown to nobody before all have chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `table` is not installed")

import ruleslang
from ruleslang.apps.table.client_requests import answered
from ruleslang.apps.table.lobby import Lobby
from ruleslang.apps.table.reader_ids import BadRequest
from ruleslang.apps.table.seated_match import SeatedMatch
from ruleslang.apps.table.sqlite_store import SqliteStore
from ruleslang.apps.table.store import MemoryStore
from ruleslang.engine.engine_names import INTERPRETER, WASM, EngineName
from tests.apps.table.conftest import Served
from tests.apps.table.test_table import first

ROUNDS = """rulebook rounds "Rounds"
    language 1
    players 3: ann, bob, cas
    starts with game
    payoff found

state found(player): 0..99 = 0
state kept(player): 0..9 = 0, seen by owner

procedure game
    repeat 3 times
        one_round
    (players with highest found(it)) win

procedure one_round
    together for each p in players
        p chooses n "how many" from 0..2
        set kept(p) to n
        if kept(p) > 0
            p chooses m "how many more" from 0..n
            set kept(p) to n + m
    for each p in players
        add kept(p) to found(p)

"""
ONCE = """rulebook once "Once"
    language 1
    players 2: ann, bob
    starts with game

state left(player): 0..9 = 9
state total: 0..99 = 0

procedure game
    repeat 4 times
        together
            if total <= 2: ann chooses a from 1..2
            bob chooses b from 0..1
        let more = (1 when a is none otherwise a)
        add more to total
        add b to total
    ann wins
"""


def seated(text: str, number: int, engine: EngineName = "interpreter") -> SeatedMatch:
    games = {"game": ruleslang.load_text(text)}
    asked = {"rulebook": "game", "seats": [""] * number}
    seats, _ = Lobby(games, MemoryStore(), engine).make(asked)
    return seats


def answer(seats: SeatedMatch, seat: int, text: str) -> None:
    """A seat chooses by the words of its page, and the match goes on as far as it can."""
    question = seats.shown(seat)["question"]
    place = [each["text"] for each in question["choices"]].index(text)
    seats.choose(seat, question["ticket"], place)
    while seats.choose_unasked():
        pass


def states(seats: SeatedMatch, reader: int | None = None) -> dict[str, object]:
    return dict(seats.shown(reader)["view"]["states"])


@pytest.mark.parametrize("engine", [INTERPRETER, WASM])
def test_all_are_asked_at_once_and_the_last_may_answer_first(engine: EngineName) -> None:
    seats = seated(ROUNDS, 3, engine)
    assert [*seats.asked()] == [0, 1, 2]

    answer(seats, 2, "2")
    answer(seats, 2, "1")
    assert seats.shown(2)["question"] is None
    assert seats.shown(2)["answered"] == ["2", "1"]
    assert seats.shown(0)["waiting"] == {"for": [0, 1], "chosen": [2]}
    answer(seats, 1, "0")
    assert len(seats.match.choices) == 0, "the match asks in its own order"

    answer(seats, 0, "1")
    answer(seats, 0, "0")
    assert states(seats)["found(ann)"] == 1
    assert states(seats)["found(bob)"] == 0
    assert states(seats)["found(cas)"] == 3
    assert [*seats.asked()] == [0, 1, 2], "the next round, of which nobody was asked before"


def test_nobody_sees_what_another_has_chosen() -> None:
    """Whatever the last seat chooses, the others' pages show the same."""
    shown = []
    for text in ("0", "1", "2"):
        seats = seated(ROUNDS, 3)
        answer(seats, 2, text)
        if text != "0":
            answer(seats, 2, "1")
        pages = [seats.shown(reader) | {"question": None} for reader in (0, 1, None)]
        shown.append((pages, [seats.story(reader) for reader in (0, 1, None)]))
        assert states(seats, 2)["kept(cas)"] == 0 or text != "0"
    assert shown[0] == shown[1] == shown[2]


def test_a_question_keeps_its_ticket_when_those_before_have_chosen() -> None:
    seats = seated(ROUNDS, 3)
    ticket = seats.shown(1)["question"]["ticket"]
    answer(seats, 0, "0")
    assert seats.match.decision is not None and seats.match.decision.player == 1
    seats.choose(1, ticket, 0)
    with pytest.raises(BadRequest, match="not asked now"):
        seats.choose(1, ticket, 0)


def test_a_player_who_has_chosen_early_is_not_asked_again_meanwhile() -> None:
    """Not even while the match, which now waits for that seat, has not taken the choice yet."""
    seats = seated(ONCE, 2)
    for seat in (1, 0):
        seats.choose(seat, seats.shown(seat)["question"]["ticket"], 1)
    assert seats.match.decision is not None and seats.match.decision.player == 1

    assert seats.shown(1)["question"] is None
    assert seats.shown(1)["answered"] == ["1"]


def test_an_early_answer_is_taken_back_at_once() -> None:
    seats = seated(ROUNDS, 3)
    answer(seats, 2, "2")
    answer(seats, 2, "2")
    seats.undo(2)
    assert [each["text"] for each in seats.shown(2)["question"]["choices"]] == ["0", "1", "2"]
    assert seats.shown(2)["answered"] == ["2"]
    assert seats.shown(0)["waiting"]["for"] == [0, 1, 2]
    assert seats.wish is None
    answer(seats, 2, "0")
    answer(seats, 1, "0")
    answer(seats, 0, "0")
    assert states(seats)["found(cas)"] == 2


def test_repeated_questions_are_distinguished() -> None:
    """Of a `together` in a loop, nobody answers the next round before this one is over."""
    seats = seated(ONCE, 2)
    answer(seats, 1, "0")
    assert seats.shown(1)["question"] is None
    answer(seats, 0, "2")
    assert states(seats)["total"] == 2
    answer(seats, 0, "2")
    assert seats.shown(0)["question"] is None
    answer(seats, 1, "0")
    assert states(seats)["total"] == 4
    assert [*seats.asked()] == [1]


def test_a_page_that_is_asked_early_shows_the_reason() -> None:
    """Where all pass cards on at once, which is in three of four deals."""
    lobby = Lobby({"game": ruleslang.load("hearts")}, MemoryStore(), "interpreter")
    deals = (lobby.make({"rulebook": "game", "seats": [""] * 4})[0] for _ in range(50))
    seats = next(seats for seats in deals if len(seats.asked()) == 4)
    for last in (3, 2):
        zone = f"hand({seats.match.seats[last]})"
        answer = answered(seats, last, {"do": "why", "zone": zone, "nth": 0})
        assert answer["may"] is True
        seats.choose(last, seats.shown(last)["question"]["ticket"], 0)


def test_every_clock_runs_while_all_are_asked() -> None:
    seats = seated(ROUNDS, 3)
    seats.left = [60.0, 60.0, 60.0]
    seats.asked_at -= 10
    answer(seats, 2, "0")
    seats.asked_at -= 5
    left = [round(seats.time_left(seat)) for seat in range(3)]
    assert left == [45, 45, 50]
    seats.asked_at -= 50
    assert seats.end_by_clock()
    assert seats.ended == "ann has no time left"


def test_a_bot_chooses_when_it_is_asked_and_takes_the_place_of_a_person() -> None:
    seats = seated(ROUNDS, 3)
    answer(seats, 2, "2")
    seats.seat_bot(1, "random")
    seats.seat_bot(2, "random")
    assert [*seats.asked()] == [0]
    answer(seats, 0, "0")
    assert len(seats.match.choices) >= 3


def test_early_answers_survive_the_end_of_the_server(tmp_path: Path) -> None:
    """Also those of which the match has already asked for some."""
    games = {"game": ruleslang.load_text(ROUNDS)}
    store = SqliteStore(tmp_path / "t.sqlite")
    seats, tokens = Lobby(games, store, "interpreter").make({"rulebook": "game", "seats": [""] * 3})
    answer(seats, 2, "2")
    answer(seats, 2, "1")
    answer(seats, 1, "1")

    again = Lobby(games, store, "interpreter").find(tokens[0])
    assert again is not None
    assert again.shown(2)["answered"] == ["2", "1"]
    assert again.shown(1)["answered"] == ["1"]
    answer(again, 1, "1")
    question = again.shown(0)["question"]
    again.choose(0, question["ticket"], 0)
    assert again.choose_unasked(), "one of the two that were made early"

    third = Lobby(games, store, "interpreter").find(tokens[0])
    assert third is not None and len(third.match.choices) == 2
    while third.choose_unasked():
        pass
    assert states(third)["found(bob)"] == 2
    assert states(third)["found(cas)"] == 3


def test_pages_show_who_has_chosen_and_not_what(served: Served) -> None:
    """Over sockets: the last player's answer changes no page but in who is waited for."""
    tokens = served.make("sealed_bids", ["", "", ""])
    ada, bob, cleo = (first(served.sit(token)) for token in tokens[:3])
    before = dict(ada.state)
    cleo.choose(7)
    cleo.until(lambda message: message["type"] == "state" and message["answered"] == ["7"])
    ada.until(lambda message: message["type"] == "state")
    assert ada.state["waiting"] == {"for": [0, 1], "chosen": [2]}
    same = {key for key in before if before[key] == ada.state[key]}
    assert {*before} - same <= {"waiting", "entries", "afresh"}

    bob.choose(0)
    ada.choose(3)
    for client in (ada, bob, cleo):
        client.until(
            lambda message: (
                message["type"] == "state" and message["view"]["states"]["coins(cleo)"] == 20 - 3
            )  # the second bid
        )
