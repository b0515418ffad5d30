"""A rulebook's examples and claims, those that are wanted, and which definitions they reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

from attrs import frozen

from ruleslang.explanation.examples.coverage import Coverage, coverage
from ruleslang.explanation.examples.run_examples import Ran, Result, run_claim, run_example
from ruleslang.explanation.examples.visibility import Speech, untested_reveal, untested_together
from ruleslang.program.declarations import Claim, Example
from ruleslang.program.passes.parts import Part, parts_of
from ruleslang.program.program import Compiled, origin_of
from ruleslang.source.budget import doing
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.span import Span

FAILED = ("failed-example", "failed-claim")


@frozen
class Results:
    """
    All examples and claims of a rulebook that were run.

    `unshown` are the numbers of the parts that reveal something, where no example says to whom;
    `open_answers` those of each `together` that no example mentions; `reached` those of all parts
    that were at work.
    """

    examples: tuple[Result, ...]
    claims: tuple[Result, ...]
    coverage: Coverage
    unshown: tuple[int, ...] = ()
    open_answers: tuple[int, ...] = ()
    reached: frozenset[int] = frozenset()

    @property
    def failed(self) -> tuple[Result, ...]:
        """Those that do not hold."""
        return tuple(result for result in (*self.examples, *self.claims) if result.message)


Watched: TypeAlias = Callable[[int], AbstractContextManager[Callable[[int], None]]]


@contextmanager
def _unwatched(total: int) -> Iterator[Callable[[int], None]]:
    yield lambda step: None


def run_all(
    compiled: Compiled,
    *,
    wanted: Callable[[str], bool] = lambda text: True,
    watched: Watched = _unwatched,
) -> Results:
    """
    Run the examples and claims whose title and citations are `wanted`.

    `watched` gets their number, and is then called after each.
    """
    examples = [each for each in compiled.examples if wanted(_known_by(compiled, each))]
    claims = [each for each in compiled.claims if wanted(_known_by(compiled, each))]
    reached, speech, results = set[int](), Speech(), list[Result]()
    with watched(len(examples) + len(claims)) as advance:
        for example in examples:
            speech.begin()
            with doing(_called(compiled, example)):
                results.append(run_example(compiled, example, reached.add, speech))
            advance(1)
        for result in _run_claims(compiled, claims, reached):
            results.append(result)
            advance(1)
    parts = tuple(results[: len(examples)]), tuple(results[len(examples) :])
    covered = coverage(compiled.program, reached)
    if not compiled.examples:
        return Results(*parts, covered, reached=frozenset(reached))
    unshown, open_answers = speech.unshown(compiled.program), speech.open_answers(compiled.program)
    return Results(*parts, covered, tuple(unshown), tuple(open_answers), reached=frozenset(reached))


def _run_claims(compiled: Compiled, claims: Sequence[Claim], reached: set[int]) -> Iterator[Result]:
    for claim in claims:
        with doing(_called(compiled, claim)):
            result = run_claim(compiled, claim, reached.add)
        yield result


def with_claims(compiled: Compiled, ran: Sequence[Ran]) -> Results:
    """
    Run the claims, and return them with the examples that `ran` already; the end of a budget leaves
    the rest of the claims out.
    """
    reached, claims = set[int]().union(*(example.reached for example in ran)), list[Result]()
    with suppress(KeyboardInterrupt):
        for result in _run_claims(compiled, compiled.claims, reached):
            claims.append(result)
    examples = tuple(example.result for example in ran)
    covered = coverage(compiled.program, reached)
    return Results(examples, tuple(claims), covered, reached=frozenset(reached))


def is_lost(compiled: Compiled, result: Result, cards: Sequence[str]) -> bool:
    """Return whether it belongs to the rulebook itself and fails with added files of cards."""
    origin = origin_of(compiled.program, result.of)
    laid_over = {Path(name).name for name in cards}
    return bool(result.message and cards) and (origin is None or origin.file not in laid_over)


def findings(
    compiled: Compiled, spans: Sequence[Span], cards: Sequence[str]
) -> Iterator[Diagnostic]:
    """
    Yield examples and claims that do not hold, at their first lines, and facts that none of them
    states; `spans` are those of the origins. Those of the rulebook itself are only doubtful with
    files of `cards` added to it.
    """
    results = run_all(compiled)
    yield from _failures(compiled, spans, cards, results)
    yield from advised(compiled, spans, results)


def _failures(
    compiled: Compiled, spans: Sequence[Span], cards: Sequence[str], results: Results
) -> Iterator[Diagnostic]:
    for slug, of_sort in zip(FAILED, (results.examples, results.claims), strict=True):
        for result in of_sort:
            if result.message:
                lost = is_lost(compiled, result, cards)
                severity = Severity.WARNING if lost else Severity.ERROR
                message = f"`{result.title}` does not hold: {result.message}"
                line = spans[result.at].first_line
                yield Diagnostic(slug, severity, line, message, result.help or None)


def advised(compiled: Compiled, spans: Sequence[Span], results: Results) -> Iterator[Diagnostic]:
    """Yield advice on facts that no example states, if everything that was run holds."""
    if not results.failed:
        for part in _written(compiled, results.unshown):
            yield untested_reveal(spans[part.origin].first_line, part)
        for part in _written(compiled, results.open_answers):
            yield untested_together(spans[part.origin].first_line)


def _written(compiled: Compiled, numbers: Sequence[int]) -> Sequence[Part]:
    """Return the parts with these numbers and a place in a text, in its order, one per place."""
    parts = (parts_of(compiled.program).all[number] for number in numbers)
    placed = {part.origin: part for part in parts if part.origin >= 0}
    return [placed[origin] for origin in sorted(placed)]


def _called(compiled: Compiled, testable: Example | Claim) -> str:
    """Return an example or claim, as messages name it."""
    origin = origin_of(compiled.program, testable.origin)
    where = f" ({origin.file}:{origin.line})" if origin else ""
    sort = "claim" if isinstance(testable, Claim) else "example"
    return f"the {sort} `{testable.title[:60]}`{where}"


def _known_by(compiled: Compiled, example: Example | Claim) -> str:
    """Return the words by which somebody may ask for an example or claim."""
    origin = origin_of(compiled.program, example.origin)
    return " ".join((example.title, *(origin.cites if origin else ())))
