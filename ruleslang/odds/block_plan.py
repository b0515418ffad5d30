"""
How the statements of a block are counted: in which order, and which locals are held between them.

A local that nothing reads any more is dropped, and a `let` is computed as soon as all that it reads
is known. So cases that differ in nothing that matters become one case early.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from operator import itemgetter
from typing import Any, Literal, TypeAlias

from attrs import frozen

from ruleslang.match.values import Value
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot
from ruleslang.program.slot_uses import defined_in, used_in, written_in

Layout: TypeAlias = tuple[Slot, ...]  # which locals a case holds, in its order
Slots: TypeAlias = frozenset[Slot]

When: TypeAlias = Literal["in its place", "early", "due"]


@frozen(eq=False)
class Step:
    """
    A statement with the locals that a case holds before and after it.

    A `let` may be computed `early`, before its place in the text; there it is only `due`: what went
    wrong with it goes wrong there.
    """

    statement: s.Statement
    before: Layout
    after: Layout
    when: When = "in its place"


# ---------------------------------------------------------------- plans


MOST_KEPT = 10_000  # plans

_plans: dict[tuple[int, Layout], tuple[s.Block, tuple[Step, ...]]] = {}


def plan(block: s.Block, after: Layout) -> tuple[Step, ...]:
    """The steps of a block after which these locals are still read, made once."""
    key = (id(block), after)
    found = _plans.get(key)
    if found is None or found[0] is not block:
        if len(_plans) >= MOST_KEPT:
            _plans.clear()
        found = _plans[key] = block, _made(block, after)
    return found[1]


def entry(block: s.Block, after: Layout) -> Layout:
    """The locals that a case has to hold where a block begins."""
    steps = plan(block, after)
    return steps[0].before if steps else after


def _made(block: s.Block, after: Layout) -> tuple[Step, ...]:
    steps = []
    live = frozenset(after)
    for x, when in reversed(_in_order(block)):
        before = live | {x.slot} if isinstance(x, s.Let) and when == "due" else needed(x, live)
        steps.append(Step(x, tuple(sorted(before)), tuple(sorted(live)), when))
        live = before
    return tuple(reversed(steps))


def _in_order(block: s.Block) -> list[tuple[s.Statement, When]]:
    """The statements, each `let` as early as it can be computed."""
    found: list[tuple[s.Statement, When]] = []
    for x in block:
        place = _earliest(x, found) if isinstance(x, s.Let) else len(found)
        if all(isinstance(each, s.Let | s.Assign) for each, _ in found[place:]):
            found.append((x, "in its place"))
        else:
            found.insert(place, (x, "early"))
            found.append((x, "due"))
    return found


def _earliest(x: s.Let, before: list[tuple[s.Statement, When]]) -> int:
    """The first place where what a `let` reads is known, and its local is not yet in use."""
    mine = {x.slot, *defined_in(x), *used_in(x)}
    place = len(before)
    while place and not mine & _touched(before[place - 1][0], x):
        place -= 1
    return place


def _touched(other: s.Statement, x: s.Let) -> Slots:
    """The locals that a statement gives a value, and the one of a `let` if it reads that."""
    return frozenset(
        (*defined_in(other), *written_in(other), *(u for u in used_in(other) if u == x.slot))
    )


# ---------------------------------------------------------------- which locals are read


def reads(*parts: object) -> Slots:
    """The locals of the body that parts of a statement read."""
    return frozenset(used_in(parts)) - frozenset(defined_in(parts))


def needed(x: s.Statement, after: Slots) -> Slots:
    """The locals that are read in a statement or, as it leaves them, after it."""
    match x:
        case s.Let():
            return reads(x.value) | (after - {x.slot})
        case s.Assign(place=s.LocalPlace(slot)):
            return reads(x.value) | (after - {slot})
        case s.RollDie() | s.Call() | s.AsUsual() | s.Rank():
            return reads(x) | (after - {x.into})
        case s.Pick() | s.Choose():
            return reads(x) | (after - {x.choice.slot})
        case s.If():
            inside = _needed_in(x.then, after) | _needed_in(x.otherwise, after)
            return reads(x.condition) | (inside - {*defined_in(x.condition)})
        case s.Depending():
            entries = tuple(case.entries for case in x.cases)
            inside = _needed_in(x.otherwise or (), after).union(
                *(_needed_in(case.block, after) for case in x.cases)
            )
            return reads(x.subject, entries) | (inside - {*defined_in(entries)})
        case s.ForEach():
            return reads(x.subject) | around(x, after)
        case s.Repeat():
            return reads(x.times, x.at_most) | around(x, after)
        case s.Answer() | s.Stop():
            return reads(x)
    return frozenset(used_in(x)) | after


def around(x: s.ForEach | s.Repeat, after: Slots) -> Slots:
    """The locals that are read between two runs of a loop's block, in it or after it."""
    match x:
        case s.ForEach():
            live, given = after, frozenset({x.variable})
        case s.Repeat():
            conditions = (x.while_, x.until)
            live, given = after | reads(conditions), frozenset(defined_in(conditions))
    while True:
        more = live | (_needed_in(x.block, live) - given)
        if more == live:
            return live
        live = more


def _needed_in(block: s.Block, after: Slots) -> Slots:
    return frozenset(entry(block, tuple(sorted(after))))


# ---------------------------------------------------------------- from layout to layout

Case: TypeAlias = tuple[Value, ...]  # the values of the locals of a layout


class Unset:
    """What a case holds of a local that has no value yet."""


UNSET = Unset()


def selector(layout: Layout, wanted: Iterable[Slot]) -> Callable[[Case], Case]:
    """From a case with one layout the values of some locals; `UNSET` where it does not hold one."""
    slots = tuple(wanted)
    if slots == layout:
        return _same
    places = {slot: place for place, slot in enumerate(layout)}
    found = [places.get(slot, -1) for slot in slots]
    if not found:
        return _nothing
    if -1 in found:
        return partial(_picked, found)
    return itemgetter(*found) if len(found) > 1 else partial(_one, found[0])


def _same(case: Case) -> Case:
    return case


def _nothing(_: Case) -> Case:
    return ()


def _one(place: int, case: Case) -> Case:
    return (case[place],)


def _picked(places: list[int], case: Case) -> Case:
    return tuple([UNSET if place < 0 else case[place] for place in places])


def held(layout: Layout, case: Case) -> dict[Slot, Any]:
    """The locals of a case that have a value."""
    return {slot: value for slot, value in zip(layout, case, strict=True) if value is not UNSET}

