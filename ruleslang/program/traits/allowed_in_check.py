"""Whether a statement changes anything that lasts: what a `check` may do."""

from __future__ import annotations

from ruleslang.program.events import ProcedureRun
from ruleslang.program.traits.trait_classes import ReplacedRun, Traits

PURE_RUNS = (ProcedureRun, ReplacedRun)


def may_stand_in_check(here: Traits) -> bool:
    """
    Whether a statement asks nobody, ends nothing but its body and writes only locals.

    Procedures that it runs are not looked into, nor are the statements in its blocks.
    """
    return (
        not here.asks
        and not here.own_run
        and all(cell.kind == "local" for cell in here.writes)
        and all(isinstance(run, PURE_RUNS) for run in here.runs)
        and (here.leaves is None or here.leaves.what == "body")
    )
