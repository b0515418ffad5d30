"""The list of checks that find errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ruleslang.language.checks.errors import (
    recursion_and_loops,
    running_procedures,
    secrets,
    side_effects,
    sizes,
    windows_and_options,
)
from ruleslang.language.checks.subject import Subject
from ruleslang.source.budget import doing
from ruleslang.source.diagnostic import Diagnostic

Check = Callable[[Subject], Iterator[Diagnostic]]

# fmt: off
ERRORS: tuple[Check, ...] = (
    sizes.find_too_large, sizes.find_out_of_range, sizes.find_too_many_sets,
    recursion_and_loops.find_endless_recursion, running_procedures.find_not_under_way,
    running_procedures.find_captured_too_long, running_procedures.find_reset_under_way,
    running_procedures.find_no_result, side_effects.find_check_calls_procedure,
    side_effects.find_check_changes_state, recursion_and_loops.find_value_in_circle,
    side_effects.find_imagined_choice, recursion_and_loops.find_imagined_in_circle,
    secrets.find_hidden_in_history, recursion_and_loops.find_unbounded_loop,
    secrets.find_choosing_unseen, secrets.find_preference_peeks,
    windows_and_options.find_window_does_not_offer, windows_and_options.find_offered_outside_window,
    running_procedures.find_may_not_answer, secrets.find_common_write,
    windows_and_options.find_decides_nothing, windows_and_options.find_called_elsewhere,
)
# fmt: on


def errors(subject: Subject) -> tuple[Diagnostic, ...]:
    """Return the errors that keep a program from being played."""
    return run((recursion_and_loops.find_too_deep,), subject) or run(ERRORS, subject)


def run(checks: tuple[Check, ...], subject: Subject) -> tuple[Diagnostic, ...]:
    return tuple(
        dict.fromkeys(diagnostic for check in checks for diagnostic in _found(check, subject))
    )


def _found(check: Check, subject: Subject) -> tuple[Diagnostic, ...]:
    with doing(f"the check `{check.__name__.removeprefix('find_')}`"):
        return tuple(check(subject))
