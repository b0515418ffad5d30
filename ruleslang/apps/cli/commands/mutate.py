"""`mutate`: changes a rulebook in one place at a time; lists changes no test detects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from ruleslang.apps.cli.interrupt import INTERRUPTED
from ruleslang.apps.cli.load_game import loaded_of, print_answer
from ruleslang.apps.cli.options import Format, Printed, Rulebook, Seed, option
from ruleslang.apps.cli.output import fail_already, plural, progress
from ruleslang.evaluation.analyses import mutate
from ruleslang.evaluation.mutation.games_to_compare import REPLAYED
from ruleslang.evaluation.mutation.mutant import Mutant
from ruleslang.evaluation.mutation.results import MutationResults
from ruleslang.evaluation.mutation.verdict import VERDICTS

MOST_LETTERS = 70  # letters of the text before and after a change

TITLES = {
    "refused": "rejected with a message",
    "changed": "different rules",
    "beside": "different examples, claims, measures or players",
    "display": "different display texts",
    "warned": "a new warning",
    "layout": "different layout",
    "silent": "no message",
    "crashed": "ruleslang crashes",
}


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    rulebook: Rulebook
    mutants: int = option(300, "--mutants", help="How many changes to try.", min=1, max=1_000_000)
    seed: Seed = 1
    survivors: bool = option(
        False,
        "--survivors",
        help="List the changes that alter play and that no example, claim or law notices.",
    )
    orders: bool = option(
        False,
        "--orders",
        help="Only mistakes of order: neighbouring statements swapped, top for bottom.",
    )
    omissions: bool = option(
        False, "--omissions", help="Only statements, clauses and cases left out."
    )
    format: Printed = Format.text


def run(options: Options) -> int:
    """Mutate the rulebook; status 1 if a mutant is silently accepted, or crashes."""
    _, compiled = loaded_of("mutate", options.rulebook, (), options.format)
    with progress(options.mutants, "mutants") as step:
        results = mutate(
            options.rulebook, mutants=options.mutants, seed=options.seed,
            survivors=options.survivors, orders=options.orders, omissions=options.omissions,
            step=lambda: step(1),
        )  # fmt: skip
    status = INTERRUPTED if results.stopped else int(bool(results.faults))
    if options.format is Format.json:
        return print_answer("mutate", compiled, status, **_json(results, options))
    _show(results, options)
    return status


def _show(results: MutationResults, options: Options) -> None:
    for fault in results.faults:
        print(f"{fault.verdict}: {'; '.join(_mutant_lines(fault.mutant))}\n      {fault.message}")
    for mutant in results.survivors:
        where, change = _mutant_lines(mutant)
        print(f"{where}\n      {change}")
    for verdict in VERDICTS:
        if results.counts.get(verdict):
            print(f"{results.counts[verdict]:6}  {TITLES[verdict]}")
    print(plural(sum(results.counts.values()), "mutant"), end="")
    if options.survivors:
        print(f", {plural(len(results.survivors), 'survivor')}", end="")
        games = f" in {plural(REPLAYED, 'game')} or fewer each"
        print(f"; {results.same} more without an effect{games}" if results.same else "", end="")
        print(fail_already(results.failing), end="")
    print(f"; stopped before {options.mutants:,} were tried" if results.stopped else "")


def _mutant_lines(mutant: Mutant) -> Iterator[str]:
    yield f"{mutant.file}:{mutant.line}: {mutant.kind}"
    yield f"{_short(mutant.before)}  →  {_short(mutant.after)}"


def _short(text: str) -> str:
    """Return the text on one line, truncated if it is long."""
    on_one_line = " ⏎ ".join(line.strip() for line in text.strip("\n").splitlines()) or "nothing"
    return (
        on_one_line if len(on_one_line) <= MOST_LETTERS else f"{on_one_line[: MOST_LETTERS - 2]} …"
    )


def _json(results: MutationResults, options: Options) -> dict[str, Any]:
    return {
        "mutants": sum(results.counts.values()),
        "stopped": results.stopped,
        "seed": options.seed,
        "counts": {verdict: results.counts.get(verdict, 0) for verdict in VERDICTS},
        "faults": [
            {**_mutant_json(fault.mutant), "verdict": fault.verdict, "message": fault.message}
            for fault in results.faults
        ],
        "survivors": [_mutant_json(survivor) for survivor in results.survivors]
        if options.survivors
        else None,
        "no_difference": results.same if options.survivors else None,
        "failing": results.failing if options.survivors else None,
    }


def _mutant_json(mutant: Mutant) -> dict[str, Any]:
    return {key: getattr(mutant, key) for key in ("file", "line", "kind", "before", "after")}
