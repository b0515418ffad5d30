"""Prints the statements of a flow as C."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias, assert_never

from attrs import define, field, frozen

from ruleslang.engine.code.c_function import INDENT, Function, Game, mark, slug_name
from ruleslang.engine.code.constant_exprs import returns, uses
from ruleslang.engine.code.print_bit_sets import UsedAsTuple, Variant, is_mask, mask, maskable
from ruleslang.engine.code.print_exprs import FullExprPrinter, gives_back
from ruleslang.engine.code.print_tables import SHUFFLE_STREAMS, are_in_a_row, shuffle_streams
from ruleslang.engine.flow import ir_stmts as p
from ruleslang.engine.flow.ir_exprs import Expr, Variable
from ruleslang.engine.flow.operations import EFFECTS
from ruleslang.engine.flow.printed_names import routine_name
from ruleslang.engine.flow.state_layout import facts_family, shown_family
from ruleslang.engine.flow.tables_and_routines import Routine

Printed: TypeAlias = Callable[["_Effect"], str]

NOTES = ("repeat-limit",)  # safety limits, by number


@frozen(eq=False)
class _Effect:
    stmt: p.Do
    exprs: FullExprPrinter

    def given(self, place: int) -> Any:
        return self.stmt.given[place]

    def operands(self) -> list[str]:
        return self.exprs.exprs(self.stmt.operands)

    def called(self, function: str, *first: object) -> str:
        """Return a call with these arguments, then the operands."""
        return f"{function}({', '.join(['s', *map(str, first), *self.operands()])})"

    def stream(self, name: str) -> int:
        return self.exprs.game.flow.layout.streams[name]

    def die(self, name: str) -> tuple[int, int]:
        """Return the stream of a die, and the number of its faces."""
        return self.stream(f"dice {name}"), len(self.exprs.game.flow.population.faces[name])

    def shown(self, family: str) -> int:
        """Return the first of the cells for who was shown a family's; -1: none."""
        family_shown = self.exprs.game.flow.layout.families.get(shown_family(family))
        return -1 if family_shown is None else family_shown.base


def _throw(x: _Effect) -> str:
    die, family = x.given(0), x.given(1)
    of = x.exprs.game.flow.layout[family]
    number, *at = x.operands()
    place = " + ".join(
        [
            *(
                f"{coordinate} * {stride}"
                for coordinate, stride in zip(at, of.strides, strict=True)
            ),
            "0",
        ]
    )
    shown = x.shown(family)
    marks = f"{shown} + {place}" if shown >= 0 else "-1"
    stream, faces = x.die(die)
    return f"throw_dice(s, {stream}, {faces}, {number}, {of.base} + {place}, {marks})"


def _roll_again(x: _Effect) -> str:
    die, family, first, most = x.stmt.given
    of = x.exprs.game.flow.layout[str(family)]
    return x.called("roll_again", *x.die(str(die)), of.base, x.shown(str(family)), first, most)


def _shuffle(x: _Effect) -> str:
    (place,) = x.operands()
    streams = shuffle_streams(x.exprs.game.flow)
    if are_in_a_row(streams):
        return f"shuffle(s, {place}, {streams[0]} + {place})"
    return f"shuffle(s, {place}, {SHUFFLE_STREAMS}[{place}])"


def _fill(x: _Effect) -> str:
    of = x.exprs.game.flow.layout[x.given(0)]
    return x.called("fill", of.base, of.cells, x.shown(x.given(0)))


def _show(x: _Effect) -> str:
    layout = x.exprs.game.flow.layout
    of, shown = layout[x.given(0)], layout[x.given(1)]
    to, *at = x.operands()
    for place, numbers in enumerate(at):
        head = f"for (int64_t j{place} = 1; j{place} <= T(s, {numbers})[0]; j{place}++)"
        x.exprs.to.line(INNER * place + head)
    place_text = " + ".join(
        f"T(s, {numbers})[j{place}] * {of.strides[place]}" for place, numbers in enumerate(at)
    )
    cell = f"{of.base} + {place_text or 0}"
    return f"show(s, {cell}, {shown.base} + {place_text or 0}, {to})"


INNER = "    "


def _print_reveal(x: _Effect) -> str:
    family = x.exprs.game.flow.layout[facts_family(x.given(0))]
    return x.called("inform", family.base)


def _note(x: _Effect) -> str:
    return f"limit_reached(s, {NOTES.index(x.given(0))}, {x.given(1)})"


PRINTED: Mapping[str, Printed] = {
    "move": lambda x: x.called("move", int(x.given(0) == "top"), x.given(1)),
    "shuffle": _shuffle,
    "roll": lambda x: x.called("roll", *x.die(x.given(0))),
    "roll several": lambda x: x.called("roll_several", *x.die(x.given(0)), x.given(1)),
    "throw": _throw,
    "roll again": _roll_again,
    "pick": lambda x: x.called(
        "pick", x.stream(f"pick {x.given(0)}"), [*x.exprs.game.flow.picked].index(x.given(1))
    ),
    "fill": _fill,
    "point at": lambda x: f"s->statement = {x.given(0)}",
    "show": _show,
    "inform": _print_reveal,
    "note": _note,
    "change place": lambda x: x.called(
        "change_place", x.exprs.game.places_of(x.given(0)), x.given(1)
    ),
    "look anew": lambda x: "s->noted = 0",
    "what was noted": lambda x: "s->noted",
}


def effect(stmt: p.Do, exprs: FullExprPrinter) -> str:
    x = _Effect(stmt, exprs)
    if stmt.effect in PRINTED:
        return PRINTED[stmt.effect](x)
    return x.called(EFFECTS[stmt.effect].name.replace(" ", "_"), *stmt.given)


def fault(slug: str, origin: int) -> str:
    return f"fail(s, {slug_name(slug)}, {origin});"


@define(eq=False)
class StmtPrinter:
    """
    Prints the statements of one function.

    `kept` are the places of variables in the frame; empty in a plain function. `labels` are the
    blocks of loops that were cut; `place` is the comment for a statement; `place_below` the number
    of a routine, and the place of a variable in its frame. `mark` is the variable with the top of
    the heap that a plain function restores; `answers_bits`: whether it returns a set as bits.
    """

    exprs: FullExprPrinter
    place: Callable[[int], str]
    place_below: Callable[[str, str], tuple[int, int]]
    kept: Mapping[str, int]
    labels: Mapping[str, tuple[int, int]]
    waits: bool
    mark: str = ""
    answers_bits: bool = False
    used: set[str] = field(factory=set)

    def line(self, text: str) -> None:
        self.exprs.to.line(text)

    def stmts(self, stmts: p.Stmts | list[p.Stmt]) -> None:
        for stmt in stmts:
            self.step(stmt)

    def step(self, stmt: p.Stmt) -> None:
        match stmt:
            case p.At(statement):
                if statement != p.NOWHERE:
                    self.line(self.place(statement))
            case p.If(condition, then, otherwise):
                self._if(condition, then, otherwise)
            case p.Each():
                self._each(stmt)
            case p.Loop(label, body, tail):
                with self.exprs.to.block("for (;;)"):
                    self.stmts(body)
                    if f"next_{label}" in self.used:
                        self.line(f"next_{label}:;")
                    self.stmts(tail)
                self._label_after(label)
            case _:
                self._simple(stmt)

    def _if(self, condition: Expr, then: p.Stmts, otherwise: p.Stmts) -> None:
        with self.exprs.to.block(f"if ({self.exprs.condition(condition)})"):
            self.stored_bound(condition)
            self.stmts(then)
        if otherwise:
            with self.exprs.to.block("else"):
                self.stmts(otherwise)

    def _each(self, stmt: p.Each) -> None:
        name = stmt.variable.name
        with self.exprs.running(stmt.over, name, declares="", moves=True):
            self._stored([stmt.variable])
            self.stmts(stmt.body)
            if f"next_{stmt.label}" in self.used:
                self.line(f"next_{stmt.label}:;")
        self._label_after(stmt.label)

    def _label_after(self, label: str) -> None:
        if f"after_{label}" in self.used:
            self.line(f"after_{label}:;")

    def stored_bound(self, expr: Expr) -> None:
        """Store the variables bound by an expression in the frame."""
        self._stored(list(p.assigned(expr).values()))

    def _stored(self, variables: list[Variable]) -> None:
        for variable in variables:
            if variable.name in self.kept:
                self.line(f"F[{self.kept[variable.name]}] = {variable.name};")

    def taking(self, variable: Variable | None) -> str:
        """Return the start of an assignment to a variable, if there is one."""
        if variable is None:
            return ""
        name = variable.name
        return f"{name} = F[{self.kept[name]}] = " if name in self.kept else f"{name} = "

    def _simple(self, stmt: p.Stmt) -> None:
        exprs = self.exprs
        match stmt:
            case p.Set(variable, value):
                self.line(f"{self.taking(variable)}{exprs.scalar(value)};")
                self.stored_bound(value)
            case p.SetIn(routine, variable, value):
                number, place = self.place_below(routine, variable.name)
                self.line(f"frame_below(s, {number})[{place}] = {exprs.scalar(value)};")
            case p.Write(family, at, value):
                address, text = exprs.address(family, at), exprs.scalar(value)
                self.line(f"s->S[{address}] = {text};")
                self.stored_bound(value)
            case p.Do(into=into):
                self.line(f"{self.taking(into)}{effect(stmt, exprs)};")
                exprs.to.makes = True
            case p.Call(routine, arguments, into):
                arguments_text = "".join(f", {expr}" for expr in exprs.exprs(arguments))
                self.line(f"{self.taking(into)}{routine_name(routine)}(s{arguments_text});")
                exprs.to.makes = True
            case p.CountStep():
                self.line("step(s);")
            case p.CountDecision():
                self.line("count(s);")
            case p.Return(value) if self.answers_bits:
                assert value is not None
                self._return(mask(self.exprs, value), "Mask")
            case p.Return(value):
                self._return("NONE" if value is None else self.exprs.scalar(value))
            case p.Next(label):
                self._go(label, 0)
            case p.Leave(label):
                self._go(label, 1)
            case p.Fail(slug, origin):
                self.line(fault(slug, origin))
            case p.Win(winners):
                self.line(f"won(s, {self.exprs.expr(winners)});")
            case p.At() | p.If() | p.Each() | p.Loop() | p.Ask():
                raise AssertionError(stmt)
            case p.Stretch() | p.Landing() | p.End() | p.Cancel():
                raise AssertionError(stmt)
            case _:
                assert_never(stmt)

    def _return(self, text: str, type: str = "V") -> None:
        if self.waits:
            self.line(f"LEAVE({text});")
        elif self.mark:
            self.line(f"{{ {type} answer = {text}; give_back(s, {self.mark}); return answer; }}")
        else:
            self.line(f"return {text};")

    def _go(self, label: str, way: int) -> None:
        if label in self.labels:
            self.line(f"goto b{self.labels[label][way]};")
            return
        name = f"{('next', 'after')[way]}_{label}"
        self.used.add(name)
        self.line(f"goto {name};")


@frozen(eq=False)
class Variants:
    """
    All variants printed so far, in `lines`. `place` is the comment for a statement, `place_below`
    gives the place of a variable in frames.
    """

    place: Callable[[int], str]
    place_below: Callable[[str, str], tuple[int, int]]
    lines: list[str] = field(factory=list)

    def making(self, game: Game, function: str, answers_bits: bool) -> Variant | None:
        """Return a variant of a function that need not create the sets that it takes or returns."""
        routine = game.routine(function)
        masks = frozenset(maskable(game, routine))
        answers = [answer.value for answer in returns(routine)]
        if not routine.is_pure or routine.is_deep or routine.waits or None in answers:
            return None
        used = uses(routine.stmts)
        while masks or answers_bits:
            looking = FullExprPrinter(game, Function(), masks, uses=used)
            if answers_bits and not all(is_mask(looking, answer) for answer in answers if answer):
                return None
            name = game.owners.name("BITSOF" if answers_bits else "BYBITS", function)
            variant = Variant(name, masks)
            try:
                lines = list(self._printed(game, routine, variant, answers_bits))
            except UsedAsTuple as parameter:
                masks -= {str(parameter)}
                continue
            self.lines.extend(lines)
            return variant
        return None

    def _printed(
        self, game: Game, routine: Routine, variant: Variant, answers_bits: bool
    ) -> Iterator[str]:
        to, parameters = Function(), {parameter.name for parameter in routine.parameters}
        exprs = FullExprPrinter(game, to, variant.masks, uses=uses(routine.stmts))
        top = "mark" if answers_bits or gives_back(routine) else ""
        StmtPrinter(exprs, self.place, self.place_below, {}, {}, False, top, answers_bits).stmts(
            routine.stmts
        )
        takes = "".join(
            f", Mask given__{parameter.name}"
            if parameter.name in variant.masks
            else f", V {parameter.name}"
            for parameter in routine.parameters
        )
        yield mark(routine.origin)
        yield f"static {'Mask' if answers_bits else 'V'} {variant.name}(St *s{takes})"
        yield "{"
        if top:
            yield f"{INDENT}int64_t mark = s->top;"
        for name in sorted(variant.masks):
            high = f", (uint64_t)(given__{name} >> 64)" if game.mask_words == 2 else ""
            initial = f"{{(uint64_t)given__{name}{high}}}"
            yield f"{INDENT}const uint64_t bits__{name}[{game.mask_words}] = {initial};"
        yield from declared(name for name in locals_of(routine.stmts) if name not in parameters)
        yield from to.lines
        yield f"{INDENT}return {'0' if answers_bits else 'NONE'};"
        yield "}"


def locals_of(stmts: Any) -> list[str]:
    """Return the variables assigned, or read where a constant condition never lets them."""
    return list(dict.fromkeys([*p.assigned(stmts), *sorted(p.read(stmts))]))


def declared(names: Iterator[str]) -> Iterator[str]:
    for name in names:
        yield f"{INDENT}V {name} = NONE;"
