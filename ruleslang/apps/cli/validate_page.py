"""
The report of `validate` as one HTML page.

At the top, for readers of the printed rulebook: what was found, with its consequences, and what
the rulebook leaves open. Folded below it, for those who write the text: the findings, what is
proved first; the properties and what is known of each; the readings; then the numbered rules in
order, with the definitions and examples for each.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

from attrs import define
from markupsafe import Markup, escape

from ruleslang.apps.cli.output import plural
from ruleslang.apps.cli.page_template import page as made
from ruleslang.evaluation.consistency import checklist
from ruleslang.evaluation.consistency.findings import LONG, TITLES, Finding, Group
from ruleslang.evaluation.consistency.games import Game
from ruleslang.evaluation.consistency.properties import Verdict
from ruleslang.evaluation.consistency.search import Occurrence
from ruleslang.explanation.examples.coverage import Branch, Coverage
from ruleslang.explanation.examples.properties import head_of
from ruleslang.explanation.examples.run_examples import Result
from ruleslang.program.declarations import Option
from ruleslang.program.program import Cited, Compiled, NumberedRule, Program
from ruleslang.simulation.traceability import Trace, Traced, trace
from ruleslang.source.span import Span

SECTION = re.compile(r"[;(\d]|$")  # where the number or note of a section begins
MOST_AT_THE_TOP = 8  # findings, and readings
MOST_RULES = 3  # printed rules beside a finding
MOST_FINDINGS = 12  # findings of a group that are not folded
MOST_OPTIONS = 3  # options of a game that are named
MOST_LINES = 40  # lines of a definition that are shown

INTRODUCTIONS: dict[Group, str] = {
    "contradictory": "Rules of one moment, one of which cancels the other, or whose order"
    " decides the result.",
    "dead": "Proved: these never happen in any game.",
    "wrong in play": "Played games stopped here, or broke a property.",
    "endless": "Games that may go on up to the decision cap.",
    "doubtful": "Text that may not mean what it says.",
    "decided by the engine": "The text doesn't say what happens, so the engine decided. What"
    " does the printed rulebook say?",
    "not met": "Not reached in the games played: rare, or impossible.",
    "unnoticed": "Lines that can be removed or swapped without a failing example.",
}

COUNTED: dict[Group, tuple[str, str]] = {
    "contradictory": ("contradiction", ""),
    "dead": ("thing that can never happen", "things that can never happen"),
    "wrong in play": ("thing that goes wrong in play", "things that go wrong in play"),
    "endless": ("possible endless loop", ""),
    "doubtful": ("doubtful line", ""),
    "decided by the engine": ("case that no rule decides", "cases that no rule decides"),
    "not met": ("thing that no game reached", "things that no game reached"),
    "unnoticed": ("change that no example notices", "changes that no example notices"),
}


CONSEQUENCES: dict[Group, str] = {
    "contradictory": "Two rules of one moment work against each other: at a table, the players"
    " would have to agree which one holds.",
    "dead": "This never happens in any game: the rule can be left out, or another one keeps it from"
    " ever applying.",
    "wrong in play": "A game could not go on here, or broke what the rulebook promises.",
    "endless": "A game may go on without end: the rulebook needs a rule that ends it.",
    "doubtful": "The rule may not say what it means, so players may read it in another way.",
    "decided by the engine": "The rulebook does not say what happens: two tables may play it"
    " differently.",
}

LEFT_OUT = "No line carries this rule out, so the game is played without it."

SIGNS = {"seen": "●", "played": "◐", "never": "○"}
REACHED_BY = {
    "": "",
    "seen": "",
    "played": "(in play, by no example)",
    "never": "(by no example, and in no game)",
}


@define(frozen=True, slots=False, eq=False)
class Page:
    """
    The content of the page.

    `by_examples` is the coverage of examples and claims, `played` the definitions reached by games;
    `branches` are those reached by examples, with whether one takes them, and `branches_played` the
    origins of those that games took. `left_open` is what the text leaves to the language, with a
    game that met it. `positions` has the table of each game in words, `commands` the command that
    opens it.
    """

    compiled: Compiled
    spans: Sequence[Span]
    findings: Sequence[Finding]
    results: Sequence[Result]
    by_examples: Coverage
    played: frozenset[str]
    branches: Sequence[Branch]
    branches_played: frozenset[int]
    left_open: Sequence[tuple[checklist.Question, Occurrence | None]]
    positions: Mapping[Game, tuple[str, ...]]
    commands: Mapping[Game, str]
    what_was_done: str
    properties: Sequence[Verdict] = ()

    @property
    def program(self) -> Program:
        return self.compiled.program

    @property
    def title(self) -> str:
        """The name of the rulebook, behind its title if it has one."""
        name, title = self.program.name, self.program.title
        return name if title is None else f"{title.text} ({name})"

    @cached_property
    def paper(self) -> Trace:
        """The numbered rules of the printed rulebook, with their definitions."""
        return trace(self.compiled)

    @cached_property
    def groups(self) -> Mapping[Group, Sequence[tuple[int, Finding]]]:
        """The findings by group, each with its number."""
        grouped: dict[Group, list[tuple[int, Finding]]] = {}
        for number, finding in enumerate(self.findings, 1):
            grouped.setdefault(finding.group, []).append((number, finding))
        return grouped

    @property
    def failed(self) -> Sequence[Result]:
        return [result for result in self.results if result.message]

    @property
    def readings(self) -> Sequence[Option]:
        return [option for option in self.program.options if option.reading]

    def counts(self) -> Iterator[tuple[str, str]]:
        """Yield the counts of the first line, each with the anchor that it links to."""
        if self.failed:
            yield "failed", plural(len(self.failed), "failing example")
        numbers = Counter(finding.group for finding in self.findings)
        for group in TITLES:
            if numbers[group]:
                yield anchor(group), plural(numbers[group], *COUNTED[group])
        if self.properties:
            yield "properties", plural(len(self.properties), "property", "properties")
        if self.left_open:
            yield "questions", plural(len(self.left_open), "open question")
        if self.readings:
            yield "readings", plural(len(self.readings), "reading")

    @property
    def at_the_top(self) -> Sequence[tuple[int, Finding]]:
        """The findings about the game, and not about how well it was tried."""
        numbered = enumerate(self.findings, 1)
        return [(number, found) for number, found in numbered if found.group in CONSEQUENCES]

    def consequence(self, found: Finding) -> str:
        """Return a sentence on what a finding means for those who play."""
        is_left_out = found.diagnostic is not None and found.diagnostic.slug == "uncited-rule"
        return LEFT_OUT if is_left_out else CONSEQUENCES[found.group]

    def subject_of(self, found: Finding) -> str:
        """Return what a finding is about: a printed rule, else the declaration around its line."""
        if found.diagnostic is None:
            return "the game"
        span = found.diagnostic.span
        if (rule := self._rule_at(span)) is not None:
            return f"{rule.id}: {rule.text}"
        around = (
            each
            for each in self.compiled.cited
            if each.origin >= 0 and _holds(self.spans[each.origin], span)
        )
        inner = min(around, key=lambda each: len(self.spans[each.origin].text), default=None)
        return f"line {span.line}" if inner is None else inner.name.replace("_", " ")

    def _rule_at(self, span: Span) -> NumberedRule | None:
        """Return the rule that the innermost line around a place cites, or in whose row it is."""
        listed = {rule.id: rule.listed for rule in self.paper.rules if rule.listed is not None}
        numbers = (rule.origin for rule in listed.values())
        rows = {number: (id,) for number, id in zip(numbers, listed, strict=True)}
        around = [
            (len(where.text), id)
            for number, where in enumerate(self.spans)
            if _holds(where, span)
            for id in (*self.program.origins[number].cites, *rows.get(number, ()))
            if id in listed and id in where.text.partition("\n")[0]
        ]
        return listed[min(around)[1]] if around else None

    @property
    def has_sentences(self) -> bool:
        """Whether the numbered rules have their sentences, so that lines are for those who ask."""
        return any(rule.listed is not None for rule in self.paper.rules)

    def rules_by_chapter(self) -> Iterator[tuple[str, Sequence[Traced]]]:
        """Yield the rules that have a place in the text, by their chapters."""
        rules = [rule for rule in (*self.paper.rules, *self.paper.gaps) if rule.is_covered]
        chapters: dict[str, list[Traced]] = {}
        for rule in rules:
            chapter = rule.listed.chapter if rule.listed else ""
            chapters.setdefault(SECTION.split(chapter)[0].strip(), []).append(rule)
        yield from chapters.items()

    def rules_of(self, span: Span) -> Sequence[Traced]:
        """Return the printed rules that the definition around a line implements."""
        return [
            rule
            for rule in self.paper.rules
            if any(_holds(around, span) for around in self._spans_of(rule.definitions))
        ]

    def findings_at(self, definitions: Iterable[Cited]) -> Sequence[int]:
        """Return the numbers of the findings within these definitions."""
        spans = self._spans_of(definitions)
        return [
            number
            for number, finding in enumerate(self.findings, 1)
            if finding.diagnostic is not None and finding.group not in LONG
            if any(_holds(span, finding.diagnostic.span) for span in spans)
        ]

    def _spans_of(self, definitions: Iterable[Cited]) -> Sequence[Span]:
        return [self.spans[cited.origin] for cited in definitions if cited.origin >= 0]

    def finding_of(self, verdict: Verdict) -> int:
        """Return the number of the finding on how a property is broken; 0: there is none."""
        title = verdict.property.title
        return next((n for n, found in enumerate(self.findings, 1) if found.breaks == title), 0)

    def rules_cited(self, verdict: Verdict) -> Sequence[Traced]:
        """Return the printed rules that a property cites."""
        origin = verdict.property.origin
        cites = self.program.origins[origin].cites if origin >= 0 else ()
        return [rule for rule in self.paper.rules if rule.id in cites]

    def left_open_by_place(
        self,
    ) -> Iterator[tuple[str, Sequence[tuple[checklist.Question, Occurrence | None]]]]:
        """Yield the open questions, by declaration."""
        for about, several in groupby(self.left_open, key=lambda question: question[0].about):
            yield about, list(several)

    def readings_asked(self) -> Iterator[tuple[Option, str, Sequence[tuple[str, object]]]]:
        """Yield each reading with its number in the printed rulebook, and answers with texts."""
        asked = {question.reading: question.id for question in self.paper.questions}
        for option in self.readings:
            texts = option.value_texts or (None,) * len(option.values)  # numbers have none
            answers = list(zip(map(str, option.values), texts, strict=True))
            yield option, asked.get(option.name, ""), answers

    def reached(self, name: str) -> str:
        """Test whether an example reaches a definition, or only play, or nothing: a `SIGNS` key."""
        if name in self.by_examples.reached:
            return "seen"
        if name not in self.by_examples.never:
            return ""
        return "played" if name in self.played else "never"


def page(shown: Page) -> str:
    """Return the page as HTML, self-contained."""
    filters: dict[str, Callable[..., Any]] = {
        "anchor": anchor,
        "excerpt": excerpt,
        "first_line": lambda span: span.first_line.text,
        "how_seen": how_seen,
        "head_of": head_of,
        "marked": marked,
        "place": lambda span: f"{span.source.name}:{span.line}",
        "plural": plural,
    }
    return made(
        "validate.html",
        filters,
        shown=shown,
        titles=TITLES,
        introductions=INTRODUCTIONS,
        most_at_the_top=MOST_AT_THE_TOP,
        long=LONG,
        signs=SIGNS,
        reached_by=REACHED_BY,
        most_rules=MOST_RULES,
        most_lines=MOST_LINES,
        most_findings=MOST_FINDINGS,
    )


def anchor(group: str) -> str:
    """Return the anchor of a group of findings."""
    return group.replace(" ", "-")


def _holds(around: Span, span: Span) -> bool:
    return around.source is span.source and around.start <= span.start <= around.end


def marked(text: str) -> Markup:
    """
    Return a message with the text in backticks as code.

    >>> marked("`a` < b")
    Markup('<code>a</code> &lt; b')
    """
    pieces = text.split("`")
    return Markup("").join(
        Markup("<code>{}</code>").format(piece) if place % 2 else escape(piece)
        for place, piece in enumerate(pieces)
    )


def excerpt(span: Span, note: str = "") -> Mapping[str, str]:
    """Return a span's first line with its place, in three parts, of which the span is `middle`."""
    line, column = span.source.line_and_column(span.start)
    text = span.source.text.split("\n")[line - 1]
    end = column - 1 + min(span.end - span.start, len(text) - column + 1)
    return {
        "place": f"{span.source.name}:{line}",
        "note": note,
        "before": text[: column - 1].lstrip(),
        "middle": text[column - 1 : end],
        "after": text[end:],
    }


def how_seen(finding: Finding) -> str:
    """Return how often a finding occurred, or how near play came, and after how many decisions."""
    assert finding.game is not None
    near = "" if finding.nearness == "it happens" else "in the nearest game "
    seen = f"seen in {finding.often}, first" if finding.often else near + finding.nearness
    played = plural(finding.game.players, "player")
    settings = [played if finding.game.position is None else "in the position of an example"]
    options = finding.game.options
    settings += [f"{name} is {value}" for name, value in options[:MOST_OPTIONS]]
    if len(options) > MOST_OPTIONS:
        settings.append(f"and {plural(len(options) - MOST_OPTIONS, 'other option value')}")
    return f"{seen} after {plural(finding.game.decisions, 'decision')} ({', '.join(settings)})"
