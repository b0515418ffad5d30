"""What can be wrong with what is written to, and with where cards go."""

from __future__ import annotations

from collections.abc import Iterable

from ruleslang.lower.diagnose_names import a
from ruleslang.source.diagnostic import Diagnostic, Label, error
from ruleslang.source.span import Span
from ruleslang.source.suggest import did_you_mean
from ruleslang.syntax.node import Name


def not_a_place(span: Span) -> Diagnostic:
    """Something is written to that holds nothing."""
    return error(
        "not-a-place",
        span,
        "this cannot be set",
        help="set a state, a name made by `let`, `active`, or a place of what is under way",
    )


def cannot_set(name: Name, what: str, made: Span | None = None) -> Diagnostic:
    """A name is written to that stands for something fixed."""
    return error(
        "cannot-set",
        name.span,
        f"`{name.text}` is {a(what)}, which cannot be set",
        help=_way(what),
        labels=() if made is None else (Label(made, "it is made here"),),
    )


def _way(what: str) -> str:
    if what.endswith("value"):
        return "a value is computed: `modify` it, or set the states it is computed from"
    if what.endswith("zone"):
        return "cards are moved: `move CARDS to ZONE`"
    if what.endswith("dice"):
        return "dice are rolled: `roll d`, `roll n die to d`"
    return "take a `let` of your own, or a state"


def unchangeable(name: Name, procedure: str, known: Iterable[str]) -> Diagnostic:
    """A place of what is under way is written to that is not marked changeable."""
    places = ", ".join(f"`{each}`" for each in sorted(known))
    return error(
        "unchangeable",
        name.span,
        f"`{name.text}` of `{procedure}` is not changeable",
        help=f"changeable is: {places}"
        if places
        else f"mark it in `{procedure}`: `changeable {name.text}`",
    )


def any_written(span: Span) -> Diagnostic:
    """`any` stands as an index of what is written to."""
    return error(
        "misplaced-any",
        span,
        "`any` cannot stand here: one place is written to",
        help="write to each in turn: `for each p in players`",
    )


def zone_to_declare(span: Span, name: str) -> str:
    """The declaration that a zone lacks: of each player, where brackets follow its name."""
    index = "(player)" if span.source.text.startswith("(", span.end) else ""
    return f"declare it: `zone {name}{index}: cards, seen by all`"


def unknown_zone(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """Cards are sent to something that nothing declares."""
    return error(
        "unknown-zone",
        span,
        f"no zone is called `{name}`",
        help=did_you_mean(name, known) or zone_to_declare(span, name),
    )


def not_a_zone(span: Span, met: str) -> Diagnostic:
    """Cards are sent to something that is no zone."""
    return error(
        "not-a-zone",
        span,
        f"this is {a(met)}, not a zone",
        help="cards lie in zones, which are declared with `zone`",
    )
