"""Checks of one declaration at a time, in all files of a rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from ruleslang.language.syntax.declarations import Tree
from ruleslang.language.syntax.node import Node
from ruleslang.source.diagnostic import Diagnostic

Found: TypeAlias = tuple[Diagnostic, ...]


def in_each(trees: Sequence[Tree], check: Callable[[Node], Found]) -> Iterator[Diagnostic]:
    """Yield what a check finds in each declaration; nothing in most."""
    for tree in trees:
        for top in tree.declarations:
            yield from check(top)
