"""The texts on which laws of the formatter are tested: all shipped ones, and those of tests."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from ruleslang.language.format.format_source import format_source
from ruleslang.language.syntax.declarations import Tree
from ruleslang.language.syntax.parse import parse
from ruleslang.source.diagnostic import Severity
from ruleslang.source.span import Source

ROOT = Path(__file__).parents[3]
TESTS = ("tests/language/prototype", "tests/language/corpus", "tests/language/format/golden")
FOLDERS = ("rulebooks", "cards", "examples", *TESTS)
ENDINGS = (".rules", ".cards", ".after")
PARAGRAPH = re.compile(r"\n\n(?=[^\s])")


@cache
def readable(step: int = 1) -> dict[str, str]:
    """Every text that parses without an error, or every so many of them, by its path."""
    paths = (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")))
    found = {
        str(path.relative_to(ROOT)): path.read_bytes().decode()
        for path in [path for path in paths if path.suffix in ENDINGS][::step]
    }
    trees = {name: parsed(name, text) for name, text in found.items()}
    return {name: text for name, text in found.items() if trees[name] is not None}


@cache
def parsed(name: str, text: str) -> Tree | None:
    """The tree of a text; None when it has an error."""
    tree, diagnostics = parse(Source(name, text))
    is_readable = all(found.severity is not Severity.ERROR for found in diagnostics)
    return tree if is_readable else None


def text_of(name: str) -> str:
    """One of the texts."""
    return (ROOT / name).read_bytes().decode()


def tree_of(name: str) -> Tree:
    """The tree of one of the texts that can be read."""
    tree = parsed(name, text_of(name))
    assert tree is not None
    return tree


def formatted(text: str) -> str:
    """A text laid out, which must be possible."""
    result = format_source(Source("text.rules", text))
    assert result.text is not None, result.diagnostics
    return result.text


def paragraphs(text: str) -> list[str]:
    """What stands between blank lines at the left margin, each its own text."""
    return [f"{part.strip()}\n" for part in PARAGRAPH.split(text) if part.strip()]
