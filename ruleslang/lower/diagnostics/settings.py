"""What is said about options that are numbers, and about conditions on settings."""

from __future__ import annotations

from ruleslang.program import limits
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span


def bad_number_option(span: Span, low: int, high: int) -> Diagnostic:
    """An option that is a number has no range of numbers, or is by default outside of it."""
    return error(
        "bad-number-option",
        span,
        "the numbers go upwards, and the one behind `=` is one of them",
        help=f"for instance `{min(low, high)}..{max(low, high) + (low == high)} = {min(low, high)}`"
        f"; there may be {limits.SETTINGS:,} of them",
    )


def not_a_setting(span: Span) -> Diagnostic:
    """A condition of the header reads what is not settled before a match begins."""
    return error(
        "not-a-setting",
        span,
        "this is not known before a match begins",
        help="compare options, and `number of players`, with numbers and words alone",
    )


def never_begins(span: Span) -> Diagnostic:
    """The options as they stand allow no number of players at all."""
    return error(
        "never-begins",
        span,
        "with the options as they are, no number of players meets this",
        help="change the condition, or which values are played unless others are chosen",
    )
