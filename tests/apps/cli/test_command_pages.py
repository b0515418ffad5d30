"""The pages about the commands name each of them."""

from __future__ import annotations

from typing import Any

from ruleslang.apps.cli.application import loaded
from tests.apps.cli.conftest import command
from tests.docs.blocks import DOCS


def shown() -> dict[str, Any]:
    """The commands that `--help` lists, by name."""
    return {name: entry for name, entry in command().commands.items() if not entry.hidden}


def whole(name: str, entry: Any) -> Any:
    """A command with its options; a group as it is."""
    return entry if hasattr(entry, "commands") else loaded(name)


def test_every_command_is_in_the_table_of_commands() -> None:
    page = (DOCS / "commands.md").read_text("utf-8")

    assert [name for name in shown() if f"| [`{name}`](" not in page] == []


def test_every_command_that_prints_json_says_what() -> None:
    page = (DOCS / "formats.md").read_text("utf-8")
    printing = [
        name
        for name, entry in shown().items()
        if any(parameter.name == "format" for parameter in whole(name, entry).params)
    ]

    assert [name for name in printing if f"**{name}**" not in page] == []
