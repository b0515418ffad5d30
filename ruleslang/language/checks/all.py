"""The list of all checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ruleslang.language.checks import (
    after_last_part,
    automatic_never_tested,
    called_elsewhere,
    captured_too_long,
    check_calls_procedure,
    check_changes_state,
    choosing_unseen,
    common_write,
    decides_nothing,
    decision_unsaid,
    empty_deck,
    empty_kind,
    endless_recursion,
    first_of_several,
    gone_before,
    half_empty_column,
    hidden_in_history,
    imagined_choice,
    imagined_in_circle,
    language_unsaid,
    last_one_left,
    may_be_full,
    may_not_answer,
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
    no_result,
    no_top_card,
    not_under_way,
    offered_outside_window,
    omitted_and_cited,
    one_or_none,
    open_roll,
    opponent_of_several,
    order_leaks,
    out_of_range,
    overlapping_rows,
    preference_peeks,
    proves_nothing,
    read_before_set,
    reset_under_rule,
    reset_under_way,
    rival_rules,
    room_may_shrink,
    same_title,
    seat_may_be_empty,
    secret_unsaid,
    shows_nothing,
    too_deep,
    too_few_for_all,
    too_large,
    too_many_sets,
    true_at_the_start,
    turn_of_eliminated,
    turned_round,
    two_bounds,
    two_numbers,
    two_units,
    type_unsaid,
    unbounded_loop,
    uncited_rule,
    unread_name,
    unread_parameter,
    unshown_axis,
    unusual_order,
    value_in_circle,
    window_does_not_offer,
    yes_compared,
)
from ruleslang.language.checks.subject import Subject
from ruleslang.language.syntax.declarations import Tree
from ruleslang.program.program import Program
from ruleslang.source.budget import doing
from ruleslang.source.diagnostic import Diagnostic

Check = Callable[[Subject], Iterator[Diagnostic]]
Trees = Sequence[Tree]
Wording = Callable[[Trees, Program], Iterator[Diagnostic]]

# fmt: off
ERRORS: tuple[Check, ...] = tuple(module.check for module in (
    too_large, out_of_range, too_many_sets, endless_recursion, not_under_way, captured_too_long,
    reset_under_way, no_result, check_calls_procedure, check_changes_state, value_in_circle,
    imagined_choice, imagined_in_circle, hidden_in_history, unbounded_loop, choosing_unseen,
    preference_peeks, window_does_not_offer, offered_outside_window, may_not_answer, common_write,
    decides_nothing, called_elsewhere,
))
LINTS: tuple[Check, ...] = tuple(module.check for module in (
    order_leaks, never_used, never_set, read_before_set, never_read, unread_name, unread_parameter,
    empty_kind, empty_deck, never_lies_there, never_entered, never_performed, never_played,
    gone_before, proves_nothing, automatic_never_tested, secret_unsaid, true_at_the_start,
    reset_under_rule, never_ends, turn_of_eliminated, last_one_left, rival_rules, room_may_shrink,
    may_be_full, no_top_card, first_of_several, nested_brackets, same_title, omitted_and_cited,
    uncited_rule, opponent_of_several, must_without_way_out, decision_unsaid, open_roll,
    shows_nothing, seat_may_be_empty, two_numbers, overlapping_rows, two_bounds, too_few_for_all,
    two_units, moves_all,
))

WORDINGS: tuple[Wording, ...] = tuple(module.check for module in (
    language_unsaid, needless_line, unusual_order, type_unsaid, turned_round, one_or_none,
    after_last_part, half_empty_column, needless_name, unshown_axis, missing_text, yes_compared,
    mixed_and_or,
))
# fmt: on


def errors(subject: Subject) -> tuple[Diagnostic, ...]:
    """The errors that keep a program from being played."""
    return _run((too_deep.check,), subject) or _run(ERRORS, subject)


def lint(subject: Subject) -> tuple[Diagnostic, ...]:
    """Warnings and advice on a playable program."""
    return _run(LINTS, subject)


def advise(trees: Trees, program: Program) -> tuple[Diagnostic, ...]:
    """Advice on wording, which does not change the meaning."""
    return tuple(diagnostic for check in WORDINGS for diagnostic in check(trees, program))


def _run(checks: tuple[Check, ...], subject: Subject) -> tuple[Diagnostic, ...]:
    return tuple(
        dict.fromkeys(diagnostic for check in checks for diagnostic in _found(check, subject))
    )


def _found(check: Check, subject: Subject) -> tuple[Diagnostic, ...]:
    with doing(f"the check `{check.__module__.rpartition('.')[2]}`"):
        return tuple(check(subject))
