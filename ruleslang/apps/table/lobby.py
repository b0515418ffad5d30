"""Creates matches, and finds them by the tokens in their links."""

from __future__ import annotations

import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

from attrs import define, evolve, field

from ruleslang.api import Game, IllegalChoice, Match, Refused
from ruleslang.apps.table.kept_story import entries_in, remake_quickly
from ruleslang.apps.table.presence import name_of
from ruleslang.apps.table.reader_ids import AUTOMATIC, BadRequest
from ruleslang.apps.table.seated_match import Rules, SeatedMatch
from ruleslang.apps.table.store import Store, StoredMatch, StoreFault
from ruleslang.engine.choose_engine import AUTO, EngineName
from ruleslang.library.pictures import BadPicture, picture_below
from ruleslang.simulation.records.saves import Made, from_text

LOG = logging.getLogger(__name__)
MOST_SEATED = 200  # matches in memory; others wait in the store
MOST_POSITIONED = 20  # matches that start from a position, each with a separate game
MOST_OPTIONS = 50
MOST_MINUTES = 10_000  # minutes on a clock
LONGEST_TOKEN = 64
LONGEST_POSITION = 16_000
CHANGED = "the text of its rules has changed, and it does not fit any more"


@define(eq=False)
class Lobby:
    """
    The rulebooks on offer, by name, and the matches in play.

    `rules` returns the files of a rulebook with their texts, for the people at a table; `note` a
    remark for the lobby; `positioned` makes the game of a rulebook that starts in a position given
    by lines; `folder` is the folder of a rulebook's pictures.
    """

    games: Mapping[str, Game]
    store: Store
    engine: EngineName = AUTO
    rules: Callable[[str], Rules] = lambda name: ()
    note: Callable[[str], str] = lambda name: ""
    positioned: Callable[[str, str], Game] | None = None
    folder: Callable[[str], Path | None] = lambda name: None
    seated: OrderedDict[str, SeatedMatch] = field(factory=OrderedDict)
    _lock: Lock = field(factory=Lock)  # guards `seated` and the spectators

    def listed(self, language: str = "") -> list[dict[str, Any]]:
        """Return the rulebooks with the settings to choose, in a language if they have it."""
        games = {
            key: game.in_language(language) if language in game.languages else game
            for key, game in self.games.items()
        }
        return [
            {
                "rulebook": key,
                "title": _title(game),
                "fewest": game.program.seats.low,
                "most": game.program.seats.high,
                "automatic": [game.program.seats.automatic_low, game.program.seats.automatic_high],
                "names": list(game.program.seats.names),
                "options": {name: list(values) for name, values in game.options.items()},
                "meanings": _meanings(game),
                "languages": list(game.languages),
                "bots": list(game.bots),
                "note": self.note(key),
                "positions": self.positioned is not None and game.position is None,
            }
            for key, game in games.items()
        ]

    def make(self, asked: Mapping[str, Any]) -> tuple[SeatedMatch, list[str]]:
        """Create a match; returns it with the tokens of its links, or raises `BadRequest`."""
        key, lang = asked.get("rulebook"), asked.get("lang") or ""
        game = self.games.get(key) if isinstance(key, str) else None
        if game is None or not isinstance(key, str):
            raise BadRequest("there is no such rulebook here")
        sitters, options = self._sitters(game, asked.get("seats")), asked.get("options") or {}
        minutes = _number(asked, "minutes", MOST_MINUTES)
        increment, patience = _number(asked, "increment", 86_400), _number(asked, "patience", 1440)
        named = asked.get("names")
        names = named if isinstance(named, list) else []
        called = dict(enumerate(map(name_of, names[: len(sitters)])))
        if not isinstance(lang, str):
            raise BadRequest("a language is a name")
        if not isinstance(options, dict) or len(options) > MOST_OPTIONS:
            raise BadRequest("options are names with values")
        try:
            game = self._positioned(game, key, asked.get("position") or "")
            game = game.in_language(lang) if lang else game
            automatic = sum(sitter == AUTOMATIC for sitter in sitters)
            match = game.start(
                options=options, players=len(sitters), automatic=automatic, engine=self.engine
            )
        except (ValueError, TypeError) as problem:
            raise BadRequest(str(problem)) from None
        about = StoredMatch("", key, lang, "", (), tuple(sitters), minutes=minutes)
        about = evolve(about, increment=increment if minutes else 0, patience=patience)
        begun = self._begin(game, match, evolve(about, chat=asked.get("chat") is True))
        begun[0].presence.names.update(called)
        return begun

    def once_more(self, seated: SeatedMatch) -> tuple[str, ...]:
        """Return the tokens of a new match with the rules and seats of a finished one, once."""
        if not seated.again:
            start, kept = seated.match.start, seated.kept
            match = seated.game.start(
                options=dict(start.options),
                players=start.players,
                automatic=start.automatic,
                engine=self.engine,
            )
            about = evolve(kept, sitters=tuple(seated.sitters), ended="")
            next_match, tokens = self._begin(seated.game, match, about)
            next_match.presence.names.update(seated.presence.names)
            seated.again = tuple(tokens)
        return seated.again

    def _begin(self, game: Game, match: Match, about: StoredMatch) -> tuple[SeatedMatch, list[str]]:
        """Store a match, with tokens of its own, and seat those who play it."""
        tokens = tuple(secrets.token_urlsafe(18) for _ in range(len(match.seats) + 2))
        id = secrets.token_hex(8)
        kept = evolve(about, id=id, beginning=match.to_json(), tokens=tokens)
        left = [kept.minutes * 60.0] * len(match.seats) if kept.minutes else None
        self.store.add(kept, left or ())
        rules, sitters = self.rules(kept.rulebook), list(kept.sitters)
        seats = SeatedMatch(game, match, kept, self.store, sitters, left=left, rules=rules)
        seats.engine = self.engine
        self._remember(seats)
        return seats, list(tokens)

    def _positioned(self, game: Game, key: str, lines: object) -> Game:
        """Return the game that starts in a position; raises `ValueError`, and `BadRequest`."""
        if lines == "":
            return game
        if not isinstance(lines, str) or len(lines) > LONGEST_POSITION:
            raise BadRequest(f"a position is a text of at most {LONGEST_POSITION} characters")
        if self.positioned is None or game.position is not None:
            raise BadRequest("matches can't start from other positions here")
        begun = [id for id, seats in self.seated.items() if seats.game.position is not None]
        if not self._forget(begun, MOST_POSITIONED - 1):
            raise BadRequest("too many matches from other positions are open: wait a little")
        return self.positioned(key, lines)

    def _sitters(self, game: Game, asked: object) -> Sequence[str]:
        if not isinstance(asked, list) or not 1 <= len(asked) <= game.program.seats.high:
            raise BadRequest("name the player of each seat")
        for name in asked:
            if not isinstance(name, str) or (name and name not in (*game.bots, AUTOMATIC)):
                raise BadRequest("a seat is played by a person, or by one of the bots")
        low, high = game.program.seats.automatic_low, game.program.seats.automatic_high
        ruled = [name == AUTOMATIC for name in asked]
        if ruled != sorted(ruled) or not low <= sum(ruled) <= high:
            raise BadRequest(f"the rules play {low} to {high} seats here, the last ones")
        return asked

    def picture(self, token: str, path: str) -> bytes | None:
        """Return a picture that the looks of a match's rulebook name; `None`: there is none."""
        seats = self.find(token)
        folder = None if seats is None else self.folder(seats.kept.rulebook)
        if seats is None or folder is None or not path or path not in _pictures(seats.match):
            return None
        try:
            return picture_below(folder, path)
        except BadPicture as problem:
            LOG.warning("a picture was refused: %s", problem)
            return None

    def stored(self, token: str) -> StoredMatch | None:
        """Return the stored match of a token."""
        return self.store.find(token) if 1 <= len(token) <= LONGEST_TOKEN else None

    def claim(self, id: str) -> SeatedMatch | None:
        """Return a match in memory, which stays there for one more watcher."""
        with self._lock:
            seats = self.seated.get(id)
            if seats is not None:
                self.seated.move_to_end(id)
                seats.watchers += 1
            return seats

    def find(self, token: str) -> SeatedMatch | None:
        """Return a token's match, restored if necessary; `None`: no match; raises `BadRequest`."""
        kept = self.stored(token)
        if kept is None:
            return None
        seats = self.seated.get(kept.id)
        if seats is None:
            seats = self._resumed_match(kept)
            self._remember(seats)
        return seats

    def _resumed_match(self, kept: StoredMatch) -> SeatedMatch:
        game = self.games.get(kept.rulebook)
        if game is None:
            raise BadRequest("its rulebook is not served here any more")
        choices, save = list(self.store.choices(kept.id)), from_text(kept.beginning)
        stored = entries_in(self.store.entries(kept.id))
        try:
            if save.start.position and game.position is None:
                game = self._positioned(game, kept.rulebook, save.start.position)
            game = game.in_language(kept.lang) if kept.lang else game
            if save.start.digest != game.digest:  # of another text: by what was chosen, if it fits
                choices = [Made(choice.player, choice.choice) for choice in choices]
                stored = []
            match = game.replayed(save.start, (), engine=self.engine)
        except (Refused, ValueError):
            raise BadRequest(CHANGED) from None
        ended, late = kept.ended, None
        try:
            match, late = remake_quickly(match, choices, stored)
        except IllegalChoice:  # the save is kept, and can be viewed as far as it fits
            ended = f"{CHANGED}: shown after {len(match.choices)} of {len(choices)} choices"
        left, rules = list(self.store.clocks(kept.id)) or None, self.rules(kept.rulebook)
        sitters = list(kept.sitters)
        seats = SeatedMatch(game, match, kept, self.store, sitters, ended, left=left, rules=rules)
        seats.engine, seats.late = self.engine, late
        seats.is_kept_only = ended != kept.ended
        if not seats.is_over:
            seats.early.restore(match, self.store.early_answers(kept.id))
        return seats

    def _remember(self, seated: SeatedMatch) -> None:
        self._forget([*self.seated], MOST_SEATED - 1)
        with self._lock:
            self.seated[seated.kept.id] = seated

    def _forget(self, among: Sequence[str], most: int) -> bool:
        """Keep at most `most` of these matches in memory, unless somebody watches them."""
        with self._lock:
            here = [self.seated[id] for id in among if id in self.seated]
            idle = [seats for seats in here if not seats.watchers]
            gone = idle[: max(0, len(here) - most)]
            for seats in gone:
                del self.seated[seats.kept.id]
        for seats in gone:
            with suppress(StoreFault):  # then the time since the last choice is nobody's
                seats.charge()
        return len(here) - len(idle) <= most


def _pictures(match: Match) -> frozenset[str]:
    """Return the paths of all pictures that the looks name."""
    declared = match.declarations
    drawn = (*declared.cards, *declared.boards, *declared.icons.values())
    return frozenset(each["art"] for each in drawn)


def _number(asked: Mapping[str, Any], name: str, most: int) -> int:
    """Return a setting of a match that is a whole number, 0 without it; raises `BadRequest`."""
    number = asked.get(name) or 0
    if type(number) is not int or not 0 <= number <= most:
        raise BadRequest(f"{name} is a whole number from 1 to {most}")
    return number


def _title(game: Game) -> str:
    title = game.program.title
    return title.text if title else game.name.replace("_", " ")


def _meanings(game: Game) -> dict[str, dict[str, Any]]:
    """Return the question of each option, and the texts of those of its values that have one."""
    return {
        option.name: {
            "asked": option.text.text if option.text else "",
            "values": {
                value: text.text
                for value, text in zip(option.values, option.value_texts, strict=False)
                if text is not None
            },
        }
        for option in game.program.options
    }
