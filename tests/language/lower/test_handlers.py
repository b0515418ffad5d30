"""Every class of statements and expressions of a text is lowered by one function."""

from __future__ import annotations

from typing import get_args

from ruleslang.language.lower import expressions as _expressions
from ruleslang.language.lower import statement_handlers as _statements
from ruleslang.language.lower.blocks import HANDLERS as STATEMENTS
from ruleslang.language.lower.dispatch import HANDLERS as EXPRESSIONS
from ruleslang.language.syntax.expressions import Expression
from ruleslang.language.syntax.statements import Statement

assert _expressions and _statements  # they fill the tables


def test_every_class_of_statements_is_lowered() -> None:
    assert {each.__name__ for each in set(get_args(Statement)) - STATEMENTS.keys()} == set()


def test_every_class_of_expressions_is_lowered() -> None:
    assert {each.__name__ for each in set(get_args(Expression)) - EXPRESSIONS.keys()} == set()
