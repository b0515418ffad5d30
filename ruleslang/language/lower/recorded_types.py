"""The locals and type of each expression, recorded by lowering for editors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from attrs import define, evolve, field, frozen

from ruleslang.language.resolve.symbol_table import Symbols
from ruleslang.program import types as t
from ruleslang.program.locals import Role, Slot
from ruleslang.source.span import Span


@frozen
class LocalName:
    """
    A local: its type, where it is declared, its role, and its slot.

    `settable` says that `set` may write it; `loops`, how many loops enclose its declaration.
    """

    name: str
    type: t.Type
    span: Span | None
    role: Role
    slot: Slot
    settable: bool = False
    loops: int = 0


Locals: TypeAlias = dict[str, LocalName]


@frozen(eq=False)
class Expressed:
    """
    An expression: the locals of its scope, its type, and the type that is expected.

    `expected` is None where any type will do.
    """

    locals: Locals
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
    statements: dict[Span, Locals] = field(factory=dict)
    _is_known: bool | None = None  # whether all types are known, once somebody asked

    def expression(self, locals: Locals, span: Span, type: t.Type, expected: t.Type | None) -> None:
        """Record an expression; an unknown type does not replace a known one."""
        before = self.expressions.get(span)
        if before is None or not isinstance(type, t.Unknown):
            self.expressions[span] = Expressed(locals, type, expected)

    def add(self, other: Record) -> None:
        """Record all that another has, to which nothing is added any more."""
        if other._is_known is None:
            types = (expressed.type for expressed in other.expressions.values())
            other._is_known = not any(isinstance(type, t.Unknown) for type in types)
        for span, expressed in () if other._is_known else other.expressions.items():
            if not isinstance(expressed.type, t.Unknown) or span not in self.expressions:
                self.expressions[span] = expressed
        self.expressions |= other.expressions if other._is_known else {}
        self.statements |= other.statements

    def within(self, place: Span) -> Record:
        """Return what is recorded inside of a place."""

        inside = place.contains
        return Record(
            None,
            {span: value for span, value in self.expressions.items() if inside(span)},
            {span: locals for span, locals in self.statements.items() if inside(span)},
        )

    def moved(self, move: Callable[[Span], Span]) -> Record:
        """Return what is recorded, with all places moved."""
        known_moved: dict[int, Locals] = {}

        def moved(locals: Locals) -> Locals:
            if id(locals) not in known_moved:
                known_moved[id(locals)] = {
                    name: evolve(local, span=local.span and move(local.span))
                    for name, local in locals.items()
                }
            return known_moved[id(locals)]

        return Record(
            None,
            {
                move(span): Expressed(moved(known.locals), known.type, known.expected)
                for span, known in self.expressions.items()
            },
            {move(span): moved(locals) for span, locals in self.statements.items()},
        )

    def locals(self) -> dict[Span, LocalName]:
        """Return the locals, by the places where they are declared."""
        of_expressions = (expression.locals for expression in self.expressions.values())
        scopes = {id(locals): locals for locals in (*of_expressions, *self.statements.values())}
        found = (local for locals in scopes.values() for local in locals.values())
        return {local.span: local for local in found if local.span is not None}
