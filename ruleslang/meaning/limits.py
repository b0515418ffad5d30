"""
What one match may take, so that no text can fill the memory or go on for ever.

No game comes near these bounds. They are the same in every engine, but for the members looked at,
which each engine counts in its own way (docs/reference/engines.md, Counting).
"""

from __future__ import annotations

from attrs import define

from ruleslang.match.faults import Fault

MOST_STEPS = 1_000_000  # passes and calls without a decision
MOST_STEPS_IN_ALL = 10_000_000
MOST_LOOKED_AT = 2_000_000  # members of sets without a decision
MOST_LOOKED_AT_IN_ALL = 50_000_000
MOST_MEMBERS = 100_000  # of one set or list
MOST_NOTED = 4_000_000  # in the record of a match: choices offered, four for an act of chance
ACT_OF_CHANCE = 4
MOST_ROLLED = 1000  # dice at once
MOST_LASTING = 1000  # lasting effects at once
MOST_CASES = 200_000  # of chance, side by side, where odds are counted
MOST_KEPT = 100_000  # values that are kept until the state changes


def too_much(message: str, origin: int = -1) -> Fault:
    """A bound is passed."""
    return Fault("too-much", message, origin)


@define
class Budget:
    """
    What a match has taken so far.

    What bots and views look at between two decisions is not counted.
    """

    steps: int = 0
    steps_in_all: int = 0
    looked_at: int = 0
    looked_at_in_all: int = 0
    noted: int = 0

    def step(self) -> None:
        """One more pass of a loop or call."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Fault("endless", "a million steps without a decision")

    def look_at(self, number: int) -> None:
        """So many more members are run through."""
        self.looked_at += number
        if self.looked_at > MOST_LOOKED_AT:
            raise too_much(f"more than {MOST_LOOKED_AT:,} members looked at without a decision")

    def note(self, number: int) -> None:
        """The record of the match grows."""
        self.noted += number
        if self.noted > MOST_NOTED:
            raise too_much(f"more than {MOST_NOTED:,} outcomes and choices in one match")

    def count(self) -> None:
        """A decision, or what counts as one: steps and members are counted anew."""
        self.steps_in_all += self.steps
        self.looked_at_in_all += self.looked_at
        self.steps = self.looked_at = 0
        if self.steps_in_all > MOST_STEPS_IN_ALL:
            raise Fault("endless", f"more than {MOST_STEPS_IN_ALL:,} steps in one match")
        if self.looked_at_in_all > MOST_LOOKED_AT_IN_ALL:
            raise too_much(f"more than {MOST_LOOKED_AT_IN_ALL:,} members looked at in one match")

    def rest(self) -> None:
        """A decision waits; whoever looks at the match meanwhile does so for nothing."""
        self.looked_at = 0


def countable(cases: int, origin: int = -1) -> None:
    """So many cases of chance are about to be counted side by side."""
    if cases > MOST_CASES:
        raise too_much(f"more than {MOST_CASES:,} cases of chance to count", origin)


def few_enough(number: int) -> None:
    """A set or list of so many is about to be made."""
    if number > MOST_MEMBERS:
        raise too_much(f"a set of {number:,} members, where {MOST_MEMBERS:,} are allowed")


def few_dice(number: int, origin: int) -> int:
    """So many dice, which are about to be rolled."""
    if number > MOST_ROLLED:
        raise too_much(f"{number:,} dice at once, where {MOST_ROLLED:,} are allowed", origin)
    return number
