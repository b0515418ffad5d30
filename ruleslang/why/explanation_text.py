"""
The answers of `why` as text: why a choice is or is not offered, how a value came about, with places
and cited rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.match.value_text import shown
from ruleslang.program.displayed_parts import Origin
from ruleslang.why.explain_choice import Reason
from ruleslang.why.explain_value import Step, Story


def tell(reason: Reason, origins: Sequence[Origin]) -> str:
    """One reason on one line: `… (file:line) [rules]`."""
    return reason.text + _at(reason.origin, origins)


def tell_all(reasons: Sequence[Reason], origins: Sequence[Origin]) -> str:
    """Each on a line of its own."""
    return "\n".join(tell(reason, origins) for reason in reasons)


def tell_value(story: Story, origins: Sequence[Origin]) -> str:
    """What a value is, then where that comes from, a line for each step."""
    lines = [f"{story.name} is {shown(story.value)}"]
    if story.steps:
        lines.append(f"  without modifiers {shown(story.base)}{_at(story.origin, origins)}")
    lines.extend(_step(step, origins) for step in story.steps)
    return "\n".join(lines)


def _step(step: Step, origins: Sequence[Origin]) -> str:
    after = f"makes {shown(step.after)}" if step.counted else "is outdone by one that began later"
    source = f" of {step.source}" if step.source else ""
    return f"  {step.stage} {shown(step.amount)}{source} {after}{_at(step.origin, origins)}"


def _at(origin: int, origins: Sequence[Origin]) -> str:
    if not 0 <= origin < len(origins):
        return ""
    place = origins[origin]
    cites = f" [{', '.join(place.cites)}]" if place.cites else ""
    return f" ({place.file}:{place.line}){cites}"
