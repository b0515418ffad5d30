"""
Whether a card that a player sees can be chosen now, and why, or why not, as far as he may know it.

Always: only who is asked is told, and what rests on what he does not see is not told. The match is
one of the interpreter, which answers with a player's eyes.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ruleslang.match.decision import Decision, LegalMove, Option
from ruleslang.match.faults import Fault
from ruleslang.match.match import Match
from ruleslang.match.values import Card, Player, Value, members
from ruleslang.why.explain_choice import Reason, why_not, why_offered

UNSEEN = "unseen"  # the slug of the fault of reading what one does not see


@frozen
class CardNow:
    """Whether a card, or an action, can be chosen now, and what says so."""

    may: bool
    reasons: tuple[Reason, ...]


def card_at(match: Match, player: Player, zone: str, nth: int) -> Card | None:
    """The card at a place of a zone as a player sees it; None: he sees no card there."""
    everyone = match.population
    place = next((each for each in everyone.all_places() if each.name == zone), None)
    seen = match.view(player.order).zones.get(zone)
    if place is None or seen is None or not 0 <= nth < len(seen.cards):
        return None
    title, cards = seen.cards[nth], match.position.zones[place]
    if title is None:
        return None
    if len(seen.cards) == len(cards) and match.position.title_of(cards[nth]).name == title:
        return cards[nth]
    return next((each for each in cards if match.position.title_of(each).name == title), None)


def why_card(match: Match, player: Player, card: Card) -> CardNow:
    """Whether a player can choose a card now, and why."""
    decision = match.decision
    if decision is None or decision.asked is not player:
        return CardNow(False, (Reason("asked", "you are not asked now"),))
    offered = [each for each in decision.choices if _is_in(match, each, card)]
    if offered:
        found = (reason for each in offered for reason in why_offered(match, decision, each))
        return CardNow(True, tuple(dict.fromkeys(found)))
    return CardNow(False, tuple(dict.fromkeys(_why_not(match, decision, player, card))))


def why_action(match: Match, player: Player, action: str) -> CardNow:
    """Whether a player can do an action now, and why."""
    decision = match.decision
    if decision is None or decision.asked is not player:
        return CardNow(False, (Reason("asked", "you are not asked now"),))
    offered = next((each for each in decision.choices if each.action == action), None)
    if offered is not None:
        return CardNow(True, why_offered(match, decision, offered))
    reasons = _as_seen(match, player, action, ())
    return CardNow(False, reasons or (_something_else(decision),))


def _is_in(match: Match, option: Option, card: Card) -> bool:
    """Whether a choice is of a card, or of one that is just like it."""
    what = option.what
    chosen: list[Value] = [*option.values.values()]
    if isinstance(what, LegalMove):
        chosen += [what.card, *what.chosen]
    there = match.position.where.get(card)
    return any(
        one is card
        or (
            isinstance(one, Card)
            and match.position.where.get(one) == there
            and match.position.title_of(one) is match.position.title_of(card)
        )
        for each in chosen
        for one in members(each)
    )


def _why_not(match: Match, decision: Decision, player: Player, card: Card) -> Iterator[Reason]:
    """What forbids each way to choose a card that there could be at this question."""
    offered = {each.action for each in decision.choices}
    tables = match.population
    actions = [tables.actions[name] for name in sorted(offered & tables.actions.keys())]
    asked = [action for action in actions if action.choices]
    if decision.kind not in ("offer", "window", "play") and not actions:
        yield _something_else(decision)
        return
    found = [reason for each in asked for reason in _as_seen(match, player, each.name, (card,))]
    telling = [reason for reason in found if reason.kind != "from"]
    if telling or found:
        yield from telling or found[:1]
        return
    plays = match.position.title_of(card).definition.plays
    yield from _as_seen(match, player, card, ()) if plays else (_something_else(decision),)


def _as_seen(
    match: Match, player: Player, what: str | Card, choosing: tuple[Value, ...]
) -> tuple[Reason, ...]:
    """What forbids it, where all that says so is seen by the player."""
    try:
        with match.inquiry().seen_by(player):
            return why_not(match, player, what, choosing)
    except Fault as fault:
        if fault.slug != UNSEEN:
            raise
        return (Reason("asked", "that rests on what you do not see"),)


def _something_else(decision: Decision) -> Reason:
    return Reason("asked", f"it is not among what is asked now: {decision.prompt}", decision.origin)

