"""A whole game as one line of JSON: everything chance and the players did, by names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, assert_never

from attrs import field, frozen
from cattrs.gen import make_dict_unstructure_fn, override

from ruleslang.engine.match.decision import Chanced, Decided, DecidedTogether, Event
from ruleslang.engine.match.interface import Match
from ruleslang.program.program import Program
from ruleslang.simulation.records.match_start import (
    CONVERTER,
    Start,
    read,
    refuse_folders,
    refuse_other_form,
)
from ruleslang.source.checksum import Refused, seal, unseal

FORM = 1  # raised with every change of what a record holds, or of what a name in it means

RecordEvent = Mapping[str, Any]


@frozen
class GameRecord:
    """
    One game of a batch, played to its end or to a fault.

    `seed` is the batch's; `match_seed` the game's own, `None` in a record of another generator,
    whose outcomes of chance are then those of `events`. `options` and `readings` are complete.
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
    measures: Mapping[str, tuple[int, ...]] = field(factory=dict)  # the values that each took
    record: str = field(default="game")
    form: int = FORM

    @property
    def start(self) -> Start:
        """The settings with which the match was started."""
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
    make_dict_unstructure_fn(
        GameRecord,
        CONVERTER,
        position=override(omit_if_default=True),
        measures=override(omit_if_default=True),
    ),
)


def options_and_readings(
    program: Program, options: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the values of all options, and of all readings, given those that are set."""
    values = {
        option.name: options.get(option.name, option.values[option.default])
        for option in program.options
    }
    return (
        {option.name: values[option.name] for option in program.options if not option.reading},
        {option.name: values[option.name] for option in program.options if option.reading},
    )


def record_of(
    program: Program,
    start: Start,
    match: Match,
    players: tuple[str, ...],
    *,
    game: int = 0,
    by_seed: bool = True,
) -> GameRecord:
    """
    Return the record of a finished match; one whose chance did not come from the seed of `start`
    alone is replayed by its outcomes. Raises `ValueError` for one that goes on, or other numbers of
    names.
    """
    if match.decision is not None:
        raise ValueError(
            "the match is not over: save it with `to_json`; `record` is for finished matches"
        )
    if players and len(players) != start.players:
        raise ValueError(f"{start.players} names of players are needed, not {len(players)}")
    names, seed = players or ("unknown",) * start.players, start.seed if by_seed else None
    fault = str(match.fault) if match.fault else None
    end = match.hash(), fault, match.measures
    return recorded(program, start, names, match, (game, seed), *end)


def recorded(
    program: Program,
    start: Start,
    players: tuple[str, ...],
    match: Match | None,
    number_and_seed: tuple[int, int | None],
    hash: str,
    fault: str | None,
    measures: Mapping[str, Sequence[int]],
) -> GameRecord:
    """Return the record of a match; of `None`, which a mistake kept from beginning, its fault."""
    options, readings = options_and_readings(program, start.options)
    outcome = match.outcome if match else None
    return GameRecord(
        start.rulebook,
        start.digest,
        start.language,
        start.engine,
        options,
        readings,
        start.seed,
        *number_and_seed,
        players,
        start.automatic,
        plain_events(match.events) if match else [],
        outcome.payoffs if outcome else (),
        outcome.winners if outcome else (),
        hash,
        fault,
        start.cards,
        start.position,
        {name: tuple(values) for name, values in measures.items()},
    )


def to_line(record: object) -> str:
    """Return a record, a heading or a played game as one line."""
    return seal(CONVERTER.unstructure(record))


def from_line(line: str) -> GameRecord:
    """Parse the record in a line; raises `Refused`."""
    record = unseal(line)
    refuse_other_form(record, FORM)
    game: GameRecord = read(GameRecord, record)
    refuse_folders(game.cards)
    if not all(_is_event(event) for event in game.events):
        raise Refused("it contains an invalid event")
    seats = {*game.winners, *(event["player"] for event in decisions_of(game.events))}
    if seats and not (min(seats) >= 0 and max(seats) < len(game.players)):
        raise Refused(f"it names a seat beyond its {len(game.players)} players")
    return game


def decisions_of(events: Sequence[RecordEvent]) -> Iterator[RecordEvent]:
    """Yield the decisions among the events, in order, simultaneous ones included."""
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
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


T = TypeVar("T")


@frozen
class Heading:
    """The first line of a file of games; equal headings mean the same game at each number."""

    start: Start
    players: tuple[str, ...]
    first: int = 0  # the number of the first game
    record: str = "unfinished"


CONVERTER.register_unstructure_hook(
    Heading, make_dict_unstructure_fn(Heading, CONVERTER, first=override(omit_if_default=True))
)


def is_heading(line: str, heading: Heading) -> bool:
    """Return whether a line is this heading."""
    return line.rstrip("\n") == to_line(heading)


def game_in(kind: type[T], line: str) -> T | None:
    """Return the game in a line, as a `kind`; `None` if the line is damaged."""
    try:
        record = unseal(line)
        game: T = read(kind, record)
    except Refused:
        return None
    return game if _is_written(record) else None


def _is_written(value: object) -> bool:
    """Return whether all numbers fit 64 bits and all texts can be encoded."""
    match value:
        case int():
            return abs(value) < 1 << 64
        case str():
            return not any("\ud800" <= letter <= "\udfff" for letter in value)
        case list():
            return all(map(_is_written, value))
        case dict():
            return all(map(_is_written, value.values())) and all(map(_is_written, value))
    return True


def plain_events(events: Iterable[Event]) -> list[dict[str, object]]:
    """Return the events as lists, dictionaries, strings and numbers."""
    return [_plain(event) for event in events]


def _plain(event: Event) -> dict[str, object]:
    match event:
        case Chanced(kind, of, outcome):
            return {"chance": kind, "of": of, "outcome": list(outcome)}
        case Decided(player, decision, choice, choices):
            return {
                "player": player,
                "decision": decision,
                "choice": choice,
                "choices": list(choices),
            }
        case DecidedTogether(together):
            return {"together": [_plain(event) for event in together]}
    assert_never(event)


class Recorded:
    """
    A chance source that replays recorded outcomes.

    Raises `Refused` if the match needs an outcome that the record does not have next.
    """

    def __init__(self, outcomes: Sequence[tuple[str, str, Sequence[str]]]) -> None:
        self.outcomes = list(outcomes)
        self.next = 0

    def roll(self, die: str, faces: Sequence[str]) -> int:
        """Return the index of the recorded face."""
        return _place(self._take("roll", die)[0], faces)

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[int]:
        """Return the recorded permutation."""
        left = list(range(len(cards)))
        order = []
        for name in self._take("shuffle", zone):
            place = next((at for at in left if cards[at] == name), None)
            if place is None:
                raise Refused(f"`{name}` is shuffled in `{zone}`, where it is not")
            left.remove(place)
            order.append(place)
        if left:
            raise Refused(f"the order of `{zone}` leaves cards out")
        return order

    def pick(self, of: str, members: Sequence[str]) -> int:
        """Return the index of the recorded member."""
        return _place(self._take("pick", of)[0], members)

    def copy(self) -> Recorded:
        """Return a source that continues from here."""
        copied = Recorded(self.outcomes)
        copied.next = self.next
        return copied

    def words(self) -> list[tuple[str, int]]:
        """Return nothing: recorded outcomes are not part of the state."""
        return []

    def _take(self, kind: str, of: str) -> Sequence[str]:
        if self.next >= len(self.outcomes):
            raise Refused(f"it ends before the {kind} of `{of}`")
        was_kind, was_of, outcome = self.outcomes[self.next]
        if was_kind != kind or not outcome:
            raise Refused(f"it has a {was_kind} of `{was_of}` where `{of}` asks for a {kind}")
        self.next += 1
        return outcome


def chance_of(record: GameRecord) -> Recorded:
    return Recorded(
        [
            (event["chance"], event["of"], event["outcome"])
            for event in record.events
            if "chance" in event
        ]
    )


def _place(name: str, among: Sequence[str]) -> int:
    if name not in among:
        raise Refused(f"`{name}` is not among what chance may take there")
    return list(among).index(name)
