"""Shrinks a breach: fewer choices, first choices if possible, a small seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from attrs import evolve

from ruleslang.engine.match.chance import Stream
from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.position import Rearrangement
from ruleslang.engine.match.runtime_values import Player
from ruleslang.evaluation.laws.law import Breach, Broken, Line, Subject
from ruleslang.evaluation.laws.play_lines import along, at_end, lines, start_on, with_valid_picks
from ruleslang.players.secrecy.deal_again import hides_nothing
from ruleslang.players.secrecy.rearrange_hidden import hidden, smallest, unnoticed
from ruleslang.simulation.records.game_record import plain_events
from ruleslang.simulation.records.saves import Made, Save, to_text
from ruleslang.simulation.replay import in_words

Check: TypeAlias = Callable[[Subject, Line], Breach | None]

MOST_ATTEMPTS = 120
MOST_LETTERS = 100  # of a line of a story: a whole deck is not read


def in_matches(check: Check, examples: int | None = None) -> Callable[[Subject], Iterator[Broken]]:
    """Return a law's search: check line after line and some examples, shrink the first breach."""

    def search(subject: Subject) -> Iterator[Broken]:
        for line in lines(subject, examples):
            breach = check(subject, line)
            if breach is not None:
                yield report(subject, *shrink(subject, line, breach, check))
                return

    return search


def of_secrets(check: Check) -> Callable[[Subject], Iterator[Broken]]:
    """Return the search of a law that rules keep if they hide nothing."""
    search = in_matches(check)
    return lambda subject: iter(()) if hides_nothing(subject.program) else search(subject)


def revealing_change(
    match: Match,
    who: Player,
    tries: int,
    stream: Stream,
    differs: Callable[[Rearrangement], object],
) -> Rearrangement | None:
    """Return the smallest change found of what is hidden by which something differs."""
    unseen = hidden(match, who)
    for _ in range(0 if unseen.is_empty else tries):
        change = unnoticed(match, unseen, who, stream)
        if differs(change):
            return smallest(unseen, change, lambda part: bool(differs(part)))
    return None


def shrink(subject: Subject, line: Line, breach: Breach, check: Check) -> tuple[Line, Breach]:
    """Return the smallest line found, within some attempts, on which the law is still broken."""
    best, best_breach = with_valid_picks(subject, line, breach.at), breach
    attempts = MOST_ATTEMPTS
    improved = True
    while improved and attempts > 0:
        improved = False
        for trial in _trials(best):
            attempts -= 1
            if attempts < 0:
                break
            again = check(subject, trial)
            if again is None:
                continue
            cut = with_valid_picks(subject, trial, again.at)
            if _size(cut) < _size(best):
                best, best_breach, improved = cut, again, True
                break
    return best, best_breach


def _size(line: Line) -> tuple[int, int, int, int]:
    return len(line.picks), len(line.options), sum(map(bool, line.picks)), line.seed


def _trials(line: Line) -> Iterator[Line]:
    """Yield smaller lines to try, the boldest first."""
    for option in line.options:
        yield evolve(line, options={k: v for k, v in line.options.items() if k != option})
    length = len(line.picks)
    step = length
    while step > 0:
        for start in range(0, length, step):
            yield evolve(line, picks=line.picks[:start] + line.picks[start + step :])
        step //= 2
    if any(line.picks):
        yield evolve(line, picks=(0,) * length)
    for place in range(length):
        if line.picks[place]:
            yield evolve(line, picks=(*line.picks[:place], 0, *line.picks[place + 1 :]))
    for seed in range(min(line.seed, 10)):
        yield evolve(line, seed=seed)


# ---------------------------------------------------------------- telling


def report(subject: Subject, line: Line, breach: Breach) -> Broken:
    """Return a breach with everything a person needs to see it."""
    match = at_end(subject, line)
    save, of = "", subject.compiled
    if line.example is None:
        save = to_text(Save(start_on(of.program, line), choices_on(subject, line), match.hash()))
    return Broken(breach.finding, line, tuple(_story(subject, line, match)), save)


def _story(subject: Subject, line: Line, match: Match) -> Iterator[str]:
    if line.example is not None:
        yield f'in the position of the example "{subject.compiled.examples[line.example].title}"'
    for event in plain_events(match.events):
        sentence = in_words(event, subject.program.seats.names)
        yield sentence if len(sentence) <= MOST_LETTERS else f"{sentence[: MOST_LETTERS - 2]} …"


def choices_on(subject: Subject, line: Line) -> tuple[Made, ...]:
    """Return the names of the choices on a line."""
    choices = []
    for (_, match), place in zip(along(subject, line), line.picks, strict=False):
        if match.decision is not None:
            choice = match.decision.choices[place % len(match.decision.choices)]
            choices.append(Made(match.decision.player, choice.id))
    return tuple(choices)
