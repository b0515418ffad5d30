"""Offers: `must do`, `may do`, `as often as allowed`; and `perform`."""

from __future__ import annotations

from ruleslang.match.decision import DECLINE
from ruleslang.match.faults import Fault
from ruleslang.match.value_text import in_words
from ruleslang.match.values import Player, either
from ruleslang.meaning.asking import Question
from ruleslang.meaning.blocks import run_block
from ruleslang.meaning.evaluate import evaluate, player
from ruleslang.meaning.legality import action_uses
from ruleslang.meaning.machine import STOP, Answering, Frame, Gone, Machine, Work
from ruleslang.meaning.offered_moves import Uses, choose_use, do_action, few, play_card
from ruleslang.program import statements as s


def offer(m: Machine, x: s.Offer, frame: Frame) -> Work:
    """
    `must`: one action, or what `if impossible` says; nothing legal and nothing said is an empty
    choice. `may`: one or none. `any`: again and again until the player stops or nothing is
    legal.
    """
    who = player(m, x.player, frame.env, x.origin)
    while True:
        if who not in m.state.players:
            return Gone(who)
        done = yield from offer_once(
            m, who, x.actions, "" if x.mode == "must" else DECLINE, x.origin
        )
        if x.mode == "must" and done is None:
            if x.impossible is None:
                return STOP
            return (yield from run_block(m, x.impossible, frame))
        if x.mode != "any" or not done:
            return None


def offer_once(
    m: Machine, who: Player, actions: tuple[str, ...], decline: str, origin: int
) -> Answering:
    """Whether one was done; None when nothing is legal, so that nobody was asked."""
    groups = m.offered(who, lambda: legal(m, who, actions), int(bool(decline)))
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
