"""
Lowers the hooks on an event: their order of application, and a routine for the block of each.

The hooks of a step are listed when it begins, as rows (moment, seats away, place in the text,
card); whether each applies is tested when its turn comes.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, evolve, frozen

from ruleslang.engine.flow import ir_stmts as p
from ruleslang.engine.flow.build_exprs import (
    apply,
    both,
    entry_of,
    negated,
    pieced_together,
    with_entry,
)
from ruleslang.engine.flow.cards import all_fit, fits
from ruleslang.engine.flow.cell_access import checked
from ruleslang.engine.flow.context import (
    Body,
    Lowering,
    Usual,
    is_tuple,
    lowers_statement,
    or_empty,
)
from ruleslang.engine.flow.effects_in_force import InForce, carriers, in_force, order_of
from ruleslang.engine.flow.ir_exprs import (
    NONE,
    Apply,
    Bind,
    Cell,
    Constant,
    Expr,
    Through,
    Variable,
)
from ruleslang.engine.flow.state_layout import SUPPRESSED
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.engine.flow.whenever import quietly
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import CardPlay, Event, event_name
from ruleslang.program.references import Moment
from ruleslang.program.walk import walk

COUNT = t.Number(-1, 2**31 - 1)
ROW = t.ListOf(COUNT, 4)
ROWS = t.ListOf(ROW, 1000)


@define(eq=False)
class Hooked:
    """A hook that may be on an event."""

    force: InForce
    hook: s.Hook

    @property
    def place(self) -> Constant:
        """Its rank in the order of the text."""
        return Constant(self.force.written.place, COUNT)

    def of_row(self, row: Variable) -> p.Stmts:
        """Bind its carrier from a row."""
        if self.force.carrier is None:
            return ()
        return (p.Set(self.force.carrier, entry_of(row, 4, COUNT)),)


def hooks_on(lowering: Lowering, moment: Moment, event: Event) -> tuple[Hooked, ...]:
    """Return the hooks that may be on an event at a moment."""
    return tuple(
        Hooked(force, written.effect)
        for written in lowering.derived.effects.written_hooks.get((moment, event_name(event)), ())
        if isinstance(written.effect, s.Hook) and (force := in_force(lowering, written)) is not None
    )


def listed(lowering: Lowering, hooks: tuple[Hooked, ...], *, in_begun_order: bool) -> Expr:
    """Return the rows of all present carriers; among replacing hooks the outermost is last."""
    rows: list[Expr] = []
    for hooked in hooks:
        force = hooked.force
        if force.carrier is None:
            rows.append(Constant((_static_row(hooked, in_begun_order=in_begun_order),), ROWS))
            continue
        row = apply("tuple", *_keys(force, in_begun_order=in_begun_order), type=ROW)
        carriers_rows = Through(
            "members", force.carrier, carriers(force), force.finds_carrier, row, ROWS
        )
        rows.append(carriers_rows)
    all_rows = apply("sorted", pieced_together(rows, ROWS), type=ROWS)
    return (
        _not_suppressed(lowering, all_rows) if in_begun_order and lowering.suppresses else all_rows
    )


def _static_row(hooked: Hooked, *, in_begun_order: bool) -> tuple[int, ...]:
    seats, place = len(hooked.force.body.lowering.population.players), hooked.force.written.place
    return (0, seats, place, -1) if in_begun_order else (seats, 0, place, -1)


def _keys(force: InForce, *, in_begun_order: bool) -> tuple[Expr, ...]:
    order = order_of(force)
    assert isinstance(order, Apply)
    age, seats, place, card = order.operands
    return (age, seats, place, card) if in_begun_order else (seats, age, place, card)


def _not_suppressed(lowering: Lowering, rows: Expr) -> Expr:
    row = Variable(lowering.fresh("row"), ROW)
    key = apply("tuple", entry_of(row, 3, COUNT), entry_of(row, 4, COUNT), type=ROW)
    is_free = negated(apply("is in", key, Cell(SUPPRESSED, (), ROWS)))
    return Through("members", row, rows, is_free, None, ROWS)


def test_of(
    hooked: Hooked, compared: tuple[Expr, ...], by: Expr | None, answer: Expr | None
) -> Expr:
    """Return whether a hook applies now; binds the variables of its block."""
    b, hook = hooked.force.body, hooked.hook
    applies = hooked.force.holds
    if hook.answer is not None:
        taken = b.missing(hook.answer)
        answered = NONE if answer is None else or_empty(answer, taken.type)
        applies = both(applies, Bind(taken, answered))
    applies = both(applies, all_fit(b, hook.pattern, compared))
    if hook.by is not None:
        applies = both(applies, fits(b, hook.by, NONE if by is None else by))
    return applies if hook.condition is None else both(applies, b.expr(hook.condition))


def run_all(
    lowering: Lowering,
    compared: tuple[Variable, ...],
    by: Variable | None,
    hooks: tuple[Hooked, ...],
    answer: Variable | None,
) -> p.Stmts:
    """Run all hooks before or after something; they cannot change its answer."""
    if not hooks:
        return ()
    if all(hooked.force.carrier is None for hooked in hooks):
        return tuple(
            p.If(test_of(hooked, compared, by, answer), (_call(lowering, hooked),))
            for hooked in hooks
        )
    row = Variable(lowering.fresh("row"), ROW)
    cases: list[Case] = []
    for hooked in hooks:
        test = test_of(hooked, compared, by, answer)
        stmts = (*hooked.of_row(row), p.If(test, (_call(lowering, hooked),)))
        cases.append((hooked.force.written.place, stmts))
    rows = listed(lowering, hooks, in_begun_order=False)
    stmts = of_number(entry_of(row, 3, COUNT), cases)
    return (p.Each(lowering.fresh("hooks"), row, rows, stmts),)


Case = tuple[int, p.Stmts]
MOST_IN_A_ROW = 8  # numbers that are asked for one after the other


def of_number(number: Expr, cases: Sequence[Case]) -> p.Stmts:
    """
    Dispatch on a number that the cases do not change.

    Many cases use binary search, so a dispatch costs log n.
    """
    if len(cases) <= MOST_IN_A_ROW:
        return tuple(p.If(apply("same", number, Constant(at, COUNT)), stmts) for at, stmts in cases)
    ordered = sorted(cases, key=lambda case: case[0])
    assert len(dict(ordered)) == len(ordered), "a number stands for two cases"
    middle = len(ordered) // 2
    is_below = apply("<", number, Constant(ordered[middle][0], COUNT))
    halves = of_number(number, ordered[:middle]), of_number(number, ordered[middle:])
    return (p.If(is_below, *halves),)


def _call(lowering: Lowering, hooked: Hooked) -> p.Call:
    routine, arguments = hook_routine(lowering, hooked, None)
    return p.Call(routine, arguments)


@frozen(eq=False)
class Inner:
    """
    The values that replacing hooks pass inwards: the routine, its arguments, the remaining hooks
    and the position among them; who gets the latest arguments; the type of the answer.
    """

    routine: str
    given: tuple[Variable, ...]
    rows: Variable
    at: Variable
    latest: tuple[str, tuple[Variable, ...]] | None
    answers: t.Type | None


def hook_routine(
    lowering: Lowering, hooked: Hooked, inner: Inner | None
) -> tuple[str, tuple[Expr, ...]]:
    """Return the routine of a hook's block, and its arguments; `inner` is what it replaces."""
    b, place = hooked.force.body, hooked.force.written.place
    name = f"hook {place}"
    if inner is not None and isinstance(hooked.hook.event, CardPlay):
        name = f"{name} {inner.routine}"  # each play has its own choices and text
    extra: list[Variable] = []
    arguments: list[Expr] = []
    inside = Body(lowering, b.scope, b.locals, name, hooked.hook.origin, prefix=b.prefix)
    inside.variables = b.variables
    if inner is not None:
        extra = [*inner.given, inner.rows, inner.at]
        arguments = [*extra]
        card = Constant(-1, COUNT) if hooked.force.carrier is None else hooked.force.carrier
        key = apply("tuple", hooked.place, card, type=ROW)
        inside.answers = inner.answers
        skipped = lowering.skipped_of(hooked.hook.event)
        inside.usual = Usual(
            event_name(hooked.hook.event),
            inner.routine,
            inner.given,
            inner.rows,
            inner.at,
            key,
            skipped,
            inner.latest,
        )
    if name not in lowering.routines:
        _make_routine(inside, hooked, extra)
    routine = lowering.routines[name]
    if routine is None:  # it is recursive
        promised, _ = lowering.hooks[name]
        lowering.hooks[name] = promised, True
        return name, (*promised, *arguments)
    bound_now = routine.parameters[: len(routine.parameters) - len(extra)]
    return name, (*bound_now, *arguments)


def _make_routine(inside: Body, hooked: Hooked, extra: list[Variable]) -> None:
    """Create the routine of a hook's block; `own` are extra parameters if it replaces a run."""
    lowering, b, name = inside.lowering, hooked.force.body, inside.name
    lowering.routines[name] = None
    known = {variable.name: variable for variable in b.variables.values()}  # that the test gives
    lowering.hooks[name] = _promised(hooked), False
    stmts = inside.stmts(hooked.hook.block)
    promised, is_called_inside = lowering.hooks[name]
    bound = promised if is_called_inside else bound_by(stmts, known, hooked.force.carrier)
    lowering.routines[name] = Routine(
        name,
        (*bound, *extra),
        stmts,
        origin=hooked.hook.origin,
        locals=b.locals,
        variables=inside.variables,
        cleanup=tuple(inside.left),
    )


def _promised(hooked: Hooked) -> list[Variable]:
    """
    Return the variables bound by the test of an effect that its block may read, found before it is
    lowered, and its carrier.
    """
    named = {getattr(node, "slot", None) for node in walk(hooked.hook.block)}
    bound = [variable for slot, variable in hooked.force.body.variables.items() if slot in named]
    card = hooked.force.carrier
    return bound if card is None or card in bound else [*bound, card]


def bound_by(stmts: p.Stmts, known: dict[str, Variable], card: Variable | None) -> list[Variable]:
    """Return the variables bound by the test of an effect that its block reads, and its carrier."""
    if card is not None:
        known = {**known, card.name: card}
    needed = p.read(stmts) & known.keys()
    return [variable for variable in known.values() if variable.name in needed]


@lowers_statement(s.AsUsual)
def as_usual(x: s.AsUsual, b: Body) -> list[p.Stmt]:
    """Run what this hook replaces, with other arguments or the original ones."""
    usual = b.usual
    if usual is None:
        b.refuse("`as usual` outside of a hook in the place of something")
    arguments: tuple[Expr, ...] = usual.given
    if x.arguments is not None:
        last = usual.skipped + len(x.arguments)
        replaced = zip(x.arguments, usual.given[usual.skipped : last], strict=True)
        changed = (
            checked(b.expr(expression), variable.type, -1) for expression, variable in replaced
        )
        arguments = (*usual.given[: usual.skipped], *changed, *usual.given[last:])
    into, after = (None, list[p.Stmt]()) if x.into is None else b.answered(x.into, usual.event)
    kept = Variable("suppressed_", ROWS)
    given_variables = tuple(b.fresh("given", argument.type) for argument in arguments)
    return [
        *(
            p.Set(variable, argument)
            for variable, argument in zip(given_variables, arguments, strict=True)
        ),
        *_latest_arguments_stored(usual, given_variables),
        p.Set(kept, Cell(SUPPRESSED, (), ROWS)),
        p.Write(SUPPRESSED, (), with_entry(Cell(SUPPRESSED, (), ROWS), usual.key)),
        p.Call(usual.routine, (*given_variables, usual.rows, usual.at), into),
        *_latest_arguments_stored(usual, usual.given),
        p.Write(SUPPRESSED, (), kept),
        *after,
    ]


def _latest_arguments_stored(usual: Usual, arguments: tuple[Variable, ...]) -> list[p.Stmt]:
    """Store the latest arguments in the outer frame, for `in any case`."""
    if usual.latest_arguments is None:
        return []
    outer, parameters = usual.latest_arguments
    pairs = zip(parameters, arguments, strict=False)
    return [p.SetIn(outer, latest(parameter), value) for parameter, value in pairs]


def latest(parameter: Variable) -> Variable:
    """Return the variable of the outer frame that holds the latest argument for a parameter."""
    return Variable(f"latest__{parameter.name}", parameter.type)


def in_any_case(b: Body, block: s.Block, bound: tuple[Variable, ...], first: p.Stmts) -> p.Stmts:
    """Lower `in any case`; `given` and what `first` assigns always exist."""
    known = {variable.name for variable in (*bound, *p.assigned(first).values())}
    before = dict(b.variables)
    missing = [b.missing(slot) for slot, variable in before.items() if variable.name not in known]
    last = quietly(b.lowering, b.quietly(block))
    b.variables.update(before)
    needed = p.read(last)
    emptied = (
        p.Set(variable, or_empty(evolve(variable, type=t.Optional(variable.type)), variable.type))
        for variable in missing
        if is_tuple(variable.type) and variable.name in needed
    )
    return (*emptied, *last)
