"""Errors that are detected in every chunk before it is parsed."""

from __future__ import annotations

from collections.abc import Callable

from ruleslang.source.diagnostic import Diagnostic
from ruleslang.syntax.chunk import Chunk
from ruleslang.syntax.diagnostics import characters, layout, unknown_declarations

AT_SIGHT: tuple[Callable[[Chunk], Diagnostic | None], ...] = (
    characters.control_character,
    characters.hidden_direction,
)
"""Mistakes also where the grammar finds none: what is read must be what is seen."""

HEADS: tuple[Callable[[Chunk], Diagnostic | None], ...] = (
    unknown_declarations.unknown_declaration,
    unknown_declarations.outside_declaration,
    layout.mixed_indentation,
)
"""Mistakes that keep a chunk from being tried at all."""


def first(
    tests: tuple[Callable[[Chunk], Diagnostic | None], ...], chunk: Chunk
) -> Diagnostic | None:
    """The first error found without parsing, or None."""
    return next((said for said in (know(chunk) for know in tests) if said), None)
