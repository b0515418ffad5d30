"""
`together`: secret and simultaneous (docs/reference/together.md).

All sets are tested before anyone is asked. Questions come in standard order: the active player's
first, then clockwise, then as written. The names are readable only after the block. Rules that
act at once wait until it is over.
"""

from __future__ import annotations

from ruleslang.match.decision import is_single
from ruleslang.match.observer import Chosen
from ruleslang.match.values import Env, Player, Value
from ruleslang.meaning.asking import EMPTY, about, choose
from ruleslang.meaning.blocks import run_block
from ruleslang.meaning.candidates import candidates
from ruleslang.meaning.evaluate import evaluate, holds, player
from ruleslang.meaning.machine import STOP, Frame, Gone, Machine, Work
from ruleslang.program import statements as s


def together(m: Machine, x: s.Together, frame: Frame) -> Work:
    """Questions; one that was not asked leaves none, or the empty set."""
    env = frame.env
    asked = [
        (player(m, q.player, env, q.origin), q) for q in x.questions if holds(m, q.condition, env)
    ]
    for who, question in asked:
        if who not in m.state.players:
            return Gone(who)
        if next(candidates(m, question.choice, dict(env), who), EMPTY) is EMPTY:
            return STOP
    made: list[Chosen] = []
    answers: Env = {q.into: None if is_single(q.choice) else () for q in x.questions}
    m.quiet += 1
    m.open_secret([who for who, _ in asked], x)
    try:
        for who, question in sorted(asked, key=lambda each: _away(m, each[0])):
            q = about(question.choice, who, "together", question.origin)
            answer = yield from choose(m, question.choice, q, dict(env))
            answers[question.into] = answer
            made.append(Chosen(who, question.choice, answer))
    finally:
        m.close_secret()
        m.quiet -= 1
    env.update(answers)
    for each in made:
        m.witnessed(each)
    return None


def _away(m: Machine, who: Player) -> int:
    return (who.order - m.state.active.order) % len(m.tables.players)


def together_for_each(m: Machine, x: s.TogetherForEach, frame: Frame) -> Work:
    """
    A block for each player of a set, in standard order; the others see his things as they were.

    `stop`, an empty choice and being out end his run only.
    """
    who: tuple[Value, ...] = evaluate(m, x.subject, frame.env)
    m.quiet += 1
    m.open_secret([each for each in who if each in m.state.players], x)
    m.snapshot = m.state.copy()
    try:
        for each in sorted(who, key=lambda one: _away(m, one)):
            if each in m.state.players:
                m.step()
                frame.env[x.variable] = each
                yield from run_block(m, x.block, frame)
    finally:
        m.snapshot = None
        m.close_secret()
        m.quiet -= 1
    if m.watches and not m.quiet and m.state.version != m.tested:
        yield from m.meanings.settle(m)
    return None


def at_once(m: Machine, x: s.AtOnce, frame: Frame) -> Work:
    """A block after which, and not in which, the rules that act at once are tested."""
    m.quiet += 1
    try:
        signal = yield from run_block(m, x.block, frame)
    finally:
        m.quiet -= 1
    if m.watches and not m.quiet and m.state.version != m.tested:
        frame.at = x
        yield from m.meanings.settle(m)
    return signal
