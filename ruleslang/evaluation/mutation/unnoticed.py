"""Lines of a rulebook that no example notices, when they are left out or change places."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Set

from attrs import evolve

from ruleslang.engine.choose_engine import engine_for
from ruleslang.engine.match.chance import Stream, derive, stream_number
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match, NotLegal
from ruleslang.evaluation.mutation.mutant import Mutant
from ruleslang.evaluation.mutation.mutators import (
    EXCHANGED,
    LEFT_OUT,
    OTHER_END,
    omissions,
    order_slips,
)
from ruleslang.evaluation.mutation.verdict import LIVES, Hunt, judged, original, played
from ruleslang.explanation.story.open_view import open_view
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.reported_diagnostics import STANDARD
from ruleslang.program.program import Compiled, Program
from ruleslang.program.statements import Shuffle
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.span import Span

GAMES = 5  # in which a changed line has to show
LONGEST = 150  # decisions of one of them
DONE = {LEFT_OUT: "this is left out", EXCHANGED: "this and the next line change places"}
AT_OTHER_END = "cards move to or from the other end of the zone"


def unnoticed(span: Span, kind: str) -> Diagnostic:
    """No example, claim or law notices a change of this line, which games show."""
    message = f"no example fails when {DONE.get(kind, AT_OTHER_END)}"
    return advice("unnoticed", span, message, help="write an example in which it matters")


def check(loaded: Loaded, seconds: float, *, seed: int = 1) -> Iterator[Diagnostic]:
    """
    The lines that nobody misses, in a random order, for this many seconds of the processor; none
    if an example fails already.
    """
    assert loaded.compiled is not None
    until = time.process_time() + seconds
    rulebook, hunt = original(loaded), Hunt(loaded.compiled)
    trees = rulebook.files.trees
    shuffled = {node.zone.name for node in find(loaded.compiled.program, Shuffle)}
    slips = [
        slip
        for slip in (*order_slips(played(rulebook), trees), *omissions(played(rulebook)))
        if not slip.file.startswith(STANDARD) and not _is_any_end(slip, shuffled)
    ]
    for place in Stream(derive(seed, stream_number("mutants"))).permutation(len(slips)):
        if time.process_time() >= until:
            return
        verdict = hunt.fate(judged(rulebook, slips[place]))
        if verdict.verdict == LIVES and hunt.holding.failing:
            return
        if verdict.verdict == LIVES and _plays_otherwise(loaded.compiled, verdict.compiled, seed):
            yield unnoticed(_place(slips[place]), slips[place].kind)


def _is_any_end(slip: Mutant, shuffled: Set[str]) -> bool:
    """Whether a line draws from the other end of a zone that is shuffled: either is as likely."""
    names = {*re.findall(r"\w+", " ".join(slip.changed_lines[0]))}
    return slip.kind == OTHER_END and not shuffled.isdisjoint(names)


def _plays_otherwise(compiled: Compiled, changed: Compiled | None, seed: int) -> bool:
    """Whether one of some games goes otherwise: a line that changes nothing nobody can miss."""
    if changed is None:
        return False
    try:
        return any(_differ(compiled.program, changed.program, seed + n) for n in range(GAMES))
    except (Fault, NotLegal):
        return True


def _differ(program: Program, changed: Program, seed: int) -> bool:
    chance = Stream(derive(seed, stream_number("mutants")))
    here, there = (engine_for(version).start(seed=seed) for version in (program, changed))
    for _ in range(LONGEST):
        if _shown(here) != _shown(there):
            return True
        if here.decision is None:
            return False
        pick = chance.below(len(here.decision.choices))
        here.choose(pick)
        there.choose(pick)
    return False


def _shown(match: Match) -> tuple[object, ...]:
    """The question, and where everything is: two moves that commute have the same result."""
    shown, decision = open_view(match), match.decision
    asked = decision and (decision.player, [choice.id for choice in decision.choices])
    zones = [
        [card.order for card in cards] if place.zone.ordered else {card.order for card in cards}
        for place, cards in match.position.zones.items()
    ]
    return asked, match.outcome, zones, evolve(shown, zones={})


def _place(slip: Mutant) -> Span:
    """The text that is left out, or is elsewhere, without the space before it."""
    start = slip.site.span.start + slip.start
    indent = len(slip.before) - len(slip.before.lstrip())
    return Span(slip.site.span.source, start + indent, start + len(slip.before.rstrip()))
