"""All examples and claims of a rulebook, run with every detail of their results."""

from __future__ import annotations

from attrs import frozen

from ruleslang.explanation.examples.coverage import Coverage, coverage
from ruleslang.explanation.examples.run_examples import Result, run_claim, run_example
from ruleslang.program.program import Compiled


@frozen
class Results:
    """All examples and claims of a rulebook in the order of the text, and what they reach."""

    examples: tuple[Result, ...]
    claims: tuple[Result, ...]
    coverage: Coverage

    @property
    def passed(self) -> bool:
        """Whether all of them hold."""
        return all(result.passed for result in (*self.examples, *self.claims))


def run(compiled: Compiled) -> Results:
    """Run all examples and claims."""
    reached: set[int] = set()
    examples = tuple(run_example(compiled, example, reached.add) for example in compiled.examples)
    claims = tuple(run_claim(compiled, claim, reached.add) for claim in compiled.claims)
    return Results(examples, claims, coverage(compiled.program, reached))
