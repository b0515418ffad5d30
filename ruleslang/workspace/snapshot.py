"""A rulebook as it stood at one moment, and what is known of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from attrs import frozen

from ruleslang.library.kept_loads import Loaded
from ruleslang.lower.record import Expressed, Record
from ruleslang.lower.scope import LocalName
from ruleslang.program.program import Compiled
from ruleslang.resolve.symbol_table import Symbols
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Source, Span
from ruleslang.syntax.declarations import Tree
from ruleslang.syntax.parse import chunks
from ruleslang.workspace.names import Names


@frozen(eq=False, slots=False)
class Snapshot:
    """
    One state of a rulebook; nothing in it changes.

    `paths` are those of its files, by what messages call them; `texts` those of unsaved files.
    """

    loaded: Loaded
    record: Record
    paths: Mapping[str, Path]
    texts: Mapping[Path, str]

    @property
    def compiled(self) -> Compiled | None:
        """The game; None when it cannot be played."""
        return self.loaded.compiled

    @property
    def trees(self) -> tuple[Tree, ...]:
        """The trees of all files."""
        return self.loaded.files.trees

    @property
    def symbols(self) -> Symbols | None:
        """All that has a name in the whole rulebook; None when nothing could be read."""
        return self.record.symbols

    @cached_property
    def by_path(self) -> dict[Path, Tree]:
        """The trees by the paths of their files."""
        return {
            self.paths[tree.source.name]: tree
            for tree in self.trees
            if tree.source.name in self.paths
        }

    @cached_property
    def read_whole(self) -> dict[Path, frozenset[str]]:
        """The pieces of each text that were read without a mistake."""
        mistaken: dict[Source, list[int]] = {}
        for diagnostic in self.loaded.diagnostics:
            mistaken.setdefault(diagnostic.span.source, []).append(diagnostic.span.start)
        return {
            path: frozenset(
                chunk.text
                for chunk in chunks(tree.source)
                if not any(chunk.start <= at < chunk.end for at in mistaken.get(tree.source, ()))
            )
            for path, tree in self.by_path.items()
            if not tree.source.is_table
        }

    def path(self, source: Source) -> Path | None:
        """The file of a text."""
        return self.paths.get(source.name)

    @property
    def diagnostics(self) -> dict[Path, tuple[Diagnostic, ...]]:
        """What is wrong or doubtful in each file; files without mistakes have none."""
        found: dict[Path, list[Diagnostic]] = {path: [] for path in self.paths.values()}
        for diagnostic in self.loaded.diagnostics:
            path = self.path(diagnostic.span.source)
            if path is not None:
                found[path].append(diagnostic)
        return {path: tuple(own) for path, own in found.items()}

    @cached_property
    def locals(self) -> dict[Span, LocalName]:
        """The local names by the places where they are made."""
        return self.record.locals()

    @cached_property
    def names(self) -> Names:
        """What each name in all files means."""
        return Names(self.trees, self.record, self.locals)

    def expression_at(self, path: Path, offset: int) -> tuple[Span, Expressed] | None:
        """The smallest expression about a place, and its type; None where there is none."""
        tree = self.by_path.get(path)
        if tree is None:
            return None
        found = [
            (span.end - span.start, span)
            for span in self.record.expressions
            if span.source is tree.source and span.start <= offset <= span.end
        ]
        if not found:
            return None
        span = min(found, key=lambda each: each[0])[1]
        return span, self.record.expressions[span]
