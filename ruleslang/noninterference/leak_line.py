"""The line of a rulebook that leaked what was hidden, as far as it can be determined."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ruleslang.analysis.trace import origin_of
from ruleslang.noninterference.watched_step import Statements
from ruleslang.program import statements as s
from ruleslang.program.program import Compiled
from ruleslang.program.traits.statements import traits

MOST_LETTERS = 80  # of an excerpt


def blamed(
    compiled: Compiled,
    statements: Statements,
    mine: Sequence[int],
    theirs: Sequence[int],
    written: Collection[str],
) -> str:
    """The line where the two runs diverged, else the last line that wrote one of these states or
    zones; empty when unknown.
    """
    return line_of(compiled, _guilty(statements, mine, theirs, written))


def line_of(compiled: Compiled, number: int) -> str:
    """The line of an origin in words, with its place; empty when unknown."""
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


def _writes(statement: s.Statement | s.Effect, written: Collection[str]) -> bool:
    if isinstance(statement, s.Whenever | s.Hook | s.Modifier):
        return False
    names = {cell.name or cell.kind for cell in traits(statement).writes}
    return not names.isdisjoint(written)
