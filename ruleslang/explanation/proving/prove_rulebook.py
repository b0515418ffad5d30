"""A rulebook's examples and claims, those that are wanted, and which definitions they reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TypeAlias

from attrs import frozen

from ruleslang.explanation.proving.coverage import Coverage, coverage
from ruleslang.explanation.proving.run_examples import Result, run_claim, run_example
from ruleslang.explanation.proving.visibility import Speech, untested_reveal, untested_together
from ruleslang.program.declarations import Claim, Example
from ruleslang.program.passes.parts import Part, parts_of
from ruleslang.program.program import Compiled, origin_of
from ruleslang.source.budget import doing
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.span import Span

FAILED = ("failed-example", "failed-claim")


@frozen
class Proof:
    """
    An example or claim that was run; `message` is empty when it holds, `at` where it fails, `help`
    what to write, `of` where it begins.
    """

    title: str
    cites: tuple[str, ...]
    message: str
    at: int
    of: int
    help: str = ""


@frozen
class Proofs:
    """
    All examples and claims of a rulebook that were run.

    `unshown` are the numbers of the parts that reveal something, where no example says to whom;
    `open_answers` those of each `together` that no example mentions; `reached` those of all parts
    that were at work.
    """

    examples: tuple[Proof, ...]
    claims: tuple[Proof, ...]
    coverage: Coverage
    unshown: tuple[int, ...] = ()
    open_answers: tuple[int, ...] = ()
    reached: frozenset[int] = frozenset()

    @property
    def failed(self) -> tuple[Proof, ...]:
        """Those that do not hold."""
        return tuple(proof for proof in (*self.examples, *self.claims) if proof.message)


Watched: TypeAlias = Callable[[int], AbstractContextManager[Callable[[int], None]]]


@contextmanager
def _unwatched(total: int) -> Iterator[Callable[[int], None]]:
    yield lambda step: None


def prove(
    compiled: Compiled,
    *,
    wanted: Callable[[str], bool] = lambda text: True,
    watched: Watched = _unwatched,
) -> Proofs:
    """
    Run the examples and claims whose title and citations are `wanted`.

    `watched` gets their number, and is then called after each.
    """
    examples = [
        candidate for candidate in compiled.examples if wanted(_known_by(compiled, candidate))
    ]
    claims = [candidate for candidate in compiled.claims if wanted(_known_by(compiled, candidate))]
    reached, speech, proofs = set[int](), Speech(), list[Proof]()
    with watched(len(examples) + len(claims)) as advance:
        for example in examples:
            speech.begin()
            with doing(_called(compiled, example)):
                result = run_example(compiled, example, reached.add, speech)
            proofs.append(proof_of(compiled, result))
            advance(1)
        for claim in claims:
            with doing(_called(compiled, claim)):
                proofs.append(proof_of(compiled, run_claim(compiled, claim, reached.add)))
            advance(1)
    held = tuple(proofs[: len(examples)]), tuple(proofs[len(examples) :])
    covered = coverage(compiled.program, reached)
    if not compiled.examples:
        return Proofs(*held, covered, reached=frozenset(reached))
    unshown, open_answers = speech.unshown(compiled.program), speech.open_answers(compiled.program)
    return Proofs(*held, covered, tuple(unshown), tuple(open_answers), reached=frozenset(reached))


def is_lost(compiled: Compiled, proof: Proof, cards: Sequence[str]) -> bool:
    """Return whether it belongs to the rulebook itself and fails with added files of cards."""
    origin = origin_of(compiled.program, proof.of)
    laid_over = {Path(name).name for name in cards}
    return bool(proof.message and cards) and (origin is None or origin.file not in laid_over)


def findings(
    compiled: Compiled, spans: Sequence[Span], cards: Sequence[str]
) -> Iterator[Diagnostic]:
    """
    Yield examples and claims that do not hold, at their first lines, and facts that none of them
    states; `spans` are those of the origins. Those of the rulebook itself are only doubtful with
    files of `cards` added to it.
    """
    proofs = prove(compiled)
    yield from _failures(compiled, spans, cards, proofs)
    yield from advised(compiled, spans, proofs)


def _failures(
    compiled: Compiled, spans: Sequence[Span], cards: Sequence[str], all_proofs: Proofs
) -> Iterator[Diagnostic]:
    for slug, proofs in zip(FAILED, (all_proofs.examples, all_proofs.claims), strict=True):
        for proof in proofs:
            if proof.message:
                lost = is_lost(compiled, proof, cards)
                severity = Severity.WARNING if lost else Severity.ERROR
                message = f"`{proof.title}` does not hold: {proof.message}"
                yield Diagnostic(
                    slug, severity, spans[proof.at].first_line, message, proof.help or None
                )


def advised(compiled: Compiled, spans: Sequence[Span], proofs: Proofs) -> Iterator[Diagnostic]:
    """Yield advice on facts that no example states, if everything that was run holds."""
    if not proofs.failed:
        for part in _written(compiled, proofs.unshown):
            yield untested_reveal(spans[part.origin].first_line, part)
        for part in _written(compiled, proofs.open_answers):
            yield untested_together(spans[part.origin].first_line)


def _written(compiled: Compiled, numbers: Sequence[int]) -> Sequence[Part]:
    """Return the parts with these numbers and a place in a text, in its order, one per place."""
    parts = (parts_of(compiled.program).all[number] for number in numbers)
    placed = {part.origin: part for part in parts if part.origin >= 0}
    return [placed[origin] for origin in sorted(placed)]


def _called(compiled: Compiled, proved: Example | Claim) -> str:
    """Return an example or claim, as messages name it."""
    origin = origin_of(compiled.program, proved.origin)
    where = f" ({origin.file}:{origin.line})" if origin else ""
    return f"the {'claim' if isinstance(proved, Claim) else 'example'} `{proved.title[:60]}`{where}"


def _known_by(compiled: Compiled, proved: Example | Claim) -> str:
    """Return the words by which somebody may ask for an example or claim."""
    origin = origin_of(compiled.program, proved.origin)
    return " ".join((proved.title, *(origin.cites if origin else ())))


def proof_of(compiled: Compiled, result: Result) -> Proof:
    origin = origin_of(compiled.program, result.of)
    title = result.title or (origin.excerpt if origin else "")
    at = result.of if result.origin < 0 else result.origin
    return Proof(title, origin.cites if origin else (), result.message, at, result.of, result.help)
