"""The pages about the commands name each of them, and each option."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ruleslang.apps.cli.application import COMMANDS, loaded
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


def test_every_option_is_on_a_page() -> None:
    text = "\n".join(page.read_text("utf-8") for page in pages_of_commands())
    named = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", text))
    missing = {
        (command.name, option.opts[0])
        for command in COMMANDS
        for option in loaded(command.name).params
        if option.param_type_name == "option"
        if not {*option.opts, *option.secondary_opts} & named
    }

    assert missing == set()


def pages_of_commands() -> set[Path]:
    """The page of all commands, and the pages to which it links."""
    page = DOCS / "commands.md"
    links = re.findall(r"\]\(([^)#:]+\.md)", page.read_text("utf-8"))
    return {page, *(DOCS / link for link in links)}
