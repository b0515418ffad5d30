"""The list of checks that find errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ruleslang.language.checks import (
    called_elsewhere,
    captured_too_long,
    check_calls_procedure,
    check_changes_state,
    choosing_unseen,
    common_write,
    decides_nothing,
    endless_recursion,
    hidden_in_history,
    imagined_choice,
    imagined_in_circle,
    may_not_answer,
    no_result,
    not_under_way,
    offered_outside_window,
    out_of_range,
    preference_peeks,
    reset_under_way,
    too_deep,
    too_large,
    too_many_sets,
    unbounded_loop,
    value_in_circle,
    window_does_not_offer,
)
from ruleslang.language.checks.subject import Subject
from ruleslang.source.budget import doing
from ruleslang.source.diagnostic import Diagnostic

Check = Callable[[Subject], Iterator[Diagnostic]]

# fmt: off
ERRORS: tuple[Check, ...] = tuple(module.check for module in (
    too_large, out_of_range, too_many_sets, endless_recursion, not_under_way, captured_too_long,
    reset_under_way, no_result, check_calls_procedure, check_changes_state, value_in_circle,
    imagined_choice, imagined_in_circle, hidden_in_history, unbounded_loop, choosing_unseen,
    preference_peeks, window_does_not_offer, offered_outside_window, may_not_answer, common_write,
    decides_nothing, called_elsewhere,
))
# fmt: on


def errors(subject: Subject) -> tuple[Diagnostic, ...]:
    """The errors that keep a program from being played."""
    return run((too_deep.check,), subject) or run(ERRORS, subject)


def run(checks: tuple[Check, ...], subject: Subject) -> tuple[Diagnostic, ...]:
    return tuple(
        dict.fromkeys(diagnostic for check in checks for diagnostic in _found(check, subject))
    )


def _found(check: Check, subject: Subject) -> tuple[Diagnostic, ...]:
    with doing(f"the check `{check.__module__.rpartition('.')[2]}`"):
        return tuple(check(subject))
