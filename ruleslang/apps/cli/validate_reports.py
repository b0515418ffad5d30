"""The other output of `validate`: reports, answers to a checklist, and positions.

SARIF, GitHub Actions annotations and JUnit for other programs; what the text of a rulebook answers
of a checklist, and what not; and saved matches, which `play` opens.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from shlex import quote
from typing import Any, Literal, TypeAlias, assert_never
from xml.etree import ElementTree

from attrs import evolve, frozen

from ruleslang.api import Game, Match
from ruleslang.apps.cli.load_game import print_answer
from ruleslang.apps.cli.options import ReportFormat
from ruleslang.apps.cli.output import plural, width, wrapped
from ruleslang.evaluation.consistency.checklist import Question, occurrence_of
from ruleslang.evaluation.consistency.findings import LONG, TITLES, Finding
from ruleslang.evaluation.consistency.games import Game as Played
from ruleslang.evaluation.consistency.search import SearchResult
from ruleslang.library.files import write_whole
from ruleslang.library.kept_loads import Loaded
from ruleslang.program.program import Compiled
from ruleslang.source.diagnostic import Severity
from ruleslang.source.render import diagnostic_data
from ruleslang.source.span import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "note"}
NOTES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "notice"}
NOTHING: Mapping[str, object] = {}
ProgramFormat: TypeAlias = Literal[ReportFormat.sarif, ReportFormat.github, ReportFormat.junit]


def for_programs(
    format: ProgramFormat,
    findings: Sequence[Finding],
    shown_as: Mapping[str, str],
    name: str,
    basis: Mapping[str, object] = NOTHING,
) -> str:
    """Return the findings about a rulebook in a format that other programs read."""
    match format:
        case ReportFormat.sarif:
            return sarif(findings, shown_as, basis)
        case ReportFormat.github:
            return github(findings, shown_as)
        case ReportFormat.junit:
            return junit(findings, shown_as, name, basis)
        case _:
            assert_never(format)


def sarif(
    findings: Sequence[Finding], shown_as: Mapping[str, str], basis: Mapping[str, object]
) -> str:
    """
    Return a SARIF 2.1.0 object: one run with a result for each finding that has a place.

    `basis` is what the findings are based on, the properties of the run.
    """
    placed = [(finding, finding.diagnostic) for finding in findings if finding.diagnostic]
    results = [
        {
            "ruleId": diagnostic.slug,
            "level": LEVELS[diagnostic.severity],
            "message": {
                "text": diagnostic.message
                + (f"; {diagnostic.help}" if diagnostic.help else "")
                + _based_on(finding)
            },
            "properties": {"grade": finding.grade, "by": finding.by},
            "locations": [{"physicalLocation": _place(diagnostic.span, shown_as)}],
            "relatedLocations": [
                {"physicalLocation": _place(label.span, shown_as), "message": {"text": label.text}}
                for label in diagnostic.labels
            ],
        }
        for finding, diagnostic in placed
    ]
    rules = [{"id": slug} for slug in dict.fromkeys(diagnostic.slug for _, diagnostic in placed)]
    tool = {"driver": {"name": "ruleslang", "rules": rules}}
    run = {"tool": tool, "columnKind": "unicodeCodePoints", "properties": basis, "results": results}
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False)


def _based_on(finding: Finding) -> str:
    """Return the evidence of a finding, as it follows its message."""
    return f" ({finding.grade}: {finding.by})" if finding.by else ""


def _place(span: Span, shown_as: Mapping[str, str]) -> dict[str, Any]:
    ends = (*span.source.line_and_column(span.start), *span.source.line_and_column(span.end))
    region = dict(zip(("startLine", "startColumn", "endLine", "endColumn"), ends, strict=True))
    return {"artifactLocation": {"uri": _file(span, shown_as)}, "region": region}


def _file(span: Span, shown_as: Mapping[str, str]) -> str:
    return shown_as.get(span.source.name, span.source.name)


def github(findings: Sequence[Finding], shown_as: Mapping[str, str]) -> str:
    """Return a GitHub Actions annotation for each finding."""
    lines = []
    for finding in findings:
        diagnostic = finding.diagnostic
        if diagnostic is None:
            message = _escaped(finding.message + _based_on(finding))
            lines.append(f"::warning title={finding.group}::{message}")
            continue
        line, column = diagnostic.span.source.line_and_column(diagnostic.span.start)
        file = _property(_file(diagnostic.span, shown_as))
        where = f"file={file},line={line},col={column},title={diagnostic.slug}"
        message = _escaped(diagnostic.message + _based_on(finding))
        lines.append(f"::{NOTES[diagnostic.severity]} {where}::{message}")
    return "\n".join(lines)


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def junit(
    findings: Sequence[Finding], shown_as: Mapping[str, str], name: str, basis: Mapping[str, object]
) -> str:
    """Return a JUnit suite with one test for each group of findings; each finding is a failure."""
    suite = ElementTree.Element("testsuite", name=f"validate {name}")
    properties = ElementTree.SubElement(suite, "properties") if basis else suite
    for key, value in basis.items():
        text = value if isinstance(value, str) else json.dumps(value)
        ElementTree.SubElement(properties, "property", name=key, value=text)
    for group, title in TITLES.items():
        mine = [finding for finding in findings if finding.group == group]
        for finding in mine:
            case = ElementTree.SubElement(
                suite, "testcase", classname=title, name=_message_with_position(finding, shown_as)
            )
            slug = group if finding.diagnostic is None else finding.diagnostic.slug
            sort = "skipped" if group in LONG else "failure"
            outcome = ElementTree.SubElement(case, sort, type=slug, message=finding.message)
            outcome.text = f"{finding.grade}: {finding.by}" if finding.by else None
        if not mine:
            ElementTree.SubElement(suite, "testcase", classname=title, name="nothing")
    suite.set("tests", str(len(suite.findall("testcase"))))
    for sort, attribute in (("failure", "failures"), ("skipped", "skipped")):
        suite.set(attribute, str(len(suite.findall(f"testcase/{sort}"))))
    element = ElementTree.Element("testsuites")
    element.append(suite)
    ElementTree.indent(element)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(element, "unicode")


def _message_with_position(finding: Finding, shown_as: Mapping[str, str]) -> str:
    if finding.diagnostic is None:
        return finding.message
    span = finding.diagnostic.span
    return f"{_file(span, shown_as)}:{span.line}: {finding.message}"


def finding_data(finding: Finding, files: Mapping[Played, Path]) -> dict[str, Any]:
    """Return a finding with the keys of docs/formats."""
    data: dict[str, Any] = {
        "group": finding.group,
        "grade": finding.grade,
        "by": finding.by,
        "message": finding.message,
        "diagnostic": None if finding.diagnostic is None else diagnostic_data(finding.diagnostic),
        "game": None,
        "example": finding.example,
    }
    if finding.game is not None:
        position = finding.game.position
        data["game"] = {
            **_game_data(finding.game, files),
            "position": None if position is None else position.text,
            "nearness": finding.nearness,
        }
    return data


def _game_data(game: Played, files: Mapping[Played, Path]) -> dict[str, Any]:
    return {
        "seed": game.seed,
        "players": game.players,
        "options": dict(game.options),
        "choices": list(game.picks),
        "save": str(files[game]) if game in files else None,
    }


@frozen
class RulebookQuestions:
    """The questions of one rulebook, and the games that met the unanswered ones."""

    loaded: Loaded
    compiled: Compiled
    questions: tuple[Question, ...]
    searched: SearchResult | None
    files: Mapping[Played, Path]

    def span(self, question: Question) -> Span:
        return self.loaded.spans[question.origin]

    def place(self, question: Question) -> str:
        """Return the file and line that a question is about."""
        span = self.span(question)
        return f"{_file(span, self.loaded.shown_as)}:{span.line}"


def show_questions(answered: RulebookQuestions, rulebook: str, *, every: bool) -> None:
    """Print what the text leaves to the language; with `every` also what it answers."""
    shown = [question for question in answered.questions if every or not question.by_text]
    print(wrapped(f"{answered.compiled.program.name}: {_summary(answered)}", width()))
    for about, questions in groupby(shown, key=lambda question: question.about):
        print(f"\n{about}")
        for question in questions:
            sign = "✓" if question.by_text else "?"
            print(f"  {sign} {question.asks} {question.answer}")
            print(f"      {answered.place(question)}: {answered.span(question).first_line.text}")
            for line in _occurrence(answered, question, rulebook):
                print(f"      {line}")
    if not every:
        print("\nAfter each question is the default that applies because the rulebook doesn't say.")
        print("Is that what you intended?")


def _summary(answered: RulebookQuestions) -> str:
    silent = [question for question in answered.questions if not question.by_text]
    seen = [occurrence_of(question, answered.searched) for question in silent if question.in_play]
    summary = f"{plural(len(answered.questions), 'question')}, {len(silent)} left to the language"
    if answered.searched is None:
        return f"{summary}; no games were played"
    if not seen:
        return summary
    number, games = len(seen) - seen.count(None), plural(answered.searched.games, "game")
    about = f"{len(seen)} of them about missing or tied choices"
    return f"{summary}, {about} ({number} came up in {games})"


def _occurrence(answered: RulebookQuestions, question: Question, rulebook: str) -> list[str]:
    seen = occurrence_of(question, answered.searched)
    if seen is None or answered.searched is None:
        return []
    often = f"came up in {seen.games} of {answered.searched.games} games"
    lines = [f"{often}, first after {plural(seen.game.decisions, 'decision')}"]
    if seen.game in answered.files:
        lines.append(f"open it: {opening_command(rulebook, answered.files[seen.game])}")
    return lines


def questions_as_json(answered: RulebookQuestions) -> int:
    """Print all questions with the keys of docs/formats."""
    return print_answer(
        "validate",
        answered.compiled,
        0,
        games=answered.searched.games if answered.searched else 0,
        questions=[_json(answered, question) for question in answered.questions],
    )


def _json(answered: RulebookQuestions, question: Question) -> dict[str, Any]:
    span, seen = answered.span(question), occurrence_of(question, answered.searched)
    return {
        "question": question.asks,
        "about": question.about,
        "by_text": question.by_text,
        "answer": question.answer,
        "file": _file(span, answered.loaded.shown_as),
        "line": span.line,
        "met": seen and {"games": seen.games, **_game_data(seen.game, answered.files)},
    }


def written_positions(
    compiled: Compiled, cards: tuple[str, ...], games: Iterable[Played], folder: str
) -> dict[Played, Path]:
    """Save the positions of findings, if a folder was named; returns their paths."""
    if not folder:
        return {}
    game = Game(compiled, cards=cards)
    Path(folder).mkdir(parents=True, exist_ok=True)
    files: dict[Played, Path] = {}
    for played in dict.fromkeys(games):
        path = Path(folder) / f"{game.name}-{len(files) + 1}.save"
        write_whole(path, match_at(game, played).to_json() + "\n")
        files[played] = path
    return files


def match_at(game: Game, played: Played) -> Match:
    """Return the match before the last choice, which triggers the finding."""
    if played.position is not None:
        game = evolve(game, position=played.position)
    match = game.start(seed=played.seed, options=dict(played.options), players=played.players)
    for pick in played.picks[:-1]:
        match.choose(pick)
    return match


def opening_command(named: str, path: Path) -> str:
    """Return the command that opens a saved position of a rulebook, as `again` names it."""
    return f"ruleslang play {named} --from {quote(str(path))}"
