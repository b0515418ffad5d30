"""The local names that a piece of text may use, and what may stand there."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field, frozen

from ruleslang.lower.context import Context
from ruleslang.program import statements as s
from ruleslang.program.expressions import Expr
from ruleslang.program.locals import Role, Slot
from ruleslang.source.span import Span
from ruleslang.syntax.statements import (
    Statement,
)
from ruleslang.types.lattice import FrontType


@frozen
class LocalName:
    """
    A local: its type, where it was made, what it is, and its slot.

    `settable` says that `set` may write it; `loops`, how many loops stand around where it is made.
    """

    name: str
    type: FrontType
    span: Span | None
    role: Role
    slot: Slot
    settable: bool = False
    loops: int = 0


@define(eq=False)
class Uses:
    """Which locals were read, shared by a scope and those inside it: to find unused bindings."""

    read: set[str] = field(factory=set)


@frozen(eq=False)
class Scope:
    """
    What a piece of text may speak of; a value, so that to declare a name is to have another one.

    `lifted`: statements taken out of the expression being lowered (calls of procedures) are
    appended here; None where no procedure may be called, and `why_pure` then says what stands
    there (`a value`, `a condition`, `a cost`, …).
    `replaces`: the procedure that an `instead of` hook stands in for; None elsewhere.
    `answers`: the type that `answer` must have; None where nothing is answered.
    `facts`: what tests on the way here have shown of paths such as `holder` or `hand(p)`: the
    text of the path, without blanks, and its narrowed type.
    `actor`: the local name of who does the action, or plays the card, whose body this is.
    `following`: the statements after the one being lowered, in its block.
    `claim`: inside a claim or example, where chances and inexact division may stand.
    `several`: in the `where` of a choice of several, the name that all chosen will have.
    `wrong_head`: a head about the text that is wrong, and may have been meant to make more names.
    `loops`: for each loop about the text, how often it runs at most; None: while decisions last.
    """

    context: Context
    locals: dict[str, LocalName] = field(factory=dict)
    facts: dict[str, FrontType] = field(factory=dict)
    uses: Uses = field(factory=Uses)
    lifted: list[s.Statement] | None = None
    why_pure: str = "an expression"
    replaces: str | None = None
    answers: FrontType | None = None
    actor: str | None = None
    following: tuple[Statement, ...] = ()
    claim: bool = False
    loops: tuple[int | None, ...] = ()
    several: str | None = None
    wrong_head: Span | None = None

    def with_local(
        self,
        name: str,
        type: FrontType,
        span: Span | None,
        role: Role,
        *,
        settable: bool = False,
        slot: Slot | None = None,
    ) -> Scope:
        """This scope and one more name, in a new slot if none is given."""
        if slot is None:
            slot = self.context.new_slot(name, type, role)
        entry = LocalName(name, type, span, role, slot, settable, len(self.loops))
        return evolve(self, locals={**self.locals, name: entry})

    def with_fact(self, path: str, type: FrontType) -> Scope:
        """This scope, where a path is known to have a narrower type."""
        return evolve(self, facts={**self.facts, path: type})

    def pure(self, what: str) -> Scope:
        """This scope, where no procedure may be called because it is `what`."""
        return evolve(self, lifted=None, why_pure=what)

    def lifting(self, into: list[s.Statement]) -> Scope:
        """This scope, where a call of a procedure is taken out into a list of statements."""
        return evolve(self, lifted=into)

    def slot(self, name: str) -> Slot:
        """The slot of a name in sight."""
        return self.locals[name].slot

    def names(self) -> Iterator[str]:
        """The names in sight, for suggestions."""
        return iter(self.locals)


@frozen(eq=False)
class Typed:
    """A lowered expression and its type."""

    expr: Expr
    type: FrontType
