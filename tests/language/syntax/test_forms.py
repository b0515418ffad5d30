"""Every class of nodes can be built and printed, and its forms name existing fields."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs
import pytest

from ruleslang.language.format.statements import BY_HAND
from ruleslang.language.syntax import declarations, expressions, statements
from ruleslang.language.syntax.node import FORMS, Form, Marks, Name, Node, Text
from ruleslang.language.syntax.simple_statements import Marked
from tests.support.grammar_lines import GRAMMAR, with_lines_of_forms

# Leaves, what only others print, and what is never printed.
PRINTED_BY_OTHERS = {
    Name, Text, Marks, expressions.Number, statements.Block, statements.Body,
    declarations.Cell, declarations.Row, declarations.Junk, Marked,
}  # fmt: skip


def below(kind: type[Node]) -> Iterator[type[Node]]:
    for derived in kind.__subclasses__():
        yield derived
        yield from below(derived)


def test_the_grammar_has_the_lines_that_forms_say() -> None:
    grammar = GRAMMAR.read_text("utf-8")
    move = '"move" setphrase "to" postfix [position]'

    assert with_lines_of_forms(grammar) == grammar
    without = re.sub(r"(?m)^ +\| .* -> move\n", "", grammar)
    assert with_lines_of_forms(without.replace('"the" direction', "NAME")).count(move) == 1


@pytest.mark.parametrize("kind", sorted({*below(Node)} - PRINTED_BY_OTHERS, key=str))
def test_every_node_has_a_form_or_is_printed_by_hand(kind: type[Node]) -> None:
    assert kind in FORMS or kind in BY_HAND


@pytest.mark.parametrize("form", [form for forms in FORMS.values() for form in forms], ids=str)
def test_a_form_contains_each_field_once(form: Form) -> None:
    fields = {field.name for field in attrs.fields(form.kind)} - {"span", "marks"}
    named = [slot.field for slot in form.slots]

    assert len(named) == len(set(named))
    assert {*named, *form.left_out} - {"block"} == fields - {"block"}
    assert not set(named) & set(form.fixed)
