"""
Locals that hold a card chosen without any condition on what it is, so it may as well be another.

Of a card chosen for its rank the rank stays known; of one chosen from a whole hand nothing is.
"""

from __future__ import annotations

from attrs import frozen

from ruleslang.program import statements as s
from ruleslang.program.locals import Slot
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.program import Program
from ruleslang.program.walk import find

MOST_KEPT = 64  # programs

_made: dict[int, tuple[Program, FreeChoices]] = {}


@frozen(eq=False)
class FreeChoices:
    """What was worked out so far, by the identity of the body."""

    program: Program
    known: dict[int, frozenset[Slot]]
    made: dict[int, tuple[s.Choice, ...]]

    def of(self, body: s.Body) -> frozenset[Slot]:
        """The slots to which a statement of a body gives a card chosen whatever it is."""
        found = self.known.get(id(body))
        if found is None:
            found = frozenset(each.slot for each in self.choices(body) if self._is_free(each))
            self.known[id(body)] = found
        return found

    def choices(self, body: s.Body) -> tuple[s.Choice, ...]:
        """What statements of a body let a player choose."""
        found = self.made.get(id(body))
        if found is None:
            statements = find(body.statements, s.Choose)
            found = self.made[id(body)] = tuple(each.choice for each in statements)
        return found

    def _is_free(self, choice: s.Choice) -> bool:
        if choice.where is not None or choice.so_that is not None:
            return False
        return not derive(self.program).reads.reads_what_cards_are([choice.source])


def free_choices(program: Program) -> FreeChoices:
    """The free choices of a program, each body looked at once."""
    found = _made.get(id(program))
    if found is None or found[0] is not program:
        if len(_made) >= MOST_KEPT:
            _made.clear()
        found = _made[id(program)] = program, FreeChoices(program, {}, {})
    return found[1]
