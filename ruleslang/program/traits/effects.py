"""The traits of effects, example lines and blocks, and what a check may do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Literal, TypeAlias, assert_never, get_args

from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.events import Event, ProcedureRun
from ruleslang.program.expressions import Expr
from ruleslang.program.patterns import Entry
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import Leaving, ReplacedRun, Traits
from ruleslang.program.walk import children, find
from ruleslang.source.walk import asked_once


@frozen
class EffectTraits:
    """
    When an effect acts, and what it does.

    It acts at a run of `event`, at a reading of the value `modifies`, or as soon as `watches`
    holds; only for arguments that match `arguments`, and if `condition` holds. It runs `block`;
    None: it modifies a value instead.
    """

    condition: Expr | None
    event: Event | None = None
    modifies: str | None = None
    watches: Expr | None = None
    arguments: tuple[Entry, ...] = ()
    block: s.Block | None = None


def effect_traits(effect: s.Effect) -> EffectTraits:
    """Return the trigger and the actions of an effect."""
    match effect:
        case s.Hook(_, _, event, pattern, _, _, condition, block):
            return EffectTraits(condition, event=event, arguments=pattern or (), block=block)
        case s.Modifier(_, value, pattern, condition):
            return EffectTraits(condition, modifies=value, arguments=pattern or ())
        case s.Whenever(_, condition, block):
            return EffectTraits(condition, watches=condition, block=block)
        case _:
            assert_never(effect)


Purpose: TypeAlias = Literal["sets up", "foretells", "acts", "expects"]
"""
The purpose of a line of an example.

`sets up`: the position that the example begins with, or goes on from. `foretells`: what chance will
do, and what players will answer. `acts`: something is done, or run. `expects`: what must be so.
"""


def purpose(line: d.ExampleLine) -> Purpose:
    """Return the purpose of a line of an example."""
    match line:
        case d.GivenState() | d.GivenZone() | d.GivenDice() | d.GivenDiceNumber():
            return "sets up"
        case d.GivenActive() | d.GivenOption() | d.GivenPlayers() | d.GivenAutomatic():
            return "sets up"
        case d.GivenPiece() | d.GivenFact():
            return "sets up"
        case d.RollingLine() | d.PickingLine() | d.ScriptLine():
            return "foretells"
        case d.PlaysLine() | d.DoesLine() | d.RunLine():
            return "acts"
        case d.ThenLine() | d.SeesLine() | d.AudienceLine() | d.WonLine():
            return "expects"
        case d.MayLine() | d.MayPlayLine() | d.MayChooseLine() | d.TogetherLine():
            return "expects"
        case _:
            assert_never(line)


def looks_at_question(line: d.ExampleLine) -> bool:
    """Return whether a line is about the question that somebody is asked."""
    match line:
        case d.MayChooseLine() | d.TogetherLine():
            return True
        case d.ThenLine(condition=condition):
            return any(True for _ in find(condition, e.NumberOfChoices))
        case _:
            return False


STATEMENT: Any = s.Statement
_LATER = frozenset((*get_args(s.Statement), *get_args(s.Effect)))


def own_statements(block: Iterable[s.Statement]) -> Iterator[s.Statement]:
    """Yield the statements of a block and its inner blocks, but not of effects that it begins."""
    return chain.from_iterable(map(_with_inner, block))


@asked_once
def _with_inner(node: s.Statement) -> tuple[s.Statement, ...]:
    return node, *chain.from_iterable(map(own_statements, traits(node).blocks))


def statements_of_run(block: Iterable[s.Statement]) -> Iterator[s.Statement]:
    """Yield `own_statements` without blocks that are runs of their own: nothing leaves these."""
    for node in block:
        yield node
        here = traits(node)
        for inner in () if here.own_run else here.blocks:
            yield from statements_of_run(inner)


def blocks_of(body: object) -> Iterator[s.Block]:
    """Yield the blocks of a definition, and those inside them."""
    yield from (inner.statements for inner in find(body, s.Body))
    for node in find(body, STATEMENT):
        yield from traits(node).blocks


def own_parts(node: s.Statement | s.Question) -> Iterator[object]:
    """Yield what a statement reads itself: its parts that are neither statements nor effects."""
    for part in children(node):
        if type(part) not in _LATER:
            yield from _without_blocks(part)


def _without_blocks(part: object) -> Iterator[object]:
    """Yield a part, or what remains of it without statements, as of a case of `depending`."""
    inside = list(children(part))
    if any(type(inner) in _LATER for inner in inside):
        for inner in inside:
            if type(inner) not in _LATER:
                yield from _without_blocks(inner)
    else:
        yield part


def ways_out(block: Iterable[s.Statement]) -> Iterator[Leaving]:
    """Yield the ways in which a block, with its nested blocks, may leave the body."""
    for node in block:
        here = traits(node)
        if here.leaves is not None:
            yield here.leaves
        for inner in here.blocks:
            for way in ways_out(inner):
                if not (here.own_run and way.what == "body"):
                    yield way


def may_leave(node: s.Statement, *, acts_at_once: bool) -> bool:
    """
    Return whether a statement may leave its body, apart from its nested blocks.

    `acts_at_once` says that the program has `whenever` rules, so that any write may end more.
    """
    here = traits(node)
    return (
        here.may_lack_choices
        or here.own_run
        or here.leaves is not None
        or bool(here.runs)
        or (acts_at_once and any(cell.kind not in ("local", "shown") for cell in here.writes))
    )


def falls_through(block: Iterable[s.Statement]) -> bool:
    """Return whether control may reach the end of a block."""
    return all(map(_goes_on, block))


def _goes_on(node: s.Statement) -> bool:
    here = traits(node)
    if here.leaves is not None and here.leaves.always:
        return False
    if here.blocks_run == "exactly one":
        return any(map(falls_through, here.blocks))
    return here.blocks_run != "for ever"


PURE_RUNS = (ProcedureRun, ReplacedRun)


def is_allowed_in_check(here: Traits) -> bool:
    """
    Return whether a statement asks nobody, ends nothing but its body and writes only locals.

    Procedures that it runs are not looked into, nor are the statements in its blocks.
    """
    return (
        not here.asks
        and not here.own_run
        and all(cell.kind == "local" for cell in here.writes)
        and all(isinstance(run, PURE_RUNS) for run in here.runs)
        and (here.leaves is None or here.leaves.what == "body")
    )
