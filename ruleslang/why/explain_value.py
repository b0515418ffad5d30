"""How a value comes about: what its declaration says, then each modifier in its stage."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ruleslang.match.match import Reader
from ruleslang.match.values import Value

ALONE = ("starts from", "becomes")  # stages of which the last line alone counts


@frozen
class Step:
    """
    A modifier at work: its stage and amount, the value after it, and what carries it.

    `source` is the definition of the card it stands on, or empty for the rulebook's own; `lasting`
    says that a statement began it. One that a later `starts from` or `becomes` outdoes is not
    `counted`.
    """

    stage: str
    amount: Value
    after: Value
    source: str
    lasting: bool
    counted: bool
    origin: int


@frozen
class Story:
    """A value: what its declaration says without modifiers, each step, and what it is."""

    name: str
    base: Value
    steps: tuple[Step, ...]
    value: Value
    origin: int


def why_value(match: Reader, name: str, arguments: Sequence[Value] = ()) -> Story:
    """The chain of modifiers that make a named value of these arguments what it is."""
    inquiry, given = match.inquiry(), tuple(arguments)
    base = inquiry.unmodified(name, given)
    changes = inquiry.contributions(name, given)
    value, steps = base, []
    for place, change in enumerate(changes):
        is_outdone = change.stage in ALONE and any(
            later.stage == change.stage for later in changes[place + 1 :]
        )
        if not is_outdone:
            value = inquiry.modified(value, change.stage, change.amount)
        source = "" if change.source is None else change.source.name
        steps.append(
            Step(
                change.stage,
                change.amount,
                value,
                source,
                change.lasting,
                not is_outdone,
                change.origin,
            )
        )
    now = inquiry.value_of(name, given)
    return Story(name, base, tuple(steps), now, match.population.values[name].origin)
