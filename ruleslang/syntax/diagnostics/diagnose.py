"""Diagnoses a text that cannot be parsed: tries each known error in turn."""

from __future__ import annotations

from collections.abc import Callable

from ruleslang.source.diagnostic import Diagnostic
from ruleslang.syntax.chunk import Chunk
from ruleslang.syntax.diagnostics import (
    articles_ranges_and_names,
    bad_names,
    brackets,
    characters,
    citations,
    control_flow,
    earlier_forms,
    foreign_signs,
    foreign_words,
    layout,
    limits,
    misspelt_or_misplaced,
    translations_in_line,
    values_in_one_line,
)
from ruleslang.syntax.diagnostics.expected import unexpected
from ruleslang.syntax.diagnostics.phrasebook import card_sentence, rewrites
from ruleslang.syntax.layout import LayoutError
from ruleslang.syntax.parse_failure import Failure, examine

MISTAKES: tuple[Callable[[Failure], Diagnostic | None], ...] = (
    earlier_forms.earlier_form,
    translations_in_line.translation_in_line,
    foreign_signs.foreign_comment,
    layout.broken_word,
    brackets.unclosed_text,
    characters.smart_quotes,
    characters.strange_space,
    rewrites.possessive,
    card_sentence.card_sentence,
    characters.single_quotes,
    characters.foreign_letter,
    brackets.square_brackets,
    brackets.mismatched_bracket,
    brackets.unclosed_bracket,
    brackets.stray_bracket,
    brackets.empty_parentheses,
    citations.citations_apart,
    citations.designed_before_citations,
    citations.bad_citation,
    layout.missing_bar,
    layout.indented_declaration,
    control_flow.otherwise_for_else,
    misspelt_or_misplaced.misspelt_head,
    layout.condition_apart,
    layout.unexpected_indent,
    layout.missing_block,
    layout.line_goes_on,
    layout.colon_before_block,
    values_in_one_line.values_in_one_line,
    foreign_signs.semicolon,
    foreign_signs.compound_assignment,
    foreign_signs.colon_equals,
    foreign_signs.unequal_sign,
    foreign_signs.comparison_sign,
    foreign_signs.equals_sign,
    foreign_signs.symbol_for_word,
    foreign_signs.decimal_number,
    foreign_signs.dotted_name,
    foreign_signs.copies_apart,
    foreign_signs.chained_comparison,
    articles_ranges_and_names.braces_for_block,
    articles_ranges_and_names.range_sign,
    control_flow.elif_written,
    control_flow.then_after_if,
    misspelt_or_misplaced.misplaced_statement,
    brackets.text_as_value,
    rewrites.said_otherwise,
    foreign_words.foreign_word,
    articles_ranges_and_names.article_written,
    misspelt_or_misplaced.misspelt_word,
    articles_ranges_and_names.name_in_parts,
    citations.citation_not_last,
    control_flow.while_for_repeat,
    control_flow.for_without_each,
    control_flow.missing_otherwise,
    bad_names.number_as_name,
    bad_names.keyword_as_name,
    foreign_signs.unknown_sign,
)
"""Surest first: the first that knows itself in a failure is what is said."""


def diagnose(chunk: Chunk) -> Diagnostic:
    """The error that keeps a chunk from being parsed."""
    try:
        failure = examine(chunk)
    except LayoutError as stopped:
        return _layout(chunk, stopped)
    assert failure is not None, "only what cannot be read is asked about"
    return next(
        (said for said in (know(failure) for know in MISTAKES) if said), unexpected(failure)
    )


def _layout(chunk: Chunk, stopped: LayoutError) -> Diagnostic:
    if stopped.slug == "too-deep":
        return limits.too_deep(chunk.span(stopped.offset, stopped.offset + 1))
    return layout.uneven_indentation(chunk, stopped.offset)
