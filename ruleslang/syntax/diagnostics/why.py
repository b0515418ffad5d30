"""Asks each known mistake in turn whether it is the one."""

from __future__ import annotations

from collections.abc import Callable

from ruleslang.source.diagnostic import Diagnostic
from ruleslang.syntax.diagnostics import (
    brackets,
    habits,
    keywords,
    layout,
    letters,
    limits,
    marks,
    of_decks,
    prose,
    sentences,
    signs,
    speech,
)
from ruleslang.syntax.diagnostics.expected import unexpected
from ruleslang.syntax.failure import Failure, examine
from ruleslang.syntax.layout import LayoutError
from ruleslang.syntax.piece import Piece

AT_SIGHT: tuple[Callable[[Piece], Diagnostic | None], ...] = (
    letters.control_character,
    letters.hidden_direction,
)
"""Mistakes also where the grammar finds none: what is read must be what is seen."""

HEADS: tuple[Callable[[Piece], Diagnostic | None], ...] = (
    keywords.unknown_declaration,
    keywords.outside_declaration,
    layout.mixed_indentation,
)
"""Mistakes that keep a piece from being tried at all."""

MISTAKES: tuple[Callable[[Failure], Diagnostic | None], ...] = (
    signs.foreign_comment,
    layout.broken_word,
    brackets.unclosed_text,
    letters.smart_quotes,
    letters.strange_space,
    habits.said_in_signs,
    sentences.card_sentence,
    letters.single_quotes,
    letters.foreign_letter,
    brackets.square_brackets,
    brackets.mismatched_bracket,
    brackets.unclosed_bracket,
    brackets.stray_bracket,
    brackets.empty_parentheses,
    marks.citations_apart,
    marks.designed_before_citations,
    marks.bad_citation,
    layout.missing_bar,
    layout.indented_declaration,
    keywords.otherwise_for_else,
    keywords.misspelt_head,
    layout.unexpected_indent,
    layout.missing_block,
    layout.line_goes_on,
    layout.colon_before_block,
    signs.semicolon,
    signs.compound_assignment,
    signs.colon_equals,
    signs.unequal_sign,
    signs.comparison_sign,
    signs.equals_sign,
    signs.symbol_for_word,
    signs.decimal_number,
    signs.dotted_name,
    signs.copies_apart,
    signs.chained_comparison,
    speech.braces_for_block,
    speech.range_sign,
    keywords.elif_written,
    keywords.then_after_if,
    keywords.misplaced_statement,
    brackets.text_as_value,
    of_decks.card_of_a_deck,
    habits.said_otherwise,
    prose.unread_sentence,
    keywords.foreign_word,
    speech.article_written,
    keywords.misspelt_word,
    speech.name_in_parts,
    marks.citation_not_last,
    keywords.while_for_repeat,
    keywords.for_without_each,
    keywords.missing_otherwise,
    keywords.number_as_name,
    keywords.keyword_as_name,
    signs.unknown_sign,
)
"""Surest first: the first that knows itself in a failure is what is said."""


def why(piece: Piece) -> Diagnostic:
    """What keeps a piece from being read."""
    try:
        failure = examine(piece)
    except LayoutError as stopped:
        return _layout(piece, stopped)
    assert failure is not None, "only what cannot be read is asked about"
    return next(
        (said for said in (know(failure) for know in MISTAKES) if said), unexpected(failure)
    )


def first(
    tests: tuple[Callable[[Piece], Diagnostic | None], ...], piece: Piece
) -> Diagnostic | None:
    """The first mistake that can be told without the grammar, or None."""
    return next((said for said in (know(piece) for know in tests) if said), None)


def _layout(piece: Piece, stopped: LayoutError) -> Diagnostic:
    if stopped.slug == "too-deep":
        return limits.too_deep(piece.span(stopped.offset, stopped.offset + 1))
    return layout.uneven_indentation(piece, stopped.offset)
