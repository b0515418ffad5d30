"""The traits of each class of statement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from attrs import frozen

from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.events import ActionRun, CardPlay, ProcedureRun
from ruleslang.program.expressions import Expr
from ruleslang.program.locals import Slot
from ruleslang.program.traits.reads import taken_from
from ruleslang.program.traits.trait_classes import (
    Asked,
    Cell,
    Leaving,
    PublicOutcome,
    Ranking,
    ReplacedRun,
    Traits,
    WindowOpening,
)
from ruleslang.source.walk import asked_once

Cost: TypeAlias = "s.CountCost | s.SharedCost | s.CardCost"


@frozen
class ClauseTraits:
    """
    The test and the costs of a clause.

    `condition` must hold, so everything after it may rely on it; a clause without one tests
    something that no expression states. `costs` are tested and paid with those of other clauses.
    `paid_from_counters` are the amounts that the payer does not divide.
    """

    condition: Expr | None = None
    costs: tuple[Cost, ...] = ()
    paid_from_counters: tuple[Expr, ...] = ()


def clause_traits(clause: s.Clause) -> ClauseTraits:
    """Return the test and the costs of a clause, by its class."""
    match clause:
        case s.OnlyIf(condition):
            return ClauseTraits(condition)
        case s.Pays(costs):
            counted = tuple(cost.amount for cost in costs if isinstance(cost, s.CountCost))
            return ClauseTraits(costs=costs, paid_from_counters=counted)
        case s.HasRoom() | s.Limit():
            return ClauseTraits()
        case _:
            assert_never(clause)


ANY_ZONE = Cell("zone")
PIECES = Cell("pieces")
ACTIVE = Cell("active")
SHOWN = Cell("shown")


@asked_once
def traits(node: s.Statement) -> Traits:
    """Return the traits of a statement, without those of its blocks."""
    if isinstance(node, s.Writing):
        return _writing(node)
    if isinstance(node, s.Rolling):
        return _rolling(node)
    if isinstance(node, s.Revealing):
        return Traits(writes=(SHOWN,))
    if isinstance(node, s.Choosing):
        return _choosing(node)
    if isinstance(node, s.Offering):
        return _offering(node)
    if isinstance(node, s.Running):
        return _running(node)
    if isinstance(node, s.Leaving):
        return _leaving(node)
    if isinstance(node, s.Branching):
        return _branching(node)
    return _looping(node)


def _writing(node: s.Writing) -> Traits:
    match node:
        case s.Let(slot):
            return Traits(defines=(slot,))
        case s.Assign(place):
            return Traits(writes=(place_cell(place),))
        case s.MoveCards(cards, target):
            return Traits(writes=(_cell(target), *taken_from(cards), *_reset_states(target.resets)))
        case s.MovePieces():
            return Traits(writes=(PIECES,))
        case s.SwapZones(left, right):
            resets = _reset_states((*left.resets, *right.resets))
            return Traits(writes=(_cell(left), _cell(right), *resets))
        case s.SwapDice(left, right):
            return Traits(writes=(_cell(left), _cell(right)))
        case s.SwapMembers():
            return Traits(writes=(ANY_ZONE, PIECES, *_reset_states(node.resets)))
        case s.SwapPlaces(left, right):
            return Traits(writes=(place_cell(left), place_cell(right)))
        case s.Note(history):
            return Traits(writes=(Cell("history", history),))
        case s.Lasting():
            return Traits(effects=node.effects, writes=(Cell("lasting"),))
        case _:
            assert_never(node)


def _reset_states(states: tuple[str, ...]) -> Iterator[Cell]:
    """Return the states that cards lose where they move."""
    return (Cell("state", name, is_reset=True) for name in dict.fromkeys(states))


def _rolling(node: s.Rolling) -> Traits:
    match node:
        case s.Shuffle(zone):
            shuffled = PublicOutcome("shuffle", zone.name)
            return Traits(writes=(_cell(zone),), chance=True, shown=shuffled)
        case s.RollDie(die, _, into, seen_by):
            public = PublicOutcome("roll", die) if seen_by is None else None
            return Traits(defines=_slots(into), chance=True, shown=public)
        case s.RollDice(name, index, into):
            return Traits(defines=_slots(into), writes=(Cell("dice", name, index),), chance=True)
        case s.RollNew(number, name, index):
            takes_away = number == e.Literal(0)
            return Traits(writes=(Cell("dice", name, index),), chance=not takes_away)
        case s.RollAgain(_, into):
            return Traits(defines=_slots(into), writes=(Cell("dice"),), chance=True)
        case _:
            assert_never(node)


def _choosing(node: s.Choosing) -> Traits:
    match node:
        case s.Choose(player, choice):
            return Traits(
                defines=(choice.slot,),
                asks=(_member(player, choice),),
                may_lack_choices=_may_lack(choice),
            )
        case s.MayChoose(player, choice, then, otherwise):
            return Traits(
                blocks=(then, otherwise),
                blocks_run="exactly one",
                defines=(choice.slot,),
                asks=(_member(player, choice),),
            )
        case s.Together(questions):
            return Traits(
                defines=tuple(question.into for question in questions),
                asks=tuple(_member(question.player, question.choice) for question in questions),
                may_lack_choices=any(_may_lack(question.choice) for question in questions),
            )
        case s.Pick(choice, member, keys, last, by):
            return Traits(
                defines=(choice.slot,),
                asks=() if by is None else (_member(by, choice),),
                chance=last == "chance",
                may_lack_choices=_may_lack(choice),
                ranks=_ranking(choice, member, keys),
                shown=PublicOutcome("pick", choice.name) if last == "chance" else None,
            )
        case s.Rank(_, variable, subject, into, keys, last, by):
            return Traits(
                defines=(into,),
                asks=() if by is None else (Asked(by, subject, node.origin),),
                chance=last == "chance",
                ranks=Ranking(subject, variable, keys, node.sorting),
            )
        case _:
            assert_never(node)


def _ranking(choice: s.Choice, member: Slot, keys: tuple[e.Key, ...]) -> Ranking:
    return Ranking(choice.source, member, keys, choice.sorting, choice.where, choice.member)


def _costs(branches: tuple[s.Branch, ...]) -> tuple[Cost, ...]:
    return tuple(
        cost for branch in branches if branch.pays is not None for cost in branch.pays.costs
    )


def paid(cost: Cost) -> tuple[Cell, ...]:
    """Return the cells from which a cost is taken, and to which it goes."""
    match cost:
        case s.CountCost(_, place):
            return (place_cell(place),)
        case s.SharedCost(_, name, index):
            return (Cell("state", name, index),)
        case s.CardCost(_, source, target):
            return (_cell(target), *taken_from(source), *_reset_states(target.resets))
        case _:
            assert_never(cost)


def _may_be_closed(branch: s.Branch) -> bool:
    return branch.condition is not None or branch.pays is not None


def _offering(node: s.Offering) -> Traits:
    match node:
        case s.Menu(player, branches):
            return Traits(
                blocks=tuple(branch.block for branch in branches),
                blocks_run="exactly one",
                writes=tuple(cell for cost in _costs(branches) for cell in paid(cost)),
                asks=(
                    Asked(player),
                    *(
                        Asked(player, cost.source, cost.origin)
                        for cost in _costs(branches)
                        if isinstance(cost, s.CardCost)
                    ),
                ),
                may_lack_choices=all(map(_may_be_closed, branches)),
            )
        case s.Offer(player, mode, actions, impossible):
            return Traits(
                blocks=_blocks(impossible),
                blocks_run="at most one",
                asks=(Asked(player),),
                runs=tuple(ActionRun(name) for name in actions),
                may_lack_choices=mode in ("must", "most") and impossible is None,
            )
        case s.OpenWindow(window, _, into):
            runs = (WindowOpening(window),)
            return Traits(defines=_slots(into), asks=(Asked(None),), runs=runs)
        case _:
            assert_never(node)


def _running(node: s.Running) -> Traits:
    match node:
        case s.Perform():
            return Traits(runs=(CardPlay(),))
        case s.Call(procedure, _, into):
            return Traits(defines=_slots(into), runs=(ProcedureRun(procedure),))
        case s.AsUsual(_, into):
            return Traits(defines=_slots(into), runs=(ReplacedRun(),))
        case _:
            assert_never(node)


def _leaving(node: s.Leaving) -> Traits:
    match node:
        case s.Answer() | s.Stop():
            return Traits(leaves=Leaving("body"))
        case s.End(event, if_under_way):
            return Traits(leaves=Leaving("run", not if_under_way, event))
        case s.Cancel():
            return Traits(leaves=Leaving("run"))
        case s.Wins():
            return Traits(leaves=Leaving("match"), writes=(Cell("result"),))
        case s.Eliminate():
            return Traits(writes=(Cell("players"),))
        case _:
            assert_never(node)


def _branching(node: s.Branching) -> Traits:
    match node:
        case s.If(_, then, otherwise):
            return Traits(blocks=(then, otherwise), blocks_run="exactly one")
        case s.Depending(_, cases, otherwise):
            blocks = tuple(case.block for case in cases)
            return Traits(blocks=(*blocks, *_blocks(otherwise)), blocks_run="exactly one")
        case s.AtOnce(block):
            return Traits(blocks=(block,), blocks_run="exactly one")
        case _:
            assert_never(node)


def _looping(node: s.Looping) -> Traits:
    match node:
        case s.Repeat(None, None, None, None, block):
            return Traits(blocks=(block,), blocks_run="for ever")
        case s.ForEach(_, _, block) | s.Repeat(block=block):
            return Traits(blocks=(block,))
        case s.TakeTurns(block=block):
            return Traits(blocks=(block,), writes=(ACTIVE,))
        case s.TogetherForEach(_, _, block):
            return Traits(blocks=(block,), own_run=True)
        case _:
            assert_never(node)


# ---------------------------------------------------------------- parts of statements


def place_cell(place: s.Place) -> Cell:
    """Return what is written when a place takes a value."""
    match place:
        case s.LocalPlace(slot):
            return Cell("local", slot=slot)
        case s.StatePlace(name, index):
            return Cell("state", name, index)
        case s.ActivePlace():
            return ACTIVE
        case s.PlaceOfUnderWay(_, name):
            return Cell("under way", name)
        case _:
            assert_never(place)


def _cell(target: s.ZoneTarget | s.DiceTarget) -> Cell:
    if isinstance(target, s.ZoneTarget):
        return Cell("zone", target.name, target.index)
    return Cell("dice", target.name, target.index)


def _slots(slot: Slot | None) -> tuple[Slot, ...]:
    return () if slot is None else (slot,)


def _blocks(block: s.Block | None) -> tuple[s.Block, ...]:
    return () if block is None else (block,)


def _member(player: e.Expr, choice: s.Choice) -> Asked:
    return Asked(player, choice.source, choice.origin)


def _may_lack(choice: s.Choice) -> bool:
    """Return whether there may be nothing to choose; an empty set always answers `up to`."""
    return choice.low != e.Literal(0) or choice.so_that is not None
