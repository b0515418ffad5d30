"""
Draws rulebooks by seeds, and tries each in its own process, so that a crash or a hang is found.

`python -m tests.engine.run_drawn --seconds 600 --first 0` prints what it found, each text made
small, and at the end how many programs were played and which constructs were never drawn.
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import pickle
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from attrs import Factory, define, frozen

from ruleslang.engine.flow.context import NotLowered
from tests.engine.drawn import ALL, QUICK, Refused, findings, without_optimising
from tests.support.drawn.rulebook import rulebook
from tests.support.drawn.smaller import smaller

CPU = 60  # seconds of CPU time for one program: most take two, and exponential work takes all


@frozen
class Tried:
    """What came of a text: why it was refused, or what was found; the seconds of CPU time."""

    refused: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    seconds: float = 0.0


def tried(text: str, engines: Sequence[str] = ALL, cpu: int = CPU) -> Tried:
    """What a process of its own finds."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _in_the_child(text, engines, cpu, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        written = pipe.read()
    _, status, used = os.wait4(child, 0)
    seconds = used.ru_utime + used.ru_stime
    if written:
        refused, found = pickle.loads(written)
        return Tried(refused, found, seconds)
    ended = os.waitstatus_to_exitcode(status)
    what = "more CPU time than a program may take" if ended in (-24, -9) else f"ended by {ended}"
    return Tried((), (f"process: {what}",), seconds)


def _in_the_child(text: str, engines: Sequence[str], cpu: int, writing: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    faulthandler.enable()
    without_optimising()
    refused: tuple[str, ...] = ()
    found: list[str] = []
    try:
        found += findings(text, engines)
    except Refused as problem:
        refused = problem.slugs or ("no program",)
    except NotLowered as limit:  # docs/dev/engines.md lists all of them
        refused = (f"no engine in C: {limit.construct}",)
    except BaseException as problem:
        where = traceback.extract_tb(problem.__traceback__)[-1]
        name = Path(where.filename).name
        found.append(f"exception: {problem!r} in {name}:{where.name} {where.lineno}"[:600])
    with os.fdopen(writing, "wb") as pipe:
        pipe.write(pickle.dumps((refused, tuple(found))))
    os._exit(0)


def sort_of(finding: str) -> str:
    """What a finding has in common with those of the same cause, roughly."""
    return " ".join(finding.split()[:2])


@define
class Run:
    """What a run has found so far."""

    programs: int = 0
    refused: Counter[str] = Factory(Counter)
    found: list[tuple[int, str]] = Factory(list)
    seconds: float = 0.0
    slowest: tuple[float, int] = (0.0, -1)

    def add(self, seed: int, each: Tried) -> None:
        """Count one."""
        self.seconds += each.seconds
        self.slowest = max(self.slowest, (each.seconds, seed))
        if each.refused:
            self.refused[each.refused[0]] += 1
        else:
            self.programs += 1
        self.found += [(seed, finding) for finding in each.found[:1]]


def run(seeds: Iterable[int], until: float, told: Callable[[str], None] = print) -> Run:
    """Try programs until a moment, or until the run is stopped."""
    made = Run()
    with suppress(KeyboardInterrupt):
        for seed in seeds:
            if time.monotonic() > until:
                break
            each = tried(rulebook(seed))
            made.add(seed, each)
            for finding in each.found[:1]:
                told(f"{seed}: {finding[:700]}")
    return made


def shrunk(seed: int) -> str:
    """The text of a seed with a finding, made small."""
    text = rulebook(seed)
    sort = sort_of(tried(text).found[0])

    def is_found(other: str, engines: Sequence[str] = ALL) -> bool:
        return any(sort_of(found) == sort for found in tried(other, engines).found)

    engines = next(some for some in (QUICK, ALL) if some == ALL or is_found(text, some))
    return smaller(text, lambda other: is_found(other, engines))


def main() -> None:
    """Run for a time."""
    parser = argparse.ArgumentParser()
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--last", type=int, default=10**9)
    parser.add_argument("--shrink", type=int, default=None)
    given = parser.parse_args()
    if given.shrink is not None:
        print(shrunk(given.shrink))
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    made = run(range(given.first, given.last), time.monotonic() + given.seconds)
    print(f"{made.programs} programs, {sum(made.refused.values())} refused: {dict(made.refused)}")
    longest, seed = made.slowest
    print(f"{made.seconds:.0f} s of CPU time, at most {longest:.1f} s (seed {seed})")
    print(f"{len(made.found)} findings")
    sys.exit(bool(made.found))


if __name__ == "__main__":
    main()
