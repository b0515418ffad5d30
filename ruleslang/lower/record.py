"""What lowering finds out about places of the text, written down for whoever asks: an editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ruleslang.program import types as t
from ruleslang.resolve.symbol_table import Symbols
from ruleslang.source.span import Span

if TYPE_CHECKING:
    from ruleslang.lower.scope import LocalName, Scope


@frozen(eq=False)
class Expressed:
    """
    An expression: the scope that it is read in, its type, and the type that is wanted there.

    `expected` is None where any type will do.
    """

    scope: Scope
    type: t.Type
    expected: t.Type | None


@define(eq=False)
class Record:
    """
    Filled by one lowering, which never reads it; a lowering without a record does not pay for it.

    `symbols` are those of the text as it is written; `expressions` and `statements` are known by
    their places, so that what is lowered for several types or zones has one entry: the last that
    is known.
    """

    symbols: Symbols | None = None
    expressions: dict[Span, Expressed] = field(factory=dict)
    statements: dict[Span, Scope] = field(factory=dict)

    def expression(self, scope: Scope, span: Span, type: t.Type, expected: t.Type | None) -> None:
        """Note what an expression is; what is unknown takes no place of what is known."""
        before = self.expressions.get(span)
        if before is None or not isinstance(type, t.Unknown):
            self.expressions[span] = Expressed(scope, type, expected)

    def statement(self, scope: Scope, span: Span) -> None:
        """Note the scope that a statement is read in."""
        self.statements[span] = scope

    def locals(self) -> dict[Span, LocalName]:
        """The local names, by the places where they are made."""
        scopes = (*(each.scope for each in self.expressions.values()), *self.statements.values())
        seen: set[int] = set()
        found: dict[Span, LocalName] = {}
        for scope in scopes:
            if id(scope.locals) in seen:
                continue
            seen.add(id(scope.locals))
            found |= {each.span: each for each in scope.locals.values() if each.span is not None}
        return found
