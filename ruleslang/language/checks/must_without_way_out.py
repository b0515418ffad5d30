"""Reports `must-without-way-out`: a `must do` whose actions may all be illegal."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.action_needs import Possible
from ruleslang.language.checks.queries.call_graph import graph
from ruleslang.language.checks.queries.path_conditions import Facts, contrary, facts_at
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.slot_uses import with_local
from ruleslang.program.walk import alike
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

must_without_way_out = Message(
    "must-without-way-out",
    "what happens when {actions} is impossible?",
    help="say it: `p must do A, if impossible nothing`; as it is, the procedure stops there",
    severity=Severity.ADVICE,
)


def _one_is_possible(
    possible: Possible, node: s.Offer, actions: list[d.Action], facts: Facts
) -> bool:
    """
    Whether one of several actions is surely legal: without conditions, by known facts, or where
    another is illegal.
    """
    needs = []
    for action in actions:
        conditions = possible.conditions(action)
        if conditions is None:
            continue
        stated = [with_local(condition, action.you, node.player) for condition in conditions]
        needs.append(
            [
                stated_one
                for stated_one in stated
                if not any(alike(stated_one, fact) for fact in facts)
            ]
        )
    if any(not need for need in needs):
        return True
    single = [need[0] for need in needs if len(need) == 1]
    return any(alike(contrary(alone), other) for alone in single for other in single)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every `must do` without `if impossible` whose actions may all be illegal."""
    possible = Possible(subject.program)
    for block in graph(subject).blocks.values():
        for node, facts in facts_at(block):
            if node.mode in ("must", "most") and node.impossible is None:
                known = [subject.actions[name] for name in node.actions if name in subject.actions]
                if not _one_is_possible(possible, node, known, facts):
                    named = " or ".join(f"`{action.name}`" for action in known)
                    yield must_without_way_out(subject.span(node.origin), actions=named)
