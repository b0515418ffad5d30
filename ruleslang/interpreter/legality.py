"""
Decides what is legal now (docs/reference/choices.md): some assignment of the choices passes every
`where`, `so that`, `only if` and limit, finds room, and its costs can be paid. What happens later
does not count.

A play or action with windows is legal only in the innermost open one; a play without, only when
none is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from ruleslang.interpreter.candidates import complete
from ruleslang.interpreter.costs import due, payable
from ruleslang.interpreter.evaluate import all_fit, evaluate, holds, number
from ruleslang.interpreter.machine import Machine, OpenWindow
from ruleslang.interpreter.moving import room, target_of
from ruleslang.match.decision import LegalMove
from ruleslang.match.values import Card, CardDefinition, Env, Player, Value, distinct
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s

Accepts: TypeAlias = Callable[[Machine, Env], bool]


def action_uses(m: Machine, action: d.Action, player: Player) -> Iterator[LegalMove]:
    """Every legal way for a player to do an action now."""
    env = action_env(m, action, player)
    if env is not None:
        for locals in complete(m, action.choices, env, accepts(action, player, None), player):
            yield LegalMove(action, player, locals)


def action_env(m: Machine, action: d.Action, player: Player) -> Env | None:
    """The initial locals of an action, or `None` if it is not offered."""
    env: Env = {action.you: player}
    if not action.windows:
        return env
    return in_window(m, action.windows, action.window_condition, env)


def play_uses(m: Machine, card: Card, player: Player) -> Iterator[LegalMove]:
    """Every legal way for a player to play a card now."""
    for _, uses in uses_by_play(m, card, player):
        yield from uses


def uses_by_play(
    m: Machine, card: Card, player: Player
) -> Iterator[tuple[str, Iterator[LegalMove]]]:
    """The same, for each of its plays that matches the open window."""
    if m.plays >= m.tables.program.reaction_depth or player not in m.state.players:
        return
    title = m.state.title_of(card)
    for name in title.definition.plays:
        play = m.tables.plays[name]
        env = play_env(m, play, card, player)
        if env is not None:
            yield name, _uses_of_play(m, LegalMove(play, player, env, card, title))


def _uses_of_play(m: Machine, begun: LegalMove) -> Iterator[LegalMove]:
    assert isinstance(begun.what, d.Play)
    play, player, env, card = begun.what, begun.player, begun.locals, begun.card
    passes, earlier = accepts(play, player, begun.title), (("this", card),)
    for locals in complete(m, play.choices, env, passes, player, earlier):
        yield LegalMove(play, player, locals, card, begun.title)


def play_env(m: Machine, play: d.Play, card: Card, player: Player) -> Env | None:
    """The initial locals of a play, or `None` if it does not match the windows."""
    env: Env = {play.you: player, play.this: card}
    if play.windows:
        return in_window(m, play.windows, play.window_condition, env)
    return env if open_window(m) is None else None


def open_window(m: Machine) -> OpenWindow | None:
    """The innermost open window; the body of a play hides those outside."""
    return m.windows[-1] if m.windows else None


def in_window(
    m: Machine, uses: tuple[s.WindowUse, ...], condition: e.Expr | None, env: Env
) -> Env | None:
    """The locals with what the innermost open window binds, or `None` if none matches it."""
    window = open_window(m)
    if window is None:
        return None
    for use in uses:
        if use.window != window.declaration.name:
            continue
        bound = dict(env)
        if all_fit(m, use.pattern, window.arguments, bound) and holds(m, condition, bound):
            return bound
    return None


def playable(m: Machine, x: e.Playable, env: Env) -> Value:
    """Whether a card, or a definition, may be played by a player now."""
    card = evaluate(m, x.card, env)
    player = evaluate(m, x.player, env)
    if card is None or player is None:
        return False
    if x.of == "title":
        card = specimen(card)
    with unnoted(m):
        answer = any(True for _ in play_uses(m, card, player))
    m.state.answered(answer)
    return answer


@contextmanager
def unnoted(m: Machine) -> Iterator[None]:
    """Do not record reads in this context as reads of a rule's condition."""
    watched, kept = m.state, (m.known, m.known_at, m.kept)
    if watched is watched.unwatched:
        yield
        return
    m.state, m.known = watched.unwatched, dict(m.known)
    try:
        yield
    finally:
        m.state, (m.known, m.known_at, m.kept) = watched, kept


def specimen(title: CardDefinition) -> Card:
    """A copy of a definition in no zone, for questions about the definition alone."""
    return Card(-1, title.name, title.text, title, 0)


# ---------------------------------------------------------------- clauses


def accepts(what: d.Action | d.Play, player: Player, title: CardDefinition | None) -> Accepts:
    """The test that an assignment of all choices must pass."""
    clauses = what.body.clauses
    costs = any(isinstance(clause, s.Pays) for clause in clauses)

    def passes(m: Machine, env: Env) -> bool:
        for clause in clauses:
            match clause:
                case s.OnlyIf(condition=condition):
                    if not evaluate(m, condition, env):
                        return False
                case s.HasRoom():
                    if not has_room(m, clause, env):
                        return False
                case s.Limit():
                    if m.state.limits.get(limit_key(clause, player, title, env), 0) >= number(
                        m, clause.number, env
                    ):
                        return False
        return not costs or payable(m, due(m, clauses, env))

    return passes


def has_room(m: Machine, clause: s.HasRoom, env: Env) -> bool:
    """Whether the cards that the body always moves find room."""
    cards = distinct(evaluate(m, clause.cards, env))
    place = target_of(m, clause.target, env)
    most = room(m, place)
    if most is None:
        return True
    lying = m.state.zones[place]
    coming = sum(1 for card in cards if card not in lying)
    return coming == 0 or len(lying) + coming <= most


def limit_key(
    clause: s.Limit, player: Player, title: CardDefinition | None, env: Env
) -> tuple[Value, ...]:
    """The key of a limit's counter: definition, player, and combination of choices."""
    return clause.name, title, player, *(env[slot] for slot in clause.for_each)
