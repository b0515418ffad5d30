"""What the formatter has to say: only that it failed, and then it hands out no text."""

from __future__ import annotations

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Source


def format_changed(source: Source, what: str) -> Diagnostic:
    """
    Formatting would have changed what the text says, or lost a comment.

    This is a mistake in the formatter, never in the text, which is left as it is.
    """
    return error(
        "format-changed",
        source.span(0, 0),
        f"formatting would have changed {what}, so nothing was formatted",
        help="the text is left as it is; please report it as a bug of the formatter",
    )
