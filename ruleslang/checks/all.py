"""The list of all checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ruleslang.checks import (
    after_last_part,
    captured_too_long,
    choosing_unseen,
    empty_kinds_and_decks,
    endless_recursion,
    first_of_several,
    gone_before,
    half_empty_column,
    hidden_in_history,
    imagined_runs,
    impossible_offers,
    may_not_answer,
    needless_lines,
    needless_or_missing_argument_names,
    nested_brackets,
    never_ends,
    never_lies_there,
    never_played,
    never_used,
    no_result,
    no_top_card,
    not_under_way,
    omitted_and_cited,
    one_or_none,
    open_roll,
    opponent_of_several,
    option_marks,
    order_leaks,
    out_of_range,
    preference_peeks,
    purity_of_checks,
    reset_under_rule,
    reset_under_way,
    rival_rules,
    same_title,
    seat_may_be_empty,
    secret_unsaid,
    shows_nothing,
    simultaneous_interference,
    too_deep,
    too_large,
    too_many_sets,
    true_at_the_start,
    turned_round,
    type_unsaid,
    unbounded_loop,
    uncited_rule,
    unhandled_elimination,
    unread_names,
    unread_or_unwritten_states,
    unshown_axis,
    untranslated_texts,
    unusual_order,
    value_in_circle,
    weak_examples,
    zone_capacity,
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
    purity_of_checks.check,
    value_in_circle.check,
    imagined_runs.check,
    hidden_in_history.check,
    unbounded_loop.check,
    choosing_unseen.check,
    preference_peeks.check,
    impossible_offers.check,
    may_not_answer.check,
    simultaneous_interference.check,
    option_marks.check,
)
LINTS: tuple[Check, ...] = (
    order_leaks.check,
    never_used.check,
    unread_or_unwritten_states.check,
    unread_names.check,
    empty_kinds_and_decks.check,
    never_lies_there.check,
    never_played.check,
    gone_before.check,
    weak_examples.check,
    secret_unsaid.check,
    true_at_the_start.check,
    reset_under_rule.check,
    never_ends.check,
    unhandled_elimination.check,
    rival_rules.check,
    zone_capacity.check,
    no_top_card.check,
    first_of_several.check,
    nested_brackets.check,
    same_title.check,
    omitted_and_cited.check,
    uncited_rule.check,
    opponent_of_several.check,
    impossible_offers.lint,
    option_marks.lint,
    open_roll.check,
    shows_nothing.check,
    seat_may_be_empty.check,
)

WORDINGS: tuple[Wording, ...] = (
    needless_lines.check,
    unusual_order.check,
    type_unsaid.check,
    turned_round.check,
    one_or_none.check,
    after_last_part.check,
    half_empty_column.check,
    needless_or_missing_argument_names.check,
    unshown_axis.check,
    untranslated_texts.check,
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
