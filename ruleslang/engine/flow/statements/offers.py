"""Lowers offers: `must do`, `may do`, `as often as allowed`."""

from __future__ import annotations

from ruleslang.engine.flow import asked_questions as q
from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow import ir_stmts as p
from ruleslang.engine.flow.actions_and_plays import (
    action_routine,
    may_play,
    play_routine,
    ways_to_play,
)
from ruleslang.engine.flow.build_exprs import (
    apply,
    both,
    entry_of,
    known,
    negated,
    pieced_together,
    when,
    with_entry,
)
from ruleslang.engine.flow.cards import title_of
from ruleslang.engine.flow.context import Body, Lowering, body_of, lowers_statement, may_be_none
from ruleslang.engine.flow.effects_in_force import ended_by_start
from ruleslang.engine.flow.legal_moves import (
    WAY,
    WAYS,
    are_too_many,
    most_ways_to_do,
    ways_of,
    with_chosen,
)
from ruleslang.engine.flow.runs_under_way import invoked
from ruleslang.engine.flow.state_layout import TIMES_PLAYED
from ruleslang.engine.flow.statements.asking import gone_if_out, who_is_asked
from ruleslang.engine.flow.statements.choices_one_by_one import choices_one_by_one
from ruleslang.engine.flow.statements.set_choices import (
    AT_ONCE,
    COUNT,
    NOBODY,
    point_at,
    put_in_order,
    shown_of,
)
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.engine.flow.whenever import late
from ruleslang.engine.match.decision import DECLINE
from ruleslang.program import declarations as d
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import ActionRun, CardPlay
from ruleslang.program.typing.lattice import plain

NUMBERS = t.ListOf(COUNT, 1000)
FOUND = t.ListOf(WAYS, 2)  # how often, and the ways


@lowers_statement(s.Offer)
def offer(x: s.Offer, b: Body) -> list[p.Stmt]:
    """
    Offer actions and plays. `must`: one, or `if impossible`; without either an empty choice. `may`:
    one or none. `any`: again and again until the player stops or nothing is legal.
    """
    who, stmts = who_is_asked(b, x.player, x.origin, checks_out=False)
    actions = tuple(b.lowering.population.actions[name] for name in x.actions)
    word = DECLINE if x.mode in ("may", "any") else ""
    offered = q.Offered(actions, x, word, x.origin)
    taken = b.fresh("taken", t.Optional(WAY))
    if x.mode == "most":
        return [*stmts, *offer_most(x, b, offered, who, taken)]
    ask = [*gone_if_out(b, who), *point_at(b, x), *choose_way(b, offered, who, taken)]
    doing = do_one(b, offered, who, taken)
    nothing = apply("is none", taken)
    if x.mode == "any":
        label = b.lowering.fresh("offers")
        body = (*ask, p.If(nothing, (p.Leave(label),)), *doing)
        return [*stmts, p.Loop(label, body)]
    if x.mode == "may":
        return [*stmts, *ask, p.If(nothing, (), tuple(doing))]
    lacking = (p.Return(),) if x.impossible is None else b.stmts(x.impossible)
    return [*stmts, *ask, p.If(nothing, lacking, tuple(doing))]


def offer_most(
    x: s.Offer, b: Body, of: q.Offered, who: v.Variable, taken: v.Variable
) -> list[p.Stmt]:
    """Offer again and again, only ways after which the actions can be done most often in total."""
    first, label = b.fresh("first", t.Truth()), b.lowering.fresh("offers")
    result, options = b.fresh("found", FOUND), b.fresh("best", WAYS)
    searched = v.MostOften(*_searched(b, of), who, x.origin, FOUND)
    is_only_one = apply("same", v.Apply("first", (result,), COUNT), v.Constant(1, COUNT))
    narrowed: list[p.Stmt] = []
    if x.once is not None:
        narrowed = [p.If(both(is_only_one, first), tuple(_once_only(b, x.once, of, options)))]
    lacking = (p.Return(),) if x.impossible is None else (*b.stmts(x.impossible), p.Leave(label))
    over = (p.If(first, lacking), p.Leave(label))
    body = (
        *gone_if_out(b, who),
        *point_at(b, x),
        p.Set(result, searched),
        p.Set(options, v.Apply("last", (result,), WAYS)),
        *narrowed,
        *choose_way(b, of, who, taken, options),
        p.If(apply("is none", taken), over),
        *do_one(b, of, who, taken),
        p.Set(first, v.NO),
    )
    return [p.Set(first, v.YES), p.Loop(label, body)]


def _searched(b: Body, of: q.Offered) -> tuple[str, str]:
    """Return the function for all ways to do some actions, and the routine that does one."""
    who, way = b.fresh("who", t.Player()), b.fresh("way", t.Optional(WAY))
    ways, doing = b.lowering.fresh("ways"), b.lowering.fresh("do_way")
    stmts = (p.Return(_all_ways(b, of, who, every=True)),)
    b.lowering.routines[ways] = Routine(ways, (who,), stmts, is_pure=True, origin=of.origin)
    done = (*do_one(b, of, who, way), p.Return())
    b.lowering.routines[doing] = Routine(doing, (who, way), done, origin=of.origin)
    return ways, doing


def _once_only(b: Body, once: s.OnceOnly, of: q.Offered, options: v.Variable) -> list[p.Stmt]:
    """Return the best ways by the keys; a key that is none for all ways is skipped."""
    stmts: list[p.Stmt] = []
    for key in once.keys:
        way, value = b.fresh("way", WAY), b.expr(key.value)
        for name, slot in zip(once.choices, once.slots, strict=True):
            value = b.bound(b.variable(slot), _chosen(b, of, name, way), value)
        rate = invoked(b, "rate", value)
        best = b.fresh("rate", t.Optional(plain(value.type)))
        rated = v.Through(key.word, way, options, None, rate, best.type)
        fits = v.Through("members", way, options, apply("same", rate, best), None, WAYS)
        is_rated = negated(apply("is none", best))
        stmts += [p.Set(best, rated), p.If(is_rated, (p.Set(options, fits),))]
    return stmts


def _chosen(b: Body, of: q.Offered, name: str, way: v.Variable) -> v.Expr:
    """Return the value of the named choice in a way, whichever its action."""
    value: v.Expr = v.NONE
    number = v.Apply("first", (way,), COUNT)
    for place, action in enumerate(of.what):
        at = next(at for at, choice in enumerate(action.choices) if choice.name == name)
        type = action.locals[action.choices[at].slot].type
        here = entry_of(way, at + 2, type)
        is_it = apply("same", number, v.Constant(place, COUNT))
        value = here if value == v.NONE else when(is_it, here, value, type)
    return value


def choose_way(
    b: Body, of: q.Offered, who: v.Variable, taken: v.Variable, best: v.Variable | None = None
) -> list[p.Stmt]:
    """
    Return one of the legal ways, or of the best ones: its number among the actions, then its
    choices; none if there is none, or the player declines.
    """
    options = b.fresh("options", WAYS)
    question = b.lowering.number_of_question(q.WaysQuestion(of))
    together = _all_ways(b, of, who) if best is None else best
    ask: tuple[p.Stmt, ...] = (
        p.Ask(question, who, _tailed(options, of.word), taken, shown_of(of)),
    )
    if _most_ways(b, of) > limits.OFFERED_AT_ONCE:
        too_many = apply(">", apply("number of", options, type=COUNT), AT_ONCE)
        in_stages = _in_stages(b, of, who, options, taken, is_any=best is None)
        ask = (p.If(too_many, tuple(in_stages), ask),)
    return [
        p.Set(taken, v.NONE),
        p.Set(options, together),
        p.If(apply("is empty", options), (), ask),
    ]


def _most_ways(b: Body, of: q.Offered) -> int:
    """Return an upper bound on the ways in one question; a card has only its own plays."""
    if of.card is None:
        return sum(most_ways_to_do(b, action) for action in of.what)
    if b.lowering.most_ways_to_play < 0:
        ways = {play.name: most_ways_to_do(b, play) for play in of.what}
        titles = {title.definition.plays for title in b.lowering.population.titles.values()}
        most = max((sum(ways[name] for name in names) for names in titles), default=0)
        b.lowering.most_ways_to_play = most
    return b.lowering.most_ways_to_play


def _all_ways(b: Body, of: q.Offered, who: v.Variable, *, every: bool = False) -> v.Expr:
    """Return the legal ways of all actions, numbered; the first of too many, unless `every`."""
    if of.card is not None:
        return v.Invoke(ways_to_play(b.lowering), (of.card, who), WAYS)
    by_action = [
        _numbered(b, place, action, who, every=every) for place, action in enumerate(of.what)
    ]
    return pieced_together(by_action, WAYS)


def _tailed(options: v.Expr, word: str) -> v.Expr:
    """Return the options, with none added for declining where possible."""
    return with_entry(options, v.NONE) if word else options


def _numbered(
    b: Body, place: int, action: d.Action | d.Play, who: v.Variable, *, every: bool
) -> v.Expr:
    assert isinstance(action, d.Action)
    ways = ways_of(b.lowering, action, few=not every and are_too_many(b, action))
    return v.Invoke(ways, (v.Constant(place, COUNT), who), WAYS)


def _in_stages(
    b: Body, of: q.Offered, who: v.Variable, options: v.Variable, taken: v.Variable, *, is_any: bool
) -> list[p.Stmt]:
    """
    Return more than 200 ways: first which action, then its ways if they are few enough. With
    `is_any`, the options of an action with too many are only the first ones.
    """
    which, way = b.fresh("which", t.Optional(COUNT)), b.fresh("way", WAY)
    number = v.Apply("first", (way,), COUNT)
    numbers = apply(
        "distinct", v.Through("members", way, options, None, number, NUMBERS), type=NUMBERS
    )
    of_it = v.Through("members", way, options, apply("same", number, which), None, WAYS)
    number_of_which = b.lowering.number_of_question(q.WhichQuestion(of))
    stmts: list[p.Stmt] = [
        p.Ask(number_of_which, who, _tailed(numbers, of.word), which, shown_of(of))
    ]
    by_action = [
        _ways_of_one(b, of, place, who, options, taken, is_any=is_any)
        for place in range(len(of.what))
    ]
    by_number = _by_number(v.Variable(which.name, COUNT), by_action, 0)
    stmts.append(p.If(apply("is none", which), (), (p.Set(options, of_it), *by_number)))
    return stmts


def _ways_of_one(
    b: Body,
    of: q.Offered,
    place: int,
    who: v.Variable,
    options: v.Variable,
    taken: v.Variable,
    *,
    is_any: bool,
) -> p.Stmts:
    """Return the ways of one action, in one question if they are few enough."""
    question = b.lowering.number_of_question(q.WaysQuestion(of, place))
    ask = p.Ask(question, who, options, taken, shown_of(of))
    if most_ways_to_do(b, of.what[place]) <= limits.OFFERED_AT_ONCE:
        return (ask,)
    many = apply(">", apply("number of", options, type=COUNT), AT_ONCE)
    if is_any and are_too_many(b, of.what[place]):
        return (p.If(many, tuple(choices_one_by_one(b, of, place, who, taken)), (ask,)),)
    return (p.If(many, tuple(_one_by_one(b, of, of.what[place], who, options, taken)), (ask,)),)


def _one_by_one(
    b: Body,
    of: q.Offered,
    declared: d.Action | d.Play,
    who: v.Variable,
    options: v.Variable,
    taken: v.Variable,
) -> list[p.Stmt]:
    """Return the choices of one action in order, each offering only what can be completed."""
    way, stmts = b.fresh("way", WAY), list[p.Stmt]()
    cards: v.Expr = NOBODY
    if of.card is not None and isinstance(declared, d.Play):
        cards = apply("tuple", of.card, type=t.ListOf(t.Card(), 16))
    for at, choice in enumerate(declared.choices):
        type = declared.locals[choice.slot].type
        value = b.fresh("value", type)
        entry = entry_of(way, at + 2, type)
        fitting = v.Through("members", way, options, None, entry, t.ListOf(type, 1000))
        values = apply("distinct", fitting, type=fitting.type)
        if choice.high is not None:
            stmts += _member_by_member(b, of, declared, choice, who, values, value, cards)
        else:
            question = b.lowering.number_of_question(
                q.ChoiceQuestion("choose", choice, type, of.origin, of, declared)
            )
            stmts.append(p.Ask(question, who, values, value, (*shown_of(of), cards)))
        cards = with_chosen(b, cards, value)
        remaining = v.Through("members", way, options, apply("same", entry, value), None, WAYS)
        stmts.append(p.Set(options, remaining))
    return [*stmts, p.Set(taken, v.Apply("first", (options,), WAY))]


def _member_by_member(
    b: Body,
    of: q.Offered,
    declared: d.Action | d.Play,
    choice: s.Choice,
    who: v.Variable,
    values: v.Expr,
    into: v.Variable,
    cards: v.Expr,
) -> list[p.Stmt]:
    """Return a set, member by member, offering only what can be completed."""
    sets, fitting_set = b.fresh("sets", values.type), v.Variable(b.lowering.fresh("one"), NUMBERS)
    chosen, taken = b.fresh("chosen", NUMBERS), b.fresh("member", COUNT)
    options, label = b.fresh("options", NUMBERS), b.lowering.fresh("members")
    question = b.lowering.number_of_question(
        q.MemberQuestion(choice, into.type, of.origin, of, declared, by_place=False)
    )
    number = apply("number of", chosen, type=COUNT)
    place = apply("+", number, v.Constant(1, COUNT), type=COUNT)
    member = v.Apply("entry", (fitting_set, place), COUNT)
    is_longer = apply("<", number, apply("number of", fitting_set, type=COUNT))
    next_ones = apply(
        "sorted", v.Through("members", fitting_set, sets, is_longer, member, NUMBERS), type=NUMBERS
    )
    done = when(
        apply("is in", chosen, sets), v.Constant((-1,), NUMBERS), v.Constant((), NUMBERS), NUMBERS
    )
    leads = apply("same", member, taken)
    further = v.Through("members", fitting_set, sets, both(is_longer, leads), None, sets.type)
    result = p.Set(into, v.Variable(chosen.name, into.type))
    body = (
        p.Set(options, next_ones),
        p.If(apply("is empty", options), (result, p.Leave(label))),
        p.Set(options, apply("joined", options, done, type=NUMBERS)),
        p.Ask(question, who, options, taken, (*shown_of(of), cards, chosen)),
        p.If(apply("<", taken, v.Constant(0, COUNT)), (result, p.Leave(label))),
        p.Set(sets, further),
        p.Set(chosen, with_entry(chosen, taken)),
    )
    return [p.Set(sets, values), p.Set(chosen, v.Constant((), NUMBERS)), p.Loop(label, body)]


def do_one(b: Body, of: q.Offered, who: v.Variable, taken: v.Variable) -> list[p.Stmt]:
    """Do the chosen action or play, with its choices."""
    number = v.Apply("first", (v.Variable(taken.name, WAY),), COUNT)
    calls = [_do_chosen(b, of, action, who, taken) for action in of.what]
    return list(_by_number(number, calls, 0))


def _by_number(number: v.Expr, calls: list[p.Stmts], low: int) -> p.Stmts:
    """Return the call for a number, by binary search, which limits the nesting."""
    if len(calls) < 2:
        return calls[0] if calls else ()
    half = len(calls) // 2
    first = _by_number(number, calls[:half], low)
    second = _by_number(number, calls[half:], low + half)
    return (p.If(apply("<", number, v.Constant(low + half, COUNT)), first, second),)


def _do_chosen(
    b: Body, of: q.Offered, declared: d.Action | d.Play, who: v.Variable, taken: v.Variable
) -> p.Stmts:
    """Do an action or a play with the choices that were made."""
    arguments: tuple[v.Expr, ...] = tuple(
        entry_of(taken, at, type) for at, type in enumerate(q.types_of(declared), start=2)
    )
    ask, arguments = _in_order(b, of, declared, who, arguments)
    if isinstance(declared, d.Action):
        return (*ask, p.Call(action_routine(b.lowering, declared), (who, *arguments)))
    assert of.card is not None
    return (*ask, p.Call(play_routine(b.lowering, declared), (of.card, who, *arguments)))


def _in_order(
    b: Body,
    of: q.Offered,
    declared: d.Action | d.Play,
    who: v.Variable,
    choices: tuple[v.Expr, ...],
) -> tuple[p.Stmts, tuple[v.Expr, ...]]:
    """Return the orders asked before anything is paid; and the choices, as arguments."""
    lists = [at for at, choice in enumerate(declared.choices) if choice.in_order]
    if not lists:
        return (), choices
    starts: p.Stmts = ()
    if isinstance(declared, d.Action):  # a play was asked for together with its ways
        starts = ended_by_start(b.lowering, ActionRun(declared.name), ())
    stmts: list[p.Stmt] = [*starts, *late(b.lowering, starts)]
    arguments, unordered = list(choices), [choices[at] for at in lists]
    for at in lists:
        ordered = b.fresh("in_order", choices[at].type)
        stmts += [
            p.Set(ordered, choices[at]),
            *put_in_order(b, declared.choices[at], who, ordered, of.origin, of),
        ]
        arguments[at] = ordered
    return tuple(stmts), (*arguments, *unordered)


@lowers_statement(s.Perform)
def perform(x: s.Perform, b: Body) -> list[p.Stmt]:
    """Play a card; nothing happens if it is not playable."""
    card, counts = b.fresh("card", t.Card()), b.fresh("counts", t.Optional(t.Truth()))
    first: list[p.Stmt] = [p.Set(card, known(b.expr(x.card), x.origin))]
    begun: list[p.Stmt] = []
    if x.played_as is not None:
        expr = b.expr(x.played_as)
        played_as = b.fresh("played_as", expr.type)
        first.append(p.Set(played_as, expr))
        counted = p.Do("count as", (), (card, played_as))
        begun = [counted, p.Set(counts, v.YES), *late(b.lowering, [counted])]
        if may_be_none(played_as.type):
            begun = [p.If(negated(apply("is none", played_as)), tuple(begun))]
    who, stmts = who_is_asked(b, x.by, x.origin, checks_out=False)
    plays = b.lowering.population.program.plays
    if not plays:
        return [*first, *stmts]
    routine = b.lowering.run("play a card", lambda: _make_play_of_a_card(b.lowering))
    playing: list[p.Stmt] = [
        *_starts(b, card, who),
        *point_at(b, x),
        p.Call(routine, (card, who, v.Constant(x.origin, COUNT))),
    ]
    return [*first, *stmts, *begun, *playing, *(_counting_over(b, counts) if begun else ())]


def _make_play_of_a_card(lowering: Lowering) -> None:
    """Ask for a way to play a card and play it; one for all, so that a `perform` is short."""
    b = body_of(lowering, "play a card", ())
    card, who, site = b.fresh("card", t.Card()), b.fresh("who", t.Player()), b.fresh("site", COUNT)
    taken = b.fresh("taken", t.Optional(WAY))
    of = q.Offered(lowering.population.program.plays, None, "", -1, card, site)
    played = (_one_more_time(b, card), *do_one(b, of, who, taken))
    stmts = (*choose_way(b, of, who, taken), p.If(apply("is none", taken), (), played))
    lowering.routines["play a card"] = Routine("play a card", (card, who, site), stmts)


def _one_more_time(b: Body, card: v.Variable) -> p.Stmt:
    """Count a play of the card's definition."""
    at = (title_of(b, card),)
    more = apply("+", v.Cell(TIMES_PLAYED, at, COUNT), v.Constant(1, COUNT), type=COUNT)
    return p.Write(TIMES_PLAYED, at, more)


def _starts(b: Body, card: v.Variable, who: v.Variable) -> list[p.Stmt]:
    """End the effects that last until a card is played, if it can be."""
    ends = ended_by_start(b.lowering, CardPlay(), (card,))
    if not ends:
        return []
    some = may_play(b.lowering, card, who)
    return [p.If(some, ends)]


def _counting_over(b: Body, counts: v.Variable) -> list[p.Stmt]:
    """End what a card counts as when its play is left, in whatever way."""
    ends = p.Do("end counting", (), ())
    over = p.If(
        negated(apply("is none", counts)), (ends, p.Set(counts, v.NONE), *late(b.lowering, [ends]))
    )
    b.left.append(over)
    return [over]
