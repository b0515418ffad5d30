"""Parts of what comes of lowering: tables, routines, questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from attrs import field, frozen

from ruleslang.flow.steps import Steps
from ruleslang.flow.words import Absent, Raw, Variable
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import LocalDecl, Slot

TableValue: TypeAlias = "Raw | Absent"


@frozen
class Table:
    """
    A constant table: its entries in the order of its numbers, the last dimension fastest.

    What lies outside of it is none.
    """

    name: str
    sizes: tuple[int, ...]
    entries: tuple[TableValue, ...]
    type: t.Type


@frozen
class Routine:
    """
    A named value, a procedure, or a part of one: what it takes, and what it does.

    `waits` says that a player may be asked in it. A routine that does not wait is a plain function
    of an engine. `origin` is its place in the text, -1 if it has none. `locals` is the table of the
    body it is made of, `variables` those of its locals that it has; `run` says that a run of it is
    one of a procedure.
    """

    name: str
    parameters: tuple[Variable, ...]
    steps: Steps
    waits: bool = False
    is_pure: bool = False
    origin: int = -1
    locals: tuple[LocalDecl, ...] = ()
    variables: Mapping[Slot, Variable] = field(factory=dict)
    run: d.Procedure | None = None


@frozen(eq=False)
class Question:
    """
    What is asked at an `Ask`, for names and prompts, which are worked out when somebody wants them.

    `kind` is that of the decision. `about` is the choice or the statement that is asked; `type` is
    what its options are.
    """

    kind: str
    about: s.Choice | s.Menu
    type: t.Type
    origin: int
