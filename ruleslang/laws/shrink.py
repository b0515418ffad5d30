"""Shrinks a breach: fewer choices, first choices if possible, a small seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from attrs import evolve

from ruleslang.analysis.replay import in_words
from ruleslang.laws.law import Breach, Broken, Line, Subject
from ruleslang.laws.play_lines import at_end, lines, settled
from ruleslang.match.match import Match
from ruleslang.program.program import Compiled
from ruleslang.records.game_record import plain_events
from ruleslang.records.match_start import Made, Save, start_of, to_text

Check: TypeAlias = Callable[[Subject, Line], Breach | None]

MOST_ATTEMPTS = 120
MOST_LETTERS = 100  # of a line of a story: a whole deck is not read


def in_matches(check: Check, examples: int | None = None) -> Callable[[Subject], Iterator[Broken]]:
    """The search of a law: check line after line and some examples, shrink the first breach."""

    def search(subject: Subject) -> Iterator[Broken]:
        for line in lines(subject, examples):
            breach = check(subject, line)
            if breach is not None:
                yield told(subject, *smaller(subject, line, breach, check))
                return

    return search


def smaller(subject: Subject, line: Line, breach: Breach, check: Check) -> tuple[Line, Breach]:
    """The smallest line found, within a number of attempts, on which the law is still broken."""
    best, found = settled(subject.compiled, line, breach.at), breach
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
            cut = settled(subject.compiled, trial, again.at)
            if _size(cut) < _size(best):
                best, found, improved = cut, again, True
                break
    return best, found


def _size(line: Line) -> tuple[int, int, int, int]:
    return len(line.picks), len(line.options), sum(map(bool, line.picks)), line.seed


def _trials(line: Line) -> Iterator[Line]:
    """Smaller lines to try, the boldest first."""
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


def told(subject: Subject, line: Line, breach: Breach) -> Broken:
    """A breach with everything a person needs to see it."""
    match = at_end(subject.compiled, line)
    save = "" if line.example is not None else save_text(subject.compiled, line, match)
    return Broken(breach.found, line, tuple(_story(subject, line, match)), save)


def _story(subject: Subject, line: Line, match: Match) -> Iterator[str]:
    if line.example is not None:
        yield f'in the position of the example "{subject.compiled.examples[line.example].title}"'
    for event in plain_events(match.events):
        said = in_words(event)
        yield said if len(said) <= MOST_LETTERS else f"{said[: MOST_LETTERS - 2]} …"


def save_text(compiled: Compiled, line: Line, match: Match) -> str:
    start = start_of(
        compiled.program,
        seed=line.seed,
        players=line.players,
        automatic=line.automatic,
        options=line.options,
    )
    return to_text(Save(start, made(compiled, line), match.hash()))


def made(compiled: Compiled, line: Line) -> tuple[Made, ...]:
    """The names of the choices on a line."""
    match = at_end(compiled, evolve(line, picks=()))
    choices = []
    for place in line.picks:
        if match.decision is None:
            break
        index = place % len(match.decision.choices)
        choices.append(Made(match.decision.player, match.decision.choices[index].id))
        match.choose(index)
    return tuple(choices)
