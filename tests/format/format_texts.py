"""The texts that laws of the formatter are tested on: whatever is shipped, and what tests have."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from ruleslang.format.format_source import format_source
from ruleslang.source.diagnostic import Severity
from ruleslang.source.span import Source
from ruleslang.syntax.parse import parse

ROOT = Path(__file__).parent.parent.parent
TESTS = ("tests/prototype", "tests/corpus", "tests/format/golden")
FOLDERS = ("rulebooks", "cards", "examples", *TESTS)
ENDINGS = (".rules", ".cards", ".after")
PARAGRAPH = re.compile(r"\n\n(?=[^\s])")


@cache
def readable() -> dict[str, str]:
    """Every text that parses without an error, by its path."""
    paths = (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")))
    found = {
        str(path.relative_to(ROOT)): path.read_bytes().decode()
        for path in paths
        if path.suffix in ENDINGS
    }
    return {name: text for name, text in found.items() if _is_readable(Source(name, text))}


def _is_readable(source: Source) -> bool:
    _, diagnostics = parse(source)
    return not any(found.severity is Severity.ERROR for found in diagnostics)


def formatted(text: str) -> str:
    """A text laid out, which must be possible."""
    result = format_source(Source("text.rules", text))
    assert result.text is not None, result.diagnostics
    return result.text


def paragraphs(text: str) -> list[str]:
    """What stands between blank lines at the left margin, each a text of its own."""
    return [f"{part.strip()}\n" for part in PARAGRAPH.split(text) if part.strip()]
