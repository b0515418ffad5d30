"""The same choices give the same match: replayed from the seed, and from a record of all events."""

from __future__ import annotations

from attrs import evolve

from ruleslang.analysis.replay import replay
from ruleslang.law_harness.law import Breach, Law, Line, Subject
from ruleslang.law_harness.play_lines import along
from ruleslang.law_harness.shrink import in_matches
from ruleslang.match.match import Match
from ruleslang.program.digest import digest
from ruleslang.program.program import LANGUAGE_VERSION
from ruleslang.records.events_to_json import plain_events
from ruleslang.records.game_record import GameRecord, from_line, settled, to_line
from ruleslang.records.match_start import ENGINE_VERSION


def check(subject: Subject, line: Line) -> Breach | None:
    """Play the match twice side by side and compare; if it ends, also replay it from its record."""
    made, match = 0, None
    twice = zip(along(subject.compiled, line), along(subject.compiled, line), strict=True)
    for (made, match), (_, again) in twice:
        if match.hash() != again.hash():
            return Breach(made, f"played again it stands elsewhere: {again.hash()}")
        if match.events != again.events:
            return Breach(made, "played again it went another way")
    if match is None or match.decision is not None or line.example is not None:
        return None
    return _by_record(subject, line, match, made)


def _by_record(subject: Subject, line: Line, match: Match, made: int) -> Breach | None:
    """Replay with the seed, and without it from the recorded outcomes of chance."""
    record = from_line(to_line(_record(subject, line, match)))
    for each in (record, evolve(record, match_seed=None)):
        difference = replay(subject.program, each)
        if difference is not None:
            how = "outcomes" if each.match_seed is None else "seed"
            return Breach(
                made,
                f"replayed by its {how}, event {difference.event} is {difference.found}, "
                f"and was {difference.recorded}",
            )
    return None


def _record(subject: Subject, line: Line, match: Match) -> GameRecord:
    options, readings = settled(subject.program, line.options)
    outcome = match.outcome
    return GameRecord(
        subject.program.name,
        digest(subject.program),
        LANGUAGE_VERSION,
        ENGINE_VERSION,
        options,
        readings,
        line.seed,
        0,
        line.seed,
        ("random",) * line.players,
        line.automatic,
        plain_events(match.events),
        outcome.payoffs if outcome else (),
        outcome.winners if outcome else (),
        match.hash(),
        str(match.fault) if match.fault else None,
    )


LAW = Law("replays", "the same choices give the same match", in_matches(check))
