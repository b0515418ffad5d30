"""`replay`: recorded games, played again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from ruleslang.analysis.replay import Difference, in_words, replay
from ruleslang.cli.format import Format
from ruleslang.cli.guard import Fault
from ruleslang.cli.rulebook import compiled_or_none, whole_digest
from ruleslang.cli.shown import plural, print_json
from ruleslang.library.records import read_records
from ruleslang.records.game import GameRecord


def run(file: str, rulebook: str, cards: Sequence[str], show: bool, format: Format) -> int:
    """Play every record of a file again; status 1 at the first difference."""
    records = read_records(Path(file))
    first = next(records, None)
    if first is None:
        raise Fault(f"`{file}` holds no game")
    compiled = compiled_or_none("replay", rulebook or first.rulebook, cards, format)
    if compiled is None:
        return 1
    games, difference, record = 0, None, first
    for record in chain([first], records):
        games += 1
        if show and format is Format.text:
            _show(record)
        difference = replay(compiled.program, record)
        if difference is not None:
            break
    status = int(difference is not None)
    if format is Format.json:
        return print_json(
            "replay",
            compiled.program.name,
            whole_digest(compiled),
            status,
            games=games,
            difference=difference and _json(difference, record),
        )
    print(_told(games, difference, record))
    return status


def _show(record: GameRecord) -> None:
    print(f"game {record.game}, seed {record.seed}")
    for place, event in enumerate(record.events):
        print(f"{place:5}  {in_words(event)}")
    winners = ", ".join(f"player {seat}" for seat in record.winners) or "nobody"
    print(f"       {record.fault or f'{winners} wins'}")


def _told(games: int, difference: Difference | None, record: GameRecord) -> str:
    if difference is None:
        return f"{plural(games, 'game')} played again, each as recorded"
    return (
        f"game {record.game} of seed {record.seed} differs at event {difference.event}\n"
        f"  recorded: {difference.recorded}\n  now:      {difference.found}"
    )


def _json(difference: Difference, record: GameRecord) -> dict[str, Any]:
    return {
        "game": record.game,
        "seed": record.seed,
        "event": difference.event,
        "recorded": difference.recorded,
        "found": difference.found,
    }
