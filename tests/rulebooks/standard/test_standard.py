"""Every standard piece is used by a small rulebook, and works as its comment states."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax.parse import parse
from ruleslang.library.find_rulebook import standard_pieces
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.load import load
from ruleslang.source.span import Source
from tests.support.example_results import run

HERE = Path(__file__).parent
PIECES = sorted(standard_pieces())


@cache
def loaded(name: str) -> Loaded:
    return load(str(HERE / f"{name}.rules"), lints=True)


def test_every_piece_is_tried() -> None:
    assert {path.stem for path in HERE.glob("*.rules")} == set(PIECES)


@pytest.mark.parametrize("name", PIECES)
def test_a_rulebook_with_a_piece_is_without_blemish(name: str) -> None:
    assert [f"{each.slug}: {each.message}" for each in loaded(name).diagnostics] == []


@pytest.mark.parametrize("name", PIECES)
def test_a_piece_passes_its_examples(name: str) -> None:
    compiled = loaded(name).compiled
    assert compiled is not None
    assert compiled.examples

    results = run(compiled)

    tried = (*results.examples, *results.claims)
    assert {each.title: each.message for each in tried if not each.passed} == {}


@pytest.mark.parametrize("name", PIECES)
def test_a_piece_describes_itself_and_is_marked_as_designed(name: str) -> None:
    path = standard_pieces()[name]
    text = path.read_text(encoding="utf-8")
    tree, _ = parse(Source(path.name, text))

    assert text.startswith("# ")
    for each in tree.declarations:
        assert not isinstance(each, (d.Header, d.Junk))
        assert each.marks.designed
