"""The two ways a command prints."""

from __future__ import annotations

from enum import StrEnum


class Format(StrEnum):
    """How a command prints: for a person, or the one JSON object of docs/formats."""

    text = "text"
    json = "json"
