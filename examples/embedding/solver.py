"""
Solves a small game by counterfactual regret minimisation: `python solver.py kuhn_poker 1000`.

Chance is asked, so the whole tree is walked, with exact probabilities. It says the value for the
first seat and how much a perfect opponent would win (exploitability), for games of two players
whose payoffs add up to 0.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import dataclass, field

import ruleslang

Policy = list[float]


@dataclass
class Node:
    """A position; `state` is what the seat that is asked may know of it, -1 standing for chance."""

    seat: int
    state: str = ""
    likely: list[float] = field(default_factory=list)
    after: list[Node] = field(default_factory=list)
    payoff: float = 0.0  # of the first seat, at an end


def tree(match: ruleslang.Match, seen: tuple[str, str] = ("", "")) -> Node:
    """All that can follow; `seen` is what each seat saw and did so far, which is perfect recall."""
    decision = match.decision
    if decision is None:
        assert match.outcome is not None
        return Node(-2, payoff=float(match.outcome.payoffs[0]))
    seat = decision.player
    if seat >= 0:
        seen = tuple(text + str(list(match.observation(who))) for who, text in enumerate(seen))
    node = Node(seat, seen[seat] if seat >= 0 else "", list(map(float, decision.probabilities)))
    for place, choice in enumerate(decision.choices):
        match.push(place)
        own = tuple(text + choice.id * (who == seat) for who, text in enumerate(seen))
        node.after.append(tree(match, own))
        match.pop()
    return node


class Solver:
    """Regrets and average policies of all states."""

    def __init__(self) -> None:
        self.regrets: dict[str, Policy] = {}
        self.chosen: dict[str, Policy] = {}

    def policy(self, node: Node) -> Policy:
        """In proportion to regrets that are above 0."""
        above = [
            max(each, 0.0) for each in self.regrets.setdefault(node.state, [0.0] * len(node.after))
        ]
        total = sum(above)
        return [each / total for each in above] if total else [1 / len(above)] * len(above)

    def average(self, node: Node) -> Policy:
        """What converges to an equilibrium."""
        times = self.chosen.get(node.state, [1.0] * len(node.after))
        return [each / (sum(times) or 1.0) for each in times]

    def walk(self, node: Node, reach: tuple[float, float], chance: float) -> float:
        """The value for the first seat; regrets are added up on the way."""
        if not node.after:
            return node.payoff
        if node.seat < 0:
            pairs = zip(node.likely, node.after, strict=True)
            return sum(each * self.walk(then, reach, chance * each) for each, then in pairs)
        seat, policy = node.seat, self.policy(node)
        values = []
        for likely, then in zip(policy, node.after, strict=True):
            on = (reach[0] * likely, reach[1]) if seat == 0 else (reach[0], reach[1] * likely)
            values.append(self.walk(then, on, chance))
        value = sum(likely * each for likely, each in zip(policy, values, strict=True))
        sign, others = (1, reach[1]) if seat == 0 else (-1, reach[0])
        regrets, chosen = (
            self.regrets[node.state],
            self.chosen.setdefault(node.state, [0.0] * len(policy)),
        )
        for place, each in enumerate(values):
            regrets[place] += sign * others * chance * (each - value)
            chosen[place] += reach[seat] * policy[place]
        return value


def value(node: Node, solver: Solver) -> float:
    """What the first seat has if both play the average policy."""
    if not node.after:
        return node.payoff
    likely = node.likely if node.seat < 0 else solver.average(node)
    return sum(each * value(then, solver) for each, then in zip(likely, node.after, strict=True))


def best_response(root: Node, solver: Solver, seat: int) -> float:
    """What a seat has that answers the other's average policy in the best way."""
    members: dict[str, list[tuple[Node, float]]] = defaultdict(list)

    def gather(node: Node, reach: float) -> None:
        if node.seat == seat:
            members[node.state].append((node, reach))
        likely = (
            node.likely if node.seat < 0 else solver.average(node) if node.seat != seat else None
        )
        for place, then in enumerate(node.after):
            gather(then, reach if likely is None else reach * likely[place])

    best: dict[str, int] = {}

    def worth(node: Node) -> float:
        if not node.after:
            return node.payoff if seat == 0 else -node.payoff
        if node.seat != seat:
            likely = node.likely if node.seat < 0 else solver.average(node)
            return sum(
                each * worth(then) for each, then in zip(likely, node.after, strict=True) if each
            )
        if node.state not in best:
            totals = [
                sum(reach * worth(each.after[place]) for each, reach in members[node.state])
                for place in range(len(node.after))
            ]
            best[node.state] = totals.index(max(totals))
        return worth(node.after[best[node.state]])

    gather(root, 1.0)
    return worth(root)


def main(rulebook: str = "kuhn_poker", iterations: str = "1000") -> None:
    """Solve, and say how good the solution is."""
    root = tree(ruleslang.load(rulebook).start(chance="asked"))
    solver = Solver()
    for _ in range(int(iterations)):
        solver.walk(root, (1.0, 1.0), 1.0)
    lost = sum(best_response(root, solver, seat) for seat in range(2)) / 2
    print(f"{len(solver.chosen)} states after {iterations} iterations")
    print(f"the first seat has {value(root, solver):.4f}; exploitability {lost:.4f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
