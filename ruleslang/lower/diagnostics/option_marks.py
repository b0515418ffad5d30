"""What can be wrong with the marks `decided by` and `only under` of a head."""

from __future__ import annotations

from collections.abc import Iterable

from ruleslang.source.diagnostic import Diagnostic, Subject, error
from ruleslang.source.span import Span
from ruleslang.source.suggest import known_name
from ruleslang.syntax.node import Name


def unknown_option(name: Name, met: str | None, known: Iterable[str]) -> Diagnostic:
    """
    A head names an option or reading that nobody declared.

    `decided by` and `only under` stand before the name of an `option` or a `reading`.
    """
    return error(
        "unknown-option",
        name.span,
        f"`{name.text}` is a {met}, and no option or reading"
        if met
        else f"no option or reading is called `{name.text}`",
        help=known_name(name.text, known) or "options and readings are declared at the left margin",
        about=Subject("name", name.text),
    )


def unknown_value_of_option(name: Name, option: str, known: list[str]) -> Diagnostic:
    """`only under` names a value that its option does not have."""
    return error(
        "unknown-option",
        name.span,
        f"`{option}` has no value `{name.text}`",
        help=known_name(name.text, known) or f"it has {', '.join(f'`{each}`' for each in known)}",
    )


def under_every_value(span: Span, option: str) -> Diagnostic:
    """`only under` names all values of its option, and so leaves nothing out."""
    return error(
        "under-every-value",
        span,
        f"`{option}` has no other values",
        help="leave `only under` out, or name fewer values",
    )
