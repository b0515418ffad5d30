"""
Whole evenings at the terminal, to be read by a person: `transcripts/` has them.

Each begins with the command, maybe with the width of its terminal before it, and holds what was
typed behind `>`. When the wording or a rulebook has changed on purpose,
`python -m tests.apps.cli.test_transcripts` writes them again: read the difference.
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
from attrs import frozen

from ruleslang.apps.cli.main import status
from tests.apps.cli.conftest import Run

HERE = Path(__file__).parent / "transcripts"
NAMES = tuple(sorted(each.stem for each in HERE.glob("*.txt")))


@frozen
class Evening:
    """A transcript: its first line, what was typed, and what was shown."""

    head: str
    typed: list[str]
    shown: str

    @property
    def columns(self) -> str:
        """The width of the terminal."""
        before, _, _ = self.head.partition("ruleslang ")
        return before.removeprefix("$ ").removeprefix("COLUMNS=").strip() or "100"

    @property
    def command(self) -> list[str]:
        """The words behind `ruleslang`."""
        return shlex.split(self.head.partition("ruleslang ")[2])


def evening(name: str) -> Evening:
    """A transcript as it was written."""
    head, _, rest = (HERE / f"{name}.txt").read_text().partition("\n")
    return Evening(head, [line[2:] for line in rest.splitlines() if line.startswith("> ")], rest)


def with_answers(shown: str, typed: list[str]) -> str:
    """What was shown, each prompt with its answer, and lines without blanks at their end."""
    pieces = shown.split("> ")
    answered = "".join(f"{piece}> {answer}\n" for piece, answer in zip(pieces, typed, strict=False))
    rest = "> ".join(pieces[len(typed) :])
    return "\n".join(line.rstrip() for line in (answered + rest).splitlines()) + "\n"


@pytest.mark.parametrize("name", NAMES)
def test_an_evening_is_logged_as_it_was(
    name: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = evening(name)
    monkeypatch.setenv("COLUMNS", before.columns)

    ran = run(*before.command, stdin="".join(f"{line}\n" for line in before.typed).encode())

    log = with_answers(ran.out, before.typed)
    assert log == before.shown, "see the docstring: read the difference"


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_wider_than_the_terminal(name: str) -> None:
    wide = int(evening(name).columns)

    *lines, to_copy = evening(name).shown.splitlines()

    assert [line for line in lines if len(line) > wide] == []
    assert to_copy.startswith("Continue the match with: ") or len(to_copy) <= wide


def test_a_wrong_answer_and_a_look_are_followed_by_the_choices() -> None:
    question, last = "white: move: man, to", "20  h2, h4"
    screens = evening("chess").shown.split("\n> ")

    wrong = next(each for each in screens if "`zz` is not one of 1 to 20" in each)
    looked = next(each for each in screens if each.startswith("look\n"))

    assert question in wrong and last in wrong
    assert question in looked and last in looked
    assert max(len(each.splitlines()) for each in (wrong, looked)) < 24


def write(name: str) -> None:
    """Play an evening again, with the same answers."""
    before = evening(name)
    os.environ["COLUMNS"] = before.columns
    sys.stdin = StringIO("".join(f"{line}\n" for line in before.typed))
    with TemporaryDirectory() as folder, chdir(folder), redirect_stdout(StringIO()) as shown:
        status(before.command)
    log = with_answers(shown.getvalue(), before.typed)
    (HERE / f"{name}.txt").write_text(f"{before.head}\n{log}")


if __name__ == "__main__":
    for each in NAMES:
        write(each)
