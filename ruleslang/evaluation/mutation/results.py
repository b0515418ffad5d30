"""Tries many mutants of a rulebook, and counts what became of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import frozen

from ruleslang.evaluation.mutation.mutant import Mutant, Site
from ruleslang.evaluation.mutation.mutators import omissions, order_slips, sample
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


@frozen
class WantedMutants:
    """
    How many mutants to try, and which: with `orders` and `omissions` only such slips. With
    `survivors` it is looked which of them no example, claim or law notices.
    """

    number: int = 300
    seed: int = 1
    survivors: bool = False
    orders: bool = False
    omissions: bool = False


@frozen
class MutationResults:
    """
    How many mutants met each verdict (`counts`); those that were accepted without a word, or that
    ended in a crash (`faults`); and those that play otherwise unnoticed (`survivors`).
    """

    counts: Mapping[str, int]
    faults: tuple[Verdict, ...]
    survivors: tuple[Mutant, ...]


def mutation_results(
    loaded: Loaded, wanted: WantedMutants, step: Callable[[], object] = lambda: None
) -> MutationResults:
    """Try mutants of a rulebook that compiles; `step` is called after each."""
    assert loaded.compiled is not None
    rulebook = original(loaded)
    hunt = Hunt(loaded.compiled) if wanted.survivors else None
    among = rulebook.sites if hunt is None else played(rulebook)
    counts, known = Counter[str](), set[tuple[object, ...]]()
    faults, survivors = list[Verdict](), list[Mutant]()
    for mutant in _mutants(rulebook, wanted, among):
        verdict = fate = judged(rulebook, mutant)
        if hunt is not None and _key(mutant) not in known:
            known.add(_key(mutant))
            fate = hunt.fate(verdict)
        if fate.verdict == LIVES:
            survivors.append(mutant)
        counts[verdict.verdict if fate.verdict == LIVES else fate.verdict] += 1
        if fate.verdict in FAULTS:
            faults.append(fate)
        step()
    return MutationResults(counts, tuple(faults), tuple(survivors))


def _mutants(rulebook: Original, wanted: WantedMutants, among: Sequence[Site]) -> Iterable[Mutant]:
    if wanted.orders or wanted.omissions:
        slips = [*order_slips(among, rulebook.files.trees)] if wanted.orders else []
        slips += omissions(among) if wanted.omissions else ()
        return sample(slips, wanted.number, wanted.seed)
    return mutants(rulebook, wanted.number, wanted.seed, among)


def _key(mutant: Mutant) -> tuple[object, ...]:
    """A key that is equal for the same change at the same place."""
    return mutant.file, mutant.line, mutant.before, mutant.after
