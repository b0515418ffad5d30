"""The origin of C code: comments, and debug lines that lead to the rulebook's text."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from ruleslang.engine.c.compiler import Library, library
from ruleslang.engine.code.c_function import DEBUG, FLAGS, LEVEL
from ruleslang.library.load import load_text
from tests.support.text_in_c import text_in_c

RULES = """\
rulebook placed "Placed"
    players 2
    starts with game
state n: 0..9 = 0
value twice: 0..18 = n * 2
phase game
    set n to 3
    take turns p among players
        p may do more
action more by p
    add 1 to n
    if twice > 17: p wins
"""
BODY_LINES = {5, 7, 8, 9, 11, 12}  # of RULES, each of which is made into statements of C


def c_text(name: str = "placed.rules") -> str:
    compiled = load_text(RULES, name=name).compiled
    assert compiled is not None
    return text_in_c(compiled.program)


def lines_in(made: Path, file: str) -> set[int]:
    """The lines of a file at which a debugger can stop in a library."""
    dump = shutil.which("objdump")
    if dump is None:
        pytest.skip("no `objdump` here, which comes with gcc")
    command = [dump, "--dwarf=decodedline", str(made)]
    log = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {int(line) for line in re.findall(rf"^{re.escape(file)} +(\d+) ", log, re.MULTILINE)}


def test_comments_show_where_c_comes_from() -> None:
    text = c_text()

    assert "/* placed.rules:11  add 1 to n */" in text
    assert "#line" not in text and "#place" not in text


def test_a_debugger_stops_at_lines_of_the_rulebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "placed.rules").write_text(RULES, "utf-8")
    monkeypatch.setenv(DEBUG, str(tmp_path))
    text = c_text()
    found = library(text, LEVEL, FLAGS)

    assert isinstance(found, Library), found
    assert f'#line 11 "{tmp_path / "placed.rules"}"' in text
    assert lines_in(found.path, "placed.rules") >= BODY_LINES


def test_behind_a_function_lines_are_those_of_the_c_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DEBUG, str(tmp_path))
    lines = c_text().splitlines()
    back = [at for at, line in enumerate(lines, 1) if line.endswith('"game.c"')]

    assert back and [lines[at - 1] for at in back] == [f'#line {at + 1} "game.c"' for at in back]
    assert '#line 11 "placed.rules"' in lines, "a file that is not in the folder keeps its name"
