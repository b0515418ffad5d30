"""A recorded game played again, up to the first difference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from ruleslang.engines.default_engine import engine_for
from ruleslang.match.decision import Decision
from ruleslang.match.match import Match
from ruleslang.program.program import Program
from ruleslang.proving.starting_position import Position, begin_from, settings_from
from ruleslang.records.checksum import Refused
from ruleslang.records.events_to_json import plain_events
from ruleslang.records.game_record import GameRecord, decisions_of
from ruleslang.records.match_start import refuse_unless_made_with
from ruleslang.records.recorded_chance import chance_of

Event = Mapping[str, Any]


@frozen
class Difference:
    """The first place where the record and the game played again part; `event` counts from 0."""

    event: int
    recorded: str
    found: str


def replay(
    program: Program, record: GameRecord, position: Position | None = None
) -> Difference | None:
    """
    Play a record again; `None` when everything is as it was.

    Raises `Refused` when it was made with another rulebook, language or engine.
    """
    refuse_unless_made_with(record.start, program, position.text if position else "")
    match = started(program, record, position)
    asked = _follow(match, record)
    events = plain_events(match.events)
    for place, event in enumerate(record.events):
        found = events[place] if place < len(events) else None
        if found is None or any(found.get(key) != value for key, value in event.items()):
            return Difference(place, in_words(event), asked if found is None else in_words(found))
    if len(events) > len(record.events) or match.decision is not None:
        return Difference(len(record.events), "the game is over", asked)
    return _end(record, match)


def started(program: Program, record: GameRecord, position: Position | None = None) -> Match:
    """The match of a record before its first decision."""
    chance = chance_of(record) if record.match_seed is None else None
    try:
        if position is not None:
            options, seats = record.start.options, (len(record.players), record.automatic)
            settings = settings_from(program, position, options, *seats)
            seed = record.match_seed or 0
            return begin_from(
                engine_for(program), position, settings, options, seed=seed, chance=chance
            )
        return engine_for(program).start(
            seed=record.match_seed or 0,
            options=record.start.options,
            players=len(record.players),
            automatic=record.automatic,
            chance=chance,
        )
    except Refused:
        raise
    except ValueError as problem:
        raise Refused(f"no match can begin as it says: {problem}") from None


def in_words(event: Event) -> str:
    """
    An event as a line.

    >>> in_words({"chance": "roll", "of": "d6", "outcome": ["4"]})
    'roll of d6: 4'
    >>> in_words({"player": 0, "decision": "lay", "choice": "ace", "choices": ["ace", "king"]})
    'player 0, lay: ace'
    """
    if "together" in event:
        return "together: " + "; ".join(in_words(each) for each in event["together"])
    if "chance" in event:
        return f"{event['chance']} of {event['of']}: {', '.join(event['outcome'])}"
    return f"player {event['player']}, {event['decision']}: {event['choice']}"


def _follow(match: Match, record: GameRecord) -> str:
    """Make the recorded choices as long as they can be made; what the match then asks."""
    for made in decisions_of(record.events):
        decision = match.decision
        if decision is None:
            break
        ids = [choice.id for choice in decision.choices]
        if (decision.player, decision.name) != (made["player"], made["decision"]) or made[
            "choice"
        ] not in ids:
            break
        match.choose(ids.index(made["choice"]))
    return _asked(match.decision)


def _asked(decision: Decision | None) -> str:
    if decision is None:
        return "the game is over"
    offered = ", ".join(choice.id for choice in decision.choices)
    return f"player {decision.player}, {decision.name}: one of {offered}"


def _end(record: GameRecord, match: Match) -> Difference | None:
    """How the two ends differ; the hash holds the generator, so another's cannot be compared."""
    outcome, fault = match.outcome, match.fault
    hash = match.hash() if record.match_seed is not None else record.hash
    for what, recorded, found in (
        ("fault", record.fault, str(fault) if fault else None),
        ("winners", record.winners, outcome.winners if outcome else ()),
        ("payoffs", record.payoffs, outcome.payoffs if outcome else ()),
        ("state hash", record.hash, hash),
    ):
        if recorded != found:
            return Difference(len(record.events), f"{what} {recorded}", f"{what} {found}")
    return None
