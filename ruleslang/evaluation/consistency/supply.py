"""Finds the lines that say how much there is of what a line takes: where a zone is filled."""

from __future__ import annotations

from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.traits.effects import own_parts
from ruleslang.program.walk import find, walk
from ruleslang.source.diagnostic import Label

MOST_LABELS = 3


def supply(subject: Subject, origin: int) -> tuple[Label, ...]:
    """
    Labels for the lines that fill the zones, and declare the pieces, that a line reads.

    Where they are more than `MOST_LABELS`, there are none.
    """
    reads = [
        part
        for node in walk(subject.program)
        if isinstance(node, s.Statement | s.Question) and node.origin == origin
        for own in own_parts(node)
        for part in walk(own)
    ]
    zones = {part.name for part in reads if isinstance(part, e.ReadZone)}
    filled = [
        node.origin
        for node in find(subject.program, s.MoveCards)
        if node.target.name in zones and node.origin != origin
    ]
    labels = [Label(subject.span(line), "cards come here") for line in dict.fromkeys(filled)]
    if any(isinstance(part, e.CallBuiltIn) and part.function == "pieces" for part in reads):
        labels += [
            Label(subject.span(piece.origin), "the pieces") for piece in subject.program.pieces
        ]
    return tuple(labels) if len(labels) <= MOST_LABELS else ()
