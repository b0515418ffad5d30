"""The C of whole games under the sanitizers of addresses and of undefined behaviour."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from ruleslang.c.action_table import action_table
from ruleslang.c.compiled_game import compiled
from ruleslang.c.lock_step import LockStep
from ruleslang.c.row_table import TablesOfRows
from ruleslang.c.source import source
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.match.entities import settle
from ruleslang.program.program import Program
from ruleslang.python.printed_game import printed
from tests.engines.disagreement import Game, mixed
from tests.engines.shares import MADE, MIXED, program_of
from tests.support.shipped import LARGE

# `RL_CHECKED` tells them of every tuple of a heap, which would else be one array to them.
SANITIZED = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
FLAGS = ("-std=c11", "-g", "-w", "-DRL_CHECKED", "-DSTACK=16384", *SANITIZED)
BOUND = """#include <stdint.h>
#define MOST_WORDS most_words
static int64_t most_words = INT32_MAX;
"""
MAIN = """
#include <stdlib.h>
int main(int arguments, char **given)
{
    enum { HEAP = 1 << 16 };
    int games = atoi(given[arguments - 1]);
    St *s = calloc((size_t)rl_words(HEAP), sizeof(V));
    rl_clear(s, HEAP);
    uint64_t *seeds = calloc((size_t)games, sizeof(uint64_t));
    Result *results = calloc((size_t)games, rl_result_words() * sizeof(int64_t));
    for (int i = 0; i < games; i++) seeds[i] = derive(1, i);
    static const int64_t players[SEATS];
    rl_play(s, seeds, players, games, results);
    uint64_t links = 0;
    for (int i = 0; i < games; i++) links |= results[i].link;
    free(results), free(seeds), rl_release(s), free(s);
    return links == 0;
}
"""
MANY_AT_ONCE = """
#include <stdlib.h>
#include <stdio.h>
/* Steps by masks and by places of actions, with rows that have not a byte more than they need. */
int main(int arguments, char **given)
{
    enum { HEAP = 1 << 16, MATCHES = 5 };
    int64_t steps = atoi(given[1]), length = atoi(given[2]), width = atoi(given[3]);
    int64_t of_row = atoi(given[4]), columns = atoi(given[5]);
    int64_t *table = calloc((size_t)length, sizeof(int64_t));
    int64_t *row_table = calloc((size_t)of_row, sizeof(int64_t));
    for (int64_t i = 0; i < length; i++) table[i] = atoll(given[6 + i]);
    for (int64_t i = 0; i < of_row; i++) row_table[i] = atoll(given[6 + length + i]);
    const int64_t *tables[MATCHES];
    uint8_t left[MATCHES];
    int32_t *seen = calloc((size_t)(MATCHES * columns), sizeof(int32_t));
    for (int i = 0; i < MATCHES; i++) tables[i] = of_row ? row_table : NULL;
    St *states[MATCHES];
    int64_t which[MATCHES], choices[MATCHES], players[MATCHES], actions[MATCHES], picks[MATCHES];
    uint64_t seeds[MATCHES], word = 1;
    for (int i = 0; i < MATCHES; i++) {
        states[i] = calloc((size_t)rl_words(HEAP), sizeof(V));
        rl_clear(states[i], HEAP);
        which[i] = i, seeds[i] = i;
    }
    uint8_t *rows = calloc((size_t)(MATCHES * width), 1);
    int64_t *payoffs = calloc(MATCHES * SEATS, sizeof(int64_t)), wrong = 0;
    rl_start_many(states, MATCHES, which, seeds, choices, players);
    for (int64_t step = 0; step < steps; step++) {
        wrong += rl_action_masks(states, MATCHES, table, width, rows) >= 0;
        for (int i = 0; i < MATCHES; i++) {
            int64_t begin = below(&word, (uint32_t)width);
            actions[i] = -1;
            for (int64_t at = 0; choices[i] > 0 && actions[i] < 0; at++)
                if (rows[i * width + (begin + at) % width]) actions[i] = (begin + at) % width;
        }
        wrong += rl_places_of_actions(states, MATCHES, table, actions, picks) >= 0;
        rl_step_many(states, MATCHES, picks, choices, players);
        rl_payoffs_many(states, MATCHES, payoffs);
        rl_rows(states, MATCHES, tables, columns, seen, left);
        for (int i = 0; i < MATCHES; i++)
            if (choices[i] <= 0) {
                which[0] = i, seeds[0] = step;
                rl_start_many(states, 1, which, seeds, choices, players);
            }
    }
    for (int i = 0; i < MATCHES; i++) rl_release(states[i]), free(states[i]);
    free(rows), free(payoffs), free(table), free(row_table), free(seen);
    return wrong != 0;
}
"""
HERE = Path(__file__).parent
EDGES = (HERE / "edges_of_heaps.c").read_text(encoding="utf-8")
EVERY_SIZE = 1 << 30
FEW, MANY = 40, 200  # games of the large rulebooks, in each choice of settings, and of the others
SETTINGS = 3  # of the large ones; of the others two


def problem_of(program: Program, game: Game, games: int, folder: Path, level: int = 1) -> str:
    """What the sanitizers say of random games, optimised at a level; empty if nothing."""
    return sanitized(program, game, MAIN, (games,), folder, level)


def sanitized(
    program: Program, game: Game, main: str, given: tuple[int, ...], folder: Path, level: int
) -> str:
    """What the sanitizers say of a game with this `main`; empty if nothing."""
    settings = settle(program, game.options, game.players, game.automatic)
    file, made = folder / "game.c", folder / "game"
    text = BOUND + source(printed(program, settings)).text + main
    file.write_text(text, encoding="utf-8")
    compiler = os.environ.get("CC", "cc").split()
    subprocess.run([*compiler, *FLAGS, f"-O{level}", "-o", str(made), str(file)], check=True)
    run = subprocess.run([str(made), *map(str, given)], capture_output=True, text=True)
    said = f"{program.name} {game}: {run.returncode} {run.stderr[:2000]}"
    return "" if run.returncode == 0 else said


# One whose data grow, at every size; one that looks at copies of heaps in several parts.
@pytest.mark.parametrize(("name", "finer"), [("growing", EVERY_SIZE), ("imagined", 8)])
def test_no_match_writes_beyond_a_heap_of_any_size(name: str, finer: int, tmp_path: Path) -> None:
    program = program_of(str(HERE / f"{name}.rules"))
    assert program is not None

    game = Game(0, 2, {})
    assert sanitized(program, game, EDGES, (1, 100, finer, 4), tmp_path, 0) == ""


def test_no_sanitizer_finds_anything_in_a_small_game(tmp_path: Path) -> None:
    program = program_of("leduc_poker")
    assert program is not None

    assert problem_of(program, Game(0, 2, {}), MANY, tmp_path, level=0) == ""


def many_at_once(name: str, steps: int, folder: Path) -> str:
    """What the sanitizers say of matches in lock step, moved by their actions."""
    program = program_of(name)
    assert program is not None
    game = Game(0, program.seats.low, {})
    settings = settle(program, game.options, game.players, game.automatic)
    batch = LockStep(compiled(program, settings), [1])
    width, columns = batch.actions.size, batch.observed.width
    own = TablesOfRows(batch._rows).of_seat(len(batch.game.automatic) - 1, batch._memories[0])
    rows = [] if own is None else list(own)
    table = action_table(batch.actions)
    given = (steps, len(table), width, len(rows), columns, *table, *rows)
    return sanitized(program, game, MANY_AT_ONCE, given, folder, 1)


def test_no_sanitizer_finds_anything_in_lock_step(tmp_path: Path) -> None:
    assert many_at_once("leduc_poker", 300, tmp_path) == ""


@pytest.mark.long
@pytest.mark.parametrize("name", sorted({*shipped_rulebooks()} - LARGE))
def test_no_sanitizer_finds_anything_in_lock_step_of_any_rulebook(
    name: str, tmp_path: Path
) -> None:
    assert many_at_once(name, 300, tmp_path) == ""


@pytest.mark.long
@pytest.mark.parametrize("name", [*shipped_rulebooks(), *sorted(map(str, MIXED.glob("*.rules")))])
def test_no_sanitizer_finds_anything(name: str, tmp_path: Path) -> None:
    program = program_of(name)
    assert program is not None
    games = [Game(0, program.seats.low, {})]
    games += [mixed(program, number) for number in range(1, SETTINGS if name in LARGE else 2)]
    number = FEW if name in LARGE else MANY

    assert [said for each in games if (said := problem_of(program, each, number, tmp_path))] == []


ALL_MIXED = sorted(map(str, MIXED.glob("*.rules")))
SMALL = [*ALL_MIXED, *(f"{MADE}{seed}" for seed in range(40))]


@pytest.mark.long
@pytest.mark.parametrize("name", [*shipped_rulebooks(), *SMALL])
def test_no_match_of_any_rulebook_writes_beyond_its_heap(name: str, tmp_path: Path) -> None:
    program = program_of(name)
    if program is None:
        return
    game = Game(0, program.seats.low, {})
    given = (1, 60, 20, 16) if name in LARGE else (3, 100, 100, 32)

    assert sanitized(program, game, EDGES, given, tmp_path, 0) == ""
