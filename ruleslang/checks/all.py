"""The list of all checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ruleslang.checks import (
    arbitrary_member,
    choice_leak,
    circular_values,
    conflicting_rules,
    duplicate_titles,
    effect_in_wrong_zone,
    effect_outlives_run,
    empty_kinds,
    gone_before_its_hook,
    history_leak,
    imagined_runs,
    loops_never_left,
    match_without_outcome,
    missing_answer,
    nested_brackets,
    not_under_way,
    offered_actions,
    omitted_and_cited,
    open_questions,
    opponent_of_several,
    plays_never_possible,
    preference_leak,
    purity_of_checks,
    recursion,
    reset_undoes_whenever,
    resets_under_way,
    reveals_nothing,
    roll_leak,
    simultaneous_interference,
    size_limits,
    too_many_subsets,
    top_of_unordered,
    true_at_start,
    unbounded_loops,
    uncited_rules,
    unhandled_elimination,
    unread_names,
    unshuffled_pile,
    untested_secrets,
    unused_declarations,
    unused_states,
    weak_examples,
    zone_capacity,
)
from ruleslang.checks.subject import Subject
from ruleslang.source.diagnostic import Diagnostic

Check = Callable[[Subject], Iterator[Diagnostic]]

ERRORS: tuple[Check, ...] = (
    size_limits.check,
    too_many_subsets.check,
    recursion.check,
    not_under_way.check,
    effect_outlives_run.check,
    resets_under_way.check,
    match_without_outcome.check,
    purity_of_checks.check,
    circular_values.check,
    imagined_runs.check,
    history_leak.check,
    unbounded_loops.check,
    choice_leak.check,
    preference_leak.check,
    offered_actions.check,
    missing_answer.check,
    simultaneous_interference.check,
    open_questions.check,
)
LINTS: tuple[Check, ...] = (
    unshuffled_pile.check,
    unused_declarations.check,
    unused_states.check,
    unread_names.check,
    empty_kinds.check,
    effect_in_wrong_zone.check,
    plays_never_possible.check,
    gone_before_its_hook.check,
    weak_examples.check,
    untested_secrets.check,
    true_at_start.check,
    reset_undoes_whenever.check,
    loops_never_left.check,
    unhandled_elimination.check,
    conflicting_rules.check,
    zone_capacity.check,
    top_of_unordered.check,
    arbitrary_member.check,
    nested_brackets.check,
    duplicate_titles.check,
    omitted_and_cited.check,
    uncited_rules.check,
    opponent_of_several.check,
    offered_actions.lint,
    open_questions.lint,
    roll_leak.check,
    reveals_nothing.check,
)


def errors(subject: Subject) -> tuple[Diagnostic, ...]:
    """What keeps a program from being played."""
    return _run(ERRORS, subject)


def lint(subject: Subject) -> tuple[Diagnostic, ...]:
    """Warnings and advice on a program that can be played."""
    return _run(LINTS, subject)


def _run(checks: tuple[Check, ...], subject: Subject) -> tuple[Diagnostic, ...]:
    found = (diagnostic for check in checks for diagnostic in check(subject))
    return tuple(dict.fromkeys(found))
