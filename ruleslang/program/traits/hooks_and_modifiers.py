"""The traits of each class of effect: what makes it act, and what it does."""

from __future__ import annotations

from typing import assert_never

from attrs import frozen

from ruleslang.program import statements as s
from ruleslang.program.events import Event
from ruleslang.program.expressions import Expr
from ruleslang.program.patterns import Entry


@frozen
class EffectTraits:
    """
    What makes an effect act, and what it does.

    It acts at a run of `event`, at a reading of the value `modifies`, or as soon as `watches`
    holds; of event and value it takes those whose arguments match `arguments`. `condition` is
    tested then. `block` runs; None: the effect changes what a value is, and runs nothing.
    """

    condition: Expr | None
    event: Event | None = None
    modifies: str | None = None
    watches: Expr | None = None
    arguments: tuple[Entry, ...] = ()
    block: s.Block | None = None


def effect_traits(effect: s.Effect) -> EffectTraits:
    """What makes an effect act, and what it does."""
    match effect:
        case s.Hook(_, _, event, pattern, _, _, condition, block):
            return EffectTraits(condition, event=event, arguments=pattern or (), block=block)
        case s.Modifier(_, value, pattern, condition):
            return EffectTraits(condition, modifies=value, arguments=pattern or ())
        case s.Whenever(_, condition, block):
            return EffectTraits(condition, watches=condition, block=block)
        case _:
            assert_never(effect)
