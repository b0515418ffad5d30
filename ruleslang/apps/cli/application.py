"""The typer application, and what all commands share."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any, get_args

import attrs
import typer

from ruleslang.apps.cli import error_messages
from ruleslang.apps.cli.options import Budget, OmittedOptions

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
    Wrap a command: typer returns its status, and its failures are printed as sentences.

    Adds the option `--budget`. An argument that is a record is replaced by options for its fields,
    except those of `OmittedOptions`.
    """
    written = inspect.signature(command, eval_str=True)
    records = {name: _options(argument) for name, argument in written.parameters.items()}

    @functools.wraps(command)
    def run(*, budget: float | None = None, **options: Any) -> None:
        for name, (record, fields) in records.items():
            if record is not None:
                options[name] = record(**{field.name: options.pop(field.name) for field in fields})
        status = error_messages.guarded(
            lambda: command(**options), (typer.Exit, typer.Abort), budget
        )
        if status:
            raise typer.Exit(status)

    kind = inspect.Parameter.KEYWORD_ONLY
    more = inspect.Parameter("budget", kind, default=None, annotation=Budget)
    every = [field.replace(kind=kind) for _, fields in records.values() for field in fields]
    run.__signature__ = written.replace(parameters=[*every, more])  # type: ignore[attr-defined]
    run.__annotations__ = {argument.name: argument.annotation for argument in (*every, more)}
    return run


def _options(argument: inspect.Parameter) -> tuple[type | None, list[inspect.Parameter]]:
    """The record that an argument is, and the options that it stands for: else itself."""
    annotation, *more = get_args(argument.annotation) or (argument.annotation,)
    if not attrs.has(annotation):
        return None, [argument]
    left_out = {
        name
        for argument_parameter in more
        if isinstance(argument_parameter, OmittedOptions)
        for name in argument_parameter.names
    }
    parameters = inspect.signature(annotation, eval_str=True).parameters
    defaults = attrs.asdict(annotation(), recurse=False)
    return annotation, [
        argument_parameter.replace(default=defaults[name], annotation=argument_parameter.annotation)
        for name, argument_parameter in parameters.items()
        if name not in left_out
    ]


def _print_version(wanted: bool) -> None:
    if wanted:
        from ruleslang.simulation.records.match_start import RELEASE

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
