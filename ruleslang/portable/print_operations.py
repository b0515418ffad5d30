"""Pure operations as Python expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ruleslang.flow.operation_names import Pure


def _infix(sign: str) -> Callable[..., str]:
    return lambda left, right: f"({left} {sign} {right})"


def _called(function: str) -> Callable[..., str]:
    return lambda *operands: f"{function}({', '.join(operands)})"


def _tuple(*items: str) -> str:
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"


NEGATIONS: Mapping[str, Callable[..., str]] = {
    "is none": lambda a: f"({a} is not None)",
    "same": _infix("!="),
}

OPERATIONS: Mapping[Pure, Callable[..., str]] = {
    "+": _infix("+"),
    "-": _infix("-"),
    "*": _infix("*"),
    "/ down": _called("divided_down"),
    "/ up": _called("divided_up"),
    "remainder": _called("remainder"),
    "negate": lambda a: f"(-{a})",
    "distance of numbers": lambda a, b: f"abs({a} - {b})",
    "<": _infix("<"),
    "<=": _infix("<="),
    ">": _infix(">"),
    ">=": _infix(">="),
    "same": _infix("=="),
    "same members": _called("same_members"),
    "same copies": _called("same_copies"),
    "not": lambda a: f"(not {a})",
    "is none": lambda a: f"({a} is None)",
    "is empty": lambda a: f"(not {a})",
    "is in sets": _called("is_in_sets"),
    "smaller": _called("smaller"),
    "larger": _called("larger"),
    "tuple": _tuple,
    "tuple of known": _called("tuple_of_known"),
    "number of": _called("len"),
    "first": _called("first"),
    "last": _called("last"),
    "entry": _called("entry"),
    "first so many": _called("first_so_many"),
    "reversed": lambda a: f"{a}[::-1]",
    "range": _called("numbers"),
    "slice": lambda a, low, high: f"{a}[{low}:{high} + 1]",
    "joined": _infix("+"),
    "union": _called("union"),
    "distinct": _called("distinct"),
    "without": _called("without"),
    "without sets": _called("without_sets"),
    "sorted": _called("in_order"),
    "around": _called("around"),
    "sorted around": _called("sorted_around"),
    "seats away": _called("seats_away"),
    "is earlier": _called("is_earlier"),
    "count of": _called("count_of"),
    "counted": _called("counted"),
    "added up": _called("added_up"),
    "finds enough": _called("finds_enough"),
    "all find": _called("all_find"),
    "without counts": _called("without_counts"),
    "in turn": _called("in_turn"),
    "from the next": _called("from_the_next"),
    "from the previous": _called("from_the_previous"),
    "pieced together": _called("pieced_together"),
    "sets": _called("sets"),
    "completions": _called("completions"),
    "next places": _called("next_places"),
    "tuple of all": _called("tuple"),
    "place of": lambda several, one: f"{several}.index({one})",
    "places left": _called("places_left"),
    "number of sets": _called("number_of_sets"),
    "alike before": _called("alike_before"),
    "first of each": _called("first_of_each"),
    "at places": _called("at_places"),
    "orders": _called("orders"),
    "number of orders": _called("number_of_orders"),
    "subsets": _called("subsets"),
    "best": _called("best"),
    "ranked": _called("ranked"),
    "join sides": _called("join_sides"),
    "spread": _called("spread"),
}
