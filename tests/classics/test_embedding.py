"""The scripts that show how to embed the engine: they run, and need nothing but its face."""

from __future__ import annotations

import ast
import io
import json
import runpy
import sys
from pathlib import Path

import pytest

from tests.classics.classics import EXAMPLES

SCRIPTS = sorted((EXAMPLES / "embedding").glob("*.py"))


def run(script: str, *arguments: str) -> None:
    """Run one as from the command line."""
    main = runpy.run_path(str(EXAMPLES / "embedding" / script))["main"]
    main(*arguments)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_uses_only_what_is_promised(script: Path) -> None:
    imported = set()
    for node in ast.walk(ast.parse(script.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module or "")

    promised = {"ruleslang", "ruleslang.adapters.pettingzoo"}
    assert imported <= {*promised, "__future__", "typing", *sys.stdlib_module_names}


def test_the_random_bot_plays_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    run("random_bot.py", "crazy_eights", "2")

    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("match 0: winners (")
    assert second.startswith("match 1: winners (")


def test_the_search_beats_chance(capsys: pytest.CaptureFixture[str]) -> None:
    run("tree_search.py", "tic_tac_toe", "4")

    assert "winners=(0,)" in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize(
    ("rulebook", "matches"),
    [("kuhn_poker", 40), pytest.param("tic_tac_toe", 3000, marks=pytest.mark.long)],
)
def test_what_learned_by_itself_beats_chance(
    rulebook: str, matches: int, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pettingzoo")
    run("self_play.py", rulebook, str(matches))

    said = capsys.readouterr().out.splitlines()[-1].split()
    won, lost = int(said[said.index("won,") - 1]), int(said[-2])
    assert said[1] == str(matches) and won + lost <= 200
    if matches > 1000:
        assert won > 3 * lost


def test_the_server_shows_every_seat_its_own_card_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("bet\ncall\n"))

    run("view_server.py", "kuhn_poker", "1")

    *views, end = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [view["seat"] for view in views] == [0, 1, 0, 1]
    for view in views:
        own, other = ("opener", "dealer") if view["seat"] == 0 else ("dealer", "opener")
        assert view["zones"][f"hand({own})"][0] is not None
        assert view["zones"][f"hand({other})"] == [None]
    assert [view["asked"] for view in views] == [
        ["bet", "pass_on"],
        None,
        None,
        ["call", "fold"],
    ]
    assert sorted(end["payoffs"]) == [-2, 2]
