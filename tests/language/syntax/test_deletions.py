"""Every word is in the tree: without it, the text is refused, or means something else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lark import UnexpectedInput

from ruleslang.language.syntax.build import build
from ruleslang.language.syntax.build_by_hand import Refused
from ruleslang.language.syntax.chunk import Chunk, split_into_chunks
from ruleslang.language.syntax.grammar import LayoutError
from ruleslang.language.syntax.parse_failure import mask
from ruleslang.source.span import Source
from tests.support.shape import shape

TOKEN = re.compile(r'"[^"\n]*"|[A-Za-z_][\w-]*|\d+|\.\.|<=|>=|[^\s\w]')
PROTOTYPE = Path(__file__).parents[2] / "language/prototype"
PATHS = [path for path in sorted(PROTOTYPE.glob("*.[rc]*s")) if path.name != "sixty.cards"]
LONGEST = 4


def message(text: str) -> Any:
    """What a declaration says, or None when it cannot be read."""
    chunk = Chunk(Source("chunk.rules", text), 0, len(text))
    try:
        return shape(build(chunk))
    except (UnexpectedInput, LayoutError, Refused):
        return None


def deletions(text: str) -> Iterator[tuple[str, str]]:
    """What is deleted, and the text without it: one to four neighbouring tokens."""
    hidden = mask(text)
    tokens = [found for found in TOKEN.finditer(text) if not hidden[found.start()].isspace()]
    for i, first in enumerate(tokens):
        for last in tokens[i : i + LONGEST]:
            yield (text[first.start() : last.end()], text[: first.start()] + text[last.end() :])


def silent(path: Path, step: int) -> list[str]:
    """The deletions that change nothing."""
    found = []
    number = 0
    for chunk in split_into_chunks(Source(path.name, path.read_text(encoding="utf-8"))):
        whole = message(chunk.text)
        for deleted, rest in deletions(chunk.text) if whole else ():
            number += 1
            if number % step == 0 and message(rest) == whole:
                found.append(f"{deleted!r} in {chunk.text.splitlines()[0]!r}")
    return found


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_a_few_deletions_are_not_silent(path: Path) -> None:
    assert silent(path, step=97) == []


@pytest.mark.long
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_no_deletion_is_silent(path: Path) -> None:
    assert silent(path, step=1) == []
