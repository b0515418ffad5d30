"""
Swaps two rules of one moment, to see whether their order decides anything.

Two rules of the rulebook that acted at one moment of a game are swapped in the text, and the same
choices are replayed. If the players then see something else, the order of the text decided it. An
order that an example depends on is intended, and not reported; nor are rules that exclude each
other, never met, or commute.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import combinations, islice, product

from attrs import define, evolve, field, frozen

from ruleslang.consistency.games import Game, begun
from ruleslang.match.faults import Fault
from ruleslang.match.match import Match, NotLegal
from ruleslang.match.values import name_of
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import WrittenEffect, written_effects
from ruleslang.program.events import event_name
from ruleslang.program.passes.locals import parts_of
from ruleslang.program.program import Compiled, Program
from ruleslang.proving.examples import run_example

NEAR = 3  # decisions within which both must have acted
MOST_MEETINGS = 3  # of two rules that are tried
MOST_ASKED = 64  # values of one name
MOST_SHOWN = 3  # things that are otherwise
LAST_WORD = ("becomes", "starts from")
ASKED = (t.Player, t.WordOf, t.Number, t.Truth)

Seen = Mapping[str, str]  # what is seen at the table, by a name for each thing


@frozen(eq=False)
class Pair:
    """Two rules of the rulebook that act at one moment, in the order of the text."""

    first: WrittenEffect
    second: WrittenEffect
    moment: str


@frozen(eq=False)
class Clash:
    """
    A pair whose order matters: the game that shows it, and the differences.

    `shown` has for each difference its name, its value, and its value in the other order.
    """

    pair: Pair
    game: Game
    shown: tuple[tuple[str, str, str], ...]


def pairs(program: Program) -> tuple[Pair, ...]:
    """All pairs of rules that act at one event, on one value, or immediately."""
    own = [
        effect
        for effect in written_effects(program)
        if effect.carriers is None and isinstance(effect.begun_by, d.Standing)
    ]
    return tuple(
        Pair(one, other, moment)
        for one, other in combinations(own, 2)
        if (moment := _moment(one.effect)) and moment == _moment(other.effect)
    )


def _moment(effect: s.Effect) -> str:
    match effect:
        case s.Hook(moment=moment, event=event):
            return f"{moment} `{event_name(event)}`"
        case s.Modifier(value=value, changes=changes):
            return f"`{value}`" if any(one.stage in LAST_WORD for one in changes) else ""
        case s.Whenever():
            return "at once"


def exchanged(program: Program, pair: Pair) -> Program:
    """The program with the second rule before the first."""
    first, second = pair.first.begun_by, pair.second.begun_by
    assert isinstance(first, d.Standing)
    assert isinstance(second, d.Standing)
    if first is second:
        effects = [effect for effect in first.effects if effect is not pair.second.effect]
        effects.insert(effects.index(pair.first.effect), pair.second.effect)
        changed = evolve(first, effects=tuple(effects))
        standings = [changed if standing is first else standing for standing in program.standings]
    else:
        standings = [standing for standing in program.standings if standing is not second]
        standings.insert(standings.index(first), second)
    return evolve(program, standings=tuple(standings))


# ---------------------------------------------------------------- where they meet


@define
class Meetings:
    """
    The games in which both rules of a pair acted.

    `rules` maps part numbers to the places of rules.
    """

    pairs: tuple[Pair, ...] = ()
    rules: Mapping[int, int] = field(factory=dict)
    met: dict[int, list[Game]] = field(factory=dict)  # by the place of the pair

    def note(self, game: Game, acted: Mapping[int, int]) -> None:
        """Record the rules that acted in a game, each with the number of decisions by then."""
        for place, pair in enumerate(self.pairs):
            one, other = (acted.get(each.place) for each in (pair.first, pair.second))
            if one is None or other is None or abs(one - other) > NEAR:
                continue
            tried = self.met.setdefault(place, [])
            if len(tried) < MOST_MEETINGS and all(each.seed != game.seed for each in tried):
                tried.append(game)


def meetings(program: Program) -> Meetings:
    """All pairs of a program, without meetings yet."""
    found = pairs(program)
    parts = parts_of(program)
    rules = {each.place: each for pair in found for each in (pair.first, pair.second)}
    return Meetings(found, {parts.number(each.effect): place for place, each in rules.items()})


# ---------------------------------------------------------------- both orders


def clashes(compiled: Compiled, meetings: Meetings) -> Iterator[Clash]:
    """The pairs whose order matters in a recorded game, and in no example."""
    told: list[Pair] = []
    near_first = sorted(meetings.met, key=lambda place: _distance(meetings.pairs[place]))
    for pair, games in ((meetings.pairs[place], meetings.met[place]) for place in near_first):
        if any(_is_between(each, pair) for each in told):
            continue  # it would pass that one, too
        other = exchanged(compiled.program, pair)
        for game in games:
            shown = _differences(compiled.program, other, pair, game)
            if shown and not _decided(compiled, other):
                told.append(pair)
                yield Clash(pair, game, shown[:MOST_SHOWN])
                break


def _distance(pair: Pair) -> int:
    return pair.second.place - pair.first.place


def _is_between(inner: Pair, outer: Pair) -> bool:
    """Whether a pair ends with the same rule as another, and starts later."""
    return inner.second is outer.second and inner.first.place > outer.first.place


def _differences(
    program: Program, other: Program, pair: Pair, game: Game
) -> tuple[tuple[str, str, str], ...]:
    """What players see differently after the same choices in the other order."""
    try:
        here, there = (begun(each, game) for each in (program, other))
        for number, pick in enumerate(game.picks):
            near = number >= game.decisions - NEAR
            if near and (_asked(here) != _asked(there) or _seen(here, pair) != _seen(there, pair)):
                break
            here.choose(pick)
            there.choose(pick)
        if _asked(here) != _asked(there) and _come_together(here, there, pair):
            return ()
        one, two = _seen(here, pair), _seen(there, pair)
    except (Fault, NotLegal):
        return ()
    names = [name for name in {**one, **two} if one.get(name) != two.get(name)]
    return tuple((name, one.get(name, "—"), two.get(name, "—")) for name in names)


def _asked(match: Match) -> tuple[object, ...]:
    decision = match.decision
    return (
        () if decision is None else (decision.player, *(choice.id for choice in decision.choices))
    )


def _come_together(here: Match, there: Match, pair: Pair) -> bool:
    """Whether both matches agree once questions asked in another order have been answered."""
    ways: list[list[Seen]] = []
    for match in (here.copy(), there.copy()):
        seen = [_seen(match, pair)]
        for _ in range(NEAR):
            if match.decision is None:
                break
            ids = [choice.id for choice in match.decision.choices]
            match.choose(ids.index(min(ids)))
            seen.append(_seen(match, pair))
        ways.append(seen)
    return any(one == other for one in ways[0] for other in ways[1])


def _seen(match: Match, pair: Pair) -> Seen:
    """Everything visible to somebody at the table, without questions; of modifiers the value."""
    if match.outcome is not None:  # whatever else lies there counts no more
        return {"winners": _shown(match.outcome.winners), "payoffs": _shown(match.outcome.payoffs)}
    visible: dict[str, str] = {}
    for seat in range(len(match.population.players)):
        view = match.view(seat)
        for name, zone in view.zones.items():
            visible.setdefault(name, "")
            if any(card is not None for card in zone.cards):
                visible[name] = ", ".join(str(card) for card in zone.cards)
        for kind in (view.states, view.dice, view.pieces):
            visible |= {name: _shown(value) for name, value in kind.items() if value is not None}
        visible["active"], visible["players"] = str(view.active), _shown(view.players)
    effect = pair.first.effect
    if isinstance(effect, s.Modifier):
        visible |= {name: _shown(value) for name, value in _values(match, effect.value)}
    return visible


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_shown, value)) or "none"
    return name_of(value) if isinstance(value, (bool, int)) else str(value)


def _values(match: Match, name: str) -> Iterator[tuple[str, str]]:
    """The results of a named value for all its arguments."""
    there = match.population
    value = there.values.get(name)
    if value is None or not all(
        isinstance(parameter.type, ASKED) for parameter in value.parameters
    ):
        return
    domains = [there.domain(parameter.type) for parameter in value.parameters]
    call = e.CallValue(name, tuple(map(e.Local, range(len(domains)))))
    for arguments in islice(product(*domains), MOST_ASKED):
        with suppress(Fault):
            answer = match.evaluate(call, dict(enumerate(arguments)))
            of = ", ".join(map(match.text_for, arguments))
            yield f"{name}({of})" if of else name, match.text_for(answer)


def _decided(compiled: Compiled, other: Program) -> bool:
    """Whether an example that holds fails in the other order."""
    turned = evolve(compiled, program=other)
    for mine, theirs in zip(compiled.examples, turned.examples, strict=True):
        if not run_example(compiled, mine).message and run_example(turned, theirs).message:
            return True
    return False
