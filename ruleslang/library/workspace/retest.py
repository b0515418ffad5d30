"""
Reruns examples while a rulebook is edited: first those affected by the change.

An example is affected if the text of a part of the rules that it reached last time has changed, if
its text names a changed declaration, or if it is new. All others run afterwards, since a new rule
may affect any of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import TypeAlias

from attrs import define, field, frozen

from ruleslang.explanation.proving.prove_rulebook import Proof, proof_of
from ruleslang.explanation.proving.run_examples import run_claim, run_example
from ruleslang.language.syntax.declarations import Table
from ruleslang.library.workspace.run_example import SECONDS
from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.program import declarations as d
from ruleslang.program.passes.parts import parts_of
from ruleslang.source.budget import UsedUp, budget
from ruleslang.source.span import Span

Words: TypeAlias = tuple[str, str]  # of a part of the rules: its file and what is written there
Provable: TypeAlias = d.Example | d.Claim


@frozen
class RetestResult:
    """The result of an example or claim, and whether the change affects it."""

    proof: Proof
    touches: bool


@define(eq=False)
class Retests:
    """What each example reached in its last run, and the texts of the rules then."""

    _reached: dict[Words, frozenset[Words]] = field(factory=dict)
    _declared: dict[Words, str] = field(factory=dict)  # with the names that declarations give

    def run(self, snapshot: Snapshot) -> Iterator[RetestResult]:
        """
        Run the examples and claims of a snapshot, affected ones first.

        If the caller stops early, the remaining ones come first the next time.
        """
        compiled = snapshot.compiled
        if compiled is None:
            return
        spans = snapshot.loaded.spans
        written = {_words(span) for span in spans}
        declared = dict(_declared(snapshot))
        changed = {name for words, name in declared.items() if words not in self._declared}
        provable: list[Provable] = [*compiled.examples, *compiled.claims]
        touching = {
            law.origin for law in provable if self._touches(spans[law.origin], written, changed)
        }
        provable.sort(key=lambda law: law.origin not in touching)
        for law in provable[: len(touching)]:
            self._reached.pop(_words(spans[law.origin]), None)
        self._declared = declared
        for law in provable:
            proof, reached = self._run(snapshot, law)
            self._reached[_words(spans[law.origin])] = reached
            yield RetestResult(proof, law.origin in touching)

    def _touches(self, span: Span, written: Set[Words], changed: Set[str]) -> bool:
        reached = self._reached.get(_words(span))
        if reached is None or not reached <= written:
            return True
        return any(name in span.text for name in changed)

    def _run(self, snapshot: Snapshot, provable: Provable) -> tuple[Proof, frozenset[Words]]:
        compiled, spans = snapshot.compiled, snapshot.loaded.spans
        assert compiled is not None
        reached: set[int] = set()
        try:
            with budget(SECONDS):
                if isinstance(provable, d.Example):
                    result = run_example(compiled, provable, reached.add)
                else:
                    result = run_claim(compiled, provable, reached.add)
        except UsedUp:
            stopped = f"it was stopped after {SECONDS:g} s"
            return Proof(provable.title, (), stopped, provable.origin, provable.origin), frozenset()
        parts = parts_of(compiled.program).all
        origins = {parts[part].origin for part in reached}
        worked = frozenset(_words(spans[origin]) for origin in origins if origin >= 0)
        return proof_of(compiled, result), worked


def _words(span: Span) -> Words:
    return span.source.name, span.text


def _declared(snapshot: Snapshot) -> Iterator[tuple[Words, str]]:
    """The text of each declaration with its name; each row of a table by itself."""
    for tree in snapshot.trees:
        for node in tree.declarations:
            if isinstance(node, Table):
                for row in node.rows[1:]:
                    if row.cells:
                        words = " ".join(cell.text for cell in row.cells)
                        yield (tree.source.name, words), row.cells[0].text
            elif (name := getattr(node, "name", None)) is not None:
                yield _words(node.span), name.text
