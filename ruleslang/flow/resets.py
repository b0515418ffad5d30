"""`reset each P`: states begin anew when P does."""

from __future__ import annotations

from ruleslang.flow.cell_writes import write_cell
from ruleslang.flow.context import Body, Lowering, body_of
from ruleslang.flow.range_checks import checked
from ruleslang.flow.standard_order import kept
from ruleslang.flow.state_layout import state_family
from ruleslang.flow.steps import Do, Each, Set, Step
from ruleslang.flow.words import ABSENT, Constant, Lookup, Variable, Word
from ruleslang.program import declarations as d
from ruleslang.program import types as t


def resets(whole: Lowering, event: str) -> tuple[Step, ...]:
    """What begins anew with an event."""
    states = [whole.everyone.states[name] for name in whole.derived.resets.get(event, ())]
    return tuple(step for declared in states for step in _reset(whole, declared))


def _reset(whole: Lowering, declared: d.State) -> tuple[Step, ...]:
    b, start = start_of(whole, declared)
    family = state_family(declared.name)
    if isinstance(start, Constant):
        return (Do("fill", (family,), (start,)),)
    return _through_places(b, declared, family, start, ())


def start_of(whole: Lowering, declared: d.State) -> tuple[Body, Word]:
    """What a place of a state begins with: a constant, unless it is another at each place."""
    b = body_of(whole, f"start of {declared.name}", declared.locals, declared.origin)
    if declared.start is None:
        is_none = isinstance(declared.type, t.Optional)
        return b, Constant(None if is_none else ABSENT, declared.type)
    written = checked(b.word(declared.start), declared.type, declared.origin)
    return b, kept(b, written, declared.type)


def _through_places(
    b: Body, declared: d.State, family: str, start: Word, at: tuple[Word, ...]
) -> tuple[Step, ...]:
    """A start for every place of an index that it reads."""
    if len(at) == len(declared.index):
        return tuple(write_cell(b, declared, at, start))
    type = declared.index[len(at)].type
    members = b.whole.everyone.domain(type)
    number = b.fresh("place", t.Number(0, len(members)))
    local = b.variable(len(at))
    table = b.whole.table(f"all of {type}", (len(members),), type, lambda: members)
    steps = _through_places(b, declared, family, start, (*at, number))
    numbers = Constant(tuple(range(len(members))), t.ListOf(number.type, len(members)))
    taken = Set(Variable(local.name, type), Lookup(table, (number,), type))
    return (Each(b.whole.fresh("places"), number, numbers, (taken, *steps)),)
