"""Measures: numbers gathered at the end of a match, or of each run of a procedure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ruleslang.meaning.evaluate import evaluate
from ruleslang.meaning.machine import Machine
from ruleslang.program import declarations as d
from ruleslang.program.events import event_name


class Gauge:
    """The measures of one match; `silent` while choices are only made again."""

    def __init__(self, machine: Machine, measures: Sequence[d.Measure]) -> None:
        self.machine = machine
        self.measures = tuple(measures)
        self.silent = False
        self.values: dict[str, list[int]] = {each.name: [] for each in measures}
        for each in measures:
            if each.at is not None:
                machine.on_end.setdefault(event_name(each.at), []).append(self._taker(each))

    def close(self) -> None:
        """Take those of the end of the match."""
        for each in self.measures:
            if each.at is None:
                self.take(each)

    def take(self, measure: d.Measure) -> None:
        """One value; none is not gathered."""
        if self.silent:
            return
        value = evaluate(self.machine, measure.value, {})
        if value is not None:
            self.values[measure.name].append(int(value))

    def _taker(self, measure: d.Measure) -> Callable[[], None]:
        return lambda: self.take(measure)
