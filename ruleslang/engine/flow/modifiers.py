"""
Weaves modifiers into the routine of a named value.

First the amounts in force are gathered by stage; then the value is computed, or taken from
`becomes` or `starts from`, and changed. Where the order matters (`becomes`, `starts from`,
`include`), the latest one counts, or they apply in the order they began.
"""

from __future__ import annotations

from attrs import define, field

from ruleslang.engine.flow.build_exprs import apply, both, is_sure, kept, known, negated, with_entry
from ruleslang.engine.flow.cards import all_fit
from ruleslang.engine.flow.cell_access import checked
from ruleslang.engine.flow.context import Body
from ruleslang.engine.flow.effects_in_force import ORDER, InForce, each_in_force, in_force
from ruleslang.engine.flow.ir_exprs import NO, YES, Constant, Expr, Variable
from ruleslang.engine.flow.ir_stmts import If, Return, Set, Stmt
from ruleslang.program import declarations as d
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.references import Stage
from ruleslang.program.typing.lattice import optional, plain

NUMBER = t.Number(-(2**62), 2**62)
ARITHMETIC: dict[Stage, str] = {"+": "+", "-": "-", "times": "*"}
START: dict[Stage, int | tuple[()] | None] = {
    "+": 0,
    "-": 0,
    "times": 1,
    "at least": None,
    "at most": None,
    "include": (),
    "exclude": (),
}


def modified(
    b: Body, declared: d.Value, parameters: tuple[Variable, ...], lets: list[Stmt], cases: Expr
) -> list[Stmt]:
    """Return the statements of a named value with all its modifiers."""
    modifiers = [
        force
        for written in b.lowering.derived.effects.written_modifiers.get(declared.name, ())
        if (force := in_force(b.lowering, written, watches=b.watches, has_eyes=b.has_eyes))
        is not None
    ]
    if not modifiers:
        return [*lets, Return(_answer(b, declared, cases))]
    return _Stages(b, declared).stmts(modifiers, parameters, lets, cases)


def _answer(b: Body, declared: d.Value, expr: Expr) -> Expr:
    return kept(b, checked(expr, declared.type, declared.origin), declared.type)


@define(eq=False)
class _Stages:
    """The variables in which the amounts of each stage are gathered."""

    b: Body
    declared: d.Value
    used: dict[Stage, Variable] = field(factory=dict)

    def stmts(
        self,
        in_force: list[InForce],
        parameters: tuple[Variable, ...],
        lets: list[Stmt],
        cases: Expr,
    ) -> list[Stmt]:
        gathering = [stmt for force in in_force for stmt in self._gather(force, parameters)]
        return [*self._begin(), *gathering, *self._value(lets, cases), *self._staged()]

    def _variable(self, stage: Stage) -> Variable:
        if stage not in self.used:
            type = self._any_value() if stage in ("becomes", "starts from") else NUMBER
            if stage in ("include", "exclude"):
                type = t.ListOf(t.ListOf(ORDER, 2), limits.MEMBERS)
            word = {"+": "more", "-": "less"}.get(stage, stage.replace(" ", "_"))
            self.used[stage] = Variable(f"{word}_", type)
        return self.used[stage]

    def _any_value(self) -> t.Type:
        is_number = isinstance(plain(self.declared.type), t.Number)
        return optional(NUMBER if is_number else self.declared.type)

    def _begin(self) -> list[Stmt]:
        stmts: list[Stmt] = []
        for stage, variable in self.used.items():
            if stage in ("becomes", "starts from"):
                stmts.append(Set(_when(variable), Constant(None, ORDER)))
            else:
                stmts.append(Set(variable, Constant(START[stage], variable.type)))
        if any(stage in START and stage not in ("include", "exclude") for stage in self.used):
            stmts.append(Set(_IS_CHANGED, NO))
        return stmts

    # ------------------------------------------------------------ gathering

    def _gather(self, force: InForce, parameters: tuple[Variable, ...]) -> list[Stmt]:
        """Gather the amounts of one modifier, for each of its carriers."""
        modifier = force.written.effect
        assert isinstance(modifier, s.Modifier)
        fits = all_fit(force.body, modifier.pattern, parameters)
        if modifier.condition is not None:
            fits = both(fits, force.body.expr(modifier.condition))

        def then(began: Expr) -> tuple[Stmt, ...]:
            return tuple(
                stmt for change in modifier.changes for stmt in self._change(force, change, began)
            )

        return each_in_force(force, then, fits)

    def _change(self, force: InForce, change: s.Change, began: Expr) -> list[Stmt]:
        amount, stage = force.body.expr(change.amount), change.stage
        variable = self._variable(stage)
        if stage in ("becomes", "starts from"):
            later = apply("is earlier", _when(variable), began)
            now = self.b.fresh("amount", amount.type)  # evaluated even if a later one counts
            of = amount if is_sure(amount) else now
            taken = If(later, (Set(_when(variable), began), Set(variable, of)))
            return [taken] if of is amount else [Set(now, amount), taken]
        amount = known(amount, force.body.origin)
        if stage in ("include", "exclude"):
            row = apply("tuple", began, amount, type=t.ListOf(ORDER, 2))
            return [Set(variable, with_entry(variable, row))]
        return [Set(variable, _added(stage, variable, amount)), Set(_IS_CHANGED, YES)]

    # ------------------------------------------------------------ the value

    def _value(self, lets: list[Stmt], cases: Expr) -> list[Stmt]:
        """Return the initial value of the stages; `becomes` replaces everything."""
        value = Variable("value_", self._any_value())
        stmts: list[Stmt] = [*lets, Set(value, cases)]
        if "starts from" in self.used:
            start = self.used["starts from"]
            begins = apply("is none", _when(start))
            stmts = [If(begins, tuple(stmts), (Set(value, start),))]
        if "becomes" in self.used:
            last = self.used["becomes"]
            answer = Return(_answer(self.b, self.declared, last))
            stmts = [If(negated(apply("is none", _when(last))), (answer,)), *stmts]
        return stmts

    def _staged(self) -> list[Stmt]:
        value: Expr = Variable("value_", self._any_value())
        if "include" in self.used or "exclude" in self.used:
            return [Return(_answer(self.b, self.declared, self._changed_set(value)))]
        if not any(stage in START for stage in self.used):
            return [Return(_answer(self.b, self.declared, value))]
        plain = known(value, self.declared.origin)
        changed: Expr = Variable("number_", NUMBER)
        stmts: list[Stmt] = [Set(Variable("number_", NUMBER), plain)]
        for stage, operation in ARITHMETIC.items():
            if stage in self.used:
                changed = apply(operation, changed, self.used[stage], type=NUMBER)
        if "at least" in self.used:
            changed = apply("larger", changed, self.used["at least"], type=NUMBER)
        if "at most" in self.used:
            changed = apply("smaller", changed, self.used["at most"], type=NUMBER)
        unchanged = If(negated(_IS_CHANGED), (Return(_answer(self.b, self.declared, value)),))
        return [unchanged, *stmts, Return(_answer(self.b, self.declared, changed))]

    def _changed_set(self, value: Expr) -> Expr:
        """Return the set with included members, in their order, and without excluded ones."""
        type = self.declared.type
        if "include" in self.used:
            added = apply("in turn", self.used["include"], type=type)
            value = apply("union", value, added, type=type)
        if "exclude" in self.used:
            value = apply(
                "without", value, apply("in turn", self.used["exclude"], type=type), type=type
            )
        return value


_IS_CHANGED = Variable("is_changed_", t.Truth())


def _when(variable: Variable) -> Variable:
    """Return the start time of what a variable holds; none if it is empty."""
    return Variable(f"{variable.name}began", t.Optional(ORDER))


def _added(stage: Stage, variable: Variable, amount: Expr) -> Expr:
    match stage:
        case "+" | "-":
            return apply("+", variable, amount, type=NUMBER)
        case "times":
            return apply("*", variable, amount, type=NUMBER)
        case "at least":
            return apply("larger", variable, amount, type=NUMBER)
        case _:
            return apply("smaller", variable, amount, type=NUMBER)
