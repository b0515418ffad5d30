"""
The properties of a rulebook, `always` and `never`: whether a position keeps them, and where a line
of play breaks one first.

They are read whenever a player is asked and when the match is over. A condition that cannot be read
there is broken, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match, Reader
from ruleslang.explanation.examples.failures import expected
from ruleslang.program import declarations as d
from ruleslang.program.program import Compiled, origin_of


@frozen
class Breach:
    """A property that is broken, why, and after how many decisions."""

    property: d.Property
    message: str
    decisions: int = 0


def is_kept(match: Reader, property: d.Property) -> bool:
    """Return whether a property holds in the present position."""
    try:
        return match.evaluate(property.condition) is not property.never
    except Fault:
        return False


def breach_in(compiled: Compiled, match: Reader, properties: Iterable[d.Property]) -> Breach | None:
    """Return the first of some properties that the present position breaks."""
    for property in properties:
        if not is_kept(match, property):
            return Breach(property, _message(compiled, match, property))
    return None


def first_breach(compiled: Compiled, match: Match, picks: Sequence[int]) -> Breach | None:
    """Return the first breach of a match that goes on with these choices."""
    for decisions in range(len(picks) + 1):
        breach = breach_in(compiled, match, compiled.properties)
        if breach is not None:
            return Breach(breach.property, breach.message, decisions)
        if decisions < len(picks):
            match.choose(picks[decisions])
    return None


def head_of(property: d.Property) -> str:
    """Return a property as a message names it: `never "a debt"`."""
    return f'`{"never" if property.never else "always"} "{property.title}"`'


def _message(compiled: Compiled, match: Reader, property: d.Property) -> str:
    origin = origin_of(compiled.program, property.origin)
    written = origin.excerpt.partition('":')[2].partition("  ")[0].strip() if origin else ""
    try:
        match.evaluate(property.condition)
        how = f"`{written}` holds"
        if not property.never:
            how = expected(match, property.condition, written)
    except Fault as fault:
        how = f"it cannot be read: {fault.message}"
    return f"{head_of(property)} is broken: {how}"
