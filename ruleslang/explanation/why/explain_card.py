"""
Whether a card that a player sees can be chosen now, with the reasons that the player may know.

Always: only the player who is asked gets reasons, and none depends on hidden things. The match is
one of the interpreter, which can read with a player's eyes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeVar, assert_never

from attrs import evolve, frozen

from ruleslang.engine.match.decision import Decision, LegalMove, Option
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.position import Run
from ruleslang.engine.match.runtime_values import Card, Player, Value, members
from ruleslang.explanation.why.explain_choice import Reason, why_not, why_not_among, why_offered
from ruleslang.explanation.why.sentence import Sentence, sentence
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.events import ActionRun, CardPlay, ProcedureRun
from ruleslang.program.walk import find
from ruleslang.source.suggest import there_are

Result = TypeVar("Result")

UNSEEN = "unseen"  # the slug of the fault of reading what one does not see


@frozen
class ChoosingNow:
    """
    Whether a card or an action can be chosen now, with the reasons.

    `explanation` contains the reasons in the words for players, if a vocabulary was given.
    """

    may: bool
    reasons: tuple[Reason, ...]
    explanation: tuple[str, ...] = ()


def why_now(match: Match, seat: int, about: str, nth: int | None) -> ChoosingNow:
    """
    Return whether a seat can choose the card at a place of a zone, or do an action, and why.

    Raises `ValueError` where it sees no card there, or there is no such action.
    """
    who, decision, card = match.population.players[seat], match.decision, None
    if nth is not None:
        card = card_at(match, who, about, nth)
        if card is None:
            raise ValueError(f"{who.name} sees no card at that place")
    elif about not in (known := match.population.actions):
        raise ValueError(f"no action is called `{about}`{there_are(known)}")
    if decision is None or decision.asked is not who:
        return ChoosingNow(False, (Reason("asked", sentence("you are not asked now")),))
    if card is None:
        return _why_action(match, decision, about)
    return _why_card(match, decision, card)


def card_at(match: Match, player: Player, zone: str, nth: int) -> Card | None:
    """Return the card at a place of a zone as a player sees it; None if they see no card there."""
    population = match.population
    place = next((place for place in population.all_places() if place.name == zone), None)
    seen = match.view(player.order).zones.get(zone)
    if place is None or seen is None or not 0 <= nth < len(seen.cards):
        return None
    title, cards = seen.cards[nth], match.position.zones[place]
    if title is None:
        return None
    if len(seen.cards) == len(cards) and match.position.title_of(cards[nth]).name == title:
        return cards[nth]
    return next((card for card in cards if match.position.title_of(card).name == title), None)


def _why_card(match: Match, decision: Decision, card: Card) -> ChoosingNow:
    """Return whether who is asked can choose a card, and why."""
    offered = [choice for choice in decision.choices if _is_in(match, choice, card)]
    if offered:
        reasons = (reason for choice in offered for reason in why_offered(match, decision, choice))
        return ChoosingNow(True, tuple(dict.fromkeys(reasons)))
    return ChoosingNow(False, tuple(dict.fromkeys(_why_not(match, decision, card))))


def _why_action(match: Match, decision: Decision, action: str) -> ChoosingNow:
    """Return whether who is asked can do an action, and why."""
    offered = next((choice for choice in decision.choices if choice.action == action), None)
    if offered is not None:
        return ChoosingNow(True, why_offered(match, decision, offered))
    reasons = _as_seen(match, decision.asked, action, ())
    return ChoosingNow(False, reasons or (_something_else(decision),))


def _is_in(match: Match, option: Option, card: Card) -> bool:
    """Return whether a choice is of a card, or of one that is just like it."""
    move = option.what
    chosen: list[Value] = [*option.values.values()]
    if isinstance(move, LegalMove):
        chosen += [move.card, *move.chosen]
    place = match.position.where.get(card)
    return any(
        listed is card
        or (
            isinstance(listed, Card)
            and match.position.where.get(listed) == place
            and match.position.title_of(listed) is match.position.title_of(card)
        )
        for value in chosen
        for listed in members(value)
    )


def _why_not(match: Match, decision: Decision, card: Card) -> Iterator[Reason]:
    """Yield the reasons against each way to choose a card at this question."""
    offered = {choice.action for choice in decision.choices}
    tables, player = match.population, decision.asked
    actions = [tables.actions[name] for name in sorted(offered & tables.actions.keys())]
    choosing_actions = [action for action in actions if action.choices]
    if not actions and (reason := _of_statement(match, decision, card)) is not None:
        yield reason
        return
    reasons = [
        reason
        for action in choosing_actions
        for reason in map(_of_itself, _as_seen(match, player, action.name, (card,)))
    ]
    decisive = [reason for reason in reasons if reason.kind != "from"]
    if decisive or reasons:
        yield from decisive or reasons[:1]
        return
    plays = match.position.title_of(card).definition.plays
    yield from _as_seen(match, player, card, ()) if plays else (_something_else(decision),)


def _of_itself(reason: Reason) -> Reason:
    """Return why a card cannot be chosen, without saying again that it cannot."""
    values = dict(reason.sentence.values)
    since = values.get("since")
    if "thing" in values and isinstance(since, Sentence):
        return evolve(reason, sentence=since)
    return reason


def _of_statement(match: Match, decision: Decision, card: Card) -> Reason | None:
    """Return why a statement doesn't let a card be chosen; `None`: no statement asks."""
    for run in reversed(match.under_way):
        declared = _declared(match, run)
        for statement in () if declared is None else find(run.body, s.Choose):
            if statement.origin == decision.origin and declared is not None:
                choice, local = statement.choice, run.body_locals
                reason_of = partial(why_not_among, match, declared, choice, local, card)
                reason = _where_seen(match, decision.asked, reason_of)
                return _something_else(decision) if reason is None else _of_itself(reason)
    return None


def _declared(match: Match, run: Run) -> d.Procedure | d.Action | d.Play | None:
    """Return the declaration whose body runs; None: it runs another in its place."""
    tables, event = match.population, run.event
    names: Iterable[d.Procedure | d.Action | d.Play]
    match event:
        case ProcedureRun(name):
            names = (tables.procedures[name],)
        case ActionRun(name):
            names = (tables.actions[name],)
        case CardPlay():
            names = tables.plays.values()
        case _:
            assert_never(event)
    return next((declared for declared in names if declared.body is run.body), None)


def _as_seen(
    match: Match, player: Player, what: str | Card, choosing: tuple[Value, ...]
) -> tuple[Reason, ...]:
    """Return the reasons against it, if the player sees everything on which they depend."""
    seen = _where_seen(match, player, lambda: why_not(match, player, what, choosing))
    return seen if isinstance(seen, tuple) else (seen,)


def _where_seen(match: Match, player: Player, ask: Callable[[], Result]) -> Result | Reason:
    """Return an answer, if everything that it rests on is visible to the player."""
    try:
        with match.inquiry().seen_by(player):
            return ask()
    except Fault as fault:
        if fault.slug == UNSEEN:
            return Reason("asked", sentence("that depends on hidden information"))
        return Reason("asked", sentence("that is only known once the rules get there"))


def _something_else(decision: Decision) -> Reason:
    message = sentence("it is not among the choices now: `{prompt}`", prompt=decision.prompt)
    return Reason("asked", message, decision.origin)
