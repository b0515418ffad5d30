"""Limits of length and number, so that no text can hang the parser."""

from __future__ import annotations

from ruleslang.source.diagnostic import Diagnostic, Message, error
from ruleslang.source.span import Source, Span

MAX_LETTERS = 1_000_000  # at most half a minute of parsing
MAX_NAME = 100
MAX_DIGITS = 15
MAX_MISTAKES = 100
MAX_DEPTH = 150


def too_big(source: Source) -> Diagnostic | None:
    """A file larger than any rulebook."""
    if len(source.text) <= MAX_LETTERS:
        return None
    return error(
        "too-big",
        source.span(0, 0),
        f"this file has {len(source.text)} letters, more than {MAX_LETTERS}",
        help="leave out what is no card: a game has at most 2,000"
        if source.is_table
        else "spread it over several files",
    )


def too_many_mistakes(span: Span, most: int = MAX_MISTAKES, not_done: str = "read") -> Diagnostic:
    """More errors than a rulebook would have."""
    return error(
        "too-many-mistakes",
        span,
        f"{most} mistakes: the rest is not {not_done}",
        help="mend those above first",
    )


too_deep = Message(
    "too-deep",
    "this is nested too deep",
    help="give a part of it a name of its own, as a value or a procedure",
)


name_too_long = Message(
    "name-too-long",
    f"a name of {{length}} letters, where {MAX_NAME} are allowed",
    help="choose a shorter name; what players read stands in quotes",
)


number_too_long = Message(
    "number-too-long",
    f"a number of {{length}} digits, where {MAX_DIGITS} are allowed",
    help="write a smaller number: no game counts so far",
)
