"""The local names that a piece of text may use, and what may stand there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate
from typing import TypeVar

from attrs import define, evolve, field, frozen

from ruleslang.lower.context import Context
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.expressions import Expr
from ruleslang.program.locals import LocalDecl, Role, Slot
from ruleslang.program.program import Ending, SettingsTest
from ruleslang.program.slot_uses import met_in, with_slots
from ruleslang.program.typing.lattice import narrowed, stored
from ruleslang.source.span import Span
from ruleslang.syntax import expressions as syntax
from ruleslang.syntax.node import Name
from ruleslang.syntax.simple_statements import Let
from ruleslang.syntax.statements import Statement
from ruleslang.syntax.walk import walk, written_places


@frozen
class LocalName:
    """
    A local: its type, where it was made, what it is, and its slot.

    `settable` says that `set` may write it; `loops`, how many loops stand around where it is made.
    """

    name: str
    type: t.Type
    span: Span | None
    role: Role
    slot: Slot
    settable: bool = False
    loops: int = 0


@define(eq=False)
class Uses:
    """Which locals were read, shared by a scope and those inside it: to find unused bindings."""

    read: set[str] = field(factory=set)


@define(eq=False)
class BlockNodes:
    """The statements of a block, and which of them are the last to write which names."""

    nodes: tuple[Statement, ...] = ()

    def concerned(self, place: int, name: str) -> tuple[tuple[Statement, ...], int]:
        """
        The statements after this place, where a name is made, that can matter to its type: up to
        the last that writes it, or one of the names made on the way there; and how many nodes.
        """
        end, at = self._last.get(name, place), place + 1
        while at <= end:
            statement = self.nodes[at]
            if isinstance(statement, Let):
                end = max(end, self._last.get(statement.name.text, end))
            at += 1
        return self.nodes[place + 1 : at], self._nodes[at] - self._nodes[place + 1]

    @cached_property
    def _nodes(self) -> tuple[int, ...]:
        """How many nodes there are before each statement, and in all."""
        return (0, *accumulate(sum(1 for _ in walk(each)) for each in self.nodes))

    def writes_after(self, place: int, name: str) -> bool:
        """Whether a statement after this place, or one inside it, writes a name."""
        return self._last.get(name, -1) > place

    @cached_property
    def _last(self) -> dict[str, int]:
        return {
            written.text: place
            for place, statement in enumerate(self.nodes)
            for node in walk(statement)
            for written in written_places(node)
            if isinstance(written, Name)
        }


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
    `nodes` are those of the block being lowered, `place` is that of the statement in it.
    `claim`: inside a claim or example, where chances and inexact division may stand.
    `several`: in the `where` of a choice of several, the name that all chosen will have.
    `wrong_head`: a head about the text that is wrong, and may have been meant to make more names.
    `loops`: for each loop about the text, how often it runs at most; None: while decisions last.
    """

    context: Context
    locals: dict[str, LocalName] = field(factory=dict)
    facts: dict[str, t.Type] = field(factory=dict)
    uses: Uses = field(factory=Uses)
    lifted: list[s.Statement] | None = None
    why_pure: str = "an expression"
    replaces: str | None = None
    answers: t.Type | None = None
    actor: str | None = None
    nodes: BlockNodes = field(factory=BlockNodes)
    place: int = 0
    claim: bool = False
    loops: tuple[int | None, ...] = ()
    several: str | None = None
    wrong_head: Span | None = None

    def with_local(
        self,
        name: str,
        type: t.Type,
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

    def with_fact(self, path: str, type: t.Type) -> Scope:
        """This scope, where a path is known to have a narrower type."""
        return evolve(self, facts={**self.facts, path: type})

    def pure(self, what: str) -> Scope:
        """This scope, where no procedure may be called because it is `what`."""
        return evolve(self, lifted=None, why_pure=what)

    def lifting(self, into: list[s.Statement]) -> Scope:
        """This scope, where a call of a procedure is taken out into a list of statements."""
        return evolve(self, lifted=into)

    def slot(self, name: str) -> Slot:
        return self.locals[name].slot

    def names(self) -> Iterator[str]:
        """The names in sight, for suggestions."""
        return iter(self.locals)


@frozen(eq=False)
class Typed:
    """A lowered expression and its type."""

    expr: Expr
    type: t.Type


@frozen(eq=False)
class Tested:
    """A condition, the scope in which it holds, and the scope in which it does not."""

    expr: Expr
    holds: Scope
    fails: Scope


def path(node: syntax.Expression | syntax.NamedArgument) -> str | None:
    """
    The text, without blanks, of an expression that a test can narrow, such as `holder` or
    `hand(p)`; None for any other expression, such as a sum.
    """
    match node:
        case Name():
            return node.text
        case syntax.Paren():
            return path(node.inner)
        case syntax.This():
            return "this"
        case syntax.Number():
            return str(node.value)
        case syntax.Truth():
            return "yes" if node.value else "no"
        case syntax.Apply():
            parts = [path(argument) for argument in node.arguments]
            known = [part for part in parts if part is not None]
            return f"{node.function.text}({','.join(known)})" if len(known) == len(parts) else None
        case _:
            return None


def found(scope: Scope, node: syntax.Expression, type: t.Type) -> t.Type:
    """The type of an expression as the tests passed so far narrow it; `type` when none applies."""
    where = path(node) if scope.facts else None
    return type if where is None else scope.facts.get(where, type)


def there(scope: Scope, node: syntax.Expression, type: t.Type) -> Scope:
    """The scope in which an optional value is known not to be none, or a local set is known not to
    be empty.
    """
    where = path(node)
    if where is None:
        return scope
    if isinstance(type, (t.Optional, t.Maybe)):
        return scope.with_fact(where, _surely(scope, where, type.inner))
    return scope.with_fact(f"some {where}", t.Truth()) if where in scope.locals else scope


def _surely(scope: Scope, where: str, inner: t.Type) -> t.Type:
    """The type after a test for none: a local keeps the tested type; anything else might change,
    so it becomes a `Maybe` that is checked when it is used.
    """
    if where in scope.locals or isinstance(inner, (t.Maybe, t.Unknown)):
        return inner
    return t.Maybe(stored(inner))


def is_there(scope: Scope, node: syntax.Expression) -> bool:
    """Whether a test on the way here has shown that a local set has a member."""
    where = path(node)
    return where is not None and f"some {where}" in scope.facts


def of_kind(scope: Scope, node: syntax.Expression, type: t.Type, kind: str) -> Scope:
    """The scope in which a card or title is known to be of a kind."""
    where = path(node)
    if where is None:
        return scope
    inner = narrowed(type, kind, scope.context.kinds)
    if isinstance(type, (t.Optional, t.Maybe)):
        inner = _surely(scope, where, inner)
    return scope.with_fact(where, inner)


def without_facts(scope: Scope, name: str) -> Scope:
    """The scope after an assignment to `name`: the facts about expressions that mention it are
    dropped.
    """
    kept = {where: type for where, type in scope.facts.items() if name not in _names(where)}
    return scope if len(kept) == len(scope.facts) else evolve(scope, facts=kept)


def about_locals(scope: Scope) -> dict[str, t.Type]:
    """The facts that no change of the match can touch: those about local names alone."""
    return {
        where: type
        for where, type in scope.facts.items()
        if "(" not in where and _names(where) - {"some"} <= scope.locals.keys()
    }


def _names(where: str) -> set[str]:
    return set(where.replace("(", " ").replace(")", " ").replace(",", " ").split())


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
