"""
The README and the tour work as shown, and the number of examples is right.

Their blocks are run in order, in a folder with the shipped texts: `sh` by a shell, `python` by
Python; a block with a file name is written to that file.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ruleslang.library.find_rulebook import shipped_rulebooks

CHECKOUT = Path(__file__).parents[1]
PAGES = [CHECKOUT / "README.md", CHECKOUT / "docs" / "tour.md"]
BLOCK = re.compile(
    r"^```(?P<language>\w+)(?: +(?P<file>\S+))?[^\n]*\n(?P<text>.*?)^```", re.M | re.S
)
FRESH_MACHINE = "python3 -m venv .venv"  # the README's two commands, which .ci/run runs


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with what a reader of a page has: the shipped texts, and the command on his path."""
    for name in ("rulebooks", "cards", "examples"):
        shutil.copytree(CHECKOUT / name, tmp_path / name)
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "activate").write_text("")
    command = tmp_path / ".venv" / "bin" / "ruleslang"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ruleslang "$@"\n')
    command.chmod(0o755)
    return tmp_path


def run(arguments: list[str], folder: Path, stdin: str = "") -> str:
    """What a command prints; the test fails when it fails."""
    environment = {
        **os.environ,
        "PATH": f"{folder / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(CHECKOUT),
        "COLUMNS": "100",
    }
    done = subprocess.run(
        arguments,
        cwd=folder,
        env=environment,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


@pytest.mark.long  # `.ci/run` pastes the tour, too
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_code_block_works(page: Path, folder: Path) -> None:
    python = ""
    for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
        language, text = block["language"], block["text"]
        if python and language != "python":
            run([sys.executable, "-c", python], folder)
            python = ""
        if block["file"] and "=" not in block["file"]:
            (folder / block["file"]).write_text(text, encoding="utf-8")
        elif language == "sh" and FRESH_MACHINE not in text:
            run(["bash", "-euo", "pipefail", "-c", text], folder)
        elif language == "python":
            python += text
    if python:
        run([sys.executable, "-c", python], folder)


def test_the_numbers_of_games_are_right() -> None:
    """The README says how many there are, and the gallery lists each."""
    readme = PAGES[0].read_text(encoding="utf-8")
    gallery = (CHECKOUT / "docs" / "gallery.md").read_text(encoding="utf-8")
    faq = (CHECKOUT / "docs" / "faq.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\|[^|]*\| \[(\w+)\]\(", gallery, flags=re.M)
    examples = [name for name, path in shipped_rulebooks().items() if "examples" in path.parts]
    others = len(shipped_rulebooks()) - len(examples)

    assert (others, len(examples)) == (5, 52)
    assert "five rulebooks and fifty-two examples" in readme
    assert f"The [gallery](gallery.md) has {len(shipped_rulebooks())} of them" in faq
    assert sorted(listed) == sorted(shipped_rulebooks())
