"""The findings of `validate` for other programs: SARIF, GitHub Actions annotations, JUnit."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from ruleslang.evaluation.consistency.findings import LONG, TITLES, Finding
from ruleslang.evaluation.consistency.games import Game
from ruleslang.source.diagnostic import Severity
from ruleslang.source.render import diagnostic_data
from ruleslang.source.span import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "note"}
NOTES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "notice"}


NOTHING: Mapping[str, object] = {}


def sarif(
    findings: Sequence[Finding], shown_as: Mapping[str, str], basis: Mapping[str, object] = NOTHING
) -> str:
    """
    A SARIF 2.1.0 object: one run with a result for each finding that has a place.

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
    """What supports a finding, as it follows its message."""
    return f" ({finding.grade}: {finding.by})" if finding.by else ""


def _place(span: Span, shown_as: Mapping[str, str]) -> dict[str, Any]:
    line, column = span.source.line_and_column(span.start)
    end_line, end_column = span.source.line_and_column(span.end)
    region = {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
    }
    name = shown_as.get(span.source.name, span.source.name)
    return {"artifactLocation": {"uri": name}, "region": region}


def github(findings: Sequence[Finding], shown_as: Mapping[str, str]) -> str:
    """A GitHub Actions annotation for each finding."""
    lines = []
    for finding in findings:
        diagnostic = finding.diagnostic
        if diagnostic is None:
            message = _escaped(finding.message + _based_on(finding))
            lines.append(f"::warning title={finding.group}::{message}")
            continue
        line, column = diagnostic.span.source.line_and_column(diagnostic.span.start)
        name = diagnostic.span.source.name
        where = (
            f"file={_property(shown_as.get(name, name))},line={line},col={column},"
            f"title={diagnostic.slug}"
        )
        message = _escaped(diagnostic.message + _based_on(finding))
        lines.append(f"::{NOTES[diagnostic.severity]} {where}::{message}")
    return "\n".join(lines)


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def junit(
    findings: Sequence[Finding],
    shown_as: Mapping[str, str],
    name: str,
    basis: Mapping[str, object] = NOTHING,
) -> str:
    """A JUnit suite with one test for each group of findings; each finding is a failure."""
    suite = ElementTree.Element("testsuite", name=f"validate {name}")
    properties = ElementTree.SubElement(suite, "properties") if basis else suite
    for key, value in basis.items():
        text = value if isinstance(value, str) else json.dumps(value)
        ElementTree.SubElement(properties, "property", name=key, value=text)
    for group, title in TITLES.items():
        mine = [finding for finding in findings if finding.group == group]
        for finding in mine:
            case = ElementTree.SubElement(
                suite, "testcase", classname=title, name=_at(finding, shown_as)
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


def _at(finding: Finding, shown_as: Mapping[str, str]) -> str:
    if finding.diagnostic is None:
        return finding.message
    span = finding.diagnostic.span
    file = shown_as.get(span.source.name, span.source.name)
    return f"{file}:{span.source.line_and_column(span.start)[0]}: {finding.message}"


def finding_data(finding: Finding, files: Mapping[Game, Path]) -> dict[str, Any]:
    """A finding with the keys of docs/formats."""
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
        data["game"] = {
            "seed": finding.game.seed,
            "players": finding.game.players,
            "options": dict(finding.game.options),
            "position": None if finding.game.position is None else finding.game.position.text,
            "choices": list(finding.game.picks),
            "nearness": finding.nearness,
            "save": str(files[finding.game]) if finding.game in files else None,
        }
    return data
