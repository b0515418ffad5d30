"""What is said about zones as parameters of procedures."""

from __future__ import annotations

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span
from ruleslang.syntax import expressions as x
from ruleslang.syntax.node import Name


def zone_as_type(span: Span) -> Diagnostic:
    """A zone is kept, chosen or computed, where only a procedure may be given one."""
    return error(
        "zone-as-type",
        span,
        "a zone can only be given to a procedure",
        help="write `set of card` for the cards that lie there; or keep whose zone it is, a player",
    )


def zone_argument(span: Span, parameter: str, type: x.TypeNode) -> Diagnostic:
    """Something else than a zone of the wanted kind is given."""
    kind = type.kind.text if isinstance(type, x.ZoneType) else "card"
    wanted = "a zone" if kind == "card" else f"a zone of `{kind}`"
    return error(
        "zone-argument",
        span,
        f"`{parameter}` is to be {wanted}, and this is none",
        help="name the zone, with what stands in its brackets: `hand(p)`",
    )


def zone_procedure(name: Name) -> Diagnostic:
    """A procedure that takes a zone stands where one procedure is meant."""
    return error(
        "zone-procedure",
        name.span,
        f"`{name.text}` takes a zone, so it is only called and hooked",
        help="give it what it takes in brackets; to end it, or to count each time, "
        "put that into a procedure without a zone, which calls this one",
    )
