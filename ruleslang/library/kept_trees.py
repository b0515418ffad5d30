"""
Keeps the trees of a rulebook's texts without syntax errors, so that after an edit a later process
parses only what is new.

A line of the file is the name of a text, and its tree as JSON, from which only nodes are made.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from attrs import field, frozen

from ruleslang.language.syntax.declarations import Comment, Tree
from ruleslang.language.syntax.node import Node
from ruleslang.library.kept_loads import MOST_BYTES, digest, entry_path, package_version
from ruleslang.library.read_rulebook_files import RulebookFiles
from ruleslang.source.cache_files import drop_oldest, keep, read_own
from ruleslang.source.span import Source, Span
from ruleslang.source.walk import field_names

MOST_RULEBOOKS = 20
AFTER_NAME = "\t"  # which no name of a file has
TUPLE, SPAN = -1, -2  # the first number of a list; that of a node is the number of its class
Kinds: TypeAlias = Sequence[tuple[type[Any], tuple[str, ...]]]


@frozen(eq=False, slots=False)
class KeptTrees:
    """The trees of a rulebook that an earlier process left."""

    path: Path | None  # None: there is no cache
    _made: dict[str, Tree | None] = field(factory=dict)

    def tree(self, name: str) -> Tree | None:
        """Return the tree of a file's last text without errors; None if none is kept."""
        if name not in self._made:
            line = self._lines.get(name)
            self._made[name] = None if line is None else from_line(line)
        return self._made[name]

    def keep(self, files: RulebookFiles) -> None:
        """Keep the trees of the present texts, and of texts before they had errors."""
        wrong = {diagnostic.span.source.name for diagnostic in files.diagnostics}
        before, lines = self._lines, dict[str, str]()
        for tree in files.trees:
            name, made = tree.source.name, self._made.get(tree.source.name)
            is_kept = made is not None and made.source.text == tree.source.text
            if name in before and (is_kept or name in wrong):
                lines[name] = before[name]
            elif name not in wrong:
                lines[name] = to_line(tree)
        text = "\n".join((str(package_version()), *lines.values()))
        if self.path is not None and lines != before and len(text) < MOST_BYTES:
            keep(self.path, f"{digest(text)}\n{text}")
            drop_oldest(self.path.parent, MOST_RULEBOOKS)

    @cached_property
    def _lines(self) -> Mapping[str, str]:
        whole = read_own(self.path, MOST_BYTES) if self.path is not None else None
        known, _, text = (whole or "").partition("\n")
        version, *lines = text.split("\n")
        is_valid = digest(text) == known and version == package_version()
        return {line.partition(AFTER_NAME)[0]: line for line in lines} if is_valid else {}


def trees_of(key: Sequence[str]) -> KeptTrees:
    """Return the trees that are kept under a key."""
    return KeptTrees(entry_path("trees", [*key]))


def to_line(tree: Tree) -> str:
    """Return a tree as a line of text."""
    kinds: dict[Any, int] = {}

    def plain(part: Any) -> Any:
        kind = part.__class__
        if kind is tuple:
            return [TUPLE, *map(plain, part)]
        if kind is Span:
            return [SPAN, part.start, part.end]
        names = field_names(kind)
        if names is None:
            return part
        number = kinds.setdefault(kind, len(kinds))
        return [number, *[plain(getattr(part, name)) for name in names]]

    parts = plain((tree.declarations, tree.comments))
    named = [(kind.__module__, kind.__name__) for kind in kinds]
    whole = json.dumps([tree.source.text, named, parts], separators=(",", ":"))
    return f"{tree.source.name}{AFTER_NAME}{whole}"


def from_line(line: str) -> Tree | None:
    """Return the tree in a line; None if it is damaged."""
    name, _, whole = line.partition(AFTER_NAME)
    try:
        text, named, parts = json.loads(whole)
        source = Source(name, text)
        declarations, comments = _part(parts, source, [_kind(*each) for each in named])
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return None
    return Tree(source, declarations, comments)


def _kind(module: str, name: str) -> tuple[type[Any], tuple[str, ...]]:
    kind = getattr(sys.modules[module], name)
    if not issubclass(kind, Node | Comment):
        raise TypeError(name)
    return kind, field_names(kind) or ()


def _part(plain: Any, source: Source, kinds: Kinds) -> Any:
    """Return a part of a tree."""
    if plain.__class__ is not list:
        return plain
    number, *parts = plain
    if number == SPAN:
        return source.span(*parts)
    made = [_part(part, source, kinds) if part.__class__ is list else part for part in parts]
    if number == TUPLE:
        return tuple(made)
    kind, names = kinds[number]
    node = object.__new__(kind)
    for name, part in zip(names, made, strict=True):
        object.__setattr__(node, name, part)
    return node
