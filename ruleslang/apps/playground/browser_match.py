"""A match in one browser, which may show every seat; it sends its page what a server would."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from attrs import define, evolve

from ruleslang.api import Fault, Game, IllegalChoice, Refused
from ruleslang.apps.table.client_requests import ASKED_FOR, answered, done_by
from ruleslang.apps.table.early_answers import EarlyAnswers
from ruleslang.apps.table.lobby import Lobby
from ruleslang.apps.table.reader_ids import BadRequest
from ruleslang.apps.table.seated_match import SeatedMatch
from ruleslang.apps.table.store import MemoryStore
from ruleslang.program.program import Program, origin_of
from ruleslang.simulation.records.saves import Made

Message = dict[str, Any]


@define(eq=False)
class MatchHere:
    """
    The match of a page. `reader` is the seat whose view is shown, `None` for spectators; with
    `follows`, it is the person to decide. `goes_on` while choices can be made that need no person.
    """

    seats: SeatedMatch
    reader: int | None = 0
    follows: bool = True
    goes_on: bool = True
    _shown: str = ""
    _sent: int = 0
    _age: int = 0

    def sit(self, reader: int | None, *, follows: bool) -> list[Message]:
        """Change the seat whose view is shown; returns all messages that describe it."""
        if reader is not None and not 0 <= reader < len(self.seats.match.seats):
            raise BadRequest("there is no such seat")
        self.reader, self.follows = reader, follows
        self._follow()
        self.goes_on = True
        return self._afresh()

    def say(self, message: Mapping[str, Any]) -> list[Message]:
        """Handle a message of the page; returns the messages to show, a refusal among them."""
        try:
            if message.get("do") in ASKED_FOR:
                return [answered(self.seats, self.reader, message)]
            done_by(self.seats, self.reader, message)
            self._agree()
            self.goes_on = True
        except BadRequest as problem:
            self._shown = ""
            return [{"type": "refused", "text": str(problem)}, *self._news()]
        return self._news_after_choice()

    def go_on(self) -> list[Message]:
        """Make one choice that needs no person (a bot's, or by an order); returns the news."""
        self.goes_on = self.seats.choose_unasked()
        return self._news_after_choice()

    def _agree(self) -> None:
        """Accept a pending wish to undo for all seats, since one person plays them."""
        for seat, bot in enumerate(self.seats.sitters):
            if self.seats.wish is not None and not bot:
                self.seats.answer_wish(seat, self.seats.wish.id, True)

    def _news_after_choice(self) -> list[Message]:
        before = self.reader
        self._follow()
        return self._news() if self.reader == before else self._afresh()

    def _follow(self) -> None:
        decision = self.seats.match.decision
        if not self.follows or self.seats.is_over or decision is None:
            return
        if not self.seats.sitters[decision.player]:
            self.reader = decision.player

    def _afresh(self) -> list[Message]:
        self._age = -1
        return [self.seats.declared(self.reader), *self._news()]

    def _news(self) -> list[Message]:
        shown, story = self.seats.shown(self.reader), self.seats.story(self.reader)
        afresh = self._age != self.seats.age or len(story) < self._sent
        added = story if afresh else story[self._sent :]
        state = json.dumps(shown)
        if state == self._shown and not added and not afresh:
            return []
        self._shown, self._sent, self._age = state, len(story), self.seats.age
        return [{**shown, "entries": added, "afresh": afresh}]


def match_here(game: Game, asked: Mapping[str, Any]) -> MatchHere:
    """Start a match; raises `BadRequest`."""
    seats, _ = Lobby({"": game}, MemoryStore()).make({**asked, "rulebook": ""})
    seats.early = EarlyAnswers(most=-1)  # one person after the other looks at this page
    return MatchHere(seats, next((n for n, bot in enumerate(seats.sitters) if not bot), None))


def on_new_rules(old: MatchHere, game: Game) -> tuple[MatchHere, int, int]:
    """
    Return the same start and choices on other rules, as far as they go: the match, the number of
    choices that were repeated, and of all. Raises `BadRequest` if the new rules have no such start.
    """
    before = old.seats.match
    try:
        match = game.replayed(evolve(before.start, digest=game.digest), ())
    except Refused as problem:
        raise BadRequest(str(problem)) from None
    for choice in before.choices:
        try:
            match.make_again(Made(choice.player, choice.choice))
        except IllegalChoice:
            break
    table = old.seats
    seats = SeatedMatch(match.game, match, table.kept, table.store, list(table.sitters))
    seats.early = EarlyAnswers(most=-1)
    here = MatchHere(seats, old.reader, old.follows)
    return here, len(match.choices), len(before.choices)


def stopped_at(program: Program, fault: Fault) -> dict[str, Any]:
    """Return why a match stopped, and the file and line of the rule that could not continue."""
    origin = origin_of(program, fault.origin)
    place = {} if origin is None else {"file": origin.file, "line": origin.line}
    return {"message": fault.message, **place}


def offered(game: Game) -> dict[str, Any]:
    """Return the settings that can be chosen for a match."""
    return Lobby({"": game}, MemoryStore()).listed()[0]
