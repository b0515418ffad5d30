"""Fills the rows of observations of a batch, and encodes them as features."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import compress

from attrs import field, frozen

from ruleslang.engine.code.in_threads import Threads
from ruleslang.engine.code.memory import Matches
from ruleslang.engine.code.row_table import Rows


@frozen(eq=False)
class BatchRows:
    """The rows of the matches of one batch: made by C, or from views where C has no table."""

    rows: Rows
    threads: Threads
    matches: Matches
    tables: list[array[int]] = field(factory=list, init=False)  # as long as C reads them

    def left(self) -> bytearray:
        """Return space for marks of rows that C does not make; their tables are made first."""
        of, batch = self.matches, self.matches.batch
        if not (batch.seen and self.rows.tables):
            code, by_seat = of.of.code, self.rows.by_seat(lambda: of.copy(0))
            self.tables[:] = [array(code.addresses, by_seat)]
            batch.columns, batch.seen = self.rows.observed.width, code.lent(self.tables[0])
        return bytearray(of.number)

    def fill(self, seats: array[int], rows: memoryview) -> None:
        """Fill the rows of what these seats may know."""
        left, of, observe = self.left(), self.matches, self.matches.of.functions.rl_rows
        self.threads.run(
            of.number, lambda part: observe(of.at, part.start, len(part), seats, rows, left)
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
        of, width, matches = self.rows.observed.features, self.rows.observed.width, self.matches
        table, numbers, features = matches.of.code.lent(of.table), rows.cast("B"), into.cast("B")

        def written(part: range) -> None:
            read, to = (slice(4 * of * part.start, 4 * of * part.stop) for of in (width, of.width))
            given = numbers[read], len(part), width, table, of.width
            matches.of.functions.rl_features(*given, features[to])

        self.threads.run(matches.number, written)
