"""
Swaps two simultaneous rules, to see whether their order matters.

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

from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match, NotLegal
from ruleslang.engine.match.runtime_values import Player, name_of
from ruleslang.evaluation.consistency.games import Game, begun, played
from ruleslang.explanation.examples.run_examples import run_example
from ruleslang.explanation.story.open_view import open_view
from ruleslang.players.secrecy.secret_bodies import bodies_called
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import WrittenEffect, written_effects
from ruleslang.program.events import event_name
from ruleslang.program.passes.parts import parts_of
from ruleslang.program.program import Compiled, Program
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import find, rebuilt
from ruleslang.source.diagnostic import Diagnostic, Label, warning
from ruleslang.source.span import Span

NEAR = 3  # decisions within which both must have acted
MOST_MEETINGS = 3  # meetings of two rules that are tried
LATE = 60  # decisions, up to which a rule is looked at that acts again and again
MOST_ALONE = 6  # games in which a rule acted
MOST_ASKED = 64  # values of one name
MOST_SHOWN = 3  # things that are otherwise
DIVERGED = (Fault, NotLegal, ValueError)  # the choice is not offered in the other game
LAST_WORD = ("becomes", "starts from")
LASTING = (s.Lasting, s.OpenWindow, s.Perform, s.AsUsual)
ASKED = (t.Player, t.WordOf, t.Number, t.Truth)

Seen = Mapping[str, str]  # what is seen at the table, by a name for each thing


@frozen(eq=False)
class Pair:
    """Two rules of the rulebook that act at one moment, in the order of the text."""

    first: WrittenEffect
    second: WrittenEffect
    moment: str
    by_stage: bool = False  # the language defines which of them comes last


@frozen(eq=False)
class Clash:
    """
    A pair whose order matters: the game that shows it, and the differences.

    `shown` has for each difference its name, its value, and its value in the other order.
    """

    pair: Pair
    game: Game
    shown: tuple[tuple[str, str, str], ...]


def order_decides(first: Span, second: Span, message: str, *, by_stage: bool = False) -> Diagnostic:
    """Report that two rules act at one moment, and no rule settles the result of both."""
    instead = "the result of both" if by_stage else "make them one rule, or write an example"
    diagnostic = warning(
        "order-decides", second, message, help=f"use `where` to state when each holds, or {instead}"
    )
    return evolve(diagnostic, labels=(Label(first, "the other rule"),))


def pairs(program: Program) -> tuple[Pair, ...]:
    """Return all pairs of rules that act at one event, on one value, or immediately."""
    effects = [
        effect
        for effect in written_effects(program)
        if effect.carriers is None and isinstance(effect.begun_by, d.Standing)
    ]
    return tuple(
        Pair(first, second, moment)
        for first, second in combinations(effects, 2)
        if (moment := _moment(first.effect)) and moment == _moment(second.effect)
    )


def _moment(effect: s.Effect) -> str:
    match effect:
        case s.Hook(moment=moment, event=event):
            return f"{moment} `{event_name(event)}`"
        case s.Modifier(value=value, changes=changes):
            return f"on `{value}`" if any(change.stage in LAST_WORD for change in changes) else ""
        case s.Whenever():
            return "at once"


def pairs_by_stage(program: Program) -> tuple[Pair, ...]:
    """
    Return pairs of changes of one value, one of which takes precedence, by cards or for a time.
    Pairs that occur under one value of an option alone are left out: whoever sets it intends them.
    """
    effects = [
        effect
        for effect in written_effects(program)
        if isinstance(effect.effect, s.Modifier) and not _is_of_option(effect)
    ]
    return tuple(
        Pair(first, second, f"on `{first.effect.value}`", by_stage=True)
        for first, second in combinations(effects, 2)
        if isinstance(first.effect, s.Modifier)
        and isinstance(second.effect, s.Modifier)
        and first.effect.value == second.effect.value
        and first.begun_by is not second.begun_by
        and _has_last_word(first.effect) != _has_last_word(second.effect)
    )


def pairs_replacing(program: Program) -> tuple[Pair, ...]:
    """Return pairs of cards whose effects are both `instead of` one event."""
    of_cards = [
        (effect, cards)
        for effect in written_effects(program)
        if isinstance(effect.effect, s.Hook)
        if effect.effect.moment == "instead of" and (cards := cards_of(program, effect))
    ]
    return tuple(
        Pair(first, second, f"instead of `{event_name(first.effect.event)}`")
        for (first, mine), (second, theirs) in combinations(of_cards, 2)
        if isinstance(first.effect, s.Hook) and isinstance(second.effect, s.Hook)
        if first.effect.event == second.effect.event and len(mine | theirs) > 1
    )


def cards_of(program: Program, written: WrittenEffect) -> frozenset[str]:
    """Return the cards that have an effect, or a play that begins it."""
    if written.carriers is not None:
        return written.carriers
    plays = {
        play.name
        for play in program.plays
        if any(lasting is written.begun_by for lasting in find(play, s.Lasting))
    }
    return frozenset(card.name for card in program.definitions if plays & {*card.plays})


def _has_last_word(effect: s.Modifier) -> bool:
    return any(change.stage in LAST_WORD for change in effect.changes)


def _is_of_option(written: WrittenEffect) -> bool:
    """Return whether a rule holds under an answer to an option."""
    condition = getattr(written.begun_by, "condition", None)
    return any(isinstance(read, e.ReadOption) for read in find(condition, e.ReadOption))


def exchanged(program: Program, pair: Pair) -> Program:
    """Return the program with the second rule before the first."""
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
    The games in which rules acted: both rules of a pair, and (`alone`) each rule.

    `rules` maps part numbers to the places of rules; `last` has for each rule a game that was over
    when it had acted.
    """

    pairs: tuple[Pair, ...] = ()
    rules: Mapping[int, int] = field(factory=dict)
    by_place: dict[int, list[Game]] = field(factory=dict)  # by the place of the pair
    alone: dict[int, list[Game]] = field(factory=dict)
    last: dict[int, Game] = field(factory=dict)

    def note(self, game: Game, acted: Mapping[int, int], *, over: bool) -> None:
        """Record the rules that acted in a game, each with the number of decisions by then."""
        for place, when in acted.items():
            if when == game.decisions:
                _kept(self.alone.setdefault(place, []), game, MOST_ALONE, latest=LATE)
                if over:
                    self.last.setdefault(place, game)
        for place, pair in enumerate(self.pairs):
            first_at, second_at = (acted.get(rule.place) for rule in (pair.first, pair.second))
            near = 0 if pair.by_stage else NEAR
            if first_at is None or second_at is None or abs(first_at - second_at) > near:
                continue
            if game.decisions - max(first_at, second_at) <= near:
                _kept(self.by_place.setdefault(place, []), game, MOST_MEETINGS)


def _kept(games: list[Game], game: Game, most: int, latest: int = 0) -> None:
    """Keep a game of each of several seeds: the first time, or the last up to `latest`."""
    same = [place for place, kept in enumerate(games) if kept.seed == game.seed]
    if not same and len(games) < most:
        games.append(game)
    elif same and game.decisions <= latest:
        games[same[0]] = game


def meetings(program: Program) -> Meetings:
    """Return all pairs of a program, without meetings yet."""
    all_pairs = (*pairs(program), *pairs_by_stage(program))
    parts = parts_of(program)
    rules = [rule for pair in all_pairs for rule in (pair.first, pair.second)]
    rules += [
        effect for effect in written_effects(program) if not isinstance(effect.effect, s.Modifier)
    ]
    return Meetings(all_pairs, {parts.number(rule.effect): rule.place for rule in rules})


# ---------------------------------------------------------------- both orders


def clashes(compiled: Compiled, meetings: Meetings) -> Iterator[Clash]:
    """Yield the pairs whose order matters in a recorded game, and in no example."""
    reported: list[Pair] = []
    near_first = sorted(meetings.by_place, key=lambda place: _distance(meetings.pairs[place]))
    for pair, games in ((meetings.pairs[place], meetings.by_place[place]) for place in near_first):
        inside = [one for one in reported if one.first.place > pair.first.place]
        if any(one.second is pair.second for one in inside):
            continue  # it would pass that one, too
        if pair.by_stage:
            yield from islice(_beaten(compiled.program, pair, games), 1)
            continue
        other = exchanged(compiled.program, pair)
        for game in games:
            shown = _differences(compiled.program, other, pair, game)
            if shown and not decided(compiled, other):
                reported.append(pair)
                yield Clash(pair, game, shown[:MOST_SHOWN])
                break


def _distance(pair: Pair) -> int:
    return pair.second.place - pair.first.place


def _differences(
    program: Program, other: Program, pair: Pair, game: Game
) -> tuple[tuple[str, str, str], ...]:
    """Return the differences that players see after the same choices in the other order."""
    try:
        here, there = (begun(variant, game) for variant in (program, other))
        for number, pick in enumerate(game.picks):
            near = number >= game.decisions - NEAR
            if near and (_asked(here) != _asked(there) or _seen(here, pair) != _seen(there, pair)):
                break
            here.choose(pick)
            there.choose(pick)
        asking = any(_asks(rule.effect, program) for rule in (pair.first, pair.second))
        if (asking or _asked(here) != _asked(there)) and _come_together(here, there, pair):
            return ()
        seen_here, seen_there = _seen(here, pair), _seen(there, pair)
    except DIVERGED:
        return ()
    names = [
        name for name in {**seen_here, **seen_there} if seen_here.get(name) != seen_there.get(name)
    ]
    return tuple((name, seen_here.get(name, "—"), seen_there.get(name, "—")) for name in names)


def _asked(match: Match) -> tuple[object, ...]:
    decision = match.decision
    return (
        () if decision is None else (decision.player, *(choice.id for choice in decision.choices))
    )


def _come_together(here: Match, there: Match, pair: Pair) -> bool:
    """Return whether both matches agree once questions asked in another order are answered."""
    ways: list[list[Seen]] = []
    for match in (here.copy(), there.copy()):
        seen = [_seen(match, pair)]
        for _ in range(NEAR + len(match.population.players)):
            if match.decision is None:
                break
            ids = [choice.id for choice in match.decision.choices]
            match.choose(ids.index(min(ids)))
            seen.append(_seen(match, pair))
        ways.append(seen)
    return any(mine == theirs for mine in ways[0] for theirs in ways[1])


def _seen(match: Match, pair: Pair) -> Seen:
    """Return the things visible at the table; for modifiers the value, too."""
    effect = pair.first.effect
    if match.outcome is not None or not isinstance(effect, s.Modifier):
        return seen_by_all(match)
    values = {name: _shown(value) for name, value in _values(match, effect.value)}
    return {**seen_by_all(match), **values}


def seen_by_all(match: Match) -> Seen:
    """Return everything visible to somebody at the table but questions; at the end the result."""
    if match.outcome is not None:  # the remaining cards no longer matter
        players, payoffs = match.population.players, match.outcome.payoffs
        winners = tuple(players[seat] for seat in match.outcome.winners)
        paid = [f"{_shown(player)} {paid}" for player, paid in zip(players, payoffs, strict=True)]
        return {"winners": _shown(winners), "payoffs": ", ".join(paid)}
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
    return visible


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_shown, value)) or "none"
    return name_of(value) if isinstance(value, (bool, int, Player)) else str(value)


def _values(match: Match, name: str) -> Iterator[tuple[str, str]]:
    """Yield the results of a named value for all its arguments."""
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


# ---------------------------------------------------------------- rules left out


def without(program: Program, *left_out: WrittenEffect) -> Program:
    """Return the program where these rules never act."""
    effects = {id(rule.effect) for rule in left_out}

    def changed(name: str, node: object) -> object:
        if id(node) in effects:
            assert isinstance(node, s.Hook | s.Modifier | s.Whenever)
            return evolve(node, condition=e.Literal(False))
        return rebuilt(node, changed)

    return rebuilt(program, changed)


def _beaten(program: Program, pair: Pair, games: list[Game]) -> Iterator[Clash]:
    """Yield positions in which one of two changes of a value takes away all that the other does."""
    value = pair.first.effect.value if isinstance(pair.first.effect, s.Modifier) else ""
    neither = without(program, pair.first, pair.second)
    for loser in (pair.first, pair.second):
        other = pair.second if loser is pair.first else pair.first
        alone = without(program, other)
        for game in games:
            with suppress(*DIVERGED):
                both, without_loser, only, none = (
                    dict(_values(played(variant, game), value))
                    for variant in (program, without(program, loser), alone, neither)
                )
                shown = [
                    (name, text, only[name])
                    for name, text in both.items()
                    if text == without_loser.get(name)
                    and only.get(name, text) not in (text, none.get(name))
                ]
                if shown:
                    yield Clash(pair, game, tuple(shown[:MOST_SHOWN]))


def useless(program: Program, meetings: Meetings) -> Iterator[tuple[WrittenEffect, Game]]:
    """Yield hooks and rules at once that acted in several games, and never changed anything."""
    for written in written_effects(program):
        games = meetings.alone.get(written.place, ())
        if len(games) < MOST_ALONE or any(
            isinstance(node, LASTING) for node in run_by(written.effect, program)
        ):
            continue  # effects and questions may show later
        other = without(program, written)
        ended = [meetings.last[written.place]] if written.place in meetings.last else []
        if all(_is_alike(program, other, game) for game in (*games, *ended)):
            yield written, min(games, key=lambda game: game.decisions)


def _asks(effect: s.Effect, program: Program) -> bool:
    """Return whether a rule, or what it runs, asks a player."""
    return any(
        isinstance(node, s.Statement) and traits(node).asks for node in run_by(effect, program)
    )


def run_by(node: object, program: Program) -> Iterator[object]:
    """Yield all parts of a rule or block, and of the procedures that it runs."""
    return find((node, *bodies_called(node, program)), object)


def _is_alike(program: Program, other: Program, game: Game) -> bool:
    try:
        here, there = played(program, game), played(other, game)
    except DIVERGED:
        return False
    same = _asked(here) == _asked(there) and here.outcome == there.outcome
    return same and open_view(here) == open_view(there)


def decided(compiled: Compiled, other: Program) -> bool:
    """Return whether an example that holds fails in the other order."""
    turned = evolve(compiled, program=other)
    for mine, theirs in zip(compiled.examples, turned.examples, strict=True):
        if not run_example(compiled, mine).message and run_example(turned, theirs).message:
            return True
    return False
