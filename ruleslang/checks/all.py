"""The list of all checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ruleslang.checks import (
    arbitrary_member,
    choice_among_hidden_cards,
    circular_values,
    conflicting_replacements,
    duplicate_titles,
    effect_in_wrong_zone,
    effect_outlives_run,
    empty_kinds_and_decks,
    gone_before_its_hook,
    history_leak,
    imagined_runs,
    impossible_offers,
    loops_never_left,
    match_without_outcome,
    missing_answer,
    nested_brackets,
    omitted_and_cited,
    opponent_of_several,
    option_marks,
    plays_without_window,
    preference_leak,
    procedure_not_under_way,
    public_roll_in_hidden_state,
    purity_of_checks,
    recursion,
    reset_undoes_whenever,
    resets_under_way,
    reveals_nothing,
    seats_of_few_players,
    simultaneous_interference,
    size_limits,
    start_outside_ends,
    too_many_subsets,
    top_of_unordered,
    true_at_start,
    unbounded_loops,
    uncited_rules,
    unhandled_elimination,
    unread_names,
    unread_or_unwritten_states,
    unshuffled_pile,
    untested_secrets,
    unused_declarations,
    weak_examples,
    zone_capacity,
)
from ruleslang.checks.subject import Subject
from ruleslang.source.diagnostic import Diagnostic

Check = Callable[[Subject], Iterator[Diagnostic]]

ERRORS: tuple[Check, ...] = (
    size_limits.check,
    start_outside_ends.check,
    too_many_subsets.check,
    recursion.check,
    procedure_not_under_way.check,
    effect_outlives_run.check,
    resets_under_way.check,
    match_without_outcome.check,
    purity_of_checks.check,
    circular_values.check,
    imagined_runs.check,
    history_leak.check,
    unbounded_loops.check,
    choice_among_hidden_cards.check,
    preference_leak.check,
    impossible_offers.check,
    missing_answer.check,
    simultaneous_interference.check,
    option_marks.check,
)
LINTS: tuple[Check, ...] = (
    unshuffled_pile.check,
    unused_declarations.check,
    unread_or_unwritten_states.check,
    unread_names.check,
    empty_kinds_and_decks.check,
    effect_in_wrong_zone.check,
    plays_without_window.check,
    gone_before_its_hook.check,
    weak_examples.check,
    untested_secrets.check,
    true_at_start.check,
    reset_undoes_whenever.check,
    loops_never_left.check,
    unhandled_elimination.check,
    conflicting_replacements.check,
    zone_capacity.check,
    top_of_unordered.check,
    arbitrary_member.check,
    nested_brackets.check,
    duplicate_titles.check,
    omitted_and_cited.check,
    uncited_rules.check,
    opponent_of_several.check,
    impossible_offers.lint,
    option_marks.lint,
    public_roll_in_hidden_state.check,
    reveals_nothing.check,
    seats_of_few_players.check,
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
