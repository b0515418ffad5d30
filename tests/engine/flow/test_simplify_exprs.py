"""Words are simplified for both compiled engines: inlined, and with their loops fused."""

from __future__ import annotations

from ruleslang.engine.flow.ir_exprs import (
    Apply,
    Bind,
    Both,
    Cell,
    Constant,
    Expr,
    Find,
    Invoke,
    Known,
    Through,
    Variable,
)
from ruleslang.engine.flow.ir_stmts import Return
from ruleslang.engine.flow.simplify_exprs import Simplifier, Totality
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.program import types as t

NUMBER = t.Number(0, 9)
SET = t.SetOf(NUMBER)
X, Y, P = (Variable(name, NUMBER) for name in ("x", "y", "p"))
ALL = Cell("numbers", (), SET)
TRUTH = t.Truth()


def _is(operation: str, *operands: Expr) -> Expr:
    return Apply(operation, operands, TRUTH)


def _simplifier(*routines: Routine, binds_one: bool = False) -> Simplifier:
    return Simplifier(Totality({each.name: each for each in routines}), binds_one=binds_one)


def _value(answer: Expr) -> Routine:
    return Routine("value big", (P,), (Return(answer),), is_pure=True)


def _members(variable: Variable, over: Expr, condition: Expr) -> Through:
    return Through("members", variable, over, condition, None, SET)


def test_a_short_value_is_inlined_where_it_is_called_for_many() -> None:
    big = _value(_is("<", Constant(5, NUMBER), P))
    word = _members(X, ALL, Invoke("value big", (X,), TRUTH))

    assert _simplifier(big).simplified(word) == _members(X, ALL, _is("<", Constant(5, NUMBER), X))


def test_what_an_inlined_value_binds_gets_a_name_of_its_own() -> None:
    some = _value(Find(Y, ALL, _is("<", Y, P)))
    call = Invoke("value big", (X,), TRUTH)

    both = _simplifier(some).simplified(Both(call, call))

    assert isinstance(both, Both)
    assert {both.left.variable.name, both.right.variable.name} == {"y_in0", "y_in1"}


def test_a_loop_through_the_members_of_a_loop_is_one_loop() -> None:
    inner = _members(Y, ALL, _is("<", Constant(2, NUMBER), Y))
    outer = _members(X, inner, _is("<", X, Constant(7, NUMBER)))

    fused = _members(
        X, ALL, Both(_is("<", Constant(2, NUMBER), X), _is("<", X, Constant(7, NUMBER)))
    )
    assert _simplifier().simplified(outer) == fused


def test_loops_stay_apart_where_another_fault_could_come_first() -> None:
    may_fail = _is("<", Known(Cell("last", (), t.Optional(NUMBER)), "no-value", 1, NUMBER), X)
    inner = _members(Y, ALL, _is("same", Apply("/ down", (Y, Y), NUMBER), Y))
    outer = _members(X, inner, may_fail)

    assert _simplifier().simplified(outer) == outer


def test_a_search_in_a_set_of_one_binds_its_variable() -> None:
    one = Apply("tuple of known", (Cell("last", (), NUMBER),), SET)
    word = Find(X, one, _is("<", X, Constant(7, NUMBER)))

    bound = Both(Bind(X, Cell("last", (), NUMBER)), _is("<", X, Constant(7, NUMBER)))
    assert _simplifier(binds_one=True).simplified(word) == bound
    assert _simplifier(binds_one=True).simplified(word, in_frame={"x"}) == word
    assert _simplifier().simplified(word) == word
