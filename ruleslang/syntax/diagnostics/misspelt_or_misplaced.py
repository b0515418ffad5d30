"""Misspelt keywords, and misplaced lines."""

from __future__ import annotations

import re

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.fix import Proposal
from ruleslang.source.suggest import is_surely
from ruleslang.syntax import keywords
from ruleslang.syntax.diagnostics.foreign_words import FOREIGN
from ruleslang.syntax.diagnostics.hints_by_rest_of_line import begins_a_case
from ruleslang.syntax.parse_failure import Failure, quoted
from ruleslang.syntax.spelling_correction import WORD, meant, meant_head


def misspelt_word(failure: Failure) -> Diagnostic | None:
    """A misspelt keyword, if the line is readable with another."""
    if failure.layout and re.search(r"\bend\s*$", failure.before):
        return None  # without an operand
    if re.search(r"\b(may|must) do one\s*$", failure.before):
        return None  # without a name
    if failure.met == "see" and re.match(r"\s*then\b", failure.before):
        return None  # for several players there is `then only {p, q} see`
    found = meant(failure)
    return _misspelt(failure, *found) if found else None


def misspelt_head(failure: Failure) -> Diagnostic | None:
    """A misspelt first word of a line that opens a block: `misspelt-word`."""
    head = line_above(failure) if failure.layout == "_INDENT" else None
    if not head:
        return None
    foreign = FOREIGN.get(head.group().lower())
    text = failure.chunk.text[: failure.line_start]
    known = meant_head(text, head, [foreign] if foreign else [])
    return _misspelt(failure, head, known) if known else None


def _misspelt(failure: Failure, found: re.Match[str], known: str) -> Diagnostic:
    proposal = Proposal(f"did you mean `{known}`?", (known,))
    return error(
        "misspelt-word",
        failure.span(*found.span()),
        f"{quoted(found.group())} is no word of the language here",
        help=proposal.sure if is_surely(found.group(), known, keywords.KEYWORDS) else proposal,
    )


def misplaced_statement(failure: Failure) -> Diagnostic | None:
    """A statement among the lines of a card, or among the labels of a menu."""
    first = failure.first
    named = failure.expected & {":", "*"} and "chooses" not in failure.expected
    if not first or not named or failure.text[first.end() : failure.offset].strip():
        return None
    if first.group() not in keywords.STATEMENTS or failure.offset <= first.end():
        return None
    if first.group() == "if" and begins_a_case(failure):
        return None
    return error(
        "misplaced-statement",
        failure.span(*first.span()),
        f"`{first.group()}` begins a statement, and none may stand here",
        help="put it below `play`, or below the name of a branch",
    )


def line_above(failure: Failure) -> re.Match[str] | None:
    """The first word of the line above, if only blanks and comments lie between."""
    above = failure.text[: failure.line_start].rstrip()
    start = above.rfind("\n") + 1
    return WORD.match(failure.text, start + len(above[start:]) - len(above[start:].lstrip()))
