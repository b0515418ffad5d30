"""Scopes: the locals that can be read, and the constructs that are allowed, at a place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate
from typing import TypeVar

from attrs import define, evolve, field, frozen

from ruleslang.language.lower.context import Context
from ruleslang.language.lower.recorded_types import LocalName, Locals
from ruleslang.language.syntax import expressions as syntax
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.simple_statements import Let
from ruleslang.language.syntax.statements import Statement
from ruleslang.language.syntax.walk import walk, written_places
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.expressions import Expr
from ruleslang.program.locals import LocalDecl, Role, Slot
from ruleslang.program.program import Ending, SettingsTest
from ruleslang.program.slot_uses import defined_or_used_in, with_slots
from ruleslang.program.typing.lattice import narrowed, stored
from ruleslang.source.span import Span


@define(eq=False)
class Uses:
    """The locals that were read, shared by nested scopes: to find unused bindings."""

    read: set[str] = field(factory=set)


@define(eq=False)
class BlockNodes:
    """The statements of a block, with the last statement that writes each name."""

    nodes: tuple[Statement, ...] = ()

    def concerned(self, place: int, name: str) -> tuple[tuple[Statement, ...], int]:
        """
        Return the statements after a name's declaration that can affect its type: up to the last
        that writes it, or one of the names declared on the way there; and their number of nodes.
        """
        end, at = self._last_writes.get(name, place), place + 1
        while at <= end:
            statement = self.nodes[at]
            if isinstance(statement, Let):
                end = max(end, self._last_writes.get(statement.name.text, end))
            at += 1
        return self.nodes[place + 1 : at], self._nodes[at] - self._nodes[place + 1]

    @cached_property
    def _nodes(self) -> tuple[int, ...]:
        """The number of nodes before each statement, and in total."""
        return (0, *accumulate(sum(1 for _ in walk(node)) for node in self.nodes))

    def writes_after(self, place: int, name: str) -> bool:
        """Return whether a statement after this place, or nested in one, writes a name."""
        return self._last_writes.get(name, -1) > place

    @cached_property
    def _last_writes(self) -> dict[str, int]:
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
    The names and facts that an expression or statement may use; immutable, so a declaration gives a
    new scope.

    `lifted`: statements lifted out of the expression being lowered (calls of procedures) are
    appended here; None where no procedure may be called, and `why_pure` then names the place
    (`a value`, `a condition`, `a cost`, …).
    `replaces`: the procedure that an `instead of` hook replaces; None elsewhere.
    `answers`: the type that `answer` must have; None where `answer` is not allowed.
    `facts`: the types to which tests have narrowed paths such as `holder` or `hand(p)`, by the text
    of the path without blanks.
    `actor`: the local of the player who does the action, or plays the card, with this body.
    `nodes` is the block being lowered, `place` the index of the statement in it.
    `claim`: inside a claim or example, where chances and inexact division are allowed.
    `stated`: inside a property, whose condition may be true already by the types that it reads.
    `several`: in the `where` of a choice of several, the name of the chosen set.
    `wrong_head`: an enclosing head with an error, which may have been intended to bind more names.
    `loops`: for each enclosing loop, how often it runs at most; None: as long as decisions last.
    """

    context: Context
    locals: Locals = field(factory=dict)
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
    stated: bool = False
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
        """Return this scope with one more local, in a new slot if none is given."""
        if slot is None:
            slot = self.context.new_slot(name, type, role)
        entry = LocalName(name, type, span, role, slot, settable, len(self.loops))
        return evolve(self, locals={**self.locals, name: entry})

    def with_fact(self, path: str, type: t.Type) -> Scope:
        """Return this scope with a path narrowed to a type."""
        return evolve(self, facts={**self.facts, path: type})

    def pure(self, reason: str) -> Scope:
        """Return this scope without calls of procedures, because it is `what`."""
        return evolve(self, lifted=None, why_pure=reason)

    def lifting(self, into: list[s.Statement]) -> Scope:
        """Return this scope with calls of procedures lifted into a list of statements."""
        return evolve(self, lifted=into)

    def slot(self, name: str) -> Slot:
        return self.locals[name].slot

    def names(self) -> Iterator[str]:
        """Return the names in scope, for suggestions."""
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
    Return the text, without blanks, of an expression that a test can narrow, such as `holder` or
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
    """Return an expression's type, narrowed by the tests passed so far; `type` if none applies."""
    where = path(node) if scope.facts else None
    return type if where is None else scope.facts.get(where, type)


def there(scope: Scope, node: syntax.Expression, type: t.Type) -> Scope:
    """
    Return the scope in which an optional value is known not to be none, or a local set is known not
    to be empty.
    """
    where = path(node)
    if where is None:
        return scope
    if isinstance(type, (t.Optional, t.Maybe)):
        return scope.with_fact(where, _tested_for_none(scope, where, type.inner))
    return scope.with_fact(f"some {where}", t.Truth()) if where in scope.locals else scope


def _tested_for_none(scope: Scope, where: str, inner: t.Type) -> t.Type:
    """
    Return the type after a test for none: a local keeps the tested type; anything else might
    change, so it becomes a `Maybe` that is checked when it is used.
    """
    if where in scope.locals or isinstance(inner, (t.Maybe, t.Unknown)):
        return inner
    return t.Maybe(stored(inner))


def is_there(scope: Scope, node: syntax.Expression) -> bool:
    """Return whether a test has shown that a local set has a member."""
    where = path(node)
    return where is not None and f"some {where}" in scope.facts


def of_kind(scope: Scope, node: syntax.Expression, type: t.Type, kind: str) -> Scope:
    """Return the scope in which a card or title is known to be of a kind."""
    where = path(node)
    if where is None:
        return scope
    inner = narrowed(type, kind, scope.context.kinds)
    if isinstance(type, (t.Optional, t.Maybe)):
        inner = _tested_for_none(scope, where, inner)
    return scope.with_fact(where, inner)


def without_facts(scope: Scope, name: str) -> Scope:
    """Return the scope after an assignment to `name`, without the facts that mention it."""
    kept = {where: type for where, type in scope.facts.items() if name not in _names(where)}
    return scope if len(kept) == len(scope.facts) else evolve(scope, facts=kept)


def about_locals(scope: Scope) -> dict[str, t.Type]:
    """Return the facts about locals alone, which no change of the match affects."""
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
    d.Property,
    Ending,
    SettingsTest,
)


def with_locals(context: Context, declaration: D, parameters: Iterable[Slot] = ()) -> D:
    """Return a declaration with its table of locals, and slots that refer to it."""
    found = dict.fromkeys((*parameters, *defined_or_used_in(declaration)))
    if not found and not declaration.locals:
        return declaration
    slots = {slot: number for number, slot in enumerate(found)}
    table = tuple(
        LocalDecl(local.name, stored(local.type), local.role)
        for local in (context.locals[slot] for slot in found)
    )
    return evolve(with_slots(declaration, slots), locals=table)


def slots_of(scope: Scope) -> tuple[Slot, ...]:
    """Return the slots of all locals in scope, in the order of their declaration."""
    return tuple(local.slot for local in scope.locals.values())
