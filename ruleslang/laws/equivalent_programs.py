"""
Equivalent programs play alike: rewrite the rules in equivalent ways and compare the matches,
ignoring states that a rewrite adds.

All rewrites are applied at once; if the matches differ, each is applied alone to find the faulty
one. Declarations in another order are a law of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve

from ruleslang.law_harness.equivalences import EQUIVALENCES, KEPT
from ruleslang.law_harness.law import Breach, Broken, Law, Line, Subject
from ruleslang.law_harness.play_lines import lines
from ruleslang.law_harness.shrink import told
from ruleslang.law_harness.transcript import first_difference, track
from ruleslang.program.program import Compiled


def _search(subject: Subject) -> Iterator[Broken]:
    whole = subject.compiled
    for rewrite in EQUIVALENCES.values():
        whole = rewrite(whole)
    for line in lines(subject, examples=10):
        mine = list(_until_fault(track(subject.compiled, line)))
        breach = _difference(mine, subject, whole, line, "other words")
        if breach is not None:
            alone = (
                _difference(mine, subject, rewrite(subject.compiled), line, says)
                for says, rewrite in EQUIVALENCES.items()
            )
            blamed = next((each for each in alone if each is not None), breach)
            yield told(subject, evolve(line, picks=line.picks[: blamed.at]), blamed)
            return


def _difference(
    mine: list[Any], subject: Subject, other: Compiled, line: Line, says: str
) -> Breach | None:
    """Where the matches of a rewritten program differ from those of the original."""
    theirs = _without_kept(track(other, line))
    return first_difference(iter(mine), theirs, f"with {says}")


def _until_fault(seen: Iterator[Any]) -> Iterator[Any]:
    """The transcript of a match before its fault: a rewrite drops declared ranges, so the
    rewritten program may not meet the same fault.
    """
    for each in seen:
        if not isinstance(each[1], str):
            yield each


def _without_kept(seen: Iterator[Any]) -> Iterator[Any]:
    for asked, views in seen:
        if isinstance(views, list):
            views = [
                {name: value for name, value in view.items() if not name.startswith(KEPT)}
                for view in views
            ]
        yield asked, views


LAW = Law("equivalent_programs", "rules that say the same in other words play alike", _search)
