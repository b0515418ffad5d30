"""The masks of a batch: a row for each match, which C keeps current while it moves them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from ruleslang.engine.c.action_table import action_table
from ruleslang.engine.c.check_arguments import address, readable_number
from ruleslang.engine.c.in_threads import Threads
from ruleslang.engine.c.memory import Matches, Part, pages
from ruleslang.engine.flow.action_numbers import ActionNumbers
from ruleslang.engine.match.choice_by_name import IllegalChoice

KEPT = 16  # numbers of actions of a match, in `runtime/many.c`


class BatchActions:
    """The actions of the matches of one batch."""

    def __init__(
        self, actions: ActionNumbers, batch: array[int], threads: Threads, matches: Matches
    ) -> None:
        size = actions.size
        self.actions, self.batch, self.threads, self.matches = actions, batch, threads, matches
        self.table = action_table(actions)
        masks = memoryview(pages(matches.number * size, huge=True))[: matches.number * size]
        batch[Part.WIDTH], batch[Part.ACTIONS] = size, self.table.buffer_info()[0]
        self.kept = array("i", bytes(4 * KEPT * matches.number))
        batch[Part.MASKS], batch[Part.KEPT] = address(masks), self.kept.buffer_info()[0]
        self.mark_all()
        self.masks = masks.toreadonly().cast("B", (matches.number, size))

    def mark_all(self) -> Sequence[int]:
        """Write all masks; returns for each thread a match with unnumbered choices, or -1."""
        batch, mark = self.batch.buffer_info()[0], self.matches.of.functions.rl_mark_all
        return self.threads.run(
            self.matches.number, lambda part: mark(batch, part.start, len(part))
        )

    def refuse(self, actions: array[int], *, restarts: bool) -> None:
        """Raise `IllegalChoice` for an action that is not allowed now."""
        batch, numbers = (each.buffer_info()[0] for each in (self.batch, actions))
        refused = self.matches.of.functions.rl_first_refused
        for match in self.threads.run(
            self.matches.number,
            lambda part: refused(batch, part.start, len(part), numbers, restarts),
        ):
            if match >= 0:
                kind = "illegal" if 0 <= actions[match] < self.actions.size else "invalid"
                problem = f"match {match} has no action {readable_number(actions[match])} now"
                raise IllegalChoice(kind, problem)
