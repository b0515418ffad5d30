"""A copy stands where the match does, and playing the copy leaves the match unchanged."""

from __future__ import annotations

from ruleslang.law_harness.law import Breach, Law, Line, Subject
from ruleslang.law_harness.play_lines import along, at_end, some_of
from ruleslang.law_harness.shrink import in_matches
from ruleslang.match.match import Match

FURTHER = 5  # other choices that the copy makes


def check(subject: Subject, line: Line) -> Breach | None:
    """Copy at some decisions, let the copy go another way, then go on with the original."""
    points = some_of(len(line.picks), subject.tries + 2)
    made, match = 0, None
    for made, match in along(subject.compiled, line):
        if made not in points:
            continue
        before = _snapshot(match)
        copy = match.copy()
        if _snapshot(copy) != before:
            return Breach(made, "a copy stands elsewhere than the match it was made of")
        for place in range(1, FURTHER + 1):
            if copy.decision is None:
                break
            copy.choose(
                (line.picks[made] + place if made < len(line.picks) else place)
                % len(copy.decision.choices)
            )
        if _snapshot(match) != before:
            return Breach(made, "what a copy does changes the match it was made of")
    if match is not None and _snapshot(match) != _snapshot(at_end(subject.compiled, line)):
        return Breach(made, "a match that was copied goes on in another way")
    return None


def _snapshot(match: Match) -> object:
    """All that can be read of a match."""
    decision = match.decision
    return (
        match.hash(),
        list(match.events),
        [(seen.zones, seen.states) for seen in map(match.view, _seats(match))],
        decision and (decision.player, decision.name, [each.id for each in decision.choices]),
        match.outcome,
        str(match.fault),
        {name: list(values) for name, values in match.measures.items()},
    )


def _seats(match: Match) -> range:
    return range(len(match.population.players))


LAW = Law("copies", "a copy goes its own way", in_matches(check))
