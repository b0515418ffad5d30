"""The commands and their arguments; what each does is in the module of its name."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Annotated

import typer

from ruleslang.cli import error_messages
from ruleslang.cli.options import (
    At,
    Automatic,
    Budget,
    Cards,
    Engine,
    From,
    Games,
    Jobs,
    Language,
    OfEach,
    Players,
    Printed,
    Records,
    Rulebook,
    Seed,
    Settings,
    Until,
)
from ruleslang.cli.output_format import Format

app = typer.Typer(
    help="A rulebook is a text file, and one generic engine plays it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
new = typer.Typer(help="Write a starting text that already passes `check`.", no_args_is_help=True)
app.add_typer(new, name="new")


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
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Say which.")
    ] = False,
) -> None:
    """A rulebook is a text file, and one generic engine plays it."""


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
    format: Printed = Format.text,
) -> int:
    """Read a rulebook and say what is wrong with it: text, names, types, what can never work."""
    from ruleslang.cli import check as room

    return room.run(rulebooks, cards, fix, diff, format)


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
    format: Printed = Format.text,
) -> int:
    """Say what can never happen, what nobody decides, and what need not end."""
    from ruleslang.cli import validate as room

    return room.run(rulebook, cards, seconds, seed, positions, format)


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

    return room.run(room.Order(rulebook, only, tuple(cards), laws, games, seed, since, format))


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
        int | None, typer.Option("--seed", help="Play this very deal.", show_default=False)
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
    from ruleslang.cli import play as room

    chosen = tuple(set), tuple(cards)
    return room.run(room.Table(rulebook, players, seed, resume, automatic, *chosen, lang, begin))


@app.command()
@guarded
def simulate(
    rulebook: Rulebook,
    games: Games = 300,
    seed: Seed = 1,
    players: Players = "",
    jobs: Jobs = 0,
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
    from ruleslang.cli import simulate as room

    chosen = tuple(set), tuple(cards)
    seats = players, automatic
    order = room.Order(
        rulebook, games, seed, *seats, jobs, *chosen, records, engine, lang, begin, format
    )
    return room.run(order)


@app.command()
@guarded
def compare(
    rulebook: Annotated[
        str,
        typer.Argument(
            metavar="A", help="A rulebook, or a revision of it: RULEBOOK@REV.", show_default=False
        ),
    ],
    other: Annotated[
        str,
        typer.Argument(
            metavar="[B]", help="The other one; not said: A once more.", show_default=False
        ),
    ] = "",
    cards: Cards = [],  # noqa: B006
    set: Settings = [],  # noqa: B006
    games: OfEach = None,
    until: Until = "",
    seed: Seed = 1,
    players: Players = "",
    automatic: Automatic = None,
    jobs: Jobs = 0,
    engine: Engine = "auto",
    format: Printed = Format.text,
) -> int:
    """Play two versions from the same seeds, and say what is another; --cards and --set are B's."""
    from ruleslang.cli import bench
    from ruleslang.cli import compare as room

    manner = bench.Manner(games, until, seed, players, automatic, jobs, engine, format)
    return room.run(room.Order(rulebook, other, tuple(cards), tuple(set), manner))


@app.command()
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
            metavar="RULEBOOK",
            show_default=False,
            help="Where its rulebook is, when that is not a shipped one.",
        ),
    ] = "",
    cards: Cards = [],  # noqa: B006
    show: Annotated[bool, typer.Option("--show", help="Print every event.")] = False,
    lang: Language = "",
    format: Printed = Format.text,
) -> int:
    """Play recorded games again and report the first difference."""
    from ruleslang.cli import replay as room

    return room.run(file, rulebook, cards, show, lang, format)


@app.command()
@guarded
def odds(
    rulebook: Rulebook,
    check: Annotated[
        list[str],
        typer.Argument(
            metavar="CHECK...",
            show_default=False,
            help="A call, as `'duel(9, 3, handicap: 0)'`, or a name and its numbers.",
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
    from ruleslang.cli import odds as room

    return room.run(rulebook, check, given, set, cards, begin, format)


@app.command()
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
            metavar="SEAT", show_default=False, help="Whom a question about a card is about."
        ),
    ] = "",
    players: Annotated[
        int | None, typer.Option("--players", help="How many play.", show_default=False)
    ] = None,
    automatic: Automatic = None,
    seed: Seed = 1,
    set: Settings = [],  # noqa: B006
    cards: Cards = [],  # noqa: B006
    lang: Language = "",
    begin: From = "",
    format: Printed = Format.text,
) -> int:
    """Say why a choice is offered or not, or how a value comes about, with the rules for it."""
    from ruleslang.cli import why as room

    who = player, players, automatic
    over = tuple(set), tuple(cards)
    return room.run(room.Asked(rulebook, question, at, *who, seed, *over, lang, begin, format))


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
