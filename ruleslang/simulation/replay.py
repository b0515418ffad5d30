"""Replays a recorded game up to the first difference, and reads choices given by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from attrs import frozen

from ruleslang.engine.choose_engine import engine_for
from ruleslang.engine.match.decision import Decision, Option
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match, Reader
from ruleslang.engine.match.runtime_values import Player, Value, shown
from ruleslang.explanation.proving.given_state import Position, begin_from, settings_from
from ruleslang.explanation.why.explain_choice import NO_CARD, Reason, why_not
from ruleslang.explanation.why.sentence import Name, Sentence, sentence
from ruleslang.program.program import Program
from ruleslang.program.statements import Menu
from ruleslang.program.walk import find
from ruleslang.simulation.records.checksum import Refused
from ruleslang.simulation.records.game_record import (
    GameRecord,
    chance_of,
    decisions_of,
    plain_events,
)
from ruleslang.simulation.records.match_start import refuse_unless_made_with
from ruleslang.source.errors import RuleslangError, legible
from ruleslang.source.suggest import did_you_mean

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
    question = _follow(match, record)
    events = plain_events(match.events)
    for place, event in enumerate(record.events):
        event_now = events[place] if place < len(events) else None
        if event_now is None or any(event_now.get(key) != value for key, value in event.items()):
            return Difference(
                place, in_words(event), question if event_now is None else in_words(event_now)
            )
    if len(events) > len(record.events) or match.decision is not None:
        return Difference(len(record.events), "the game is over", question)
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
    An event in words.

    >>> in_words({"chance": "roll", "of": "d6", "outcome": ["4"]})
    'roll of d6: 4'
    >>> in_words({"player": 0, "decision": "lay", "choice": "ace", "choices": ["ace", "king"]})
    'player 0, lay: ace'
    """
    if "together" in event:
        return "together: " + "; ".join(in_words(answer) for answer in event["together"])
    if "chance" in event:
        return f"{event['chance']} of {event['of']}: {', '.join(event['outcome'])}"
    return f"player {event['player']}, {event['decision']}: {event['choice']}"


def _follow(match: Match, record: GameRecord) -> str:
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
    return _asked(match.decision)


def _asked(decision: Decision | None) -> str:
    if decision is None:
        return "the game is over"
    offered = ", ".join(choice.id for choice in decision.choices)
    return f"player {decision.player}, {decision.name}: one of {offered}"


def _end(record: GameRecord, match: Match) -> Difference | None:
    """
    The first difference between the ends; the state hash includes the generator, so it is compared
    only if the record has a seed.
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


MOST_SHOWN = 8  # choices named in a message
MOST_LETTERS = 200  # of what was said that are said again
ANYWHERE = frozenset({"decline", "pass", "done", "yes", "no", "none", "cell", "piece_on"})


class IllegalChoice(RuleslangError, ValueError):
    """
    A choice that cannot be made; the match is unchanged.

    `kind` is one of: *invalid*, not a choice of this rulebook at all; *illegal*, not offered now;
    *ambiguous*, matches several offered choices.
    """

    def __init__(self, kind: str, reason: str) -> None:
        reason = legible(reason)
        super().__init__(f"{kind}: {reason}")
        self.kind = kind
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalChoice, (self.kind, self.reason)


@frozen
class Whether:
    """Whether a player may do something now: yes if and only if `reasons` is empty."""

    what: Sentence
    reasons: tuple[Reason, ...]


def place_of(match: Match, choice: Option | int | str) -> int:
    """The index of the given choice in the pending decision; raises `IllegalChoice`."""
    decision = match.decision
    if decision is None:
        raise IllegalChoice("illegal", "the match is over")
    if isinstance(choice, Option):
        choice = choice.id
    if isinstance(choice, str):
        return _named(match, decision, choice)
    if isinstance(choice, bool) or not isinstance(choice, int):
        kind = type(choice).__name__
        raise IllegalChoice("invalid", f"a choice is an index, an id or an offered one, not {kind}")
    if not 0 <= choice < len(decision.choices):
        last = len(decision.choices) - 1
        raise IllegalChoice("invalid", f"there are choices 0 to {last}, not {choice}")
    return choice


def whether(
    match: Reader,
    decision: Decision | None,
    player: Player,
    name: str,
    choosing: Sequence[Value] = (),
) -> Iterator[Whether]:
    """
    The reasons why a player may not take an action or play a card now, with `choosing` as its
    choices.

    Where cards are played by an offered action, yields one answer for each such action.
    """
    title, asked = match.population.title(name), sentence("`{name}`", name=Name(name))
    offered = {choice.action for choice in decision.choices} if decision else set()
    actions = sorted(offered & match.population.actions.keys())
    if title is None:
        yield Whether(asked, why_not(match, player, name, choosing))
    elif not actions:
        yield Whether(asked, why_not(match, player, title, choosing))
    for action in [] if title is None else actions:
        assert title is not None
        cards = match.inquiry().cards_of(player, title)
        reasons = why_not(match, player, action, (cards[0], *choosing)) if cards else (NO_CARD,)
        played = sentence("`{action}` with `{card}`", action=Name(action), card=Name(name))
        yield Whether(played, reasons)


def _named(match: Match, decision: Decision, name: str) -> int:
    """
    The index of the choice with this id or, if there is none, this text; raises `IllegalChoice`
    unless exactly one matches.
    """
    by_id = [place for place, choice in enumerate(decision.choices) if choice.id == name]
    matching = by_id or [
        place for place, choice in enumerate(decision.choices) if choice.text == name
    ]
    if len(matching) > 1:
        meant = ", ".join(f"`{decision.choices[place].id}`" for place in matching)
        raise IllegalChoice("ambiguous", f"`{name}` may be any of {meant}")
    if not matching:
        known = _is_known(match, name)
        because = _because(match, decision, name) if known else ""
        hint = because or _offered(name, [choice.id for choice in decision.choices])
        name = name if len(name) <= MOST_LETTERS else f"{name[: MOST_LETTERS - 3]}..."
        problem = "is not offered here" if known else "is not read as a choice"
        raise IllegalChoice("illegal" if known else "invalid", f"`{name}` {problem}; {hint}")
    return matching[0]


def _is_known(match: Reader, name: str) -> bool:
    """Whether every word of `name` (before any ` [`) can occur in a choice of this rulebook."""
    tables = match.population
    branches = (branch.name for menu in find(tables.program, Menu) for branch in menu.branches)
    words = (word.name for words in tables.words.values() for word in words)
    things = (tables.players, tables.spaces, tables.pieces, tables.titles.values())
    names = {word for some in things for thing in some for word in _words(shown(thing))}
    known = {*tables.actions, *tables.plays, *branches, *words, *names, *ANYWHERE}
    parts = _words(name.partition(" [")[0])
    return bool(parts) and all(part in known or part.isdecimal() for part in parts)


def _words(name: str) -> list[str]:
    return re.findall(r"\w+", name)


def _because(match: Reader, decision: Decision, name: str) -> str:
    """
    The reasons that forbid the named action or card, as far as who is asked may know them; empty
    if the name starts with neither.
    """
    title = match.population.title(name.partition(" [")[0])
    first = name.split()[0] if title is None else title.name
    if first not in match.population.actions and title is None:
        return ""
    reasons = []
    with suppress(Fault), match.inquiry().seen_by(decision.asked):
        answers = whether(match, decision, decision.asked, first)
        reasons = [reason.text for answer in answers for reason in answer.reasons]
    return "; ".join(dict.fromkeys(reasons))


def _offered(name: str, offered: Sequence[str]) -> str:
    shown = ", ".join(f"`{id}`" for id in offered[:MOST_SHOWN])
    more = ", …" if len(offered) > MOST_SHOWN else ""
    return did_you_mean(name, offered) or f"offered are {shown}{more}"
