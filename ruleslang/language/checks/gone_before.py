"""
Reports `gone-before`: a hook runs after its own card has left the zone in which the hook holds.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns as p
from ruleslang.program import statements as s
from ruleslang.program.events import ProcedureRun
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

gone_before = Message(
    "gone-before",
    "this never fires: `{procedure}` moves the card to `{target}`",
    help="write `before {procedure}(…)`, or `while in {target}`: after it the card no longer lies"
    " in `{zone}`",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every hook after a procedure that moves the hook's card."""
    for standing in subject.program.card_standings:
        for hook in standing.effects:
            if not isinstance(hook, s.Hook) or hook.moment != "after":
                continue
            procedure = _procedure(subject, hook)
            place = _place_of_this(hook, standing.this)
            if procedure is None or place is None or standing.zone is None:
                continue
            target = _goes_to(procedure, place, standing.zone)
            if target is not None:
                yield gone_before(
                    subject.span(hook.origin),
                    zone=standing.zone,
                    procedure=procedure.name,
                    target=target,
                )


def _procedure(subject: Subject, hook: s.Hook) -> d.Procedure | None:
    event = hook.event
    return subject.procedures.get(event.name) if isinstance(event, ProcedureRun) else None


def _place_of_this(hook: s.Hook, this: int | None) -> int | None:
    """The argument of the event that the hook's pattern binds to its own card."""
    if this is None:
        return None
    compared = set(_equal_to(hook.condition, this))
    for place, entry in enumerate(hook.pattern or ()):
        match entry:
            case p.EqualEntry(value=e.Local(slot=slot)) if slot == this:
                return place
            case p.BindEntry(slot=slot) if slot in compared:
                return place
    return None


def _equal_to(condition: e.Expr | None, this: int) -> Iterator[int]:
    """The locals that a condition requires to equal the card itself."""
    match condition:
        case e.Equal(left=e.Local(slot=left), right=e.Local(slot=right)):
            yield from (
                side for side, opposite in ((left, right), (right, left)) if opposite == this
            )
        case e.And(left=left_part, right=right_part):
            yield from _equal_to(left_part, this)
            yield from _equal_to(right_part, this)


def _goes_to(procedure: d.Procedure, place: int, zone: str) -> str | None:
    """The other zone to which a procedure unconditionally moves an argument."""
    moves = list(find(procedure.body, s.MoveCards))
    if any(not isinstance(move.target, s.ZoneTarget) or move.target.name == zone for move in moves):
        return None  # the card may return
    if any(True for kind in (s.Call, s.Perform) for _ in find(procedure.body, kind)):
        return None  # other statements may return it
    surely = [
        statement for statement in procedure.body.statements if isinstance(statement, s.MoveCards)
    ]
    gone = [statement for statement in surely if _is_argument(statement.cards, place)]
    targets = [
        statement.target.name for statement in gone if isinstance(statement.target, s.ZoneTarget)
    ]
    return targets[-1] if targets else None


def _is_argument(cards: e.Expr, place: int) -> bool:
    match cards:
        case e.OptionalAsSet(operand=e.Local(slot=slot)) | e.Local(slot=slot):
            return slot == place
    return False
