"""
No page is sent what its seat may not know: all messages of random matches, of all rulebooks.

A table is played by persons who choose at random, with a tab for each seat and for spectators. What
a tab is sent is compared with what its seat sees: names of cards, whose question it is, that it is
told nothing where nothing changed for it, and that it is shown the same where all that is hidden
from it is put otherwise.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import define, field

import ruleslang
from ruleslang.engine.match.chance import Stream, derive
from ruleslang.engine.match.entities import can_begin
from ruleslang.engine.match.runtime_values import Player
from ruleslang.players.secrecy.rearrange_hidden import hidden
from tests.apps.table.conftest import unread
from tests.support.every import every

pytest.importorskip("starlette", reason="the extra `table` is not installed")

from ruleslang.apps.table.client_requests import answered
from ruleslang.apps.table.lobby import Lobby
from ruleslang.apps.table.reader_ids import BadRequest
from ruleslang.apps.table.seated_match import SeatedMatch
from ruleslang.apps.table.store import MemoryStore
from ruleslang.apps.table.tables_and_tabs import Hall, Tab

GAMES = ruleslang.rulebooks()
LONG, SHOWN, MOST_BEFORE = 1000, 6, 40  # matches; choices that are watched, and before them
MOST_SEATS = 4
KEYS = {
    "type",
    "view",
    "under_way",
    "question",
    "sitters",
    "hurried",
    "people",
    "answered",
    "waiting",
    "wish",
    "passing",
    "clock",
    "over",
}


@define(eq=False)
class Watched:
    """A tab, the names of cards that its seat has seen, and how many frames were looked at."""

    tab: Tab
    seen: set[str] = field(factory=set)
    looked: int = 0
    last: dict[str, Any] = field(factory=dict)


def cards_in(value: Any, cards: set[str], key: str = "") -> Iterator[str]:
    """The cards that some data names, wherever."""
    if isinstance(value, str) and value in cards and key not in ("text", "prompt", "kind"):
        yield value
    elif isinstance(value, dict):
        for name, inside in value.items():
            yield from cards_in(inside, cards, name)
    elif isinstance(value, list):
        for inside in value:
            yield from cards_in(inside, cards, key)


def titled(text: str, titles: dict[str, set[str]]) -> Iterator[set[str]]:
    """For each title of cards that stands in words its cards, the longest titles first."""
    for title in sorted(titles, key=len, reverse=True):
        if title in text:
            yield titles[title]
            text = text.replace(title, "")


def said_of_matches(entry: dict[str, Any], states: set[str]) -> str:
    """The words of an entry without what the rulebook itself calls states, actions and choices."""
    text: str = entry["text"]
    for state in states:
        text = text.replace(state, "")
    for part in entry.get("parts", ()):
        label = part.get("label") or "\0"  # whose first word may be a verb, which is conjugated
        text = text.replace(label, "").replace(label.partition(" ")[2] or "\0", "")
    return text


@define(eq=False)
class Match:
    """A match whose frames are looked at."""

    seats: SeatedMatch
    hall: Hall
    stream: Stream
    watched: list[Watched]
    cards: set[str]
    titles: dict[str, set[str]]
    states: set[str]

    async def play(self, choices: int) -> None:
        await self.hall.go_on(self.seats)
        self.look()
        for _ in range(choices):
            decision = self.seats.match.decision
            if decision is None:
                break
            self.try_answers()
            asked = self.seats.asked()
            seat = asked[self.stream.below(len(asked))]
            of_seat = self.seats.asked_of(seat)
            assert of_seat is not None
            _, decision, ticket = of_seat
            self.seats.choose(seat, ticket, self.stream.below(len(decision.choices)))
            await self.hall.go_on(self.seats)
            self.look()

    def try_answers(self) -> None:
        """Nobody but who is asked is told why; nobody looks back before the end."""
        for each in self.watched:
            if each.tab.reader not in self.seats.asked() and each.tab.reader is not None:
                zones = each.last["view"]["zones"]
                zone = next((n for n, z in zones.items() if any(z["cards"])), None)
                if zone is not None:
                    nth = next(n for n, c in enumerate(zones[zone]["cards"]) if c is not None)
                    said = answered(
                        self.seats, each.tab.reader, {"do": "why", "zone": zone, "nth": nth}
                    )
                    assert said["reasons"] == ["you are not asked now"] and said["may"] is False
            with pytest.raises(BadRequest):
                answered(self.seats, each.tab.reader, {"do": "look", "at": 0})

    def look(self) -> None:
        """At all frames that came."""
        for each in self.watched:
            assert not each.tab.lags
            frames = [json.loads(frame) for frame in unread(each.tab)]
            each.looked += len(frames)
            for frame in frames:
                self.look_at(each, frame)
        self.look_otherwise(self.watched[self.stream.below(len(self.watched))])

    def look_at(self, one: Watched, frame: dict[str, Any]) -> None:
        reader, match = one.tab.reader, self.seats.match
        assert set(frame) == KEYS | {"entries", "afresh"}
        changed = {key for key in KEYS if frame[key] != one.last.get(key)}
        assert changed or frame["entries"], "a page got a frame without news"
        if reader not in self.seats.asked():
            assert frame["question"] is None
        if reader is None:
            assert frame["answered"] == []
        assert frame["passing"] == "" and frame["clock"] is None and frame["wish"] is None
        own = match.view(reader)
        one.seen |= {card for zone in own.zones.values() for card in zone.cards if card}
        one.seen |= set(cards_in(frame["question"], self.cards))
        moved = [part for entry in frame["entries"] for part in entry.get("parts", ())]
        one.seen |= set(cards_in(moved, self.cards))
        stated = set(cards_in([frame["view"], frame["under_way"]], self.cards))
        # What a card is that counts as another, the names of its states say: of cards that he sees.
        one.seen |= self.cards.intersection(
            part.strip() for name in own.states for part in name.partition("(")[2][:-1].split(",")
        )
        assert stated <= one.seen, stated - one.seen
        words = " · ".join(said_of_matches(entry, self.states) for entry in frame["entries"])
        if not self.are_words():
            unknown = [cards for cards in titled(words, self.titles) if not cards & one.seen]
            assert not unknown, (unknown, words)
        one.last = frame

    def are_words(self) -> bool:
        """Whether titles of cards are words that stand in other texts as well."""
        return any(len(title) < 4 or title.islower() for title in self.titles)

    def look_otherwise(self, one: Watched) -> None:
        """What is shown hangs on nothing that is hidden from who is shown it."""
        reader, engine = one.tab.reader, self.seats.match.engine
        if not isinstance(reader, int) or self.seats.is_over or engine.decision is None:
            return
        if reader in self.seats.asked():
            return
        who: Player = engine.population.players[reader]
        unseen = hidden(engine, who)
        if unseen.is_empty:
            return
        shown = self.seats.shown(reader)
        with engine.rearranged(unseen.shuffled(self.stream), keeps_order=True):
            assert self.seats.shown(reader) == shown


def begun(name: str, seed: int) -> Match:
    """A match in its middle, with a tab for each seat and one for spectators."""
    stream, game = Stream(derive(seed, 5)), game_of(name)
    lobby = Lobby({name: game}, MemoryStore(), "wasm")
    seats, _ = lobby.make({"rulebook": name, "seats": [""] * players_of(game, stream)})
    seats.match = in_the_middle(game, seed, len(seats.sitters), stream)
    hall, watched = Hall(lobby), []
    for reader in (None, *range(len(seats.match.seats))):
        tab = Tab(None, reader)  # type: ignore[arg-type]
        hall.sit(seats, tab)
        watched.append(Watched(tab))
    declared = seats.declared(None)
    names = {each["name"] for each in declared["cards"]}
    titles: dict[str, set[str]] = {}
    for each in declared["cards"]:
        titles.setdefault(each["text"], set()).add(each["name"])
    states = {each["text"] for each in declared["states"]}
    return Match(seats, hall, stream, watched, names, titles, states)


def players_of(game: ruleslang.Game, stream: Stream) -> int:
    """A number of players with whom matches begin."""
    low = game.program.seats.low
    high = max(low, min(MOST_SEATS, game.program.seats.high))
    fits = [n for n in range(low, high + 1) if can_begin(game.program, None, n)]
    return fits[stream.below(len(fits))]


def in_the_middle(game: ruleslang.Game, seed: int, players: int, stream: Stream) -> ruleslang.Match:
    """A match of which some was played, and which is not over."""
    choices = stream.below(MOST_BEFORE)
    while True:
        match = game.start(seed=seed, players=players, engine="wasm")
        for _ in range(choices):
            if match.decision is not None:
                match.choose(stream.below(len(match.decision.choices)))
        if match.decision is not None or not choices:
            return match
        choices //= 3


_games: dict[str, ruleslang.Game] = {}


def game_of(name: str) -> ruleslang.Game:
    if name not in _games:
        _games[name] = ruleslang.load(name)
    return _games[name]


def watch(name: str, seed: int, choices: int = SHOWN) -> int:
    """Play a stretch of a match from somewhere, and look at every frame; how many there were."""
    match = begun(name, seed)
    asyncio.run(match.play(choices))
    return sum(each.looked for each in match.watched)


@every("name", GAMES, parts=2)
def test_no_page_is_sent_what_its_seat_may_not_know(name: str) -> None:
    assert watch(name, 1, 3)


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_no_page_of_a_thousand_matches_is_sent_what_its_seat_may_not_know(part: int) -> None:
    for seed in range(part * LONG // 10, (part + 1) * LONG // 10):
        assert watch(GAMES[seed % len(GAMES)], seed)
