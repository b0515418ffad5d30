"""Keeps the trees of texts that have not changed."""

from __future__ import annotations

from typing import TypeAlias

from attrs import define, field

from ruleslang.library.read_rulebook_files import parse_file
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Source
from ruleslang.syntax.declarations import Tree

Parsed: TypeAlias = tuple[Tree, tuple[Diagnostic, ...]]
Key: TypeAlias = tuple[str, str, str]


@define(eq=False)
class Trees:
    """What was parsed before, by the name of a text, its words, and what is known beside it."""

    _kept: dict[Key, Parsed] = field(factory=dict)
    _used: dict[Key, Parsed] = field(factory=dict)

    def parse(self, source: Source) -> Parsed:
        """The tree of a text, the same for as long as the text is, and its mistakes."""
        key = source.name, source.text, source.beside
        parsed = self._used.get(key) or self._kept.get(key) or parse_file(source)
        self._used[key] = parsed
        return parsed

    def drop_unused(self) -> None:
        """Forget what was not asked for since this was called last."""
        self._kept, self._used = self._used, {}
