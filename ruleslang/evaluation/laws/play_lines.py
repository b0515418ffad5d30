"""Plays matches along lines of choices, and records what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from time import process_time

from attrs import evolve

from ruleslang.engine.choose_engine import AUTO, INTERPRETER, engine_named
from ruleslang.engine.match.chance import Chance, Stream, Streams, derive, stream_number
from ruleslang.engine.match.engine import Engine
from ruleslang.engine.match.entities import can_begin, settle
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match, NotLegal, Observer
from ruleslang.evaluation.laws.law import Line, Subject
from ruleslang.explanation.examples.given_state import GivenFails, deed_of, give, settings_given
from ruleslang.program.declarations import DoesLine, GivenLine, PlaysLine, RunLine
from ruleslang.program.program import Program
from ruleslang.simulation.records.match_start import Start, start_of

TRIES = 20  # settings may not go together, so several are tried
SLOW = 1.0  # seconds of CPU time of a game, after which compiled code plays


def begin(
    subject: Subject, line: Line, chance: Chance | None = None, observers: Sequence[Observer] = ()
) -> Match:
    """Return the match of a line, at its first decision."""
    if line.example is not None:
        return _in_example(subject, line, chance or Streams(line.seed), observers)
    return _engine(subject, observers).start(
        seed=line.seed,
        options=line.options,
        players=line.players,
        automatic=line.automatic,
        chance=chance,
        observers=observers,
    )


def _engine(subject: Subject, observers: Sequence[Observer]) -> Engine:
    """Return the engine that plays; the interpreter where somebody observes each statement."""
    return engine_named(INTERPRETER if observers else subject.engines[-1], subject.program)


def start_on(program: Program, line: Line) -> Start:
    """Return the start of the match of a line, as a record or a save has it."""
    return start_of(
        program,
        seed=line.seed,
        players=line.players,
        automatic=line.automatic,
        options=line.options,
    )


def _in_example(
    subject: Subject, line: Line, chance: Chance, observers: Sequence[Observer]
) -> Match:
    """Return the position of an example after its first actions; the line answers its questions."""
    lines = subject.compiled.examples[line.example or 0].lines
    match = _engine(subject, observers).opening(
        options=line.options,
        players=line.players,
        automatic=line.automatic,
        chance=chance,
        roll=True,
    )
    for each in lines:
        if isinstance(each, GivenLine):
            give(match, each)
    for observer in observers:
        match.observe(observer)
    for each in lines:
        if isinstance(each, RunLine | DoesLine | PlaysLine):
            match.begin(deed_of(match, each))
            break
    return match


def pick(match: Match, place: int) -> int:
    """Make the choice at an index, which wraps around; returns the index within the choices."""
    assert match.decision is not None
    index = place % len(match.decision.choices)
    match.choose(index)
    return index


def along(
    subject: Subject, line: Line, chance: Chance | None = None
) -> Iterator[tuple[int, Match]]:
    """Yield the match at each decision of a line and its end, with the number of choices made."""
    match = begin(subject, line, chance)
    for choices_made, place in enumerate(line.picks):
        if match.decision is None:
            break
        yield choices_made, match
        pick(match, place)
    yield len(match.chosen), match


def at_end(subject: Subject, line: Line) -> Match:
    *_, (_, match) = along(subject, line)
    return match


def with_valid_picks(subject: Subject, line: Line, choices_made: int) -> Line:
    """Return the line up to a number of choices, with every index within its choices."""
    match = at_end(subject, evolve(line, picks=line.picks[:choices_made]))
    return evolve(line, picks=tuple(match.chosen))


def lines(subject: Subject, examples: int | None = None) -> Iterator[Line]:
    """Yield the line of each game, then lines from examples' positions, all or a given number."""
    yield from games(subject)
    number = len(subject.compiled.examples)
    most = min(limit for limit in (examples, subject.examples, number) if limit is not None)
    for place in sorted({number * limit // most for limit in range(most)}):
        key = -1 - place
        if key not in subject.lines:
            stream = Stream(derive(subject.seed, stream_number(f"law example {place}")))
            begun = _start_of_example(subject, place)
            subject.lines[key] = _played_on(subject, begun, stream, subject.longest)
        if _begins(subject, subject.lines[key]):
            yield subject.lines[key]


def _start_of_example(subject: Subject, place: int) -> Line:
    """Return the start of an example's match."""
    example = subject.compiled.examples[place]
    settings = settings_given(subject.program, example.lines)
    seats = subject.program.seats
    players = seats.low if settings.players is None else settings.players
    automatic = seats.automatic_low if settings.automatic is None else settings.automatic
    return Line(subject.seed, players, automatic, settings.options, (), place)


def _begins(subject: Subject, line: Line) -> bool:
    try:
        begin(subject, line)
    except (Fault, NotLegal, GivenFails, ValueError):  # the example states that it is impossible
        return False
    return True


def games(subject: Subject) -> Iterator[Line]:
    """Yield the line of each game, played at random when it is first asked for."""
    for game in range(subject.games):
        if game not in subject.lines:
            stream = Stream(derive(subject.seed, stream_number(f"law {game}")))
            begun = opening(subject, game, stream)
            subject.lines[game] = _played_on(subject, begun, stream, subject.most)
        line = subject.lines[game]
        yield evolve(line, picks=line.picks[: subject.longest])


def _played_on(subject: Subject, line: Line, stream: Stream, most: int | None) -> Line:
    """Return a line extended by at most `most` random choices, up to its end or an engine fault."""
    picks: list[int] = []
    begun = process_time()
    with suppress(Exception):  # the law of termination reports it
        match = begin(subject, line)
        while (decision := match.decision) is not None and len(picks) != most:
            index = stream.below(len(decision.choices))
            match.choose(index)
            picks.append(index)
            if AUTO not in subject.engines and process_time() - begun > SLOW:
                subject.engines.append(AUTO)
                match = at_end(subject, evolve(line, picks=tuple(picks)))
    return evolve(line, picks=tuple(picks))


def opening(subject: Subject, game: int, stream: Stream) -> Line:
    """
    Return the start of a game: the first with the subject's options, later ones sometimes with
    other numbers of players and options.
    """
    seats = subject.program.seats
    seed = subject.seed + game
    for _ in range(TRIES if game else 0):
        line = _some_settings(subject, seed, stream)
        if can_begin(subject.program, line.options, line.players):
            return line
    fewest = settle(subject.program, subject.options, None, None).players
    return Line(seed, fewest, seats.automatic_low, subject.options)


def _some_settings(subject: Subject, seed: int, stream: Stream) -> Line:
    seats = subject.program.seats
    return Line(
        seed,
        seats.low + stream.below(seats.high - seats.low + 1),
        seats.automatic_low + stream.below(seats.automatic_high - seats.automatic_low + 1),
        {
            option.name: option.values[stream.below(len(option.values))]
            for option in subject.program.options
            if stream.below(3) == 0
        },
    )
