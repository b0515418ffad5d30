"""`test --laws`: tries on one rulebook the laws that hold of all, and prints those it breaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

from ruleslang.cli.output import plural
from ruleslang.cli.progress import progress
from ruleslang.laws.all import LAWS
from ruleslang.laws.law import Broken, Law, Line, Subject
from ruleslang.library.atomic_write import write_whole
from ruleslang.library.load_result import Loaded
from ruleslang.nodes.budget import budget, doing
from ruleslang.program.program import Compiled

REPLAYS = Path("replays")
MOST_LINES = 24  # of a match that is told to a person; the replay has all


@frozen
class Tried:
    """One law and what became of it; `replay` is where a match stands that breaks it."""

    law: Law
    broken: Broken | None
    replay: str | None


def try_all(
    loaded: Loaded, compiled: Compiled, games: int, seed: int, *, overlaid: bool
) -> Iterator[Tried]:
    """Try one law after the other; the texts that cards were laid over are not their own."""
    subject = Subject(compiled, None if overlaid else loaded.files, games=games, seed=seed)
    for law in LAWS:
        with budget(), doing(f"the law `{law.name}`"):
            broken = next(law.search(subject), None)
        yield Tried(law, broken, _replay(loaded.name, law, broken))


def _replay(rulebook: str, law: Law, broken: Broken | None) -> str | None:
    """Write down the match that shows it; where."""
    if broken is None or not broken.save or broken.line is None:
        return None
    path = REPLAYS / f"{rulebook}-{law.name}-{broken.line.seed}.save"
    REPLAYS.mkdir(exist_ok=True)
    write_whole(path, f"{broken.save}\n", follows=False)
    return str(path)


def show(tried: Iterable[Tried], games: int, seed: int) -> int:
    """Each law with a tick, or with what breaks it, as soon as it was tried; the status."""
    print(f"laws, over {plural(games, 'game')} from seed {seed} and the positions of all examples:")
    status = 0
    for each in tried:
        print(f"  {'✗' if each.broken else '✓'} {each.law.says}", flush=True)
        if each.broken:
            status = 1
            _tell(each, each.broken)
    return status


def all_tried(tried: Iterable[Tried]) -> list[Tried]:
    """All of them, with a bar for who waits at a terminal."""
    found = []
    with progress(len(LAWS), "laws") as step:
        for each in tried:
            found.append(each)
            step(1)
    return found


def _tell(tried: Tried, broken: Broken) -> None:
    print(f"      {broken.found}")
    if broken.line is not None:
        print(f"      seen {_where(broken.line)}:")
        told = broken.story
        skipped = len(told) - MOST_LINES
        for line in told if skipped <= 0 else told[-MOST_LINES:]:
            print(f"        {line}")
        if skipped > 0:
            print(f"      ({plural(skipped, 'line')} before these)")
    if tried.replay:
        print(f"      `--resume {tried.replay}` goes on there")


def _where(line: Line) -> str:
    choices = plural(len(line.picks), "choice")
    begun = f"in the match of seed {line.seed}" if line.example is None else "in an example"
    settings = [f"{name}={value}" for name, value in line.options.items()]
    settings += [f"{line.players} players"]
    return f"after {choices} {begun} with {', '.join(settings)}"


def laws_json(tried: list[Tried]) -> list[dict[str, Any]]:
    """The laws with the keys of docs/formats."""
    return [
        {
            "law": each.law.name,
            "says": each.law.says,
            "status": "broken" if each.broken else "passed",
            "message": each.broken and each.broken.found,
            "match": each.broken and each.broken.line and _line_json(each.broken, each.broken.line),
            "replay": each.replay,
        }
        for each in tried
    ]


def _line_json(broken: Broken, line: Line) -> dict[str, Any]:
    return {
        "seed": line.seed,
        "players": line.players,
        "automatic": line.automatic,
        "options": dict(line.options),
        "example": line.example,
        "story": list(broken.story),
    }
