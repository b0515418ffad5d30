"""
Numbers the locals of a declaration: parameters first.

While it is lowered, every local that is declared gets a slot of its own in the whole lowering, also
those of texts that are lowered twice, or for their types alone. At the end the locals that are
left in the declaration are numbered from 0: its parameters, then the others as they come.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from attrs import evolve

from ruleslang.lower.context import Context
from ruleslang.lower.scope import Scope
from ruleslang.program import declarations as d
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.program import Ending, SettingsTest
from ruleslang.program.slot_uses import met_in, with_slots
from ruleslang.types.lattice import stored

D = TypeVar(
    "D",
    d.Zone,
    d.State,
    d.Dice,
    d.Play,
    d.Standing,
    d.Value,
    d.Procedure,
    d.Action,
    d.Window,
    d.Measure,
    d.Preference,
    d.Example,
    d.Claim,
    Ending,
    SettingsTest,
)


def with_locals(context: Context, declaration: D, parameters: Iterable[Slot] = ()) -> D:
    """A declaration with the table of its locals, and its slots as they are in the table."""
    found = dict.fromkeys((*parameters, *met_in(declaration)))
    if not found and not declaration.locals:
        return declaration
    slots = {slot: number for number, slot in enumerate(found)}
    table = tuple(
        LocalDecl(local.name, stored(local.type), local.role)
        for local in (context.locals[slot] for slot in found)
    )
    return evolve(with_slots(declaration, slots), locals=table)


def slots_of(scope: Scope) -> tuple[Slot, ...]:
    """The slots of all locals in sight, in the order of their declaration."""
    return tuple(local.slot for local in scope.locals.values())
