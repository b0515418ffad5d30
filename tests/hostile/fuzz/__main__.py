"""
Feed targets by hand.

    python -m tests.hostile.fuzz                       the targets
    python -m tests.hostile.fuzz all 1000000           so many inputs over all of them, by shares
    python -m tests.hostile.fuzz texts 2000            so many of one
    python -m tests.hostile.fuzz texts 33-17           the input of a seed and a number again
    python -m tests.hostile.fuzz texts path/to/file    an input in a file

`SEED=n` in the environment takes other inputs. A long run notes where it is in
`.pytest_cache/fuzz`, also when it is stopped (Ctrl-C, `kill`), and goes on from there when it is
begun again; what it finds is written there as files of a corpus.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.hostile.fuzz.harness import (
    CHECKOUT,
    SEED,
    Found,
    Part,
    Target,
    hunt,
    made,
    serve,
    targets,
)

NOTES = CHECKOUT / ".pytest_cache" / "fuzz"
MOST_LETTERS = 600  # that are printed of what came of an input
CHUNK = 3  # parts into which a long run is cut, to tell how far it is and to go on from there


def long_run(inputs: int, seed: int, names: list[str]) -> Iterator[Found]:
    """So many inputs over some targets, by their shares, from where it was broken off."""
    chosen = [targets()[name] for name in names]
    whole = sum(each.share for each in chosen)
    for target in chosen:
        yield from _whole(target, inputs * target.share // whole, seed)


def _whole(target: Target, inputs: int, seed: int) -> Iterator[Found]:
    NOTES.mkdir(parents=True, exist_ok=True)
    notes = NOTES / f"{target.name}-{seed}.json"
    first = json.loads(notes.read_text())["done"] if notes.exists() else 0
    began, since = time.process_time() + _of_children(), first
    while first < inputs:
        last = min(inputs, first + max(100, inputs // CHUNK))
        part = Part(target.name, last, seed, first)
        try:
            for found in hunt([part]):
                _write_down(found, target, seed)
                yield found
        except KeyboardInterrupt:
            notes.write_text(json.dumps({"done": part.first}))
            raise
        first = last
        notes.write_text(json.dumps({"done": first}))
        used = time.process_time() + _of_children() - began
        each = 1000 * used / (first - since)
        _notify(f"{target.name}: {first:,} of {inputs:,}, {each:.2f} ms each")


def _of_children() -> float:
    there = os.times()
    return there.children_user + there.children_system


def _write_down(found: Found, target: Target, seed: int) -> None:
    place = NOTES / "found" / target.name
    place.mkdir(parents=True, exist_ok=True)
    (place / found.case).write_bytes(made(target, seed, int(found.case.split("-")[1])))
    (place / f"{found.case}.why").write_text(found.why)


def alike(why: str) -> str:
    """What two findings of one fault share."""
    return re.sub(r"[0-9a-f]{4,}|\d+|'[^']*'|`[^`]*`", "…", why.splitlines()[0])[:150]


def _notify(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def one(target: Target, case: str) -> int:
    """An input again: a file, or SEED-NUMBER."""
    path = Path(case)
    if not path.is_file():
        seed, _, number = case.partition("-")
        path = Path(f"{target.name}-{case}.input")
        path.write_bytes(made(target, int(seed), int(number)))
        _notify(f"written: {path}")
    found = list(hunt([Part(target.name, 0, kept=[str(path.resolve())])]))
    print("\n".join(each.why for each in found) or "handled")
    return int(bool(found))


def many(names: list[str], inputs: int) -> int:
    """A long run; what it finds is printed, one of each kind at once."""
    found: Counter[str] = Counter()
    is_stopped = False
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for each in long_run(inputs, int(os.environ.get("SEED", SEED)), names):
            kind = f"{each.target} {alike(each.why)}"
            found[kind] += 1
            if found[kind] == 1:
                print(f"{each.target} {each.case}: {each.why[:MOST_LETTERS]}", flush=True)
    except KeyboardInterrupt:
        is_stopped = True
        _notify("stopped: the same command goes on from there")
    for kind, times in found.items():
        print(f"{times:6} of {kind[:MOST_LETTERS]}")
    return int(bool(found) or is_stopped)


def main(arguments: list[str]) -> int:
    """What the command line asks for."""
    match arguments:
        case ["serve", place]:
            serve([Part(**each) for each in json.load(sys.stdin)], Path(place))
            return 0
        case [name, inputs] if inputs.isdecimal():
            return many(list(targets()) if name == "all" else [name], int(inputs))
        case [name, case]:
            return one(targets()[name], case)
    whole = sum(each.share for each in targets().values())
    for target in targets().values():
        message = (target.handle.__doc__ or "").strip()
        print(f"{target.name:16}{target.share / whole:6.1%} {message}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
