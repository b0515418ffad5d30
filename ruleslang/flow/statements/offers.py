"""Offers: `must do`, `may do`, `as often as allowed`."""

from __future__ import annotations

from ruleslang.flow.actions import action_routine
from ruleslang.flow.context import Body, body_of
from ruleslang.flow.making import apply
from ruleslang.flow.moves import WAY, WAYS, ways_of
from ruleslang.flow.parts import Offered, WaysQuestion, WhichQuestion
from ruleslang.flow.statements.asking import gone_if_out, who_is_asked
from ruleslang.flow.statements.members import AT_ONCE
from ruleslang.flow.statements.pool import COUNT, most_ways, stand_at
from ruleslang.flow.steps import Ask, Call, If, Leave, Loop, Return, Set, Step
from ruleslang.flow.words import NONE, Apply, Constant, Invoke, Through, Variable, Word
from ruleslang.match.decision import DECLINE
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t

NUMBERS = t.ListOf(COUNT, 1000)


def offer(x: s.Offer, b: Body) -> list[Step]:
    """
    `must`: one action, or what `if impossible` says; nothing legal and nothing said is an empty
    choice. `may`: one or none. `any`: again and again until the player stops or nothing is legal.
    """
    who, steps = who_is_asked(b, x.player, x.origin, checks_out=False)
    actions = tuple(b.whole.everyone.actions[name] for name in x.actions)
    word = "" if x.mode == "must" else DECLINE
    offered = Offered("offer", actions, _types(b, actions), x, word, x.origin)
    taken = b.fresh("taken", t.Optional(WAY))
    ask = [*gone_if_out(b, who), *stand_at(b, x), *choose_way(b, offered, who, taken)]
    doing = do_one(b, actions, who, taken)
    nothing = apply("is none", taken)
    if x.mode == "any":
        label = b.whole.fresh("offers")
        body = (*ask, If(nothing, (Leave(label),)), *doing)
        return [*steps, Loop(label, body)]
    if x.mode == "may":
        return [*steps, *ask, If(nothing, (), tuple(doing))]
    lacking = (Return(),) if x.impossible is None else b.steps(x.impossible)
    return [*steps, *ask, If(nothing, lacking, tuple(doing))]


def _types(b: Body, actions: tuple[d.Action, ...]) -> tuple[tuple[t.Type, ...], ...]:
    return tuple(
        tuple(action.locals[choice.slot].type for choice in action.choices) for action in actions
    )


def choose_way(b: Body, of: Offered, who: Variable, taken: Variable) -> list[Step]:
    """
    One of the legal ways: its number among the actions, then its choices; none if there is none, or
    if the player declines.
    """
    options = b.fresh("options", WAYS)
    question = b.whole.number_of_question(WaysQuestion(of))
    found = [_numbered(b, place, action, who) for place, action in enumerate(of.what)]
    together = found[0]
    if len(found) > 1:
        several = apply("tuple", *found, type=t.ListOf(WAYS, len(found)))
        together = apply("pieced together", several, type=WAYS)
    asked: tuple[Step, ...] = (Ask(question, who, _tailed(options, of.word), taken),)
    if sum(_most(b, action) for action in of.what) > 200:
        too_many = apply(">", apply("number of", options, type=COUNT), AT_ONCE)
        asked = (If(too_many, tuple(_in_stages(b, of, who, options, taken)), asked),)
    return [
        Set(taken, NONE),
        Set(options, together),
        If(apply("is empty", options), (), asked),
    ]


def _tailed(options: Word, word: str) -> Word:
    """The options, and none to decline where that can be."""
    if not word:
        return options
    return apply("joined", options, Constant((None,), options.type), type=options.type)


def _numbered(b: Body, place: int, action: d.Action | d.Play, who: Variable) -> Word:
    """The ways of an action, each with its number."""
    assert isinstance(action, d.Action)
    way = b.fresh("way", WAY)
    number = apply("tuple", Constant(place, COUNT), type=WAY)
    ways = Invoke(ways_of(b.whole, action), (who,), WAYS)
    return Through("members", way, ways, None, apply("joined", number, way, type=WAY), WAYS)


def _most(b: Body, action: d.Action | d.Play) -> int:
    """A bound on the number of ways."""
    inner, ways = _body_of(b, action), 1
    for choice in action.choices:
        if choice.high is not None:
            return 10**6
        ways *= most_ways(inner, choice)
    return ways


def _body_of(b: Body, action: d.Action | d.Play) -> Body:
    return body_of(b.whole, action.name, action.locals, action.origin)


def _in_stages(
    b: Body, of: Offered, who: Variable, options: Variable, taken: Variable
) -> list[Step]:
    """More than 200 ways: first which action, then its ways if they are few enough."""
    if any(choice.high is not None for action in of.what for choice in action.choices):
        b.refuse("an offer of sets that may have more than 200 ways")
    which, way = b.fresh("which", t.Optional(COUNT)), b.fresh("way", WAY)
    number = Apply("first", (way,), COUNT)
    numbers = apply(
        "distinct", Through("members", way, options, None, number, NUMBERS), type=NUMBERS
    )
    of_it = Through("members", way, options, apply("same", number, which), None, WAYS)
    steps: list[Step] = [
        Ask(b.whole.number_of_question(WhichQuestion(of)), who, _tailed(numbers, of.word), which),
    ]
    last: tuple[Step, ...] = ()
    for place in range(len(of.what)):
        only = b.whole.number_of_question(WaysQuestion(of, place))
        if _most(b, of.what[place]) > 200:
            b.refuse("an action that may have more than 200 ways")
        here = apply("same", which, Constant(place, COUNT))
        last = (If(here, (Set(options, of_it), Ask(only, who, options, taken)), last),)
    steps.append(If(apply("is none", which), (), last))
    return steps


def do_one(b: Body, actions: tuple[d.Action, ...], who: Variable, taken: Variable) -> list[Step]:
    """The action that was chosen, with its choices."""
    last: tuple[Step, ...] = ()
    number = Apply("first", (Variable(taken.name, WAY),), COUNT)
    for place, action in reversed(list(enumerate(actions))):
        given = tuple(
            Apply(
                "entry",
                (taken, Constant(at + 2, COUNT)),
                action.locals[choice.slot].type,
            )
            for at, choice in enumerate(action.choices)
        )
        call = (Call(action_routine(b.whole, action), (who, *given)),)
        if place == len(actions) - 1:
            last = call
        else:
            last = (If(apply("same", number, Constant(place, COUNT)), call, last),)
    return list(last)
