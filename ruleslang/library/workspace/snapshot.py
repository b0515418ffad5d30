"""An immutable state of a rulebook, with everything derived from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path

from attrs import frozen

from ruleslang.language.lower.recorded_types import Expressed, LocalName, Record
from ruleslang.language.resolve.symbol_table import Symbols
from ruleslang.language.syntax.declarations import Junk, Tree
from ruleslang.language.syntax.parse import chunks
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.workspace.resolve_names import Names
from ruleslang.program.program import Compiled
from ruleslang.source.diagnostic import Diagnostic, has_error
from ruleslang.source.span import Source, Span


@frozen(eq=False, slots=False)
class Snapshot:
    """
    One state of a rulebook.

    `paths` maps the names of its files to their paths; `texts` holds unsaved texts; `sources` are
    the texts of all files.
    """

    loaded: Loaded
    _record: Callable[[], Record]
    paths: Mapping[str, Path]
    texts: Mapping[Path, str]
    sources: Mapping[Path, Source]

    @property
    def record(self) -> Record:
        """The scopes and types of all expressions."""
        return self._record()

    @property
    def compiled(self) -> Compiled | None:
        """The compiled game; `None` if there are errors."""
        return self.loaded.compiled

    @property
    def trees(self) -> tuple[Tree, ...]:
        return self.loaded.files.trees

    @property
    def symbols(self) -> Symbols | None:
        """The symbol table of the whole rulebook; `None` if nothing could be read."""
        return self.record.symbols

    @cached_property
    def by_path(self) -> dict[Path, Tree]:
        return {
            self.paths[tree.source.name]: tree
            for tree in self.trees
            if tree.source.name in self.paths
        }

    @cached_property
    def read_whole(self) -> dict[Path, frozenset[str]]:
        """The chunks of each text that parsed without errors."""
        mistaken: dict[Source, list[Span]] = {}
        for diagnostic in self.loaded.diagnostics:
            mistaken.setdefault(diagnostic.span.source, []).append(diagnostic.span)
        for tree in self.trees if has_error(self.loaded.diagnostics) else ():
            for declaration in tree.declarations:
                if isinstance(declaration, Junk):  # it may have taken the chunks below it with it
                    mistaken.setdefault(tree.source, []).append(declaration.span)
        return {
            path: frozenset(
                chunk.text
                for chunk in chunks(source)
                if not any(
                    chunk.start <= span.start < chunk.end or span.start <= chunk.start < span.end
                    for span in mistaken.get(source, ())
                )
            )
            for path, source in self.sources.items()
            if not source.is_table
        }

    def path(self, source: Source) -> Path | None:
        """Return the path of a text."""
        return self.paths.get(source.name)

    @property
    def diagnostics(self) -> dict[Path, tuple[Diagnostic, ...]]:
        """The diagnostics of each file; empty for files without any."""
        by_path: dict[Path, list[Diagnostic]] = {path: [] for path in self.paths.values()}
        for diagnostic in self.loaded.diagnostics:
            path = self.path(diagnostic.span.source)
            if path is not None:
                by_path[path].append(diagnostic)
        return {path: tuple(of_file) for path, of_file in by_path.items()}

    @cached_property
    def locals(self) -> dict[Span, LocalName]:
        """The local names by the places of their definitions."""
        return self.record.locals()

    @cached_property
    def names(self) -> Names:
        """The resolved names of all files."""
        return Names(self.trees, self.record, self.locals)

    def expression_at(self, path: Path, offset: int) -> tuple[Span, Expressed] | None:
        """Return the smallest expression around a position, and its type; `None`: none."""
        tree = self.by_path.get(path)
        if tree is None:
            return None
        around = [
            (span.end - span.start, span)
            for span in self.record.expressions
            if span.source is tree.source and span.start <= offset <= span.end
        ]
        if not around:
            return None
        span = min(around, key=lambda sized: sized[0])[1]
        return span, self.record.expressions[span]
