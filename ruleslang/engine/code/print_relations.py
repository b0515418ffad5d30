"""Prints conditions on members of small sets that ask for others, as bits of all that meet them."""

from __future__ import annotations

from collections.abc import Callable

from ruleslang.engine.code.c_function import Game
from ruleslang.engine.code.constant_exprs import (
    Relation,
    are_small_sets,
    has_few_distances,
    has_no_more,
    keeps_to_itself,
    members_of,
    of_number,
    relation,
    touching,
)
from ruleslang.engine.code.expr_printer import ExprPrinter
from ruleslang.engine.flow.ir_exprs import Apply, Both, Constant, Either, Expr, Find, Through
from ruleslang.engine.flow.ir_stmts import read, substituted

MOST_CASES = 6  # cases for a number with few possible values

IsMembership = Callable[[ExprPrinter, Expr, Through], bool]
Membership = Callable[[ExprPrinter, Expr, Through], str]


def is_related(w: ExprPrinter, part: Expr, of: Through, holds: IsMembership) -> bool:
    """Return whether the bits of a condition that asks for other members can be computed."""
    match part:
        case Both(left, right) | Either(left, right):
            return holds(w, left, of) and holds(w, right, of)
        case Find(condition=None) | Through("some", condition=None):
            return False
        case Find() | Through("some"):
            if not keeps_to_itself(part, w.uses):
                return False
            if cases := _cases(part):
                return all(holds(w, case, of) for case in cases)
            return _is_asked_of_others(w, part, of, holds)
        case Apply("same", (Through("number", value=None) as counted, Constant(int() as number))):
            return _is_asked_of_others(w, counted, of, holds) and (
                number == 0 or has_no_more(_known(w, counted, of), number)
            )
    return False


def related(w: ExprPrinter, part: Expr, of: Through, bits: Membership) -> str:
    """Return the bits of the members that meet it."""
    match part:
        case Both(left, right):
            return f"({bits(w, left, of)} & {bits(w, right, of)})"
        case Either(left, right):
            return f"({bits(w, left, of)} | {bits(w, right, of)})"
        case Find() | Through():
            if cases := _cases(part):
                return f"({' | '.join(bits(w, case, of) for case in cases)})"
            bits_of_others = w.kept(_bits_of_others(w, part, of, bits), "m", "Mask")
            return touching(w.game, _known(w, part, of), bits_of_others)
        case Apply(operands=(Through() as counted, Constant(int() as number))):
            known = _known(w, counted, of)
            if number == 0:
                bits_of_others = w.kept(_bits_of_others(w, counted, of, bits), "m", "Mask")
                return f"~{touching(w.game, known, bits_of_others)}"
            known = of_number(known, number)
            others = w.kept(f"~({_bits_of_others(w, counted, of, bits)})", "m", "Mask")
            return f"({members_of(w.game, known)} & ~{touching(w.game, known, others)})"
    raise AssertionError(part)


# ---------------------------------------------------------------- other members


def _cases(part: Find | Through) -> list[Expr]:
    """Return the condition for each of a few constants that are tried."""
    condition, over = part.condition, part.over
    if condition is None or not isinstance(over, Constant) or not isinstance(over.value, tuple):
        return []
    if not 0 < len(over.value) <= MOST_CASES:
        return []
    constants = [Constant(constant, part.variable.type) for constant in over.value]
    return [substituted(condition, {part.variable.name: constant}) for constant in constants]


def _is_asked_of_others(
    w: ExprPrinter, part: Find | Through, of: Through, holds: IsMembership
) -> bool:
    """Return whether it asks for members related to each in a known way, by the same condition."""
    condition = part.condition
    if condition is None or of.variable.name in read(condition):
        return False
    if not keeps_to_itself(part, w.uses) or not holds(w, condition, _search_for_others(part, of)):
        return False
    return relation(w.game, part.over, of.variable) is not None


def _bits_of_others(w: ExprPrinter, part: Find | Through, of: Through, bits: Membership) -> str:
    assert part.condition is not None
    return bits(w, part.condition, _search_for_others(part, of))


def _known(w: ExprPrinter, part: Find | Through, of: Through) -> Relation:
    known = relation(w.game, part.over, of.variable)
    assert known is not None
    return known


def _search_for_others(part: Find | Through, of: Through) -> Through:
    """Return the search for others, in a condition that may bind what the whole condition does."""
    return Through("members", part.variable, part.over, of.condition, None, part.over.type)


# ---------------------------------------------------------------- spreading


def is_spread(game: Game, expr: Apply) -> bool:
    """Return whether each member is connected to known others, a few distances away."""
    return _connected_to_each(game, expr) is not None


def _connected_to_each(game: Game, expr: Apply) -> Relation | None:
    """Return for each member the others that are connected to it."""
    near = expr.operands[-1].value if isinstance(expr.operands[-1], Constant) else None
    if not are_small_sets(near, game.mask_bits):
        return None
    into: dict[int, tuple[int, ...]] = {}
    for place, others in enumerate(near):
        for other in others:
            into[other] = (*into.get(other, ()), place)
    return into if has_few_distances(into) else None


def spread(w: ExprPrinter, expr: Apply, start: str, allowed: str) -> str:
    """Return the bits of all that is reachable from a set within the allowed."""
    into = _connected_to_each(w.game, expr)
    assert into is not None
    among = f" & {w.kept(allowed, 'm', 'Mask')}" if allowed else ""
    reached = w.kept(f"{start}{among}", "m", "Mask")
    before = w.kept("0", "m", "Mask")
    with w.to.block(f"while ({before} != {reached})"):
        w.to.line(f"{before} = {reached};")
        w.to.line(f"{reached} |= {touching(w.game, into, before)}{among};")
    return reached
