"""
Tracks what players have been shown: marks on cards, facts, states and dice
(docs/reference/secrecy.md).

A mark is dropped when the card enters, or is shuffled within, a zone that the player does not see,
unless it is alone there, or the zone is ordered and was not shuffled since; facts likewise.
"""

from __future__ import annotations

from ruleslang.interpreter.evaluate import evaluate, same
from ruleslang.interpreter.machine import Frame, Machine, Signal
from ruleslang.interpreter.reading import dice_places, matching
from ruleslang.interpreter.state import Fact
from ruleslang.match.values import Card, Env, Place, Player, Value
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t


def seers(
    m: Machine, seen: d.Seen, index: tuple[d.IndexPlace, ...], at: tuple[Value, ...]
) -> tuple[Player, ...]:
    """Who sees what is at an index."""
    match seen.by:
        case "all":
            return m.tables.players
        case "nobody":
            return ()
        case "owner":
            return _owners(m, index, at)
    return tuple(evaluate(m, seen.players, dict(enumerate(at))))


def _owners(
    m: Machine, index: tuple[d.IndexPlace, ...], at: tuple[Value, ...]
) -> tuple[Player, ...]:
    """The first player of an index, or the players of its first team."""
    for place, value in zip(index, at, strict=True):
        if isinstance(place.type, t.Player):
            return (value,)
        if isinstance(place.type, t.Team):
            return tuple(player for player in m.tables.players if player.team is value)
    return ()


def zone_seers(m: Machine, place: Place) -> tuple[Player, ...]:
    """Who sees the cards of a zone by its rule."""
    return seers(m, place.zone.seen, place.zone.index, place.index)


def forget(m: Machine, cards: tuple[Card, ...], place: Place) -> None:
    """After a move, drop marks of players who cannot keep track of the cards."""
    if not m.state.marks and not m.state.facts:
        return
    if place.zone.ordered or len(m.state.zones[place]) == 1:
        return
    _drop(m, frozenset(cards), place)


def forget_zone(m: Machine, place: Place) -> None:
    """After a shuffle, drop marks likewise."""
    cards = m.state.zones[place]
    if len(cards) > 1 and (m.state.marks or m.state.facts):
        _drop(m, frozenset(cards), place)


def _drop(m: Machine, cards: frozenset[Card], place: Place) -> None:
    see = zone_seers(m, place)
    state = m.state
    for card in cards & state.marks.keys():
        players = tuple(player for player in state.marks[card] if player in see)
        if players:
            state.marks[card] = players
        else:
            del state.marks[card]
    for fact in [fact for fact in state.facts if fact.card in cards]:
        players = tuple(player for player in state.facts[fact] if player in see)
        if players:
            state.facts[fact] = players
        else:
            del state.facts[fact]


# ---------------------------------------------------------------- showing


def shown_to(
    m: Machine, x: s.RevealCards | s.RevealState | s.RevealDice | s.RevealFact, env: Env
) -> tuple[Player, ...]:
    """To whom a `reveal` shows something."""
    if x.to is None:
        return m.tables.players
    to = evaluate(m, x.to, env)
    return () if to is None else (to,)


def _more(old: tuple[Player, ...], new: tuple[Player, ...]) -> tuple[Player, ...]:
    return tuple(sorted({*old, *new}, key=lambda player: player.order))


def reveal_cards(m: Machine, x: s.RevealCards, frame: Frame) -> Signal:
    """Show cards to a player, or to all."""
    to = shown_to(m, x, frame.env)
    for card in evaluate(m, x.cards, frame.env):
        m.state.marks[card] = _more(m.state.marks.get(card, ()), to)
    return None


def reveal_state(m: Machine, x: s.RevealState, frame: Frame) -> Signal:
    """Show states until they are next written."""
    to = shown_to(m, x, frame.env)
    for at in matching(m, x.index, m.state.states[x.name], frame.env):
        m.state.shown[x.name, at] = _more(m.state.shown.get((x.name, at), ()), to)
    return None


def reveal_dice(m: Machine, x: s.RevealDice, frame: Frame) -> Signal:
    """Show dice until they are next rolled."""
    to = shown_to(m, x, frame.env)
    for at in dice_places(m, x.name, x.index, frame.env):
        m.state.shown[x.name, at] = _more(m.state.shown.get((x.name, at), ()), to)
    return None


def reveal_fact(m: Machine, x: s.RevealFact, frame: Frame) -> Signal:
    """Tell a fact about a card, whether it holds or not."""
    card = evaluate(m, x.card, frame.env)
    value = evaluate(m, x.value, frame.env)
    if card is not None:
        is_so = same(m, evaluate(m, x.fact, frame.env), value, x.comparing)
        fact = Fact(x, m.tables.derived.told_facts[id(x)], card, value, is_so)
        to = shown_to(m, x, frame.env)
        m.state.facts[fact] = _more(m.state.facts.get(fact, ()), to)
    return None
