"""
All engines side by side: the same choices, positions, views and ends over many games.

By default the games of `default_shares.py` are compared, and the search for a difference is tried
on engines with a mistake. The marked tests play all games of `shares.py`; `run_shares.py` plays the
same ones so that they can be broken off and gone on with.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleslang.engine.code.memory import Code
from ruleslang.engine.compiled_in_c import IN_WASM, CEngine, WasmEngine
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.lowered_game import DEFINITION, lowered
from ruleslang.engine.match.engine import Engine
from ruleslang.engine.match.entities import Settings
from ruleslang.engine.wasm.compiled_game import CompiledGame as GameInWasm
from ruleslang.engine.wasm.compiled_game import code_of
from ruleslang.library.find_rulebook import shipped_rulebooks
from tests.engine.c.conftest import compiler as compiler
from tests.engine.default_shares import GAMES, default_parts
from tests.engine.disagreement import Disagreement, Game, disagreement
from tests.engine.run_shares import left_of, lines_of, report, run
from tests.engine.shares import ALL, QUICK, Part, compare_or_refused, names, parts_of, seeds
from tests.support.every import every
from tests.support.shipped import LARGE, compiled

A_WHILE = 12  # decisions


MOVE = "OFTEN void move(St *s, int is_top, int64_t origin, V cards, V target, V room)\n{"


class MistakenGame(GameInWasm):
    """A game with a mistake: cards always come to lie at the bottom."""

    def _code(self) -> Code:
        assert MOVE in self.text.text
        return code_of(self.text.text.replace(MOVE, f"{MOVE} is_top = 0;"))


class Mistaken(WasmEngine):
    """An engine that plays such games."""

    def game(self, settings: Settings, measures: Any = ()) -> MistakenGame:
        return MistakenGame(lowered(self.program, settings, measures), DEFINITION, IN_WASM)


def _called(part: Part) -> str:
    return f"{part.name}-{part.engines.replace(', ', '-').replace(' and ', '-')}-{part.first}"


@pytest.mark.parametrize("kind", [(Interpreter, Mistaken), (Mistaken, CEngine)])
def test_a_mistake_is_found_and_made_small(kind: tuple[type[Engine], ...]) -> None:
    program = compiled("crazy_eights").program

    found, _ = disagreement([each(program) for each in kind], Game(1, 2, {}), A_WHILE)

    assert isinstance(found, Disagreement)
    assert len(found.game.chosen) <= 2
    assert "discard" in found.cell or "zone" in found.cell
    assert found.definitions


@pytest.mark.parametrize("part", default_parts(), ids=_called)
def test_engines_agree_game_by_game(part: Part) -> None:
    assert compare_or_refused(part).differ == ()


def test_so_many_games_of_each_large_rulebook_are_compared_by_all_engines() -> None:
    seeds_of = {name: list[int]() for name in LARGE.intersection(shipped_rulebooks())}
    for part in default_parts():
        if part.name in seeds_of:
            assert part.engines == ALL and part.beside >= 30
            seeds_of[part.name] += seeds(part)

    assert len(seeds_of) == 5
    assert all(played == list(range(GAMES)) for played in seeds_of.values())


def test_a_run_that_was_killed_goes_on(tmp_path: Path) -> None:
    file, parts = tmp_path / "found.jsonl", [Part("nim", ALL, 0, at, at + 2) for at in (0, 2)]
    run(file, parts[:1], processes=1)
    file.write_text(file.read_text("utf-8") + '{"name": "ni', "utf-8")

    run(file, [Part("nim", ALL, 0, 0, 3), *parts[1:]], processes=1)

    played = [line["first"] for line in lines_of(file)]
    assert played == [0, 2, 3]
    assert left_of(parts, lines_of(file)) == []
    assert report(lines_of(file)).splitlines()[-1] == "0 differences"


def test_there_are_as_many_games_as_were_promised() -> None:
    games: dict[str, list[tuple[str, int]]] = {
        engines: [
            (name, seed)
            for name in names()
            for part in parts_of(name, engines)
            for seed in seeds(part)
        ]
        for engines in (QUICK, ALL)
    }

    assert len(games[QUICK]) >= 100_000 and len(games[ALL]) >= 5_000
    every_one = [*games[QUICK], *games[ALL]]
    assert len(every_one) == len(set(every_one))


@pytest.mark.long
@every("name", names, parts=8)
def test_all_engines_agree(name: str) -> None:
    found = [
        each
        for engines in (ALL, QUICK)
        for part in parts_of(name, engines)
        for each in compare_or_refused(part).differ
    ]

    assert found == []
