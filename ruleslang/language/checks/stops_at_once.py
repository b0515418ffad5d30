"""Reports `stops-at-once`: an action is offered where its first line stops it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from ruleslang.language.syntax.declarations import Action, Tree
from ruleslang.language.syntax.negated import negated
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.simple_statements import Let, Stop
from ruleslang.language.syntax.statements import Branch, If, Pays, Statement
from ruleslang.language.syntax.walk import find
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic, Message, Severity
from ruleslang.source.fix import Certainty, Edit, Fix

stops_at_once = Message(
    "stops-at-once",
    "`{action}` is offered all the same, and then does nothing",
    help="write `only if {wanted}`: then it is not offered",
    severity=Severity.ADVICE,
)


def check(trees: Sequence[Tree], program: Program) -> Iterator[Diagnostic]:
    """The first `if C: stop` of an action, if it pays and does nothing before it."""
    deeds = frozenset(procedure.name for procedure in program.procedures)
    for tree in trees:
        for top in tree.declarations:
            if isinstance(top, Action):
                yield from _stops(top, deeds)


def _stops(action: Action, deeds: frozenset[str]) -> Iterator[Diagnostic]:
    if any(isinstance(clause, Pays) for clause in action.body.clauses):
        return
    named = frozenset[str]()
    for line in action.body.statements:
        stop = _stop(line)
        if deeds & _names(line) or not (stop or isinstance(line, Let)):
            return
        if isinstance(line, Let):
            named |= {line.name.text}
        if stop:
            yield _told(action, stop, named)
            return  # a second one comes first when this one is an `only if`


def _stop(line: Statement) -> Branch | None:
    """The branch of an `if C: stop`."""
    match line:
        case If(branches=(Branch(block=block) as only,), otherwise=None):
            return only if [type(inner) for inner in block.statements] == [Stop] else None
    return None


def _told(action: Action, stop: Branch, named: frozenset[str]) -> Diagnostic:
    wanted = negated(stop.condition.span.text)
    told = stops_at_once(stop.condition.span, action=action.name.text, wanted=wanted)
    if named & _names(stop.condition):
        return evolve(told, help="say where it is offered in an `only if`, which stands above")
    edit = Edit(stop.span, f"only if {wanted}")
    return evolve(told, fix=Fix((edit,), Certainty.LIKELY))


def _names(node: Node) -> set[str]:
    return {name.text for name in find(node, Name)}
