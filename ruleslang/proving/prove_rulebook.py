"""A rulebook's examples and claims, those that are wanted, and which definitions they reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeAlias

from attrs import define, field, frozen

from ruleslang.nodes.fields import field_names
from ruleslang.program import statements as s
from ruleslang.program.declarations import Claim, Example
from ruleslang.program.passes.numbered_parts import Part, parts_of
from ruleslang.program.program import Compiled, origin_of
from ruleslang.proving.coverage import Coverage, coverage
from ruleslang.proving.examples import Result, run_claim, run_example
from ruleslang.proving.untested_visibility import Speech, reveal_unsaid, together_unsaid
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.span import Span

Plain: TypeAlias = Any
FAILED = ("failed-example", "failed-claim")


@frozen
class Proof:
    """
    An example or claim that was run; `message` is empty when it holds, `at` where it fails, `help`
    what to write.
    """

    title: str
    cites: tuple[str, ...]
    message: str
    at: int
    help: str = ""


@frozen
class Proofs:
    """
    All examples and claims of a rulebook that were run.

    `unsaid` are the numbers of the parts that reveal something, of which no example says to whom;
    `open_answers` those of each `together` of which no example says that it is one.
    """

    examples: tuple[Proof, ...]
    claims: tuple[Proof, ...]
    coverage: Coverage
    unsaid: tuple[int, ...] = ()
    open_answers: tuple[int, ...] = ()

    @property
    def failed(self) -> tuple[Proof, ...]:
        """Those that do not hold."""
        return tuple(each for each in (*self.examples, *self.claims) if each.message)


Watched: TypeAlias = Callable[[int], AbstractContextManager[Callable[[int], None]]]


@contextmanager
def _unwatched(total: int) -> Iterator[Callable[[int], None]]:
    yield lambda step: None


@define(eq=False)
class Work:
    """The examples and claims that are wanted, and what came of those that were run, by number."""

    compiled: Compiled
    wanted: tuple[Example | Claim, ...]
    proofs: dict[int, Proof] = field(factory=dict)
    reached: set[int] = field(factory=set)
    speech: Speech = field(factory=Speech)

    @property
    def total(self) -> int:
        """How many there are."""
        return len(self.wanted)

    def run(self, number: int) -> None:
        """Run one."""
        each = self.wanted[number]
        if isinstance(each, Claim):
            result = run_claim(self.compiled, each, self.reached.add)
        else:
            self.speech.begin()
            result = run_example(self.compiled, each, self.reached.add, self.speech)
        self.proofs[number] = _proof(self.compiled, result)

    def missing(self) -> list[int]:
        """Those that were not run."""
        return [number for number in range(self.total) if number not in self.proofs]

    def told(self, own: Sequence[int]) -> Plain:
        """What came of some, as tuples, words and numbers."""
        proofs = [(number, _fields(self.proofs[number])) for number in own]
        return proofs, tuple(self.reached), tuple(self.speech.said)

    def take(self, plain: Plain) -> None:
        """What was told elsewhere."""
        proofs, reached, said = plain
        self.proofs.update((number, Proof(*fields)) for number, fields in proofs)
        self.reached.update(reached)
        self.speech.said.update(said)


_fields = attrgetter(*(field_names(Proof) or ()))


def in_order(work: Work, watched: Watched) -> None:
    """Run all, one after the other."""
    with watched(work.total) as advance:
        for number in range(work.total):
            work.run(number)
            advance(1)


def prove(
    compiled: Compiled,
    *,
    wanted: Callable[[str], bool] = lambda text: True,
    watched: Watched = _unwatched,
    run_all: Callable[[Work, Watched], None] = in_order,
) -> Proofs:
    """
    Run the examples and claims whose title and citations are `wanted`.

    `watched` is told how many these are, and then of each that it has been run; `run_all` runs all
    that are missing, in any order.
    """
    some = [each for each in compiled.examples if wanted(_known_by(compiled, each))]
    others = [each for each in compiled.claims if wanted(_known_by(compiled, each))]
    work = Work(compiled, (*some, *others))
    run_all(work, watched)
    proofs = [work.proofs[number] for number in range(work.total)]
    examples, claims = tuple(proofs[: len(some)]), tuple(proofs[len(some) :])
    covered = coverage(compiled.program, work.reached)
    if not compiled.examples:
        return Proofs(examples, claims, covered)
    speech = work.speech
    unsaid, open_answers = speech.unsaid(compiled.program), speech.open_answers(compiled.program)
    return Proofs(examples, claims, covered, tuple(unsaid), tuple(open_answers))


def is_lost(compiled: Compiled, each: Proof, cards: Sequence[str]) -> bool:
    """Whether it is of the rulebook itself and fails with files of cards laid over it."""
    origin = origin_of(compiled.program, each.at)
    laid_over = {Path(name).name for name in cards}
    return bool(each.message and cards) and (origin is None or origin.file not in laid_over)


def findings(
    compiled: Compiled, spans: Sequence[Span], cards: Sequence[str]
) -> Iterator[Diagnostic]:
    """
    Examples and claims that do not hold, at their first lines, and what none of them says; `spans`
    are those of the origins.

    Those of the rulebook itself are only doubtful with files of `cards` laid over it.
    """
    found = prove(compiled)
    yield from _failures(compiled, spans, cards, found)
    yield from unsaid(compiled, spans, found)


def _failures(
    compiled: Compiled, spans: Sequence[Span], cards: Sequence[str], found: Proofs
) -> Iterator[Diagnostic]:
    for slug, proofs in zip(FAILED, (found.examples, found.claims), strict=True):
        for each in proofs:
            if each.message:
                lost = is_lost(compiled, each, cards)
                severity = Severity.WARNING if lost else Severity.ERROR
                said = f"`{each.title}` does not hold: {each.message}"
                yield Diagnostic(
                    slug, severity, _first_line(spans[each.at]), said, each.help or None
                )


def unsaid(compiled: Compiled, spans: Sequence[Span], found: Proofs) -> Iterator[Diagnostic]:
    """Advice on what no example says, when all that was run holds."""
    if not found.failed:
        for part in _written(compiled, found.unsaid):
            is_fact = isinstance(part, s.RevealFact)
            yield reveal_unsaid(_first_line(spans[part.origin]), is_fact)
        for part in _written(compiled, found.open_answers):
            yield together_unsaid(_first_line(spans[part.origin]))


def _written(compiled: Compiled, numbers: Sequence[int]) -> Sequence[Part]:
    """The parts with these numbers that stand in a text, in its order, one of each place."""
    parts = (parts_of(compiled.program).all[number] for number in numbers)
    placed = {part.origin: part for part in parts if part.origin >= 0}
    return [placed[origin] for origin in sorted(placed)]


def _first_line(span: Span) -> Span:
    first = span.text.partition("\n")[0].rstrip()
    return span.source.span(span.start, span.start + len(first))


def _known_by(compiled: Compiled, each: Example | Claim) -> str:
    """The words by which somebody may ask for an example or claim."""
    origin = origin_of(compiled.program, each.origin)
    return " ".join((each.title, *(origin.cites if origin else ())))


def _proof(compiled: Compiled, result: Result) -> Proof:
    origin = origin_of(compiled.program, result.of)
    title = result.title or (origin.excerpt if origin else "")
    at = result.of if result.origin < 0 else result.origin
    return Proof(title, origin.cites if origin else (), result.message, at, result.help)
