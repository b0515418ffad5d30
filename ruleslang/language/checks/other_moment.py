"""
Reports `other-moment`: the text of a card says when it acts, such as "at the end of each round" or
"until this fight ends", and its rule acts more often than that, or ends with something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import Graph, Node, graph
from ruleslang.language.checks.queries.card_texts import span_of_text
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.events import CardPlay, event_name
from ruleslang.program.traits.effects import own_statements
from ruleslang.source.diagnostic import Diagnostic, Message, Severity
from ruleslang.source.span import Span

EACH = re.compile(r"\b(?:each|every|once (?:a|an|per|in a))\s+(?P<noun>[^\W\d_]+)")
UNTIL = re.compile(r"\b(?:this|until the|until your next|the end of the)\s+(?P<noun>[^\W\d_]+)")

acts_more_often = Message(
    "other-moment",
    "`{noun}` is `{phase}`, and this acts with each `{event}` in it",
    help="say in both when it acts, or allow it at this line and say why",
    label="when the rule acts",
    severity=Severity.ADVICE,
)
ends_otherwise = Message(
    "other-moment",
    "`{noun}` is `{phase}`, and what this begins ends with `{event}`",
    help="say in both how long it lasts, or allow it at this line and say why",
    label="how long the rule lasts",
    severity=Severity.ADVICE,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every card whose text names a phase with which its rule does not begin or end."""
    phases: dict[str, list[str]] = {}
    for procedure in subject.program.procedures:
        if procedure.word == "phase":
            phases.setdefault(procedure.name.rpartition("_")[2], []).append(procedure.name)
    for card in subject.program.definitions:
        text = "" if card.rules_text is None else card.rules_text.text.lower()
        for met in EACH.finditer(text):
            yield from _too_often(subject, card, met["noun"], phases.get(met["noun"], []))
        for met in UNTIL.finditer(text):
            yield from _too_long(subject, card, text, met["noun"], phases.get(met["noun"], []))


def _too_often(
    subject: Subject, card: d.Definition, noun: str, phases: list[str]
) -> Iterator[Diagnostic]:
    """A card that acts in a loop inside of what its text says that it acts once in."""
    standings = {standing.name: standing for standing in subject.program.card_standings}
    hooks = [
        effect
        for name in card.standings
        for effect in standings[name].effects
        if isinstance(effect, s.Hook) and not isinstance(effect.event, CardPlay)
    ]
    table = graph(subject)
    for hook in hooks if phases else ():
        event = event_name(hook.event)
        repeated = [phase for phase in phases if event in _repeated_in(subject, table, phase)]
        if len(repeated) == len(phases) and event not in phases:
            yield acts_more_often(
                span_of_text(subject, card),
                at=subject.span(hook.origin),
                noun=noun,
                phase=phases[0],
                event=event,
            )


def _repeated_in(subject: Subject, table: Graph, phase: str) -> set[str]:
    """What runs in loops of a phase, other than those that go over a set."""
    repeated: set[str] = set()
    seen: set[tuple[Node, bool]] = set()
    waiting: list[tuple[Node, bool]] = [(("procedure", phase), False)]
    while waiting:
        node, inside = waiting.pop()
        if (node, inside) in seen:
            continue
        seen.add((node, inside))
        if inside:
            repeated.add(node[1])
        in_loops = _in_loops(table.blocks.get(node, ()))
        for edge in table.edges.get(node, ()):
            loops = inside or (edge.by is not None and id(edge.by) in in_loops)
            waiting.append((edge.target, loops))
    return repeated


def _in_loops(block: s.Block) -> set[int]:
    """The identities of the statements that stand in loops."""
    loops = [line for line in own_statements(block) if isinstance(line, s.Repeat | s.TakeTurns)]
    return {id(inner) for loop in loops for inner in own_statements(loop.block)}


def _too_long(
    subject: Subject, card: d.Definition, text: str, noun: str, phases: list[str]
) -> Iterator[Diagnostic]:
    """A card that begins what ends with a phase that its text does not name."""
    for event, span in _endings(subject, card) if phases else ():
        word = event.rpartition("_")[2]
        if event not in phases and word not in text and event in subject.procedures:
            yield ends_otherwise(
                span_of_text(subject, card), at=span, noun=noun, phase=phases[0], event=event
            )


def _endings(subject: Subject, card: d.Definition) -> Iterator[tuple[str, Span]]:
    """With what the effects end that a card's plays begin."""
    for name in card.plays:
        for line in subject.statements(subject.plays[name].body.statements):
            match line:
                case s.Lasting(
                    lifetime=s.UntilRunEnds(event) | s.UntilNextEnd(event) | s.UntilNextStart(event)
                ):
                    yield event_name(event), subject.span(line.origin)
