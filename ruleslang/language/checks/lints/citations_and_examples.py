"""Numbers of printed rules that lines cite, omit or lack, and what worked examples show."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.program.numbered_rules import (
    GAP,
    RULE,
    all_numbers,
    missing_examples,
    rules_by_number,
    series_of,
)
from ruleslang.source.diagnostic import Diagnostic, WarningMessage

# examples may show that it has no effect
EVIDENCE = ("example", "claim", "property", "measure", "player")
# a rule or a gap; `omit` of an open question means there is no choice
RULE_OR_GAP = re.compile(r"[A-Za-z]+(-MIS)?-\d+")


omitted_and_cited = WarningMessage(
    "omitted-and-cited",
    "`{cite}` is omitted here, but cited elsewhere",
    help="remove it from this `omit`, or remove the citation",
    label="it is cited here",
)


def find_omitted_and_cited(subject: Subject) -> Iterator[Diagnostic]:
    """Report that a line of play cites a rule that `omit` lists as without effect on play."""
    origins = subject.origins
    cited = {
        cite: declared.origin
        for declared in reversed(subject.compiled.cited)
        if declared.kind not in EVIDENCE
        for cite in origins[declared.origin].cites
        if RULE_OR_GAP.fullmatch(cite)
    }
    for omission in subject.compiled.omissions:
        for cite in omission.cites:
            if cite in cited:
                span = subject.span(omission.origin)
                yield omitted_and_cited(span, at=subject.span(cited[cite]), cite=cite)


MOST_MISSING = 5
LEAST_COVERED = 10  # per missing number


uncited_rule = WarningMessage(
    "uncited-rule",
    "no line cites `{number}`",
    help="cite it where it is implemented, or give the reason in an `omit` line",
)


uncited_rules = WarningMessage(
    "uncited-rule",
    "no line cites `{number}` and {more} more of these rules",
    help="`trace` lists them",
)


def find_uncited_rule(subject: Subject) -> Iterator[Diagnostic]:
    """
    Report rules of the printed rulebook that are neither cited nor omitted, if few are not.

    A citation changed to another existing number leaves its own number uncited. A rulebook that
    lacks more is still being written; `trace` lists them, and of one with a table of rules so does
    one line.
    """
    compiled = subject.compiled
    covered = _numbers_covered(subject)
    # `trace` reports open questions
    numbers = [*all_numbers(compiled, RULE), *all_numbers(compiled, GAP)]
    missing = [number for number in numbers if number not in covered]
    heads = [entry.origin for entry in compiled.cited if entry.kind == "rulebook"]
    rows = {number: rule.origin for number, rule in rules_by_number(compiled).items()}
    is_complete = len(missing) <= MOST_MISSING
    if is_complete and len(missing) * LEAST_COVERED < len(numbers):
        for number in missing:
            yield uncited_rule(subject.span(rows.get(number, heads[0])), number=number)
        return
    listed = [number for number in missing if number in rows]
    if len(listed) == 1:
        yield uncited_rule(subject.span(rows[listed[0]]), number=listed[0])
    elif listed:
        at, more = subject.span(rows[listed[0]]), len(listed) - 1
        yield uncited_rules(at, number=listed[0], more=str(more))


def _numbers_covered(subject: Subject) -> set[str]:
    """Return the numbers that are cited outside of examples, or omitted."""
    covered = {
        cite
        for entry in subject.compiled.cited
        if entry.kind not in EVIDENCE
        for cite in subject.origins[entry.origin].cites
    }
    covered.update(cite for omission in subject.compiled.omissions for cite in omission.cites)
    return covered


MOST_UNLISTED = 5


unlisted_rule = WarningMessage(
    "unlisted-rule",
    "`{number}` is cited, but has no row in the table of rules",
    help="add a row with its content, or cite the right number",
)


def find_unlisted_rule(subject: Subject) -> Iterator[Diagnostic]:
    """Report the first cited number without a row, in each series that has rows."""
    compiled = subject.compiled
    rows, prefix = rules_by_number(compiled), compiled.numbering.prefix
    series = {series_of(number, prefix) for number in rows}
    unlisted: dict[str, int] = {}
    places = [entry.origin for entry in compiled.cited]
    for origin in (*places, *(omission.origin for omission in compiled.omissions)):
        for cite in subject.origins[origin].cites:
            whole = cite.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") or cite  # `MILL-EX-05B` is a part
            is_listed = cite in rows or whole in rows
            if not is_listed and series_of(cite, prefix) in series:
                unlisted.setdefault(cite, origin)
    for number, origin in list(unlisted.items())[:MOST_UNLISTED]:
        yield unlisted_rule(subject.span(origin), number=number)


MOST_EXAMPLES = 3


missing_example = WarningMessage(
    "missing-example",
    "no example shows {numbers}",
    help="write it as an `example` that cites its number, or give the reason in an `omit` line",
)


def find_missing_example(subject: Subject) -> Iterator[Diagnostic]:
    """Report the announced worked examples that no example shows, all in one diagnostic."""
    missing = missing_examples(subject.compiled)
    heads = [entry for entry in subject.compiled.cited if entry.kind == "rulebook"]
    if missing and heads:
        yield missing_example(subject.span(heads[0].origin), numbers=_numbers_named(missing))


def _numbers_named(missing: tuple[str, ...]) -> str:
    """Return the numbers, or if there are many the first ones and how many more there are."""
    if len(missing) > MOST_EXAMPLES:
        missing, more = missing[: MOST_EXAMPLES - 1], len(missing) - MOST_EXAMPLES + 1
        return f"{', '.join(f'`{number}`' for number in missing)} and {more} more"
    *others, last = [f"`{number}`" for number in missing]
    return f"{', '.join(others)} or {last}" if others else last


tests_nothing = WarningMessage(
    "tests-nothing",
    "this example has no `then`, so it tests nothing",
    help="state the result: `then score(home) is 1`",
)


def find_tests_nothing(subject: Subject) -> Iterator[Diagnostic]:
    """Report an example without an expected result; a property is tested in each."""
    for example in subject.examples if not subject.compiled.properties else ():
        if not example.expects:
            yield tests_nothing(subject.span(example.origin))
