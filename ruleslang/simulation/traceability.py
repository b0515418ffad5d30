"""Maps the numbered rules of a printed rulebook to the definitions of the text, and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from ruleslang.program.numbered_rules import (
    EVIDENCE,
    EXAMPLE,
    GAP,
    QUESTION,
    RULE,
    all_numbers,
    missing_examples,
    rules_by_number,
)
from ruleslang.program.program import Cited, Compiled, NumberedRule, origin_of
from ruleslang.program.references import Origin

# Topics about the text or about playing it, which rest on no rule of the printed rulebook.
ABOUT_THE_TEXT = frozenset(
    {"rulebook", "texts", "looks", "rules", "measure", "player", "omit", *EVIDENCE}
)
STANDARD = "rulebooks/standard/"


@frozen
class Traced:
    """
    One number of the printed rulebook, with the definitions and examples that cite it.

    `omitted` is the reason why it has no effect on play; `None`: it was not omitted. `listed` is
    its row in the table of rules, if it has one.
    """

    id: str
    definitions: tuple[Cited, ...]
    examples: tuple[str, ...]
    omitted: str | None
    listed: NumberedRule | None = None

    @property
    def is_covered(self) -> bool:
        """Whether a definition cites it or it was omitted."""
        return bool(self.definitions) or self.omitted is not None


@frozen
class Question:
    """
    An open question of the printed rulebook; `reading` is `None` if no reading answers it.

    `decides` are the definitions that the reading is declared to decide; `text` is the question.
    """

    id: str
    reading: str | None
    values: tuple[str, ...]
    default: str | None
    omitted: str | None
    decides: tuple[Cited, ...] = ()
    text: str = ""

    @property
    def is_covered(self) -> bool:
        """Whether a reading answers it or it was omitted."""
        return self.reading is not None or self.omitted is not None


@frozen
class ShownExample:
    """A worked example of the printed rulebook, with an example or claim that shows it."""

    id: str
    title: str
    origin: Origin


@frozen
class Trace:
    """
    The trace in both directions: citations of every number, and definitions that cite none.

    `missing_examples` are the announced worked examples that nothing shows, `omitted_examples`
    those that were omitted, with the reasons.
    """

    rules: tuple[Traced, ...]
    questions: tuple[Question, ...]
    gaps: tuple[Traced, ...]
    examples: tuple[ShownExample, ...]
    missing_examples: tuple[str, ...]
    omitted_examples: tuple[tuple[str, str], ...]
    unmarked: tuple[Cited, ...]

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing in either direction."""
        numbers: list[Traced | Question] = [*self.rules, *self.gaps, *self.questions]
        covered = all(number.is_covered for number in numbers)
        return covered and not self.unmarked and not self.missing_examples


def trace(compiled: Compiled) -> Trace:
    reasons = _omissions(compiled)
    return Trace(
        rules=tuple(_all_traced(compiled, all_numbers(compiled, RULE))),
        questions=tuple(_question(compiled, id, reasons) for id in all_numbers(compiled, QUESTION)),
        gaps=tuple(_all_traced(compiled, all_numbers(compiled, GAP))),
        examples=tuple(_examples(compiled)),
        missing_examples=missing_examples(compiled),
        omitted_examples=tuple((cite, reasons[cite]) for cite in reasons if "-EX-" in cite),
        unmarked=tuple(_unmarked(compiled)) if compiled.numbering.prefix else (),
    )


def traced_number(compiled: Compiled, id: str) -> Traced | Question | None:
    """Return one number of the printed rulebook; `None` if it has no such number."""
    if id in all_numbers(compiled, QUESTION):
        return _question(compiled, id, _omissions(compiled))
    series = (RULE, GAP, EXAMPLE)
    known = {number for each in series for number in all_numbers(compiled, each)}
    known |= {example.id for example in _examples(compiled)} | rules_by_number(compiled).keys()
    return next(_all_traced(compiled, [id])) if id in known else None


def _omissions(compiled: Compiled) -> dict[str, str]:
    return {cite: omission.reason for omission in compiled.omissions for cite in omission.cites}


def _all_traced(compiled: Compiled, numbers: Iterable[str]) -> Iterator[Traced]:
    by_id, by_number = _by_citation(compiled), _examples_by_number(compiled)
    reasons, rows = _omissions(compiled), rules_by_number(compiled)
    for id in numbers:
        definitions, examples = tuple(by_id.get(id, ())), tuple(by_number.get(id, ()))
        yield Traced(id, definitions, examples, reasons.get(id), rows.get(id))


def _cites(compiled: Compiled, number: int) -> tuple[str, ...]:
    origin = origin_of(compiled.program, number)
    return origin.cites if origin else ()


def _by_citation(compiled: Compiled) -> Mapping[str, list[Cited]]:
    by_number: defaultdict[str, list[Cited]] = defaultdict(list)
    for cited in compiled.cited:
        for cite in dict.fromkeys(_cites(compiled, cited.origin)):
            if cited.kind not in EVIDENCE:
                by_number[cite].append(cited)
    return by_number


def _examples_by_number(compiled: Compiled) -> Mapping[str, list[str]]:
    """Return the examples and claims that cite each number, by their own number or by title."""
    proofs_of: defaultdict[str, list[str]] = defaultdict(list)
    for example in compiled.testable:
        cites = _cites(compiled, example.origin)
        numbers = [cite for cite in cites if "-EX-" in cite] or [example.title]
        for cite in cites:
            proofs_of[cite] += [number for number in numbers if number not in proofs_of[cite]]
    return proofs_of


def _question(compiled: Compiled, id: str, reasons: Mapping[str, str]) -> Question:
    for option in sorted(compiled.program.options, key=lambda option: not option.reading):
        if id in _cites(compiled, option.origin):
            return Question(
                id,
                option.name,
                option.values,
                option.values[option.default],
                reasons.get(id),
                tuple(cited for cited in compiled.cited if option.name in cited.decided_by),
                option.text.text if option.text is not None else "",
            )
    return Question(id, None, (), None, reasons.get(id))


def _examples(compiled: Compiled) -> Iterator[ShownExample]:
    for example in compiled.testable:
        origin = origin_of(compiled.program, example.origin)
        if origin is not None:
            for cite in origin.cites:
                if "-EX-" in cite:
                    yield ShownExample(cite, example.title, origin)


def _unmarked(compiled: Compiled) -> Iterator[Cited]:
    for cited in compiled.cited:
        origin = origin_of(compiled.program, cited.origin)
        if cited.kind in ABOUT_THE_TEXT or origin is None or origin.file.startswith(STANDARD):
            continue
        if cited.kind == "state" and " " in cited.name:
            continue  # implied by a line, as the count of passes is
        if not origin.cites and not origin.designed:
            yield cited
