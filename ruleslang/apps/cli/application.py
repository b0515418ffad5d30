"""The typer application: each command with its line in the help, imported when it is called."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from copy import copy
from functools import cache, partial
from importlib import import_module
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import attrs
import typer
from typer.core import TyperGroup

from ruleslang.apps.cli import error_messages
from ruleslang.apps.cli.options import HOW, Budget

# The groups of `ruleslang --help`.
WRITE = "Write a rulebook"
VALIDATE = "Validate it"
PLAY = "Play it"
BALANCE = "Balance it"
PRINT = "Print it"


@attrs.frozen
class Command:
    """
    A command with its help.

    `check` is the function `run` of the module `commands.check`, `new card` the function `card` of
    `commands.new`.
    """

    name: str
    panel: str
    help: str


COMMANDS = (
    Command("new rulebook", WRITE, "Write `NAME.rules`, a small card game to start from."),
    Command("new card", WRITE, "Write `NAME.cards`: a card of the rulebook, to be played with "
            "`--cards NAME.cards`."),
    Command("new cards", WRITE, "Write a folder with a game around a table of cards (CSV, TSV or "
            "XLSX) that you have."),
    Command("check", WRITE, "Check the text of a rulebook: syntax, names, types, and parts "
            "that can never work."),
    Command("test", WRITE, "Run a rulebook's examples and claims, and list the parts that "
            "none of them reaches."),
    Command("watch", WRITE, "Follow a rulebook while it is written: check, examples and games "
            "after every save."),
    Command("fmt", WRITE, "Format texts without changing comments or meaning."),
    Command("explain", WRITE, "Explain a message: what it means, what to avoid, what to write "
            "instead."),
    Command("lsp", WRITE, "Start the language server, over standard input and output."),
    Command("validate", VALIDATE, "Find rules that contradict each other, can never happen, leave "
            "something open or may never end; --questions lists open questions."),
    Command("mutate", VALIDATE, "Change words and lines of a rulebook one by one, and list "
            "the changes that no test notices."),
    Command("why", VALIDATE, "Explain why a choice is offered or not, or how a value is computed, "
            "with its rules."),
    Command("odds", VALIDATE, "Count the exact odds of a check, as fractions."),
    Command("trace", VALIDATE, "List the numbered rules of the printed rulebook beside the lines "
            "that implement them."),
    Command("play", PLAY, "Play a match at the terminal, against bots or other people."),
    Command("serve", PLAY, "Play in browsers: a lobby, a secret link for each seat, bots, "
            "spectators."),
    Command("simulate", PLAY, "Play many games and report who wins, how long they last, and the "
            "rulebook's measures."),
    Command("replay", PLAY, "Play recorded games again and report the first difference; or write "
            "them as tables."),
    Command("learn", PLAY, "Train a bot by playing the game, and compare it with other players."),
    Command("compare", BALANCE, "Play two versions from the same seeds and report the differences; "
            "--readings tries each answer to an open question."),
    Command("vary", BALANCE, "Play a grid of versions from the same seeds, and find the best one "
            "for a goal."),
    Command("weigh", BALANCE, "Measure how strong a card is, with a confidence interval."),
    Command("report", BALANCE, "Write a page of charts: who wins, how much skill matters, how long "
            "games last, each card."),
    Command("cards", PRINT, "Show every card as a row of its kind's table, or write the tables for "
            "a spreadsheet; or list the kinds."),
    Command("print", PRINT, "Print cards as a PDF to cut out; or pictures, boards, sheets, data, "
            "decks for Tabletop Simulator."),
)  # fmt: skip


WHOLE = "whole number"
_UsageError: Any = typer.BadParameter.__base__  # typer may have its own copy of click
TYPES = {"int": WHOLE, "int range": WHOLE, "float range": "number", "str": "text"}  # for people


class Commands(TyperGroup):
    """Commands that are listed without their modules; these are imported when one is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that is called, with its options."""
        try:
            name, listed, rest = super().resolve_command(ctx, args)
        except _UsageError as problem:
            if "?" not in problem.message:  # it suggests none
                problem.message += f" The commands are {', '.join(self.commands)}."
            raise
        path = " ".join([*ctx.command_path.split()[1:], name or ""])
        return name, listed if isinstance(listed, Commands) else loaded(path), rest


@cache
def loaded(path: str) -> Any:
    """Return a command with its options, from its module."""
    (listed,) = (command for command in COMMANDS if command.name == path)
    module, _, function = path.partition(" ")
    run = getattr(import_module(f"{__package__}.commands.{module}"), function or "run")
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    alone.command(path.split()[-1], help=listed.help)(guarded(run))
    command: Any = typer.main.get_command(alone)
    for parameter in command.params:
        parameter.type = type = copy(parameter.type)  # typer shares some of them
        type.name = TYPES.get(type.name, type.name)
        if hasattr(type, "min_open"):
            type._describe_range = partial(range_of, type)
    return command


def range_of(numbers: Any) -> str:
    """Return a range in words: `1 to 20`, `more than 0`, `at most 5`."""
    if numbers.min is None:
        return f"{'less than' if numbers.max_open else 'at most'} {numbers.max}"
    if numbers.max is None:
        return f"{'more than' if numbers.min_open else 'at least'} {numbers.min}"
    return f"{'more than ' * numbers.min_open}{numbers.min} to {numbers.max}"


def guarded(command: Callable[..., int]) -> Callable[..., None]:
    """
    Wrap a command for typer, which makes an option of each field of its one argument, a record.

    Adds the option `--budget`. Its failures are printed as sentences. A command without an argument
    has no options, no budget, and does all this by itself.
    """
    hints = get_type_hints(command)
    hints.pop("return")
    if not hints:
        return lambda: _exit(command())
    (record,) = hints.values()

    def run(*, budget: float | None, **given: Any) -> None:
        for key, value in {"budget": budget, **given}.items():
            if value != value:
                raise typer.BadParameter("nan is not a number", param_hint=f"--{key}")
        fields = {key: tuple(v) if isinstance(v, list) else v for key, v in given.items()}
        ending = (typer.Exit, typer.Abort)
        _exit(error_messages.guarded(lambda: command(record(**fields)), ending, budget))

    parameters = [*_options(record), _option("budget", Budget, None)]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {option.name: option.annotation for option in parameters}
    return run


def _exit(status: int) -> None:
    if status:
        raise typer.Exit(status)


def _options(record: type) -> list[inspect.Parameter]:
    """Return the options of a record's fields; typer has lists where a record has tuples."""
    hints, options = get_type_hints(record, include_extras=True), []
    for field in attrs.fields(record):
        hint, how = hints[field.name], field.metadata.get(HOW)
        if how is None:
            hint, how = get_args(hint)
        if field.default in (attrs.NOTHING, None, "", ()) and how.show_default is True:
            how = copy(how)  # an empty default says nothing
            how.show_default = False
        if get_origin(hint) is tuple:
            hint = list[get_args(hint)[0]]  # type: ignore[misc]
        default = list(field.default) if isinstance(field.default, tuple) else field.default
        default = inspect.Parameter.empty if default is attrs.NOTHING else default
        options.append(_option(field.name, Annotated[hint, how], default))
    return options


def _option(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=default, annotation=annotation)


def _application() -> typer.Typer:
    """Return the application with every command as the help lists it."""
    settings = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
    application = typer.Typer(
        cls=Commands,
        help="A rulebook is a text file, and one generic engine plays it.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings=settings,
    )
    new = typer.Typer(
        cls=Commands,
        help="Write a starting text that already passes `check`.",
        no_args_is_help=True,
    )
    application.add_typer(new, name="new", rich_help_panel=WRITE)
    for command in COMMANDS:
        *within, name = command.name.split()
        group, panel = (new, None) if within else (application, command.panel)
        group.command(name, help=command.help, rich_help_panel=panel)(_listed)
    application.callback()(_ruleslang)
    return application


def _listed() -> None:
    """Stand for a command that is not yet imported."""


def _print_version(wanted: bool) -> None:
    if wanted:
        from ruleslang.simulation.records.match_start import RELEASE

        print(f"ruleslang {RELEASE}")
        raise typer.Exit


def _ruleslang(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """A rulebook is a text file, and one generic engine plays it."""


app = _application()
