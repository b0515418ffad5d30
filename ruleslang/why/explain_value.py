"""How a value comes about: what its declaration says, then each modifier in its stage."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ruleslang.match.values import Card, Value
from ruleslang.meaning.active_effects import Force
from ruleslang.meaning.evaluate import evaluate
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.modifiers import in_force, plain, staged, value_of

STAGES = (
    "starts from",
    "+",
    "-",
    "times",
    "at least",
    "at most",
    "include",
    "exclude",
    "becomes",
)


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


def why_value(m: Machine, name: str, arguments: Sequence[Value] = ()) -> Story:
    """The chain of modifiers that make a named value of these arguments what it is."""
    declared = m.tables.values[name]
    given = tuple(arguments)
    changes = [
        (force, change, env)
        for force, env in in_force(m, name, given)
        for change in force.effect.changes
    ]
    base = plain(m, declared, given)
    value, steps = base, []
    for stage in STAGES:
        some = [each for each in changes if each[1].stage == stage]
        for place, (force, change, env) in enumerate(some):
            amount = evaluate(m, change.amount, env)
            counted = stage not in ("starts from", "becomes") or place == len(some) - 1
            if counted:
                value = _after(m, value, stage, amount)
            steps.append(_step(m, stage, amount, value, force, counted))
    return Story(name, base, tuple(steps), value_of(m, name, given), declared.origin)


def _after(m: Machine, value: Value, stage: str, amount: Value) -> Value:
    if stage in ("starts from", "becomes"):
        return amount
    amounts: dict[str, list[Value]] = {name: [] for name in STAGES}
    amounts[stage].append(amount)
    return staged(value, amounts)


def _step(m: Machine, stage: str, amount: Value, after: Value, force: Force, counted: bool) -> Step:
    card = force.card if force.last is None else force.last.card
    source = m.state.title_of(card).name if isinstance(card, Card) else ""
    return Step(stage, amount, after, source, force.last is not None, counted, force.effect.origin)
