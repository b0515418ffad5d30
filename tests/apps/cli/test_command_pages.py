"""The pages about the commands name each of them, and each option."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleslang.apps.cli.application import COMMANDS, loaded
from tests.apps.cli.conftest import command
from tests.docs.blocks import DOCS
from tests.docs.command_pages import (
    FOLDER,
    HELP,
    OVERVIEW,
    is_shared,
    page_of,
    parameters,
    refreshed,
)


def shown() -> dict[str, Any]:
    """The commands that `--help` lists, by name."""
    return {name: entry for name, entry in command().commands.items() if not entry.hidden}


def whole(name: str, entry: Any) -> Any:
    """A command with its options; a group as it is."""
    return entry if hasattr(entry, "commands") else loaded(name)


def test_every_command_has_a_page() -> None:
    assert [command.name for command in COMMANDS if not page_of(command).is_file()] == []


@pytest.mark.parametrize("page", sorted(FOLDER.glob("*.md")), ids=lambda page: page.stem)
def test_a_page_repeats_the_help(page: Path) -> None:
    """`python -m tests.docs.command_pages` writes these parts."""
    text = page.read_text("utf-8")

    assert HELP.search(text)
    assert refreshed(text) == text


def test_every_command_that_prints_json_is_documented() -> None:
    page = (DOCS / "formats.md").read_text("utf-8")
    printing = [
        name
        for name, entry in shown().items()
        if any(parameter.name == "format" for parameter in whole(name, entry).params)
    ]

    assert [name for name in printing if f"**{name}**" not in page] == []


def test_every_shared_option_is_explained() -> None:
    page = OVERVIEW.read_text("utf-8")
    shared = {
        option.opts[0]
        for command in COMMANDS
        for option in parameters(command)
        if is_shared(option)
    }

    assert [option for option in sorted(shared) if f"| `{option}" not in page] == []
