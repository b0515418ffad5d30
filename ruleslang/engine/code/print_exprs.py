"""
Prints expressions as C.

An expression becomes lines that compute what must come first, in order, and an expression for the
next line. An expression that may fault, or creates tuples, is stored in a variable at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import assert_never

from attrs import evolve, frozen

from ruleslang.engine.code import print_bit_sets, print_loops
from ruleslang.engine.code.c_function import INDENT, Function, is_scalar, is_truth, slug_name
from ruleslang.engine.code.constant_exprs import is_ascending
from ruleslang.engine.code.expr_printer import ExprPrinter, Parts, is_zone
from ruleslang.engine.code.precomputed_functions import domains, known_answer
from ruleslang.engine.code.print_bit_sets import UsedAsTuple
from ruleslang.engine.code.print_loops import asked_of_pieces, gathered, given_back
from ruleslang.engine.code.print_tables import is_computed
from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow.ir_stmts import Return, stmts_in
from ruleslang.engine.flow.operations import OPERATIONS, Operation
from ruleslang.engine.flow.printed_names import printed_name, routine_name
from ruleslang.engine.flow.simplify_exprs import is_small_number
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.program import types as t

ORDERED = ("<", "<=", ">", ">=")


@frozen(eq=False)
class FullExprPrinter(ExprPrinter):
    """Prints the expressions of one function."""

    def expr(self, expr: v.Expr) -> str:
        match expr:
            case v.Constant(value):
                return self.game.value(value)
            case v.Variable(name):
                if name in self.only_bits:
                    raise UsedAsTuple(name)
                return name
            case v.Cell(family):
                return f"lent(s, {self.pile(expr)})" if is_zone(family) else self.cell(expr)
            case v.Lookup():
                return self._lookup(expr)
            case v.Apply():
                return self._apply(expr)
            case v.Both(left, right):
                return self._short("&&", left, right)
            case v.Either(left, right):
                return self._short("||", left, right)
            case v.When():
                return self.one_of(expr, "V", self.expr)
            case v.Invoke(function, arguments):
                known = known_answer(self.game, expr)
                return self._invoke(function, arguments) if known is None else self.expr(known)
            case v.Through():
                return self._search(expr)
            case v.Find():
                return self._find(expr)
            case v.Bind(variable, value):
                self.to.line(f"{variable.name} = {self.expr(value)};")
                return "1"
            case _:
                return self._tested(expr)

    def _operands(self, row: Operation, operands: tuple[v.Expr, ...]) -> list[str]:
        """Return operands as texts; of a pile with undrawn cards only those read are drawn."""
        match row.name, operands:
            case ("number of" | "is empty", (several,)):
                return [self.counted(several)]
            case (("first" | "last") as end, (v.Cell() as pile,)) if is_zone(pile.family):
                return [f"s->S[{self.pile(pile, f'{end}_drawn', '1')}]"]
            case ("entry", (v.Cell() as pile, at)) if is_zone(pile.family):
                drawn, place = self.pile_and_number(pile, "entry_drawn", at)
                return [f"s->S[{drawn}]", place]
            case ("first so many", (v.Cell() as pile, most)) if is_zone(pile.family):
                drawn, number = self.pile_and_number(pile, "first_drawn", most)
                return [f"lent(s, {drawn})", number]
            case ("first so many", (v.Apply("reversed", (v.Cell() as pile,)), most)) if is_zone(
                pile.family
            ):
                drawn, number = self.pile_and_number(pile, "last_drawn", most)
                return [self.makes(f"reversed(s, s->S[{drawn}])"), number]
        return list(map(self.looked_at if row.looks else self.expr, operands))

    def _tested(self, expr: v.Expr) -> str:
        match expr:
            case v.RunUnderWay(event):
                return f"run_under_way(s, {self.game.events.get(event, -2)})"
            case v.RunHere():
                return "run_here(s)"
            case v.PlaceOf(run, places):
                return f"place_of_run(s, {self.expr(run)}, {self.game.places_of(places)})"
            case v.Noted(value):
                return self.kept(f"noted(s, {self.expr(value)})")
            case v.Attempt(invoked, slug, otherwise):
                texts = ", ".join([self.expr(otherwise), *self.exprs(invoked.arguments)])
                name, number = self.game.attempt(invoked.function), slug_name(slug) if slug else "0"
                return self.makes(f"attempted(s, {name}, (V[]){{{texts}}}, {number})")
            case v.WouldBe() | v.MostOften() | v.HistoryHash():
                return self._imagined(expr)
            case v.Known(value, slug, origin):
                return self.kept(f"known(s, {self.expr(value)}, {slug_name(slug)}, {origin})")
            case v.Present(value, slug, origin):
                return self.kept(f"present(s, {self.expr(value)}, {slug_name(slug)}, {origin})")
            case v.Within(value, low, high, slug, origin):
                arguments_text = f"{low}, {high}, {slug_name(slug)}, {origin}"
                return self.kept(f"within(s, {self.expr(value)}, {arguments_text})")
            case v.AllWithin(value, most, low, high, origin):
                bounds = ", ".join(
                    "NONE" if bound is None else str(bound) for bound in (most, low, high)
                )
                return self.kept(f"all_within(s, {self.expr(value)}, {bounds}, {origin})")
            case v.Twins(several, who, cards) | v.OneOfEach(several, who, cards):
                arguments_text = ", ".join(self.exprs((several, who, cards)))
                name = "twins" if isinstance(expr, v.Twins) else "one_of_each"
                self.game.compares.append(name)
                return self.makes(f"{name}(s, {arguments_text})")
            case v.Fails(slug, origin):
                self.to.line(f"fail(s, {slug_name(slug)}, {origin});")
                return "NONE"
            case _:
                return self.game.refuse(f"the word `{type(expr).__name__}`")

    def _imagined(self, expr: v.WouldBe | v.MostOften | v.HistoryHash) -> str:
        if isinstance(expr, v.HistoryHash):
            values = "".join(f", {value}" for value in self.exprs(expr.values))
            return self.makes(f"{printed_name('STANDING', expr.history)}(s{values})")
        if isinstance(expr, v.MostOften):
            self.game.searches.append(expr.ways)
            arguments_text = (
                f"{routine_name(expr.ways)}, {self.game.runs(expr.doing)}, {self.expr(expr.who)}"
            )
            return self.makes(f"most_often(s, {arguments_text}, {expr.origin})")
        takes, sees_of = (self._array(expr.arguments), self._array(expr.seen.arguments))
        runs, sees = self.game.runs(expr.routine), self.game.sees(expr.seen.function)
        numbers = len(expr.arguments), len(expr.seen.arguments)
        text = f"would_be(s, {runs}, {takes}, {numbers[0]}, {sees}, {sees_of}, {numbers[1]})"
        return self.kept(text) if is_scalar(expr.type) else self.makes(text)

    def _array(self, exprs: tuple[v.Expr, ...]) -> str:
        texts, name = self.exprs(exprs), self.to.fresh("a")
        self.to.line(f"V {name}[] = {{{', '.join(texts or ['NONE'])}}};")
        return name

    # ------------------------------------------------------------ cells and tables

    def _lookup(self, expr: v.Lookup) -> str:
        table, name = self.game.flow.tables[expr.table], printed_name("T", expr.table)
        if is_computed(table):
            return self.makes(f"spaces_{table.name}(s, {', '.join(self.exprs(expr.at))})")
        at = [self.atom(coordinate) for coordinate in expr.at]
        if len(at) == 1:
            if isinstance(expr.at[0].type, (t.Optional, t.Never)):
                return f"({at[0]} == NONE ? NONE : {name}[{at[0]}])"
            return f"{name}[{at[0]}]"
        tests = " && ".join(
            f"(uint64_t)({coordinate}) < {size}"
            for coordinate, size in zip(at, table.sizes, strict=True)
        )
        place = at[0]
        for coordinate, size in zip(at[1:], table.sizes[1:], strict=True):
            place = f"({place}) * {size} + {coordinate}"
        return f"({tests} ? {name}[{place}] : NONE)"

    # ------------------------------------------------------------ operations

    def _apply(self, expr: v.Apply) -> str:
        operation, operands = expr.operation, expr.operands
        if operation == "tuple":
            return self.tuple_of(operands)
        if operation == "tuple of known":
            return self._tuple_of_known(operands)
        if operation == "sorted" and is_ascending(self.game, operands[0]):
            return self.expr(operands[0])
        if text_found := asked_of_pieces(self, expr):
            return text_found
        if text_found := print_bit_sets.asked(self, expr):
            return text_found
        if operation == "first" and (following := self._next_of(operands[0])):
            return following
        types = [operand.type for operand in operands]
        row = OPERATIONS[operation]
        texts = self._operands(row, operands)
        if operation == "same" and any(map(is_scalar, types)):
            return f"({texts[0]} == {texts[1]})"
        if operation in ORDERED and not any(map(is_scalar, types)):
            return f"(compared(s, {texts[0]}, {texts[1]}) {operation} 0)"
        if operation in ("+", "-", "*") and all(map(is_small_number, (*types, expr.type))):
            return f"({texts[0]} {operation} {texts[1]})"
        if operation == "not" and is_truth(types[0]):
            return f"(!{texts[0]})"
        text = row.in_c(*texts)
        if row.cost == "plain":
            return text
        return self.makes(text) if row.cost == "makes" else self.kept(text)

    def _next_of(self, expr: v.Expr) -> str:
        """Return the next player clockwise after one; empty if that is not asked for."""
        match expr:
            case v.Apply("from the next", operands):
                return f"next_of(s, {', '.join(self.exprs(operands))})"
        return ""

    def tuple_of(self, operands: tuple[v.Expr, ...]) -> str:
        if not operands:
            return "EMPTY"
        texts = self.exprs(operands)
        if len(texts) == 1:
            return self.makes(f"tuple1(s, {texts[0]})")
        array = self.to.fresh("made")
        self.to.line(f"V *{array} = grab(s, {len(texts)});")
        sets = (f"{array}[{place}] = {text};" for place, text in enumerate(texts, start=1))
        self.to.line(" ".join(sets))
        return self.makes(f"reference(s, {array})")

    def _tuple_of_known(self, operands: tuple[v.Expr, ...]) -> str:
        texts = [self.atom(operand) for operand in operands]
        if len(texts) == 1:
            return self.makes(f"{texts[0]} == NONE ? EMPTY : tuple1(s, {texts[0]})")
        array, number = self.to.fresh("made"), self.to.fresh("n")
        self.to.line(f"V *{array} = grab(s, {len(texts)});")
        self.to.line(f"int64_t {number} = 0;")
        for text in texts:
            new = f"{text} != NONE && !place_among(s, {text}, {array}, {number})"
            self.to.line(f"if ({new}) {array}[++{number}] = {text};")
        return self.makes(f"shortened(s, {array}, {len(texts)}, {number})")

    def _short(self, sign: str, left: v.Expr, right: v.Expr) -> str:
        first = self.condition(left)
        inner = Function(depth=self.to.depth + 1, names_made=self.to.names_made)
        second = evolve(self, to=inner).condition(right)
        self.to.names_made, self.to.makes = inner.names_made, self.to.makes or inner.makes
        if not inner.lines:
            return f"({first} {sign} {second})"
        both = self.kept(first, "both" if sign == "&&" else "either")
        self.to.line(f"if ({'' if sign == '&&' else '!'}{both}) {{")
        self.to.lines += inner.lines
        self.to.line(f"{INDENT}{both} = {second};")
        self.to.line("}")
        return both

    def _invoke(self, function: str, arguments: tuple[v.Expr, ...]) -> str:
        if self._has_variant(function):
            return print_bit_sets.called(self, function, arguments, answers_bits=False)
        arguments_text = "".join(f", {expr}" for expr in self.exprs(arguments))
        if domains(self.game.flow, self.game.routine(function)) is not None:
            if function not in self.game.answered:
                self.game.answered.append(function)
            return self.kept(f"{printed_name('KNOWN', function)}(s{arguments_text})")
        text = f"{routine_name(function)}(s{arguments_text})"
        return self.kept(text) if gives_back(self.game.routine(function)) else self.makes(text)

    def _has_variant(self, function: str) -> bool:
        """Return whether it takes sets as bits, and is no table of answers."""
        routine = self.game.routine(function)
        if not any(
            print_bit_sets.fits(self.game, parameter.type) for parameter in routine.parameters
        ):
            return False
        return self.game.variant(function, answers_bits=False) is not None

    # ------------------------------------------------------------ running through

    def loop(
        self, over: v.Expr | Parts, variable: str, bits_of: str | None, moves: bool
    ) -> Iterator[str]:
        return print_loops.print_loop(self, over, variable, bits_of, moves)

    def _search(self, expr: v.Through) -> str:
        if result := print_bit_sets.counted(self, expr):
            return result
        match expr.walk:
            case "members" | "few" | "leading" | "reaching":
                return gathered(self, expr)
            case "number":
                number = self.to.fresh("n")
                self.to.line(f"V {number} = 0;")
                with self.running(expr.over, expr.variable.name):
                    text = "1" if expr.condition is None else self.condition(expr.condition)
                    self.to.line(f"{number} += {text};")
                return number
            case "some" | "every":
                assert expr.condition is not None
                result = self.kept("0" if expr.walk == "some" else "1", expr.walk)
                with self.running(expr.over, expr.variable.name):
                    sign, back = "" if expr.walk == "some" else "!", given_back(self, expr)
                    test = f"if ({sign}{self.condition(expr.condition)})"
                    self.to.line(f"{test} {{ {result} = !{result}; break; }}")
                    if back:
                        self.to.line(back)
                return result
            case "sum" | "highest" | "lowest":
                return self._added(expr)
            case _:
                assert_never(expr.walk)

    def _added(self, expr: v.Through) -> str:
        sum = expr.walk == "sum"
        result = self.kept("0" if sum else "NONE", expr.walk)
        with self.running(expr.over, expr.variable.name):
            if expr.condition is not None:
                self.to.line(f"if (!{self.condition(expr.condition)}) continue;")
            value = self.value_of(expr)
            if not re.fullmatch(r"\w+", value):
                value = self.kept(value)
            type = expr.variable.type if expr.value is None else expr.value.type
            if isinstance(type, (t.Optional, t.Never)):
                self.to.line(f"if ({value} == NONE) continue;")
            if sum:
                self.to.line(f"{result} = plus(s, {result}, {value});")
            elif is_scalar(type):
                sign = ">" if expr.walk == "highest" else "<"
                self.to.line(
                    f"if ({result} == NONE || {value} {sign} {result}) {result} = {value};"
                )
            else:
                pair = f"{result}, {value}" if expr.walk == "highest" else f"{value}, {result}"
                self.to.line(f"if ({result} == NONE || is_before(s, {pair})) {result} = {value};")
        return result

    def _find(self, expr: v.Find) -> str:
        name, base = expr.variable.name, print_bit_sets.found_at_once(self, expr)
        if base:
            self.to.line(f"{name} = {base} == 0 ? END : lowest_bit({base});")
            return f"({base} != 0)"
        is_found = self.kept("0", "found")
        with self.running(expr.over, name, declares=""):
            test = "" if expr.condition is None else f"if ({self.condition(expr.condition)}) "
            self.to.line(f"{test}{{ {is_found} = 1; break; }}")
        self.to.line(f"if (!{is_found}) {name} = END;")
        return is_found


def gives_back(routine: Routine) -> bool:
    """Return whether a routine frees its tuples: it is pure, and returns none of them."""
    answers = [stmt.value for stmt in stmts_in(routine.stmts) if isinstance(stmt, Return)]
    return routine.is_pure and all(answer is None or is_scalar(answer.type) for answer in answers)
