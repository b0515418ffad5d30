"""Who reads a local: its own body, and the heads of hooks."""

from __future__ import annotations

from typing import Any

from ruleslang.checks.queries.call_graph import effects
from ruleslang.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program.events import event_name
from ruleslang.program.locals import Slot
from ruleslang.program.traits.effects import effect_traits
from ruleslang.program.walk import find


def slots_read(top: Any) -> set[Slot]:
    slots = {local.slot for local in find(top, e.Local)}
    return slots | {slot for limit in find(top, s.Limit) for slot in limit.for_each}


def parameters_in_hooks(subject: Subject) -> set[tuple[str, int]]:
    """The parameters of procedures and actions that some hook's head reads."""
    heads: list[tuple[str, patterns.Pattern]] = []
    for effect in effects(subject):
        here = effect_traits(effect)
        if here.event is not None:
            heads.append((event_name(here.event), here.arguments))
    ends = find(subject.program, s.UntilNextEnd)
    heads += [(event_name(one.event), one.pattern) for one in ends]
    starts = find(subject.program, s.UntilNextStart)
    heads += [(event_name(one.event), one.pattern) for one in starts]
    for chooser in subject.compiled.choosers:
        heads += [(one.name, one.pattern) for one in chooser.preferences]
    return {
        (name, place)
        for name, pattern in heads
        for place, entry in enumerate(pattern or ())
        if not isinstance(entry, patterns.AnyEntry)
    }
