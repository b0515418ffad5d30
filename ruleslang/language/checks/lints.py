"""The lists of lints: warnings and advice, for programs without errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ruleslang.language.checks import (
    after_last_part,
    automatic_never_tested,
    decision_unsaid,
    empty_deck,
    empty_kind,
    first_of_several,
    gone_before,
    half_empty_column,
    language_unsaid,
    last_one_left,
    may_be_full,
    missing_example,
    missing_text,
    mixed_and_or,
    moves_all,
    must_without_way_out,
    needless_line,
    needless_name,
    nested_brackets,
    never_ends,
    never_entered,
    never_lies_there,
    never_performed,
    never_played,
    never_read,
    never_set,
    never_used,
    no_top_card,
    omitted_and_cited,
    one_or_none,
    open_roll,
    opponent_of_several,
    order_leaks,
    overlapping_rows,
    proves_nothing,
    read_before_set,
    reset_under_rule,
    rival_rules,
    room_may_shrink,
    same_title,
    seat_may_be_empty,
    secret_unsaid,
    shows_nothing,
    too_few_for_all,
    true_at_the_start,
    turn_of_eliminated,
    turned_round,
    two_bounds,
    two_numbers,
    two_units,
    type_unsaid,
    uncited_rule,
    unlisted_rule,
    unread_name,
    unread_parameter,
    unshown_axis,
    unusual_order,
    yes_compared,
)
from ruleslang.language.checks.errors import Check, run
from ruleslang.language.checks.subject import Subject
from ruleslang.language.syntax.declarations import Tree
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic

Trees = Sequence[Tree]
Wording = Callable[[Trees, Program], Iterator[Diagnostic]]

# fmt: off
LINTS: tuple[Check, ...] = tuple(module.check for module in (
    order_leaks, never_used, never_set, read_before_set, never_read, unread_name, unread_parameter,
    empty_kind, empty_deck, never_lies_there, never_entered, never_performed, never_played,
    gone_before, proves_nothing, automatic_never_tested, secret_unsaid, true_at_the_start,
    reset_under_rule, never_ends, turn_of_eliminated, last_one_left, rival_rules, room_may_shrink,
    may_be_full, no_top_card, first_of_several, nested_brackets, same_title, omitted_and_cited,
    uncited_rule, unlisted_rule, missing_example, opponent_of_several, must_without_way_out,
    decision_unsaid, open_roll, shows_nothing, seat_may_be_empty, two_numbers, overlapping_rows,
    two_bounds, too_few_for_all, two_units, moves_all,

))

WORDINGS: tuple[Wording, ...] = tuple(module.check for module in (
    language_unsaid, needless_line, unusual_order, type_unsaid, turned_round, one_or_none,
    after_last_part, half_empty_column, needless_name, unshown_axis, missing_text, yes_compared,
    mixed_and_or,
))
# fmt: on


def lint(subject: Subject) -> tuple[Diagnostic, ...]:
    """Warnings and advice on a playable program."""
    return run(LINTS, subject)


def advise(trees: Trees, program: Program) -> tuple[Diagnostic, ...]:
    """Advice on wording, which does not change the meaning."""
    return tuple(diagnostic for check in WORDINGS for diagnostic in check(trees, program))
