"""The masks of a batch: a row for each match, which C keeps current while it moves them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from ruleslang.engine.code.check_arguments import readable_number
from ruleslang.engine.code.in_threads import Threads
from ruleslang.engine.code.memory import Matches
from ruleslang.engine.flow.action_numbers import ActionNumbers
from ruleslang.engine.match.choice_by_name import IllegalChoice

KEPT = 16  # numbers of actions of a match, in `runtime/many.c`


class BatchActions:
    """The actions of the matches of one batch; `table` is the address of their numbers."""

    def __init__(
        self, actions: ActionNumbers, table: int, threads: Threads, matches: Matches
    ) -> None:
        self.actions, self.threads, self.matches = actions, threads, matches
        masks, at = matches.column("B", actions.size, huge=True)
        self.kept, matches.batch.kept = matches.column("i", KEPT)
        matches.batch.width, matches.batch.actions = actions.size, table
        matches.batch.masks = at
        self.mark_all()
        self.masks = masks.toreadonly().cast("B", (matches.number, actions.size))

    def mark_all(self) -> Sequence[int]:
        """Write all masks; returns for each thread a match with unnumbered choices, or -1."""
        of, mark = self.matches, self.matches.of.functions.rl_mark_all
        return self.threads.run(of.number, lambda part: mark(of.at, part.start, len(part)))

    def refuse(self, actions: array[int], *, restarts: bool) -> None:
        """Raise `IllegalChoice` for an action that is not allowed now."""
        of, refused = self.matches, self.matches.of.functions.rl_first_refused
        for match in self.threads.run(
            of.number, lambda part: refused(of.at, part.start, len(part), actions, restarts)
        ):
            if match >= 0:
                kind = "illegal" if 0 <= actions[match] < self.actions.size else "invalid"
                problem = f"match {match} has no action {readable_number(actions[match])} now"
                raise IllegalChoice(kind, problem)
