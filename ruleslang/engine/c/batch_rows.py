"""Fills the rows of observations of a batch, and encodes them as features."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import compress

from attrs import field, frozen

from ruleslang.engine.c.check_arguments import address
from ruleslang.engine.c.in_threads import Threads
from ruleslang.engine.c.memory import Matches, Part
from ruleslang.engine.c.row_table import Rows


@frozen(eq=False)
class BatchRows:
    """The rows of the matches of one batch: made by C, or from views where C has no table."""

    rows: Rows
    batch: array[int]
    threads: Threads
    matches: Matches
    tables: list[array[int]] = field(factory=list, init=False)  # as long as C reads them

    def left(self) -> bytearray:
        """Return space for marks of rows that C does not make; their tables are made first."""
        if not (self.batch[Part.SEEN] and self.rows.tables):
            self.tables[:] = [self.rows.by_seat(lambda: self.matches.copy(0))]
            self.batch[Part.COLUMNS] = self.rows.observed.width
            self.batch[Part.SEEN] = self.tables[0].buffer_info()[0]
        return bytearray(self.matches.number)

    def fill(self, seats: array[int], rows: memoryview) -> None:
        """Fill the rows of what these seats may know."""
        left = self.left()
        batch, observers = (each.buffer_info()[0] for each in (self.batch, seats))
        to, remaining = address(rows), address(memoryview(left))
        observe = self.matches.of.functions.rl_rows
        self.threads.run(
            self.matches.number,
            lambda part: observe(batch, part.start, len(part), observers, to, remaining),
        )
        self.fill_left(rows, left, seats)

    def fill_left(self, rows: memoryview, left: bytearray, seats: Sequence[int]) -> None:
        """Fill the rows that C did not."""
        if 1 in left:
            width, flat = self.rows.observed.width, rows.cast("B").cast("i")
            for match in compress(range(self.matches.number), left):
                row = self.rows.row(max(seats[match], 0), self.matches.copy(match))
                flat[match * width : (match + 1) * width] = memoryview(row)

    def encode(self, rows: memoryview, into: memoryview) -> None:
        """Fill the features of these rows."""
        observed = self.rows.observed
        of, width = observed.features, observed.width
        table, begin, to = of.table.buffer_info()[0], address(rows), address(into)

        def written(part: range) -> None:
            first, size = part.start, 4 * of.width
            read = begin + 4 * width * first, len(part), width, table, of.width
            self.matches.of.functions.rl_features(*read, to + size * first)

        self.threads.run(self.matches.number, written)
