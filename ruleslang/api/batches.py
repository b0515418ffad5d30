"""Begins matches in lockstep, makes a match of one of them, and saves and resumes all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field, frozen

from ruleslang.api import argument_checks
from ruleslang.api.game_settings import settings_of
from ruleslang.api.match import Match
from ruleslang.engine.code.machine import CPlay
from ruleslang.engine.engine_names import WASM, C
from ruleslang.engine.match.choice_by_name import IllegalChoice
from ruleslang.engine.quick_engines import lock_step
from ruleslang.players.games_in_c import bots_of
from ruleslang.players.preference_bot import Bot
from ruleslang.players.registry import SEARCH, bot_names, is_bot, make_bot
from ruleslang.simulation.records.match_start import (
    CONVERTER,
    Start,
    file_names,
    read,
    refuse_other_form,
    refuse_unless_made_with,
    start_of,
)
from ruleslang.source.checksum import MOST_LETTERS, Refused, seal, unseal

if TYPE_CHECKING:
    from ruleslang.engine.code.lock_step import LockStep
    from ruleslang.engine.match.entities import Settings
    from ruleslang.program.program import Compiled

FORM = 1  # raised with every change of what a saved batch holds
MOST_CHOICES = MOST_LETTERS // 8  # of a saved batch: fewer than `unseal` takes
FREE_BYTES, BYTES_A_LETTER = 1 << 26, 16  # that the matches of a saved batch may need


@frozen
class Seating:
    """A game, and the settings of its matches as they are given."""

    compiled: Compiled
    cards: tuple[str, ...]
    start: Callable[..., Match]
    options: Mapping[str, str | int] | None = None
    players: int | None = None
    automatic: int | None = None
    threads: int | None = None

    def settings(self) -> tuple[Mapping[str, str], Settings]:
        """Return the options that are set, and the resolved settings; raises `ValueError`."""
        program = self.compiled.program
        return settings_of(program, None, self.options, self.players, self.automatic)

    def checked(self, bots: Sequence[str | None]) -> tuple[str | None, ...]:
        """Return names of bots by seat; raises `TypeError` and `ValueError`."""
        known, is_known = bot_names(self.compiled), partial(is_bot, compiled=self.compiled)
        return argument_checks.bots(bots, self.settings()[1].players, known, is_known)


@frozen
class SavedBatch:
    """The seeds of matches and the choices made in each; `start` is that of the first."""

    start: Start
    bots: tuple[str, ...]  # by seat; an empty name: it is asked
    seeds: tuple[int, ...] = field(repr=False)
    choices: tuple[tuple[int, ...], ...] = field(repr=False)
    record: str = "batch"
    form: int = FORM


@define(eq=False)
class Searchers:
    """`search` at a seat of a batch: one for each match, as long as that goes on from there."""

    compiled: Compiled
    name: str
    seat: int
    searching: dict[int, tuple[Bot, int, list[int]]] = field(factory=dict)

    def choose(self, number: int, match: Match) -> int:
        """Return the number of the choice that `search` makes in the match of this number."""
        played, seed = match.engine, match.start.seed
        chosen = list(played.chosen)
        bot, known, before = self.searching.get(number, (None, -1, []))
        if bot is None or known != seed or chosen[: len(before)] != before:
            bot = make_bot(self.name, self.compiled, seed, self.seat)
        self.searching[number] = bot, seed, chosen
        return bot.choose(played)


def batch(
    seating: Seating, seeds: Sequence[int], bots: Sequence[str | None] | None, *, keep_choices: bool
) -> LockStep:
    """Return matches in lockstep: `Game.in_lock_step`."""
    names = () if bots is None else seating.checked(bots)
    keeps = keep_choices or any(map(_is_search, names))
    made = _started(seating, seeds, names, keeps=keeps)
    _let_search(seating.compiled, made, names)
    return made


def _is_search(name: str | None) -> bool:
    return name is not None and name.partition(":")[0] == SEARCH


def _let_search(compiled: Compiled, made: LockStep, names: Sequence[str | None]) -> None:
    for seat, name in enumerate(names):
        if name is not None and _is_search(name):
            made.let_choose([seat], Searchers(compiled, name, seat).choose)


def _started(
    seating: Seating, seeds: Sequence[int], names: Sequence[str | None], *, keeps: bool
) -> LockStep:
    """Return the matches; at a seat of `search` they ask."""
    program = seating.compiled.program
    chosen, settings = seating.settings()
    start = start_of(
        program,
        seed=0,
        players=settings.players,
        automatic=settings.automatic,
        options=chosen,
        cards=file_names(seating.cards),
    )

    options, players, automatic = seating.options, seating.players, seating.automatic
    begin_one = partial(seating.start, options=options, players=players, automatic=automatic)

    def matched(play: CPlay, made: list[int]) -> Match:
        match = begin_one(seed=play.seed, engine=C if play.memory.of.code.is_native else WASM)
        played: Any = match.engine
        played.continued(play, made)
        match._follow(match._line)
        return match

    threads = seating.threads
    if threads is not None:
        threads = argument_checks.whole_number("threads", threads, least=1)
    begin = partial(lock_step, program, settings, seeds, threads)
    if keeps:
        begin = partial(begin, matched=matched, saved=partial(_saved, start, names))
    inside = [None if _is_search(name) else name for name in names]
    if not any(inside):
        return begin()
    who, seated = bots_of(seating.compiled, inside)
    return begin(who.choosers, seated, learns=who.learns)


# ---------------------------------------------------------------- saving


def _saved(
    start: Start,
    names: Sequence[str | None],
    played: list[tuple[int, list[int]]],
    key: bytes | None,
    needed: int,
) -> str:
    """Return all matches as text: `LockStep.save`."""
    key = argument_checks.seal_key(key)
    seeds, choices = tuple(seed for seed, _ in played), tuple(tuple(made) for _, made in played)
    if len(seeds) + sum(map(len, choices)) > MOST_CHOICES:
        raise ValueError(f"a save has {MOST_CHOICES:,} choices at most: save parts of the batch")
    bots = tuple(name or "" for name in names)
    text = seal(CONVERTER.unstructure(SavedBatch(start, bots, seeds, choices)), key)
    if _is_too_large(needed, text):
        raise ValueError(f"{len(seeds):,} matches are too many: save parts of the batch")
    return text


def _is_too_large(needed: int, text: str) -> bool:
    """Return whether matches need more memory than a save may ask for."""
    return needed > FREE_BYTES + BYTES_A_LETTER * len(text)


def resumed(seating: Seating, text: str, key: bytes | None) -> LockStep:
    """Return the matches of a save: `Game.resume_in_lock_step`."""
    key = argument_checks.seal_key(key)
    record = unseal(argument_checks.text("text", text), key)
    if record.get("record") != "batch":
        raise Refused("it is not a save of matches in lock step")
    refuse_other_form(record, FORM)
    saved = read(SavedBatch, record)
    refuse_unless_made_with(saved.start, seating.compiled.program)
    if len(saved.seeds) != len(saved.choices):
        raise Refused("it has more seeds than lists of choices, or fewer")
    start = saved.start
    seating = evolve(
        seating, options=start.options, players=start.players, automatic=start.automatic
    )
    try:
        names = seating.checked([name or None for name in saved.bots]) if saved.bots else ()
        with _started(seating, saved.seeds[:1], (), keeps=True) as one:
            if _is_too_large(one.needed_bytes * len(saved.seeds), text):
                raise ValueError(f"{len(saved.seeds):,} of them need more memory than a save may")
        made = _started(seating, saved.seeds, names, keeps=True)
        inside = {seat for seat, name in enumerate(names) if name and not _is_search(name)}
        choices: Sequence[Sequence[int]] = saved.choices
        if inside:
            asked = _started(seating, saved.seeds, (), keeps=False)
            choices = _of_others(asked, saved.choices, inside)
        for picks in _in_turn(choices):
            made.step(picks)
    except IllegalChoice as problem:
        raise Refused(f"its choices do not fit the matches ({problem})") from None
    except ValueError as problem:
        raise Refused(f"its matches are impossible: {problem}") from None
    if unseal(made.save(seal_key=key), key)["choices"] != record["choices"]:
        raise Refused("its bots choose differently than when it was saved")
    _let_search(seating.compiled, made, names)
    return made


def _in_turn(choices: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Yield the first choice in each match, then the second in each; -1: there is none."""
    for number in range(max(map(len, choices))):
        yield [made[number] if number < len(made) else -1 for made in choices]


def _of_others(
    asked: LockStep, choices: Sequence[Sequence[int]], inside: Collection[int]
) -> list[list[int]]:
    """Return the choices not made by the bots at some seats; `asked` makes all of them."""
    others: list[list[int]] = [[] for _ in choices]
    for picks in _in_turn(choices):
        for seat, pick, found in zip(asked.players, picks, others, strict=True):
            if pick >= 0 and seat not in inside:
                found.append(pick)
        asked.step(picks)
    return others
