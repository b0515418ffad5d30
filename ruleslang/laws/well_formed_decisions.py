"""Every decision is well formed: at least two choices with different names, a prompt, and a player
who is still in the game and can decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ruleslang.law_harness.law import Breach, Law, Line, Subject
from ruleslang.law_harness.play_lines import along
from ruleslang.law_harness.shrink import in_matches
from ruleslang.match.decision import Decision
from ruleslang.match.match import Match


def check(subject: Subject, line: Line) -> Breach | None:
    """Look at every decision."""
    for made, match in along(subject.compiled, line):
        if match.decision is not None:
            for found in _faults(match, match.decision):
                return Breach(made, found)
    return None


def _faults(match: Match, decision: Decision) -> Iterator[str]:
    asked = f"{decision.asked.name}, asked `{decision.name}`,"
    if not decision.choices:
        yield f"{asked} has nothing to choose"
    if len(decision.choices) == 1:
        yield f"{asked} has only one choice, which is not to be asked"
    for id, times in Counter(choice.id for choice in decision.choices).items():
        if times > 1:
            yield f"{asked} has {times} choices called `{id}`"
        if not id.strip():
            yield f"{asked} has a choice without a name"
    if not decision.prompt.strip() or not all(choice.text for choice in decision.choices):
        yield f"{asked} is asked without words"
    if decision.asked not in match.position.players:
        yield f"{asked} is out of the game"
    if decision.asked.automatic:
        yield f"{asked} never decides"


LAW = Law(
    "well_formed_decisions",
    "every decision offers choices, each with its own name",
    in_matches(check),
)
