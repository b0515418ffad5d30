"""
Whole evenings at the terminal, to be read by a person: `transcripts/` has them.

Each begins with the command and holds what was typed behind `>`. When the wording or a rulebook has
changed on purpose, `python -m tests.cli.test_transcripts` writes them anew: read the difference.
"""

from __future__ import annotations

import os
import shlex
import sys
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ruleslang.cli.main import status
from tests.cli.conftest import Run

HERE = Path(__file__).parent / "transcripts"
NAMES = tuple(sorted(each.stem for each in HERE.glob("*.txt")))


def parts(name: str) -> tuple[list[str], list[str], str]:
    """The command, what was typed, and what was shown."""
    head, _, rest = (HERE / f"{name}.txt").read_text().partition("\n")
    typed = [line[2:] for line in rest.splitlines() if line.startswith("> ")]
    return shlex.split(head.removeprefix("$ ruleslang ")), typed, rest


def with_answers(shown: str, typed: list[str]) -> str:
    """What was shown, each prompt with its answer, and lines without blanks at their end."""
    pieces = shown.split("> ")
    answered = "".join(f"{piece}> {answer}\n" for piece, answer in zip(pieces, typed, strict=False))
    rest = "> ".join(pieces[len(typed) :])
    return "\n".join(line.rstrip() for line in (answered + rest).splitlines()) + "\n"


@pytest.mark.parametrize("name", NAMES)
def test_an_evening_is_told_as_it_was(name: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    command, typed, before = parts(name)

    ran = run(*command, stdin="".join(f"{line}\n" for line in typed).encode())

    assert with_answers(ran.out, typed) == before, "see the docstring: read what is told now"


def write(name: str) -> None:
    """Play an evening again, with the same answers."""
    command, typed, _ = parts(name)
    sys.stdin = StringIO("".join(f"{line}\n" for line in typed))
    with TemporaryDirectory() as folder, chdir(folder), redirect_stdout(StringIO()) as shown:
        status(command)
    head = f"$ ruleslang {shlex.join(command)}\n"
    (HERE / f"{name}.txt").write_text(head + with_answers(shown.getvalue(), typed))


if __name__ == "__main__":
    os.environ["COLUMNS"] = "100"
    for each in NAMES:
        write(each)
