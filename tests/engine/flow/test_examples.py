"""The page of worked examples shows what the lowering and the printer of C make of its rulebook."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

import ruleslang
from ruleslang.engine.cells.compiled_game import CompiledGame
from ruleslang.engine.code.source import source
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.seen_rows import seen_rows
from ruleslang.engine.lowered_game import DEFINITION, lowered
from ruleslang.engine.match.entities import Settings
from ruleslang.engine.show_flow import routines_of, shown_routines
from tests.engine.flow.listing import listed
from tests.support.every import every

PAGE = Path(__file__).parents[3] / "docs" / "dev" / "flow-examples.md"
BLOCK = re.compile(r"^```(flow|c) of=([^\n]+)\n(.*?)^```$", re.M | re.S)
RULES = re.compile(r"^```rules\n(.*?)^```$", re.M | re.S)


@cache
def flow() -> Flow:
    found = RULES.search(PAGE.read_text("utf-8"))
    assert found
    game = ruleslang.load_text(found[1], name="race.rules")
    made = lowered(game.program, Settings((), 2, 0))
    seen_rows(made)
    return made


def code(kind: str, name: str) -> str:
    """Return the code that a block of the page shows."""
    if kind == "c":
        return shown_routines(flow(), routines_of(flow(), name))
    return "\n".join(listed(flow().routines[name].stmts)) + "\n"


def blocks() -> list[re.Match[str]]:
    return [*BLOCK.finditer(PAGE.read_text("utf-8"))]


@every("block", blocks(), ids=lambda block: f"{block[1]} {block[2]}")
def test_a_block_shows_the_code_of_its_routine(block: re.Match[str]) -> None:
    assert block[3] == code(block[1], block[2])


def test_the_lines_between_are_in_the_printed_text() -> None:
    text = source(CompiledGame(flow(), DEFINITION)).text
    (lines,) = re.findall(r"^```text\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)

    assert lines.strip() in text


def write() -> None:
    """Rewrite the blocks: `python -m tests.engine.flow.test_examples`."""
    text = BLOCK.sub(
        lambda block: f"```{block[1]} of={block[2]}\n{code(block[1], block[2])}```",
        PAGE.read_text("utf-8"),
    )
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(write())
