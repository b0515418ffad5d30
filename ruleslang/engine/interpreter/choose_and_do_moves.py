"""
Asks players for legal moves and does them: actions that are offered, cards that are played,
reactions in windows (docs/reference/choices.md, docs/reference/windows.md).

Up to 200 ways are one decision. More are asked in stages: first the action or play; then its
choices together if they are few enough, else one by one in the written order, each limited to
values that can still be completed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from attrs import evolve

from ruleslang.engine.interpreter.asking import Here, ask, member_by_member, put_in_order
from ruleslang.engine.interpreter.candidates import allows, candidates, complete
from ruleslang.engine.interpreter.effects_in_force import start_spans
from ruleslang.engine.interpreter.evaluate import evaluate, evaluate_all, standard
from ruleslang.engine.interpreter.invoke import invoke, note_what_holds
from ruleslang.engine.interpreter.legality import (
    Accepts,
    accepts,
    action_uses,
    due,
    limit_key,
    pay,
    uses_by_play,
)
from ruleslang.engine.interpreter.machine import (
    Answering,
    Frame,
    Invocation,
    Machine,
    OpenWindow,
    Work,
    runs_in_parts,
)
from ruleslang.engine.interpreter.state import CountsAs
from ruleslang.engine.match.decision import PASS, LegalMove, Option, is_single, nothing, numbered
from ruleslang.engine.match.faults import check
from ruleslang.engine.match.naming import (
    Earlier,
    Naming,
    Question,
    about,
    group_options,
    named_move,
    prompt_for,
    value_options,
    window_question,
    with_label,
)
from ruleslang.engine.match.runtime_values import Card, CardDefinition, Env, Place, Player, Value
from ruleslang.program import declarations as d
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.events import ActionRun, CardPlay
from ruleslang.program.passes.recursive_values import in_one_zone

# By action or play: its legal ways, no more than tell how to ask.
Uses: TypeAlias = dict[str, list[LegalMove]]


def legal(m: Machine, who: Player, actions: tuple[str, ...]) -> Uses:
    """Return the legal ways to do each action that has any."""
    groups = {name: few(action_uses(m, m.tables.actions[name], who)) for name in actions}
    return {name: some for name, some in groups.items() if some}


def few(uses: Iterator[LegalMove]) -> list[LegalMove]:
    """Return as many as one decision offers, plus one to show that there are more."""
    return list(islice(uses, limits.OFFERED_AT_ONCE + 1))


def choose_use(m: Machine, q: Question, groups: Uses, decline: str = "") -> Answering:
    """Return one of these ways, or `None` if the player declines; no group is empty."""
    several = len(groups) > 1
    tail = [nothing(decline)] if decline else []
    if sum(map(len, groups.values())) <= limits.OFFERED_AT_ONCE:
        uses = [(name, use) for name, some in groups.items() for use in some]
        question = q if several else evolve(q, prompt=prompt_for(q, uses[0][1].what))
        taken = yield from ask(m, question, [*use_options(m, uses, several=several), *tail])
        return None if taken.declines else taken.what
    taken = yield from ask(
        m, q, [*group_options({name: some[0].what for name, some in groups.items()}), *tail]
    )
    if taken.declines:
        return None
    some = groups[taken.what]
    if len(some) > limits.OFFERED_AT_ONCE:
        return (yield from _one_by_one(m, q, some))
    named = use_options(m, [(taken.what, use) for use in some], several=False)
    question = evolve(q, name=taken.what, prompt=prompt_for(q, some[0].what))
    chosen = yield from ask(m, question, named)
    return chosen.what


def choose_and_do(m: Machine, q: Question, groups: Uses, decline: str) -> Answering:
    """Return whether the player did one of these ways, and did not decline."""
    use = yield from choose_use(m, q, groups, decline)
    if use is None:
        return False
    yield from do_action(m, use, q)
    return True


def use_options(m: Machine, uses: list[tuple[str, LegalMove]], *, several: bool) -> list[Option]:
    """Return a choice for each move."""
    here = Here(m)
    return numbered([named_move(here, name, use, several=several) for name, use in uses])


def _one_by_one(m: Machine, q: Question, ways: Sequence[LegalMove]) -> Answering:
    """
    Ask for the choices of one move, in the written order.

    If there are more ways than `few` takes, `ways` are all, and no others are legal.
    """
    use = ways[0]
    declared, env = use.what, _without_choices(use)
    passes = accepts(declared, use.player, use.title)
    if isinstance(ways, All):
        passes = _one_of_these(declared, ways)
    earlier: Earlier = () if use.card is None else (("this", use.card),)
    for i, choice in enumerate(declared.choices):
        question = about(choice, q.player, "choose", q.origin)
        if choice.text is not None:
            question = evolve(question, prompt=with_label(q, declared, choice.text.text))
        later = declared.choices[i + 1 :]
        env[choice.slot] = yield from _choose_one(m, choice, question, later, env, passes, earlier)
        earlier = (*earlier, (choice.name, env[choice.slot]))
    accepts(declared, use.player, use.title)(m, env)  # the names that `only if` gives
    return LegalMove(declared, use.player, env, use.card, use.title)


class All(list[LegalMove]):
    """All ways that are offered, if the legal ones were narrowed further."""


def _one_of_these(declared: d.Action | d.Play, ways: All) -> Accepts:
    allowed = {tuple(way.locals[choice.slot] for choice in declared.choices) for way in ways}
    return lambda m, env: tuple(env[choice.slot] for choice in declared.choices) in allowed


def _without_choices(use: LegalMove) -> Env:
    chosen = {choice.slot for choice in use.what.choices}
    return {slot: value for slot, value in use.locals.items() if slot not in chosen}


def _choose_one(
    m: Machine,
    choice: s.Choice,
    q: Question,
    choices: tuple[s.Choice, ...],
    env: Env,
    passes: Accepts,
    earlier: Earlier,
) -> Answering:
    def completes(value: Value) -> bool:
        trial = dict(env)
        trial[choice.slot] = value
        further = (*earlier, (choice.name, value))
        return any(True for _ in complete(m, choices, trial, passes, q.player, further))

    if not is_single(choice):

        def does(chosen: tuple[Value, ...]) -> bool:
            return allows(m, choice, chosen, dict(env)) and completes(chosen)

        return (yield from member_by_member(m, choice, q, env, does=does, earlier=earlier))
    fitting = m.offered(
        q.player,
        lambda: [v for v in candidates(m, choice, dict(env), q.player, earlier) if completes(v)],
    )
    naming = Naming(Here(m), q.player, in_one_zone(m.tables.program, choice.source), earlier)
    taken: Option = yield from ask(m, q, value_options(naming, choice.name, fitting))
    return taken.what


# ---------------------------------------------------------------- doing


def do_use(m: Machine, use: LegalMove, q: Question) -> Answering:
    """Ask for orders, count limits and pay costs (step 1 of the table); then run it."""
    declared, env = use.what, use.locals
    run = run_of_move(use)
    m.witnessed(run)
    for choice in declared.choices:
        if choice.in_order:
            chosen = env[choice.slot]
            env[choice.slot] = yield from put_in_order(m, choice.name, q, chosen)
    for clause in declared.body.clauses:
        if isinstance(clause, s.Limit):
            key = limit_key(clause, use.player, use.title, env)
            m.state.limits[key] = m.state.limits.get(key, 0) + 1
            m.state.change("limits")
    owed = due(m, declared.body.clauses, env)
    if owed.counters or owed.shared or owed.cards:
        yield from pay(m, owed, use.player, _choices_made(use))
    note_what_holds(m, run)
    return (yield from invoke(m, run))


def _choices_made(use: LegalMove) -> Earlier:
    """Return the choices made, by which candidates are compared when payments are asked."""
    played: Earlier = () if use.card is None else (("played", use.card),)
    return (*played, *((choice.name, use.locals[choice.slot]) for choice in use.what.choices))


def run_of_move(use: LegalMove) -> Invocation:
    declared = use.what
    return Invocation(
        ActionRun(declared.name) if isinstance(declared, d.Action) else CardPlay(),
        body=declared.body,
        locals=declared.locals,
        places={choice.name: choice.slot for choice in declared.choices},
        declared=use.locals,
        this=None if isinstance(declared, d.Action) else declared.this,
        by=use.player,
        card=use.card,
        choices=declared.choices,
        declaration=declared,
    )


def do_action(m: Machine, use: LegalMove, q: Question) -> Answering:
    start_spans(m, use.what.name, ())
    return (yield from do_use(m, use, q))


# ---------------------------------------------------------------- playing a card


def play_card(
    m: Machine, card: Card, played_as: CardDefinition | None, player: Player, origin: int
) -> Answering:
    """Play a card, as another definition if one is given; does nothing if not playable."""
    before, start = m.state.counting_as.get(card), m.state.where.get(card)
    if played_as is not None:
        m.state.count_as(card, CountsAs(played_as, None))
    try:
        title = m.state.title_of(card)
        groups = m.offered(player, lambda: few_plays(m, card, player))
        if groups:
            start_spans(m, "play", (card,))
            question = Question(player, "play", title.name, title.text, origin)
            use = yield from choose_use(m, question, groups)
            m.reached(title.definition)
            m.times_played[title.definition.name] += 1
            yield from do_use(m, use, question)
    finally:
        if played_as is not None:
            _settle_counts_as(m, card, played_as, before, start)
    return None


def few_plays(m: Machine, card: Card, player: Player) -> Uses:
    """Return the legal ways to play a card, by its plays."""
    groups = {name: few(uses) for name, uses in uses_by_play(m, card, player)}
    return {name: some for name, some in groups.items() if some}


def _settle_counts_as(
    m: Machine, card: Card, played_as: CardDefinition, before: Value, start: Place | None
) -> None:
    """Let a card count as another after its play only while it is where the play put it."""
    here = m.state.where.get(card)
    if here is not start and here is not None:
        m.state.count_as(card, CountsAs(played_as, here))
    else:
        m.state.count_as(card, before)


@runs_in_parts(s.OpenWindow)
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
    """Return whether a player used the window; without legal moves nobody is asked."""
    groups = m.offered(who, lambda: legal(m, who, declared.offers), 1)
    if not groups:
        return False
    question = window_question(Here(m), declared, who)
    return (yield from choose_and_do(m, question, groups, PASS))
