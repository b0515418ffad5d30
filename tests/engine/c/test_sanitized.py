"""The C of whole games under the sanitizers of addresses and of undefined behaviour."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

import ruleslang.engine.code
from ruleslang.engine.cells.key_table import KeyWords
from ruleslang.engine.code.action_table import action_table
from ruleslang.engine.code.lock_step import LockStep
from ruleslang.engine.compiled_in_c import compiled
from ruleslang.engine.match.entities import settle
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.program.program import Program
from tests.engine.disagreement import Game, mixed
from tests.engine.shares import MADE, MIXED, program_of
from tests.support.shipped import LARGE
from tests.support.text_in_c import text_in_c

# `RL_CHECKED` tells them of every tuple of a heap, which would else be one array to them.
SANITIZED = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
FLAGS = ("-std=c11", "-O0", "-g1", "-w", "-DRL_CHECKED", "-DSTACK=16384", *SANITIZED)
BOUND = """#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define MOST_WORDS most_words
static int64_t most_words = INT32_MAX;
"""
HERE = Path(__file__).parent
WHOLE_GAMES, EDGES, MANY_AT_ONCE = "whole_games", "edges_of_heaps", "many_at_once"
FILES = [f"{each}.c" for each in (WHOLE_GAMES, EDGES, MANY_AT_ONCE, "sanitized")]
TRIED = "".join((HERE / each).read_text(encoding="utf-8") for each in FILES)
RUNTIME = Path(ruleslang.engine.code.__file__).with_name("runtime")
EVERY_SIZE = 1 << 30
FEW, MANY = 40, 200  # games of the large rulebooks, in each choice of settings, and of the others
SETTINGS = 3  # of the large ones; of the others two
STEPS = 300  # in lock step
SLOW = LARGE | {"chess"}  # of which fewer sizes are tried


def sanitized(program: Program, game: Game, folder: Path) -> Path:
    """A rulebook with all that is done to it, under the sanitizers."""
    settings = settle(program, game.options, game.players, game.automatic)
    file, made = folder / "game.c", folder / "game"
    file.write_text(BOUND + text_in_c(program, settings) + TRIED, encoding="utf-8")
    compiler = os.environ.get("CC", "cc").split()
    subprocess.run([*compiler, *FLAGS, "-o", str(made), str(file)], check=True)
    return made


def problem_of(made: Path, part: str, *given: int) -> str:
    """What the sanitizers say of a part; empty if nothing."""
    run = subprocess.run([str(made), part, *map(str, given)], capture_output=True, text=True)
    return "" if run.returncode == 0 else f"{part}: {run.returncode} {run.stderr[:2000]}"


def lock_step(program: Program, made: Path) -> str:
    """What the sanitizers say of matches in lock step, moved by their actions, and of keys."""
    game = Game(0, program.seats.low, {})
    settings = settle(program, game.options, game.players, game.automatic)
    batch = LockStep(compiled(program, settings), [1])
    width, columns = batch.actions.size, batch.observed.width
    tables = batch._rows.rows
    own = tables.tables[-1] if any(tables.by_seat(lambda: batch._memory(0))) else None
    rows = [] if own is None else list(own)
    table, blocks = action_table(batch.actions), len(batch._game.flow.cut.blocks)
    keys = KeyWords.of(batch._game.keys.table, blocks)
    for block in range(blocks):
        keys.add(block)
    key_table = keys.words
    sizes = (STEPS, len(table), width, len(rows), columns, len(key_table))
    return problem_of(made, MANY_AT_ONCE, *sizes, *table, *rows, *key_table)


# One whose data grow, at every size; one that looks at copies of heaps in several parts.
@pytest.mark.parametrize(("name", "finer"), [("growing", EVERY_SIZE), ("imagined", 8)])
def test_no_match_writes_beyond_a_heap_of_any_size(name: str, finer: int, tmp_path: Path) -> None:
    program = program_of(str(HERE / f"{name}.rules"))
    assert program is not None

    made = sanitized(program, Game(0, 2, {}), tmp_path)
    assert problem_of(made, EDGES, 1, 100, finer, 4) == ""


def test_no_sanitizer_finds_anything_in_a_small_game(tmp_path: Path) -> None:
    program = program_of("leduc_poker")
    assert program is not None

    made = sanitized(program, Game(0, 2, {}), tmp_path)
    assert problem_of(made, WHOLE_GAMES, MANY) == ""
    assert lock_step(program, made) == ""


def test_no_function_that_is_tried_with_has_a_name_of_the_runtime() -> None:
    own = re.findall(r"^static .*?(\w+)\(", TRIED, re.MULTILINE)
    runtime = "\n".join(each.read_text(encoding="utf-8") for each in RUNTIME.glob("*.c"))

    assert len(own) > 8
    assert {*own} & {*re.findall(r"\w+", runtime)} == set()


ALL_MIXED = sorted(map(str, MIXED.glob("*.rules")))
MADE_ONES = [f"{MADE}{seed}" for seed in range(40)]


@pytest.mark.long
@pytest.mark.parametrize("name", [*shipped_rulebooks(), *ALL_MIXED, *MADE_ONES])
def test_no_sanitizer_finds_anything(name: str, tmp_path: Path) -> None:
    """
    Whole games, matches in heaps of many sizes, and matches in lock step: compiling takes most of
    the time, so a rulebook is compiled once for all that is done to it.
    """
    program = program_of(name)
    if program is None:
        return
    made = sanitized(program, Game(0, settle(program, {}, None, None).players, {}), tmp_path)
    found = [
        problem_of(made, WHOLE_GAMES, FEW if name in LARGE else MANY),
        problem_of(made, EDGES, *((1, 60, 20, 16) if name in SLOW else (3, 100, 100, 32))),
    ]
    if name in {*shipped_rulebooks()} - LARGE:
        found.append(lock_step(program, made))

    assert [*filter(None, found)] == []


@pytest.mark.long
@pytest.mark.parametrize("name", [*shipped_rulebooks(), *ALL_MIXED])
def test_no_sanitizer_finds_anything_in_other_settings(name: str, tmp_path: Path) -> None:
    program = program_of(name)
    assert program is not None
    found = []
    for number in range(1, SETTINGS if name in LARGE else 2):
        game = mixed(program, number)
        message = problem_of(sanitized(program, game, tmp_path), WHOLE_GAMES, FEW)
        found += [f"{game} {message}"] * bool(message)

    assert found == []
