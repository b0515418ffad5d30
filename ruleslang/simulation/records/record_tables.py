"""Recorded games as rows of tables for databases and data frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, TypeAlias

from attrs import frozen

from ruleslang.simulation.records.game_record import GameRecord, RecordEvent

Kind: TypeAlias = Literal["seed", "number", "text", "texts", "truth"]
Row: TypeAlias = tuple[Any, ...]
Rows: TypeAlias = dict[str, list[Row]]

GAMES_AT_ONCE = 1000


@frozen
class Table:
    """The name of a table, and of each column with its kind of value."""

    name: str
    columns: Mapping[str, Kind]


TABLES = (
    Table(
        "games",
        {
            "game": "number",
            "seed": "seed",
            "rulebook": "text",
            "digest": "text",
            "decisions": "number",
            "fault": "text",
        },
    ),
    Table("settings", {"game": "number", "name": "text", "value": "text"}),
    Table(
        "seats",
        {"game": "number", "seat": "number", "player": "text", "payoff": "number", "won": "truth"},
    ),
    Table(
        "decisions",
        {
            "game": "number",
            "step": "number",
            "seat": "number",
            "decision": "text",
            "choice": "text",
            "offered": "texts",
            "secret": "truth",
        },
    ),
    Table(
        "chance",
        {"game": "number", "step": "number", "kind": "text", "name": "text", "outcome": "texts"},
    ),
    Table("measures", {"game": "number", "name": "text", "place": "number", "value": "number"}),
)


def in_parts(records: Iterable[GameRecord]) -> Iterator[Rows]:
    """Yield the rows of all tables, in portions of games that fit in memory."""
    left = iter(records)
    while some := list(islice(left, GAMES_AT_ONCE)):
        rows: Rows = {table.name: [] for table in TABLES}
        for record in some:
            _add(rows, record)
        yield rows


def _add(rows: Rows, record: GameRecord) -> None:
    game = record.game
    decisions_before = len(rows["decisions"])
    for step, event in enumerate(record.events):
        _add_event(rows, game, step, event)
    decisions = len(rows["decisions"]) - decisions_before
    head = game, record.match_seed, record.rulebook, record.digest, decisions, record.fault
    rows["games"].append(head)
    chosen = {**record.options, **record.readings}
    rows["settings"] += [(game, name, value) for name, value in chosen.items()]
    rows["seats"] += _seats(record)
    rows["measures"] += [
        (game, name, place, value)
        for name, values in record.measures.items()
        for place, value in enumerate(values)
    ]


def _seats(record: GameRecord) -> Iterator[Row]:
    """Yield the rows of a game's seats; without payoff or result if the game ended in a fault."""
    ended = record.fault is None
    payoffs: Sequence[int | None] = record.payoffs or [None] * len(record.players)
    for seat, (player, payoff) in enumerate(zip(record.players, payoffs, strict=True)):
        yield record.game, seat, player, payoff, seat in record.winners if ended else None


def _add_event(rows: Rows, game: int, step: int, event: RecordEvent) -> None:
    if "chance" in event:
        row = game, step, event["chance"], event["of"], event["outcome"]
        rows["chance"].append(row)
        return
    for decided in event.get("together", (event,)):
        decision = decided["player"], decided["decision"], decided["choice"], decided["choices"]
        rows["decisions"].append((game, step, *decision, "together" in event))
