"""The commands on the pages print what the pages show."""

from __future__ import annotations

import re
import shlex
import subprocess
from itertools import zip_longest
from pathlib import Path

import pytest

from tests.apps.cli.conftest import Run
from tests.docs.blocks import (
    CHECKOUT,
    DOCS,
    Block,
    ReadPage,
    blocks,
    declarations,
    game_text,
    pages,
)

WITH_CONSOLES = [
    page
    for page in (
        *pages(".", "reference", "commands"),
        *CHECKOUT.glob("rulebooks/*/README.md"),
        *CHECKOUT.glob("examples/*/README.md"),
    )
    if "~~~console" in page.read_text("utf-8")
]

NUMBER = r"\d[\d,]*(?:\.\d+)?"
SECONDS = re.compile(rf"(?<![\d,.]){NUMBER}(?= s\b)")  # another machine takes longer


def page_name(page: Path) -> str:
    """Return a page's name among the tests: a rulebook's is that of its folder."""
    return page.stem if page.is_relative_to(DOCS) else page.parent.name


@pytest.mark.parametrize("page", WITH_CONSOLES, ids=lambda page: page_name(page))
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
            text = log.text(block)
            if "as" in block.info:
                (tmp_path / block.info["as"]).write_text(text, encoding="utf-8")
        elif block.language == "console":
            _check(block, log.file, tmp_path, run)


def _check(block: Block, text: str, folder: Path, run: Run) -> None:
    """Run the commands of a block in a folder that holds the reader's file."""
    name = re.search(r"^rulebook (\w+)", text, flags=re.M)
    if name:
        (folder / f"{name[1]}.rules").write_text(text, encoding="utf-8")
    tolerance = float(block.info.get("within", "0%").removesuffix("%")) / 100
    for command, expected in commands(block):
        typed = re.findall(r"^> (.*)$", expected, flags=re.M)
        shows = printed(run, command, "".join(f"{line}\n" for line in typed))
        wanted = re.sub(r"^> .*$", ">", expected, flags=re.M)
        shows = re.sub(r"^> ", ">\n", shows, flags=re.M) if typed else shows

        assert difference(wanted, shows, tolerance) is None, f"{command}\n{shows}"


def commands(block: Block) -> list[tuple[str, str]]:
    """Return the commands of a block, each with what the page shows below it."""
    parts = re.split(r"^\$ ", block.text, flags=re.M)[1:]
    return [(command, shown) for command, _, shown in (part.partition("\n") for part in parts)]


def printed(run: Run, command: str, typed: str) -> str:
    """Return what a command prints: one of ours, on both streams and whatever its status."""
    if command.startswith(("cat ", "sed ")):
        return subprocess.run(
            ["sh", "-c", command], check=True, capture_output=True
        ).stdout.decode()
    command, _, kept = command.partition(" | ")
    program, *arguments = shlex.split(command)
    assert program == "ruleslang"
    done = run(*arguments, stdin=typed.encode())
    lasted = re.sub(r"^C is .* times as fast .*\n", "", done.err, flags=re.M)  # on a busy machine
    return _kept(done.out, kept) + re.sub(r".*\r", "", lasted)


def _kept(output: str, command: str) -> str:
    """Return what `head`, `tail` or `sed` keeps of an output; without a command, all."""
    if not command:
        return output
    assert command.startswith(("head ", "tail ", "sed "))
    return subprocess.run(
        ["sh", "-c", command], check=True, capture_output=True, input=output.encode()
    ).stdout.decode()


def difference(expected: str, shown: str, tolerance: float = 0) -> tuple[str, str] | None:
    """
    Return the first line that isn't as expected; empty lines and widths of gaps don't count.

    >>> difference("east  wins …%", "east wins 47.3%\\n\\nmore")
    ('\\n', 'more')
    >>> difference("it took 2.0 s", "it took 31 s")
    >>> difference("it wins 50%", "it wins 54%", tolerance=0.1)
    """
    pairs = zip_longest(*(_lines(text) for text in (expected, shown)), fillvalue="\n")
    return next((pair for pair in pairs if not _agree(*pair, tolerance)), None)


def _lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def _agree(expected: str, shown: str, tolerance: float) -> bool:
    """
    Whether two lines agree.

    `…` is any part of a line, times are any, and numbers differ by a share of the smaller at most.
    """
    expected = SECONDS.sub("…", expected)
    parts = re.split(rf"(…|{NUMBER})" if tolerance else "(…)", expected)
    numbers = parts[1::2] if tolerance else []
    odd = [".*" if part == "…" else f"({NUMBER})" for part in parts[1::2]]
    even = [re.escape(part) for part in parts[::2]]
    pattern = "".join(text for pair in zip_longest(even, odd, fillvalue="") for text in pair)
    found = re.fullmatch(pattern, shown)
    if found is None:
        return False
    wanted = [float(each.replace(",", "")) for each in numbers if each != "…"]
    shows = [float(each.replace(",", "")) for each in found.groups()]
    return all(
        abs(one - other) <= tolerance * min(one, other)
        for one, other in zip(wanted, shows, strict=True)
    )


@pytest.mark.parametrize(
    ("expected", "shown", "tolerance"),
    [
        ("a\n…\nd", "a\nb\nc\nd", 0),  # one line of three dots for two lines
        ("…", "", 0),
        ("a", "a\nb", 0),
        ("a\nb", "a", 0),
        ("1 example", "2 examples", 0),
        ("it wins 50%", "it wins 61%", 0.2),
        ("it wins 50%", "it lost 50%", 0.2),
        ("2,000 games", "9,000 games", 0.5),
        ("9,000 games", "2,000 games", 0.8),
        ("20 games, 0.5 s", "30 games, 0.5 s", 0),
    ],
)
def test_a_page_that_shows_something_else_is_found(
    expected: str, shown: str, tolerance: float
) -> None:
    assert difference(expected, shown, tolerance) is not None


def test_the_tutorial_ends_with_the_game_that_it_builds() -> None:
    log = ReadPage()
    for block in blocks((DOCS / "tutorial.md").read_text("utf-8")):
        if block.language == "rules":
            log.text(block)

    assert _parts(log.own) == _parts(game_text("ferry"))


def _parts(text: str) -> set[str]:
    """The declarations of a text, whatever their order."""
    return {part.rstrip() for part in declarations(text)}
