"""A whole game as one line of JSON: all that chance and the players did, by names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import field, frozen
from cattrs.gen import make_dict_unstructure_fn, override

from ruleslang.program.program import Program
from ruleslang.records.checksum import Refused, seal, unseal
from ruleslang.records.match_start import (
    CONVERTER,
    Start,
    read,
    refuse_folders,
    refuse_other_form,
)

FORM = 1  # raised with every change of what a record holds, or of what a name in it means

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
    engine: int
    options: Mapping[str, str]
    readings: Mapping[str, str]
    seed: int = field(repr=False)
    game: int
    match_seed: int | None = field(repr=False)
    players: tuple[str, ...]
    automatic: int
    events: Sequence[Any]
    payoffs: tuple[int, ...]
    winners: tuple[int, ...]
    hash: str
    fault: str | None = None
    cards: tuple[str, ...] = ()
    position: str = ""  # the lines of the position in which it began, if not in the opening
    record: str = field(default="game")
    form: int = FORM

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
            self.position,
        )


CONVERTER.register_unstructure_hook(
    GameRecord,
    make_dict_unstructure_fn(GameRecord, CONVERTER, position=override(omit_if_default=True)),
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
    record = unseal(line)
    refuse_other_form(record, FORM)
    found: GameRecord = read(GameRecord, record)
    refuse_folders(found.cards)
    if not all(_is_event(event) for event in found.events):
        raise Refused("it holds an event that is none")
    seats = {*found.winners, *(each["player"] for each in decisions_of(found.events))}
    if seats and not (min(seats) >= 0 and max(seats) < len(found.players)):
        raise Refused(f"it names a seat beyond its {len(found.players)} players")
    return found


def decisions_of(events: Sequence[Event]) -> Iterator[Event]:
    """The decisions among some events, in the order in which they were asked."""
    for event in events:
        if "together" in event:
            yield from event["together"]
        elif "player" in event:
            yield event


def _is_event(event: object) -> bool:
    if not isinstance(event, dict):
        return False
    if "together" in event:
        return isinstance(event["together"], list) and all(map(_is_decision, event["together"]))
    if "chance" in event:
        return _are_words(event, "chance", "of") and _is_list_of_words(event.get("outcome"))
    return _is_decision(event)


def _is_decision(event: object) -> bool:
    return (
        isinstance(event, dict)
        and type(event.get("player")) is int
        and _are_words(event, "decision", "choice")
        and _is_list_of_words(event.get("choices", []))
    )


def _are_words(event: Mapping[str, object], *keys: str) -> bool:
    return all(isinstance(event.get(key), str) for key in keys)


def _is_list_of_words(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)
