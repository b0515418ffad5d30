"""Tries many mutants of a rulebook, and counts what became of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen

from ruleslang.evaluation.mutation.games_to_compare import GamesToCompare
from ruleslang.evaluation.mutation.mutant import Mutant, Site
from ruleslang.evaluation.mutation.mutators import omissions, order_slips, sample
from ruleslang.evaluation.mutation.small_changes import known, small_changes
from ruleslang.evaluation.mutation.verdict import (
    FAULTS,
    LIVES,
    Hunt,
    Original,
    Verdict,
    judged,
    mutants,
    original,
    played,
)
from ruleslang.library.kept_loads import Loaded
from ruleslang.program.program import Compiled
from ruleslang.simulation.results import Result, plain
from ruleslang.source.budget import budget


@frozen
class WantedMutants:
    """
    How many mutants to try, and which: with `orders` and `omissions` only such mistakes. With
    `survivors`, those that no example, claim or law notices are identified.
    """

    number: int = 300
    seed: int = 1
    survivors: bool = False
    orders: bool = False
    omissions: bool = False


@frozen(repr=False)
class MutationResults(Result):
    """
    The number of mutants with each verdict (`counts`); those that were accepted silently, or that
    crashed (`faults`); those that play differently but unnoticed (`survivors`), and the number of
    unnoticed ones that make no difference in games (`same`). `stopped`: Ctrl-C or the budget ended
    it before the last. `failing`: examples and claims that fail without a change.
    """

    counts: Mapping[str, int]
    faults: tuple[Verdict, ...]
    survivors: tuple[Mutant, ...]
    same: int = 0
    stopped: bool = False
    failing: int = 0

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each verdict."""
        return [{"verdict": verdict, "mutants": many} for verdict, many in self.counts.items()]

    def as_data(self) -> dict[str, Any]:
        """Return the counts, and the messages of the faults."""
        names = "counts", "same", "stopped", "failing"
        faults = [{"verdict": each.verdict, "message": each.message} for each in self.faults]
        data = {name: plain(getattr(self, name)) for name in names}
        return {**data, "faults": faults, "survivors": len(self.survivors)}


def mutation_results(
    loaded: Loaded, wanted: WantedMutants, step: Callable[[], object]
) -> MutationResults:
    """Try mutants of a rulebook that compiles; `step` is called after each."""
    assert loaded.compiled is not None
    rulebook = original(loaded)
    hunt = Hunt(loaded.compiled) if wanted.survivors else None
    games = GamesToCompare(loaded.compiled, loaded.spans, wanted.seed)
    among = rulebook.sites if hunt is None else played(rulebook)
    counts, keys = Counter[str](), set[tuple[object, ...]]()
    faults, survivors, same, stopped = list[Verdict](), list[Mutant](), 0, False
    try:
        for mutant in _mutants(rulebook, loaded.compiled, wanted, among):
            verdict = fate = judged(rulebook, mutant)
            if hunt is not None and mutant.key not in keys:
                keys.add(mutant.key)
                fate = hunt.fate(verdict)
            if fate.verdict == LIVES and _makes_no_difference(verdict, games):
                same += 1
            elif fate.verdict == LIVES:
                survivors.append(mutant)
            counts[verdict.verdict if fate.verdict == LIVES else fate.verdict] += 1
            if fate.verdict in FAULTS:
                faults.append(fate)
            step()
    except KeyboardInterrupt:  # the limit of the budget, too
        stopped = True
    failing = 0 if hunt is None else hunt.holding.failing
    return MutationResults(counts, tuple(faults), tuple(survivors), same, stopped, failing)


def _mutants(
    rulebook: Original, compiled: Compiled, wanted: WantedMutants, among: Sequence[Site]
) -> Iterable[Mutant]:
    if wanted.orders or wanted.omissions:
        slips = [*order_slips(among, rulebook.files.trees)] if wanted.orders else []
        slips += omissions(among) if wanted.omissions else ()
        return sample(slips, wanted.number, wanted.seed)
    if wanted.survivors:
        names = known(compiled.program)
        small = (one.mutant for at in among for one in small_changes(at, names, only_cited=False))
        return sample([*small], wanted.number, wanted.seed)
    return mutants(rulebook, wanted.number, wanted.seed, among)


def _makes_no_difference(verdict: Verdict, games: GamesToCompare) -> bool:
    """Return whether the games that reach a changed line go as before."""
    if verdict.compiled is None:
        return False
    with budget():
        return games.compared(verdict.compiled.program, verdict.mutant, anywhere=True) == "same"
