"""Diagnoses a text that cannot be parsed: tries each known error in turn."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from ruleslang.language.syntax.chunk import Chunk
from ruleslang.language.syntax.diagnostics import (
    brackets,
    foreign_signs,
    foreign_words,
    misplaced_lines,
    names_and_numbers,
    raw_text,
    unknown_declarations,
)
from ruleslang.language.syntax.diagnostics.expected import unexpected
from ruleslang.language.syntax.diagnostics.phrasebook import card_sentences, rewrites
from ruleslang.language.syntax.diagnostics.repair import repaired
from ruleslang.language.syntax.grammar import LayoutError
from ruleslang.language.syntax.parse_failure import Failure, examine
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.fix import fix_at

HEADS: tuple[Callable[[Chunk], Diagnostic | None], ...] = (
    unknown_declarations.unknown_declaration,
    unknown_declarations.outside_declaration,
    misplaced_lines.mixed_indentation,
)
"""Mistakes that keep a chunk from being tried at all."""
MISTAKES: tuple[Callable[[Failure], Diagnostic | None], ...] = (
    foreign_signs.foreign_comment,
    misplaced_lines.broken_word,
    brackets.unclosed_text,
    raw_text.smart_quotes,
    raw_text.strange_space,
    rewrites.possessive,
    card_sentences.card_sentence,
    raw_text.single_quotes,
    raw_text.foreign_letter,
    brackets.square_brackets,
    brackets.mismatched_bracket,
    brackets.unclosed_bracket,
    brackets.stray_bracket,
    brackets.empty_parentheses,
    brackets.citations_apart,
    brackets.designed_before_citations,
    brackets.bad_citation,
    misplaced_lines.missing_bar,
    misplaced_lines.indented_declaration,
    foreign_words.otherwise_for_else,
    foreign_words.misspelt_head,
    misplaced_lines.condition_apart,
    misplaced_lines.unexpected_indent,
    misplaced_lines.missing_block,
    misplaced_lines.line_goes_on,
    misplaced_lines.colon_before_block,
    misplaced_lines.values_in_one_line,
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
    names_and_numbers.braces_for_block,
    names_and_numbers.range_sign,
    foreign_words.elif_written,
    foreign_words.then_after_if,
    foreign_words.misplaced_statement,
    brackets.text_as_value,
    rewrites.said_otherwise,
    foreign_words.foreign_word,
    names_and_numbers.article_written,
    foreign_words.misspelt_word,
    names_and_numbers.name_in_parts,
    brackets.citation_not_last,
    foreign_words.while_for_repeat,
    foreign_words.for_without_each,
    foreign_words.missing_otherwise,
    names_and_numbers.number_as_name,
    names_and_numbers.keyword_as_name,
    foreign_signs.unknown_sign,
)
"""Surest first: the first that knows itself in a failure is what is said."""


def at_the_margin(chunk: Chunk) -> Diagnostic | None:
    """The error that keeps a chunk from being tried at all, or None."""
    diagnostic = next(filter(None, (test(chunk) for test in HEADS)), None)
    try:
        failure = examine(chunk) if diagnostic else None
    except LayoutError:
        return diagnostic
    return _with_line_meant(diagnostic, failure) if diagnostic and failure else diagnostic


def diagnose(chunk: Chunk) -> Diagnostic:
    """The error that keeps a chunk from being parsed."""
    try:
        failure = examine(chunk)
    except LayoutError as stopped:
        if stopped.slug == "too-deep":
            return raw_text.too_deep(chunk.span(stopped.offset, stopped.offset + 1))
        return misplaced_lines.uneven_indentation(chunk, stopped.offset)
    assert failure is not None, "only what cannot be read is asked about"
    tests = () if failure.is_long else MISTAKES
    mistake = next(filter(None, (test(failure) for test in tests)), None) or unexpected(failure)
    return _with_line_meant(mistake, failure)


def _with_line_meant(mistake: Diagnostic, failure: Failure) -> Diagnostic:
    """The error with the line that was probably meant, where its own help writes none."""
    fix = mistake.fix
    indents = fix is not None and all(edit.text.isspace() for edit in fix.edits)
    if mistake.slug == "card-sentence":
        return mistake  # it says something that the language says otherwise
    is_foreign = mistake.slug == "foreign-word"
    proposal = repaired(failure, of_one_stem=is_foreign) if fix is None or indents else None
    if proposal is None or failure.here().line != mistake.span.line:
        return mistake
    plain = None if indents else mistake.help
    return evolve(mistake, help=proposal.text, fix=fix_at(failure.here(), proposal), plain=plain)
