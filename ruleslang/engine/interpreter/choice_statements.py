"""
Statements by which players choose, and those by which the rules pick: `chooses`, `may choose`, `one
of`, `pick`, `rank`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial

from attrs import define, field

from ruleslang.engine.interpreter.asking import DECLINED, EMPTY, Here, ask, choose
from ruleslang.engine.interpreter.candidates import candidates, one_of_each, pool, sizes
from ruleslang.engine.interpreter.choose_and_do_moves import (
    All,
    Uses,
    choose_and_do,
    do_action,
    legal,
    play_card,
)
from ruleslang.engine.interpreter.control_flow import imagined, run_imagined
from ruleslang.engine.interpreter.evaluate import evaluate, holds, player, run_block, standard
from ruleslang.engine.interpreter.legality import action_uses, due, pay, payable
from ruleslang.engine.interpreter.machine import (
    STOP,
    Answering,
    Frame,
    Gone,
    Machine,
    Work,
    runs_in_parts,
)
from ruleslang.engine.interpreter.sets import groups
from ruleslang.engine.match.decision import DECLINE, LegalMove, is_single
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Chosen
from ruleslang.engine.match.naming import (
    Naming,
    Question,
    about,
    branch_options,
    menu_question,
    value_options,
)
from ruleslang.engine.match.runtime_values import (
    Env,
    ListValue,
    Player,
    Value,
    either,
    in_words,
    place_in_order,
)
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.passes.recursive_values import in_one_zone


@runs_in_parts(s.Choose)
def chooses(m: Machine, x: s.Choose, frame: Frame) -> Work:
    """Ask a player to choose; without candidates the procedure stops here."""
    who = player(m, x.player, frame.env, x.origin)
    if who not in m.state.players:
        return Gone(who)
    chosen = yield from choose(m, x.choice, about(x.choice, who, "choose", x.origin), frame.env)
    if chosen is EMPTY:
        return STOP
    frame.env[x.choice.slot] = chosen
    m.witnessed(Chosen(who, x.choice, chosen))
    return None


@runs_in_parts(s.MayChoose)
def may_choose(m: Machine, x: s.MayChoose, frame: Frame) -> Work:
    """Ask a player, who may decline; if they do, or have no candidates, run the other block."""
    who = player(m, x.player, frame.env, x.origin)
    if who not in m.state.players:
        return Gone(who)
    question = about(x.choice, who, "may", x.origin)
    chosen = yield from choose(m, x.choice, question, frame.env, may_decline=True)
    if chosen is EMPTY or chosen is DECLINED:
        return (yield from run_block(m, x.otherwise, frame))
    frame.env[x.choice.slot] = chosen
    m.witnessed(Chosen(who, x.choice, chosen))
    return (yield from run_block(m, x.then, frame))


@runs_in_parts(s.Menu)
def menu(m: Machine, x: s.Menu, frame: Frame) -> Work:
    """Ask a player for one of several branches; if none is open the procedure stops here."""
    who = player(m, x.player, frame.env, x.origin)
    if who not in m.state.players:
        return Gone(who)
    open_ones = m.offered(
        who, lambda: [branch for branch in x.branches if _is_open(m, branch, frame.env)]
    )
    if not open_ones:
        return STOP
    taken = yield from ask(m, menu_question(x, who, m.tables.program), branch_options(open_ones))
    branch: s.Branch = taken.what
    holds(m, branch.condition, frame.env)  # the names that its condition gives
    m.reached(branch)
    m.witnessed(Chosen(who, branch))
    if branch.pays is not None:
        yield from pay(m, due(m, (branch.pays,), frame.env), who)
        if m.state.version != m.tested and m.watches and not m.quiet and m.meanings.is_due(m):
            yield from m.meanings.settle(m)
    return (yield from run_block(m, branch.block, frame))


def _is_open(m: Machine, branch: s.Branch, env: Env) -> bool:
    """Return whether a branch's condition holds, and its cost can be paid."""
    if not holds(m, branch.condition, env):
        return False
    return branch.pays is None or payable(m, due(m, (branch.pays,), env))


# ---------------------------------------------------------------- the rules pick


@runs_in_parts(s.Pick)
def pick(m: Machine, x: s.Pick, frame: Frame) -> Work:
    """Let the rules pick: by keys, and ties by chance, by order or by a player."""
    choice, env = x.choice, frame.env
    members = pool(m, choice, env)
    if is_single(choice):
        if not members:
            return STOP
        best = groups(m, x.member, members, x.keys, env)[0]
        env[choice.slot] = yield from _settle(m, x, choice.name, best, env)
        return None
    low, high = sizes(m, choice, len(members), env)
    if low > len(members):
        return STOP
    chosen = yield from _best_n(m, x, members, high, env)
    env[choice.slot] = ListValue(chosen) if choice.in_order else standard(m, chosen, choice.sorting)
    return None


def _best_n(m: Machine, x: s.Pick, members: tuple[Value, ...], number: int, env: Env) -> Answering:
    """Return the best n; ties at the cut-off are broken one at a time."""
    chosen: list[Value] = []
    for group in groups(m, x.member, members, x.keys, env):
        tied = group
        while tied and len(chosen) < number:
            if not x.choice.in_order and len(chosen) + len(tied) <= number:
                chosen.extend(tied)
                break
            taken = yield from _settle(m, x, x.choice.name, tied, env)
            chosen.append(taken)
            tied = tuple(member for member in tied if member is not taken)
    return chosen


def _settle(
    m: Machine, x: s.Pick | s.Rank, name: str, equal: tuple[Value, ...], env: Env
) -> Answering:
    if x.last == "chance":
        return m.pick(name, equal)
    if x.last == "choice" and x.by is not None:
        who = player(m, x.by, env, x.origin)
        question = Question(who, "pick", name, name.replace("_", " "), x.origin)
        different = m.offered(who, lambda: one_of_each(m, equal, who, ()))
        one_zone = isinstance(x, s.Pick) and in_one_zone(m.tables.program, x.choice.source)
        naming = Naming(Here(m), who, one_zone)
        taken = yield from ask(m, question, value_options(naming, name, different))
        return taken.what
    return equal[0]


@runs_in_parts(s.Rank)
def rank(m: Machine, x: s.Rank, frame: Frame) -> Work:
    """Sort a list by keys; ties are broken by chance or a player, or keep their order."""
    env = frame.env
    members = standard(m, evaluate(m, x.subject, env), x.sorting)
    ranked: list[Value] = []
    for group in groups(m, x.variable, members, x.keys, env):
        tied = group
        while tied:
            taken = yield from _settle(m, x, x.name, tied, env)
            ranked.append(taken)
            tied = tuple(member for member in tied if member is not taken)
    env[x.into] = ListValue(ranked)
    return None


@runs_in_parts(s.Together)
def together(m: Machine, x: s.Together, frame: Frame) -> Work:
    """Ask several questions in secret; one not asked leaves none, or the empty set."""
    env = frame.env
    questions = [
        (player(m, q.player, env, q.origin), q) for q in x.questions if holds(m, q.condition, env)
    ]
    for who, question in questions:
        if who not in m.state.players:
            return Gone(who)
        if next(candidates(m, question.choice, dict(env), who), EMPTY) is EMPTY:
            return STOP
    choices: list[Chosen] = []
    answers: Env = {q.into: None if is_single(q.choice) else () for q in x.questions}
    m.quiet += 1
    m.open_secret([who for who, _ in questions], x)
    try:
        for who, question in sorted(questions, key=lambda pair: _seats_away(m, pair[0])):
            q = about(question.choice, who, "together", question.origin)
            answer = yield from choose(m, question.choice, q, dict(env))
            answers[question.into] = answer
            choices.append(Chosen(who, question.choice, answer))
    finally:
        m.close_secret()
        m.quiet -= 1
    env.update(answers)
    for choice in choices:
        m.witnessed(choice)
    return None


def _seats_away(m: Machine, who: Player) -> int:
    return (who.order - m.state.active.order) % len(m.tables.players)


@runs_in_parts(s.TogetherForEach)
def together_for_each(m: Machine, x: s.TogetherForEach, frame: Frame) -> Work:
    """
    Run a block for each player of a set, who sees the others' things as they were.

    `stop`, an empty choice and being out end that player's run only.
    """
    who: tuple[Value, ...] = evaluate(m, x.subject, frame.env)
    m.quiet += 1
    m.open_secret([who for who in who if who in m.state.players], x)
    m.snapshot = m.state.copy()
    try:
        for value in sorted(who, key=lambda who: _seats_away(m, who)):
            if value in m.state.players:
                m.step()
                frame.env[x.variable] = value
                yield from run_block(m, x.block, frame)
    finally:
        m.snapshot = None
        m.close_secret()
        m.quiet -= 1
    if m.watches and not m.quiet and m.state.version != m.tested:
        yield from m.meanings.settle(m)
    return None


@runs_in_parts(s.AtOnce)
def at_once(m: Machine, x: s.AtOnce, frame: Frame) -> Work:
    """Run a block after which, and not in which, `whenever` rules are tested."""
    m.quiet += 1
    try:
        signal = yield from run_block(m, x.block, frame)
    finally:
        m.quiet -= 1
    if m.watches and not m.quiet and m.state.version != m.tested:
        frame.at = x
        yield from m.meanings.settle(m)
    return signal


def most_often(m: Machine, who: Player, x: s.Offer, env: Env, *, first: bool) -> Uses:
    """Return the ways after which it can be done most often, by action; `first`: none is done."""
    search = _Search(m, who, x)
    ways = search.ways()
    often = [search.often(way) for way in ways]
    best = max(often, default=0)
    kept = [way for way, times in zip(ways, often, strict=True) if times == best]
    if best == 1 and first and x.once is not None:
        kept = _once_only(m, x.once, kept, env)
    groups: Uses = {}
    for way in kept:
        groups.setdefault(way.what.name, All()).append(way)
    return groups


def _once_only(m: Machine, once: s.OnceOnly, ways: list[LegalMove], env: Env) -> list[LegalMove]:
    """Return the ways that are best by the keys; a key that is none for all is skipped."""
    for key in once.keys:
        rated = []
        for way in ways:
            chosen = {choice.name: way.locals[choice.slot] for choice in way.what.choices}
            names = {slot: chosen[n] for n, slot in zip(once.choices, once.slots, strict=True)}
            value = evaluate(m, key.value, {**env, **names})
            if value is not None:
                rated.append((place_in_order(value, key.order), way))
        if rated:
            rates = [rate for rate, _ in rated]
            best = max(rates) if key.word == "highest" else min(rates)
            ways = [way for rate, way in rated if rate == best]
    return ways


@define(eq=False)
class _Search:
    """Computes how often actions can be done from a position, memoised by what distinguishes it."""

    m: Machine
    who: Player
    offer: s.Offer
    known: dict[Hashable, int] = field(factory=dict)
    path: list[Hashable] = field(factory=list)

    def ways(self) -> list[LegalMove]:
        actions = [self.m.tables.actions[name] for name in self.offer.actions]
        return [way for action in actions for way in action_uses(self.m, action, self.who)]

    def often(self, way: LegalMove) -> int:
        """Return how often in total, if this way is done first."""
        m, origin = self.m, self.offer.origin
        m.step()
        question = Question(self.who, "offer", way.what.name, "", origin)
        with imagined(m):
            run_imagined(m, do_action(m, way, question), origin)
            return 1 + (0 if m.winners else self._from_here())

    def _from_here(self) -> int:
        here = position(self.m)
        if here not in self.known:
            if here in self.path or len(self.path) >= limits.OFTEN:
                problem = "done as often as possible, it would never end"
                raise Fault("endless", problem, self.offer.origin)
            self.path.append(here)
            self.known[here] = max(map(self.often, self.ways()), default=0)
            self.path.pop()
        return self.known[here]


def position(m: Machine) -> Hashable:
    """Return the facts that distinguish positions derived from the same one."""
    state = m.state
    stored: list[Iterable[object]] = [at.items() for at in state.states.values()]
    stored += [at.items() for at in state.dice.values()]
    stored += [state.zones.items(), state.spaces.items(), state.limits.items()]
    stored += [state.marks.items(), state.facts.items(), state.shown.items(), state.faces.items()]
    counting = [
        (card, counts_as.title, counts_as.place) for card, counts_as in state.counting_as.items()
    ]
    parts = (state.active, state.players, frozenset(counting), state.lasting)
    return (*parts, *(frozenset(entries) for entries in stored))


@runs_in_parts(s.Offer)
def offer(m: Machine, x: s.Offer, frame: Frame) -> Work:
    """
    Offer actions. `must`: one action, or else `if impossible`; without either it is an empty
    choice. `may`: one or none. `any`: repeatedly until the player stops or nothing is legal.
    `most`: repeatedly, only ways after which it can be done most often.
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
    """Return whether one was done; `None` if there are no legal ways, so that nobody was asked."""
    groups = m.offered(who, ways or (lambda: legal(m, who, actions)), int(bool(decline)))
    if not groups:
        return None
    name = " or ".join(actions)
    prompt = either([in_words(m.tables.actions[action]) for action in actions], m.tables.program)
    question = Question(who, "offer", name, prompt, origin)
    return (yield from choose_and_do(m, question, groups, decline))


@runs_in_parts(s.Perform)
def perform(m: Machine, x: s.Perform, frame: Frame) -> Work:
    card = evaluate(m, x.card, frame.env)
    played_as = None if x.played_as is None else evaluate(m, x.played_as, frame.env)
    if card is None:
        raise Fault("none-in-arithmetic", "there is no card to play", x.origin)
    who = player(m, x.by, frame.env, x.origin)
    yield from play_card(m, card, played_as, who, x.origin)
    return None
