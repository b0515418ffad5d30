"""Windows: occasions to react (LANGUAGE B6)."""

from __future__ import annotations

from ruleslang.meaning.asking import Question
from ruleslang.meaning.decision import PASS
from ruleslang.meaning.evaluate import evaluate, evaluate_all
from ruleslang.meaning.machine import Answering, Frame, Machine, OpenWindow, Work
from ruleslang.meaning.offers import legal
from ruleslang.meaning.order import standard
from ruleslang.meaning.uses import choose_use, do_action, in_words
from ruleslang.meaning.values import Env, Player, Value, members
from ruleslang.program import declarations as d
from ruleslang.program import statements as s


def open_window(m: Machine, x: s.OpenWindow, frame: Frame) -> Work:
    """A window opens and closes; `into` takes the players still in who used it."""
    declared = m.tables.windows[x.window]
    arguments = evaluate_all(m, x.arguments, frame.env)
    users: tuple[Player, ...] = ()
    if m.depth() < m.tables.program.reaction_depth:
        m.reached(declared.origin)
        users = yield from _run(m, declared, arguments)
    if x.into is not None:
        frame.env[x.into] = standard(m, (user for user in users if user in m.state.players))
    return None


def _run(m: Machine, declared: d.Window, arguments: tuple[Value, ...]) -> Answering:
    """
    Who is asked is computed when it opens; automatic seats and who is out are left out.

    `after one use`: each is asked once, until somebody uses something. `when all were asked`:
    each once. `when all pass`: round and round; after a use the round starts again with the
    first; closed when all have passed in a row.
    """
    env: Env = {p.name: given for p, given in zip(declared.parameters, arguments, strict=True)}
    asked = members(evaluate(m, declared.asks, env))
    m.windows.append(OpenWindow(declared, env, arguments))
    users: list[Player] = []
    place = 0
    while place < len(asked):
        who = asked[place]
        place += 1
        if who.automatic or who not in m.state.players:
            continue
        used = yield from _ask(m, declared, who)
        if used:
            users.append(who)
            if declared.closes == "after one use":
                break
            if declared.closes == "when all pass":
                place = 0
    m.windows.pop()
    return tuple(users)


def _ask(m: Machine, declared: d.Window, who: Player) -> Answering:
    """Whether a player used the window; with nothing to offer he is not asked."""
    groups = m.offered(who, lambda: legal(m, who, declared.offers), 1)
    if not groups:
        return False
    question = Question(who, "window", declared.name, in_words(declared), declared.origin)
    use = yield from choose_use(m, question, groups, PASS)
    if use is None:
        return False
    yield from do_action(m, use, question)
    return True
