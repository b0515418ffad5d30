"""
The parts of docs/commands that repeat `--help`: of each page its sentence, usage and options, and
the list of all commands.

They are between `<!-- help: NAME -->` and `<!-- end of help -->`.
`python -m tests.docs.command_pages` writes them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from ruleslang.apps.cli.application import COMMANDS, Command, loaded
from tests.docs.blocks import DOCS

FOLDER = DOCS / "commands"
OVERVIEW = FOLDER / "README.md"
HELP = re.compile(r"(?<=<!-- help: )(?P<name>[a-z ]+) -->\n.*?(?=<!-- end of help -->)", re.S)
# An option that so many commands have in the same words is explained on the overview.
SHARED_BY = 4
LIST = "all"


def page_of(command: Command) -> Path:
    """The page of a command; the commands `new …` have one together."""
    return FOLDER / f"{command.name.split()[0]}.md"


def refreshed(page: str) -> str:
    """A page with the parts that repeat `--help` as they are now."""
    return HELP.sub(lambda found: f"{found['name']} -->\n{_help(found['name'])}", page)


def _help(name: str) -> str:
    if name == LIST:
        return "".join(_listed())
    (command,) = (each for each in COMMANDS if each.name == name)
    return "".join(_described(command))


def _listed() -> Iterator[str]:
    """The commands under what they are for, as `ruleslang --help` lists them."""
    for panel in dict.fromkeys(command.panel for command in COMMANDS):
        yield f"\n**{panel}**\n\n| command | what it does |\n|---|---|\n"
        for command in COMMANDS:
            if command.panel == panel:
                yield f"| [`{command.name}`]({page_of(command).name}) | {command.help} |\n"
    yield "\n"


def _described(command: Command) -> Iterator[str]:
    yield f"{command.help}\n\n"
    arguments = [each for each in parameters(command) if each.param_type_name == "argument"]
    usage = " ".join([command.name, *map(_usage, arguments)])
    yield f"```text\nruleslang {usage} [OPTIONS]\n```\n\n"
    own = [each for each in parameters(command) if not is_shared(each) and each not in arguments]
    yield from _table([*arguments, *own])
    shared = [f"`{each.opts[0]}`" for each in parameters(command) if is_shared(each)]
    if shared:
        yield f"[Shared options](README.md#shared-options): {', '.join(shared)}.\n\n"


def _table(rows: list[Any]) -> Iterator[str]:
    if rows:
        yield "| argument or option | meaning |\n|---|---|\n"
        yield from (f"| `{_name(each)}` | {each.help}{_default(each)} |\n" for each in rows)
        yield "\n"


def parameters(command: Command) -> list[Any]:
    """The arguments and options of a command, besides `--help`."""
    return [each for each in loaded(command.name).params if each.name != "help"]


def is_shared(parameter: Any) -> bool:
    """Whether the overview explains an option, since several commands have it."""
    return parameter.param_type_name == "option" and _counts()[_messages(parameter)] >= SHARED_BY


@cache
def _counts() -> Counter[tuple[str, str]]:
    return Counter(_messages(each) for command in COMMANDS for each in parameters(command))


def _messages(parameter: Any) -> tuple[str, str]:
    return parameter.opts[0], parameter.help or ""


def _usage(argument: Any) -> str:
    name = argument.metavar or argument.name.upper()
    return name if argument.required or name.startswith("[") else f"[{name}]"


def _name(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return _usage(parameter).strip("[]")
    names = ", ".join([*parameter.opts, *parameter.secondary_opts])
    return f"{names} {parameter.metavar}".replace("|", "\\|") if parameter.metavar else names


def _default(parameter: Any) -> str:
    """The default, in words where `--help` has words for it."""
    if isinstance(parameter.show_default, str):
        return f" Default: {parameter.show_default}."
    default = parameter.default
    if not parameter.show_default or default is None or isinstance(default, bool):
        return ""
    many = isinstance(default, (list, tuple))
    message = ", ".join(map(str, default)) if many else str(getattr(default, "value", default))
    return f" Default: `{message}`." if message else ""


if __name__ == "__main__":
    for path in FOLDER.glob("*.md"):
        path.write_text(refreshed(path.read_text("utf-8")), encoding="utf-8")
