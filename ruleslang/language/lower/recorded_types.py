"""The scope and type of each expression, recorded by lowering for editors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from ruleslang.language.resolve.symbol_table import Symbols
from ruleslang.program import types as t
from ruleslang.source.span import Span

if TYPE_CHECKING:
    from ruleslang.language.lower.scope import LocalName, Scope


@frozen(eq=False)
class Expressed:
    """
    An expression: its scope, its type, and the type that is expected.

    `expected` is None where any type will do.
    """

    scope: Scope
    type: t.Type
    expected: t.Type | None


@define(eq=False)
class Record:
    """
    Filled by one lowering, which never reads it; a lowering without a record does not pay for it.

    `symbols` are those of the written text; `expressions` and `statements` are keyed by span, so an
    expression lowered for several types or zones has one entry: the last known one.
    """

    symbols: Symbols | None = None
    expressions: dict[Span, Expressed] = field(factory=dict)
    statements: dict[Span, Scope] = field(factory=dict)

    def expression(self, scope: Scope, span: Span, type: t.Type, expected: t.Type | None) -> None:
        """Record an expression; an unknown type does not replace a known one."""
        before = self.expressions.get(span)
        if before is None or not isinstance(type, t.Unknown):
            self.expressions[span] = Expressed(scope, type, expected)

    def add(self, other: Record) -> None:
        """Record all that another has."""
        for span, expressed in other.expressions.items():
            if not isinstance(expressed.type, t.Unknown) or span not in self.expressions:
                self.expressions[span] = expressed
        self.statements |= other.statements

    def within(self, place: Span) -> Record:
        """Return what is recorded inside of a place."""

        inside = place.contains
        return Record(
            None,
            {span: value for span, value in self.expressions.items() if inside(span)},
            {span: scope for span, scope in self.statements.items() if inside(span)},
        )

    def moved(self, move: Callable[[Span], Span]) -> Record:
        """Return what is recorded, with all places moved."""
        scopes: dict[int, Scope] = {}

        def moved(scope: Scope) -> Scope:
            if id(scope) not in scopes:
                locals = {
                    name: evolve(local, span=local.span and move(local.span))
                    for name, local in scope.locals.items()
                }
                scopes[id(scope)] = evolve(scope, locals=locals)
            return scopes[id(scope)]

        return Record(
            None,
            {
                move(span): Expressed(moved(known.scope), known.type, known.expected)
                for span, known in self.expressions.items()
            },
            {move(span): moved(scope) for span, scope in self.statements.items()},
        )

    def statement(self, scope: Scope, span: Span) -> None:
        """Record the scope of a statement."""
        self.statements[span] = scope

    def locals(self) -> dict[Span, LocalName]:
        """Return the locals, by the places where they are declared."""
        scopes = (
            *(expression.scope for expression in self.expressions.values()),
            *self.statements.values(),
        )
        seen: set[int] = set()
        by_place: dict[Span, LocalName] = {}
        for scope in scopes:
            if id(scope.locals) in seen:
                continue
            seen.add(id(scope.locals))
            by_place |= {
                local.span: local for local in scope.locals.values() if local.span is not None
            }
        return by_place
