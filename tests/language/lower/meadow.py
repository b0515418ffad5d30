"""Expressions over one small rulebook: their meanings and types."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from attrs import frozen

from ruleslang.language.lower import behaviour
from ruleslang.language.lower.context import Context
from ruleslang.language.lower.expressions import lower, subject
from ruleslang.language.lower.patterns import choices_of
from ruleslang.language.lower.scope import Scope, Typed
from ruleslang.language.resolve.gather_symbols import resolve
from ruleslang.language.resolve.symbol_table import Symbols
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax.expressions import Expression
from ruleslang.language.syntax.parse import parse
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import CardPlay, ProcedureRun
from ruleslang.program.typing.type_names import describe
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Source

PRELUDE = Path(__file__).with_name("prelude.rules")

LOCALS: dict[str, t.Type] = {
    "p": t.Player(),
    "q": t.Player(),
    "c": t.Card(),
    "tall": t.Card("tree"),
    "k": t.Title(),
    "n": t.Number(0, 9),
    "m": t.Piece(),
    "sp": t.Space("field"),
    "maybe": t.Optional(t.Number(1, 5)),
    "order_of": t.ListOf(t.Player(), 4),
    "clash": t.UnderWay(ProcedureRun("fight")),
    "pending": t.UnderWay(CardPlay()),
    "z": t.WordOf("Side"),
    "d": t.SetOf(t.DieIn("cup"), 2),
}


@frozen
class Outcome:
    """What became of an expression: itself, the statements before it, what was said about it."""

    typed: Typed
    lifted: list[s.Statement]
    diagnostics: list[Diagnostic]

    @property
    def type(self) -> str:
        """Its type, in a message's words."""
        return describe(self.typed.type)

    @property
    def slugs(self) -> list[str]:
        """What was said, in short."""
        return [each.slug for each in self.diagnostics if each.slug != "may-lack-field"]


@cache
def symbols() -> Symbols:
    """The names of the rulebook."""
    tree, mistakes = parse(Source("prelude.rules", PRELUDE.read_text(encoding="utf-8")))
    found, problems = resolve([tree])

    assert not mistakes and not problems, (mistakes, problems)
    return found


def context() -> Context:
    """A fresh lowering of the rulebook."""
    made = Context(symbols())
    made.infer_value = lambda name: behaviour.infer_value(made, name)
    made.choices_of = lambda node, kind: choices_of(made, node, kind)
    return made


def expression(text: str) -> Expression:
    """The node of an expression, or of a set phrase."""
    source = Source("line.rules", f"procedure here\n    move {text} to nowhere\n")
    tree, mistakes = parse(source)
    assert not mistakes, mistakes
    declared = tree.declarations[0]
    assert isinstance(declared, syntax.Procedure)
    return declared.body.statements[0].subject  # type: ignore[union-attr]


def question(text: str) -> Expression:
    """The node of an expression that may be a condition."""
    source = Source("line.rules", f"value here = {text}\n")
    tree, mistakes = parse(source)
    assert not mistakes, mistakes
    declared = tree.declarations[0]
    assert isinstance(declared, syntax.Value) and declared.expression is not None
    return declared.expression


def local(name: str) -> e.Local:
    """One of the locals of that scope, as it is read."""
    return e.Local(list(LOCALS).index(name))


def scope(*, claim: bool = False, you: bool = False) -> Scope:
    """A scope with some locals of every sort."""
    made = Scope(context(), claim=claim)
    for name, type in LOCALS.items():
        made = made.with_local(name, type, None, "let", settable=True)
    return made.with_local("you", t.Player(), None, "you") if you else made


def lowered(
    text: str, expected: t.Type | None = None, *, lifting: bool = False, claim: bool = False
) -> Outcome:
    """What becomes of an expression."""
    where = scope(claim=claim)
    into: list[s.Statement] = []
    typed = lower(where.lifting(into) if lifting else where, question(text), expected)
    return Outcome(typed, into, where.context.diagnostics)


def run_through(text: str) -> Outcome:
    """What becomes of a set phrase that something runs through."""
    where = scope()
    return Outcome(subject(where, expression(text)), [], where.context.diagnostics)
