"""What can be wrong with a `history`, and with what is noted in it."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.source.article import with_article
from ruleslang.source.diagnostic import Diagnostic, Subject, error
from ruleslang.source.span import Span
from ruleslang.source.suggest import known_name
from ruleslang.syntax.node import Name


def not_for_history(name: Name, met: str | None, known: Sequence[str]) -> Diagnostic:
    """What is listed does not stand anywhere."""
    if met is None:
        found = f"nothing called `{name.text}` can be compared"
    else:
        found = f"`{name.text}` is {with_article(met)}, which a history cannot compare"
    return error(
        "not-for-history",
        name.span,
        found,
        help=known_name(name.text, known)
        or "list states, zones, dice, values, `active`, `players` or `pieces`",
        about=Subject("name", name.text),
    )


def value_for_history(name: Name) -> Diagnostic:
    """A value with parameters is listed."""
    return error(
        "not-for-history",
        name.span,
        f"`{name.text}` has parameters, so it is not one value",
        help="list a value without parameters, or the states that it is computed from",
    )


def no_history(name: Name, known: Sequence[str]) -> Diagnostic:
    """`note` or `times` names no history."""
    return error(
        "unknown-history",
        name.span,
        f"no history is called `{name.text}`",
        help=known_name(name.text, known)
        or f"declare what is compared: `history {name.text}: …`",
        about=Subject("name", name.text),
    )


def times_of_a_history(span: Span) -> Diagnostic:
    """`times` is given something else than one name."""
    return error(
        "unknown-history",
        span,
        "`times` is asked of one history",
        help="write its name alone in the brackets: `times(position)`",
    )
