"""What a page shows of a text: its diagnostics, colours, examples and names.

Browsers count positions in UTF-16 code units.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import field, frozen

from ruleslang.language.syntax.examples import Claim, Example
from ruleslang.library.workspace.completion import completions
from ruleslang.library.workspace.hover import fix_title, hovered, title_of
from ruleslang.library.workspace.run_example import examples_in
from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.library.workspace.tokens import coloured
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Source, Span

BEYOND = 0xFFFF  # letters beyond this take two units


@frozen
class Places:
    """
    Converts offsets of one text to UTF-16 code units, and back.

    >>> places = places_of("a😀b")
    >>> places.units(2), places.offset(3)
    (3, 2)
    """

    size: int
    _wide: Sequence[int]  # offsets of the letters that take two units
    _wide_units: Sequence[int]

    def units(self, offset: int) -> int:
        """Return the code units before an offset."""
        return offset + bisect_left(self._wide, offset)

    def offset(self, units: int) -> int:
        """Return the offset of a code unit; rounded down inside a letter, clamped at the end."""
        return max(0, min(units - bisect_left(self._wide_units, units), self.size))


def places_of(text: str) -> Places:
    wide = [] if text.isascii() else [n for n, letter in enumerate(text) if ord(letter) > BEYOND]
    return Places(len(text), wide, [offset + n for n, offset in enumerate(wide)])


Data = dict[str, Any]


@frozen(eq=False)
class Written:
    """A snapshot of the workspace, with the page's names for its files."""

    snapshot: Snapshot
    names: Mapping[Path, str]
    _places: dict[Source, Places] = field(factory=dict)

    def at(self, span: Span) -> Data | None:
        """Return a span as plain data; `None` if it is in no file of the page."""
        path = self.snapshot.path(span.source)
        name = self.names.get(path) if path is not None else None
        return None if name is None else {"file": name, **self.range(span)}

    def range(self, span: Span) -> Data:
        """Return a span in a file of the page, as code units."""
        places = self._places.setdefault(span.source, places_of(span.source.text))
        return {"from": places.units(span.start), "to": places.units(span.end)}

    # ------------------------------------------------------------ all files

    def checked(self) -> Data:
        """Return the diagnostics and the runnable examples of all files."""
        diagnostics = self.snapshot.diagnostics
        compiled = self.snapshot.compiled
        title = compiled.program.title if compiled is not None else None
        return {
            "playable": compiled is not None,
            "title": title.text if title else "",
            "diagnostics": [
                self.diagnostic(name, diagnostic)
                for path, name in self.names.items()
                for diagnostic in diagnostics.get(path, ())
            ],
            "examples": [example for path in self.names for example in self._examples(path)],
            "elsewhere": [
                diagnostic.message
                for path, of_file in diagnostics.items()
                for diagnostic in of_file
                if path not in self.names
            ],
        }

    def diagnostic(self, file: str, diagnostic: Diagnostic) -> Data:
        """Return a diagnostic as plain data."""
        related = [(label.span, label.text) for label in diagnostic.labels]
        related += [(span, "the same text is here") for span in diagnostic.also]
        return {
            "file": file,
            **self.range(diagnostic.span),
            "line": diagnostic.span.line,
            "severity": diagnostic.severity.value,
            "slug": diagnostic.slug,
            "message": diagnostic.message,
            "help": diagnostic.help or "",
            "related": [
                {**at, "line": span.line, "text": text}
                for span, text in related
                if (at := self.at(span)) is not None
            ],
            "fix": self._fix(diagnostic),
        }

    def _fix(self, diagnostic: Diagnostic) -> Data | None:
        """Return the edits of a fix; `None` if it touches a file that the page does not have."""
        if diagnostic.fix is None:
            return None
        edits = [(self.at(edit.span), edit.text) for edit in diagnostic.fix.edits]
        if any(at is None for at, _ in edits):
            return None
        return {
            "title": fix_title(diagnostic.fix),
            "file": (self.at(diagnostic.span) or {}).get("file"),
            "renames": diagnostic.fix.renames,
            "edits": [{**(at or {}), "text": text} for at, text in edits],
        }

    def _examples(self, path: Path) -> Iterator[Data]:
        for node in examples_in(self.snapshot, path):
            yield {
                "file": self.names[path],
                **self.range(node.span),
                "line": node.span.line,
                "kind": "example" if isinstance(node, Example) else "claim",
                "title": title_of(node),
            }

    # ------------------------------------------------------------ one file

    def colours(self, path: Path) -> list[Any]:
        """Return a file's coloured names as a flat list: from, to, class, from, to, class, …"""
        tree = self.snapshot.by_path.get(path)
        if tree is None:
            return []
        uses = self.snapshot.names.within(tree.source)
        named = {use.span.start for use in uses}
        flat: list[Any] = []
        for name in coloured(tree.source, uses, self.snapshot.symbols):
            if name.span.start in named:
                flat += [*self.range(name.span).values(), name.colour]
        return flat

    def about(self, path: Path, units: int) -> Data | None:
        """Return the meaning of a name or a word of the language; `None` if there is none."""
        tree = self.snapshot.by_path.get(path)
        if tree is None:
            return None
        found = hovered(self.snapshot, tree, places_of(tree.source.text).offset(units))
        if found is None:
            return None
        about, section = found.about, found.about.section
        places = found.target.places if found.target is not None else ()
        return {
            **self.range(found.span),
            "name": found.name,
            "what": about.what,
            "code": about.code,
            "notes": list(about.notes),
            "declared": [at for place in places if (at := self.at(place)) is not None],
            "page": [section.page, section.place, section.name] if section is not None else None,
        }

    def example_at(self, path: Path, units: int) -> Example | Claim | None:
        """Return the example that begins at a position."""
        for node in examples_in(self.snapshot, path):
            if self.range(node.span)["from"] == units:
                return node
        return None


def completed(snapshot: Snapshot | None, path: Path, text: str, units: int) -> Data:
    """Return completions at a position of a text that may be newer than the snapshot."""
    places = places_of(text)
    completion = completions(snapshot, path, text, places.offset(units))
    options = [
        {
            "label": item.name,
            "type": item.sort,
            "detail": item.detail,
            "fits": item.fits,
            "snippet": item.body,
        }
        for item in completion.items
    ]
    where = places.units(completion.replaces.start)
    return {"from": where, "options": options, "whole": completion.is_whole}
