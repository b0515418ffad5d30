"""Suggests replacements for several things in place of one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ruleslang.language.resolve.symbol_table import Symbols
from ruleslang.language.syntax.declarations import State, Value
from ruleslang.language.syntax.expressions import Apply, Fold, Is, RangeType
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.simple_statements import Add, Set, Subtract
from ruleslang.language.syntax.walk import find, innermost
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import element, is_collection, plain
from ruleslang.source.diagnostic import Diagnostic, Help, error
from ruleslang.source.fix import Proposal, without_citations, write, write_line
from ruleslang.source.span import Span

ASKED_OF = (t.Card, t.Title, t.Player, t.Piece)
OPERAND = re.compile(r"\w+(?:\([^()]*\))?|\([^()]*\)|\{[^{}]*\}")


def spoken_of_players(node: Is, symbols: Symbols) -> Diagnostic | None:
    """Report `nobody is rich`, where `rich` is asked of one player."""
    who, asked = node.left.span.text, node.right.span.text
    match symbols.declared(asked, State, Value):
        case State(index=(_,)) | Value(parameters=(_,)):
            # data of many rows: on the first such line, not on import
            from ruleslang.language.syntax.diagnostics.phrasebook.shape_rows import OF_PLAYERS
        case _:
            return None
    put = next((put for words, _, put in OF_PLAYERS if re.fullmatch(words, who)), None)
    if put is None:
        return None
    name = fresh_name(symbols.around(node.span), symbols)
    help = write(put.format(name, f"{'not ' if node.negated else ''}{asked}({name})"))
    message = f"`{node.span.text}` is written differently"
    return error("other-wording", node.span, message, help=help)


def fresh_name(around: Sequence[Node], symbols: Symbols) -> str:
    """Return a name for a member that nothing in the rulebook or the declaration has."""
    taken = symbols.known() | names_in(around)
    return next((name for name in "cdexyz" if name not in taken), "one")


def names_in(around: Sequence[Node]) -> set[str]:
    """Return the names that a declaration contains."""
    return {name.text for node in around[:1] for name in find(node, Name)}


def declared_set(span: Span, found: t.Type, expected: t.Type, around: Sequence[Node]) -> str | None:
    """Return a value that is declared as one thing, and is a set of them."""
    declared = innermost(around, Value)
    if declared is None or declared.type is None or declared.expression is None:
        return None
    if declared.expression.span != span or not is_collection(found) or element(found) != expected:
        return None
    return f"declare several as `set of {declared.type.span.text}`; for one, use `first(S)`"


def changed_each(
    span: Span, found: t.Type, expected: t.Type, around: Sequence[Node], symbols: Symbols
) -> Help:
    """Return the loop for `set ready(field(p)) to yes`: one place is changed at a time."""
    line = next((line for line in around if isinstance(line, Set | Add | Subtract)), None)
    if line is None or not is_collection(found) or element(found) != expected:
        return None
    if _argument(line.place) != span or not isinstance(expected, ASKED_OF):
        return None
    name = fresh_name(around, symbols)
    each = line.span.text.replace(f"({span.text})", f"({name})", 1)
    text = f"change one at a time: `for each {name} in {span.text}`, below it `{each}`"
    return Proposal(text, (f"for each {name} in {span.text}", f"    {each}"), whole_line=True)


def _argument(node: Node) -> Span | None:
    is_call = isinstance(node, Apply) and len(node.arguments) == 1
    return node.arguments[0].span if isinstance(node, Apply) and is_call else None


def of_each(
    span: Span,
    found: t.Type,
    expected: t.Type,
    around: Sequence[Node],
    symbols: Symbols,
    fold: str = "",
) -> Help:
    """
    Return the help for asking a set for a property of its members: `sum of power(camp(p))`.

    `fold` is the aggregate to use where the line has none.
    """
    calls = (node for node in around if isinstance(node, Apply) and _argument(node) == span)
    call, folded = next(calls, None), innermost(around, Fold)
    if call is None or not is_collection(found) or not isinstance(plain(expected), ASKED_OF):
        return None
    is_folded = folded is not None and folded.operand is call
    of = call.function.text
    word = folded.word if folded is not None and is_folded else fold
    if not word:
        match symbols.declared(of, Value) or symbols.declared(of, State):
            case Value(type=RangeType()) | State(type=RangeType()):
                word = "sum"
    if not word or not OPERAND.fullmatch(span.text):
        return None
    name = fresh_name(around, symbols)
    written = f"{word} of {of}({name}) over {name} in {span.text}"
    old = folded.span.text if folded is not None and is_folded else call.span.text
    line = without_citations(span.source.line(span.line)).strip()
    if line.count(old) != 1:
        return f"of several: `{written}`"
    intended = written if is_folded else f"({written})"
    return write_line(line.replace(old, intended), f"of several: `{written}`")
