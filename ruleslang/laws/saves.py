"""A save resumes exactly where it was written, at every decision."""

from __future__ import annotations

from ruleslang.api import Game, Match
from ruleslang.law_harness.law import Breach, Law, Line, Subject
from ruleslang.law_harness.play_lines import some_of
from ruleslang.law_harness.shrink import in_matches
from ruleslang.records.checksum import Refused
from ruleslang.records.save import from_text, to_text


def check(subject: Subject, line: Line) -> Breach | None:
    """Write and read a save at every decision; resume some of them and play them to the end.

    Playing on also shows that the recorded choices lead to every state in between.
    """
    if line.example is not None:
        return None
    game = Game(subject.compiled)
    match = _started(game, line)
    resumed = _started(game, line)
    points = some_of(len(line.picks), subject.tries + 2)
    saves: dict[int, str] = {}
    for made, place in enumerate((*line.picks, 0)):
        text = match.to_json()
        if to_text(from_text(text)) != text:
            return Breach(made, "a save that is read is written in other words")
        if made in points:
            saves[made] = text
        if match.decision is None or made == len(line.picks):
            break
        breach = _same_step(match, resumed, made, place)
        if breach is not None:
            return breach
    return next(filter(None, (_goes_on(game, line, at, saves[at], match) for at in saves)), None)


def _same_step(match: Match, other: Match, made: int, place: int) -> Breach | None:
    """Make a choice by index in one match and by name in the other, and compare the states."""
    assert match.decision is not None
    index = place % len(match.decision.choices)
    match.choose(index)
    try:
        other.choose(match.choices[-1].choice)
    except ValueError as problem:
        return Breach(made, f"a choice cannot be made by its name: {problem}")
    if match.hash() != other.hash():
        return Breach(made + 1, f"choices made by name lead elsewhere: {other.hash()}")
    return None


def _goes_on(game: Game, line: Line, at: int, text: str, end: Match) -> Breach | None:
    """Resume, make the remaining choices, and compare the end."""
    try:
        match = game.resume(text)
    except Refused as refused:
        return Breach(at, f"a save is refused: {refused}")
    if match.to_json() != text:
        return Breach(at, "a match that is resumed is saved in other words")
    for place in line.picks[at:]:
        if match.decision is None:
            break
        match.choose(place % len(match.decision.choices))
    if (match.hash(), match.outcome, match.events) != (end.hash(), end.outcome, end.events):
        return Breach(at, f"resumed here it ends elsewhere: {match.hash()}")
    return None


def _started(game: Game, line: Line) -> Match:
    return game.start(
        seed=line.seed, options=line.options, players=line.players, automatic=line.automatic
    )


LAW = Law("saves", "a save goes on exactly where it was written", in_matches(check))
