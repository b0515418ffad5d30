"""What can be wrong with the position that an example is given."""

from __future__ import annotations

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span


def given_not_settable(span: Span) -> Diagnostic:
    """A `given` line is about something that cannot simply be made so."""
    return error(
        "given-not-settable",
        span,
        "this cannot be given, because it is computed",
        help="give the states, zones, dice or options that it is computed from",
    )


def given_too_late(span: Span) -> Diagnostic:
    """A setting of the match is given below a line that has already done or tested something."""
    return error(
        "given-too-late",
        span,
        "how the match is set up cannot change in the middle of an example",
        help="move the line above the first `when` and `then`, or write another example",
    )


def several_see(players: Span, subject: Span) -> Diagnostic:
    """Several players are said to see something, which is said of one."""
    return error(
        "wrong-type",
        players,
        "met several players, expected one",
        help=f"`then only {players.text} see {subject.text}`; or a line with `sees` for each",
    )
