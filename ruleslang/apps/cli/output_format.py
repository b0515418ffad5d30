"""The output formats of commands."""

from __future__ import annotations

from enum import StrEnum


class Format(StrEnum):
    """The output of a command: text for a person, or the JSON object of docs/formats."""

    text = "text"
    json = "json"


class ReportFormat(StrEnum):
    """The output of a report: as `Format`, or for other programs."""

    text = "text"
    json = "json"
    sarif = "sarif"
    github = "github"
    junit = "junit"
