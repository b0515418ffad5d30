"""Lines of a rulebook that no example notices, when they are left out or change places."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Set

from ruleslang.engine.match.chance import Stream, derive, stream_number
from ruleslang.evaluation.mutation.games_to_compare import GamesToCompare
from ruleslang.evaluation.mutation.mutant import Mutant
from ruleslang.evaluation.mutation.mutators import (
    EXCHANGED,
    LEFT_OUT,
    OTHER_END,
    omissions,
    order_slips,
)
from ruleslang.evaluation.mutation.verdict import LIVES, Hunt, judged, original, played
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.reported_diagnostics import STANDARD
from ruleslang.program.statements import Shuffle
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.span import Span

DONE = {LEFT_OUT: "this is left out", EXCHANGED: "this and the next line change places"}
AT_OTHER_END = "cards move to or from the other end of the zone"


def unnoticed(span: Span, kind: str) -> Diagnostic:
    """Report that no example, claim or law notices a change of this line, which games show."""
    message = f"no example fails when {DONE.get(kind, AT_OTHER_END)}"
    return advice("unnoticed", span, message, help="write an example in which it matters")


def check(loaded: Loaded, seconds: float, *, seed: int = 1) -> Iterator[Diagnostic]:
    """
    Report the lines that nobody misses, in a random order, for this many seconds of the processor;
    none if an example fails already.
    """
    assert loaded.compiled is not None
    until = time.process_time() + seconds
    rulebook, hunt = original(loaded), Hunt(loaded.compiled)
    games = GamesToCompare(loaded.compiled, loaded.spans, seed)
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
        changed = verdict.compiled if verdict.verdict == LIVES else None
        if changed and games.compared(changed.program, slips[place], anywhere=True) == "differs":
            yield unnoticed(_place(slips[place]), slips[place].kind)


def _is_any_end(slip: Mutant, shuffled: Set[str]) -> bool:
    """Return whether a line draws from a shuffled zone's other end: either is as likely."""
    names = {*re.findall(r"\w+", " ".join(slip.changed_lines[0]))}
    return slip.kind == OTHER_END and not shuffled.isdisjoint(names)


def _place(slip: Mutant) -> Span:
    """Return the text that is left out, or is elsewhere, without the space before it."""
    start = slip.site.span.start + slip.start
    indent = len(slip.before) - len(slip.before.lstrip())
    return Span(slip.site.span.source, start + indent, start + len(slip.before.rstrip()))
