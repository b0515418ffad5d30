"""
Prints sets of few entities as the bits of one or two words of C, instead of tuples.

A set that is only counted, searched, compared, or iterated in the standard order need not be
created. Its members are evaluated one by one, as those of the tuple would be, unless this cannot
fault; then perhaps fewer of them, or in another order.
"""

from __future__ import annotations

from functools import partial

from attrs import frozen

from ruleslang.engine.code.c_function import Game, is_scalar, is_truth
from ruleslang.engine.code.constant_exprs import is_ascending
from ruleslang.engine.code.expr_printer import ExprPrinter
from ruleslang.engine.code.precomputed_functions import (
    domains,
    has_known_bits,
    is_small_set,
    known_answer,
    table_width,
)
from ruleslang.engine.code.print_relations import is_related, is_spread, related, spread
from ruleslang.engine.flow.action_numbers import domain
from ruleslang.engine.flow.ir_exprs import (
    Apply,
    Both,
    Cell,
    Constant,
    Expr,
    Find,
    Invoke,
    Lookup,
    Through,
    Variable,
    When,
)
from ruleslang.engine.flow.ir_stmts import assigned, read
from ruleslang.engine.flow.printed_names import printed_name
from ruleslang.engine.flow.state_layout import STANDING
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.program import types as t

MOST_WORDS = 99
ENTITIES = (t.Player, t.Team, t.WordOf, t.Card, t.Title, t.Piece, t.Space, t.ZonePlace)


class UsedAsTuple(Exception):
    """A parameter to be passed as bits is used as a tuple."""


@frozen
class Variant:
    """A function that takes some of its parameters as bits, or returns bits."""

    name: str
    masks: frozenset[str]


def fits(game: Game, type: t.Type) -> bool:
    """Return whether values of a type are sets that fit the bits."""
    if not isinstance(type, t.SetOf) or not isinstance(type.element, ENTITIES):
        return False
    numbers = domain(game.flow, type.element)
    return numbers is not None and numbers.stop <= game.mask_bits


def maskable(game: Game, routine: Routine) -> list[str]:
    """Return the parameters of a function that may be passed as bits."""
    taken = assigned(routine.stmts)
    return [
        parameter.name
        for parameter in routine.parameters
        if fits(game, parameter.type) and parameter.name not in taken
    ]


# ---------------------------------------------------------------- which expressions are bits


def is_mask(w: ExprPrinter, expr: Expr) -> bool:
    """Return whether the bits of a set can be computed without creating it."""
    if not fits(w.game, expr.type):
        return False
    match expr:
        case Constant(value):
            return is_small_set(value, w.game.mask_bits)
        case Variable(name):
            return name in w.only_bits
        case Lookup(table, at):
            return len(at) == 1 and is_scalar(at[0].type) and _has_bits(w.game, table, at[0])
        case Apply("sorted" | "distinct", (several,)):
            return is_mask(w, several)
        case Apply("union", (left, right)):
            return is_mask(w, left) or is_mask(w, right)
        case Apply("without", (left, _)):
            return is_mask(w, left)
        case Apply("tuple" | "tuple of known", operands):
            return bool(operands)
        case Apply("join sides" | "spread"):
            return is_spread(w.game, expr)
        case When():
            return is_mask(w, expr.value) or is_mask(w, expr.otherwise)
        case Through("members"):
            return _is_gathered(w, expr)
        case Invoke(function):
            return _answers_bits(w, function)
    return False


def _is_gathered(w: ExprPrinter, expr: Through) -> bool:
    """Return whether members can be collected in any order: their bits have none."""
    if expr.value is not None and not isinstance(expr.value.type, ENTITIES):
        return False
    return not is_mask(w, expr.over) or _keeps_order(w.game, expr)


def _keeps_order(game: Game, expr: Through) -> bool:
    """Return whether iterating over bits in the standard order makes no difference."""
    return is_ascending(game, expr.over) or game.is_total((expr.condition, expr.value))


def _has_bits(game: Game, table: str, at: Expr) -> bool:
    if isinstance(at.type, (t.Optional, t.Never)):
        return False
    return _words(game, table) <= game.mask_words


def _words(game: Game, table: str) -> int:
    return table_width(game.flow.tables[table]) or MOST_WORDS


def _answers_bits(w: ExprPrinter, function: str) -> bool:
    routine = w.game.routine(function)
    if domains(w.game.flow, routine) is not None:
        return has_known_bits(w.game, function)
    return w.game.variant(function, answers_bits=True) is not None


# ---------------------------------------------------------------- their text


def mask(w: ExprPrinter, expr: Expr) -> str:
    if not is_mask(w, expr):
        return f"bits_of(s, {w.looked_at(expr)})"
    match expr:
        case Constant(tuple() as value):
            return w.game.mask(sum(1 << member for member in value if isinstance(member, int)))
        case Variable(name):
            return w.game.mask_at(f"bits__{name}", w.game.mask_words)
        case Lookup(table, (at,)):
            w.game.needs_bits(table)
            words = _words(w.game, table)
            return w.game.mask_at(printed_name("BITS", table), words, w.expr(at))
        case Apply("sorted" | "distinct", (several,)):
            return mask(w, several)
        case Apply("join sides" | "spread", (start, *behind)):
            begun = w.kept(mask(w, start), "m", "Mask")
            return spread(w, expr, begun, mask(w, behind[0]) if len(behind) > 1 else "")
        case Apply("union", (left, right)):
            return f"({mask(w, left)} | {mask(w, right)})"
        case Apply("without", (left, right)):
            return f"({mask(w, left)} & ~{mask(w, right)})"
        case Apply(operation, operands):
            bit = "bit_of" if operation == "tuple" else "bit_of_known"
            return "(" + " | ".join(f"{bit}({w.expr(operand)})" for operand in operands) + ")"
        case When():
            return w.one_of(expr, "Mask", partial(mask, w))
        case Through():
            return _gathered(w, expr)
        case Invoke(function, arguments):
            if (known := known_answer(w.game, expr)) is not None:
                return mask(w, known)
            if domains(w.game.flow, w.game.routine(function)) is not None:
                arguments_text = ", ".join(w.exprs(arguments))
                name = w.game.known_bits(function)
                return w.kept(f"{name}(s, {arguments_text})", "m", "Mask")
            return called(w, function, arguments, answers_bits=True)
    raise AssertionError(expr)


def called(
    w: ExprPrinter, function: str, arguments: tuple[Expr, ...], *, answers_bits: bool
) -> str:
    """Return a call of the variant of a function that takes or returns sets as bits."""
    variant = w.game.variant(function, answers_bits=answers_bits)
    assert variant is not None
    texts = [
        mask(w, argument) if parameter.name in variant.masks else w.expr(argument)
        for parameter, argument in zip(w.game.routine(function).parameters, arguments, strict=True)
    ]
    text = f"{variant.name}({', '.join(['s', *texts])})"
    return w.kept(text, "m", "Mask") if answers_bits else w.kept(text)


def _gathered(w: ExprPrinter, expr: Through) -> str:
    base, remaining = narrowed(w, expr)
    if base is not None and remaining is None and expr.value is None:
        return base
    bits = w.to.fresh("m")
    w.to.line(f"Mask {bits} = 0;")
    with w.running(expr.over, expr.variable.name, bits_of=base):
        if expr.value is None:
            condition = "1" if remaining is None else w.condition(remaining)
            w.to.line(f"{bits} |= (Mask)({condition}) << {expr.variable.name};")
        else:
            if remaining is not None:
                w.to.line(f"if (!{w.condition(remaining)}) continue;")
            w.to.line(f"{bits} |= bit_of({w.scalar(expr.value)});")
    return bits


def found_at_once(w: ExprPrinter, expr: Find) -> str:
    """Return the bits of all results of a search, if there is a single expression; else empty."""
    over, condition = expr.over, expr.condition
    if condition is None or not is_mask(w, over) or not is_ascending(w.game, over):
        return ""
    members = Through("members", expr.variable, over, condition, None, over.type)
    parts = _parts(condition)
    if not w.game.is_total(condition) or not all(_is_membership(w, p, members) for p in parts):
        return ""
    return w.kept(str(narrowed(w, members)[0]), "m", "Mask")


def narrowed(w: ExprPrinter, expr: Through) -> tuple[str | None, Expr | None]:
    """
    Return the bits of the candidates, narrowed by the condition, and the rest of the condition;
    `None` and the whole if not narrowed.
    """
    if not is_mask(w, expr.over) or not _keeps_order(w.game, expr):
        return None, expr.condition
    base = mask(w, expr.over)
    if expr.condition is None or not w.game.is_total(expr.condition):
        return base, expr.condition
    left: list[Expr] = []
    for part in _parts(expr.condition):
        if _is_membership(w, part, expr):
            base = f"({base} & {_membership(w, part, expr)})"
        else:
            left.append(part)
            if _needs_piece(part, expr.variable.name):
                base = f"({base} & mask_of(s->occupied))"
    return base, _joined(left)


def _parts(condition: Expr) -> list[Expr]:
    if isinstance(condition, Both):
        return [*_parts(condition.left), *_parts(condition.right)]
    return [condition]


def _joined(parts: list[Expr]) -> Expr | None:
    joined: Expr | None = None
    for part in parts:
        joined = part if joined is None else Both(joined, part)
    return joined


def _is_membership(w: ExprPrinter, part: Expr, of: Through) -> bool:
    """Return whether the bits of the members that meet it can be computed."""
    if not fits(w.game, of.over.type):
        return _is_in_bits(w, part, of)
    return _is_in_bits(w, part, of) or is_related(w, part, of, _is_membership)


def _is_in_bits(w: ExprPrinter, part: Expr, of: Through) -> bool:
    """Return whether a part only tests membership of the variable, perhaps negated, or is empty."""
    match part:
        case Apply("not", (inner,)) if is_truth(inner.type):
            return _is_membership(w, inner, of)
        case Apply("is none", (inner,)):
            return _piece_on(inner) == of.variable.name and fits(w.game, of.over.type)
        case Apply("is in", (Variable(member), several)) if member == of.variable.name:
            inner_names = {member, *assigned(of.condition)}
            if inner_names & read(several):
                return False
            return is_mask(w, several)
    return False


def _membership(w: ExprPrinter, part: Expr, of: Through) -> str:
    match part:
        case Apply("not", (inner,)):
            return f"~({_membership(w, inner, of)})"
        case Apply("is in", (Variable(member), several)) if member == of.variable.name:
            return mask(w, several)
        case Apply("is none"):
            return "~mask_of(s->occupied)"
    return related(w, part, of, _membership)


def _piece_on(expr: Expr) -> str:
    """Return the variable with the space whose first piece an expression is; or empty."""
    match expr:
        case Apply("first", (Cell(family, (Variable(name),)),)) if family == STANDING:
            return name
    return ""


def _needs_piece(part: Expr, name: str) -> bool:
    """Return whether it can only hold if there is a piece on the variable's space."""
    match part:
        case Apply("is in", (member, _)):
            return _piece_on(member) == name
        case Apply("same", (left, right)):
            sure = right if _piece_on(left) == name else left
            return name in (_piece_on(left), _piece_on(right)) and _is_sure(sure)
    return False


# ---------------------------------------------------------------- what is asked of them


def asked(w: ExprPrinter, expr: Apply) -> str:
    """Return an operation on sets that are bits; empty if they are not."""
    match expr.operation, expr.operands:
        case "number of", (several,) if is_mask(w, several):
            return f"number_of_bits({mask(w, several)})"
        case "is empty", (several,) if is_mask(w, several):
            return f"({mask(w, several)} == 0)"
        case "is in", (member, several) if is_mask(w, several) and _is_sure(member):
            member_text = w.scalar(member)
            return f"({mask(w, several)} >> ({member_text}) & 1)"
        case "is in", (member, several) if is_mask(w, several) and w.game.is_total(several):
            return _has_bit_of(w, member, several)
        case "same members", (left, right) if is_mask(w, left) and fits(w.game, right.type):
            return f"({mask(w, left)} == {mask(w, right)})"
        case "first", (Cell(family, (space,)),) if family == STANDING:
            return f"s->on[{w.expr(space)}]"
        case "first", (Through("members", value=None) as several,):
            return first_of(w, several) if w.game.is_total(several.condition) else ""
        case "first", (several,) if is_mask(w, several) and is_ascending(w.game, several):
            return f"first_bit({mask(w, several)})"
    return ""


def _has_bit_of(w: ExprPrinter, member: Expr, several: Expr) -> str:
    """Return whether a member that may be none is in a set: then the set is not computed."""
    if not isinstance(member.type, t.Optional) or not is_scalar(member.type):
        return ""
    member_text, is_in = w.kept(w.scalar(member), "one"), w.kept("0", "is")
    with w.to.block(f"if ({member_text} != NONE)"):
        w.to.line(f"{is_in} = ({mask(w, several)}) >> {member_text} & 1;")
    return is_in


def _is_sure(member: Expr) -> bool:
    return isinstance(member.type, ENTITIES)


def first_of(w: ExprPrinter, expr: Through) -> str:
    """Return the first member that meets the condition, or none."""
    base, remaining = (
        narrowed(w, expr) if is_ascending(w.game, expr.over) else (None, expr.condition)
    )
    if base is not None and remaining is None:
        return f"first_bit({base})"
    first = w.kept("NONE", "first")
    with w.running(expr.over, expr.variable.name, bits_of=base):
        condition = "1" if remaining is None else w.condition(remaining)
        w.to.line(f"if ({condition}) {{ {first} = {expr.variable.name}; break; }}")
    return first


def counted(w: ExprPrinter, expr: Through) -> str:
    """Return the number of members, or whether there is one, if bits suffice; else empty."""
    if expr.walk not in ("number", "some") or expr.condition is None or not is_mask(w, expr.over):
        return ""
    parts = _parts(expr.condition)
    if not w.game.is_total(expr.condition) or not any(_is_membership(w, p, expr) for p in parts):
        return ""
    base, remaining = narrowed(w, expr)
    if remaining is None:
        return f"number_of_bits({base})" if expr.walk == "number" else f"({base} != 0)"
    count = w.kept("0", "n")
    with w.running(expr.over, expr.variable.name, bits_of=base):
        if expr.walk == "number":
            w.to.line(f"{count} += {w.condition(remaining)};")
        else:
            w.to.line(f"if ({w.condition(remaining)}) {{ {count} = 1; break; }}")
    return count
