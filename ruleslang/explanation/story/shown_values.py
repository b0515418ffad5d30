"""The values that the looks of a rulebook show at a table, as far as a reader may know them."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.engine.match.decision import SeenValue
from ruleslang.engine.match.entities import Population, place_name
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Reader
from ruleslang.engine.match.runtime_values import Player, Value
from ruleslang.explanation.story.open_view import as_seen
from ruleslang.players.secrecy.secret_bodies import secret_names
from ruleslang.program import declarations as d
from ruleslang.program.expressions import CallValue, Local
from ruleslang.program.passes.derived_tables import derive

SHOWN = "shown"  # in the column `drawn` of the looks


def places_of_values(population: Population) -> Iterator[tuple[d.Value, tuple[Value, ...]]]:
    """Each value that the looks show, once for each of its players."""
    shown = {look.name for look in population.program.looks if SHOWN in look.drawn}
    for value in population.values.values():
        if value.name in shown:
            for index in population.players if value.parameters else (None,):
                yield value, () if index is None else (index,)


def shown_values(
    match: Reader, reader: Player | None, *, is_open: bool = False
) -> dict[str, SeenValue]:
    """
    The values that the looks show, by names such as `points(anna)`.

    A value that reads what a player cannot see is missing from what this player is shown; a
    spectator (`None`) is shown values that read nothing that can be hidden. With `is_open` all are
    shown. Values whose computation fails are missing.
    """
    population = match.population
    secret, reads = secret_names(population.program), derive(population.program).reads
    found = {}
    for value, index in places_of_values(population):
        call = CallValue(value.name, (Local(0),) if index else ())
        if reader is None and not is_open and reads.reads_one_of((call,), secret):
            continue
        try:
            seen = match.evaluate(call, dict(enumerate(index)), seen_by=None if is_open else reader)
        except Fault:
            continue
        found[place_name(value.name, index)] = as_seen(seen)
    return found
