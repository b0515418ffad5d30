"""`fmt` writes, compares and shows texts, and doesn't change unreadable ones."""

from __future__ import annotations

from pathlib import Path

from tests.apps.cli.conftest import Run

LOOSE = "words A:a,   b   # two\n"
TIGHT = "words A: a, b  # two\n"


def test_a_file_is_brought_into_its_form(run: Run) -> None:
    path = Path("a.rules")
    path.write_text(LOOSE)

    assert run("fmt", "--check", "a.rules").status == 1
    assert path.read_text() == LOOSE
    shown = run("fmt", "--diff", "a.rules")
    assert shown.status == 0
    assert f"-{LOOSE}" in shown.out
    assert run("fmt", "a.rules").status == 0
    formed = path.read_text()
    assert formed != LOOSE
    assert run("fmt", "--check", "a.rules").status == 0
    assert run("fmt", "-", stdin=LOOSE.encode()).out == formed


def test_line_ends_of_windows_stay_and_are_no_difference(run: Run) -> None:
    path = Path("a.rules")
    for text in (TIGHT, LOOSE):
        path.write_bytes(text.replace("\n", "\r\n").encode())
        assert run("fmt", "--check", "a.rules").status == int(text == LOOSE)
        assert "\r" not in run("fmt", "--diff", "a.rules").out
        assert run("fmt", "a.rules").status == 0
        assert path.read_bytes() == TIGHT.replace("\n", "\r\n").encode()
    path.write_bytes(b"words A: a\r\nwords B: b\nwords C: c\r\n")
    assert run("fmt", "--check", "a.rules").status == 0


def test_a_text_that_cannot_be_read_is_left_alone(run: Run) -> None:
    Path("bad.rules").write_text("words A a\n")

    ran = run("fmt", "bad.rules")

    assert ran.status == 1
    assert "error[" in ran.err
    assert Path("bad.rules").read_text() == "words A a\n"


def test_down_a_pipe_an_unreadable_text_comes_back_as_it_was(run: Run) -> None:
    ran = run("fmt", "-", stdin=b"words A a\n")

    assert ran.status == 1
    assert ran.out == "words A a\n"


def test_folders_and_patterns_are_searched(run: Run) -> None:
    Path("deep/er").mkdir(parents=True)
    Path("deep/er/a.rules").write_text(LOOSE)
    Path("deep/b.cards").write_text(LOOSE)
    Path("deep/c.txt").write_text(LOOSE)

    assert len(run("fmt", "deep", "--check", "--format", "json").json["files"]) == 2
    assert len(run("fmt", "deep/**/*.rules", "--check", "--format", "json").json["files"]) == 1


def test_json_names_each_file(run: Run) -> None:
    Path("a.rules").write_text(LOOSE)

    found = run("fmt", "a.rules", "--format", "json").json

    assert found["command"] == "fmt"
    assert found["ok"] is True
    assert found["files"] == [{"file": "a.rules", "changed": True, "diagnostics": []}]
