"""A rulebook that can be played, its matches, and its bots at them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from threading import RLock
from typing import Any

from attrs import define, evolve, field, frozen

from ruleslang.analysis.play_games import Batch, chunk_size
from ruleslang.analysis.replay import IllegalChoice, place_of
from ruleslang.analysis.simulate import simulate
from ruleslang.analysis.simulation_report import Report
from ruleslang.api import argument_checks
from ruleslang.api.batch_settings import engine_of_batch, settings_of
from ruleslang.bots.preference_bot import Bot as Seated
from ruleslang.bots.registry import RANDOM, bot_names, is_bot, make_bot
from ruleslang.engines.choose_engine import (
    AUTO,
    INTERPRETER,
    LockStep,
    chosen_engine,
    engine_named,
    lock_step,
)
from ruleslang.engines.choose_engine import NAMES as ENGINE_NAMES
from ruleslang.match.chance import Streams
from ruleslang.match.decision import Decision, Event, Outcome, View
from ruleslang.match.decision import Option as Choice
from ruleslang.match.entities import Settings
from ruleslang.match.match import Match as Played
from ruleslang.match.one_mover import one_mover
from ruleslang.program.declarations import Measure
from ruleslang.program.program import Compiled, Program
from ruleslang.program.serial import digest, in_language
from ruleslang.proving.given_state import Position, begin_from, check_possible
from ruleslang.records.checksum import Refused
from ruleslang.records.match_start import (
    Made,
    Save,
    Start,
    file_names,
    from_text,
    refuse_unless_made_with,
    start_of,
    to_text,
)
from ruleslang.secrecy.deal_anew import teaches
from ruleslang.source.diagnostic import Diagnostic


@frozen(eq=False, slots=False, repr=False)
class Game:
    """
    A rulebook that can be played.

    `diagnostics` holds the warnings that came up when it was loaded; `check` finds more.
    """

    compiled: Compiled
    diagnostics: tuple[Diagnostic, ...] = ()
    cards: tuple[str, ...] = ()  # the files of cards that were laid over the rulebook
    position: Position | None = None  # in which its matches begin; None: in the opening

    def __repr__(self) -> str:
        laid_over = f", cards={list(self.cards)}" if self.cards else ""
        return f"Game({self.name!r}{laid_over})"

    @property
    def program(self) -> Program:
        """What is played, as plain data."""
        return self.compiled.program

    @property
    def name(self) -> str:
        """The rulebook's name."""
        return self.program.name

    @cached_property
    def digest(self) -> str:
        """What stands for the whole of the rules: equal for equal games."""
        return digest(self.program)

    @property
    def options(self) -> dict[str, tuple[str, ...]]:
        """Every option and reading with its values, the default first."""
        return {
            option.name: (
                option.values[option.default],
                *(value for value in option.values if value != option.values[option.default]),
            )
            for option in self.program.options
        }

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of its texts, as its header names them; its own first."""
        return self.program.languages

    def in_language(self, lang: str) -> Game:
        """
        The same game with its texts in another language; raises `ValueError` when it has none.

        Matches, saves and records are the same in all languages.
        """
        chosen = argument_checks.language(self.program, lang)
        return evolve(self, compiled=in_language(self.compiled, chosen))

    @property
    def bots(self) -> tuple[str, ...]:
        """Who can play without a person: chance, a search, the players in the rulebook's text."""
        return bot_names(self.compiled)

    def has_bot(self, name: str) -> bool:
        """Whether a name can be given to a seat; `search:500` and `search:2s` say a budget."""
        return is_bot(name, self.compiled)

    def bot(self, name: str = RANDOM, *, seed: int = 0) -> Bot:
        """One of `bots`, for matches of your own; raises `ValueError` when there is none."""
        if not self.has_bot(argument_checks.text("name", name)):
            raise ValueError(argument_checks.unknown("player", name, self.bots))
        return Bot(self.compiled, name, argument_checks.whole_number("seed", seed))

    def start(
        self,
        *,
        seed: int | None = None,
        options: Mapping[str, str] | None = None,
        players: int | None = None,
        automatic: int | None = None,
        engine: str = INTERPRETER,
    ) -> Match:
        """
        Begin a match; without a seed, of one that nobody knows before.

        `players` and `automatic` are numbers of seats: `None` stands for the least.
        `engine` is `"interpreter"`, which begins at once and copies by playing again; `"python"`
        or `"c"`, far quicker once compiled; or `"auto"`. A slower one stands in where it must.
        The match is the same on all of them.
        Raises `ValueError` for an option, a value or a number of players that the rulebook has not.
        """
        argument_checks.known("engine", engine, ENGINE_NAMES)
        chosen = int.from_bytes(os.urandom(6), "big") if seed is None else seed
        given, settings = self._settings(options, players, automatic)
        start = start_of(
            self.program,
            seed=argument_checks.whole_number("seed", chosen),
            options=given,
            players=settings.players,
            automatic=settings.automatic,
            cards=file_names(self.cards),
            position=self.position.text if self.position else "",
        )
        plays = chosen_engine(engine, self.program, settings).name
        return Match(self, start, self.begun(start, engine=plays), plays)

    def in_lock_step(
        self,
        seeds: Sequence[int],
        *,
        options: Mapping[str, str] | None = None,
        players: int | None = None,
        automatic: int | None = None,
    ) -> LockStep:
        """
        A match for each of these seeds, all moved at once, as training needs them.

        They are played in C; raises `RuntimeError` where there is no compiler.
        """
        if self.position is not None:
            raise ValueError("matches in lock step begin at the opening, not in a position")
        _, settings = self._settings(options, players, automatic)
        return lock_step(self.program, settings, seeds)

    def _settings(
        self, options: Mapping[str, str] | None, players: int | None, automatic: int | None
    ) -> tuple[Mapping[str, str], Settings]:
        """The options that are set, and all settings; raises `ValueError`."""
        return settings_of(self.program, self.position, options, players, automatic)

    def fewest(self, options: Mapping[str, str] | None = None) -> int:
        """The fewest who can sit down with these options; raises `ValueError`."""
        return self._settings(options, None, None)[1].players

    def begun(
        self, start: Start, measures: Sequence[Measure] = (), engine: str = INTERPRETER
    ) -> Played:
        """The match that begins so, as the engine has it, with these measures gathered."""
        playing = engine_named(engine, self.program)
        if self.position is not None:
            _, settings = self._settings(start.options, start.players, start.automatic)
            return begin_from(
                playing,
                self.position,
                settings,
                start.options,
                seed=start.seed,
                measures=measures,
            )
        return playing.start(
            seed=start.seed,
            options=start.options,
            players=start.players,
            automatic=start.automatic,
            measures=measures,
        )

    def resume(
        self, text: str, *, seal_key: bytes | None = None, engine: str = INTERPRETER
    ) -> Match:
        """
        The match of this game that `Match.to_json` wrote; raises `Refused`.

        With a `seal_key` only saves are taken that were sealed with it. `engine` is as in `start`;
        the choices are made again, which takes an engine as long as it took to make them.
        """
        key = argument_checks.seal_key(seal_key)
        save = from_text(argument_checks.text("text", text), key)
        own = self.position.text if self.position else ""
        refuse_unless_made_with(save.start, self.program, own)
        match = self.replayed(save.start, save.choices, engine=engine)
        if match.hash() != save.hash:
            raise Refused("its choices lead to another state than the one it was saved in")
        return match

    def replayed(
        self, start: Start, choices: Sequence[Made], *, engine: str = INTERPRETER
    ) -> Match:
        """The match that began so, after these choices; raises `Refused` when they do not fit."""
        if not isinstance(start, Start):
            raise TypeError(f"`start` is that of a match, not {argument_checks.met(start)}")
        argument_checks.known("engine", engine, ENGINE_NAMES)
        try:
            settled = self._settings(start.options, start.players, start.automatic)[1]
            plays = chosen_engine(engine, self.program, settled).name
            match = Match(self, start, self.begun(start, engine=plays), plays)
        except ValueError as problem:
            raise Refused(f"no match can begin as it says: {problem}") from None
        for made in choices:
            if not isinstance(made, Made):
                raise TypeError(f"`choices` are those of a match, not {argument_checks.met(made)}")
            if match.decision is None or match.decision.player != made.player:
                raise Refused("its choices do not fit the match")
            try:
                match.choose(made.choice)
            except IllegalChoice as problem:
                raise Refused(f"its choices do not fit the match ({problem})") from None
        return match

    def simulate(
        self,
        *,
        games: int = 100,
        seed: int = 1,
        players: Sequence[str] | None = None,
        options: Mapping[str, str] | None = None,
        automatic: int | None = None,
        jobs: int = 1,
    ) -> Report:
        """
        Play many games with bots; the report is the same whatever the number of jobs.

        `players` names a bot for each seat; fewer names than seats are repeated in turn.
        `automatic` is a number of seats: `None` stands for the least.
        """
        batch = self.batch(
            games=games, seed=seed, players=players, options=options, automatic=automatic
        )
        return simulate(batch, jobs=argument_checks.whole_number("jobs", jobs, least=1))

    def batch(
        self,
        *,
        games: int,
        seed: int,
        players: Sequence[str] | None = None,
        options: Mapping[str, str] | None = None,
        automatic: int | None = None,
        records: bool = False,
        engine: str = AUTO,
    ) -> Batch:
        """The games that `simulate` plays, checked; `engine` decides how fast they go."""
        names = (
            (RANDOM,)
            if players is None
            else argument_checks.names("players", players, self.bots, self.has_bot)
        )
        checked = argument_checks.settings(self.program, options, None, None)
        seats = max(len(names), self.fewest(checked))
        chosen, settled = self._settings(checked, seats, automatic)
        argument_checks.known("engine", engine, ENGINE_NAMES)
        games = argument_checks.whole_number("games", games, least=1)
        seed = argument_checks.whole_number("seed", seed)
        engine_asked = engine_named(INTERPRETER, self.program)
        check_possible(engine_asked, self.position, settled, chosen, seed)
        plays = engine_of_batch(self.compiled, engine, settled, games, names)
        return Batch(
            self.compiled,
            self.digest,
            games,
            seed,
            tuple(names[i % len(names)] for i in range(seats)),
            chosen,
            settled.automatic,
            records,
            chunk_size(games, plays),
            file_names(self.cards),
            engine=plays,
            position=self.position,
        )


@one_mover("decision", "choose", "teaches", "view", "copy", "hash", "to_json")
@define(eq=False)
class Match:
    """
    One playing of a game, which waits for a decision or is over.

    One thread at a time moves or asks it; another gets a `RuntimeError`. What breaks into a choice,
    Ctrl-C or a time limit, leaves the match as it was before that choice.
    """

    game: Game
    start: Start
    _played: Played = field(repr=False)
    _plays: str = field(default=INTERPRETER, repr=False)  # the name of the engine
    _made: list[Made] = field(factory=list, repr=False)
    _is_dealt_anew: bool = field(default=False, repr=False)
    _moving: Any = field(factory=RLock, init=False, repr=False)  # held by the thread that does

    @property
    def is_over(self) -> bool:
        """Whether nothing is asked any more."""
        return self._played.decision is None

    @property
    def decision(self) -> Decision | None:
        """What is asked, and of whom; `None` when the match is over."""
        return self._played.decision

    @property
    def outcome(self) -> Outcome | None:
        """Winners and payoffs; `None` while the match goes on, or when a fault stopped it."""
        return self._played.outcome

    @property
    def fault(self) -> Exception | None:
        """Why the rules could not go on; `None` when nothing is wrong."""
        return self._played.fault

    @property
    def choices(self) -> tuple[Made, ...]:
        """
        The choices made so far, by seat and id, secret ones too; forced ones are not asked.

        Not for players: what a seat may know is in its view.
        """
        return tuple(self._made)

    @property
    def engine(self) -> Played:
        """The match as the engine has it, for bots and tools."""
        return self._played

    @property
    def events(self) -> Sequence[Event]:
        """All that chance and the players did, secrets too: not for players."""
        return self._played.events

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats of this match, automatic ones and those that are out too."""
        return tuple(player.name for player in self._played.population.players)

    def choose(
        self, choice: Choice | int | str, *, by: int | str | None = None, at: int | None = None
    ) -> None:
        """
        Make a choice: one of the decision's, or its id or text; a number is its place among them.

        For servers: `by` is the seat that claims to choose, and `at` the number of choices that had
        been made when it was asked, so that nobody answers for another, or twice.
        Raises `IllegalChoice`, and then the match is as it was.
        """
        self._refuse_unless_asked(by, at)
        index = place_of(self._played, choice)
        assert self.decision is not None
        made = Made(self.decision.player, self.decision.choices[index].id)
        self._played.choose(index)
        self._made.append(made)

    def teaches(self, choice: Choice | int | str) -> bool:
        """
        Whether a choice of the decision can show its player something that he could not know.

        Then it must not be taken back. Any other may be, by going on from a copy that was made
        before it, as long as nobody else was asked since. The match is not moved. It costs a copy
        where nothing is hidden, else up to three copies of the interpreter, whose engine looks.
        Raises `IllegalChoice` for what cannot be chosen.
        """
        return teaches(self._played, place_of(self._played, choice))

    def _refuse_unless_asked(self, by: int | str | None, at: int | None) -> None:
        if at is not None and argument_checks.whole_number("at", at) != len(self._made):
            raise IllegalChoice("illegal", f"it answers a decision of the past: `at` is {at}")
        if by is None or self.decision is None:
            return
        seat = self._seat("by", by)
        if seat != self.decision.player:
            raise IllegalChoice("illegal", f"{self.seats[seat]} is not asked now")

    def view(self, player: int | str) -> View:
        """
        All that a player may know: by the seat, counted from 0, or its name.

        Raises `ValueError` when there is no such seat.
        """
        return self._played.view(self._seat("player", player))

    def _seat(self, what: str, player: int | str) -> int:
        return argument_checks.seat(what, player, self.seats, self.game.name)

    def copy(self, *, seed: int | None = None) -> Match:
        """
        A match of its own that stands where this one does.

        Its chance will go as it would here, unless a `seed` has it drawn anew from here on; what is
        hidden (the order of a pile, a hand) stays what it is. So a search that looks ahead in
        copies is fair only where nothing is hidden. A copy with a seed cannot be saved.
        The interpreter makes the choices made so far again, so a copy late in a match costs as much
        as they did; in a match that was begun with a quicker `engine` it costs the same everywhere.
        """
        twin = self._played.copy(
            None if seed is None else Streams(argument_checks.whole_number("seed", seed))
        )
        anew = self._is_dealt_anew or seed is not None
        return Match(self.game, self.start, twin, self._plays, list(self._made), anew)

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Match:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Game.resume, engine=self._plays), (self.game, self.to_json())

    def hash(self) -> str:
        """
        What stands for the whole state, the decision, and how chance will go.

        Equal for the same match at the same place. Two matches that look alike have another hash
        when their chance was drawn from otherwise. Not for players: who tries what might be hidden
        could tell by it what is.
        """
        return self._played.hash()

    def to_json(self, *, seal_key: bytes | None = None) -> str:
        """
        The match as text, from which `resume` brings it back; not for players, who could.

        Its checksum finds accidents. With a `seal_key`, 16 bytes or more that only the server has,
        `resume` with that key takes no text that another made or changed.
        """
        key = argument_checks.seal_key(seal_key)
        if self._is_dealt_anew:
            raise ValueError("a copy whose chance was drawn anew cannot be saved")
        return to_text(Save(self.start, self.choices, self.hash()), key)


@define(eq=False)
class Bot:
    """
    `random`, or a player that the rulebook writes down; it answers for whichever seat is asked.

    It goes by what that seat may see, and where several choices are equally good by a chance of
    its own, which the seed decides.
    """

    compiled: Compiled = field(repr=False)
    name: str
    seed: int = field(default=0, repr=False)
    _seated: dict[int, Seated] = field(factory=dict, init=False, repr=False)

    def choose(self, match: Match) -> Choice:
        """What it would choose now; raises `IllegalChoice` when nothing is asked any more."""
        if not isinstance(match, Match):
            raise TypeError(f"`match` is a match of a game, not {argument_checks.met(match)}")
        argument_checks.refuse_other_game(self.compiled.program, match.game.program)
        decision = match.decision
        if decision is None:
            raise IllegalChoice("illegal", "the match is over")
        seated = self._seated.get(decision.player)
        if seated is None:
            seated = make_bot(self.name, self.compiled, self.seed, decision.player)
            self._seated[decision.player] = seated
        return decision.choices[seated.choose(match.engine)]
