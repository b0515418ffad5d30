"""The command line program: what all commands have in common."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Annotated

import typer

from ruleslang.cli import error_messages
from ruleslang.cli.options import Budget

# What `ruleslang --help` lists together.
WRITE = "Write a rulebook"
VALIDATE = "Validate it"
PLAY = "Play it"
BALANCE = "Balance it"
PRINT = "Print and export it"

app = typer.Typer(
    help="A rulebook is a text file, and one generic engine plays it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
new = typer.Typer(help="Write a starting text that already passes `check`.", no_args_is_help=True)
app.add_typer(new, name="new", rich_help_panel=WRITE)


def guarded(command: Callable[..., int]) -> Callable[..., None]:
    """
    A command whose status is returned by typer, and whose failures are sentences.

    It has one more option than it is written with: its budget.
    """

    @functools.wraps(command)
    def run(*arguments: object, budget: float | None = None, **options: object) -> None:
        status = error_messages.guarded(
            lambda: command(*arguments, **options), (typer.Exit, typer.Abort), budget
        )
        if status:
            raise typer.Exit(status)

    written = inspect.signature(command, eval_str=True)
    more = inspect.Parameter(
        "budget", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Budget
    )
    changed = written.replace(parameters=[*written.parameters.values(), more])
    run.__signature__ = changed  # type: ignore[attr-defined]
    run.__annotations__ = {**command.__annotations__, "budget": Budget}
    return run


def _print_version(wanted: bool) -> None:
    if wanted:
        from ruleslang.records.match_start import RELEASE

        print(f"ruleslang {RELEASE}")
        raise typer.Exit


@app.callback()
def ruleslang(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """A rulebook is a text file, and one generic engine plays it."""
