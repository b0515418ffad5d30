"""Nothing of the contract is without a meaning."""

from __future__ import annotations

from typing import get_args

from ruleslang.engine.flow.expressions.all import EXPRESSIONS as LOWERED_EXPRESSIONS
from ruleslang.engine.flow.expressions.builtins import FUNCTIONS as LOWERINGS
from ruleslang.engine.flow.statements.all import STATEMENTS as LOWERED_STATEMENTS
from ruleslang.engine.interpreter.builtins import BODIES
from ruleslang.engine.interpreter.dispatch import MEANINGS
from ruleslang.explanation.odds.propagate import COUNTED
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.builtins import FUNCTIONS


def test_every_expression_has_a_meaning() -> None:
    assert set(MEANINGS.expressions) == set(get_args(e.Expr))


def test_every_statement_has_one_meaning() -> None:
    assert {*MEANINGS.simple, *MEANINGS.compound} == set(get_args(s.Statement))
    assert not MEANINGS.simple.keys() & MEANINGS.compound.keys()


# `cell` is found on the board that a program names.
VARIANTS = {
    (row.name, of)
    for row in FUNCTIONS.values()
    for of in row.compares or ("",)
    if row.name != "cell"
}


def test_every_built_in_function_has_a_body() -> None:
    assert set(BODIES) == VARIANTS


def test_every_built_in_function_has_a_lowering() -> None:
    assert set(LOWERINGS) == VARIANTS


# Expressions of claims and examples, which no engine plays but the interpreter.
NOT_LOWERED = {e.ChanceOf, e.CopyInZone, e.NumberOfChoices}


def test_every_statement_has_a_lowering() -> None:
    assert set(LOWERED_STATEMENTS) == set(get_args(s.Statement))


def test_every_expression_has_a_lowering() -> None:
    assert set(LOWERED_EXPRESSIONS) | NOT_LOWERED == set(get_args(e.Expr))
    assert not LOWERED_EXPRESSIONS.keys() & NOT_LOWERED


# Turns, questions to several and moments: exact chances follow them way by way, as they do all
# statements that change the match or ask a player.
FOLLOWED = {s.AtOnce, s.TakeTurns, s.TogetherForEach}


def test_every_branch_and_loop_is_counted_or_followed() -> None:
    branching = {*get_args(s.Branching), *get_args(s.Looping)}

    assert branching - COUNTED.keys() == FOLLOWED
    assert COUNTED.keys() <= set(get_args(s.Statement))
