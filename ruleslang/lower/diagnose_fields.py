"""What can be wrong with the fields that a kind or a deck gives its cards."""

from __future__ import annotations

from collections.abc import Iterable

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span
from ruleslang.source.suggest import nearest
from ruleslang.syntax.node import Name


def missing_axis(span: Span, deck: str, field: str, kind: str, spare: Iterable[str]) -> Diagnostic:
    """A deck gives its cards no value of a field that has no default."""
    known = list(spare)
    near = nearest(field, known)
    only = f"; `{known[0]}` is no field, and only makes copies" if known else ""
    return error(
        "missing-field",
        span,
        f"the cards of `{deck}` lack `{field}`, which every `{kind}` has",
        help=f"call the axis `{field}`, not `{near}`"
        if near
        else f"add `{field} in …`, or give the field a default{only}",
    )


def missing_in_row(span: Span, card: str, field: str, kind: str, has_column: bool) -> Diagnostic:
    """A row of a table gives its card no value of a field that has no default."""
    fill = f"fill the cell in the column `{field}`" if has_column else f"add a column `{field}`"
    return error(
        "missing-field",
        span,
        f"`{card}` has no `{field}`, which every `{kind}` must have",
        help=f"{fill}, or give the field a default, which an empty cell takes: "
        f"`has {field}: … = …`",
    )


def field_in_kind(name: Name) -> Diagnostic:
    """A kind fills a field, as only a card does."""
    return error(
        "field-in-kind",
        name.span,
        f"a kind gives its cards no `{name.text}`; it says what it may be",
        help=f"write `has {name.text}: 0..9`; what most cards have is its default: `… = 3`",
    )
