"""Sentences for which there are no lines: what they come to, or where lines for others stand."""

from __future__ import annotations

import re

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.syntax import keywords
from ruleslang.syntax.diagnostics.hints_by_rest_of_line import made_so
from ruleslang.syntax.diagnostics.phrasebook.advice_without_rewrite import SENTENCES
from ruleslang.syntax.parse_failure import Failure, quoted
from ruleslang.syntax.spelling_correction import meant, reads

IN_GENERAL = (
    "say it step by step, in lines with `move`, `add`, `roll`, `choose`, `if` or `for each`;"
    " for people only, write `#` before it"
)
ARTICLE = re.compile(r"(?<!\w)(?:the|an|a)[ \t]+(?=[^\W\d])", re.IGNORECASE)
FUNCTION_WORDS = frozenset(
    [
        "a",
        "an",
        "the",
        "this",
        "that",
        "these",
        "those",
        "your",
        "his",
        "her",
        "their",
        "its",
        "my",
        "our",
        "you",
        "he",
        "she",
        "they",
        "him",
        "them",
        "it",
        "is",
        "are",
        "was",
        "has",
        "have",
        "had",
        "can",
        "who",
        "which",
        "whoever",
        "everyone",
        "everybody",
        "someone",
        "somebody",
        "nobody",
        "another",
        "other",
        "target",
        "extra",
        "much",
        "many",
        "most",
        "fewest",
        "each",
        "all",
        "every",
        "any",
        "some",
        "no",
        "of",
        "to",
        "from",
        "in",
        "on",
        "at",
        "for",
        "with",
        "by",
        "into",
        "onto",
        "through",
        "until",
        "after",
        "before",
        "during",
        "as",
        "if",
        "when",
        "then",
    ]
)
LONG = 3  # words of which a sentence has at least so many
SPOKEN = 4  # small words of a condition that is none of the language
OF_A_CALL = frozenset({"chooses", "may", "must"})  # stand where a name began the line
ANSWERED = frozenset({"put", "each", "player", "players"})  # by what a short line is told


def unread_sentence(failure: Failure) -> Diagnostic | None:
    """
    A sentence in plain words, for which no lines are known.

    It must not be blamed for its first article: without it nothing is won.
    """
    said = failure.text[failure.line_start : failure.line_end].strip()
    if failure.layout not in (None, "EOL") or not failure.margin or not _is_words(said):
        return None
    help = next((help for row in SENTENCES if (help := row.for_phrase("", said))), None)
    if help is None and not _is_prose(failure, said):
        return None
    above = failure.chunk.text[: failure.line_start]
    if reads(above + failure.margin + ARTICLE.sub("", said)) or meant(failure):
        return None
    start = failure.line_start + len(failure.margin)
    return error(
        "unread-sentence",
        failure.span(start, start + len(said)),
        f"{quoted(said)} is said in plain words",
        help=help or made_so(failure, said) or IN_GENERAL,
    )


def _is_words(said: str) -> bool:
    return not re.search(r"[(){}\[\]=<>\"|*/_;]|\w\.\w", said) and len(said.split()) >= LONG


def _is_prose(failure: Failure, said: str) -> bool:
    """Whether a line, where a statement may stand, is none of the language from its beginning."""
    found = [word.lower() for word in re.findall(r"[^\W\d][\w'’]*", said)]
    small = sum(word in FUNCTION_WORDS for word in found)
    if not found or found[0] == "if":
        return small >= SPOKEN
    begun = failure.text[failure.line_start : failure.offset].strip()
    starts = not begun and ARTICLE.match(failure.rest) and "move" in failure.expected
    called = failure.expected >= OF_A_CALL and found[0] not in keywords.STATEMENTS
    return small > 0 and bool(starts or called) and not (found[0] in ANSWERED and small == 1)
