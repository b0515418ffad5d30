"""The checks of `types-agree` for locals: assigned values belong to their types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import Event, ProcedureRun
from ruleslang.program.locals import Slot
from ruleslang.program.typing.environment import Scope
from ruleslang.program.typing.expressions import die_type, face_type, type_of
from ruleslang.program.typing.lattice import members
from ruleslang.program.walk import children
from tests.support.invariants.accepted import is_accepted

Given: TypeAlias = "Iterator[tuple[Slot, t.Type]]"

PLAYER = t.Player()


def wrong_slots(node: Any, scope: Scope) -> Iterator[str]:
    """What is wrong with the locals that a node gives a value, not with those inside it."""
    for slot, given in _given(node, scope):
        if not is_accepted(given, scope.local(slot), scope.world.kinds):
            yield f"gives {given} to {scope.local(slot)}"


def _given(node: Any, scope: Scope) -> Given:
    match node:
        case s.Choice():
            yield node.slot, _chosen(node, scope)
            if node.type is not None:
                yield node.slot, node.type
        case s.Question(choice=choice) if choice.type is not None:
            yield node.into, choice.type
        case s.TakeTurns() | s.TogetherForEach():
            yield node.variable, PLAYER
        case d.Action():
            yield node.you, PLAYER
        case d.Play():
            yield node.you, PLAYER
            yield node.this, t.Card()
        case d.Standing():
            yield from ((slot, PLAYER) for slot in (node.you,) if slot is not None)
            yield from ((slot, t.Card()) for slot in (node.this,) if slot is not None)
        case s.Hook():
            takers = (node.answer, *(each.into for each in of_this_hook(node)))
            yield from _answered(node.event, takers, scope)
        case s.Call(procedure=name) | e.ProcedureCall(procedure=name):
            yield from _answered(ProcedureRun(name), (node.into,), scope)
        case _:
            yield from _result(node, scope)


def of_this_hook(node: Any) -> Iterator[s.AsUsual]:
    """Each `as usual` that is not of a hook that this one begins."""
    for child in children(node):
        if isinstance(child, s.AsUsual):
            yield child
        if not isinstance(child, s.Hook):
            yield from of_this_hook(child)


def _result(node: Any, scope: Scope) -> Given:
    """What a roll, a ranking or a window gives."""
    into: Slot | None = getattr(node, "into", None)
    if into is None:
        return
    match node:
        case s.RollDie(die=die):
            face = die_type(scope.world, die)
            yield into, face if node.number is None else t.ListOf(face, limits.DICE)
        case s.RollDice(dice=dice):
            yield into, t.ListOf(face_type(scope.world, dice), limits.DICE)
        case s.RollAgain(which=which):
            chosen = members(type_of(which, scope))
            face = face_type(scope.world, chosen.dice if isinstance(chosen, t.DieIn) else "")
            yield into, face if node.one else t.ListOf(face, limits.DICE)
        case s.Rank(subject=subject):
            yield into, t.ListOf(members(type_of(subject, scope)), limits.MEMBERS)
        case s.OpenWindow():
            yield into, t.SetOf(PLAYER)


def _chosen(choice: s.Choice, scope: Scope) -> t.Type:
    """What is chosen from the members there are."""
    member = members(type_of(choice.source, scope))
    if choice.high is None:
        return member
    return t.ListOf(member, limits.MEMBERS) if choice.in_order else t.SetOf(member)


def _answered(event: Event, takers: tuple[Slot | None, ...], scope: Scope) -> Given:
    """What a procedure answers, to all who take it."""
    called = scope.world.known.procedures.get(getattr(event, "name", ""))
    if called is not None and called.answers is not None:
        yield from ((slot, called.answers) for slot in takers if slot is not None)
