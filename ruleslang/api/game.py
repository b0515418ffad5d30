"""A playable rulebook, its matches, and its bots."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, cast

from attrs import evolve, field, frozen

from ruleslang.api import argument_checks
from ruleslang.engine.engine_names import AUTO, INTERPRETER, PRINTED_IN_C, REFUSED, C, EngineName
from ruleslang.engine.engine_names import NAMES as ENGINE_NAMES

if TYPE_CHECKING:
    from ruleslang.api.bot import Bot
    from ruleslang.api.game_traits import Traits
    from ruleslang.api.match import Match, Opening
    from ruleslang.engine.action_space import Action, ActionSpace
    from ruleslang.engine.code.lock_step import LockStep
    from ruleslang.engine.match.engine import Engine
    from ruleslang.engine.match.entities import Settings
    from ruleslang.engine.match.interface import Match as Played
    from ruleslang.explanation.examples.given_state import Position
    from ruleslang.program.declarations import Measure
    from ruleslang.program.program import Compiled, Program
    from ruleslang.simulation.on_dask import Client
    from ruleslang.simulation.play_games import Batch
    from ruleslang.simulation.records.match_start import Start
    from ruleslang.simulation.records.saves import Made
    from ruleslang.simulation.results import Watch
    from ruleslang.simulation.simulation_report import Report
    from ruleslang.source.diagnostic import Diagnostic


HASHABLE: frozenset[type] = frozenset((str, int, type(None)))  # arguments of remembered starts


@frozen(eq=False, slots=False, repr=False)
class Game:
    """
    A playable rulebook.

    `diagnostics` holds the warnings found when it was loaded; `check` finds more.
    """

    compiled: Compiled
    diagnostics: tuple[Diagnostic, ...] = ()
    cards: tuple[str, ...] = ()  # the files of cards that were added to the rulebook
    position: Position | None = None  # in which its matches begin; None: in the opening
    _seconds: dict[EngineName, float] = field(factory=dict, init=False, repr=False)
    _engines: dict[str, Engine] = field(factory=dict, init=False, repr=False)
    _openings: dict[object, Opening] = field(factory=dict, init=False, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_engines": {}, "_openings": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __repr__(self) -> str:
        laid_over = f", cards={list(self.cards)}" if self.cards else ""
        return f"Game({self.name!r}{laid_over})"

    @property
    def program(self) -> Program:
        """The compiled program, as plain data."""
        return self.compiled.program

    @property
    def name(self) -> str:
        """The rulebook's name."""
        return self.program.name

    @cached_property
    def digest(self) -> str:
        """A digest of all rules: equal for equal games."""
        from ruleslang.program.serial import digest

        return digest(self.program)

    @property
    def traits(self) -> Traits:
        """Whether it has chance or hidden information, the range of payoffs, the longest match."""
        from ruleslang.api.game_traits import traits_of

        return traits_of(self.program)

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
        """The languages of its texts, in the order of its header; its own first."""
        return self.program.languages

    def in_language(self, lang: str) -> Game:
        """
        Return this game with its texts in another language; raises `ValueError` if it has none.
        Matches, saves and records are the same in all languages.
        """
        from ruleslang.program.serial import in_language

        chosen = argument_checks.language(self.program, lang)
        return evolve(self, compiled=in_language(self.compiled, chosen))

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of all bots: `random`, `search`, and the players that the rulebook declares."""
        from ruleslang.players.registry import bot_names

        return bot_names(self.compiled)

    def has_bot(self, name: str) -> bool:
        """Test whether a seat can have this name; `search:500` and `search:2s` include a budget."""
        from ruleslang.players.registry import is_bot

        return is_bot(name, self.compiled)

    def bot(self, name: str = "random", *, seed: int = 0) -> Bot:
        """Return a bot for use in your own matches; raises `ValueError` if the name is unknown."""
        from ruleslang.api.bot import Bot

        if not self.has_bot(argument_checks.text("name", name)):
            raise ValueError(argument_checks.unknown("player", name, self.bots))
        return Bot(self.compiled, name, argument_checks.seed("seed", seed))

    def start(
        self,
        *,
        seed: int | None = None,
        options: Mapping[str, str | int] | None = None,
        players: int | None = None,
        automatic: int | None = None,
        engine: EngineName = AUTO,
        chance: Literal["drawn", "asked"] = "drawn",
    ) -> Match:
        """
        Start a match; without a `seed`, one is drawn at random.

        `players` and `automatic` are numbers of seats: `None` means the minimum. `engine` is
        `"interpreter"`, which starts immediately and copies by replaying; `"wasm"`
        (with `wasmtime`) or `"c"`, far faster once compiled; or `"auto"`, which is the interpreter
        first and a faster one for later matches, once those of this game have taken as long as
        compiling takes. A slower engine is substituted where necessary, with a `RuntimeWarning` for
        C. The match is the same on all of them.

        With `chance="asked"` the outcomes of chance are choices too: the seat -1 is asked for each
        roll, each pick and each card of a shuffle, and `Decision.probabilities` gives the
        probabilities of the choices. Where a pile is hidden, Python plays. Raises `ValueError` for
        settings that the rulebook does not have.
        """
        is_auto = engine == AUTO and chance != "asked"
        if is_auto:
            engine = self._engine_by_time()
        key = engine, players, automatic, options, chance
        if seed is not None and {*map(type, key)} <= HASHABLE and key in self._openings:
            return self._openings[key].begin(argument_checks.seed("seed", seed))
        from ruleslang.simulation.records.match_start import ASKED, file_names, start_of

        argument_checks.known("engine", engine, ENGINE_NAMES)
        argument_checks.known("chance", chance, ("drawn", ASKED))
        drawn = int.from_bytes(os.urandom(6), "big") if chance != ASKED and seed is None else 0
        set_options, settings = self._settings(options, players, automatic)
        start = start_of(
            self.program,
            seed=argument_checks.seed("seed", drawn if seed is None else seed),
            options=set_options,
            players=settings.players,
            automatic=settings.automatic,
            cards=file_names(self.cards),
            position=self.position.text if self.position else "",
            chance=chance if chance == ASKED else "",
        )
        match = self._match(start, engine, settings)
        if options is None and chance != ASKED and (engine != C or match.plays == C):
            self._openings[key] = match.opening
        return match

    def _engine_by_time(self) -> EngineName:
        """Return the engine for the next match, by the time that those before it took."""
        if not self._seconds:
            return INTERPRETER
        from ruleslang.engine.when_to_compile import engine_after

        return engine_after(self._seconds)

    def spend(self, engine: EngineName, seconds: float) -> None:
        """Count the seconds that a choice took, for the engine of later matches."""
        if engine not in PRINTED_IN_C:
            self._seconds[engine] = self._seconds.get(engine, 0.0) + seconds

    def _match(self, start: Start, engine: EngineName, settings: Settings) -> Match:
        from ruleslang.api.game_settings import engine_that_plays
        from ruleslang.api.match import opening_of

        plays = engine_that_plays(engine, self.program, settings)
        if engine in PRINTED_IN_C and plays != engine:
            self._seconds[engine] = REFUSED  # so that it is not tried again
        return opening_of(self, start, plays).begin(start.seed)

    def in_lock_step(
        self,
        seeds: Sequence[int],
        *,
        options: Mapping[str, str | int] | None = None,
        players: int | None = None,
        automatic: int | None = None,
        threads: int | None = None,
        bots: Sequence[str | None] | None = None,
        keep_choices: bool = False,
    ) -> LockStep:
        """
        Return a match for each of these seeds, all advanced together, for training.

        They are played in C on this many `threads` (`None`: all processors), or in WebAssembly.
        `bots` names the player of each seat: `random`, a player of the rulebook or a learned one
        (`load_player`) inside C, or `search`; `None` is a seat that you play. With `keep_choices`,
        `batch.match(i)` is a `Match` at the position of one of them, and `batch.save()` works.
        Raises `RuntimeError` if only the interpreter plays, `ValueError` for an unknown bot.
        """
        from ruleslang.api.batches import Seating, batch

        if self.position is not None:
            raise ValueError("matches in lock step begin at the opening, not in a position")
        seats = Seating(self.compiled, self.cards, self.start, options, players, automatic, threads)
        return batch(seats, seeds, bots, keep_choices=keep_choices)

    def resume_in_lock_step(
        self, text: str, *, seal_key: bytes | None = None, threads: int | None = None
    ) -> LockStep:
        """
        Return the matches that `LockStep.save` wrote, which keep their choices; raises `Refused`.

        All choices are made again in C, by number. `search` continues without its earlier results.
        """
        from ruleslang.api.batches import Seating, resumed

        seating = Seating(self.compiled, self.cards, self.start, threads=threads)
        return resumed(seating, text, seal_key)

    def _settings(
        self, options: Mapping[str, str | int] | None, players: int | None, automatic: int | None
    ) -> tuple[Mapping[str, str], Settings]:
        """Return the options that are set, and the resolved settings; raises `ValueError`."""
        from ruleslang.api.game_settings import settings_of

        return settings_of(self.program, self.position, options, players, automatic)

    def fewest(self, options: Mapping[str, str | int] | None = None) -> int:
        """Return the minimum number of players with these options; raises `ValueError`."""
        return self._settings(options, None, None)[1].players

    def begun(
        self, start: Start, measures: Sequence[Measure] = (), engine: str = INTERPRETER
    ) -> Played:
        """Return the engine's match with this start, with these measures recorded."""
        if start.chance:
            from ruleslang.api.game_settings import asked_match_of

            return asked_match_of(self.program, self.position, start, engine)
        playing = self._engines.get(engine)
        if playing is None:
            from ruleslang.engine.choose_engine import engine_named

            playing = self._engines[engine] = engine_named(engine, self.program)
        if self.position is not None:
            from ruleslang.explanation.examples.given_state import begin_from

            _, settings = self._settings(start.options, start.players, start.automatic)
            return begin_from(
                playing, self.position, settings, start.options, seed=start.seed, measures=measures
            )
        return playing.start(
            seed=start.seed,
            options=start.options,
            players=start.players,
            automatic=start.automatic,
            measures=measures,
        )

    def starter(self, start: Start, engine: str) -> Callable[[int], Played]:
        """Return the engine's match of a seed with a start like this one."""

        def begin(seed: int) -> Played:
            return self.begun(evolve(start, seed=seed), (), engine)

        if engine not in PRINTED_IN_C or self.position is not None or start.chance:
            return begin
        begin(start.seed)
        seats = {"players": start.players, "automatic": start.automatic}
        playing: Any = self._engines[engine]
        starting: Callable[[int], Played] = playing.starter(options=start.options, **seats)
        return starting

    def action_space(
        self,
        *,
        options: Mapping[str, str | int] | None = None,
        players: int | None = None,
        automatic: int | None = None,
    ) -> ActionSpace:
        """
        Return the numbering of everything that a player can ever choose with these settings.

        Raises `ValueError` for a rulebook that only the interpreter can play.
        """
        from ruleslang.engine.action_space import action_space

        return action_space(self.program, self._settings(options, players, automatic)[1])

    def action(self, number: int) -> Action:
        """Return the action with this number, with the default settings; raises `IndexError`."""
        return self.action_space()[number]

    def perft(self, depth: int, *, seed: int = 1) -> int:
        """Return the number of sequences of `depth` decisions from the start: `Match.perft`."""
        return self.start(seed=seed, engine=AUTO).perft(depth)

    def from_position(self, text: str, *, engine: EngineName = AUTO) -> Match:
        """
        Return the match of this game at the position that `Match.position` returned; raises
        `Refused`.

        The choices are replayed by index; `engine` is as in `start`.
        """
        from ruleslang.api.game_settings import go_to
        from ruleslang.simulation.records.position_code import (
            check_of_hash,
            check_of_rules,
            chosen_in,
            from_code,
        )
        from ruleslang.source.checksum import Refused

        code = from_code(argument_checks.text("text", text))
        try:
            match = self.start(
                seed=code.seed,
                options=chosen_in(self.program, code),
                players=code.players,
                automatic=code.automatic,
                engine=engine,
            )
        except ValueError as problem:
            raise Refused(f"its start is impossible: {problem}") from None
        if code.rules != check_of_rules(match.start):
            raise Refused("it was written with another text of the rules, or of another game")
        go_to(match, code.choices)
        if code.hash != check_of_hash(match.hash()):
            raise Refused("its choices lead to another position than the one that was written")
        return match

    def resume(
        self, text: str, *, seal_key: bytes | None = None, engine: EngineName | None = None
    ) -> Match:
        """
        Return the match of this game that `Match.to_json` wrote; raises `Refused`.

        With a `seal_key`, only saves sealed with it are accepted. `engine` is as in `start`;
        `None`: the one that the save names. The choices are replayed: those of a sealed save by
        index, which is fast; of any other by id, since its author could have paired an index with
        another id.
        """
        from ruleslang.simulation.records.match_start import refuse_unless_made_with
        from ruleslang.simulation.records.saves import from_text
        from ruleslang.source.checksum import Refused

        key = argument_checks.seal_key(seal_key)
        save = from_text(argument_checks.text("text", text), key)
        position = self.position.text if self.position else ""
        refuse_unless_made_with(save.start, self.program, position)
        choices = (
            save.choices if key else tuple(evolve(choice, place=-1) for choice in save.choices)
        )
        engine = engine or cast("EngineName", save.engine)
        match = self.replayed(save.start, choices, engine=engine)
        if match.hash() != save.hash:
            why = f": the match has stopped: {match.fault}" if match.fault else ""
            raise Refused(f"its choices lead to another state than the one it was saved in{why}")
        return match

    def replayed(
        self, start: Start, choices: Sequence[Made], *, engine: EngineName = AUTO
    ) -> Match:
        """Return the match with this start, after these choices; may raise `Refused`."""
        from ruleslang.engine.match.choice_by_name import IllegalChoice
        from ruleslang.simulation.records.match_start import Start
        from ruleslang.simulation.records.saves import Made
        from ruleslang.source.checksum import Refused

        if not isinstance(start, Start):
            raise TypeError(f"`start` is that of a match, not {argument_checks.typed(start)}")
        argument_checks.known("engine", engine, ENGINE_NAMES)
        if engine == AUTO and not start.chance:
            engine = self._engine_by_time()
        try:
            resolved = self._settings(start.options, start.players, start.automatic)[1]
            match = self._match(start, engine, resolved)
        except ValueError as problem:
            raise Refused(f"its start is impossible: {problem}") from None
        for choice in choices:
            if not isinstance(choice, Made):
                raise TypeError(
                    f"`choices` are those of a match, not {argument_checks.typed(choice)}"
                )
            try:
                match.make_again(choice)
            except IllegalChoice as problem:
                raise Refused(f"its choices do not fit the match ({problem})") from None
        return match

    def simulate(
        self,
        *,
        games: int = 100,
        first: int = 0,
        seed: int = 1,
        players: Sequence[str] | None = None,
        options: Mapping[str, str | int] | None = None,
        automatic: int | None = None,
        jobs: int = 1,
        engine: EngineName = AUTO,
        client: Client | None = None,
        watch: Watch | None = None,
    ) -> Report:
        """
        Play many games with bots; the report does not depend on `jobs` or `engine`.

        `client` is a `distributed.Client`: the workers of its cluster play instead of `jobs`.
        Raises `WorkerLost` if these are lost, with the report so far. The games have the numbers
        `first`, `first + 1`, …: `Report.merge` combines reports of several parts of a run.

        `players` names a bot for each seat; if there are fewer names than seats, they repeat in
        turn. `automatic` is a number of seats: `None` means the minimum.

        `watch(done, planned)` is called with the numbers of games; if it returns `False`, the
        report has the games played by then: `simulate(first=report.games, …)` plays the rest.
        """
        from ruleslang.api.game_settings import warn_unless_c
        from ruleslang.simulation.results import Progress
        from ruleslang.simulation.simulate import Interrupted, simulate

        batch = self.batch(
            games=games, first=first, seed=seed, players=players,
            options=options, automatic=automatic, engine=engine,
        )  # fmt: skip
        jobs = argument_checks.whole_number("jobs", jobs, least=1)
        if engine == C:
            warn_unless_c(batch.engine)
        progress = Progress(watch)

        def played(many: int) -> None:
            progress(progress.done + many, games)

        try:
            return simulate(batch, jobs, played, client=argument_checks.client(client))
        except Interrupted as interrupted:
            if progress.stopped:
                return interrupted.report
            raise

    def batch(
        self,
        *,
        games: int,
        first: int = 0,
        seed: int,
        players: Sequence[str] | None = None,
        options: Mapping[str, str | int] | None = None,
        automatic: int | None = None,
        records: bool = False,
        engine: str = AUTO,
    ) -> Batch:
        """Return the batch of games that `simulate` plays, with all arguments checked."""
        from ruleslang.api.game_settings import checked_options
        from ruleslang.players.registry import RANDOM
        from ruleslang.simulation.play_games import Batch, chunk_size, engine_of_batch
        from ruleslang.simulation.records.match_start import file_names

        named = (RANDOM,) if players is None else players
        names = argument_checks.names("players", named, self.bots, self.has_bot)
        checked = checked_options(self.program, options, None, None)
        seats = max(len(names), self.fewest(checked))
        chosen, resolved = self._settings(checked, seats, automatic)
        argument_checks.known("engine", engine, ENGINE_NAMES)
        games, offset = argument_checks.games(games, first)
        seed = argument_checks.seed("seed", seed)
        self._check_possible(resolved, chosen, seed)
        plays = engine_of_batch(self.compiled, engine, resolved, games, names)
        return Batch(
            self.compiled, self.digest, games, seed,
            tuple(names[i % len(names)] for i in range(seats)),
            chosen, resolved.automatic, records, chunk_size(games, plays), file_names(self.cards),
            offset=offset, engine=plays, position=self.position,
        )  # fmt: skip

    def _check_possible(self, settings: Settings, options: Mapping[str, str], seed: int) -> None:
        """Raise `ValueError` unless a match can begin in the position."""
        from ruleslang.engine.choose_engine import engine_named
        from ruleslang.explanation.examples.given_state import check_possible

        engine = engine_named(INTERPRETER, self.program)
        check_possible(engine, self.position, settings, options, seed)
