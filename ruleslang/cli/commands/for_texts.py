"""Commands about a text: what is wrong with it, what it reaches, how it is written."""

from __future__ import annotations

from typing import Annotated

import typer

from ruleslang.cli.application import app, guarded, new
from ruleslang.cli.options import (
    Cards,
    Printed,
    Rulebook,
    Seed,
)
from ruleslang.cli.output_format import Format, ReportFormat

Show = Annotated[
    str,
    typer.Option(
        metavar="WORDS",
        help="Tell the one example whose title holds these words, line by line.",
        show_default=False,
    ),
]


@app.command()
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
        bool, typer.Option("--fix", help="Write what can be mended for sure into the files.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Show what `--fix` would change, and write nothing.")
    ] = False,
    allowed: Annotated[
        bool, typer.Option("--allowed", help="List what remarks `# allow: …` allow, and why.")
    ] = False,
    format: Printed = Format.text,
) -> int:
    """Read a rulebook and say what is wrong with it: text, names, types, what can never work."""
    from ruleslang.cli import check as room

    return room.run(rulebooks, cards, fix, diff, format, allowed=allowed)


@app.command()
@guarded
def validate(
    rulebook: Rulebook,
    cards: Cards = [],  # noqa: B006  (typer copies it)
    seconds: Annotated[
        float,
        typer.Option(
            min=0, max=100_000, help="How long games are played to look for what goes wrong."
        ),
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
            metavar="FILE", show_default=False, help="Write all of it as a page for a browser."
        ),
    ] = "",
    format: Annotated[
        ReportFormat, typer.Option("--format", help="How to print.")
    ] = ReportFormat.text,
) -> int:
    """Say what can never happen, what nobody decides, and what need not end."""
    from ruleslang.cli import validate as room

    return room.run(rulebook, cards, seconds, seed, room.Wanted(positions, html, format))


@app.command()
@guarded
def questions(
    rulebook: Rulebook,
    cards: Cards = [],  # noqa: B006
    every: Annotated[
        bool, typer.Option("--all", help="Also what the text answers, and how.")
    ] = False,
    seconds: Annotated[
        float,
        typer.Option(
            help="How long games are played to meet what the text leaves open.",
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
    """Put a checklist to the text: who is first, how many, what if none, when is it over?"""
    from ruleslang.cli import questions as room

    return room.run(rulebook, cards, room.Wanted(seconds, seed, positions, every, format))


@app.command()
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
        typer.Option("--laws", help="Also try what has to hold of every rulebook, by playing it."),
    ] = False,
    games: Annotated[
        int, typer.Option(help="How many games the laws are tried on.", min=1, max=1_000_000)
    ] = 10,
    seed: Seed = 1,
    since: Annotated[
        str,
        typer.Option(
            metavar="REV",
            help="With what fails, list the lines that differ from this revision of git.",
            show_default=False,
        ),
    ] = "",
    cards: Cards = [],  # noqa: B006
    format: Printed = Format.text,
) -> int:
    """Run a rulebook's examples and claims; say what they reach, and what none of them says."""
    from ruleslang.cli import test as room

    return room.run(
        room.Order(rulebook, only, tuple(cards), laws, games, seed, since, show, format)
    )


@app.command()
@guarded
def mutate(
    rulebook: Rulebook,
    mutants: Annotated[
        int, typer.Option("--mutants", help="How many.", min=1, max=1_000_000)
    ] = 300,
    seed: Seed = 1,
    survivors: Annotated[
        bool,
        typer.Option(
            "--survivors",
            help="List those that are played otherwise and that no example, claim or law notices.",
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
        bool,
        typer.Option("--omissions", help="Only statements, clauses and cases left out."),
    ] = False,
    format: Printed = Format.text,
) -> int:
    """Spoil words and lines of a rulebook, and say what becomes of it."""
    from ruleslang.cli import mutate as room

    return room.run(room.Order(rulebook, mutants, seed, survivors, orders, omissions, format))


@app.command()
@guarded
def trace(rulebook: Rulebook, format: Printed = Format.text) -> int:
    """Lay the numbered rules of the paper rulebook beside the text, in both directions."""
    from ruleslang.cli import traceability as room

    return room.run(rulebook, format)


@app.command()
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
    """Bring texts into their one form; comments and meaning stay."""
    from ruleslang.cli import fmt as room

    return room.run(files, check, diff, format)


@app.command()
@guarded
def explain(
    slug: Annotated[
        str,
        typer.Argument(
            help="What a message has in brackets, as `unknown-zone`; none: the list.",
            show_default=False,
        ),
    ] = "",
    flow: Annotated[
        str,
        typer.Option(
            "--flow",
            metavar="RULEBOOK",
            help="Show what this procedure, value or action becomes for the compiled engines.",
            show_default=False,
        ),
    ] = "",
    state: Annotated[
        str,
        typer.Option(
            "--state",
            metavar="RULEBOOK",
            help="Show which cells a match has for the compiled engines, and how many.",
            show_default=False,
        ),
    ] = "",
    format: Printed = Format.text,
) -> int:
    """Explain a kind of message: what it means, what to avoid, what to write instead."""
    from ruleslang.cli import explain as room

    if state:
        return room.show_state(state, format)
    return room.show_flow(flow, slug, format) if flow else room.run(slug, format)


@app.command()
def lsp() -> None:
    """Speak with an editor over standard input and output: the language server."""
    from ruleslang.cli import lsp as room

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
    """Write `NAME.rules`: a small card game to begin from."""
    from ruleslang.cli import new as room

    return room.rulebook(name, format)


@new.command("card")
@guarded
def new_card(
    rulebook: Annotated[
        str, typer.Argument(help="A shipped name, a file or a folder.", show_default=False)
    ],
    name: Annotated[
        str,
        typer.Argument(help="The card's name: letters, digits and `_`.", show_default=False),
    ],
    like: Annotated[
        str, typer.Option(metavar="CARD", help="The card that it begins as.", show_default=False)
    ] = "",
    format: Printed = Format.text,
) -> int:
    """Write `NAME.cards`: a card of the rulebook, to be played with `--cards NAME.cards`."""
    from ruleslang.cli import new as room

    return room.card(rulebook, name, like, format)
