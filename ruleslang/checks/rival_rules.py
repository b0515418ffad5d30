"""Reports `rival-rules`: two rules of the rulebook replace the same thing, and only the later
one would count.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program.events import event_name
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

REPLACING = ("starts from", "becomes")
CONSTANT = (e.Literal, e.WordValue, e.SeatValue, e.TeamValue, e.TitleValue, e.SpaceValue)


rival_rules = Message(
    "rival-rules",
    "this says again {what}; the later rule wins",
    help="make them one rule, or say with `where` or `while` when each of them holds",
    label="the other rule",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every two hooks `instead of`, or changes of one sort, that always hold and may meet."""
    rules = [
        effect
        for standing in subject.program.standings
        if _always(standing)
        for effect in standing.effects
    ]
    for place, rule in enumerate(rules):
        for other in rules[:place]:
            what = _rivalry(other, rule)
            if what:
                yield rival_rules(
                    subject.span(rule.origin), at=subject.span(other.origin), what=what
                )
                break


def _always(standing: d.Standing) -> bool:
    return standing.zone is None and standing.condition is None


def _rivalry(one: s.Effect, other: s.Effect) -> str:
    """What two rules both replace; None when they cannot meet."""
    match one, other:
        case s.Hook(moment="instead of"), s.Hook(moment="instead of"):
            same = one.event == other.event and _meet(one.pattern, other.pattern)
            free = one.condition is None and other.condition is None and one.by == other.by
            what = event_name(one.event)
            return f"what happens instead of `{what}`" if same and free else ""
        case s.Modifier(), s.Modifier() if one.value == other.value:
            stages = {change.stage for change in one.changes} & set(REPLACING)
            common = [change.stage for change in other.changes if change.stage in stages]
            free = one.condition is None and other.condition is None
            meet = free and _meet(one.pattern, other.pattern)
            return f"what `{one.value}` {common[0]}" if common and meet else ""
        case _:
            return ""


def _meet(one: patterns.Pattern, other: patterns.Pattern) -> bool:
    """Whether one event can match both patterns: no place asks for two different constants."""
    if one is None or other is None:
        return True
    return not any(_differ(a, b) for a, b in zip(one, other, strict=False))


def _differ(one: patterns.Entry, other: patterns.Entry) -> bool:
    match one, other:
        case patterns.EqualEntry(a), patterns.EqualEntry(b):
            return isinstance(a, CONSTANT) and isinstance(b, CONSTANT) and a != b
        case patterns.KindEntry(a), patterns.KindEntry(b):
            return a != b
        case _:
            return not isinstance(one, (patterns.AnyEntry, patterns.BindEntry)) and not isinstance(
                other, (patterns.AnyEntry, patterns.BindEntry)
            )
