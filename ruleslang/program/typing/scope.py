"""What an expression is read in: the declarations of its program, and the locals in its reach."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from ruleslang.program import types as t
from ruleslang.program.declarations_by_name import Known, kinds_above, known
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.program import Program
from ruleslang.program.typing.lattice import Ancestors
from ruleslang.program.typing.population_sizes import Sizes, sizes_of


@frozen
class World:
    """The declarations of a program, the ancestors of its kinds, and its sizes."""

    known: Known
    kinds: Ancestors
    sizes: Sizes


@frozen
class Scope:
    """A world, and what each local may be."""

    world: World
    locals: Mapping[Slot, t.Type] = field(factory=dict)

    def local(self, slot: Slot) -> t.Type:
        """What a local may be."""
        return self.locals.get(slot, t.Never())


def world_of(program: Program) -> World:
    """What the types of a program's expressions depend on, beside locals."""
    tables = known(program)
    kinds = {name: tuple(kind.name for kind in kinds_above(tables, name)) for name in tables.kinds}
    return World(tables, kinds, sizes_of(program, kinds))


def scope_of(world: World, declaration: Any) -> Scope:
    """The scope of all expressions of a declaration: its table of locals."""
    table: tuple[LocalDecl, ...] = getattr(declaration, "locals", ())
    return Scope(world, {slot: local.type for slot, local in enumerate(table)})
