"""
Plays all games over which the engines are compared.

    python -m tests.engines.run_shares FILE [--processes 2] [--report] [NAME ...]

FILE gets a line for each part that is done; a run that was killed goes on behind the last one.
`--report` only counts what is in it.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from attrs import asdict

from tests.engines.shares import ALL, QUICK, Part, compare_or_refused, names, parts_of

ROUNDS = 3  # in each of them a part of everything is played that has more than a few parts


def in_rounds(wanted: Sequence[str]) -> Iterator[Part]:
    """All parts: of each rulebook a third, then of each the next; of small ones all at once."""
    parts = {name: [*parts_of(name, ALL), *parts_of(name, QUICK)] for name in wanted}
    for number in range(ROUNDS):
        for name in wanted:
            are_few = len(parts[name]) <= ROUNDS
            here = parts[name][number :: 1 if are_few else ROUNDS]
            if not (are_few and number):
                yield from sorted(here, key=lambda part: part.settings)


def timed(part: Part) -> dict[str, Any]:
    """A line of the file."""
    begun = time.process_time()
    found = compare_or_refused(part)
    return {**asdict(part), **asdict(found), "seconds": round(time.process_time() - begun, 2)}


def lines_of(file: Path) -> list[dict[str, Any]]:
    """What is done; half a line at the end, of a run that was killed, is cut off."""
    if not file.is_file():
        return []
    whole, _, half = file.read_text("utf-8").rpartition("\n")
    if half:
        file.write_text(f"{whole}\n" if whole else "", "utf-8")
    return [json.loads(line) for line in whole.splitlines()]


def key(line: dict[str, Any]) -> tuple[Any, ...]:
    """What tells a part from others."""
    return tuple(line[name] for name in ("name", "engines", "settings", "first", "end"))


def run(file: Path, parts: Iterable[Part], processes: int) -> None:
    """Play what is not yet in the file."""
    done = {key(line) for line in lines_of(file)}
    left = [part for part in parts if key(asdict(part)) not in done]
    with ProcessPoolExecutor(processes) as pool, file.open("a", encoding="utf-8") as to:
        for future in as_completed([pool.submit(timed, part) for part in left]):
            to.write(json.dumps(future.result()) + "\n")
            to.flush()


def report(lines: Iterable[dict[str, Any]]) -> str:
    """How many games of what were compared, and every difference."""
    games, decisions, differ = Counter[tuple[str, str]](), Counter[str](), list[str]()
    for line in lines:
        name = line["name"].rpartition("/")[2].partition(" ")[0]
        games[name, line["engines"]] += line["games"]
        games["all", line["engines"]] += line["games"]
        decisions[line["engines"]] += line["decisions"]
        differ += line["differ"]
    counted = [f"{number:8} {name}: {engines}" for (name, engines), number in games.items()]
    told = [f"{number:12} decisions: {engines}" for engines, number in decisions.items()]
    return "\n".join([*counted, *told, f"{len(differ)} differences", *differ])


def main() -> None:
    """The command."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("file", type=Path)
    asked.add_argument("names", nargs="*")
    asked.add_argument("--processes", type=int, default=2)
    asked.add_argument("--report", action="store_true")
    given = asked.parse_intermixed_args()
    if not given.report:
        run(given.file, in_rounds(given.names or names()), given.processes)
    print(report(lines_of(given.file)))


if __name__ == "__main__":
    main()
