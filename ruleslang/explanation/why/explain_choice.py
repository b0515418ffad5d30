"""
Why a choice is offered, why another is not, and how a value comes about.

Each answer is plain data with origins, so that whoever asks can show the line and the rules it
cites; `cli/why.py` prints it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import assert_never

from attrs import evolve, frozen

from ruleslang.engine.match.decision import Decision, LegalMove, Option, is_single
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Reader
from ruleslang.engine.match.runtime_values import (
    Card,
    CardDefinition,
    Env,
    Player,
    Value,
    members,
    shown,
)
from ruleslang.explanation.why.explain_value import failing_part, what_fails
from ruleslang.explanation.why.sentence import Name, Sentence, sentence
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.references import names_in
from ruleslang.program.walk import find

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
    sentence: Sentence
    origin: int = -1

    @property
    def text(self) -> str:
        """The reason in English, with names as the text of the rulebook has them."""
        return str(self.sentence)


NO_CARD = Reason("no play", sentence("you can't see such a card"))


# ---------------------------------------------------------------- what is offered


def why_offered(match: Reader, decision: Decision, option: Option) -> tuple[Reason, ...]:
    """Return the origin of a choice: the action or play, its card, the window, the statement."""
    reasons: list[Reason] = []
    tables = match.population
    use = option.what
    if isinstance(use, LegalMove):
        kind = "action" if isinstance(use.what, d.Action) else "play"
        reasons.append(_allowing(kind, use.what))
        if use.title is not None:
            title = use.title.definition
            message = sentence("it is a play of `{card}`", card=Name(title.name))
            reasons.append(Reason("card", message, title.origin))
    elif option.action in tables.actions:
        reasons.append(_allowing("action", tables.actions[option.action]))
    elif isinstance(use, s.Branch):
        message = sentence("`{choice}` is a branch of the menu", choice=Name(use.name, option.text))
        reasons.append(Reason("statement", message, use.origin))
    if decision.kind == "window":
        window = tables.windows[decision.name]
        message = sentence("`{window}` is open", window=_name(window))
        reasons.append(Reason("window", message, window.origin))
    elif decision.origin >= 0:
        asked = Name(decision.asked.name)
        message = sentence("{player} is asked `{prompt}`", player=asked, prompt=decision.prompt)
        reasons.append(Reason("statement", message, decision.origin))
    return tuple(reasons)


def _allowing(kind: str, what: d.Action | d.Play) -> Reason:
    return Reason(kind, sentence("`{action}` allows it", action=_name(what)), what.origin)


def _name(declaration: d.Action | d.Play | d.Window) -> Name:
    text = declaration.text
    says = text is not None and not [*names_in(text.text)]
    return Name(declaration.name, text.text if text is not None and says else "")


# ---------------------------------------------------------------- what is not


def why_not(
    match: Reader, player: Player, what: str | Card | CardDefinition, choosing: Sequence[Value] = ()
) -> tuple[Reason, ...]:
    """
    Return the reasons against an action (by name) or the play of a card; empty if it is allowed.

    If a card has several plays, the reasons against each of them.
    """
    if player not in match.position.players:
        return (Reason("out", sentence("{player} is out", player=Name(player.name))),)
    if isinstance(what, str):
        action = match.population.actions[what]
        if match.may(player, what, choosing):
            return ()
        return _of_declared(match, action, player, None, choosing)
    return _of_card(match, player, match.inquiry().cards_of(player, what), choosing)


def _of_card(
    match: Reader, player: Player, cards: Sequence[Card], choosing: Sequence[Value]
) -> tuple[Reason, ...]:
    if any(match.may(player, card, choosing) for card in cards):
        return ()
    if not cards:
        return (NO_CARD,)
    title = match.position.title_of(cards[0])
    plays = title.definition.plays
    if not plays:
        message = sentence("`{card}` has no rule for playing it", card=Name(title.name))
        return (Reason("no play", message, title.definition.origin),)
    if match.inquiry().is_too_deep:
        most = str(match.population.program.reaction_depth)
        return (Reason("depth", sentence("reactions can be at most {number} deep", number=most)),)
    declared = [match.population.plays[name] for name in plays]
    return tuple(
        reason
        for play in declared
        for reason in _of_declared(match, play, player, cards[0], choosing)
    )


def _of_declared(
    match: Reader,
    declared: d.Action | d.Play,
    player: Player,
    card: Card | None,
    choosing: Sequence[Value],
) -> tuple[Reason, ...]:
    env = match.inquiry().locals_of(declared, player, card)
    if env is None:
        return (_no_window(match, declared.windows, declared.origin),)
    return _of_choices(match, declared, player, card, env, choosing)


def _no_window(match: Reader, uses: Sequence[s.WindowUse], origin: int) -> Reason:
    names = list(dict.fromkeys(use.window for use in uses))
    window, windows = match.inquiry().window, match.population.windows
    if not names:
        message = sentence("its play has no `in`, so it is played only while no window is open")
        if window is not None and not _plays_outside_windows(match):
            message = sentence(
                "its play has no `in`, and cards are played in windows only: it can never be played"
            )
        return Reason("window", message, origin)
    if window in names:
        message = sentence("`{window}` is open, but does not fit", window=_name(windows[window]))
        return Reason("window", message, origin)
    where, *others = (sentence("`{name}`", name=_name(windows[name])) for name in names)
    for another in others:
        where = sentence("{first} or {second}", first=where, second=another)
    return Reason("window", sentence("it is offered only in {windows}", windows=where), origin)


def _plays_outside_windows(match: Reader) -> bool:
    """Return whether something plays cards that is not offered in windows only."""
    program = match.population.program
    in_windows = {name for window in program.windows for name in window.offers}
    offered = {name for offer in find(program, s.Offer) for name in offer.actions}
    inside = [
        action
        for action in program.actions
        if action.windows or (action.name in in_windows and action.name not in offered)
    ]
    performs = {id(perform) for perform in find(program, s.Perform)}
    return bool(
        performs - {id(perform) for action in inside for perform in find(action, s.Perform)}
    )


def _of_choices(
    match: Reader,
    declaration: d.Action | d.Play,
    player: Player,
    card: Card | None,
    env: Env,
    choosing: Sequence[Value],
) -> tuple[Reason, ...]:
    """Return the reasons in the choices or clauses of the first way that has these choices."""
    inquiry = match.inquiry()
    for way in islice(inquiry.ways(declaration, player, env, card), _MOST):
        if inquiry.chooses(way, choosing):
            return tuple(_failing(match, way))
    reason = next(_of_sets(match, declaration, 0, dict(env), choosing), None)
    return (reason or Reason("from", sentence("there is nothing to choose"), declaration.origin),)


def _failing(match: Reader, way: LegalMove) -> Iterator[Reason]:
    """Yield the clauses that a way fails."""
    inquiry = match.inquiry()
    for clause in inquiry.failing(way):
        line = _line(match, clause.origin)
        match clause:
            case s.OnlyIf():
                kind, message = "only if", sentence("`{line}` does not hold", line=line)
            case s.HasRoom():
                zone = Name(clause.target.name)
                kind, message = "room", sentence("there is no room in `{zone}`", zone=zone)
            case s.Limit():
                kind, message = "limit", sentence("`{line}` is used up", line=line)
            case s.Pays():
                text = "`{line}` cannot be paid together with the other costs"
                kind, message = "cost", sentence(text, line=line)
                if not inquiry.can_pay((clause,), way.locals):
                    message = sentence("`{line}` cannot be paid", line=line)
            case _:
                assert_never(clause)
        yield Reason(kind, message, clause.origin)


def _of_sets(
    match: Reader, declaration: d.Action | d.Play, place: int, env: Env, choosing: Sequence[Value]
) -> Iterator[Reason]:
    """Yield the first choice whose set does not hold what is wanted."""
    if place == len(declaration.choices):
        return
    choice = declaration.choices[place]
    wanted = choosing[place] if place < len(choosing) else None
    reason = why_not_among(match, declaration, choice, env, wanted)
    if reason is not None:
        yield reason
        return
    for member in islice(match.inquiry().pool(choice, env), 50):
        if is_single(choice) and (wanted is None or _is(match, member, wanted)):
            yield from _of_sets(
                match, declaration, place + 1, {**env, choice.slot: member}, choosing
            )
            return


def why_not_among(
    match: Reader,
    declaration: d.Procedure | d.Action | d.Play,
    choice: s.Choice,
    env: Env,
    wanted: Value,
) -> Reason | None:
    """Return why something can't be chosen for a declaration's choice; `None`: it can."""
    bare = evolve(choice, member=None, where=None, in_order=False, so_that=None)
    inquiry = match.inquiry()
    pool, allowed = inquiry.pool(bare, env), inquiry.pool(choice, env)
    if not pool:
        return Reason("from", sentence("there is nothing to choose from"), choice.origin)
    values = [] if wanted is None else list(members(wanted))
    for value in values:
        thing = Name(shown(value))
        copies = [member for member in pool if _is(match, member, value)]  # copies, of a definition
        if not copies:
            message = sentence("`{thing}` is not among those to choose from", thing=thing)
            return Reason("from", message, choice.origin)
        if not any(_is(match, member, value) for member in allowed):
            message = sentence("`{thing}` cannot be chosen", thing=thing)
            if since := _fails_of(match, declaration, choice, env, copies[0]):
                message = sentence("`{thing}` cannot be chosen: {since}", thing=thing, since=since)
            return Reason("where", message, choice.origin)
    if not allowed:
        message = sentence("nothing there can be chosen")
        if len(pool) == 1 and (since := _fails_of(match, declaration, choice, env, pool[0])):
            message = sentence("nothing there can be chosen: {since}", since=since)
        return Reason("where", message, choice.origin)
    if is_single(choice):
        return None
    chosen = _named(match, allowed, values)
    if wanted is not None and (count := _miscounted(match, choice, env, allowed, values, chosen)):
        return Reason("from", count, choice.origin)
    if choice.so_that is not None and (not values or not inquiry.allows(choice, chosen, env)):
        return Reason("so that", sentence("these cannot be chosen together"), choice.origin)
    return None


def _fails_of(
    match: Reader,
    declaration: d.Procedure | d.Action | d.Play,
    choice: s.Choice,
    env: Env,
    candidate: Value,
) -> Sentence | None:
    """Return the parts of a choice's `where` that a candidate fails."""
    bound = {} if choice.member is None else {choice.member: candidate}
    env = {**env, **bound}
    part = failing_part(match, choice.where, env)
    if isinstance(part, e.Playable) and part.of == "card":
        return _not_playable(
            match, match.evaluate(part.card, env), match.evaluate(part.player, env)
        )
    return what_fails(match, part, env, declaration.locals)


def _not_playable(match: Reader, card: Value, player: Value) -> Sentence | None:
    """Return why a card may not be played, whatever action plays it."""
    if not isinstance(card, Card) or not isinstance(player, Player):
        return None
    message: Sentence | None = None
    for another in dict.fromkeys(reason.sentence for reason in why_not(match, player, card)):
        text = "{first}; {second}"
        message = another if message is None else sentence(text, first=message, second=another)
    return message


def _named(match: Reader, allowed: Sequence[Value], values: Sequence[Value]) -> tuple[Value, ...]:
    """Return an allowed value for each requested one."""
    remaining, chosen = list(allowed), []
    for value in values:
        member = next((member for member in remaining if _is(match, member, value)), None)
        if member is not None:
            remaining.remove(member)
            chosen.append(member)
    return tuple(chosen)


def _miscounted(
    match: Reader,
    choice: s.Choice,
    env: Env,
    allowed: Sequence[Value],
    values: Sequence[Value],
    chosen: Sequence[Value],
) -> Sentence | None:
    """Return the reason when more copies are asked for than there are, or too few or too many."""
    if len(chosen) < len(values):
        return sentence("there are too few to choose from")
    low, high = match.inquiry().sizes(choice, len(allowed), env)
    if low <= len(values) <= high:
        return None
    takes = str(low) if low == high else f"{low}–{high}"
    return sentence("the number to choose is {takes}, not {got}", takes=takes, got=str(len(values)))


def _is(match: Reader, value: Value, wanted: Value) -> bool:
    """Return whether a value is what was named: itself, or by its word."""
    if isinstance(wanted, str):
        return match.word_for(value) == wanted
    return match.same(value, wanted)


def _line(match: Reader, origin: int) -> str:
    origins = match.population.program.origins
    excerpt = origins[origin].excerpt if 0 <= origin < len(origins) else "a clause"
    return " ".join(excerpt.split())


# ---------------------------------------------------------------- by name


@frozen
class Whether:
    """Whether a player may do something now: yes if and only if `reasons` is empty."""

    what: Sentence
    reasons: tuple[Reason, ...]


def whether(
    match: Reader,
    decision: Decision | None,
    player: Player,
    name: str,
    choosing: Sequence[Value] = (),
) -> Iterator[Whether]:
    """
    Yield the reasons why a player may not take an action or play a card now, with `choosing` as its
    choices.

    Where offered actions are about cards, yields one answer for each such action.
    """
    title, asked = match.population.title(name), sentence("`{name}`", name=Name(name))
    offered = {choice.action for choice in decision.choices} if decision else set()
    actions = [a for a in match.population.actions.values() if a.name in offered and a.choices]
    actions = [a for a in actions if any(find(a.locals[a.choices[0].slot].type, t.Card))]
    if title is None or not actions:
        yield Whether(asked, why_not(match, player, title or name, choosing))
        return
    cards = match.inquiry().cards_of(player, title)
    for action in actions:
        where = player, action.name, (*cards[:1], *choosing)
        played = sentence("`{action}` with `{card}`", action=Name(action.name), card=Name(name))
        yield Whether(played, why_not(match, *where) if cards else (NO_CARD,))


def because(match: Reader, decision: Decision, name: str) -> str:
    """
    Return the reasons that forbid the named action or card, as far as who is asked may know them;
    empty if the name starts with neither.
    """
    title = match.population.title(name.partition(" [")[0])
    first = name.split()[0] if title is None else title.name
    if first not in match.population.actions and title is None:
        return ""
    reasons = []
    with suppress(Fault), match.inquiry().seen_by(decision.asked):
        answers = whether(match, decision, decision.asked, first)
        reasons = [reason.text for answer in answers for reason in answer.reasons]
    return "; ".join(dict.fromkeys(reasons))
