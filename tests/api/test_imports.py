"""How much each small use of the package imports, in its own process."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path

import pytest
from attrs import frozen

LOAD = "import ruleslang; game = ruleslang.load('nim')"
RULEBOOK = Path(__file__).parents[2] / "examples" / "nim" / "nim.rules"
COMMAND = "from ruleslang.apps.cli.main import status; status({})"

# No rulebook needs these to be read, nor any match to begin.
ELSEWHERE = (
    *("engine.c", "engine.code", "players"),
    *("explanation.odds", "explanation.story", "explanation.examples"),
    *("simulation.simulate", "simulation.play_games", "evaluation", "apps.table", "apps.editor"),
)
UNTIL_A_MATCH = (*ELSEWHERE, "engine.match", "engine.interpreter", "engine.flow", "simulation")
# Packages of others that take long to import.
HEAVY = ("lark", "cattrs", "typer", "rich", "z3", "hypothesis", "numpy", "asyncio", "pydantic")
# What a typer imports that is newer than those for which a user's install asks.
BY_TYPER = {"pydantic"} if any("pydantic" in each for each in requires("typer") or ()) else set()


@frozen
class Use:
    """
    A use, and what it may import: the number of modules of the package, which rises only if a small
    module takes the place of copies, and the heavy packages of others; of the number, `kept` is
    that where the rulebook is in the cache.
    """

    code: str
    modules: int
    kept: int
    heavy: str = ""
    heavy_kept: str = ""
    absent: tuple[str, ...] = UNTIL_A_MATCH


USES = {
    "import": Use("import ruleslang", 1, 1),
    "load": Use(LOAD, 191, 51, "lark cattrs", "cattrs"),
    "first decision": Use(
        f"{LOAD}; game.start(seed=1).decision", 249, 126, "lark cattrs", "cattrs", ELSEWHERE
    ),
    "check": Use(COMMAND.format(["check", "nim"]), 217, 29, "lark cattrs typer", "typer"),
    "check of a mistyped name": Use(COMMAND.format(["check", "nimm"]), 28, 28, "typer", "typer"),
    "fmt": Use(
        COMMAND.format(["fmt", "--check", str(RULEBOOK)]), 52, 52, "lark typer", "lark typer"
    ),
}

SCRIPT = """
import json, sys
{code}
print()
print(json.dumps(sorted(sys.modules)))
"""


def imported(use: Use, cache: Path) -> list[str]:
    """The modules that a use leaves in its process."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(code=use.code)],
        env={**os.environ, "RULESLANG_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    modules: list[str] = json.loads(done.stdout.splitlines()[-1])
    return modules


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.mark.parametrize("name", USES)
def test_a_small_use_imports_no_more_than_it_did(name: str, cache: Path) -> None:
    use = USES[name]
    shutil.rmtree(cache / "loads", ignore_errors=True)  # and not the tables of the grammar

    for most, heavy in ((use.modules, use.heavy), (use.kept, use.heavy_kept)):
        modules = imported(use, cache)
        own = [module for module in modules if module.partition(".")[0] == "ruleslang"]

        assert len(own) <= most
        assert {module for module in modules if module in HEAVY} - BY_TYPER <= set(heavy.split())
        absent = tuple(f"ruleslang.{each}." for each in use.absent)
        assert [module for module in own if f"{module}.".startswith(absent)] == []
