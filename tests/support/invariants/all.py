"""The list of the invariants, and the one function that tests them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ruleslang.program.program import Program
from ruleslang.program.typing.environment import Known, known
from tests.support.invariants import (
    behaviour,
    data,
    names,
    node_fields,
    patterns,
    references,
    scopes,
)
from tests.support.invariants.broken import Broken
from tests.support.invariants.types_agree import types_agree

Invariant = Callable[[Known], Iterator[Broken]]

INVARIANTS: dict[str, Invariant] = {
    "names-unique": names.names_unique,
    "inner-names-unique": names.inner_names_unique,
    "parameters-unique": names.parameters_unique,
    "reference-resolves": references.reference_resolves,
    "arguments-fit": references.arguments_fit,
    "constant-exists": references.constant_exists,
    "type-exists": references.type_exists,
    "origin-exists": references.origin_exists,
    "words-are-known": node_fields.words_are_known,
    "quantities-whole": node_fields.quantities_whole,
    "any-in-place": node_fields.any_in_place,
    "claims-only": node_fields.claims_only,
    "pattern-fits": patterns.pattern_fits,
    "until-binds-nothing": patterns.until_binds_nothing,
    "local-defined": scopes.local_defined,
    "locals-declared": scopes.locals_declared,
    "first-slots-agree": scopes.first_slots_agree,
    "captures-complete": scopes.captures_complete,
    "seats-sound": data.seats_sound,
    "start-and-payoff": data.start_and_payoff,
    "kinds-a-tree": data.kinds_a_tree,
    "fields-complete": data.fields_complete,
    "words-whole": data.words_whole,
    "boards-sound": data.boards_sound,
    "as-usual-in-instead": behaviour.as_usual_in_instead,
    "in-any-case-quiet": behaviour.in_any_case_quiet,
    "together-quiet": behaviour.together_quiet,
    "check-changes-nothing": behaviour.check_changes_nothing,
    "cases-complete": behaviour.cases_complete,
    "values-acyclic": behaviour.values_acyclic,
    "answers-agree": behaviour.answers_agree,
    "types-agree": types_agree,
}


def check(program: Program) -> tuple[Broken, ...]:
    """The invariants that do not hold, in the order of the list; nothing: the program is sound."""
    tables = known(program)
    return tuple(broken for invariant in INVARIANTS.values() for broken in invariant(tables))
