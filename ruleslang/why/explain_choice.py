"""
Why a choice is offered, why another is not, and how a value comes about.

Each answer is plain data with origins, so that whoever asks can show the line and the rules it
cites; `why_text` says it in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from attrs import frozen

from ruleslang.match.decision import Decision, LegalMove, Option
from ruleslang.match.value_text import shown
from ruleslang.match.values import Card, CardDefinition, Env, Player, Value, members
from ruleslang.meaning.candidates import allows, complete, is_single, pool, sizes
from ruleslang.meaning.costs import due, payable
from ruleslang.meaning.evaluate import evaluate, number
from ruleslang.meaning.legality import (
    action_env,
    action_uses,
    has_room,
    limit_key,
    play_env,
    play_uses,
)
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.run_one import cards_of, fits
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.expressions import Literal
from ruleslang.why.explain_addends import what_fails

_MOST = 2000  # assignments that are looked at


@frozen
class Reason:
    """
    One thing that offers or forbids.

    `kind` is `action`, `play`, `card`, `window` or `statement` of what offers; `only if`, `where`,
    `so that`, `from`, `cost`, `limit`, `room`, `window`, `depth`, `out`, `no play`,
    `asked` (another question is pending) of what forbids.
    """

    kind: str
    text: str
    origin: int = -1


# ---------------------------------------------------------------- what is offered


def why_offered(m: Machine, decision: Decision, option: Option) -> tuple[Reason, ...]:
    """What offers a choice: the action or play, its card, the window, the statement."""
    found: list[Reason] = []
    tables = m.tables
    use = option.what
    if isinstance(use, LegalMove):
        kind = "action" if isinstance(use.what, d.Action) else "play"
        found.append(Reason(kind, f"`{use.what.name}` allows it", use.what.origin))
        if use.title is not None:
            title = use.title.definition
            found.append(Reason("card", f"it is a play of `{title.name}`", title.origin))
    elif option.action in tables.actions:
        action = tables.actions[option.action]
        found.append(Reason("action", f"`{action.name}` allows it", action.origin))
    elif isinstance(use, s.Branch):
        found.append(Reason("statement", f"`{use.name}` is a branch of the menu", use.origin))
    if decision.kind == "window":
        window = tables.windows[decision.name]
        found.append(Reason("window", f"`{window.name}` is open", window.origin))
    elif decision.origin >= 0:
        asked = f"{decision.asked.name} is asked `{decision.prompt}`"
        found.append(Reason("statement", asked, decision.origin))
    return tuple(found)


# ---------------------------------------------------------------- what is not


def why_not(
    m: Machine, player: Player, what: str | Card | CardDefinition, choosing: Sequence[Value] = ()
) -> tuple[Reason, ...]:
    """
    What forbids a player an action (by its name), or to play a card; nothing: he may.

    With several ways to play a card, what forbids each of them.
    """
    if player not in m.state.players:
        return (Reason("out", f"{player.name} is out"),)
    if isinstance(what, str):
        action = m.tables.actions[what]
        if any(fits(m, use, choosing) for use in action_uses(m, action, player)):
            return ()
        return _of_action(m, action, player, choosing)
    return _of_card(m, player, cards_of(m, player, what), choosing)


def _of_action(
    m: Machine, action: d.Action, player: Player, choosing: Sequence[Value]
) -> tuple[Reason, ...]:
    env = action_env(m, action, player)
    if env is None:
        return (_no_window(m, action.windows, action.origin),)
    return _of_choices(m, action, player, None, env, choosing)


def _of_card(
    m: Machine, player: Player, cards: Sequence[Card], choosing: Sequence[Value]
) -> tuple[Reason, ...]:
    if any(fits(m, use, choosing) for card in cards for use in play_uses(m, card, player)):
        return ()
    if not cards:
        return (Reason("no play", "there is no such card"),)
    title = m.state.title_of(cards[0])
    plays = title.definition.plays
    if not plays:
        said = f"`{title.name}` says nothing of how it is played"
        return (Reason("no play", said, title.definition.origin),)
    most = m.tables.program.reaction_depth
    if m.plays >= most:
        return (Reason("depth", f"reactions go at most {most} deep"),)
    return tuple(
        reason for name in plays for reason in _of_play(m, name, player, cards[0], title, choosing)
    )


def _of_play(
    m: Machine,
    name: str,
    player: Player,
    card: Card,
    title: CardDefinition,
    choosing: Sequence[Value],
) -> tuple[Reason, ...]:
    play = m.tables.plays[name]
    env = play_env(m, play, card, player)
    if env is None:
        return (_no_window(m, play.windows, play.origin),)
    return _of_choices(m, play, player, title, env, choosing)


def _no_window(m: Machine, uses: Sequence[s.WindowUse], origin: int) -> Reason:
    names = list(dict.fromkeys(use.window for use in uses))
    if not names:
        return Reason("window", "it is played only when no window is open", origin)
    where = " or ".join(f"`{name}`" for name in names)
    window = m.windows[-1] if m.windows else None
    if window is not None and window.declaration.name in names:
        return Reason("window", f"`{window.declaration.name}` is open, but does not fit", origin)
    return Reason("window", f"it is offered only in {where}", origin)


def _of_choices(
    m: Machine,
    what: d.Action | d.Play,
    player: Player,
    title: CardDefinition | None,
    env: Env,
    choosing: Sequence[Value],
) -> tuple[Reason, ...]:
    """What the choices, or the clauses, forbid: of the first way that has these choices."""
    ways = complete(m, what.choices, dict(env), lambda *_: True)
    for found in islice(ways, _MOST):
        if fits(m, LegalMove(what, player, found), choosing):
            return tuple(_failing(m, what, player, title, found))
    reason = next(_of_sets(m, what, 0, dict(env), choosing), None)
    return (reason or Reason("from", "there is nothing to choose", what.origin),)


def _failing(
    m: Machine, what: d.Action | d.Play, player: Player, title: CardDefinition | None, env: Env
) -> Iterator[Reason]:
    """The clauses that an assignment fails."""
    for clause in what.body.clauses:
        line = _line(m, clause.origin)
        match clause:
            case s.OnlyIf() if not evaluate(m, clause.condition, env):
                yield Reason("only if", f"{line} does not hold", clause.origin)
            case s.HasRoom() if not has_room(m, clause, env):
                full = f"there is no room in `{clause.target.name}`"
                yield Reason("room", full, clause.origin)
            case s.Limit():
                used = m.state.limits.get(limit_key(clause, player, title, env), 0)
                if used >= number(m, clause.number, env):
                    yield Reason("limit", f"{line} is used up", clause.origin)
    pays = [clause for clause in what.body.clauses if isinstance(clause, s.Pays)]
    if not payable(m, due(m, tuple(pays), env)):
        single = [clause for clause in pays if not payable(m, due(m, (clause,), env))]
        for clause in single or pays:
            together = "" if single else " together with the other costs"
            said = f"{_line(m, clause.origin)} cannot be paid{together}"
            yield Reason("cost", said, clause.origin)


def _of_sets(
    m: Machine, what: d.Action | d.Play, place: int, env: Env, choosing: Sequence[Value]
) -> Iterator[Reason]:
    """The first choice whose set does not hold what is wanted."""
    if place == len(what.choices):
        return
    choice = what.choices[place]
    wanted = choosing[place] if place < len(choosing) else None
    reason = _of_set(m, what, choice, env, wanted)
    if reason is not None:
        yield reason
        return
    for each in islice(pool(m, choice, dict(env)), 50):
        if is_single(choice) and (wanted is None or _is(m, each, wanted)):
            yield from _of_sets(m, what, place + 1, {**env, choice.slot: each}, choosing)
            return


def _of_set(
    m: Machine, what: d.Action | d.Play, choice: s.Choice, env: Env, wanted: Value
) -> Reason | None:
    bare = s.Choice(choice.name, choice.slot, choice.source, low=choice.low, high=choice.high)
    whole, allowed = pool(m, bare, dict(env)), pool(m, choice, dict(env))
    name = choice.name
    if not whole:
        return Reason("from", f"there is nothing to choose `{name}` from", choice.origin)
    asked = [] if wanted is None else list(members(wanted))
    for each in asked:
        if not any(_is(m, one, each) for one in whole):
            said = f"`{shown(each)}` is not among those to choose `{name}` from"
            return Reason("from", said, choice.origin)
        if not any(_is(m, one, each) for one in allowed):
            failing = _fails_of(m, what, choice, env, each)
            said = f"`{shown(each)}` does not meet the `where` of `{name}`"
            said += f": {failing}" if failing else ""
            return Reason("where", said, choice.origin)
    if not allowed:
        said = f"nothing meets the `where` of `{name}`"
        if len(whole) == 1:
            failing = _fails_of(m, what, choice, env, whole[0])
            said += f": {failing}" if failing else ""
        return Reason("where", said, choice.origin)
    if is_single(choice):
        return None
    chosen = _named(m, allowed, asked)
    if wanted is not None and (said := _miscounted(m, choice, env, allowed, asked, chosen)):
        return Reason("from", said, choice.origin)
    if choice.so_that is not None and (not asked or not allows(m, choice, chosen, dict(env))):
        return Reason("so that", f"the `so that` of `{name}` does not hold", choice.origin)
    return None


def _fails_of(
    m: Machine, what: d.Action | d.Play, choice: s.Choice, env: Env, candidate: Value
) -> str:
    """What of the `where` of a choice a candidate fails."""
    given = {} if choice.member is None else {choice.member: candidate}
    return what_fails(m, choice.where, {**env, **given}, what.locals)


def _named(m: Machine, allowed: Sequence[Value], asked: Sequence[Value]) -> tuple[Value, ...]:
    """Of those that are allowed, one for each that is asked for."""
    rest, chosen = list(allowed), []
    for each in asked:
        one = next((one for one in rest if _is(m, one, each)), None)
        if one is not None:
            rest.remove(one)
            chosen.append(one)
    return tuple(chosen)


def _miscounted(
    m: Machine,
    choice: s.Choice,
    env: Env,
    allowed: Sequence[Value],
    asked: Sequence[Value],
    chosen: Sequence[Value],
) -> str:
    """What is said when more copies are asked for than there are, or too few or too many."""
    if len(chosen) < len(asked):
        return f"there are not so many to choose `{choice.name}` from"
    low, high = sizes(m, choice, len(allowed), dict(env))
    if low <= len(asked) <= high:
        return ""
    takes = str(low) if low == high else f"{low} to {high}"
    return f"`{choice.name}` takes {takes}, and the number named is {len(asked)}"


def _is(m: Machine, value: Value, wanted: Value) -> bool:
    choice = s.Choice("x", 1, Literal(None))
    what = d.Action("", (), 0, (), None, (choice,), s.Body())
    return fits(m, LegalMove(what, m.state.active, {choice.slot: value}), (wanted,))


def _line(m: Machine, origin: int) -> str:
    origins = m.tables.program.origins
    excerpt = origins[origin].excerpt if 0 <= origin < len(origins) else "a clause"
    return f"`{' '.join(excerpt.split())}`"
