"""What to write where several things stand in the place of one."""

from __future__ import annotations

import re

from ruleslang.program import types as t
from ruleslang.program.typing.lattice import element, is_collection, plain
from ruleslang.source.diagnostic import Help
from ruleslang.source.fix import Proposal, without_citations, write_line
from ruleslang.source.span import Span

DECLARED = re.compile(r"value \w+(?:\([^=]*\))?: (\w+) = ")
ASKED_OF = (t.Card, t.Title, t.Player, t.Piece)
ASKED = re.compile(r"(?:\b(?P<fold>sum|highest|lowest) of )?\b(?P<of>\w+)\($")
REMARKS = re.compile(r"#[^\n]*")
OPERAND = re.compile(r"\w+(?:\([^()]*\))?|\([^()]*\)|\{[^{}]*\}")


def fresh_name(span: Span) -> str:
    """A name for a member that does not occur in the text around the place."""
    text = REMARKS.sub("", span.source.text)
    return next((name for name in "cdexyz" if not re.search(rf"\b{name}\b", text)), "one")


def declared_set(span: Span, met: t.Type, expected: t.Type) -> str | None:
    """A value that is declared as one thing, and is a set of them."""
    declared = DECLARED.match(span.source.line(span.line))
    if not declared or not is_collection(met) or element(met) != expected:
        return None
    return f"declare several as `set of {declared[1]}`; for one, use `first(S)`"


def changed_each(span: Span, met: t.Type, expected: t.Type) -> Help:
    """The loop for `set ready(field(p)) to yes`: one place is changed at a time."""
    line = without_citations(span.source.line(span.line)).strip()
    changed = re.fullmatch(r"(?:set|(?:add|subtract) \S+ (?:to|from)) \w+\((.+)\)( to .+)?", line)
    if not changed or changed[1] != span.text or not is_collection(met):
        return None
    if element(met) != expected or not isinstance(expected, ASKED_OF):
        return None
    name = fresh_name(span)
    each = line.replace(f"({span.text})", f"({name})", 1)
    text = f"change one at a time: `for each {name} in {span.text}`, below it `{each}`"
    return Proposal(text, (f"for each {name} in {span.text}", f"    {each}"), whole_line=True)


def of_each(span: Span, met: t.Type, expected: t.Type, fold: str = "") -> Help:
    """
    The help for asking a set for a property of its members: `sum of power(camp(p))`.

    `fold` is the aggregate to use where the line has none.
    """
    text, wanted = span.source.text, plain(expected)
    call = ASKED.search(text, 0, span.start)
    alone = call is not None and text[span.end : span.end + 1] == ")"
    if not (alone and is_collection(met) and isinstance(wanted, ASKED_OF)) or call is None:
        return None
    word = call["fold"] or fold or _fold_of_value(text, call["of"])
    if not word or not OPERAND.fullmatch(span.text):
        return None
    name = fresh_name(span)
    written = f"{word} of {call['of']}({name}) over {name} in {span.text}"
    call_of_set = f"{call[0]}{span.text})"
    line = without_citations(span.source.line(span.line)).strip()
    if line.count(call_of_set) != 1:
        return f"of several: `{written}`"
    meant = written if call["fold"] else f"({written})"
    return write_line(line.replace(call_of_set, meant), f"of several: `{written}`")


def _fold_of_value(text: str, name: str) -> str:
    """The fold of a value or state of numbers, as far as the file says."""
    number = rf"^(?:value|state) {name}\([^)\n]*\): -?\d"
    return "sum" if re.search(number, text, re.MULTILINE) else ""
