"""
Reports `reset-under-rule`: a `whenever` sets a state because of cards in a zone, and `reset each`
resets it while they are still there.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import effects, with_called
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.events import event_name
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.span import Span


def reset_under_rule(
    span: Span, state: str, event: str, zone: str, *, fires_again: bool
) -> Diagnostic:
    then = "fires again" if fires_again else "rests"
    return advice(
        "reset-under-rule",
        span,
        f"`{state}` is reset each `{event}`, and this {then} if it still holds",
        help=f"move what lies in `{zone}` away before `{event}` begins, or set `{state}` back"
        " where these cards leave",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every `whenever` about cards in a zone that writes a state with `reset each`."""
    resets = {state.name: state for state in subject.program.states if state.reset_each}
    if not resets:
        return
    for effect in effects(subject):
        if isinstance(effect, s.Whenever):
            yield from _rule(subject, effect, resets)


def _rule(subject: Subject, rule: s.Whenever, resets: dict[str, d.State]) -> Iterator[Diagnostic]:
    zones = [read.name for read in find(rule.condition, e.ReadZone)]
    body = list(with_called(subject, rule.block))
    moved = {
        read.name
        for node in body
        if isinstance(node, s.MoveCards)
        for read in find(node.cards, e.ReadZone)
    }
    lying = [zone for zone in zones if zone not in moved]
    read = {state_read.name for state_read in find(rule.condition, e.ReadState)}
    for node in body:
        match node:
            case s.Assign(s.StatePlace(name), value) if (
                name in resets and lying and value != resets[name].start
            ):
                event = event_name(resets[name].reset_each[0])
                yield reset_under_rule(
                    subject.span(rule.origin), name, event, lying[0], fires_again=name in read
                )
                return
