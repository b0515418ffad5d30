"""Named values: a pure routine for each, with its modifiers."""

from __future__ import annotations

from ruleslang.flow.constant_folding import when
from ruleslang.flow.context import Body, Lowering, body_of
from ruleslang.flow.modifiers import modified
from ruleslang.flow.range_checks import checked
from ruleslang.flow.steps import Set, Step
from ruleslang.flow.tables_and_routines import Routine
from ruleslang.flow.visible_reads import needs_eyes
from ruleslang.flow.words import Fails, Invoke, Word
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import join
from ruleslang.program.walk import walk


def call_value(x: e.CallValue, b: Body) -> Word:
    """A named value of these arguments."""
    declared = b.whole.everyone.values[x.name]
    arguments = tuple(
        checked(b.word(each), parameter.type, x.origin)
        for each, parameter in zip(x.arguments, declared.parameters, strict=True)
    )
    routine = value_routine(b.whole, declared, watches=b.watches, has_eyes=b.has_eyes)
    return Invoke(routine, arguments, declared.type)


def value_routine(
    whole: Lowering, declared: d.Value, *, watches: bool = False, has_eyes: bool = False
) -> str:
    """The routine of a named value, or the one that notes what it reads, or reads what is seen."""
    is_constant = _is_constant(whole, declared.name)
    watches = watches and not is_constant
    has_eyes = has_eyes and needs_eyes(whole, whole.derived.reads.values[declared.name])
    name = f"{'watched ' if watches else 'seen ' if has_eyes else ''}value {declared.name}"
    if name not in whole.routines:
        whole.routines[name] = None
        b = body_of(whole, name, declared.locals, declared.origin)
        b.watches, b.has_eyes = watches, has_eyes
        parameters = tuple(b.variable(slot) for slot in range(len(declared.parameters)))
        plain_steps: list[Step] = [
            Set(b.variable(let.slot), b.word(let.value)) for let in declared.lets
        ]
        steps = modified(b, declared, parameters, plain_steps, _cases(b, declared))
        whole.routines[name] = Routine(
            name,
            parameters,
            tuple(steps),
            is_pure=True,
            is_constant=is_constant,
            origin=declared.origin,
        )
    return name


def _is_constant(whole: Lowering, name: str) -> bool:
    """
    Whether a value reads nothing that changes, nor whose turn it is.

    What a card counts as does not change as long as nothing is played as another card.
    """
    read = whole.derived.reads.values[name]
    lasting = ("value", "lasting") if whole.counts_as else ("value", "lasting", "counts as")
    if any(cell.kind not in lasting for cell in read):
        return False
    asked = [whole.everyone.values[cell.name] for cell in read if cell.kind == "value"]
    return not any(
        (isinstance(node, e.Everything) and node.what in ("players", "all players", "winners"))
        or str(getattr(node, "sorting", "")).endswith("clockwise")
        or isinstance(node, t.UnderWay)
        for node in walk((whole.everyone.values[name], *asked))
    ) and not any(_is_modified(whole, each.name) for each in asked)


def _is_modified(whole: Lowering, name: str) -> bool:
    return name in whole.derived.effects.written_modifiers


def _cases(b: Body, declared: d.Value) -> Word:
    found: Word = Fails("not-a-member", declared.origin, t.Never())
    for case in reversed(declared.cases):
        value = b.word(case.value)
        if case.condition is None:
            found = value
        else:
            both_types = join(value.type, found.type, b.whole.world.kinds) or declared.type
            found = when(b.word(case.condition), value, found, both_types)
    return found
