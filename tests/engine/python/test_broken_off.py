"""A choice that is broken off in the middle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from ruleslang.engine.cells.machine import Play
from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.printed_in_python import PythonEngine
from ruleslang.library.load import load

Block = Callable[[Play, list[Any]], int]


def _breaking_once(blocks: Sequence[Block | None]) -> Iterator[Block | None]:
    """The same blocks; the first that is entered is broken off behind its end."""
    breaks = iter([True])

    def breaking(block: Block) -> Block:
        def entered(play: Play, cells: list[Any]) -> int:
            found = block(play, cells)
            if next(breaks, False):
                raise KeyboardInterrupt
            return found

        return entered

    for each in blocks:
        yield None if each is None else breaking(each)


@pytest.mark.parametrize("is_copy", [False, True])
@pytest.mark.parametrize("made", [0, 1, 35])
def test_the_match_has_its_former_position(made: int, is_copy: bool) -> None:
    program = load("crazy_eights").compiled
    assert program is not None
    match, other = (PythonEngine(program.program).start(seed=3) for _ in range(2))
    for _ in range(made):
        for each in (match, other):
            assert each.waits_for is not None
            each.choose(each.waits_for[1] - 1)
    if is_copy:
        copied = match.copy()
        assert isinstance(copied, CompiledMatch)
        match = copied
    blocks = match.game.blocks
    match.game.blocks = tuple(_breaking_once(blocks))
    try:
        with pytest.raises(KeyboardInterrupt):
            match.choose(0)
    finally:
        match.game.blocks = blocks
    assert (match.hash(), match.waits_for) == (other.hash(), other.waits_for)
    match.choose(0)
    other.choose(0)
    assert (match.hash(), match.waits_for) == (other.hash(), other.waits_for)
