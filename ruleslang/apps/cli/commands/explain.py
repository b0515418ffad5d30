"""`explain`: prints the page about a diagnostic, or a rulebook's routines and cells."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from ruleslang.apps.cli.error_messages import Mistake, as_mistakes
from ruleslang.apps.cli.load_game import compiled_of
from ruleslang.apps.cli.options import Format, Printed, argument, option
from ruleslang.apps.cli.output import print_json
from ruleslang.engine.flow.context import NotLowered
from ruleslang.engine.flow.lower import Flow, lower
from ruleslang.engine.match.entities import population_of, settle
from ruleslang.engine.show_flow import routines_of, shown_cells, shown_routines
from ruleslang.library.find_rulebook import for_a_reader, message_pages, page, summary
from ruleslang.program.serial import digest
from ruleslang.source.suggest import did_you_mean


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    slug: str = argument(
        "", help="The name of a message such as `unknown-zone`; without it, the list."
    )
    flow: str = option(
        "",
        "--flow",
        metavar="RULEBOOK",
        help="Show how the compiled engines run this procedure, value or action.",
    )
    state: str = option(
        "", "--state", metavar="RULEBOOK", help="Show the cells of a match in the compiled engines."
    )
    format: Printed = Format.text


def run(options: Options) -> int:
    """Print the page of a message, or a list of all pages; or the routines or cells of a game."""
    slug, format = options.slug, options.format
    if options.state:
        return _show_state(options.state, format)
    if options.flow:
        return _show_flow(options.flow, slug, format)
    slugs = message_pages()
    if not slug:
        return _list(slugs, format)
    if slug not in slugs:
        hint = did_you_mean(slug, slugs)
        raise Mistake(
            f"no message is called `{slug}`; {hint or 'without a name, `explain` lists them all'}"
        )
    text = page(slugs[slug])
    if format is Format.json:
        return print_json("explain", None, None, 0, slug=slug, page=text)
    _print_page(for_a_reader(text))
    return 0


def _list(pages: Mapping[str, Path], format: Format) -> int:
    if format is Format.json:
        return print_json("explain", None, None, 0, slugs=list(pages))
    for slug, path in pages.items():
        print(f"{slug}: {summary(path)}")
    return 0


def _print_page(text: str) -> None:
    """Print Markdown, rendered if on a terminal."""
    if not sys.stdout.isatty():
        print(text, end="")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(width=min(100, Console().width)).print(Markdown(text))


def _show_flow(rulebook: str, name: str, format: Format) -> int:
    """Print the routines compiled from a declaration, with the default settings."""
    flow = _flow_of(rulebook, format)
    names = routines_of(flow, name)
    if not names:
        known = sorted({word for routine in flow.routines for word in routine.split(" ")[1:]})
        hint = did_you_mean(name, known)
        raise Mistake(f"nothing in `{rulebook}` is called `{name}`; {hint or 'name a procedure'}")
    with as_mistakes(NotLowered):
        return _print(rulebook, flow, "flow", shown_routines(flow, names), format)


def _show_state(rulebook: str, format: Format) -> int:
    """Print the cells of a match with the default settings, and their number."""
    flow = _flow_of(rulebook, format)
    return _print(rulebook, flow, "state", shown_cells(flow), format)


def _flow_of(rulebook: str, format: Format) -> Flow:
    program = compiled_of("explain", rulebook, (), format).program
    with as_mistakes(NotLowered):
        return lower(population_of(program, settle(program, None, None, None)))


def _print(rulebook: str, flow: Flow, key: str, text: str, format: Format) -> int:
    if format is Format.json:
        program = flow.population.program
        return print_json("explain", rulebook, digest(program), 0, **{key: text})
    print(text, end="")
    return 0
