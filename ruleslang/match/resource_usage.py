"""
The resources of one match, counted against the limits in `program.limits`, and spent from the
budget of the command.
"""

from __future__ import annotations

from attrs import define

from ruleslang.match.faults import Fault
from ruleslang.nodes.budget import spend
from ruleslang.program import limits

MOST_KEPT = 100_000  # values that are kept until the state changes
OFTEN = 1000  # steps after which it is looked how many there are


def too_much(message: str, origin: int = -1) -> Fault:
    """A limit is exceeded."""
    return Fault("too-much", message, origin)


@define
class ResourceUsage:
    """What a match has used so far.

    What bots and views compute between two decisions is not counted.
    """

    steps: int = 0
    steps_in_all: int = 0
    looked_at: int = 0
    looked_at_in_all: int = 0
    noted: int = 0
    spent: int = 0  # of the steps, from the budget of the command
    next_look: int = OFTEN

    def step(self) -> None:
        """Count one pass of a loop or one call."""
        self.steps += 1
        if self.steps > self.next_look:
            self._look()

    def _look(self) -> None:
        """Every so many steps: whether there are too many, for the match or the command."""
        spend(self.steps - self.spent)
        self.spent = self.steps
        if self.steps > limits.STEPS:
            raise Fault("endless", "a million steps without a decision")
        self.next_look = min(self.steps + OFTEN, limits.STEPS)

    def look_at(self, number: int) -> None:
        """Count members that are about to be run through."""
        self.looked_at += number
        if self.looked_at > limits.LOOKED_AT:
            raise too_much(f"more than {limits.LOOKED_AT:,} members looked at without a decision")

    def note(self, number: int) -> None:
        """Count one more entry of the record of the match."""
        self.noted += number
        if self.noted > limits.NOTED:
            raise too_much(f"more than {limits.NOTED:,} outcomes and choices in one match")

    def count(self) -> None:
        """Count a decision, forced ones too: steps and members start again from zero."""
        self.steps_in_all += self.steps
        self.looked_at_in_all += self.looked_at
        spend(self.steps - self.spent + self.looked_at)
        self.steps = self.looked_at = self.spent = 0
        self.next_look = OFTEN
        if self.steps_in_all > limits.STEPS_IN_MATCH:
            raise Fault("endless", f"more than {limits.STEPS_IN_MATCH:,} steps in one match")
        if self.looked_at_in_all > limits.LOOKED_AT_IN_MATCH:
            raise too_much(
                f"more than {limits.LOOKED_AT_IN_MATCH:,} members looked at in one match"
            )

    def rest(self) -> None:
        """A decision waits; evaluations from outside count for the command, not for the match."""
        spend(self.looked_at)
        self.looked_at = 0


def few_enough(number: int) -> None:
    """A set or list of so many is about to be made."""
    if number > limits.MEMBERS:
        raise too_much(f"a set of {number:,} members, where {limits.MEMBERS:,} are allowed")


def few_dice(number: int, origin: int) -> int:
    """So many dice, which are about to be rolled."""
    if number > limits.DICE:
        raise too_much(f"{number:,} dice at once, where {limits.DICE:,} are allowed", origin)
    return number
