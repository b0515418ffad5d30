"""The commands on the pages print what the pages show."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.apps.cli.conftest import Run
from tests.docs.blocks import DOCS, Block, ReadPage, blocks, declarations, game_text, pages

WITH_CONSOLES = [
    page for page in pages(".", "reference", "commands") if "~~~console" in page.read_text("utf-8")
]


@pytest.mark.parametrize("page", WITH_CONSOLES, ids=lambda page: page.stem)
def test_the_commands_of_a_page_print_what_it_shows(
    page: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    if page.parent.name == "commands":
        run("new", "rulebook", "my_game")
    log = ReadPage()
    for block in blocks(page.read_text("utf-8")):
        if "file" in block.info:
            path = tmp_path / block.info["file"]
            path.parent.mkdir(exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.language == "rules":
            log.text(block)
        elif block.language == "console":
            _check(block, log.file, tmp_path, run)


def _check(block: Block, text: str, folder: Path, run: Run) -> None:
    """Run the commands of a block in a folder that holds the reader's file."""
    name = re.search(r"^rulebook (\w+)", text, flags=re.M)
    if name:
        (folder / f"{name[1]}.rules").write_text(text, encoding="utf-8")
    for shown in re.split(r"^(?=\$ )", block.text, flags=re.M)[1:]:
        command, _, expected = shown.partition("\n")
        typed = re.findall(r"^> (.*)$", expected, flags=re.M)
        shows = printed(run, command.removeprefix("$ "), "".join(f"{line}\n" for line in typed))
        wanted = re.sub(r"^> .*$", ">", expected, flags=re.M)

        assert re.fullmatch(pattern(wanted), plain(shows), flags=re.S), f"{command}\n{shows}"


def printed(run: Run, command: str, typed: str) -> str:
    """What a command of ours prints, on both streams, whatever its status."""
    program, *arguments = shlex.split(command)
    assert program == "ruleslang"
    done = run(*arguments, stdin=typed.encode())
    return done.out + re.sub(r".*\r", "", done.err)


def plain(text: str) -> str:
    """A text with every stretch of blanks and line ends as one blank."""
    return " ".join(text.split())


def pattern(expected: str) -> str:
    """
    What is expected as a pattern; `…` stands for anything.

    >>> pattern("east wins  … %")
    'east\\\\ wins .* %'
    """
    parts = (re.escape(plain(part)) for part in expected.split("…"))
    return " ?.* ?".join(parts)


def test_the_tutorial_ends_with_the_game_that_it_builds() -> None:
    log = ReadPage()
    for block in blocks((DOCS / "tutorial.md").read_text("utf-8")):
        if block.language == "rules":
            log.text(block)

    assert _parts(log.own) == _parts(game_text("ferry"))


def _parts(text: str) -> set[str]:
    """The declarations of a text, whatever their order."""
    return {part.rstrip() for part in declarations(text)}
