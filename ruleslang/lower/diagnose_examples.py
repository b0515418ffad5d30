"""What can be wrong with examples: what they start from, what is answered, what they ask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span
from ruleslang.source.suggest import did_you_mean
from ruleslang.syntax.node import Name


def given_not_settable(span: Span) -> Diagnostic:
    """A `given` line is about something that cannot simply be made so."""
    return error(
        "given-not-settable",
        span,
        "this cannot be given, because it is computed",
        help="give the states, zones, dice or options that it is computed from",
    )


def not_a_run(name: Name, known: Iterable[str]) -> Diagnostic:
    """`when` in an example names no procedure."""
    return error(
        "unknown-procedure",
        name.span,
        f"no procedure is called `{name.text}`",
        help=did_you_mean(name.text, known)
        or "`when` calls a procedure; for an action write `when home does …`",
    )


def nothing_to_see(span: Span) -> Diagnostic:
    """An example says who sees something that neither lies nor stands anywhere."""
    return error(
        "nothing-to-see",
        span,
        "only cards, their number, states, dice and facts of a card are seen",
        help="write `then p sees hand(p)`, or of a fact `then p sees colour(top(hand(p))) is red`",
    )


def chosen_to_decline(name: Name, line: str) -> Diagnostic:
    """An example says that a player chooses to pass; `line` is how it is written."""
    return error(
        "unknown-name",
        name.span,
        f"nothing here is called `{name.text}`",
        help=f"who passes, or takes nothing of what he may, is written `{line}`",
    )


def unknown_face(name: Name, faces: Mapping[str, str]) -> Diagnostic:
    """An example lets a die fall on a face that no die has; `faces` of words say of which."""
    die = next(iter(faces.values()))
    one = set(faces.values()) == {die}
    listed = ", ".join(faces)
    return error(
        "unknown-word",
        name.span,
        f"`{name.text}` is no word of `{die}`" if one else f"no die has a face `{name.text}`",
        help=did_you_mean(name.text, faces)
        or f"{'its words' if one else 'the faces'} are: {listed}",
    )


def answers_joined(span: Span, left: str, word: str, right: str) -> Diagnostic:
    """Two answers are one expression: `left or right`."""
    help = "an answer is one of them; of several that may be chosen write a `then` for each"
    if word == "and":
        both = f"{left}, {right}"
        help = f"write `{both}`, or of what is chosen at once `{{{both}}}`"
    return error(
        "answers-joined", span, f"`{word}` joins conditions, and these are answers", help=help
    )
