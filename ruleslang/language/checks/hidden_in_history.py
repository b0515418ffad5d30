"""
Reports `hidden-in-history`: a history notes something that some players cannot see, so `times`
would reveal it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program.passes.derived_tables import derive
from ruleslang.source.diagnostic import Diagnostic, Message

hidden_in_history = Message(
    "hidden-in-history",
    "`{name}` compares `{hidden}`, which not all players see",
    help="counting repetitions would reveal it; compare only what is `seen by all`",
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every history that reads hidden state."""
    program = subject.program
    if not program.histories:
        return
    stored: tuple[d.State | d.Zone | d.Dice, ...] = (*program.states, *program.zones, *program.dice)
    hidden = {declared.name for declared in stored if declared.seen.by != "all"}
    reads = derive(program).reads.values
    for history in program.histories:
        read = {cell.name for name in history.values for cell in reads[name]}
        for name in sorted({*history.states, *history.zones, *history.dice, *read} & hidden):
            yield hidden_in_history(subject.span(history.origin), name=history.name, hidden=name)
