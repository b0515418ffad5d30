"""A rulebook's examples and claims, run, and which definitions the examples reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import frozen

from ruleslang.analysis.trace import origin_of
from ruleslang.meaning.claims import run_claim
from ruleslang.meaning.examples import Failure, run_example
from ruleslang.program.declarations import Claim, Example
from ruleslang.program.display import Origin
from ruleslang.program.program import Compiled


@frozen
class Proof:
    """An example or claim that was run; `failure` is `None` when it holds."""

    title: str
    cites: tuple[str, ...]
    origin: int
    failure: Failure | None


@frozen
class Coverage:
    """How many definitions that can do something there are, and those that no example reached."""

    definitions: int
    never: tuple[str, ...]

    @property
    def reached(self) -> int:
        """How many were reached."""
        return self.definitions - len(self.never)


@frozen
class Proofs:
    """All examples and claims of a rulebook."""

    examples: tuple[Proof, ...]
    claims: tuple[Proof, ...]
    coverage: Coverage

    @property
    def failed(self) -> tuple[Proof, ...]:
        """Those that do not hold."""
        return tuple(each for each in (*self.examples, *self.claims) if each.failure is not None)


def prove(compiled: Compiled, *, wanted: Callable[[str], bool] = lambda text: True) -> Proofs:
    """Run the examples and claims whose title and citations are `wanted`."""
    reached: set[int] = set()
    program = compiled.program
    examples = tuple(
        _proof(compiled, each, run_example(program, each, reached.add))
        for each in compiled.examples
        if wanted(_known_by(compiled, each))
    )
    claims = tuple(
        _proof(compiled, each, run_claim(program, each))
        for each in compiled.claims
        if wanted(_known_by(compiled, each))
    )
    return Proofs(examples, claims, _coverage(compiled, reached))


def _known_by(compiled: Compiled, each: Example | Claim) -> str:
    """The words by which somebody may ask for an example or claim."""
    origin = origin_of(compiled, each.origin)
    return " ".join((each.title, *(origin.cites if origin else ())))


def _proof(compiled: Compiled, each: Example | Claim, failure: Failure | None) -> Proof:
    origin = origin_of(compiled, each.origin)
    title = each.title or (origin.excerpt if origin else "")
    return Proof(title, origin.cites if origin else (), each.origin, failure)


def _coverage(compiled: Compiled, reached: Iterable[int]) -> Coverage:
    """
    A definition is reached when something in its text was at work.

    Only what can be at work counts: procedures, actions, windows, effects, cards that do something.
    """
    lines = {
        (origin.file, origin.line) for number in reached if (origin := origin_of(compiled, number))
    }
    named = list(_active(compiled))
    never = [
        name
        for name, number in named
        if (origin := origin_of(compiled, number)) is None or not _holds(origin, lines)
    ]
    return Coverage(len(named), tuple(never))


def _active(compiled: Compiled) -> Iterable[tuple[str, int]]:
    program = compiled.program
    yield from ((f"{each.word} {each.name}", each.origin) for each in program.procedures)
    yield from ((f"action {each.name}", each.origin) for each in program.actions)
    yield from ((f"window {each.name}", each.origin) for each in program.windows)
    for each in program.standings:
        origin = origin_of(compiled, each.origin)
        yield origin.excerpt.partition("[")[0].strip()[:60] if origin else each.name, each.origin
    yield from (
        (f"card {each.name}", each.origin)
        for each in program.definitions
        if each.plays or each.standings
    )


def _holds(origin: Origin, lines: set[tuple[str, int]]) -> bool:
    return any((origin.file, line) in lines for line in range(origin.line, origin.end_line + 1))
