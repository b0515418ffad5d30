"""Replays a recorded game up to the first difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from ruleslang.engine.choose_engine import engine_for
from ruleslang.engine.match.interface import Match
from ruleslang.explanation.examples.given_state import Position, begin_from, settings_from
from ruleslang.program.program import Program
from ruleslang.simulation.records.game_record import (
    GameRecord,
    chance_of,
    decisions_of,
    plain_events,
)
from ruleslang.simulation.records.match_start import refuse_unless_made_with
from ruleslang.source.checksum import Refused

Event = Mapping[str, Any]


@frozen
class Difference:
    """The first difference between a record and its replay; `event` counts from 0."""

    event: int
    recorded: str
    replayed: str


def replay(
    program: Program, record: GameRecord, position: Position | None = None
) -> Difference | None:
    """
    Replay a record and return the first difference; `None` if there is none.

    Raises `Refused` if the record was made with another rulebook, language or engine.
    """
    refuse_unless_made_with(record.start, program, position.text if position else "")
    match = started(program, record, position)
    question, seats = _follow(match, record, program.seats.names), program.seats.names
    events = plain_events(match.events)
    for place, event in enumerate(record.events):
        event_now = events[place] if place < len(events) else None
        if event_now is None or any(event_now.get(key) != value for key, value in event.items()):
            if event_now is None:
                return Difference(place, in_words(event, seats), question)
            offers = in_words(event, seats) == in_words(event_now, seats)  # then the offers differ
            return Difference(place, *(in_words(it, seats, offers) for it in (event, event_now)))
    if more := events[len(record.events) :]:
        return Difference(len(record.events), "the game is over", in_words(more[0], seats))
    if match.decision is not None:
        return Difference(len(record.events), "the game is over", question)
    return _end(record, match)


def started(program: Program, record: GameRecord, position: Position | None = None) -> Match:
    """Return the match of a record before its first decision."""
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
        raise Refused(f"its start is impossible: {problem}") from None


def in_words(event: Event, seats: Sequence[str], offers: bool = False) -> str:
    """
    Return an event in words, with the names of seats, and all that was offered on request.

    >>> in_words({"chance": "roll", "of": "d6", "outcome": ["4"]}, ["ann"])
    'roll of d6: 4'
    >>> in_words({"player": 0, "decision": "lay", "choice": "ace"}, ["ann"])
    'ann, lay: ace'
    """
    if "together" in event:
        return "together: " + "; ".join(in_words(it, seats, offers) for it in event["together"])
    if "chance" in event:
        return f"{event['chance']} of {event['of']}: {', '.join(event['outcome'])}"
    offered = f" (offered: {', '.join(event.get('choices', ()))})" if offers else ""
    return f"{seats[event['player']]}, {event['decision']}: {event['choice']}{offered}"


def _follow(match: Match, record: GameRecord, seats: Sequence[str]) -> str:
    """Make the recorded choices while they are legal; returns the pending decision in words."""
    for recorded in decisions_of(record.events):
        decision = match.decision
        if decision is None:
            break
        ids = [choice.id for choice in decision.choices]
        if (decision.player, decision.name) != (
            recorded["player"],
            recorded["decision"],
        ) or recorded["choice"] not in ids:
            break
        match.choose(ids.index(recorded["choice"]))
    return _position_text(match, seats)


def _position_text(match: Match, seats: Sequence[str]) -> str:
    decision = match.decision
    if decision is None:
        return "the game is over" if match.fault is None else f"the match stops with {match.fault}"
    offered = ", ".join(choice.id for choice in decision.choices)
    return f"{seats[decision.player]}, {decision.name}: one of {offered}"


def _end(record: GameRecord, match: Match) -> Difference | None:
    """
    Return the first difference between the ends; the state hash includes the generator, so it is
    compared only if the record has a seed.
    """
    outcome, fault = match.outcome, match.fault
    hash = match.hash() if record.match_seed is not None else record.hash
    for part, recorded, now in (
        ("fault", record.fault, str(fault) if fault else None),
        ("winners", record.winners, outcome.winners if outcome else ()),
        ("payoffs", record.payoffs, outcome.payoffs if outcome else ()),
        ("state hash", record.hash, hash),
    ):
        if recorded != now:
            return Difference(len(record.events), f"{part} {recorded}", f"{part} {now}")
    return None
