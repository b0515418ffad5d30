"""A citation is in the tree in every allowed place, so that none vanishes silently."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleslang.language.syntax.chunk import split_into_chunks
from ruleslang.language.syntax.node import Marks
from ruleslang.language.syntax.parse import parse
from ruleslang.language.syntax.walk import walk
from ruleslang.source.span import Source
from tests.support.every import every

PROTOTYPE = Path(__file__).parents[2] / "language/prototype"
END = re.compile(r"(?:[ \t]+\[[A-Z0-9, -]+\])?(?:[ \t]+designed)?[ \t]*(?:#.*)?$")
CITED = "[NEW-1]"


def marked(text: str) -> Iterator[tuple[str, str]]:
    """Every line of a chunk, and the chunk with a citation at the end of that line."""
    lines = text.rstrip().split("\n")
    for place, line in enumerate(lines):
        bare = END.sub("", line)
        if bare.strip() and not bare.startswith("omit"):
            yield bare, "\n".join([*lines[:place], f"{bare} {CITED}", *lines[place + 1 :], ""])


TEXTS = sorted(PROTOTYPE.glob("*.[rc]*s"))


@every("path", TEXTS, ids=lambda path: path.name)
def test_a_citation_of_every_third_line_that_is_read_is_in_the_tree(path: Path) -> None:
    assert forgotten(path, 3) == []


@pytest.mark.long
@every("path", TEXTS, ids=lambda path: path.name)
def test_a_citation_that_is_read_is_in_the_tree(path: Path) -> None:
    assert forgotten(path, 1) == []


def forgotten(path: Path, step: int) -> list[str]:
    """Lines at whose end a citation is read and lost."""
    found = []
    texts = [
        each
        for chunk in split_into_chunks(Source(path.name, path.read_text(encoding="utf-8")))
        for each in marked(chunk.text)
    ]
    for line, text in texts[::step]:
        tree, mistakes = parse(Source("chunk.rules", text))
        marks = (node for each in tree.declarations for node in walk(each))
        cites = {cite.text for node in marks if isinstance(node, Marks) for cite in node.cites}
        if not mistakes and CITED.strip("[]") not in cites:
            found.append(line)
    return found
