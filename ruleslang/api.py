"""
What an embedder imports: load a rulebook, play matches of it, save and resume them, simulate.

The names here are promised: they are the ones that `ruleslang` itself re-exports.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import define, field, frozen

from ruleslang.analysis.batch import Batch, chunk_size
from ruleslang.analysis.choices import IllegalChoice, place_of
from ruleslang.analysis.report import Report
from ruleslang.analysis.simulate import simulate
from ruleslang.bots.all import bot_names
from ruleslang.library.find import UnknownRulebook
from ruleslang.library.load import load as load_files
from ruleslang.library.load import load_text
from ruleslang.library.roots import shipped_rulebooks
from ruleslang.meaning.decision import Decision, Event, Outcome
from ruleslang.meaning.decision import Option as Choice
from ruleslang.meaning.match import Match as Played
from ruleslang.meaning.view import View, view
from ruleslang.program.digest import digest
from ruleslang.program.program import Compiled, Program
from ruleslang.records.save import Made, Save, from_text, to_text
from ruleslang.records.seal import Refused
from ruleslang.records.start import ENGINE_VERSION as __version__
from ruleslang.records.start import Start, refuse_unless_made_with, start_of
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.render import render_all
from ruleslang.source.suggest import did_you_mean

__all__ = [
    "Choice",
    "Decision",
    "Event",
    "Game",
    "IllegalChoice",
    "Match",
    "Outcome",
    "Refused",
    "Report",
    "RulesError",
    "UnknownRulebook",
    "View",
    "__version__",
    "load",
    "resume",
    "rulebooks",
]


class RulesError(Exception):
    """A game was asked for and the rulebook has mistakes; `diagnostics` says which, and where."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__()
        self.diagnostics = tuple(diagnostics)

    def __str__(self) -> str:
        errors = [each for each in self.diagnostics if each.severity is Severity.ERROR]
        return render_all(errors)


def rulebooks() -> tuple[str, ...]:
    """The names of the rulebooks that come with the package."""
    return tuple(shipped_rulebooks())


def load(rulebook: str | os.PathLike[str], *, cards: Sequence[str] = ()) -> Game:
    """
    The game of a shipped name, of a file or folder, or of a text (which has more than one line).

    `cards` are files whose definitions replace or join the rulebook's own.
    Raises `UnknownRulebook` when nothing is there, `RulesError` when it has mistakes.
    """
    name = os.fspath(rulebook)
    loaded = load_text(name) if "\n" in name else load_files(name, cards=cards)
    if loaded.compiled is None:
        raise RulesError(loaded.diagnostics)
    return Game(loaded.compiled, loaded.diagnostics, tuple(cards))


def resume(text: str, game: Game | None = None) -> Match:
    """
    The match that `Match.to_json` wrote; without `game`, of the shipped rulebook that it names.

    Raises `Refused`, with the reason, when the text is damaged or was made with something else.
    """
    save = from_text(text)
    return (load(save.start.rulebook) if game is None else game).resume(text)


@frozen(eq=False, slots=False)
class Game:
    """A rulebook that can be played; `diagnostics` holds what is doubtful in it."""

    compiled: Compiled = field(repr=False)
    diagnostics: tuple[Diagnostic, ...] = field(default=(), repr=False)
    cards: tuple[str, ...] = ()  # the files of cards that were laid over the rulebook

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
    def bots(self) -> tuple[str, ...]:
        """Who can play without a person: `random`, and the players in the rulebook's text."""
        return bot_names(self.compiled)

    def start(
        self,
        *,
        seed: int | None = None,
        options: Mapping[str, str] | None = None,
        players: int | None = None,
        automatic: int | None = None,
    ) -> Match:
        """
        Begin a match; without a seed, of one that nobody knows before.

        Raises `ValueError` for an option, a value or a number of players that the rulebook has not.
        """
        chosen = int.from_bytes(os.urandom(6), "big") if seed is None else seed
        self._check(options or {}, players, automatic)
        start = start_of(
            self.program,
            seed=chosen,
            players=players,
            automatic=automatic,
            options=options,
            cards=self.cards,
        )
        return Match(self, start, _begin(self.program, start))

    def resume(self, text: str) -> Match:
        """The match of this game that `Match.to_json` wrote; raises `Refused`."""
        save = from_text(text)
        refuse_unless_made_with(save.start, self.program)
        match = self.replayed(save.start, save.choices)
        if match.hash() != save.hash:
            raise Refused("its choices lead to another state than the one it was saved in")
        return match

    def replayed(self, start: Start, choices: Sequence[Made]) -> Match:
        """The match that began so, after these choices; raises `Refused` when they do not fit."""
        try:
            match = Match(self, start, _begin(self.program, start))
        except ValueError as problem:
            raise Refused(f"no match can begin as it says: {problem}") from None
        for made in choices:
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
        automatic: int = 0,
        jobs: int = 1,
    ) -> Report:
        """Play many games with bots; the report is the same whatever the number of jobs."""
        return simulate(
            self.batch(
                games=games,
                seed=seed,
                players=players,
                options=options,
                automatic=automatic,
            ),
            jobs=jobs,
        )

    def batch(
        self,
        *,
        games: int,
        seed: int,
        players: Sequence[str] | None = None,
        options: Mapping[str, str] | None = None,
        automatic: int = 0,
        records: bool = False,
    ) -> Batch:
        """The games that `simulate` plays, checked; fewer names than seats are repeated in turn."""
        names = tuple(players or ("random",))
        seats = max(len(names), self.program.seats.low)
        for name in names:
            if name not in self.bots:
                raise ValueError(_unknown("player", name, self.bots))
        self._check(options or {}, seats, automatic)
        return Batch(
            self.compiled,
            self.digest,
            games,
            seed,
            tuple(names[i % len(names)] for i in range(seats)),
            dict(options or {}),
            automatic,
            records,
            chunk_size(games),
            self.cards,
        )

    def _check(
        self, options: Mapping[str, str], players: int | None, automatic: int | None
    ) -> None:
        known = self.options
        for name, value in options.items():
            if name not in known:
                raise ValueError(_unknown("option or reading", name, known))
            if value not in known[name]:
                raise ValueError(_unknown(f"value of `{name}`", value, known[name]))
        seats = self.program.seats
        for what, number, low, high in (
            ("players", players, seats.low, seats.high),
            ("automatic seats", automatic, seats.automatic_low, seats.automatic_high),
        ):
            if number is not None and not low <= number <= high:
                wanted = str(low) if low == high else f"{low} to {high}"
                raise ValueError(f"{self.name} has {wanted} {what}, not {number}")


def _unknown(what: str, name: str, known: Any) -> str:
    return f"there is no {what} `{name}`; " + (
        did_you_mean(name, known) or f"there are: {', '.join(known)}"
    )


def _begin(program: Program, start: Start) -> Played:
    return Played.start(
        program,
        seed=start.seed,
        options=start.options,
        players=start.players,
        automatic=start.automatic,
    )


@define(eq=False)
class Match:
    """
    One playing of a game, which waits for a decision or is over.

    `choices` are those that were made so far, by the seat and the id; forced ones are not asked.
    """

    game: Game
    start: Start
    _played: Played = field(repr=False)
    choices: tuple[Made, ...] = field(default=(), repr=False)

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
    def engine(self) -> Played:
        """The match as the engine has it, for bots and tools."""
        return self._played

    @property
    def events(self) -> Sequence[Event]:
        """All that chance and the players did, secrets too."""
        return self._played.events

    def choose(self, choice: Choice | int | str) -> None:
        """Make a choice: one of the decision's, its index, id or text; raises `IllegalChoice`."""
        index = place_of(self._played, choice)
        assert self.decision is not None
        made = Made(self.decision.player, self.decision.choices[index].id)
        self._played.choose(index)
        self.choices = (*self.choices, made)

    def view(self, player: int) -> View:
        """All that the player at a seat, counted from 0, may know."""
        return view(self._played, player)

    def copy(self) -> Match:
        """A match of its own that stands where this one does."""
        return Match(self.game, self.start, self._played.copy(), self.choices)

    def hash(self) -> str:
        """What stands for the whole state and the decision: equal for equal positions."""
        return self._played.hash()

    def to_json(self) -> str:
        """The match as text, from which `resume` brings it back."""
        return to_text(Save(self.start, self.choices, self.hash()))
