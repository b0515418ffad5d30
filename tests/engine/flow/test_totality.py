"""Which words can be evaluated for more members, for fewer, or in another order."""

from __future__ import annotations

import pytest

from ruleslang.engine.flow.ir_exprs import Apply, Constant, Expr, Fails, Invoke, Variable, When
from ruleslang.engine.flow.ir_stmts import Return
from ruleslang.engine.flow.simplify_exprs import Totality
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.program import types as t

SMALL, LARGE = t.Number(0, 9), t.Number(0, 2**55)
X, MAYBE = Variable("x", SMALL), Variable("m", t.Optional(SMALL))
BIG, SEVERAL = Variable("big", LARGE), Variable("several", t.SetOf(SMALL))


@pytest.mark.parametrize(
    ("word", "is_total"),
    [
        (Apply("+", (X, X), SMALL), True),
        (Apply("+", (BIG, BIG), LARGE), False),
        (Apply("+", (MAYBE, X), SMALL), False),
        (Apply("smaller", (MAYBE, X), SMALL), True),
        (Apply("/ down", (X, X), SMALL), False),
        (Apply("/ down", (X, Constant(2, SMALL)), SMALL), True),
        (Apply("subsets", (SEVERAL, X, X), t.ListOf(SEVERAL.type, 9)), False),
        (When(X, X, Fails("no-value", 1), SMALL), False),
    ],
)
def test_a_word_is_total_if_nothing_in_it_can_be_a_fault(word: Expr, is_total: bool) -> None:
    assert Totality({}).is_total(word) is is_total


def test_a_call_is_total_if_the_function_is() -> None:
    def value(name: str, answer: Expr) -> Routine:
        return Routine(name, (X,), (Return(answer),), is_pure=True)

    again = Invoke("again", (X,), SMALL)
    routines = (value("safe", X), value("fails", Fails("no-value", 1)), value("again", again))
    totality = Totality({each.name: each for each in routines})

    calls = (Invoke(each.name, (X,), SMALL) for each in routines)
    assert [totality.is_total(call) for call in calls] == [True, False, False]
