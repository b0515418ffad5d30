"""
Diagnostics for a text that cannot be parsed.

A mistake visible in the text itself (an open bracket, an indented line) is reported at once. For
other lines there are candidates, from rows of data, sentences of cards, similar words and small
changes. A candidate with which the line can be read is suggested, the most likely first; where the
rulebook is at hand it is tried there (`library/tried_helps.py`). Otherwise the report shows the
general form of such a line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from attrs import evolve

from ruleslang.language.syntax.chunk import Chunk
from ruleslang.language.syntax.diagnostics import (
    brackets,
    misplaced_lines,
    misused_words,
    raw_text,
    unknown_declarations,
)
from ruleslang.language.syntax.diagnostics.candidate import (
    WORDING,
    Candidate,
    can_be_read,
    line_with,
    names_known_things,
    reported,
)
from ruleslang.language.syntax.diagnostics.general import general
from ruleslang.language.syntax.diagnostics.phrasebook.card_sentences import sentences
from ruleslang.language.syntax.diagnostics.phrasebook.declared_names import is_declared
from ruleslang.language.syntax.diagnostics.phrasebook.rewrites import (
    changes_known_state,
    has_one_opponent,
    rewrites,
)
from ruleslang.language.syntax.diagnostics.phrasebook.rows import POSSESSIVES, ROWS
from ruleslang.language.syntax.diagnostics.phrasebook.shape_rows import (
    MARGINS,
    OF_TITLES,
    SHAPES,
    SIGNS,
)
from ruleslang.language.syntax.diagnostics.small_edits import EFFECTS, small_edits
from ruleslang.language.syntax.diagnostics.words import (
    ARTICLES,
    foreign_words,
    joined_names,
    misspelt_words,
    without_articles,
)
from ruleslang.language.syntax.grammar import LayoutError
from ruleslang.language.syntax.parse_failure import FAR, WORD, Failure, examine, joined
from ruleslang.source.diagnostic import Diagnostic

Mistakes: TypeAlias = tuple[Callable[[Failure], Diagnostic | None], ...]
Producers: TypeAlias = tuple[Callable[[Failure], Iterator[Candidate]], ...]

HEADS: tuple[Callable[[Chunk], Diagnostic | None], ...] = (
    unknown_declarations.unknown_declaration,
    unknown_declarations.outside_declaration,
    misplaced_lines.mixed_indentation,
)
"""Mistakes that keep a chunk from being tried at all."""
PLAIN: Mistakes = (
    misused_words.foreign_comment,
    misplaced_lines.broken_word,
    brackets.unclosed_text,
    raw_text.code_fence,
    raw_text.smart_quotes,
    raw_text.strange_space,
)
"""Mistakes that the text shows before anything is made of its words."""
OF_CARDS: Producers = (partial(rewrites, rows=POSSESSIVES), sentences, misplaced_lines.joined_lines)
"""They have an apostrophe, or commas, which the mistakes below would report differently."""
SHOWN: Mistakes = (
    raw_text.single_quotes,
    raw_text.foreign_letter,
    brackets.square_brackets,
    brackets.mismatched_bracket,
    brackets.unclosed_bracket,
    brackets.stray_bracket,
    brackets.split_citations,
    brackets.designed_before_citations,
    brackets.bad_citation,
    misplaced_lines.missing_bar,
    misplaced_lines.indented_declaration,
    misused_words.misspelt_head,
    misplaced_lines.unexpected_indent,
    misplaced_lines.missing_block,
    misplaced_lines.line_goes_on,
    brackets.text_as_value,
    brackets.citation_not_last,
    misused_words.let_of_a_keyword,
    misused_words.given_after_then,
)
"""Mistakes of brackets, quotes and places."""
LOOP = re.compile(r"(\s+)(?:repeat )?(while|until) ([^:,]+)(.*)")


def _loops(failure: Failure) -> Iterator[Candidate]:
    """Yield a loop with a spoken condition, with the limit that it needs."""
    loop, below = LOOP.match(failure.written_line), WORD.search(failure.text, failure.line_end)
    if loop is None or (below and below[0] in EFFECTS):
        return
    limit = "" if loop[4].startswith(",") else ", safety limit 99"
    line = f"{loop[1]}repeat {loop[2]} {loop[3].rstrip()}{limit}{loop[4]}"
    more = () if failure.first_word == "repeat" else (partial(rewrites, rows=ROWS), foreign_words)
    producers = (partial(rewrites, rows=SHAPES), *more)
    yield from filter(None, (_of_line(producers, failure, line),))


PRODUCERS: Producers = (
    _loops,
    partial(rewrites, rows=SIGNS),
    partial(rewrites, rows=ROWS),
    partial(rewrites, rows=SHAPES),
    partial(rewrites, rows=OF_TITLES),
    foreign_words,
    without_articles,
    misspelt_words,
    joined_names,
    small_edits,
)
"""The surest first."""
UNMENDED: Mistakes = (
    misused_words.misplaced_statement,
    misused_words.while_for_repeat,
    misused_words.number_as_name,
    misused_words.keyword_as_name,
    misused_words.unknown_sign,
    general,
)
"""The diagnostics of a line that no candidate fixes; the last always reports something."""
CALL_OR_FIELD = re.compile(r"\w+(?:$|:)")
"""A line that any word at its beginning would make readable."""
MOST_PROPOSED = 2  # candidates of a line: each may cost another load of the rulebook


def at_the_margin(chunk: Chunk) -> Diagnostic | None:
    """Return the error that keeps a chunk from being tried at all, or None."""
    diagnostic = next(filter(None, (test(chunk) for test in HEADS)), None)
    try:
        failure = examine(chunk) if diagnostic else None
    except LayoutError:
        return diagnostic
    if diagnostic is None or failure is None or failure.offset > failure.text.find("\n") >= 0:
        return diagnostic
    of_lines = partial(rewrites, rows=MARGINS)
    producers = (of_lines,) if diagnostic.fix else (foreign_words, misspelt_words, of_lines)
    return _proposed(producers, failure, diagnostic) or diagnostic


def diagnose(chunk: Chunk) -> Diagnostic:
    """Return the error that keeps a chunk from being parsed."""
    try:
        failure = examine(joined(chunk)) or examine(chunk)
    except LayoutError as stopped:
        if stopped.slug == "too-deep":
            return raw_text.too_deep(chunk.span(stopped.offset, stopped.offset + 1))
        return misplaced_lines.uneven_indentation(chunk, stopped.offset)
    assert failure is not None, "only what cannot be read is asked about"
    if failure.is_long:
        return general(failure)
    if plain := _first_diagnosis(PLAIN, failure):
        return plain
    unmended = _first_diagnosis(UNMENDED, failure) or general(failure)
    return (
        _proposed(OF_CARDS, failure, unmended)
        or _first_diagnosis(SHOWN, failure)
        or _proposed(PRODUCERS, failure, unmended)
        or unmended
    )


def _first_diagnosis(mistakes: Mistakes, failure: Failure) -> Diagnostic | None:
    return next(filter(None, (mistake(failure) for mistake in mistakes)), None)


def _proposed(producers: Producers, failure: Failure, unmended: Diagnostic) -> Diagnostic | None:
    """Return the first candidate that can be read, with the next one and the message."""
    found: dict[str, Candidate] = {}
    for producer in producers:
        if found and producer is small_edits:
            break  # they are least informative, and take longest
        for candidate in producer(failure):
            if len(found) < MOST_PROPOSED and _survives(failure, candidate):
                found.setdefault(line_with(failure, candidate), candidate)
    if not found and (plain := _without_articles(producers, failure)):
        found[plain.put] = plain
    proposed = None
    for candidate in reversed(found.values()):
        proposed = reported(failure, candidate, proposed or unmended)
    return proposed


def _without_articles(producers: Producers, failure: Failure) -> Candidate | None:
    """Return the first candidate for a line with its articles left out, as a text for all of it."""
    without = ARTICLES.sub("", failure.written_line)
    return _of_line(producers, failure, without) if without != failure.written_line else None


def _of_line(producers: Producers, failure: Failure, line: str) -> Candidate | None:
    """Return the first candidate for another line in the place of one."""
    chunk, start, end = failure.chunk, failure.line_start, failure.line_end
    text, begins = chunk.source.text, chunk.start + start
    if '"' in line or chunk.left_out or failure.offset > FAR:
        return None
    source = evolve(chunk.source, text=text[:begins] + line + text[chunk.start + end :])
    again = examine(Chunk(source, chunk.start, chunk.end + len(line) - (end - start)))
    if again is None or again.line_start != start:
        return None
    found = (one for made in producers for one in made(again) if _survives(again, one))
    if (first := next(found, None)) is None:
        return None
    put = line_with(again, first).strip()
    if CALL_OR_FIELD.match(put) and not is_declared(failure, failure.first_word):
        return None
    return Candidate(start + len(failure.margin), end, put, WORDING, is_head=first.is_head)


def _survives(failure: Failure, candidate: Candidate) -> bool:
    """Return whether the line can be read with it, and names only what the rulebook has."""
    return (
        names_known_things(failure, candidate)
        and has_one_opponent(failure, candidate.put)
        and changes_known_state(failure, candidate.put)
        and can_be_read(failure, candidate)
    )
