"""
The bounds of the language version: sizes of a rulebook, and resources of a match.

No game comes near most of them; they stop a text from filling the memory or running forever. They
are the same in every engine (docs/reference/numbers.md, Bounds).
"""

from __future__ import annotations

# ---------------------------------------------------------------- of a rulebook

SEATS = 64
CARDS = 2_000
PIECES = 2_000
PLACES = 100_000  # places of all states, zones and dice together
KEPT_MEMBERS = 2_000_000  # members of all sets and lists in states, each as large as possible
FIELD_PLACES = 1_000  # places of one field of a card
SETTINGS = 1_000  # values of one option, or of all that one size depends on
DICE = 1_000  # at one place, and in one roll
FACES = 1_000  # faces of one die
NUMBERED = 10_000  # rules, open questions, gaps or worked examples of a printed rulebook
DECISIONS = 100_000  # that a header may allow a match
DECISIONS_BY_DEFAULT = 20_000
REACTIONS = 50  # one inside the other, that a header may allow
REACTIONS_BY_DEFAULT = 8
UNDER_WAY = 500  # runs inside each other, that a header may allow: the stack has room for them
UNDER_WAY_BY_DEFAULT = 200
FIRINGS = 10_000  # runs of `whenever` rules for one statement, the most a header may allow
FIRINGS_BY_DEFAULT = 1_000
IN_A_CHAIN = 200  # procedures that run each other

# ---------------------------------------------------------------- of a question

OFFERED_AT_ONCE = 200  # sets, orders, or ways to make the choices of an action
OFTEN = 100  # times that an action may be done as often as possible
ASKED_INSIDE = 100  # times that a value asks itself, each inside the other
ASKED_IN_ALL = 300  # nested calls in a chain of values: every engine's stack has room for them
CALLS = 100_000  # computed in one evaluation of deep values
SUBSETS = 20_000  # that one `subsets` runs through

# ---------------------------------------------------------------- of a match

STEPS = 1_000_000  # passes and runs without a decision
STEPS_IN_MATCH = 10_000_000
LASTING = 1_000  # effects that last at the same time
MEMBERS = 100_000  # members of one range or list
NOTED = 4_000_000  # in the record: choices offered, and chance
ACT_OF_CHANCE = 4  # entries for a roll, a pick or a shuffle; a shuffle adds one for each card

# ---------------------------------------------------------------- of counting odds

WAYS_OF_CHANCE = 100_000  # one by one
CASES_OF_CHANCE = 200_000  # side by side
CASES_IN_ALL = 1_000_000  # cases of all statements of one count
CASES_RUN_FOR = 2_000_000  # statements of one count, once for each case
