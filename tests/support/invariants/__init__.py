"""
Invariants of every program that may be played.

In: a `Program`.
Out: `check(program)`, the invariants that do not hold, each with its name and the place.
Always: every invariant is a function of `Known` in the list `INVARIANTS`, named as its slug, and
has a test with a program that breaks it. A broken invariant is a mistake of whoever made the
program, never of a rulebook's author: what an author can get wrong has a diagnostic.
Not here: types of expressions, bounds of numbers, proofs of ending.
"""

from tests.support.invariants.all import INVARIANTS, check
from tests.support.invariants.broken import Broken

__all__ = ["INVARIANTS", "Broken", "check"]
