"""The values and measures that the looks show at a table, as far as a reader may know them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslang.engine.match.decision import SeenValue
from ruleslang.engine.match.entities import Population, place_name
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Reader
from ruleslang.engine.match.runtime_values import Player, Value
from ruleslang.explanation.story.open_view import as_seen
from ruleslang.players.secrecy.secret_bodies import secret_names
from ruleslang.program import declarations as d
from ruleslang.program.expressions import CallValue, Expr, Local
from ruleslang.program.passes.derived_tables import derive

SHOWN = "shown"  # in the column `drawn` of the looks


def places_of_values(population: Population) -> Iterator[tuple[d.Value, tuple[Value, ...]]]:
    """Yield each value that the looks show, once for each of its players."""
    shown = _names_shown(population)
    for value in population.values.values():
        if value.name in shown:
            for index in population.players if value.parameters else (None,):
                yield value, () if index is None else (index,)


def shown_measures(population: Population, measures: Sequence[d.Measure]) -> list[d.Measure]:
    """Return the measures that the looks show."""
    shown = _names_shown(population) - population.values.keys()
    return [measure for measure in measures if measure.name in shown]


def _names_shown(population: Population) -> set[str]:
    return {look.name for look in population.program.looks if SHOWN in look.drawn}


def shown_values(
    match: Reader,
    reader: Player | None,
    measures: Sequence[d.Measure] = (),
    *,
    is_open: bool = False,
) -> dict[str, SeenValue]:
    """
    Return the values and measures that the looks show, by names such as `points(anna)`.

    A value that reads what a player cannot see is missing from what this player is shown; a
    spectator (`None`) is shown values that read nothing that can be hidden. With `is_open` all are
    shown. Values whose computation fails are missing.
    """
    population = match.population
    secret, reads = secret_names(population.program), derive(population.program).reads
    computed: list[tuple[str, Expr, tuple[Value, ...]]] = [
        (value.name, CallValue(value.name, (Local(0),) if index else ()), index)
        for value, index in places_of_values(population)
    ]
    computed += [(each.name, each.value, ()) for each in shown_measures(population, measures)]
    found = {}
    for name, expression, index in computed:
        if reader is None and not is_open and reads.reads_one_of((expression,), secret):
            continue
        local = dict(enumerate(index))
        try:
            seen = match.evaluate(expression, local, seen_by=None if is_open else reader)
        except Fault:
            continue
        found[place_name(name, index)] = as_seen(seen)
    return found
