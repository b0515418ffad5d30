"""Blocks of a large rulebook are in several functions, which small ones have here, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.engine.code import source
from tests.engine.c.agreement import beside_the_interpreter as differences
from tests.engine.shares import MIXED, program_of
from tests.support.text_in_c import text_in_c

HERE = Path(__file__).parent
NAMES = ("acting_at_once", "lasting_and_answered", "paid_and_played_as")
FILES = [*(MIXED / f"{name}.rules" for name in NAMES), HERE / "imagined.rules"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_functions_of_few_blocks_play_the_same_games(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "MOST_TOGETHER", 1)
    monkeypatch.setattr("ruleslang.engine.compiled_in_c._made", {})
    program = program_of(str(file))
    assert program is not None
    text = text_in_c(program)

    assert text.count("(St *s, int64_t block)\n") > 2
    found = [differences(program, seed) for seed in range(3)]
    assert [each for each, _ in found] == [[], [], []]
    assert sum(made for _, made in found) > 5
