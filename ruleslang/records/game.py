"""A whole game as one line of JSON: all that chance and the players did, by names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import field, frozen

from ruleslang.program.program import Program
from ruleslang.records.seal import Refused, seal, unseal
from ruleslang.records.start import CONVERTER, Start, read

Event = Mapping[str, Any]


@frozen
class GameRecord:
    """
    One game of a batch, played to its end or to a fault.

    `seed` is the batch's; `match_seed` the game's own, `None` in a record of another generator:
    then the outcomes of chance are those of `events`. `options` and `readings` are complete.
    """

    rulebook: str
    digest: str
    language: int
    engine: str
    options: Mapping[str, str]
    readings: Mapping[str, str]
    seed: int
    game: int
    match_seed: int | None
    players: tuple[str, ...]
    automatic: int
    events: Sequence[Any]
    payoffs: tuple[int, ...]
    winners: tuple[int, ...]
    hash: str
    fault: str | None = None
    cards: tuple[str, ...] = ()
    record: str = field(default="game")

    @property
    def start(self) -> Start:
        """What its match was started with."""
        return Start(
            self.rulebook,
            self.digest,
            self.language,
            self.engine,
            self.match_seed or 0,
            len(self.players),
            self.automatic,
            {**self.options, **self.readings},
            self.cards,
        )


def settled(program: Program, options: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """The value of every option, and of every reading, when `options` are set."""
    values = {
        option.name: options.get(option.name, option.values[option.default])
        for option in program.options
    }
    return (
        {option.name: values[option.name] for option in program.options if not option.reading},
        {option.name: values[option.name] for option in program.options if option.reading},
    )


def to_line(record: GameRecord) -> str:
    """The record as one line, without its end."""
    return seal(CONVERTER.unstructure(record))


def from_line(line: str) -> GameRecord:
    """The record in a line; raises `Refused`."""
    found: GameRecord = read(GameRecord, unseal(line))
    if not all(_is_event(event) for event in found.events):
        raise Refused("it holds an event that is none")
    return found


def _is_event(event: Any) -> bool:
    if not isinstance(event, dict):
        return False
    if "together" in event:
        return isinstance(event["together"], list) and all(map(_is_event, event["together"]))
    if "chance" in event:
        return isinstance(event.get("of"), str) and isinstance(event.get("outcome"), list)
    return {"player", "decision", "choice"} <= event.keys()
