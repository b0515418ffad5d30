"""
Computes exact odds by following every branch of chance with its probability; used where a procedure
changes something.

Equal faces count as one branch, every order of a shuffle as its own; more than 100,000 branches are
refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations
from math import factorial

from ruleslang.engine.match.chance import derive
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match, RunProcedure
from ruleslang.engine.match.runtime_values import Value
from ruleslang.program import limits

FEW = 200  # ways that are followed before it is asked how many there are
PROBES = 20


class Path:
    """Chance that follows one way through the tree, and notes where it could have branched."""

    def __init__(self, taken: Sequence[int]) -> None:
        self.taken = list(taken)
        self.place = 0
        self.branches: list[list[tuple[int, Fraction]]] = []  # beyond `taken`
        self.weight = Fraction(1)

    def _branch(self, ways: list[tuple[int, Fraction]]) -> int:
        if self.place == len(self.taken):
            self.taken.append(0)
            self.branches.append(ways)
        choice, weight = ways[self.taken[self.place]]
        self.place += 1
        self.weight *= weight
        return choice

    def roll(self, die: str, faces: Sequence[str]) -> int:
        """Return one of the different faces."""
        ways: dict[str, tuple[int, int]] = {}
        for place, name in enumerate(faces):
            first, count = ways.get(name, (place, 0))
            ways[name] = (first, count + 1)
        return self._branch([(first, Fraction(n, len(faces))) for first, n in ways.values()])

    def pick(self, of: str, members: Sequence[str]) -> int:
        """Return one of the members."""
        return self._branch([(place, Fraction(1, len(members))) for place in range(len(members))])

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[int]:
        """Return one of the orders."""
        number = factorial(len(cards))
        if number > limits.WAYS_OF_CHANCE:
            raise Fault(
                "endless", f"more than {limits.WAYS_OF_CHANCE:,} orders of `{zone}` to count"
            )
        orders = list(permutations(range(len(cards))))
        return orders[self._branch([(place, Fraction(1, number)) for place in range(number)])]

    def copy(self) -> Path:
        """Return a copy of this way, at the same place of it."""
        twin = Path(self.taken)
        twin.place, twin.weight = self.place, self.weight
        return twin

    def words(self) -> list[tuple[str, int]]:
        """Return nothing: outcomes are not part of the state."""
        return []


class Probe(Path):
    """Chance that takes any way; `ways` is how many there are if all are like this one."""

    def __init__(self, number: int) -> None:
        super().__init__(())
        self.number = number
        self.ways = 1

    def _branch(self, ways: list[tuple[int, Fraction]]) -> int:
        self.place += 1
        self.ways *= len(ways)
        choice, _ = ways[derive(self.number, self.place) % len(ways)]
        return choice


def refuse_too_many(run: Callable[[Path], Value]) -> None:
    """Raise a fault if all 20 random probes estimate over ten times the ways (Knuth 1975)."""
    probes = [Probe(number) for number in range(PROBES)]
    for probe in probes:
        run(probe)
        if probe.ways <= 10 * limits.WAYS_OF_CHANCE:
            return
    raise too_many_ways()


def too_many_ways() -> Fault:
    """Return the fault of what would take too long to follow."""
    return Fault("endless", f"more than {limits.WAYS_OF_CHANCE:,} ways to count")


def over_all_ways(run: Callable[[Path], Value]) -> dict[Value, Fraction]:
    """Return the probability of each answer of a run, over all outcomes of chance."""
    distribution: dict[Value, Fraction] = {}
    todo: list[list[int]] = [[]]
    ways = 0
    while todo:
        ways += 1
        if ways == FEW:
            refuse_too_many(run)
        if ways > limits.WAYS_OF_CHANCE:
            raise too_many_ways()
        path = Path(todo.pop())
        begun = len(path.taken)
        answer = run(path)
        distribution[answer] = distribution.get(answer, Fraction(0)) + path.weight
        for depth, branch in enumerate(path.branches):
            todo.extend([*path.taken[: begun + depth], way] for way in range(1, len(branch)))
    return distribution


def run_procedure(match: Match, procedure: str, arguments: tuple[Value, ...]) -> Value:
    """Return the answer of a procedure that asks nobody; a question is a fault."""
    match.begin(RunProcedure(procedure, arguments))
    if match.fault is not None:
        raise match.fault
    if match.decision is not None:
        prompt = match.decision.prompt
        raise Fault("asked-nobody", f"{prompt}: odds need a procedure without decisions")
    return match.answer
