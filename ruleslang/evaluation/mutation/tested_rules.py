"""
Which numbered rules are tested: a rule is, when each small change of the lines that cite it makes
an example fail that cites what the line does. That proves nothing about other matches.

In: a rulebook, the rules to look at. Out: of each rule what became of the changes of its lines.
A change that no example detects is tried in games; one that makes no difference there is dropped.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Literal

from attrs import define, field, frozen

from ruleslang.evaluation.mutation.changed_programs import (
    Original,
    checked,
    compiled_with,
    warnings,
)
from ruleslang.evaluation.mutation.games_to_compare import GamesToCompare
from ruleslang.evaluation.mutation.mutant import Mutant, sites
from ruleslang.evaluation.mutation.noticing import Noticing
from ruleslang.evaluation.mutation.small_changes import Change, known, small_changes
from ruleslang.evaluation.mutation.verdict import UNPLAYED, Holding, holds
from ruleslang.language.syntax import declarations as d
from ruleslang.program.declarations import Claim, Example
from ruleslang.program.numbered_rules import RULE, all_numbers
from ruleslang.program.program import Compiled, origin_of
from ruleslang.simulation.traceability import Question, Traced, traced_number
from ruleslang.source.budget import UsedUp, budget

Fate = Literal["detected", "warned", "equivalent", "undetected", "unreached"]
Result = Literal["tested", "nominal", "open"]
SECONDS = 5.0  # seconds of CPU time for one example of a changed rulebook; more proves nothing


@frozen(eq=False)
class TriedChange:
    """
    A change and what became of it: `by` are the examples that cite its line and fail, one for each
    rule; `elsewhere` is one that fails and cites none of its rules. `check` warns of a
    change whose fate is `warned`, and no example fails.
    """

    mutant: Mutant
    fate: Fate
    by: tuple[tuple[str, str], ...] = ()  # rule, title
    elsewhere: str = ""


@frozen(eq=False)
class RuleTest:
    """A rule with the changes of its lines; `why` is what a rule that is not tested lacks."""

    id: str
    result: Result
    why: str
    changes: tuple[TriedChange, ...]

    @property
    def open_changes(self) -> tuple[TriedChange, ...]:
        """Those that matter, and that no example detects."""
        return tuple(tried for tried in self.changes if tried.fate in ("undetected", "unreached"))

    @property
    def detected_by(self) -> tuple[str, ...]:
        """The examples that cite the rule and fail."""
        titles = (title for tried in self.changes for rule, title in tried.by if rule == self.id)
        return tuple(dict.fromkeys(titles))


@define(eq=False, slots=False)
class Mutations:
    """The changes of a rulebook, each tried once, however many rules its line cites."""

    original: Original
    seed: int = 1
    tried: dict[tuple[object, ...], TriedChange | None] = field(factory=dict)
    detects: defaultdict[int, int] = field(factory=lambda: defaultdict(int))

    @cached_property
    def games(self) -> GamesToCompare:
        return GamesToCompare(self.original.compiled, self.original.loaded.spans, self.seed)

    @cached_property
    def changes(self) -> dict[str, list[Change]]:
        """The small changes of the lines that cite each number."""
        by_rule: dict[str, list[Change]] = {}
        names = known(self.original.compiled.program)
        for site in sites(self.original.loaded.files.trees):
            if site.span.source.is_table or isinstance(site.first, (*UNPLAYED, d.Header)):
                continue
            for change in small_changes(site, names):
                for cite in change.cites:
                    by_rule.setdefault(cite, []).append(change)
        return by_rule

    @cached_property
    def examples(self) -> dict[str, list[int]]:
        """The places of the examples, and behind them the claims, that cite each number."""
        compiled = self.original.compiled
        by_rule: dict[str, list[int]] = {}
        for place, example in enumerate(compiled.testable):
            for cite in _cites(compiled, example):
                by_rule.setdefault(cite, []).append(place)
        return by_rule

    @cached_property
    def noticing(self) -> Noticing:
        return Noticing(self.original.compiled)

    @cached_property
    def holding(self) -> Holding:
        """What holds in the original: an example or claim that fails already detects nothing."""
        return Holding(self.original.compiled)

    def rule(self, id: str, step: Callable[[int], None] = lambda number: None) -> RuleTest:
        """Return the evidence for a rule; `step` is called with each change that was tried."""
        tried_changes: list[TriedChange] = []
        for change in self.changes.get(id, ()):
            key = change.mutant.key
            if key not in self.tried:
                self.tried[key] = self._try(change)
            tried = self.tried[key]
            if tried is not None:
                tried_changes.append(tried)
            step(1)
        return _rule_test(traced_number(self.original.compiled, id), id, tuple(tried_changes))

    def _try(self, change: Change) -> TriedChange | None:
        """Return the verdict on a change; `None`: it is refused, or the program is the same."""
        try:
            with budget():
                compiled = compiled_with(self.original, change.mutant)
                tried = None if compiled is None else self._judged(change, compiled)
                if tried is None or tried.fate == "detected":
                    return tried
                matters = tried.fate != "equivalent"
                loaded = checked(self.original, change.mutant, lints=matters)
                if matters and warnings(loaded.diagnostics) - self.original.warned:
                    tried = TriedChange(change.mutant, "warned")
                return tried if loaded.compiled else None
        except UsedUp:
            return TriedChange(change.mutant, "undetected")

    def _judged(self, change: Change, compiled: Compiled) -> TriedChange:
        fails: dict[int, bool] = {}
        by = []
        may_notice = self.noticing.may_notice(change.mutant)
        for cite in change.cites:
            citing = filter(may_notice, self.examples.get(cite, ()))
            place = next(self._failing(compiled, citing, fails), None)
            if place is not None:
                by.append((cite, compiled.testable[place].title))
        if by:
            return TriedChange(change.mutant, "detected", tuple(by))
        in_procedure = isinstance(change.mutant.site.first, d.Procedure)
        others = [*filter(may_notice, range(len(compiled.testable)))]
        if in_procedure:
            lines = self.games.touched(change.mutant)
            others = [place for place in others if self.noticing.comes_to(place, lines)]
        place = next(self._failing(compiled, others, fails), None)
        if place is not None:
            return TriedChange(change.mutant, "undetected", (), compiled.testable[place].title)
        difference = self.games.compared(compiled.program, change.mutant, anywhere=not in_procedure)
        if difference == "differs":
            return TriedChange(change.mutant, "undetected")
        unseen = difference == "unreached" or self.games.missed(change.mutant.lines)
        return TriedChange(change.mutant, "unreached" if unseen else "equivalent")

    def _failing(
        self, compiled: Compiled, places: Iterable[int], fails: dict[int, bool]
    ) -> Iterator[int]:
        """Yield the examples that fail, beginning with those that detected most changes so far."""
        for place in sorted(places, key=lambda place: -self.detects[place]):
            if place not in fails:
                fails[place] = _fails(compiled, place) and self.holding.has(place)
            if fails[place]:
                self.detects[place] += 1
                yield place


def rule_tests(
    of: Mutations, wanted: Sequence[str], step: Callable[[int], None]
) -> Iterator[RuleTest]:
    """Yield the test of each rule that the rulebook announces, or those that are wanted."""
    for id in wanted or all_numbers(of.original.compiled, RULE):
        yield of.rule(id, step)


def _rule_test(
    traced: Traced | Question | None, id: str, changes: tuple[TriedChange, ...]
) -> RuleTest:
    if not changes and (traced is None or not traced.is_covered):
        return RuleTest(id, "open", "no line cites it", ())
    if all(tried.fate == "equivalent" for tried in changes):
        why = "no change of its lines made a difference in games"
        why = why if changes else "its lines allow no small change"
        if traced is not None and traced.omitted is not None:
            why = f"omitted: {traced.omitted}"
        return RuleTest(id, "nominal", why, changes)
    tested = RuleTest(id, "tested", "", changes)
    if tested.open_changes:
        number = len(tested.open_changes)
        why = f"{number} change{'s' * (number > 1)} not detected by a citing example"
        return RuleTest(id, "open", why, changes)
    if not tested.detected_by:
        return RuleTest(id, "open", "no example that cites it fails", changes)
    return tested


def _fails(compiled: Compiled, place: int) -> bool:
    """Return whether an example fails, or does not end: a changed value may read itself."""
    try:
        with budget(SECONDS):
            return not holds(compiled, place)
    except (RecursionError, UsedUp):
        return True


def _cites(compiled: Compiled, example: Example | Claim) -> tuple[str, ...]:
    """Return the citations of an example, at its head and on its lines."""
    lines = example.lines if isinstance(example, Example) else example.conditions
    numbers = (example.origin, *(line.origin for line in lines))
    origins = (origin_of(compiled.program, number) for number in numbers)
    return tuple(dict.fromkeys(cite for origin in origins if origin for cite in origin.cites))
