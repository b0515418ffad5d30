"""The line of a rulebook that told what was hidden, as far as it can be known."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ruleslang.analysis.trace import origin_of
from ruleslang.meaning.dispatch import MEANINGS
from ruleslang.noninterference.watched_step import Statements
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.program import Compiled
from ruleslang.program.walk import find

MOST_LETTERS = 80  # of an excerpt


def blamed(
    compiled: Compiled,
    statements: Statements,
    mine: Sequence[int],
    theirs: Sequence[int],
    written: Collection[str],
) -> str:
    """
    Where the two ways parted, or else the last line that wrote one of these states or zones; in
    words, empty when it cannot be known.
    """
    return line_of(compiled, _guilty(statements, mine, theirs, written))


def line_of(compiled: Compiled, number: int) -> str:
    """The line of an origin in words, and where it stands; empty when nothing is known of it."""
    origin = origin_of(compiled, number)
    if origin is None:
        return ""
    excerpt = origin.excerpt
    if len(excerpt) > MOST_LETTERS:
        excerpt = f"{excerpt[: MOST_LETTERS - 2]} …"
    return f"`{excerpt}` ({origin.file}:{origin.line})"


def _guilty(
    statements: Statements, mine: Sequence[int], theirs: Sequence[int], written: Collection[str]
) -> int:
    together = list(zip(mine, theirs, strict=False))
    parted = next((i for i, (one, other) in enumerate(together) if one != other), len(together))
    if parted < max(len(mine), len(theirs)):
        for lines in (mine, theirs):
            if parted < len(lines) and isinstance(statements[lines[parted]], s.Whenever | s.Hook):
                return lines[parted]
        return mine[parted - 1] if parted else -1
    for origin in reversed(mine):
        if _writes(statements[origin], written):
            return origin
    return -1


def _left(statement: object) -> Iterator[e.ReadZone]:
    """The zones that cards leave."""
    return find(statement.cards, e.ReadZone) if isinstance(statement, s.MoveCards) else iter(())


def _writes(statement: object, written: Collection[str]) -> bool:
    if type(statement) not in MEANINGS.simple:
        return False
    names = {
        *(place.name for place in find(statement, s.StatePlace)),
        *(target.name for target in find(statement, s.ZoneTarget)),
        *(zone.name for zone in _left(statement)),
        *(["active"] if any(find(statement, s.ActivePlace)) else []),
    }
    return not names.isdisjoint(written)
