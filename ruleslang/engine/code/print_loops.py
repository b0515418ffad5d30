"""Prints loops in C: over tuples, bit sets, numbers and several zones, counting or collecting."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from attrs import evolve

from ruleslang.engine.code import print_bit_sets
from ruleslang.engine.code.c_function import is_scalar
from ruleslang.engine.code.constant_exprs import is_ascending, keeps_tuples
from ruleslang.engine.code.expr_printer import ExprPrinter, Parts
from ruleslang.engine.code.memory import HEAP
from ruleslang.engine.flow.ir_exprs import Apply, Constant, Expr, Through, Variable
from ruleslang.engine.flow.ir_stmts import binds
from ruleslang.program import limits

Loop: TypeAlias = Callable[[Callable[[], str]], None]
"""Prints a loop that adds this amount for each member."""


def counting(w: ExprPrinter, expr: Through, loop: Loop) -> None:
    """Print a loop over the members that meet a condition."""
    condition = expr.condition
    loop(lambda: "1" if condition is None else w.condition(condition))


def pieces(expr: Expr) -> tuple[Expr, ...]:
    """Return the tuples that an expression concatenates lazily; empty for any other expression."""
    match expr:
        case Apply("pieced together", (Apply("tuple", several),)):
            return several
    return ()


def asked_of_pieces(w: ExprPrinter, expr: Apply) -> str:
    """Return an operation on concatenated tuples that reads their parts; else empty."""
    match expr.operation, expr.operands:
        case "number of", (joined,) if several := pieces(joined):
            return f"({_numbers(w, several)})"
        case "is empty", (joined,) if several := pieces(joined):
            return f"(({_numbers(w, several)}) == 0)"
        case "is in", (member, joined) if several := pieces(joined):
            item = w.atom(member)
            texts = (f"is_in(s, {item}, {piece})" for piece in map(w.looked_at, several))
            return f"({' | '.join(texts)})"
    return ""


def _numbers(w: ExprPrinter, several: tuple[Expr, ...]) -> str:
    return " + ".join(f"number_of(s, {piece})" for piece in map(w.counted, several))


def parts_of(w: ExprPrinter, over: Expr) -> Parts:
    """Return the array of the parts of an expression."""
    several, name = pieces(over), w.to.fresh("parts")
    texts = ", ".join(f"T(s, {piece})" for piece in map(w.looked_at, several))
    w.to.line(f"const V *{name}[] = {{{texts}}};")
    return Parts(name, len(several), over.type)


def through_parts(w: ExprPrinter, over: Parts, variable: str) -> Iterator[str]:
    """Yield a loop over all entries of the parts."""
    part, at = w.to.fresh("part"), w.to.fresh("i")
    w.to.line(f"int64_t {part} = 0, {at} = 0;")
    with w.to.block(f"while (next_in_parts({over.name}, {over.number}, &{part}, &{at}))"):
        w.to.line(f"{variable} = {over.name}[{part}][{at}];")
        yield over.entries


MOST_WORDS_KEPT = HEAP // 2  # words of sets that are iterated without freeing them


def print_loop(
    w: ExprPrinter, over: Expr | Parts, variable: str, bits_of: str | None, moves: bool
) -> Iterator[str]:
    """Print a loop over an expression, or a set that is bits; yields the most entries."""
    if isinstance(over, Parts):
        yield from through_parts(w, over, variable)
        return
    if bits_of is None and is_ascending(w.game, over) and print_bit_sets.is_mask(w, over):
        bits_of = print_bit_sets.mask(w, over)
    if bits_of is not None:
        yield from _through_bits(w, bits_of, variable)
    elif isinstance(over, Apply) and over.operation == "range":
        low, high = (w.atom(operand) for operand in over.operands)
        most = w.kept(f"{high} - {low} + 1", "n")
        w.to.line(f"if ({most} > MOST_MEMBERS) fail(s, TOO_MUCH, -1);")
        with w.to.block(f"for (V i_{most} = {low}; i_{most} <= {high}; i_{most}++)"):
            w.to.line(f"{variable} = i_{most};")
            yield f"({most} < 0 ? 0 : {most})"
    elif isinstance(over, Apply) and over.operation in ("sets", "completions"):
        yield from _through_sets(w, over, variable)
    elif not moves and pieces(over):
        yield from through_parts(w, parts_of(w, over), variable)
    else:
        yield from _through_tuple(w, over, variable, moves)


def _through_tuple(w: ExprPrinter, over: Expr, variable: str, moves: bool) -> Iterator[str]:
    tuple_, at = w.to.fresh("p"), w.to.fresh("i")
    several = w.expr(over) if moves else w.looked_at(over)
    w.to.line(f"const V *{tuple_} = T(s, {several});")
    most = w.to.fresh("n")
    head = f"int64_t {at} = 1, {most} = {tuple_}[0]; {at} <= {most}; {at}++"
    with w.to.block(f"for ({head})"):
        w.to.line(f"{variable} = {tuple_}[{at}];")
        yield f"{tuple_}[0]"


def _through_bits(w: ExprPrinter, bits_of: str, variable: str) -> Iterator[str]:
    left = w.to.fresh("left")
    test = f"{left} != 0; {left} &= {left} - 1"
    with w.to.block(f"for (Mask {left} = {bits_of}; {test})"):
        w.to.line(f"{variable} = lowest_bit({left});")
        yield str(w.game.mask_bits)


def _through_sets(w: ExprPrinter, over: Apply, variable: str) -> Iterator[str]:
    texts = w.exprs(over.operands)
    if over.operation == "sets":
        texts.insert(2, "EMPTY")
    sets, w.to.makes = w.to.fresh("sets"), True
    w.to.line(f"Sets {sets} = sets_begin(s, {', '.join(texts)});")
    with w.to.block(f"while (sets_next(s, &{sets}))"):
        w.to.line(f"{variable} = sets_taken(s, &{sets});")
        yield ""


def given_back(w: ExprPrinter, expr: Through) -> str:
    """
    Return the code that frees what a rejected member leaves, if a search may fill a heap with it;
    called before the condition is printed.
    """
    lowering = w.game.flow.lowering
    is_far = lowering.words_searched > MOST_WORDS_KEPT or lowering.listed_in_part
    if not is_far or expr.walk not in ("few", "some"):
        return ""
    name = expr.variable.name
    if isinstance(expr.over, Apply) and expr.over.operation in ("sets", "completions"):
        return f"if (number_of(s, {name}) > 0) give_back(s, place_of_tuple({name}));"
    if expr.condition is None or not keeps_tuples(expr.condition):
        return ""
    return f"give_back(s, {_mark(w)});"


def _mark(w: ExprPrinter) -> str:
    mark = w.to.fresh("mark")
    w.to.line(f"int64_t {mark} = s->top;")
    return mark


def gathered(w: ExprPrinter, expr: Through) -> str:
    """Return the tuple of the members that meet the condition."""
    over: Expr | Parts = expr.over
    base, expr = _narrowed(w, expr)
    if base is not None and expr.condition is None and expr.value is None:
        return w.makes(f"tuple_of_bits(s, {base})")
    if expr.walk == "few":
        most = str(limits.OFFERED_AT_ONCE + 1)
    elif base is not None:
        most = f"number_of_bits({base})"
    elif isinstance(over, Apply) and over.operation == "range":
        low_text, high_text = (w.atom(operand) for operand in over.operands)
        most = w.kept(f"{high_text} < {low_text} ? 0 : {high_text} - {low_text} + 1", "n")
        w.to.line(f"if ({most} > MOST_MEMBERS) fail(s, TOO_MUCH, -1);")
    elif pieces(expr.over):
        over = parts_of(w, expr.over)
        most = over.entries
    else:
        through = w.to.fresh("over")
        w.to.line(f"V {through} = {w.looked_at(expr.over)};")
        over = Variable(through, expr.over.type)
        most = f"T(s, {through})[0]"
    array, number, reserved = (w.to.fresh(prefix) for prefix in ("made", "n", "most"))
    w.to.line(f"int64_t {reserved} = {most}, {number} = 0;")
    w.to.line(f"V *{array} = grab(s, {reserved});")
    if _gathers_rows(expr):
        return _gathered_rows(w, expr, over, base, (array, number, reserved))
    if expr.walk == "members" and expr.value is None and expr.condition is not None:
        counting(w, expr, lambda counts: _entries(w, expr, over, base, (array, number), counts))
    else:
        with w.running(over, expr.variable.name, bits_of=base):
            _gathers(w, expr, array, number, reserved)
    return w.makes(f"shortened(s, {array}, {reserved}, {number})")


def _gathered_rows(
    w: ExprPrinter, expr: Through, over: Expr | Parts, base: str | None, names: tuple[str, str, str]
) -> str:
    """Print members that are tuples of existing values: in one block behind their tuple."""
    rows_made, number, reserved = names
    rows, row, line = w.to.fresh("rows"), w.to.fresh("row"), w.to.line
    assert isinstance(expr.value, Apply)
    width, operands = len(expr.value.operands) + 1, expr.value.operands
    line(f"V *{rows} = grab(s, {reserved} * {width});")

    def loop(counts: Callable[[], str]) -> None:
        with w.running(over, expr.variable.name, bits_of=base):
            line(f"V *{row} = {rows} + {number} * {width};")
            line(f"{row}[0] = {width - 1};")
            for at, text in enumerate(w.exprs(operands), start=1):
                line(f"{row}[{at}] = {text};")
            line(f"{rows_made}[{number} + 1] = reference(s, {row});")
            line(f"{number} += {counts()};")

    counting(w, expr, loop)
    return w.makes(f"gathered_rows(s, {rows_made}, {rows}, {number}, {width})")


def _entries(
    w: ExprPrinter,
    expr: Through,
    over: Expr | Parts,
    base: str | None,
    names: tuple[str, str],
    counts: Callable[[], str],
) -> None:
    """Print a loop without a branch: each member is written, and kept if it meets the condition."""
    array, number = names
    with w.running(over, expr.variable.name, bits_of=base):
        w.to.line(f"{array}[{number} + 1] = {expr.variable.name};")
        w.to.line(f"{number} += {counts()};")


def _narrowed(w: ExprPrinter, expr: Through) -> tuple[str | None, Through]:
    """Return the candidates' bits, if in the standard order; and the rest of the expression."""
    if expr.walk != "members" or not is_ascending(w.game, expr.over):
        return None, expr
    if isinstance(expr.over, Constant) and expr.condition is None:
        return None, expr
    base, remaining = print_bit_sets.narrowed(w, expr)
    if base is None or (isinstance(expr.over, Constant) and remaining is expr.condition):
        return None, expr
    base = w.kept(base, "m", "Mask")
    return base, evolve(expr, condition=remaining)


def _gathers(w: ExprPrinter, expr: Through, array: str, number: str, reserved: str) -> None:
    line, condition = w.to.line, expr.condition
    if condition is not None and expr.walk == "reaching":
        line(f"{array}[++{number}] = {w.value_of(expr)};")
        line(f"if (!{w.condition(condition)}) break;")
        return
    if condition is not None:
        way_out = "break" if expr.walk == "leading" else "continue"
        back = given_back(w, expr)
        test = f"if (!{w.condition(condition)})"
        line(f"{test} {{ {back} {way_out}; }}" if back else f"{test} {way_out};")
    line(f"{array}[++{number}] = {_value(w, expr)};")
    if expr.walk == "few":
        line(f"if ({number} == {reserved}) break;")


def _value(w: ExprPrinter, expr: Through) -> str:
    """Return the value of a member, without what a search for it leaves."""
    is_search = expr.walk == "few" and w.game.flow.lowering.listed_in_part
    if not is_search or expr.value is None or is_scalar(expr.value.type):
        return w.value_of(expr)
    mark = _mark(w)
    return f"compacted(s, {mark}, {w.value_of(expr)})"


def _gathers_rows(expr: Through) -> bool:
    """Return whether the values are tuples that can be written before the condition is tested."""
    value, over = expr.value, expr.over
    if expr.walk != "members" or not isinstance(value, Apply) or value.operation != "tuple":
        return False
    if binds(expr.condition) or (isinstance(over, Apply) and over.operation == "range"):
        return False
    are_there = (isinstance(operand, Constant | Variable) for operand in value.operands)
    return bool(value.operands) and all(are_there)
