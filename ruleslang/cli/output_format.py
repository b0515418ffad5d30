"""The ways a command prints."""

from __future__ import annotations

from enum import StrEnum


class Format(StrEnum):
    """How a command prints: for a person, or the one JSON object of docs/formats."""

    text = "text"
    json = "json"


class ReportFormat(StrEnum):
    """How a report prints: as above, or as other programs take it."""

    text = "text"
    json = "json"
    sarif = "sarif"
    github = "github"
    junit = "junit"
