"""The list of all checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ruleslang.checks import (
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
    piles_up,
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
    too_large,
    too_many_sets,
    true_at_the_start,
    turn_of_eliminated,
    turned_round,
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
from ruleslang.checks.subject import Subject
from ruleslang.nodes.budget import doing
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.syntax.declarations import Tree

Check = Callable[[Subject], Iterator[Diagnostic]]
Trees = Sequence[Tree]
Wording = Callable[[Trees, Program], Iterator[Diagnostic]]

ERRORS: tuple[Check, ...] = (
    too_large.check,
    out_of_range.check,
    too_many_sets.check,
    endless_recursion.check,
    not_under_way.check,
    captured_too_long.check,
    reset_under_way.check,
    no_result.check,
    check_calls_procedure.check,
    check_changes_state.check,
    value_in_circle.check,
    imagined_choice.check,
    imagined_in_circle.check,
    hidden_in_history.check,
    unbounded_loop.check,
    choosing_unseen.check,
    preference_peeks.check,
    window_does_not_offer.check,
    offered_outside_window.check,
    may_not_answer.check,
    common_write.check,
    decides_nothing.check,
    called_elsewhere.check,
)
LINTS: tuple[Check, ...] = (
    order_leaks.check,
    never_used.check,
    never_set.check,
    read_before_set.check,
    never_read.check,
    unread_name.check,
    unread_parameter.check,
    empty_kind.check,
    empty_deck.check,
    never_lies_there.check,
    never_entered.check,
    never_performed.check,
    never_played.check,
    gone_before.check,
    proves_nothing.check,
    automatic_never_tested.check,
    secret_unsaid.check,
    true_at_the_start.check,
    reset_under_rule.check,
    never_ends.check,
    turn_of_eliminated.check,
    last_one_left.check,
    rival_rules.check,
    room_may_shrink.check,
    may_be_full.check,
    no_top_card.check,
    first_of_several.check,
    nested_brackets.check,
    same_title.check,
    omitted_and_cited.check,
    uncited_rule.check,
    opponent_of_several.check,
    must_without_way_out.check,
    decision_unsaid.check,
    open_roll.check,
    shows_nothing.check,
    seat_may_be_empty.check,
)

WORDINGS: tuple[Wording, ...] = (
    language_unsaid.check,
    needless_line.check,
    unusual_order.check,
    type_unsaid.check,
    turned_round.check,
    one_or_none.check,
    after_last_part.check,
    half_empty_column.check,
    needless_name.check,
    unshown_axis.check,
    missing_text.check,
    yes_compared.check,
    piles_up.check,
)


def errors(subject: Subject) -> tuple[Diagnostic, ...]:
    """What keeps a program from being played."""
    return _run((too_deep.check,), subject) or _run(ERRORS, subject)


def lint(subject: Subject) -> tuple[Diagnostic, ...]:
    """Warnings and advice on a program that can be played."""
    return _run(LINTS, subject)


def advise(trees: Trees, program: Program) -> tuple[Diagnostic, ...]:
    """
    What a reader would find easier said otherwise, though it means the same.

    Nothing is said of declarations that are deferred: on those nothing was advised when they were
    read, and no other declaration has changed what is advised on them.
    """
    return tuple(each for check in WORDINGS for each in check(trees, program))


def _run(checks: tuple[Check, ...], subject: Subject) -> tuple[Diagnostic, ...]:
    return tuple(dict.fromkeys(found for check in checks for found in _found(check, subject)))


def _found(check: Check, subject: Subject) -> tuple[Diagnostic, ...]:
    with doing(f"the check `{check.__module__.rpartition('.')[2]}`"):
        return tuple(check(subject))
