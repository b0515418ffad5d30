"""Commands that play: at the terminal, many games at once, and what can be asked about them."""

from __future__ import annotations

from typing import Annotated

import typer

from ruleslang.apps.cli.application import PLAY, VALIDATE, app, guarded
from ruleslang.apps.cli.options import (
    At,
    Automatic,
    Cards,
    Engine,
    From,
    Games,
    Jobs,
    Language,
    Players,
    Printed,
    Records,
    Rulebook,
    Seed,
    Settings,
)
from ruleslang.apps.cli.output_format import Format


@app.command(rich_help_panel=PLAY)
@guarded
def play(
    rulebook: Rulebook,
    players: Annotated[
        str,
        typer.Option(
            metavar="WHO,WHO",
            show_default=False,
            help="Who sits where: `you`, `random`, `search` (looks ahead; its first decision may "
            "take some seconds), or a player of the rulebook.",
        ),
    ] = "",
    seed: Annotated[
        int | None, typer.Option("--seed", help="Deal with this seed.", show_default=False)
    ] = None,
    resume: Annotated[
        str,
        typer.Option(metavar="FILE", help="Go on with a match that was saved.", show_default=False),
    ] = "",
    automatic: Automatic = None,
    set: Settings = [],  # noqa: B006
    cards: Cards = [],  # noqa: B006
    lang: Language = "",
    begin: From = "",
) -> int:
    """Play a match at the terminal, against bots or each other."""
    from ruleslang.apps.cli import play as room

    chosen = tuple(set), tuple(cards)
    return room.run(room.Table(rulebook, players, seed, resume, automatic, *chosen, lang, begin))


@app.command(rich_help_panel=PLAY)
@guarded
def serve(
    rulebooks: Annotated[
        list[str],
        typer.Argument(
            metavar="RULEBOOK...", show_default=False, help="Shipped names, files or folders."
        ),
    ],
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen at.")] = 8000,
    store: Annotated[
        str, typer.Option(metavar="FILE", help="The SQLite file for the matches.")
    ] = "ruleslang-table.sqlite",
    cards: Cards = [],  # noqa: B006
    begin: From = "",
    learned: Annotated[
        list[str],
        typer.Option(
            metavar="FILE", show_default=False, help="A player that `learn` kept, for the tables."
        ),
    ] = [],  # noqa: B006
) -> int:
    """Play in browsers: a lobby, a secret link for each seat, bots, spectators."""
    from ruleslang.apps.cli import serve as room

    return room.run(rulebooks, host, port, store, tuple(cards), begin, tuple(learned))


@app.command(rich_help_panel=PLAY)
@guarded
def simulate(
    rulebook: Rulebook,
    games: Games = 300,
    first: Annotated[
        int,
        typer.Option(
            min=0, metavar="N", help="The number of the first game, to play a part of a run."
        ),
    ] = 0,
    seed: Seed = 1,
    players: Players = "",
    jobs: Jobs = 0,
    on: Annotated[
        str,
        typer.Option(
            metavar="CLUSTER",
            help="Play on a cluster: dask://HOST:PORT of its scheduler.",
            show_default=False,
        ),
    ] = "",
    automatic: Automatic = None,
    set: Settings = [],  # noqa: B006
    cards: Cards = [],  # noqa: B006
    records: Records = "",
    engine: Engine = "auto",
    lang: Language = "",
    begin: From = "",
    format: Printed = Format.text,
) -> int:
    """Play many games and report who wins, how long they last, and what the rulebook measures."""
    from ruleslang.apps.cli import simulate as room

    chosen = tuple(set), tuple(cards)
    seats = players, automatic
    who = jobs, on
    order = room.Order(
        rulebook, games, first, seed, *seats, *who, *chosen, records, engine, lang, begin, format
    )
    return room.run(order)


@app.command(rich_help_panel=PLAY)
@guarded
def replay(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="What `simulate --records` or a failing game wrote.",
            show_default=False,
        ),
    ],
    rulebook: Annotated[
        str,
        typer.Option(
            metavar="RULEBOOK", show_default=False, help="The rulebook, unless it is a shipped one."
        ),
    ] = "",
    cards: Cards = [],  # noqa: B006
    show: Annotated[bool, typer.Option("--show", help="Print every event.")] = False,
    lang: Language = "",
    format: Printed = Format.text,
) -> int:
    """Play recorded games again and report the first difference."""
    from ruleslang.apps.cli import replay as room

    return room.run(file, rulebook, cards, show, lang, format)


@app.command(rich_help_panel=PLAY)
@guarded
def records(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="What `simulate --records` wrote.", show_default=False),
    ],
    to: Annotated[
        str,
        typer.Option(metavar="parquet|duckdb", help="The form: a folder of files, or a database."),
    ] = "parquet",
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="PATH",
            show_default="the name of FILE",
            help="The folder or file to write.",
        ),
    ] = "",
) -> int:
    """Write recorded games as tables: who won, what was chosen, rolled and measured."""
    from ruleslang.apps.cli import records as room

    return room.run(file, to, output)


@app.command(rich_help_panel=VALIDATE)
@guarded
def odds(
    rulebook: Rulebook,
    check: Annotated[
        list[str],
        typer.Argument(
            metavar="CHECK...",
            show_default=False,
            help="For example `'duel(9, 3, handicap: 0)'`, or a name and its numbers.",
        ),
    ],
    given: Annotated[
        list[str],
        typer.Option(
            "--given",
            metavar="FACT",
            show_default=False,
            help="A line as in an example: `'section is 3'`.",
        ),
    ] = [],  # noqa: B006
    set: Settings = [],  # noqa: B006
    cards: Cards = [],  # noqa: B006
    begin: From = "",
    format: Printed = Format.text,
) -> int:
    """Count the exact odds of a check, as fractions."""
    from ruleslang.apps.cli import odds as room

    return room.run(rulebook, check, given, set, cards, begin, format)


@app.command(rich_help_panel=VALIDATE)
@guarded
def why(
    rulebook: Rulebook,
    question: Annotated[
        str,
        typer.Argument(
            show_default=False,
            help="An action, a card or a value: `play_card`, "
            "`'hand_limit(home)'`; none: the choices.",
        ),
    ] = "",
    at: At = "0",
    player: Annotated[
        str,
        typer.Option(
            metavar="SEAT", show_default=False, help="The seat that a question about a card is for."
        ),
    ] = "",
    players: Annotated[
        int | None, typer.Option("--players", help="The number of players.", show_default=False)
    ] = None,
    automatic: Automatic = None,
    seed: Seed = 1,
    set: Settings = [],  # noqa: B006
    cards: Cards = [],  # noqa: B006
    lang: Language = "",
    begin: From = "",
    format: Printed = Format.text,
) -> int:
    """Explain why a choice is offered or not, or how a value is computed, with its rules."""
    from ruleslang.apps.cli import why as room

    who = player, players, automatic
    over = tuple(set), tuple(cards)
    return room.run(
        room.WhyArguments(rulebook, question, at, *who, seed, *over, lang, begin, format)
    )
