"""The findings of `validate` for other programs: SARIF, GitHub Actions annotations, JUnit."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree import ElementTree

from ruleslang.consistency.findings import TITLES, Finding
from ruleslang.source.diagnostic import Severity
from ruleslang.source.span import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "note"}
NOTES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "notice"}


def sarif(findings: Sequence[Finding], shown_as: Mapping[str, str]) -> str:
    """A SARIF 2.1.0 object: one run with a result for each finding that has a place."""
    placed = [one.diagnostic for one in findings if one.diagnostic is not None]
    results = [
        {
            "ruleId": one.slug,
            "level": LEVELS[one.severity],
            "message": {"text": one.message + (f"; {one.help}" if one.help else "")},
            "locations": [{"physicalLocation": _place(one.span, shown_as)}],
            "relatedLocations": [
                {"physicalLocation": _place(label.span, shown_as), "message": {"text": label.text}}
                for label in one.labels
            ],
        }
        for one in placed
    ]
    rules = [{"id": slug} for slug in dict.fromkeys(one.slug for one in placed)]
    tool = {"driver": {"name": "ruleslang", "rules": rules}}
    run = {"tool": tool, "columnKind": "unicodeCodePoints", "results": results}
    whole = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(whole, indent=2, ensure_ascii=False)


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
    for one in findings:
        diagnostic = one.diagnostic
        if diagnostic is None:
            lines.append(f"::warning title={one.group}::{_escaped(one.message)}")
            continue
        line, column = diagnostic.span.source.line_and_column(diagnostic.span.start)
        name = diagnostic.span.source.name
        where = (
            f"file={_property(shown_as.get(name, name))},line={line},col={column},"
            f"title={diagnostic.slug}"
        )
        lines.append(f"::{NOTES[diagnostic.severity]} {where}::{_escaped(diagnostic.message)}")
    return "\n".join(lines)


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def junit(findings: Sequence[Finding], shown_as: Mapping[str, str], name: str) -> str:
    """A JUnit suite with one test for each group of findings; each finding is a failure."""
    suite = ElementTree.Element("testsuite", name=f"validate {name}")
    for group, title in TITLES.items():
        mine = [one for one in findings if one.group == group]
        for one in mine:
            case = ElementTree.SubElement(
                suite, "testcase", classname=title, name=_at(one, shown_as)
            )
            slug = group if one.diagnostic is None else one.diagnostic.slug
            sort = "skipped" if group == "not met" else "failure"
            ElementTree.SubElement(case, sort, type=slug, message=one.message)
        if not mine:
            ElementTree.SubElement(suite, "testcase", classname=title, name="nothing")
    suite.set("tests", str(len(suite)))
    for sort, said in (("failure", "failures"), ("skipped", "skipped")):
        suite.set(said, str(len(suite.findall(f"testcase/{sort}"))))
    element = ElementTree.Element("testsuites")
    element.append(suite)
    ElementTree.indent(element)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(element, "unicode")


def _at(one: Finding, shown_as: Mapping[str, str]) -> str:
    if one.diagnostic is None:
        return one.message
    span = one.diagnostic.span
    file = shown_as.get(span.source.name, span.source.name)
    return f"{file}:{span.source.line_and_column(span.start)[0]}: {one.message}"
