"""The C of whole games under the sanitizers of addresses and of undefined behaviour."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from ruleslang.match.entities import settle
from ruleslang.native.source import source
from ruleslang.portable.game import printed
from tests.classics.classics import game
from tests.portable.test_classics import PLAYED

# A heap of the state is one array to them: `grab` tests its end.
FLAGS = ("-std=c11", "-g", "-O1", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
MAIN = """
#include <stdlib.h>
int main(void)
{
    enum { GAMES = 200, HEAP = 1 << 16 };
    St *s = calloc((size_t)rl_words(HEAP), sizeof(V));
    rl_clear(s, HEAP);
    uint64_t seeds[GAMES];
    Result *results = calloc(GAMES, rl_result_words() * sizeof(int64_t));
    for (int i = 0; i < GAMES; i++) seeds[i] = derive(1, i);
    static const int64_t players[SEATS];
    rl_play(s, seeds, players, GAMES, 1, results);
    int64_t decisions = 0;
    for (int i = 0; i < GAMES; i++) decisions += results[i].decisions;
    free(results);
    free(s);
    return decisions == 0;
}
"""


def problem_of(name: str, folder: Path) -> str:
    """What the sanitizers say of 200 random games; empty if nothing."""
    program = game(name).program
    text = source(printed(program, settle(program, None, None, None))).text
    file, made = folder / f"{name}.c", folder / name
    file.write_text(text + MAIN, encoding="utf-8")
    compiler = os.environ.get("CC", "cc").split()
    subprocess.run([*compiler, *FLAGS, "-o", str(made), str(file)], check=True)
    run = subprocess.run([str(made)], capture_output=True, text=True)
    return "" if run.returncode == 0 else f"{name}: {run.returncode} {run.stderr[:2000]}"


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(PLAYED))
def test_no_sanitizer_finds_anything(name: str, tmp_path: Path) -> None:
    assert problem_of(name, tmp_path) == ""
