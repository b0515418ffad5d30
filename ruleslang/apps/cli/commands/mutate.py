"""`mutate`: changes a rulebook in one place at a time; lists changes no test detects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

import typer
from attrs import define, field, frozen

from ruleslang.apps.cli.load_game import print_mistakes, whole_digest
from ruleslang.apps.cli.options import Printed, Rulebook, Seed
from ruleslang.apps.cli.output import plural, print_json, progress
from ruleslang.apps.cli.output_format import Format
from ruleslang.evaluation.mutation.games_to_compare import GamesToCompare
from ruleslang.evaluation.mutation.mutant import Mutant, Site
from ruleslang.evaluation.mutation.mutators import omissions, order_slips, sample
from ruleslang.evaluation.mutation.proved_rules import touched_lines
from ruleslang.evaluation.mutation.small_changes import known, small_changes
from ruleslang.evaluation.mutation.verdict import (
    FAULTS,
    LIVES,
    VERDICTS,
    Hunt,
    Original,
    Verdict,
    judged,
    mutants,
    original,
    played,
)
from ruleslang.library.load import load
from ruleslang.program.program import Compiled
from ruleslang.source.budget import budget

MOST_LETTERS = 70  # of what stood there, and of what stands there now

SAYS = {
    "refused": "refused, with a message",
    "changed": "another program",
    "beside": "other examples, claims, measures or players",
    "display": "other words for the eye",
    "warned": "a new doubt",
    "alike": "the same in other words",
    "layout": "laid out otherwise",
    "silent": "nobody says a word",
    "crashed": "ruleslang stumbles",
}


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    rulebook: Rulebook
    mutants: Annotated[
        int, typer.Option("--mutants", help="How many changes to try.", min=1, max=1_000_000)
    ] = 300
    seed: Seed = 1
    survivors: Annotated[
        bool,
        typer.Option(
            "--survivors",
            help="List the changes that alter play and that no example, claim or law notices.",
        ),
    ] = False
    orders: Annotated[
        bool,
        typer.Option(
            "--orders",
            help="Only slips of order: neighbouring statements exchanged, top for bottom.",
        ),
    ] = False
    omissions: Annotated[
        bool, typer.Option("--omissions", help="Only statements, clauses and cases left out.")
    ] = False
    format: Printed = Format.text


@define
class MutationResults:
    """The results of all mutants."""

    counts: Counter[str] = field(factory=Counter)
    faults: list[Verdict] = field(factory=list)
    survivors: list[Mutant] = field(factory=list)
    known: set[tuple[object, ...]] = field(factory=set)
    same: int = 0  # that nobody notices, and that make no difference in games


def run(options: Options) -> int:
    """Mutate the rulebook; status 1 if a mutant is silently accepted, or crashes."""
    loaded = load(options.rulebook)
    if loaded.compiled is None:
        print_mistakes("mutate", loaded, options.format)
        return 1
    rulebook = original(loaded)
    hunt = Hunt(loaded.compiled) if options.survivors else None
    games = GamesToCompare(loaded.compiled, loaded.spans, options.seed)
    results = MutationResults()
    among = rulebook.sites if hunt is None else played(rulebook)
    with progress(options.mutants, "mutants") as step:
        for mutant in _mutants(rulebook, loaded.compiled, options, among):
            _take(results, judged(rulebook, mutant), hunt, games)
            step(1)
    status = int(bool(results.faults))
    if options.format is Format.json:
        return print_json(
            "mutate",
            loaded.name,
            whole_digest(loaded.compiled),
            status,
            **_json(results, loaded.compiled, options),
        )
    _show(results, options)
    return status


def _mutants(
    rulebook: Original, compiled: Compiled, options: Options, among: Sequence[Site]
) -> Iterable[Mutant]:
    slips: list[Mutant] = []
    if options.orders or options.omissions:
        slips += order_slips(among, rulebook.files.trees) if options.orders else ()
        slips += omissions(among) if options.omissions else ()
        return sample(slips, options.mutants, options.seed)
    if options.survivors:
        names = known(compiled.program)
        for site in among:
            slips += (one.mutant for one in small_changes(site, names, only_cited=False))
        return sample(slips, options.mutants, options.seed)
    return mutants(rulebook, options.mutants, options.seed, among)


def _take(
    results: MutationResults, verdict: Verdict, hunt: Hunt | None, games: GamesToCompare
) -> None:
    fate = verdict
    if hunt is not None and _key(verdict.mutant) not in results.known:
        results.known.add(_key(verdict.mutant))
        fate = hunt.fate(verdict)
    if fate.verdict == LIVES and _makes_no_difference(verdict, games):
        results.same += 1
    elif fate.verdict == LIVES:
        results.survivors.append(verdict.mutant)
    results.counts[verdict.verdict if fate.verdict == LIVES else fate.verdict] += 1
    if fate.verdict in FAULTS:
        results.faults.append(fate)


def _makes_no_difference(verdict: Verdict, games: GamesToCompare) -> bool:
    """Whether the games that come to a changed line go as they did."""
    if verdict.compiled is None:
        return False
    with budget():
        lines = touched_lines(verdict.mutant, games)
        return games.compared(verdict.compiled.program, lines, anywhere=True) == "same"


def _key(mutant: Mutant) -> tuple[object, ...]:
    """A key that is equal for the same change at the same place."""
    return mutant.file, mutant.line, mutant.before, mutant.after


def _show(results: MutationResults, options: Options) -> None:
    for fault in results.faults:
        print(f"{fault.verdict}: {'; '.join(_told(fault.mutant))}\n      {fault.message}")
    for mutant in results.survivors:
        where, change = _told(mutant)
        print(f"{where}\n      {change}")
    for verdict in VERDICTS:
        if results.counts[verdict]:
            print(f"{results.counts[verdict]:6}  {SAYS[verdict]}")
    print(plural(results.counts.total(), "mutant"), end="")
    if options.survivors:
        print(f", {plural(len(results.survivors), 'survivor')}", end="")
        print(f"; {results.same} more make no difference in games" if results.same else "", end="")
    print()


def _told(mutant: Mutant) -> Iterator[str]:
    yield f"{mutant.file}:{mutant.line}: {mutant.kind}"
    yield f"{_short(mutant.before)}  →  {_short(mutant.after)}"


def _short(text: str) -> str:
    """The text on one line, truncated if it is long."""
    on_one_line = " ⏎ ".join(line.strip() for line in text.strip("\n").splitlines()) or "nothing"
    return (
        on_one_line if len(on_one_line) <= MOST_LETTERS else f"{on_one_line[: MOST_LETTERS - 2]} …"
    )


def _json(results: MutationResults, compiled: Compiled, options: Options) -> dict[str, Any]:
    return {
        "mutants": results.counts.total(),
        "seed": options.seed,
        "counts": {verdict: results.counts[verdict] for verdict in VERDICTS},
        "faults": [
            {**_mutant_json(fault.mutant), "verdict": fault.verdict, "message": fault.message}
            for fault in results.faults
        ],
        "survivors": [_mutant_json(survivor) for survivor in results.survivors]
        if options.survivors
        else None,
        "no_difference": results.same if options.survivors else None,
    }


def _mutant_json(mutant: Mutant) -> dict[str, Any]:
    return {
        "file": mutant.file,
        "line": mutant.line,
        "kind": mutant.kind,
        "before": mutant.before,
        "after": mutant.after,
    }
