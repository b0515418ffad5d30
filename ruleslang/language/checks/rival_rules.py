"""
Reports `rival-rules`: two rules of the rulebook replace the same event or value, and only the later
one counts.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program.events import event_name
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

REPLACING = ("starts from", "becomes")
MOST_PATTERNS = 200  # most rules to compare each with
CONSTANT = (e.Literal, e.WordValue, e.SeatValue, e.TeamValue, e.TitleValue, e.SpaceValue)


rival_rules = Message(
    "rival-rules",
    "another rule says {what}; the later one wins",
    help="make them one rule, or say with `where` or `while` when each of them holds",
    label="the other rule",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """
    Every two `instead of` hooks, or modifiers of one stage, that always hold and may both match.
    """
    earlier: dict[Hashable, dict[patterns.Pattern, s.Hook | s.Modifier]] = {}
    for rule in _unconditional(subject.program.standings):
        rivals = [
            (other, replaced)
            for replaced, key in _replaced(rule)
            if (other := _rival(rule, earlier.setdefault(key, {}))) is not None
        ]
        if rivals:
            other, replaced = min(rivals, key=lambda rival: rival[0].origin)
            yield rival_rules(
                subject.span(rule.origin), at=subject.span(other.origin), what=replaced
            )


def _unconditional(standings: Iterable[d.Standing]) -> Iterator[s.Hook | s.Modifier]:
    for standing in standings:
        if standing.zone is None and standing.condition is None:
            for effect in standing.effects:
                if isinstance(effect, s.Hook | s.Modifier) and effect.condition is None:
                    yield effect


def _replaced(rule: s.Hook | s.Modifier) -> Iterator[tuple[str, Hashable]]:
    """What a rule replaces: for the message, and as a key."""
    if isinstance(rule, s.Modifier):
        for stage in dict.fromkeys(change.stage for change in rule.changes):
            if stage in REPLACING:
                yield f"what `{rule.value}` {stage}", (rule.value, stage)
    elif rule.moment == "instead of":
        yield f"what happens instead of `{event_name(rule.event)}`", (rule.event, rule.by)


def _rival(
    rule: s.Hook | s.Modifier, earlier: dict[patterns.Pattern, s.Hook | s.Modifier]
) -> s.Hook | s.Modifier | None:
    """The first earlier rule whose pattern may match together with this one; records this one."""
    rival = next((earlier[pattern] for pattern in earlier if _meet(pattern, rule.pattern)), None)
    if len(earlier) < MOST_PATTERNS:
        earlier.setdefault(rule.pattern, rule)
    return rival


def _meet(first: patterns.Pattern, second: patterns.Pattern) -> bool:
    """Whether one event can match both patterns: no entries are different constants."""
    if first is None or second is None:
        return True
    return not any(_differ(a, b) for a, b in zip(first, second, strict=False))


def _differ(first: patterns.Entry, second: patterns.Entry) -> bool:
    match first, second:
        case patterns.EqualEntry(a), patterns.EqualEntry(b):
            return isinstance(a, CONSTANT) and isinstance(b, CONSTANT) and a != b
        case patterns.KindEntry(a), patterns.KindEntry(b):
            return a != b
        case _:
            return not isinstance(
                first, (patterns.AnyEntry, patterns.BindEntry)
            ) and not isinstance(second, (patterns.AnyEntry, patterns.BindEntry))
