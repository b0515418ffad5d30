"""
Which dice no rule tells apart, so that only the number of each face matters.

A rule tells dice apart where the order of their faces, or of chosen dice, could matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from attrs import frozen

from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.program.passes.liveness import order_matters, read_later_in
from ruleslang.program.program import Program, memoised
from ruleslang.program.traits.reads import is_expression, read_as_bags
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import children, find, walk
from ruleslang.source.walk import asked_once

Roll: TypeAlias = tuple[str, int]  # the die and origin of a roll into a list
Live: TypeAlias = Mapping[int, frozenset[Slot]]


@frozen
class AlikeDice:
    """
    Names of `dice` on the table, and `rolls` into lists, of which only the number of each face
    matters. `rethrown` are the ids of choices of dice that are rolled again before anything else is
    read, so that their faces no longer matter.
    """

    dice: frozenset[str]
    rolls: frozenset[Roll]
    rethrown: frozenset[int]


@memoised
def alike_dice(program: Program) -> AlikeDice:
    """Return the dice that no rule of a program tells apart."""
    apart = {name for history in program.histories for name in history.dice}
    declared = children(program)
    apart = apart.union(*map(_dice_apart, declared))
    alike, ordered = set[Roll](), set[Roll]()
    for roll, matters in (each for of in declared for each in _rolls_in(of)):
        (ordered if matters else alike).add(roll)
    dice = frozenset(each.name for each in program.dice) - apart
    has_rules = bool(program.standings or program.card_standings)
    rethrown = () if has_rules else (id(x) for x in _rethrown(program.procedures))
    return AlikeDice(dice, frozenset(alike - ordered), frozenset(rethrown))


@asked_once
def _dice_apart(declared: object) -> frozenset[str]:
    """Return the dice that a declaration tells apart."""
    if next(find(declared, _DICE), None) is None:
        return frozenset()
    return frozenset(_distinguished(declared, {}, read_later_in(declared)))


_DICE: Any = (e.ReadDice, e.DiceAt, s.RollDice, t.DieIn)  # without these there is none to name


@asked_once
def _rolls_in(declared: object) -> tuple[tuple[Roll, bool], ...]:
    """Return the rolls into lists in the bodies of a declaration."""
    return tuple(roll for body in find(declared, s.Body) for roll in _rolls(body))


def _rolls(body: s.Body) -> Iterator[tuple[Roll, bool]]:
    """Yield the rolls into lists in a body, and whether the order of a list matters."""
    for roll in find(body.statements, s.RollDie):
        if roll.number is not None and roll.into is not None:
            block = (*body.clauses, *body.statements)
            yield (roll.die, roll.origin), order_matters(block, roll.into)


def _distinguished(
    node: Any, locals: Mapping[Slot, str], live: Live, is_bag: bool = False
) -> Iterator[str]:
    """Yield the dice that a node tells apart; `locals` hold dice, `is_bag` its own place."""
    declared = getattr(node, "locals", None)
    if declared is not None:
        locals = {
            slot: die.dice
            for slot, local in enumerate(declared)
            for die in find(local.type, t.DieIn)
        }
    if id(node) in live and (traits(node).asks or traits(node).runs):
        yield from (locals[slot] for slot in live[id(node)] & locals.keys())
    match node:
        case e.ReadDice(name) | e.DiceAt(name) if not is_bag:
            yield name
        case e.Local(slot) if not is_bag and slot in locals:
            yield locals[slot]
        case s.RollDice(dice, into=into) if into is not None:
            yield dice
        case s.RollAgain(into=into, one=False) if into is not None:
            yield from locals.values()
        case s.Lasting():
            yield from locals.values()
    for child in children(node):
        yield from _distinguished(child, locals, live, _is_bag(node, child, is_bag))


def _is_bag(node: Any, child: Any, is_bag: bool) -> bool:
    """Return whether the order does not matter at a place of a node."""
    match node:
        case e.FaceOf() | s.RollAgain():
            return True
        case e.FacesOf() | e.Where() if is_bag:
            return child is not getattr(node, "condition", None)
        case s.Choice():
            return child is node.source and not node.in_order
        case e.ReadDice() | e.DiceAt():
            return False
    bags = read_as_bags(node) if is_expression(node) else ()
    return any(child is bag for bag in bags)


def _rethrown(part: Any) -> Iterator[s.Choice]:
    """Yield choices of dice that are rolled after it, at most with a test for none between."""
    for node in walk(part):
        for name in getattr(node.__class__, "__match_args__", ()):
            block = getattr(node, name)
            for at, each in enumerate(block if isinstance(block, tuple) else ()):
                if isinstance(each, s.Choose) and _is_rolled(each.choice.slot, block[at + 1 :]):
                    yield each.choice


def _is_rolled(slot: Slot, behind: s.Block) -> bool:
    """Return whether chosen dice are rolled again, if any, before anything else is read."""
    for each in behind:
        match each:
            case s.RollAgain(which=e.Local(rolled)):
                return rolled == slot
            case s.If(condition=e.IsEmpty(e.Local(tested) | e.FacesOf(e.Local(tested)))):
                if tested != slot or each.otherwise:
                    return False
            case _:
                return False
    return False
