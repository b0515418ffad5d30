"""Small texts before and after, to be read by a person; `make golden` rewrites the results."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from attrs import frozen

from ruleslang.language.format.format_source import format_source
from ruleslang.language.syntax.declarations import Junk
from ruleslang.language.syntax.expressions import Paren
from ruleslang.language.syntax.node import Node
from ruleslang.language.syntax.parse import parse
from ruleslang.language.syntax.simple_statements import Marked
from ruleslang.language.syntax.walk import walk
from ruleslang.source.span import Source

GOLDEN = Path(__file__).parent / "golden"
CASES = sorted(path.stem for path in GOLDEN.glob("*.before"))
REWRITE = "RULESLANG_GOLDEN"  # set in the environment, it writes the files instead of comparing


@pytest.mark.parametrize("case", CASES)
def test_a_text_comes_out_as_in_the_golden_file(case: str) -> None:
    before = Source(f"{case}.before", _read(GOLDEN / f"{case}.before"))
    after = GOLDEN / f"{case}.after"
    formatted = format_source(before)

    assert [found.message for found in formatted.diagnostics] == []
    assert formatted.text is not None
    if os.environ.get(REWRITE):
        after.write_bytes(formatted.text.encode())
    assert _read(after) == formatted.text


@pytest.mark.parametrize("case", CASES)
def test_what_comes_out_comes_out_again(case: str) -> None:
    text = _read(GOLDEN / f"{case}.after")

    assert text == format_source(Source(f"{case}.after", text)).text


def _read(path: Path) -> str:
    """The file to the letter: line ends and byte order marks are what is tested here."""
    return path.read_bytes().decode()


def test_every_kind_of_node_is_in_a_golden_text() -> None:
    trees = [parse(Source(case, _read(GOLDEN / f"{case}.after")))[0] for case in CASES]
    seen = {type(node) for tree in trees for top in tree.declarations for node in walk(top)}

    assert _names(_kinds(Node) - {Node, Marked, Junk, Paren}) == _names(seen - {Paren})


def _kinds(kind: type[Node]) -> set[type[Node]]:
    """A class and those below it, but for the twins that objects are of while they are filled."""
    below = [each for each in kind.__subclasses__() if each.__module__ != frozen.__module__]
    return {kind}.union(*map(_kinds, below))


def _names(kinds: set[type[Node]]) -> list[str]:
    return sorted({kind.__name__ for kind in kinds})
