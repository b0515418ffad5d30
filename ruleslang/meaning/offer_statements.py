"""Offers: `must do`, `may do`, `as often as allowed`; and `perform`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ruleslang.match.decision import DECLINE
from ruleslang.match.faults import Fault
from ruleslang.match.value_text import in_words
from ruleslang.match.values import Player, either
from ruleslang.meaning.as_often_as_possible import most_often
from ruleslang.meaning.asking import Question
from ruleslang.meaning.blocks import run_block
from ruleslang.meaning.choose_and_do_moves import Uses, choose_use, do_action, few, play_card
from ruleslang.meaning.evaluate import evaluate, player
from ruleslang.meaning.legality import action_uses
from ruleslang.meaning.machine import STOP, Answering, Frame, Gone, Machine, Work
from ruleslang.program import statements as s


def offer(m: Machine, x: s.Offer, frame: Frame) -> Work:
    """
    `must`: one action, or what `if impossible` says; nothing legal and nothing said is an empty
    choice. `may`: one or none. `any`: again and again until the player stops or nothing is
    legal. `most`: again and again, those ways only after which it can be done most often.
    """
    who = player(m, x.player, frame.env, x.origin)
    times = 0
    while True:
        if who not in m.state.players:
            return Gone(who)
        ways = partial(_ways, m, who, x, frame, first=not times)
        decline = DECLINE if x.mode in ("may", "any") else ""
        done = yield from offer_once(m, who, x.actions, decline, x.origin, ways)
        if x.mode in ("must", "most") and done is None and not times:
            if x.impossible is None:
                return STOP
            return (yield from run_block(m, x.impossible, frame))
        if x.mode not in ("any", "most") or not done:
            return None
        times += 1


def _ways(m: Machine, who: Player, x: s.Offer, frame: Frame, *, first: bool) -> Uses:
    if x.mode == "most":
        return most_often(m, who, x, dict(frame.env), first=first)
    return legal(m, who, x.actions)


def offer_once(
    m: Machine,
    who: Player,
    actions: tuple[str, ...],
    decline: str,
    origin: int,
    ways: Callable[[], Uses] | None = None,
) -> Answering:
    """Whether one was done; None when there are no (legal) ways, so that nobody was asked."""
    groups = m.offered(who, ways or (lambda: legal(m, who, actions)), int(bool(decline)))
    if not groups:
        return None
    name = " or ".join(actions)
    prompt = either([in_words(m.tables.actions[action]) for action in actions])
    question = Question(who, "offer", name, prompt, origin)
    use = yield from choose_use(m, question, groups, decline)
    if use is None:
        return False
    yield from do_action(m, use, question)
    return True


def legal(m: Machine, who: Player, actions: tuple[str, ...]) -> Uses:
    """The legal ways to do each action that has any."""
    groups = {name: few(action_uses(m, m.tables.actions[name], who)) for name in actions}
    return {name: some for name, some in groups.items() if some}


def perform(m: Machine, x: s.Perform, frame: Frame) -> Work:
    """A card is played."""
    card = evaluate(m, x.card, frame.env)
    played_as = None if x.played_as is None else evaluate(m, x.played_as, frame.env)
    if card is None:
        raise Fault("none-in-arithmetic", "there is no card to play", x.origin)
    who = player(m, x.by, frame.env, x.origin)
    yield from play_card(m, card, played_as, who, x.origin)
    return None
