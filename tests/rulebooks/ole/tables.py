"""Games of Olé! for tests: played to the end, with checks on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle, islice
from random import Random

from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.engine.match.interface import Match, Observer
from ruleslang.explanation.examples.properties import breach_in
from ruleslang.players.registry import make_bot
from ruleslang.program.program import Compiled
from tests.support import open_questions
from tests.support.shipped import compiled

SINGLE_MATCH = {"contest": "single_match"}
SEATS = [(teams, extras) for teams in range(2, 13, 2) for extras in range(teams)]


def ole() -> Compiled:
    """The shipped rulebook."""
    return compiled("ole")


def alternatives() -> list[tuple[str, str]]:
    """Every value of a reading or option that is not the starred one."""
    return open_questions.alternatives(ole())


def mixture(chance: Random) -> dict[str, str]:
    """Any value of every reading and option."""
    return {option.name: chance.choice(option.values) for option in ole().program.options}


def moments(
    options: Mapping[str, str],
    seed: int,
    teams: int = 2,
    extras: int = 0,
    players: Sequence[str] = ("random",),
    reached: Callable[[int], None] | None = None,
) -> Iterator[InterpretedMatch]:
    """
    A game at every decision and at its end.

    `players` sit at the table in turn, again from the first where there are more seats; `reached`
    is told of the parts that are at work.
    """
    match = Interpreter(ole().program).start(
        seed=seed,
        players=teams,
        automatic=extras,
        options=options,
        observers=(Observer(reached=reached),),
    )
    seated = islice(cycle(players), teams)
    bots = [make_bot(player, ole(), seed, seat) for seat, player in enumerate(seated)]
    while match.decision is not None:
        yield match
        match.choose(bots[match.decision.player].choose(match))
    yield match


def play(options: Mapping[str, str], seed: int, teams: int = 2, extras: int = 0) -> None:
    """Play a game to its end, and hold it to what is always true."""
    seated = teams - extras
    for number, match in enumerate(moments(options, seed, teams, extras)):
        if number % 20 == 0 or match.decision is None:
            holds_together(match, seated)
    assert match.fault is None, f"{teams} teams, {dict(options)}, seed {seed}: {match.fault}"
    assert match.outcome is not None
    assert not match.outcome.capped


def holds_together(match: Match, seated: int) -> None:
    """
    Sets of fifty cards, ten men for each manager, and no card in two places; and the rulebook's own
    properties.
    """
    assert breach_in(ole(), match, ole().properties) is None
    zones = match.position.zones
    where = Counter(card for cards in zones.values() for card in cards)
    if not where:
        return  # nothing is laid out yet
    kinds = Counter(kind for card in where for kind in card.title.kinds)
    assert max(where.values()) == 1
    assert kinds["man"] == 10 * seated
    assert kinds["team_card"] == 12
    assert kinds["main_card"] == 50 * ((seated + 1) // 2)
