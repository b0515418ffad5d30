"""`replay`: replays recorded games, and reports the first difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from attrs import frozen

from ruleslang.apps.cli.decision_prompt import choice_text
from ruleslang.apps.cli.error_messages import Fault, Mistake
from ruleslang.apps.cli.kept_records import write_tables
from ruleslang.apps.cli.load_game import game_of, print_answer
from ruleslang.apps.cli.options import Cards, Format, Language, Printed, argument, option
from ruleslang.apps.cli.output import plural
from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.runtime_values import enumerated
from ruleslang.explanation.examples.given_state import Position
from ruleslang.library.files import read_records
from ruleslang.library.find_rulebook import is_shipped
from ruleslang.program.program import Compiled
from ruleslang.simulation.records.game_record import GameRecord
from ruleslang.simulation.replay import Difference, replay, started
from ruleslang.simulation.sides import seat_name
from ruleslang.source.budget import refill
from ruleslang.source.errors import legible

MOST_OF_A_NAME = 60  # letters of it that are choice_text again


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    file: str = argument(
        ..., metavar="FILE", help="A file from `simulate --records` or a failed game."
    )
    rulebook: str = option("", metavar="RULEBOOK", help="The rulebook, unless it is a shipped one.")
    cards: Cards = ()
    show: bool = option(False, "--show", help="Print every event.")
    lang: Language = ""
    tables: str = option(
        "",
        metavar="parquet|duckdb",
        help="Write tables instead: winners, choices, rolls and measures.",
    )
    output: str = option(
        "",
        "--output",
        "-o",
        metavar="PATH",
        show_default="the name of FILE",
        help="The folder of the tables, or the database.",
    )
    format: Printed = Format.text


def run(options: Options) -> int:
    """Replay the records of a file, or write them as tables."""
    if options.tables:
        return write_tables(options.file, options.tables, options.output)
    if options.output:
        raise Mistake("`--output` is for tables: choose their format with `--tables`")
    return _replay(options)


def _replay(options: Options) -> int:
    """Replay every record of a file; status 1 at the first difference."""
    records, format = read_records(Path(options.file)), options.format
    first = next(records, None)
    if first is None:
        raise Fault(f"`{options.file}` contains no games")
    if not options.rulebook and not is_shipped(first.rulebook):
        named = legible(first.rulebook)[:MOST_OF_A_NAME]
        raise Mistake(
            f"`{options.file}` names `{named}`, which is not a shipped rulebook, or is also a "
            "folder here; give its path with `--rulebook`"
        )
    place = options.rulebook or first.rulebook
    game = game_of("replay", place, options.cards, format, options.lang, first.position)
    compiled, position = game.compiled, game.position
    games, difference, record = 0, None, first
    for record in chain([first], records):
        games += 1
        difference = replay(compiled.program, record, position)
        refill()
        if options.show and format is Format.text:
            _show(record, compiled, position)
        if difference is not None:
            break
    status = int(difference is not None)
    if format is Format.json:
        return print_answer(
            "replay",
            compiled,
            status,
            games=games,
            difference=difference and _json(difference, record),
        )
    print("\n".join(map(legible, _result_lines(games, difference, record))))
    return status


def _show(record: GameRecord, compiled: Compiled, position: Position | None) -> None:
    """Print every event in the rulebook's words, or as recorded if the rules differ by now."""
    seats = [seat_name(compiled.program, seat) for seat in range(len(record.players))]
    match = started(compiled.program, record, position)
    print(f"game {record.game}, seed {record.seed}")
    for place, event in enumerate(record.events):
        parts = [_event(match, part, seats) for part in event.get("together", (event,))]
        secretly = "in secret: " if "together" in event else ""
        print(legible(f"{place:5}  {secretly}{'; '.join(parts)}"))
    winners = " and ".join(seats[seat] for seat in record.winners) or "nobody"
    verb = "win" if len(record.winners) > 1 else "wins"
    print(legible(f"       {record.fault or f'{winners} {verb}'}"))


def _event(match: Match, event: Mapping[str, Any], seats: Sequence[str]) -> str:
    """Return an event in words, such as `west: card to lay: Ruby`; advances the match by it."""
    if "chance" in event:
        shown = []
        for drawn in event["outcome"]:
            name, _, copy = drawn.partition(" #")
            printed = match.population.title(name)
            title = name.replace("_", " ") if printed is None else printed.text
            shown.append(f"{title} #{copy}" if copy else title)
        done = {"roll": "rolled", "shuffle": "shuffled", "pick": "picked"}[event["chance"]]
        return f"{done} {event['of'].replace('_', ' ')}: {enumerated(shown)}"
    decision = match.decision
    ids = [choice.id for choice in decision.choices] if decision is not None else []
    if decision is None or decision.name != event["decision"] or event["choice"] not in ids:
        question, choice = event["decision"].replace("_", " "), event["choice"].replace("_", " ")
        return f"{seats[event['player']]}: {question}: {choice}"
    index = ids.index(event["choice"])
    line = f"{seats[event['player']]}: {decision.prompt}: {choice_text(decision, index)}"
    match.choose(index)
    return line


def _result_lines(games: int, difference: Difference | None, record: GameRecord) -> tuple[str, ...]:
    if difference is None:
        return (f"{plural(games, 'game')} played again, each as recorded",)
    return (
        f"game {record.game} of seed {record.seed} differs at event {difference.event}",
        f"  recorded: {difference.recorded}",
        f"  now:      {difference.replayed}",
    )


def _json(difference: Difference, record: GameRecord) -> dict[str, Any]:
    return {
        "game": record.game,
        "seed": record.seed,
        "event": difference.event,
        "recorded": difference.recorded,
        "found": difference.replayed,
    }
