"""The law that games end: by a rule, within the decisions of the header, and without a fault."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ruleslang.engine.match.interface import Match
from ruleslang.evaluation.laws.law import Breach, Broken, Law, Line, Subject
from ruleslang.evaluation.laws.play_lines import begin, games, pick
from ruleslang.evaluation.laws.shrink import report, shrink


def check_termination(subject: Subject, line: Line) -> Breach | None:
    """Make the choices of the line and report a fault, too many decisions, or a match with neither
    question nor result. An unfinished match is no breach here.
    """
    return _played(subject, line)[1]


def _played(subject: Subject, line: Line) -> tuple[Match | None, Breach | None]:
    """Return the match after the line's choices, and what is wrong; `None` if the engine failed."""
    choices_made = 0
    try:
        match = begin(subject, line)
        while match.decision is not None and choices_made < len(line.picks):
            pick(match, line.picks[choices_made])
            choices_made += 1
    except Exception as problem:
        return None, Breach(
            choices_made, f"the engine crashes: {type(problem).__name__}: {problem}"
        )
    return match, _at_the_end(match, choices_made)


def _at_the_end(match: Match, choices_made: int) -> Breach | None:
    most = match.population.program.ending.decisions
    if match.fault is not None:
        return Breach(choices_made, f"the match stops with a fault: {match.fault}")
    if match.counted > most:
        return Breach(choices_made, f"{match.counted} decisions, but the header allows {most}")
    if match.decision is None and match.outcome is None:
        return Breach(choices_made, "no decision is left, and there is no result")
    return None


def _search(subject: Subject) -> Iterator[Broken]:
    capped = []
    for game, short in enumerate(games(subject)):
        line = subject.lines[game]
        match, breach = _played(subject, line)
        if match is not None and breach is None and len(line.picks) != subject.most:
            breach = _goes_on(subject, line, match)
            outcome, winners = match.outcome, subject.program.ending.winners
            capped.append(winners is None and outcome is not None and outcome.capped)
        if breach is None:
            continue
        try:
            yield report(subject, *shrink(subject, line, breach, check_termination))
        except Exception:  # it fails at its start: there is nothing else to report
            yield Broken(breach.finding, evolve(short, picks=()))
        return
    if capped and all(capped):
        which = "the game was" if len(capped) == 1 else f"all {len(capped)} games were"
        cap = subject.program.ending.decisions
        yield Broken(f"{which} ended by the decision cap of {cap}, and none by a rule")


def _goes_on(subject: Subject, line: Line, match: Match) -> Breach | None:
    """
    Try each next choice to find the fault that stopped the match, if a decision is still pending
    after the recorded choices; None when the match is over.
    """
    if match.decision is None:
        return None
    for index in range(len(match.decision.choices)):
        breach = check_termination(subject, evolve(line, picks=(*line.picks, index)))
        if breach is not None:
            return breach
    return Breach(len(line.picks), "the match does not end")


TERMINATION = Law("termination", "games end", _search)
