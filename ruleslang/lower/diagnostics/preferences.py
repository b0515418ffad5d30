"""What can be wrong with the lines of a player."""

from __future__ import annotations

from collections.abc import Iterable

from ruleslang.source.diagnostic import Diagnostic, Subject, error
from ruleslang.source.span import Span
from ruleslang.source.suggest import known_name
from ruleslang.syntax.node import Name
from ruleslang.types.describe import describe
from ruleslang.types.lattice import FrontType

FEW = 8  # names that a help lists


def unknown_preference(name: Name, known: Iterable[str]) -> Diagnostic:
    """A `prefer` names nothing that can be chosen."""
    return error(
        "unknown-preference",
        name.span,
        f"nothing to choose is called `{name.text}`",
        help=_choices_there(name, known)
        or known_name(name.text, known)
        or "prefer an action, a branch of a menu, or a choice by its name",
        about=Subject("name", name.text, needs=("folders", "decks")),
    )


def otherwise_decides(span: Span) -> Diagnostic:
    """The last line of a player says more than what decides among equals."""
    return error(
        "unknown-preference",
        span,
        "`otherwise` decides what is equally good: by `chance` or by `order`",
        help="write `otherwise chance` or `otherwise order`; what is better is a line `prefer`",
    )


def unlike_choices(name: Name, one: FrontType, other: FrontType) -> Diagnostic:
    """A `prefer` names choices that have nothing in common."""
    return error(
        "unlike-choices",
        name.span,
        f"choices called `{name.text}` differ: {describe(one)}, {describe(other)}",
        help="give the choice that is meant a name of its own",
    )


def preference_without_by(name: Name) -> Diagnostic:
    """A `prefer` names a choice, and does not say which of its values are better."""
    return error(
        "unknown-preference",
        name.span,
        f"`{name.text}` is a choice, and is preferred `by` something",
        help=f"write `prefer {name.text} by highest …` or `by lowest …`",
        about=Subject("name", name.text, needs=("folders",)),
    )


def _choices_there(name: Name, known: Iterable[str]) -> str | None:
    """What is preferred by something is a choice; where nothing is like it, those there are."""
    few = sorted(known)
    if known_name(name.text, few) or not 0 < len(few) <= FEW:
        return None
    listed = ", ".join(f"`{each}`" for each in few)
    return f"what can be preferred is {listed}"
