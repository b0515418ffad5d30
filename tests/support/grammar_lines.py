"""
The grammar's alternatives for statements of one line, as the forms of their classes say them.

`python -m tests.support.probe` writes them into the grammar: a new form needs no other line there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

from ruleslang.language.syntax.node import FORMS, Form, Group, Slot
from ruleslang.language.syntax.simple_statements import Simple

GRAMMAR = Path(__file__).parents[2] / "grammar" / "ruleslang.lark"
STATEMENTS = re.compile(r"^\?simple: .*\n(?: +\| .*\n)*", re.M)
ALTERNATIVE = re.compile(r"^(?:\?simple:| +\|) (?P<text>\S.*?) +-> (?P<rule>\w+)$", re.M)
RULE = re.compile(r"^[?!]*(\w+)(?:\{\w+\})?:", re.M)
WORD = re.compile(r"\w+|[^\w\s]")
TERMINALS = {"Name": "NAME", "Text": "text", "Expression": "expr", "TypeNode": "type"}
STYLES = {
    "stored": "expr",
    "then": "criteria",
    "chooses": "postfix _chooses",
    "wins": "postfix _wins",
}

# A roll of several dice has a name where that of one may compute it; a call is all of its text.
BY_HAND = {"roll_many", "roll_into", "call"}


class NotSaid(Exception):
    """A form has a part that it does not say how to read."""


def with_lines_of_forms(grammar: str) -> str:
    """The grammar, with every alternative for a statement that a form says written by it."""
    found = STATEMENTS.search(grammar)
    assert found is not None
    said = dict(lines_of_forms(set(RULE.findall(grammar))))
    written = [(each["rule"], each["text"]) for each in ALTERNATIVE.finditer(found[0])]
    new = said.keys() - {rule for rule, _ in written}
    all_texts = [
        *((rule, said.get(rule, text)) for rule, text in written),
        *((rule, said[rule]) for rule in sorted(new)),
    ]
    lines = (f"{text:<61} -> {rule}\n" for rule, text in all_texts)
    return grammar.replace(found[0], "?simple: " + "       | ".join(lines))


def lines_of_forms(rules: set[str]) -> Iterator[tuple[str, str]]:
    """Each rule of a form that says all of it, with its text."""
    for kind in get_args(Simple):
        for form in FORMS[kind]:
            try:
                text = alternative_of(form, rules)
            except NotSaid:
                continue
            if not form.below:
                yield from ((rule, text) for rule in form.rules if rule not in BY_HAND)


def alternative_of(form: Form, rules: set[str]) -> str:
    """The grammar's text for a form; raises `NotSaid`."""
    parts = []
    for piece in form.head:
        inside = _texts(piece.pieces if isinstance(piece, Group) else (piece,), rules)
        parts.append(f"[{inside}]" if isinstance(piece, Group) else inside)
    return " ".join(filter(None, parts))


def _texts(pieces: Sequence[str | Slot], rules: set[str]) -> str:
    said = []
    for piece in pieces:
        if isinstance(piece, str):
            said += [f'"{word}"' for word in WORD.findall(piece)]
        else:
            said.append(_of_slot(piece, rules))
    if said[:1] == ['","'] and said[-1] in rules:
        raise NotSaid  # plain words behind a comma, which have a rule with it
    return " ".join(said)


def _of_slot(slot: Slot, rules: set[str]) -> str:
    kind = slot.type.removesuffix(" | None")
    if slot.sign or kind not in (*TERMINALS, "bool", "str", "tuple[Criterion, ...]"):
        raise NotSaid
    if kind in ("bool", "str") and slot.field in rules:
        return slot.field
    said = STYLES.get(slot.style, slot.style) or TERMINALS.get(kind)
    if said is None:
        raise NotSaid
    return said
