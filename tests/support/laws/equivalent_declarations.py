"""Rewrites of declarations that must not change how a program plays, for the law of equivalence.

A state of each player becomes a state for each of them, and the lines of an action become those of
a procedure. Where that could change the play, the declaration is left alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from operator import is_
from typing import Any, TypeAlias, TypeVar

from attrs import evolve

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.program import Compiled, Program
from ruleslang.program.references import references
from ruleslang.program.slot_uses import defined_in, used_in, with_local, with_slots, written_in
from ruleslang.program.traits.effects import own_statements
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import find, walk
from ruleslang.source.walk import field_names

T = TypeVar("T")


class Several(tuple[Any, ...]):
    """Statements that take the place of one."""

    __slots__ = ()


class Table:
    """The locals of the body being rewritten, and those that the rewrite adds."""

    def __init__(self) -> None:
        self.declared: tuple[LocalDecl, ...] = ()

    def add(self, local: LocalDecl) -> Slot:
        """Add a local; returns its slot."""
        self.declared = (*self.declared, local)
        return len(self.declared) - 1


Change: TypeAlias = Callable[[Any, Table], Any]


def rewritten(node: T, change: Change) -> T:
    """A part of a program, with `change` applied to each node after its parts."""
    result: T = _rewritten(node, change, Table())
    return result


def _rewritten(node: Any, change: Change, table: Table) -> Any:
    if isinstance(node, tuple):
        return _flat(node, [_rewritten(part, change, table) for part in node])
    names = field_names(type(node))
    if names is None:
        return node
    if "locals" in names:
        table = Table()
        table.declared = node.locals
    changed = {}
    for name in names:
        before = getattr(node, name)
        after = _rewritten(before, change, table)
        if after is not before:
            changed[name] = after
    if "locals" in names and table.declared is not node.locals:
        changed["locals"] = table.declared
    return change(evolve(node, **changed) if changed else node, table)


def _flat(before: tuple[Any, ...], after: list[Any]) -> tuple[Any, ...]:
    if all(map(is_, before, after)):
        return before
    return tuple(
        node for part in after for node in (part if isinstance(part, Several) else (part,))
    )


# ---------------------------------------------------------------- locals


def in_another_body(
    expression: e.Expr, declared: tuple[LocalDecl, ...], arguments: tuple[e.Expr, ...], table: Table
) -> e.Expr:
    """An expression moved to another body: its first locals are replaced by the given expressions,
    the others get slots of their own.
    """
    slots = {slot: -1 - slot for slot in range(len(arguments))}
    slots |= {slot: table.add(declared[slot]) for slot in range(len(arguments), len(declared))}
    return _with_locals(
        with_slots(expression, slots), {-1 - i: value for i, value in enumerate(arguments)}
    )


def _with_locals(expression: e.Expr, values: Mapping[Slot, e.Expr]) -> e.Expr:
    def change(node: Any, table: Table) -> Any:
        return values.get(node.slot, node) if isinstance(node, e.Local) else node

    return rewritten(expression, change)


def is_closed(expression: Any) -> bool:
    """Whether an expression reads no local and names no member."""
    return not any(
        hasattr(node, "variable") or isinstance(node, e.Local) for node in walk(expression)
    )


def size(expression: Any) -> int:
    return sum(1 for _ in walk(expression))


BODY = "body~"  # how the names of procedures begin that are added


# ---------------------------------------------------------------- states


def states_split(compiled: Compiled) -> Compiled:
    """Replace `state coins(player)` by a state for each seat, named as a view names its places."""
    program = compiled.program
    split = {state.name for state in program.states if _can_be_split(compiled, state)}
    if not split:
        return compiled
    names = program.seats.names

    def change(node: Any, table: Table) -> Any:
        match node:
            case e.ReadState(name, (who,)) if name in split:
                return _chosen(who, [e.ReadState(_of(name, seat)) for seat in names])
            case s.Assign(s.StatePlace(name, (who,))) if name in split:
                places = [s.StatePlace(_of(name, seat)) for seat in names]
                return _branches(who, [evolve(node, place=place) for place in places])
            case d.GivenState(name, (e.SeatValue(seat),)) if name in split:
                return evolve(node, name=_of(name, names[seat]), index=())
        return node

    changed: Compiled = rewritten(compiled, change)
    states = (
        new
        for state in changed.program.states
        for new in (_one_each(state, names) if state.name in split else (state,))
    )
    return evolve(changed, program=evolve(changed.program, states=tuple(states)))


def _of(name: str, seat: str) -> str:
    return f"{name}({seat})"


def _can_be_split(compiled: Compiled, state: d.State) -> bool:
    """
    Whether all matches have the same number of places, each read and written separately.

    In a `together for each` others see a player's own places, by index, as they were.
    """
    program = compiled.program
    seats = program.seats
    return state.name != program.payoff and (
        [type(place.type) for place in state.index] == [t.Player]
        and seats.low == seats.high == len(seats.names)
        and next(find(program, s.TogetherForEach), None) is None
        and not any(name == state.name for name in _named_otherwise(compiled))
    )


def _named_otherwise(compiled: Compiled) -> Iterator[str]:
    """The states that something names, other than to read, to set or to begin with one place."""
    named: Counter[str] = Counter()
    for node in walk(compiled):
        named.update(reference.name for reference in references(node) if reference.what == "state")
        match node:
            case e.ReadState(name) | s.Assign(s.StatePlace(name)):
                named[name] -= 1
            case d.GivenState(name, index) if all(isinstance(x, e.SeatValue) for x in index):
                named[name] -= 1
    return (name for name, number in named.items() if number > 0)


def _one_each(state: d.State, names: tuple[str, ...]) -> Iterator[d.State]:
    for place, name in enumerate(names):
        yield evolve(
            state, name=_of(state.name, name), index=(), locals=(), seen=_seen(state, place)
        )


def _seen(state: d.State, seat: int) -> d.Seen:
    seen = state.seen
    if seen.by == "owner":
        return d.Seen("set", e.MakeSet((e.SeatValue(seat),)))
    if seen.players is None:
        return seen
    return evolve(seen, players=with_local(seen.players, 0, e.SeatValue(seat)))


def _chosen(who: e.Expr, reads: list[e.ReadState]) -> e.Expr:
    *first, last = reads
    chain: e.Expr = last
    for seat, read in reversed([*enumerate(first)]):
        chain = e.WhenOtherwise(read, e.Equal(who, e.SeatValue(seat)), chain)
    return chain


def _branches(who: e.Expr, assignments: list[s.Assign]) -> s.Statement:
    *first, last = assignments
    chain: s.Statement = last
    for seat, line in reversed([*enumerate(first)]):
        chain = s.If(e.Equal(who, e.SeatValue(seat)), (line,), (chain,), line.origin)
    return chain


# ---------------------------------------------------------------- actions


def actions_in_procedures(program: Program) -> Program:
    """Replace the lines of an action by the call of a new procedure that has them."""
    added: list[d.Procedure] = []
    actions = []
    for action in program.actions:
        if _asks_nobody(action.body.statements):
            call, procedure = _moved_out(action)
            added.append(procedure)
            body = evolve(action.body, statements=(call,))
            action = _without_unused(evolve(action, body=body))
        actions.append(action)
    return evolve(program, actions=tuple(actions), procedures=(*program.procedures, *added))


def _asks_nobody(block: s.Block) -> bool:
    """Whether a block has lines of which none may ask: names of choices tell what locals hold."""
    block_traits = [traits(statement) for statement in own_statements(block)]
    others = {*written_in(block)} - {*defined_in(block)}
    return (
        bool(block_traits)
        and not others
        and not any(
            trait.asks or trait.leaves or trait.runs or trait.may_lack_choices
            for trait in block_traits
        )
    )


def _without_unused(action: d.Action) -> d.Action:
    """An action whose table of locals has only those that are left in it."""
    left = sorted({*defined_in(action), *used_in(action)})
    slots = {slot: place for place, slot in enumerate(left)}
    return evolve(with_slots(action, slots), locals=tuple(action.locals[slot] for slot in left))


def _moved_out(action: d.Action) -> tuple[s.Call, d.Procedure]:
    block = action.body.statements
    defined = frozenset(defined_in(block))
    passed = sorted({*used_in(block)} - defined)
    order = [*passed, *sorted(defined)]
    slots = {slot: place for place, slot in enumerate(order)}
    name = f"{BODY}{action.name}"
    locals = tuple(action.locals[slot] for slot in order)
    parameters = tuple(
        d.Parameter(f"{local.name}~{place}", local.type) for place, local in enumerate(locals)
    )[: len(passed)]
    procedure = d.Procedure(
        name,
        "procedure",
        tuple(
            evolve(local, name=parameters[place].name, role="parameter")
            if place < len(passed)
            else local
            for place, local in enumerate(locals)
        ),
        parameters,
        None,
        s.Body((), with_slots(block, slots)),
        action.origin,
    )
    call = s.Call(name, tuple(e.Local(slot) for slot in passed), None, action.origin)
    return call, procedure
