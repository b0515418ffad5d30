"""One seat of a rulebook for language models, asked by the client of the official package."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from pathlib import Path

import pytest

import ruleslang
from ruleslang.engine.match.chance import Stream
from ruleslang.players.secrecy.deal_again import dealt_again
from tests.support.shipped import by_name

pytest.importorskip("mcp.server.mcpserver")  # of version 2

from mcp.client import Client

from ruleslang.apps.adapters.mcp import LONGEST, Seat, server

TOOLS = {"new_match", "view", "actions", "act", "why", "story"}


async def played(name: str, seed: int) -> list[str]:
    """All that a client hears who always does the first thing that he may."""
    heard = []
    async with Client(server(by_name(name), seed=seed)) as client:
        tools = await client.list_tools()
        assert {tool.name for tool in tools.tools} == TOOLS

        async def ask(tool: str, **given: str | int) -> str:
            result = await client.call_tool(tool, given)
            heard.append(f"{tool}: {result.content[0].text}")
            return str(result.content[0].text)

        await ask("view")
        message = await ask("new_match")
        decision = 0
        while "The match is over" not in message:
            decision += 1
            heading, first, *_ = (await ask("actions")).splitlines()
            assert heading == f"Decision {decision}. You may:"
            await ask("why", question=first)
            await ask("act", action="fly to the moon", decision=decision)
            message = await ask("act", action=first, decision=decision)
        await ask("story")
    return heard


def test_a_match_is_played_by_its_tools() -> None:
    heard = asyncio.run(played("leduc_poker", 5))
    assert heard[0].endswith("there is no match: begin one with `new_match`")
    assert "You may:" in heard[1] and "fold, call or raise stake" in heard[1]
    assert any("is not a choice here" in each and "You may:" in each for each in heard)
    assert any(each.startswith("why: call: offered") for each in heard)
    assert "The match is over. You have " in heard[-2]
    assert heard == asyncio.run(played("leduc_poker", 5))


def test_of_actions_sent_together_only_the_first_is_done() -> None:
    async def sent() -> None:
        game = by_name("leduc_poker")
        async with Client(server(game, seed=3)) as client:

            async def act(decision: int) -> tuple[bool, str]:
                result = await client.call_tool("act", {"action": "call", "decision": decision})
                return result.is_error, result.content[0].text

            await client.call_tool("new_match", {})
            answers = await asyncio.gather(*(act(1) for _ in range(8)))
            (done,) = (text for refused, text in answers if not refused)
            refusals = {text for refused, text in answers if refused}
            assert refusals == {
                "Error executing tool act: illegal: decision 1 is not the current one\n\n"
                "Decision 2. You may:\nfold\ncall\nraise_stake"
            }
            assert done.endswith("Decision 2. You may:\nfold\ncall\nraise_stake")
            await client.call_tool("new_match", {})
            refused, text = await act(2)
            assert refused and "Decision 3. You may:" in text

    asyncio.run(sent())


NUMBERS = """
rulebook numbers "Numbers"
    language 1
    players 1
    starts with game

state total: 0..50 = 0

phase game
    active chooses n from 2..9
    set total to n
    active chooses sure from {yes, no}
    nobody wins
"""


def test_a_choice_may_be_sent_as_a_number_or_a_truth_value() -> None:
    async def sent() -> None:
        async with Client(server(ruleslang.load_text(NUMBERS), seed=3)) as client:
            await client.call_tool("new_match", {})
            seen = json.loads((await client.call_tool("view", {})).content[0].text)
            assert seen["decision"]["number"] == 1
            result = await client.call_tool("act", {"action": 4, "decision": 1})
            assert not result.is_error
            assert "4" in result.content[0].text
            result = await client.call_tool("act", {"action": True, "decision": "2"})
            assert not result.is_error
            result = await client.call_tool("act", {"action": 4, "decision": 2})
            assert result.content[0].text.endswith("illegal: the match is over")

    asyncio.run(sent())


async def read(game: ruleslang.Game, *addresses: str) -> list[str]:
    """The resources at these addresses, once a match goes on."""
    async with Client(server(game, seed=5)) as client:
        await client.call_tool("new_match", {})
        results = [await client.read_resource(address) for address in addresses]
        assert {str(each.uri) for each in (await client.list_resources()).resources} == {
            "ruleslang://rules",
            "ruleslang://cards",
        }
        assert client.server_info.version == ruleslang.__version__
    return [result.contents[0].text for result in results]


def test_rules_cards_and_reasons_are_resources() -> None:
    addresses = "ruleslang://rules", "ruleslang://cards", "ruleslang://why/call"
    rules, cards, why = asyncio.run(read(by_name("leduc_poker"), *addresses))
    assert rules.startswith("Leduc poker\n\n2 players")
    assert "Player p chooses" in rules and "zone" not in rules
    assert "×" in cards and "jack" in cards.lower()
    assert why.startswith("call: offered")
    (cards,) = asyncio.run(read(by_name("deck_builder"), "ruleslang://cards"))
    assert len(cards.splitlines()) > 10
    (cards,) = asyncio.run(read(by_name("tic_tac_toe"), "ruleslang://cards"))
    assert cards == "There are no cards."


def test_a_reason_that_cannot_be_had_is_an_error_in_words() -> None:
    async def asked() -> None:
        async with Client(server(by_name("kuhn_poker"), seed=1)) as client:
            with pytest.raises(Exception, match="begin one with `new_match`"):
                await client.read_resource("ruleslang://why/bet")

    asyncio.run(asked())


def test_the_deal_is_reported_to_who_received_it() -> None:
    for seed in range(5):
        seat = Seat(by_name("kuhn_poker"), "opener", seed=seed)
        begun = seat.new_match()
        assert seat.match is not None
        cards = (seat.match.view(at).zones["hand(opener)"].cards for at in (0, 1))
        (own,), (unseen,) = cards
        assert own is not None and unseen is None
        assert f"hand(opener): {own[5:-1]}" in begun and "hand(dealer): 1 card" in begun


def test_a_seat_hears_nothing_that_it_may_not_know() -> None:
    """Whatever lies hidden, with the same own card all that is told before the end is the same."""
    game = by_name("kuhn_poker")
    heard, dealt = defaultdict[str, set[tuple[str, ...]]](set), defaultdict[str, set[str]](set)
    for seed in range(30):
        seat = Seat(game, "opener", seed=seed)
        begun = seat.new_match()
        assert seat.match is not None
        hands = [seat.match.view(each).zones for each in (0, 1)]
        (own,) = hands[0]["hand(opener)"].cards
        (other,) = hands[1]["hand(dealer)"].cards
        whys = [seat.why(each) for each in ("bet", "call", "fold", "pass_on", "moon")]
        heard[str(own)].add((begun, seat.view(), seat.actions(), seat.story(), *whys))
        dealt[str(own)].add(str(other))
    assert len(heard) == 3 and all(len(others) == 2 for others in dealt.values())
    assert [len(texts) for texts in heard.values()] == [1, 1, 1]


def refused(seat: Seat, action: str) -> str:
    """What is said of an action that is not offered."""
    try:
        return seat.act(action, seat.decision)
    except Exception as problem:
        return str(problem)


def test_no_answer_depends_on_the_places_of_hidden_cards() -> None:
    """Cards of which copies lie in the hand, the library and with the other player."""
    game = by_name("spell_duel")
    match = game.start(seed=2)
    assert match.decision is not None
    seat = Seat(game, match.decision.player)
    seat.match = match
    played, answers = match._played, []
    titles = [name for name in played.population.titles if name not in ("mimic", "fury")][:6]
    for deal in range(3):
        change = dealt_again(played, seat.seat, Stream(deal + 1))
        with played.rearranged(change):
            answers.append([(seat.why(each), refused(seat, each)) for each in ("cast", *titles)])
    assert answers[0] == answers[1] == answers[2]
    assert "cannot be chosen" in str(answers)
    assert "see such a card" in str(answers)


def test_a_rule_that_cannot_continue_is_reported_and_not_raised() -> None:
    seat = Seat(by_name("super_team"), 0, seed=0)
    seat.new_match()
    assert seat.match is not None
    message = {seat.why(each) for each in seat.match._played.population.actions}
    assert "That can't be shown now: `ball` is read before it is set." in message


def test_matches_are_kept_for_who_judges(tmp_path: Path) -> None:
    game = by_name("leduc_poker")
    seat = Seat(game, 0, seed=5, saves=tmp_path / "saves")
    for _ in range(2):
        message = seat.new_match()
    while "The match is over" not in message:
        message = seat.act(seat.actions().splitlines()[1], seat.decision)
    seat.close()
    given_up, ended = map(game.resume, (tmp_path / "saves").read_text().splitlines())
    assert given_up.outcome is None and ended.outcome is not None
    assert (given_up.start.seed, ended.start.seed) == (5, 6)
    with pytest.raises(FileNotFoundError):
        Seat(game, 0, saves=tmp_path / "nowhere" / "saves")


def test_wrong_arguments_are_refused_in_words() -> None:
    game = by_name("kuhn_poker")
    with pytest.raises(ValueError, match="`seat` is one of opener, dealer, or its number"):
        server(game, "banker")
    with pytest.raises(ValueError, match="there is no player `deep_blue`"):
        server(game, opponents=["deep_blue"])
    seat = Seat(game, "1", seed=1)
    assert seat.name == "dealer"
    seat.new_match()
    with pytest.raises(Exception, match=f"characters, more than {LONGEST}"):
        seat.act("x" * 5000, seat.decision)
