"""Runs worked examples and claims of a text that is being edited.

One alone, with the lines of the rulebook that took effect in it; or after a change those that the
change may concern: an example whose text names a changed declaration, which is new, or whose
reached parts of the rules have changed. All others run afterwards, since a new rule may affect any
of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from pathlib import Path
from typing import TypeAlias

from attrs import define, field, frozen

from ruleslang.explanation.examples.run_examples import Result, run_testable
from ruleslang.language.syntax.declarations import Table
from ruleslang.language.syntax.examples import Claim, Example, Given, WhenCalled
from ruleslang.library.workspace.hover import title_of
from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.program import declarations as d
from ruleslang.program.passes.parts import Part, parts_of
from ruleslang.program.program import Compiled
from ruleslang.source.budget import UsedUp, budget
from ruleslang.source.span import Span

SECONDS = 10.0  # the time limit of an example


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
    compiled, lowered = snapshot.compiled, lowered_of(snapshot, node)
    if compiled is None or lowered is None:
        return None
    result, reached = _run_in_time(compiled, lowered)
    spans = snapshot.loaded.spans
    at = spans[result.at]
    story = [spans[part.origin] for part in reached if not isinstance(part, d.Value)]
    return ExampleRun(title_of(node), result.message, result.help, at, tuple(dict.fromkeys(story)))


def _run_in_time(compiled: Compiled, example: Testable) -> tuple[Result, list[Part]]:
    """
    Return the result of an example and the written parts of the rules that took effect, in the
    order of their first time; none if it was stopped.
    """
    reached: dict[int, None] = {}

    def note(part: int) -> None:
        reached.setdefault(part)

    try:
        with budget(SECONDS):
            result = run_testable(compiled, example, note)
    except UsedUp:
        return Result(example.title, (), example.origin, f"stopped after {SECONDS:g} s"), []
    parts = parts_of(compiled.program).all
    return result, [parts[part] for part in reached if parts[part].origin >= 0]


def lowered_of(snapshot: Snapshot, node: Example | Claim) -> d.Example | d.Claim | None:
    """Return the lowered form of an example; `None` if the rulebook has errors."""
    compiled = snapshot.compiled
    if compiled is None:
        return None
    for candidate in compiled.testable:
        span = snapshot.loaded.spans[candidate.origin]
        if span.source is node.span.source and span.start == node.span.start:
            return candidate
    return None


def position_lines(node: Example) -> str:
    """Return the lines of an example that set up a position, as `play --from` reads them."""
    lines = [line.span.text for line in node.lines if isinstance(line, Given)]
    called = next((line.span.text for line in node.lines if isinstance(line, WhenCalled)), None)
    return "".join(f"{line}\n" for line in (*lines, *([called] if called else ())))


Words: TypeAlias = tuple[str, str]  # of a part of the rules: its file and what is written there
Testable: TypeAlias = d.Example | d.Claim


@define(eq=False)
class Retests:
    """The lines that each example reached in its last run, and the texts of the rules then."""

    _reached: dict[Words, frozenset[Words]] = field(factory=dict)
    _declared: dict[Words, str] = field(factory=dict)  # with the names that declarations give

    def run(self, snapshot: Snapshot) -> Iterator[tuple[Result, bool]]:
        """
        Run the examples and claims of a snapshot, those first that the change may concern; yields
        whether it may.

        If the caller stops early, the remaining ones come first the next time.
        """
        compiled = snapshot.compiled
        if compiled is None:
            return
        spans = snapshot.loaded.spans
        written = {_name_and_text(span) for span in spans}
        declared = dict(_declared(snapshot))
        changed = {name for words, name in declared.items() if words not in self._declared}
        examples: list[Testable] = [*compiled.testable]
        touching = {
            one.origin for one in examples if self._touches(spans[one.origin], written, changed)
        }
        examples.sort(key=lambda one: one.origin not in touching)
        for example in examples[: len(touching)]:
            self._reached.pop(_name_and_text(spans[example.origin]), None)
        self._declared = declared
        for example in examples:
            result, reached = _run_in_time(compiled, example)
            worked = frozenset(_name_and_text(spans[part.origin]) for part in reached)
            self._reached[_name_and_text(spans[example.origin])] = worked
            yield result, example.origin in touching

    def _touches(self, span: Span, written: Set[Words], changed: Set[str]) -> bool:
        reached = self._reached.get(_name_and_text(span))
        if reached is None or not reached <= written:
            return True
        return any(name in span.text for name in changed)


def _name_and_text(span: Span) -> Words:
    return span.source.name, span.text


def _declared(snapshot: Snapshot) -> Iterator[tuple[Words, str]]:
    """Yield the text of each declaration with its name; each row of a table by itself."""
    for tree in snapshot.trees:
        for node in tree.declarations:
            if isinstance(node, Table):
                for row in node.rows[1:]:
                    if row.cells:
                        words = " ".join(cell.text for cell in row.cells)
                        yield (tree.source.name, words), row.cells[0].text
            elif (name := getattr(node, "name", None)) is not None:
                yield _name_and_text(node.span), name.text
