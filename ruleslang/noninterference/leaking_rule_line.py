"""The line of a rulebook that leaked what was hidden, as far as it can be determined."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ruleslang.program import statements as s
from ruleslang.program.passes.numbered_parts import NOWHERE, Part, parts_of
from ruleslang.program.program import Compiled, origin_of
from ruleslang.program.traits.statements import traits

MOST_LETTERS = 80  # of an excerpt


def blamed(
    compiled: Compiled, mine: Sequence[int], theirs: Sequence[int], written: Collection[str]
) -> str:
    """The line where the two runs diverged, else the last line that wrote one of these states or
    zones; empty when unknown.

    The runs are the numbers of the statements, hooks and rules that were at work.
    """
    parts = parts_of(compiled.program).all
    return line_of(compiled, _guilty(parts, mine, theirs, written))


def line_of(compiled: Compiled, part: int) -> str:
    """The line of a part in words, with its place; empty when unknown."""
    if part == NOWHERE:
        return ""
    origin = origin_of(compiled.program, parts_of(compiled.program).all[part].origin)
    if origin is None:
        return ""
    excerpt = origin.excerpt
    if len(excerpt) > MOST_LETTERS:
        excerpt = f"{excerpt[: MOST_LETTERS - 2]} …"
    return f"`{excerpt}` ({origin.file}:{origin.line})"


def _guilty(
    parts: Sequence[Part], mine: Sequence[int], theirs: Sequence[int], written: Collection[str]
) -> int:
    together = list(zip(mine, theirs, strict=False))
    parted = next((i for i, (one, other) in enumerate(together) if one != other), len(together))
    if parted < max(len(mine), len(theirs)):
        for run in (mine, theirs):
            if parted < len(run) and isinstance(parts[run[parted]], s.Whenever | s.Hook):
                return run[parted]
        return mine[parted - 1] if parted else NOWHERE
    return next((part for part in reversed(mine) if _writes(parts[part], written)), NOWHERE)


def _writes(part: Part, written: Collection[str]) -> bool:
    if not isinstance(part, s.Statement):
        return False
    names = {cell.name or cell.kind for cell in traits(part).writes}
    return not names.isdisjoint(written)
