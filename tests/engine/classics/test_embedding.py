"""The scripts that show how to embed the engine: they run, and need nothing but its face."""

from __future__ import annotations

import ast
import http.client
import io
import json
import runpy
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import ruleslang
from ruleslang.apps.cli.main import status
from tests.engine.classics.classics import EXAMPLES

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

    promised = {"ruleslang", "ruleslang.apps.adapters.pettingzoo", "numpy", "distributed"}
    assert imported <= {*promised, "__future__", "http.server", *sys.stdlib_module_names}


@pytest.mark.parametrize(
    ("rulebook", "iterations", "worth", "least"),
    [
        ("kuhn_poker", 60, -1 / 18, 0.05),
        pytest.param("leduc_poker", 100, -0.0856, 0.3, marks=pytest.mark.long),
    ],
)
def test_the_solver_comes_near_an_equilibrium(
    rulebook: str, iterations: int, worth: float, least: float, capsys: pytest.CaptureFixture[str]
) -> None:
    run("solver.py", rulebook, str(iterations))

    states, found = capsys.readouterr().out.splitlines()
    assert int(states.split()[0]) == {"kuhn_poker": 12, "leduc_poker": 936}[rulebook]
    value, exploitability = (float(each.split()[-1]) for each in found.split(";"))
    assert abs(value - worth) < least and 0 <= exploitability < least


@pytest.mark.parametrize(
    ("rulebook", "seconds", "least"),
    [
        ("leduc_poker", 3.0, 0.3),
        pytest.param("connect_four", 60, 0.6, marks=pytest.mark.long),
        pytest.param("leduc_poker", 60, 0.9, marks=pytest.mark.long),
    ],
)
def test_the_trainer_beats_chance(
    rulebook: str, seconds: float, least: float, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("numpy")
    run("trainer.py", rulebook, str(seconds))

    message = capsys.readouterr().out.split()
    assert int(message[1]) >= 256 and float(message[-3]) > least


def test_a_cluster_plays_as_one_process_does(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    how = {"processes": False, "n_workers": 1, "dashboard_address": ":0", "protocol": "tcp://"}
    with distributed.LocalCluster(**how) as cluster:
        run("cluster.py", "leduc_poker", "50", cluster.scheduler_address)

    chain = ruleslang.load("leduc_poker").simulate(games=50).chain
    assert capsys.readouterr().out.endswith(f"chain {chain}\n")


def test_a_notebook_runs_from_top_to_bottom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("duckdb")
    monkeypatch.chdir(tmp_path)
    run_program = subprocess.run

    def run_here(order: list[str], **how: Any) -> Any:
        """Commands of ours in this process; a compiler is run as it is."""
        ours = order[1:3] == ["-m", "ruleslang"]
        return status(order[3:]) if ours else run_program(order, **how)

    monkeypatch.setattr(subprocess, "run", run_here)
    notebook = json.loads((EXAMPLES / "embedding/first_look.ipynb").read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)  # as its kernel does

    report, rows = names["report"], names["rows"]
    assert isinstance(report, ruleslang.Report) and report.games == 300
    assert isinstance(rows, list) and [seat for seat, _ in rows] == [0, 1]


def test_the_web_server_gives_each_seat_its_own(tmp_path: Path) -> None:
    names = runpy.run_path(str(EXAMPLES / "embedding" / "web_server.py"))
    serving = names["server"]("kuhn_poker", 0, str(tmp_path / "matches"))
    threading.Thread(target=serving.serve_forever, daemon=True).start()

    def ask(link: str, **given: object) -> tuple[int, dict[str, object]]:
        body = json.dumps(given).encode() if given or link == "/" else None
        line = http.client.HTTPConnection(*serving.server_address[:2], timeout=20)
        line.request("POST" if body else "GET", link, body)
        answer = line.getresponse()
        found = answer.status, json.loads(answer.read())
        line.close()
        return found

    try:
        links = ask("/")[1]
        opener, dealer = (str(links[seat]) for seat in ("opener", "dealer"))
        seen = ask(opener)[1]["view"]
        assert isinstance(seen, dict) and seen["zones"]["hand(dealer)"]["cards"] == [None]
        assert ask(dealer, choice="bet", at=0) == (400, {"problem": PROBLEM})
        for wrong in ("/", opener[:-1] + "?", "/../key.0.0", "/x"):
            assert ask(wrong, choice="bet", at=0)[0] == (200 if wrong == "/" else 400)
        assert ask(opener, choice="bet", at=0)[0] == 200
        assert ask(opener, choice="bet", at=0)[0] == 400
        status, over = ask(dealer, choice="fold", at=1)
        assert status == 200 and over["outcome"] == {
            "winners": [0],
            "payoffs": [1, -1],
            "capped": False,
        }
    finally:
        serving.shutdown()
        serving.server_close()


PROBLEM = "illegal: dealer is not asked now"


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

    message = capsys.readouterr().out.splitlines()[-1].split()
    won, lost = int(message[message.index("won,") - 1]), int(message[-2])
    assert message[1] == str(matches) and won + lost <= 200
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
    assert [view["asked"] for view in views] == [["bet", "pass_on"], None, None, ["call", "fold"]]
    assert sorted(end["payoffs"]) == [-2, 2]
