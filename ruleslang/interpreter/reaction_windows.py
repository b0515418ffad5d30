"""Runs windows: occasions to react (docs/reference/windows.md)."""

from __future__ import annotations

from ruleslang.interpreter.asking import Question
from ruleslang.interpreter.choice_statements import legal
from ruleslang.interpreter.choose_and_do_moves import choose_use, do_action
from ruleslang.interpreter.evaluate import evaluate, evaluate_all, standard
from ruleslang.interpreter.machine import Answering, Frame, Invocation, Machine, OpenWindow, Work
from ruleslang.interpreter.view import sees_card
from ruleslang.match.decision import PASS
from ruleslang.match.faults import check
from ruleslang.match.values import Card, Env, Player, Value, enumerated, in_words, text_of
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.events import ActionRun
from ruleslang.program.names import filled


def open_window(m: Machine, x: s.OpenWindow, frame: Frame) -> Work:
    """Open and close a window; `into` takes its users who are still in."""
    declared = m.tables.windows[x.window]
    arguments = evaluate_all(m, x.arguments, frame.env)
    for parameter, argument in zip(declared.parameters, arguments, strict=True):
        check(parameter.type, argument, f"{parameter.name} of {x.window}", x.origin)
    users: tuple[Player, ...] = ()
    if m.depth() < m.tables.program.reaction_depth:
        m.reached(declared)
        users = yield from _run(m, declared, arguments)
    if x.into is not None:
        still_in = (user for user in users if user in m.state.players)
        frame.env[x.into] = standard(m, still_in, "clockwise")
    return None


def _run(m: Machine, declared: d.Window, arguments: tuple[Value, ...]) -> Answering:
    """
    Ask the players in turn, as computed when it opens, without automatic seats and those who are
    out.

    `after one use`: each once, until somebody uses something. `when all were asked`: each once.
    `when all pass`: round after round; a use restarts the round with the first; closed when all
    pass in a row.
    """
    env: Env = dict(enumerate(arguments))
    players = evaluate(m, declared.asks, env)
    m.windows.append(OpenWindow(declared, env, arguments))
    m.state.change("windows")
    users: list[Player] = []
    place = 0
    while place < len(players):
        who = players[place]
        place += 1
        if who.automatic or who not in m.state.players:
            continue
        used = yield from _ask(m, declared, env, who)
        if used:
            users.append(who)
            if declared.closes == "after one use":
                break
            if declared.closes == "when all pass":
                place = 0
    m.windows.pop()
    m.state.change("windows")
    return tuple(users)


def _ask(m: Machine, declared: d.Window, env: Env, who: Player) -> Answering:
    """Whether a player used the window; without legal moves he is not asked."""
    groups = m.offered(who, lambda: legal(m, who, declared.offers), 1)
    if not groups:
        return False
    question = window_question(m, declared, m.windows[-1], who)
    use = yield from choose_use(m, question, groups, PASS)
    if use is None:
        return False
    yield from do_action(m, use, question)
    return True


def window_question(
    m: Machine, declared: d.Window, window: OpenWindow | None, who: Player
) -> Question:
    assert window is not None
    names = (parameter.name for parameter in declared.parameters)
    arguments = dict(zip(names, window.arguments, strict=True))
    prompt = filled(in_words(declared), lambda name: _seen(m, arguments[name], who))
    return Question(who, "window", declared.name, prompt, declared.origin)


def _seen(m: Machine, value: Value, who: Player) -> str:
    """An argument of a window, as a player may read it."""
    match value:
        case None:
            return "nothing"
        case tuple():
            return enumerated([_seen(m, item, who) for item in value]) or "nothing"
        case Card():
            return m.state.title_of(value).text if sees_card(m, value, who) else "a card"
        case Invocation(card=Card() as card):
            return _seen(m, card, who)
        case Invocation(event=ActionRun(name)):
            return in_words(m.tables.actions[name])
        case Invocation():
            return value.name.replace("_", " ")
    return text_of(value).replace("_", " ")
