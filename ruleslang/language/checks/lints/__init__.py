"""The lists of lints: warnings and advice, for programs without errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ruleslang.language.checks.errors import Check, run
from ruleslang.language.checks.lints import (
    bounds_and_units,
    choices,
    citations_and_examples,
    effects,
    ends_of_play,
    room,
    seats,
    secrets,
    start_of_play,
    tables_and_titles,
    too_few_cards,
    two_numbers,
    unreachable,
    unused,
    wording_of_declarations,
    wording_of_expressions,
)
from ruleslang.language.checks.subject import Subject
from ruleslang.language.syntax.declarations import Tree
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic

Trees = Sequence[Tree]
Wording = Callable[[Trees, Program], Iterator[Diagnostic]]

# fmt: off
LINTS: tuple[Check, ...] = (
    secrets.find_order_leaks, unused.find_never_used, unused.find_never_set,
    start_of_play.find_read_before_set, unused.find_never_read, unused.find_unread_name,
    unused.find_unread_parameter, unused.find_empty_kind, unused.find_empty_deck,
    unreachable.find_zone_excludes_card, unreachable.find_never_entered,
    unreachable.find_never_performed, unreachable.find_never_played, effects.find_moved_before_hook,
    citations_and_examples.find_tests_nothing, seats.find_automatic_never_tested,
    secrets.find_untested_secret, start_of_play.find_true_at_the_start,
    effects.find_reset_under_rule, ends_of_play.find_never_ends,
    ends_of_play.find_turn_of_eliminated, ends_of_play.find_last_one_left, effects.find_rival_rules,
    room.find_room_may_shrink, room.find_may_be_full, choices.find_no_top_card,
    choices.find_first_of_several,
    tables_and_titles.find_same_title, citations_and_examples.find_omitted_and_cited,
    citations_and_examples.find_uncited_rule, citations_and_examples.find_unlisted_rule,
    citations_and_examples.find_missing_example, seats.find_opponent_of_several,
    choices.find_must_without_way_out, choices.find_missing_decided_by, secrets.find_open_roll,
    secrets.find_shows_nothing, seats.find_seat_may_be_empty, two_numbers.find_two_numbers,
    seats.find_seat_named_once, seats.find_no_holder,
    bounds_and_units.find_overlapping_rows, bounds_and_units.find_two_bounds,
    too_few_cards.find_too_few_for_all, bounds_and_units.find_two_units, room.find_moves_all,
    choices.find_fails_together, effects.find_bound_for_all,
)

WORDINGS: tuple[Wording, ...] = (
    wording_of_declarations.find_missing_language_line, wording_of_declarations.find_needless_line,
    wording_of_declarations.find_unusual_order, wording_of_declarations.find_missing_type,
    wording_of_expressions.find_reversed_comparison, wording_of_expressions.find_one_or_none,
    wording_of_expressions.find_after_last_part, tables_and_titles.find_half_empty_column,
    wording_of_declarations.find_needless_name, tables_and_titles.find_unshown_axis,
    tables_and_titles.find_missing_text, wording_of_expressions.find_yes_compared,
    wording_of_expressions.find_mixed_and_or, wording_of_expressions.find_nested_brackets,
)
# fmt: on


def lint(subject: Subject) -> tuple[Diagnostic, ...]:
    """Return warnings and advice on a playable program."""
    return run(LINTS, subject)


def advise(trees: Trees, program: Program) -> tuple[Diagnostic, ...]:
    """Return advice on wording, which does not change the meaning."""
    return tuple(diagnostic for check in WORDINGS for diagnostic in check(trees, program))
