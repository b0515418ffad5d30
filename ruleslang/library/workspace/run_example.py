"""Runs one worked example or claim, and tells which lines of the rulebook took effect in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from attrs import frozen

from ruleslang.explanation.proving.run_examples import Result, run_claim, run_example
from ruleslang.language.syntax.examples import Claim, Example, Given, WhenCalled
from ruleslang.library.workspace.hover import title_of
from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.program import declarations as d
from ruleslang.program.passes.parts import parts_of
from ruleslang.program.program import Compiled
from ruleslang.source.budget import UsedUp, budget
from ruleslang.source.span import Span

SECONDS = 10.0  # of an example, until it is stopped


@frozen
class ExampleRun:
    """
    The result of an example; `message` is empty if it holds, and `at` is the line that failed.

    `story` are the lines that took effect, in order of their first time, without values that were
    only read.
    """

    title: str
    message: str
    help: str
    at: Span
    story: tuple[Span, ...]


def examples_in(snapshot: Snapshot, path: Path) -> Iterator[Example | Claim]:
    tree = snapshot.by_path.get(path)
    for node in tree.declarations if tree is not None else ():
        if isinstance(node, Example | Claim):
            yield node


def run(snapshot: Snapshot, node: Example | Claim) -> ExampleRun | None:
    """Run an example of a snapshot; `None` if its rulebook has errors."""
    compiled = snapshot.compiled
    if compiled is None:
        return None
    lowered = lowered_of(snapshot, node)
    if lowered is None:
        return None
    reached: dict[int, None] = {}

    def note(part: int) -> None:
        reached.setdefault(part)

    try:
        with budget(SECONDS):
            result = _result(compiled, lowered, note)
    except UsedUp:
        return ExampleRun(title_of(node), f"it was stopped after {SECONDS:g} s", "", node.span, ())
    spans = snapshot.loaded.spans
    at = spans[result.origin] if result.origin >= 0 else node.span
    parts = parts_of(compiled.program).all
    worked = [parts[part] for part in reached if not isinstance(parts[part], d.Value)]
    story = [spans[part.origin] for part in worked if part.origin >= 0]
    return ExampleRun(title_of(node), result.message, result.help, at, tuple(dict.fromkeys(story)))


def _result(compiled: Compiled, node: d.Example | d.Claim, note: Callable[[int], None]) -> Result:
    if isinstance(node, d.Example):
        return run_example(compiled, node, note)
    return run_claim(compiled, node, note)


def lowered_of(snapshot: Snapshot, node: Example | Claim) -> d.Example | d.Claim | None:
    """The lowered form of an example; `None` if the rulebook has errors."""
    compiled = snapshot.compiled
    if compiled is None:
        return None
    lowered: tuple[d.Example | d.Claim, ...] = (*compiled.examples, *compiled.claims)
    for candidate in lowered:
        span = snapshot.loaded.spans[candidate.origin]
        if span.source is node.span.source and span.start == node.span.start:
            return candidate
    return None


def position_lines(node: Example) -> str:
    """The lines of an example that set up a position, as `play --from` reads them."""
    lines = [line.span.text for line in node.lines if isinstance(line, Given)]
    called = next((line.span.text for line in node.lines if isinstance(line, WhenCalled)), None)
    return "".join(f"{line}\n" for line in (*lines, *([called] if called else ())))
