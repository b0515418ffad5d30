"""The rulebooks that are shipped, each loaded once, when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from ruleslang.api import Game
from ruleslang.library.find_rulebook import data_root, shipped_rulebooks
from ruleslang.library.load import Loaded, load
from ruleslang.program.program import Compiled

LARGE = frozenset(path.name for path in (data_root() / "rulebooks").iterdir())
"""Whole games of paper: what takes long on one of them is tried in the long run alone."""


@cache
def loaded(name: str) -> Loaded:
    """A shipped rulebook with its files and what is said of it."""
    return load(name)


def compiled(name: str) -> Compiled:
    """A shipped rulebook, ready to be played."""
    found = loaded(name)
    assert found.compiled is not None, [each.message for each in found.diagnostics]
    return found.compiled


class Shipped(Mapping[str, Compiled]):
    """All of them by name; to ask for the names loads none."""

    def __getitem__(self, name: str) -> Compiled:
        if name not in shipped_rulebooks():
            raise KeyError(name)
        return compiled(name)

    def __iter__(self) -> Iterator[str]:
        return iter(shipped_rulebooks())

    def __len__(self) -> int:
        return len(shipped_rulebooks())


def by_name(name: str) -> Game:
    """A shipped rulebook, as one who embeds it has it."""
    return Game(Shipped()[name])
