"""
Plays all games over which the engines are compared.

    python -m tests.engine.run_shares FILE [--processes 2] [--minutes M] [--report | --estimate]
        [NAME ...]

FILE gets a line for each part that is done. A run that was stopped (Ctrl-C, `kill`, or the minutes
are over) goes on with the games that are not yet in it: no game is played twice. Parts under way
are played to their end, unless a second signal comes. `--report` only counts what is in FILE;
`--estimate` says how long the rest would take, by what the parts in FILE took.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import Any

from attrs import asdict

from tests.engine.shares import ALL, MADE, QUICK, Part, compare_or_refused, names, parts_of

ROUNDS = 4  # in each of them a part of everything is played that has more than a few parts
COLUMNS = ("games", "decisions", "differences", "seconds")
Line = dict[str, Any]


def in_rounds(wanted: Sequence[str]) -> Iterator[Part]:
    """All parts: of each rulebook a quarter, then of each the next; of small ones all at once."""
    parts = {name: [*parts_of(name, ALL), *parts_of(name, QUICK)] for name in wanted}
    for number in range(ROUNDS):
        for name in wanted:
            are_few = len(parts[name]) <= ROUNDS
            here = parts[name][number :: 1 if are_few else ROUNDS]
            if not (are_few and number):
                yield from sorted(here, key=lambda part: part.settings)


def timed(part: Part) -> Line:
    """A line of the file; the seconds are those of the processor, compiling included."""
    begun = sum(os.times()[:4])
    found = compare_or_refused(part)
    return {**asdict(part), **asdict(found), "seconds": round(sum(os.times()[:4]) - begun, 2)}


def lines_of(file: Path) -> list[Line]:
    """What is done; half a line at the end, of a run that was killed, is cut off."""
    if not file.is_file():
        return []
    whole, _, half = file.read_text("utf-8").rpartition("\n")
    if half:
        file.write_text(f"{whole}\n" if whole else "", "utf-8")
    return [json.loads(line) for line in whole.splitlines()]


def key(line: Line) -> tuple[Any, ...]:
    """What tells a part from others."""
    return tuple(line[name] for name in ("name", "engines", "settings", "first", "end"))


def left_of(parts: Iterable[Part], lines: Iterable[Line]) -> list[Part]:
    """The parts with games that are not in any line, without those that are."""
    played = defaultdict[tuple[Any, ...], set[int]](set)
    for line in lines:
        played[key(line)[:3]].update(range(line["first"], line["end"]))
    found = []
    for part in parts:
        here = played[part.name, part.engines, part.settings]
        left = [seed for seed in range(part.first, part.end) if seed not in here]
        if left:  # what was played of it lies before
            found.append(Part(part.name, part.engines, part.settings, left[0], part.end))
            here.update(left)
    return found


class Stopping:
    """Whether a signal has come; the second one ends the run as it is."""

    def __init__(self, minutes: float | None) -> None:
        self.end = None if minutes is None else time.monotonic() + 60 * minutes
        self.met = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)

    def _stop(self, number: int, _: object) -> None:
        self.met = True
        signal.signal(number, signal.SIG_DFL)

    def __bool__(self) -> bool:
        return self.met or (self.end is not None and time.monotonic() > self.end)


def _ignore_signals() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)


def run(file: Path, parts: Iterable[Part], processes: int, minutes: float | None = None) -> None:
    """Play what is not yet in the file."""
    waiting = iter(left_of(parts, lines_of(file)))
    stopping, running = Stopping(minutes), set[Future[Line]]()
    with (
        ProcessPoolExecutor(processes, initializer=_ignore_signals) as pool,
        file.open("a", encoding="utf-8") as to,
    ):
        while True:
            if not stopping:
                some = islice(waiting, processes - len(running))
                running |= {pool.submit(timed, part) for part in some}
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for each in done:
                to.write(json.dumps(each.result()) + "\n")
                to.flush()


# ---------------------------------------------------------------- reports


def group(name: str) -> str:
    """Under what a rulebook is counted: made ones and those of the conformance suite together."""
    if name.startswith(MADE):
        return "(made rulebooks)"
    return "(conformance suite)" if "conformance" in name else Path(name).stem


def report(lines: Iterable[Line]) -> str:
    """A table of how many games of what were compared, and every difference."""
    counted = {engines: defaultdict[str, Counter[str]](Counter) for engines in (QUICK, ALL)}
    differ: list[str] = []
    for line in lines:
        for row in (group(line["name"]), "all"):
            found = {**line, "differences": len(line["differ"])}
            counted[line["engines"]][row].update({name: found[name] for name in COLUMNS})
        differ += line["differ"]
    rows = sorted({row for of in counted.values() for row in of} - {"all"})
    log = [f"{'':20} | {QUICK:^41} | {ALL}"]
    log.append(" | ".join((" " * 20, *[" ".join(f"{name:>9.9}" for name in COLUMNS)] * 2)))
    for row in (*rows, "all"):
        cells = (
            " ".join(f"{counted[engines][row][name]:9.0f}" for name in COLUMNS)
            for engines in (QUICK, ALL)
        )
        log.append(" | ".join((f"{row:20}", *cells)))
    return "\n".join([*log, *differ, f"{len(differ)} differences"])


def estimate(parts: Sequence[Part], lines: Sequence[Line]) -> str:
    """How many games are left, and how long they take by what others of their kind took."""
    taken, played = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for line in lines:
        of = group(line["name"]), line["engines"]
        taken[of] += line["seconds"]
        played[of] += line["end"] - line["first"]
    games, seconds, unknown = Counter[str](), 0.0, set[str]()
    for part in left_of(parts, lines):
        of, number = (group(part.name), part.engines), part.end - part.first
        games[part.engines] += number
        if played[of]:
            seconds += number * taken[of] / played[of]
        else:
            unknown.add(of[0])
    log = [f"{number:8} games are left: {engines}" for engines, number in games.items()]
    log.append(f"{seconds:8.0f} seconds of the processor")
    return "\n".join([*log, f"not known: {', '.join(sorted(unknown))}" if unknown else ""])


def main() -> None:
    """The command."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("file", type=Path)
    asked.add_argument("names", nargs="*")
    asked.add_argument("--processes", type=int, default=2)
    asked.add_argument("--minutes", type=float)
    asked.add_argument("--report", action="store_true")
    asked.add_argument("--estimate", action="store_true")
    given = asked.parse_intermixed_args()
    parts = list(in_rounds(given.names or names()))
    if given.estimate:
        print(estimate(parts, lines_of(given.file)))
        return
    if not given.report:
        run(given.file, parts, given.processes, given.minutes)
    print(report(lines_of(given.file)))


if __name__ == "__main__":
    main()
