"""Commands about a text: what is wrong with it, what it reaches, how it is written."""

from __future__ import annotations

from typing import Annotated

import typer

from ruleslang.apps.cli.application import VALIDATE, WRITE, app, guarded, new
from ruleslang.apps.cli.options import Cards, Printed, Rulebook, Seed
from ruleslang.apps.cli.output_format import Format, ReportFormat

Show = Annotated[
    str,
    typer.Option(
        metavar="WORDS",
        help="Tell the one example whose title holds these words, line by line.",
        show_default=False,
    ),
]


@app.command(rich_help_panel=WRITE)
@guarded
def check(
    rulebooks: Annotated[
        list[str],
        typer.Argument(
            metavar="RULEBOOK...", show_default=False, help="Shipped names, files, folders, or `-`."
        ),
    ],
    cards: Cards = [],  # noqa: B006  (typer copies it)
    fix: Annotated[
        bool, typer.Option("--fix", help="Write the fixes that are sure into the files.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Show what `--fix` would change, and write nothing.")
    ] = False,
    allowed: Annotated[
        bool, typer.Option("--allowed", help="List what `# allow: …` remarks allow, and why.")
    ] = False,
    format: Printed = Format.text,
) -> int:
    """Read a rulebook and say what is wrong with it: text, names, types, what can never work."""
    from ruleslang.apps.cli import check as room

    return room.run(rulebooks, cards, fix, diff, format, allowed=allowed)


@app.command(rich_help_panel=VALIDATE)
@guarded
def validate(
    rulebook: Rulebook,
    cards: Cards = [],  # noqa: B006  (typer copies it)
    seconds: Annotated[
        float, typer.Option(min=0, max=100_000, help="How many seconds of games to search.")
    ] = 10.0,
    seed: Seed = 1,
    positions: Annotated[
        str,
        typer.Option(
            metavar="FOLDER", show_default=False, help="Save the position of each finding there."
        ),
    ] = "",
    html: Annotated[
        str,
        typer.Option(
            metavar="FILE", show_default=False, help="Write the report as a page for a browser."
        ),
    ] = "",
    examples: Annotated[
        str,
        typer.Option(
            metavar="FILE", show_default=False, help="Write findings as examples to paste there."
        ),
    ] = "",
    format: Annotated[
        ReportFormat, typer.Option("--format", help="How to print.")
    ] = ReportFormat.text,
) -> int:
    """Find rules that contradict each other, can never happen, decide nothing or need not end."""
    from ruleslang.apps.cli import validate as room

    return room.run(
        rulebook, cards, seconds, seed, room.ValidationOptions(positions, html, examples, format)
    )


@app.command(rich_help_panel=VALIDATE)
@guarded
def questions(
    rulebook: Rulebook,
    cards: Cards = [],  # noqa: B006
    every: Annotated[
        bool, typer.Option("--all", help="Also list what the text answers, and how.")
    ] = False,
    seconds: Annotated[
        float,
        typer.Option(
            help="How many seconds of games to search for what the text leaves open.",
            min=0.0,
            max=100_000.0,
        ),
    ] = 5.0,
    seed: Seed = 1,
    positions: Annotated[
        str,
        typer.Option(
            metavar="FOLDER", show_default=False, help="Save the positions that games met there."
        ),
    ] = "",
    format: Printed = Format.text,
) -> int:
    """Ask the text a checklist: who is first, how many, what if none, when does it end?"""
    from ruleslang.apps.cli import questions as room

    return room.run(rulebook, cards, room.SearchOptions(seconds, seed, positions, every, format))


@app.command(rich_help_panel=WRITE)
@guarded
def test(
    rulebook: Rulebook,
    only: Annotated[
        str,
        typer.Option(
            metavar="WORDS",
            help="Only examples whose title or rules hold these words.",
            show_default=False,
        ),
    ] = "",
    show: Show = "",
    laws: Annotated[
        bool,
        typer.Option(
            "--laws", help="Also play games to test the laws that every rulebook must keep."
        ),
    ] = False,
    games: Annotated[
        int, typer.Option(help="How many games to test the laws on.", min=1, max=1_000_000)
    ] = 10,
    seed: Seed = 1,
    since: Annotated[
        str,
        typer.Option(
            metavar="REV",
            help="List the lines changed since this git revision beside each failure.",
            show_default=False,
        ),
    ] = "",
    cards: Cards = [],  # noqa: B006
    format: Printed = Format.text,
) -> int:
    """Run a rulebook's examples and claims, and list what none of them reaches."""
    from ruleslang.apps.cli import test as room

    return room.run(
        room.Order(rulebook, only, tuple(cards), laws, games, seed, since, show, format)
    )


@app.command(rich_help_panel=VALIDATE)
@guarded
def mutate(
    rulebook: Rulebook,
    mutants: Annotated[
        int, typer.Option("--mutants", help="How many changes to try.", min=1, max=1_000_000)
    ] = 300,
    seed: Seed = 1,
    survivors: Annotated[
        bool,
        typer.Option(
            "--survivors",
            help="List the changes that alter play and that no example, claim or law notices.",
        ),
    ] = False,
    orders: Annotated[
        bool,
        typer.Option(
            "--orders",
            help="Only slips of order: neighbouring statements exchanged, top for bottom.",
        ),
    ] = False,
    omissions: Annotated[
        bool, typer.Option("--omissions", help="Only statements, clauses and cases left out.")
    ] = False,
    format: Printed = Format.text,
) -> int:
    """Change words and lines of a rulebook one by one, and say which changes no test notices."""
    from ruleslang.apps.cli import mutate as room

    return room.run(room.Order(rulebook, mutants, seed, survivors, orders, omissions, format))


@app.command(rich_help_panel=VALIDATE)
@guarded
def trace(rulebook: Rulebook, format: Printed = Format.text) -> int:
    """List the numbered rules of the paper rulebook beside the lines that implement them."""
    from ruleslang.apps.cli import traceability as room

    return room.run(rulebook, format)


@app.command(rich_help_panel=WRITE)
@guarded
def fmt(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            show_default=False,
            help="Files, folders, patterns, or `-` for standard input.",
        ),
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; status 1 if a file would change.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Write nothing; show what would change.")
    ] = False,
    format: Printed = Format.text,
) -> int:
    """Format texts; comments and meaning stay."""
    from ruleslang.apps.cli import fmt as room

    return room.run(files, check, diff, format)


@app.command(rich_help_panel=WRITE)
@guarded
def explain(
    slug: Annotated[
        str,
        typer.Argument(
            help="The name of a message, as `unknown-zone`; without it, the list.",
            show_default=False,
        ),
    ] = "",
    flow: Annotated[
        str,
        typer.Option(
            "--flow",
            metavar="RULEBOOK",
            help="Show how the compiled engines run this procedure, value or action.",
            show_default=False,
        ),
    ] = "",
    state: Annotated[
        str,
        typer.Option(
            "--state",
            metavar="RULEBOOK",
            help="Show the cells of a match in the compiled engines.",
            show_default=False,
        ),
    ] = "",
    format: Printed = Format.text,
) -> int:
    """Explain a message: what it means, what to avoid, what to write instead."""
    from ruleslang.apps.cli import explain as room

    if state:
        return room.show_state(state, format)
    return room.show_flow(flow, slug, format) if flow else room.run(slug, format)


@app.command(rich_help_panel=WRITE)
def lsp() -> None:
    """Start the language server, over standard input and output."""
    from ruleslang.apps.cli import lsp as room

    status = room.run()
    if status:
        raise typer.Exit(status)


@new.command("rulebook")
@guarded
def new_rulebook(
    name: Annotated[
        str, typer.Argument(help="Its name: letters, digits and `_`.", show_default=False)
    ],
    format: Printed = Format.text,
) -> int:
    """Write `NAME.rules`, a small card game to start from."""
    from ruleslang.apps.cli import new as room

    return room.rulebook(name, format)


@new.command("card")
@guarded
def new_card(
    rulebook: Annotated[
        str, typer.Argument(help="A shipped name, a file or a folder.", show_default=False)
    ],
    name: Annotated[
        str, typer.Argument(help="The card's name: letters, digits and `_`.", show_default=False)
    ],
    like: Annotated[
        str, typer.Option(metavar="CARD", help="The card to copy.", show_default=False)
    ] = "",
    format: Printed = Format.text,
) -> int:
    """Write `NAME.cards`: a card of the rulebook, to be played with `--cards NAME.cards`."""
    from ruleslang.apps.cli import new as room

    return room.card(rulebook, name, like, format)
