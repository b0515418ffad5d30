"""`replay --tables`: recorded games as tables, and the questions of docs/records.md to them."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

import ruleslang
from tests.apps.cli.conftest import Ran, Run
from tests.docs.blocks import CHECKOUT

duckdb = pytest.importorskip("duckdb")
parquet = pytest.importorskip("pyarrow.parquet")

GAMES = ("simulate", "draw_poker", "--games", "40", "--records", "evening.jsonl", "--jobs", "1")
QUESTIONS = re.findall(r"```sql\n(.*?)```", (CHECKOUT / "docs/records.md").read_text(), re.DOTALL)

FAULTY = """\
rulebook faulty "Faulty"
    players 2
    starts with game
die d6: 1..6
state low: 0..3 = 0
phase game
    roll d6 as pips
    set low to pips
    p1 wins
"""


def parquet_of(run: Run, *words: str) -> Ran:
    """The records of a file are written as a folder of tables."""
    return run("replay", *words, "--tables", "parquet")


@pytest.fixture
def evening(run: Run) -> Path:
    """The folder in which forty games lie as tables."""
    run(*GAMES)
    ran = parquet_of(run, "evening.jsonl")

    assert ran.status == 0, ran.err
    assert ran.out.startswith("wrote evening: 40 games (games 40, settings ")
    return Path("evening")


def test_tables_agree_with_the_report(evening: Path) -> None:
    report = ruleslang.load("draw_poker").simulate(games=40)
    seats = duckdb.sql(
        "select seat, sum(won::int), avg(payoff) from 'evening/seats.parquet' "
        "group by seat order by seat"
    ).fetchall()
    games = duckdb.sql("select sum(decisions), count(fault) from 'evening/games.parquet'")
    measured = duckdb.sql(
        "select name, avg(value) from 'evening/measures.parquet' group by name"
    ).fetchall()

    assert [won for _, won, _ in seats] == list(report.winners)
    assert [mean for *_, mean in seats] == pytest.approx([each.mean for each in report.payoffs])
    assert games.fetchall() == [(report.decisions, 0)]
    assert dict(measured) == pytest.approx(
        {name: each.mean for name, each in report.measures.items() if name != "decisions"}
    )


def test_each_question_of_the_page_is_answered(run: Run, evening: Path) -> None:
    assert run("replay", "evening.jsonl", "--tables", "duckdb").status == 0
    assert len(QUESTIONS) == 6

    with duckdb.connect("evening.duckdb", read_only=True) as database:
        for question in QUESTIONS:
            assert database.sql(question).fetchall(), question
        folder = re.sub(r"\b(from|join) (\w+)", r"\1 'evening/\2.parquet'", QUESTIONS[0])
        assert database.sql(QUESTIONS[0]).fetchall() == duckdb.sql(folder).fetchall()


def test_a_fault_leaves_no_winner(run: Run) -> None:
    Path("faulty.rules").write_text(FAULTY)
    run("simulate", "faulty.rules", "--games", "20", "--jobs", "1", "--records", "f.jsonl")

    assert parquet_of(run, "f.jsonl").status == 0
    ended = parquet.read_table("f/games.parquet")["fault"].null_count
    assert 0 < ended < 20
    assert parquet.read_table("f/seats.parquet")["won"].null_count == 2 * (20 - ended)


def test_wrong_arguments_are_refused_in_words(
    run: Run, evening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = sorted(evening.iterdir())
    Path("twice.jsonl").write_text(2 * Path("evening.jsonl").read_text())
    Path("empty.jsonl").touch()
    shutil.copy("evening.jsonl", "file.jsonl")
    Path("file").touch()

    assert "game 0 occurs twice" in parquet_of(run, "twice.jsonl", "-o", "evening").err
    assert parquet_of(run, "empty.jsonl").err == "ruleslang: `empty.jsonl` contains no games\n"
    assert "is not a folder" in parquet_of(run, "file.jsonl").err
    assert "is a folder" in run("replay", "file.jsonl", "--tables", "duckdb", "-o", ".").err
    assert run("replay", "evening.jsonl", "--tables", "csv").status == 2
    assert "with `--tables`" in run("replay", "evening.jsonl", "-o", "evening").err
    assert parquet_of(run, "gone.jsonl").status == 2
    assert sorted(evening.iterdir()) == there
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "pip install -e '.[tables]'" in parquet_of(run, "evening.jsonl").err
