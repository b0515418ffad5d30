"""Pure operations as calls of C."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from ruleslang.flow.operation_names import Pure

Cost: TypeAlias = Literal["plain", "may fail", "makes"]
"""Whether an operation can be worked out where it stands, may be a fault, makes tuples."""

OPERATIONS: Mapping[Pure, tuple[str, Cost]] = {
    "+": ("plus(s, {0}, {1})", "may fail"),
    "-": ("plus(s, {0}, -({1}))", "may fail"),
    "*": ("times(s, {0}, {1})", "may fail"),
    "/ down": ("divided_down(s, {0}, {1})", "may fail"),
    "/ up": ("divided_up(s, {0}, {1})", "may fail"),
    "remainder": ("remainder_of(s, {0}, {1})", "may fail"),
    "negate": ("(-({0}))", "plain"),
    "distance of numbers": ("distance({0}, {1})", "plain"),
    "<": ("({0} < {1})", "plain"),
    "<=": ("({0} <= {1})", "plain"),
    ">": ("({0} > {1})", "plain"),
    ">=": ("({0} >= {1})", "plain"),
    "same": ("same(s, {0}, {1})", "plain"),
    "same members": ("same_members(s, {0}, {1})", "plain"),
    "same copies": ("same_copies(s, {0}, {1})", "plain"),
    "not": ("({0} != 1)", "plain"),
    "is none": ("({0} == NONE)", "plain"),
    "is empty": ("(number_of(s, {0}) == 0)", "plain"),
    "is in": ("is_in(s, {0}, {1})", "plain"),
    "is in sets": ("is_in_sets(s, {0}, {1})", "plain"),
    "smaller": ("smaller({0}, {1})", "plain"),
    "larger": ("larger({0}, {1})", "plain"),
    "number of": ("number_of(s, {0})", "plain"),
    "first": ("first(s, {0})", "plain"),
    "last": ("last(s, {0})", "plain"),
    "entry": ("entry(s, {0}, {1})", "plain"),
    "first so many": ("first_so_many(s, {0}, {1})", "makes"),
    "reversed": ("reversed(s, {0})", "makes"),
    "range": ("numbers(s, {0}, {1})", "makes"),
    "slice": ("slice(s, {0}, {1}, {2})", "makes"),
    "joined": ("joined(s, {0}, {1})", "makes"),
    "union": ("set_union(s, {0}, {1})", "makes"),
    "distinct": ("distinct(s, {0})", "makes"),
    "without": ("without(s, {0}, {1})", "makes"),
    "without sets": ("without_sets(s, {0}, {1})", "makes"),
    "sorted": ("sorted(s, {0})", "makes"),
    "around": ("around(s, {0}, {1})", "makes"),
    "sorted around": ("sorted_around(s, {0}, {1})", "makes"),
    "seats away": ("seats_away({0}, {1}, {2})", "plain"),
    "is earlier": ("is_earlier(s, {0}, {1})", "plain"),
    "count of": ("count_of(s, {0}, {1})", "plain"),
    "counted": ("counted(s, {0}, {1})", "makes"),
    "without counts": ("without_counts(s, {0}, {1})", "makes"),
    "in turn": ("in_turn(s, {0})", "makes"),
    "from the next": ("from_the_next(s, {0}, {1})", "makes"),
    "from the previous": ("from_the_previous(s, {0}, {1})", "makes"),
    "pieced together": ("pieced_together(s, {0})", "makes"),
    "sets": ("sets_all(s, {0}, {1}, EMPTY, {2}, {3})", "makes"),
    "completions": ("sets_all(s, {0}, {1}, {2}, {3}, {4})", "makes"),
    "next places": ("next_places(s, {0}, {1}, {2})", "makes"),
    "tuple of all": ("{0}", "plain"),
    "place of": ("place_of(s, {0}, {1})", "plain"),
    "places left": ("places_left(s, {0}, {1}, {2})", "makes"),
    "number of sets": ("number_of_sets(s, {0}, {1}, {2}, {3})", "may fail"),
    "alike before": ("alike_before(s, {0})", "makes"),
    "first of each": ("first_of_each(s, {0}, {1})", "makes"),
    "at places": ("at_places(s, {0}, {1})", "makes"),
    "orders": ("orders(s, {0}, {1})", "makes"),
    "number of orders": ("number_of_orders(s, {0}, {1})", "may fail"),
    "subsets": ("subsets(s, {0}, {1}, {2})", "makes"),
    "best": ("best(s, {0}, {1})", "makes"),
    "ranked": ("ranked(s, {0}, {1})", "makes"),
    "join sides": ("join_sides(s, {0}, {1}, {2})", "makes"),
    "added up": ("added_up(s, {0})", "makes"),
    "finds enough": ("finds_enough(s, {0}, {1})", "plain"),
    "all find": ("all_find(s, {0}, {1}, {2})", "plain"),
    "spread": ("spread(s, {0}, {1})", "makes"),
}

LOOKS: frozenset[Pure] = frozenset(
    (
        *("same", "same members", "same copies", "is empty", "is in", "is in sets", "number of"),
        *("first", "last", "entry", "place of", "reversed", "union", "distinct", "without"),
        *("alike before", "first of each", "at places"),
    )
)
"""Operations that only look at their operands: what they answer never is or has one of them."""
