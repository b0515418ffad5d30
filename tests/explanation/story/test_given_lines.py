"""A position that is written as lines is the position in which a match of these lines begins."""

from __future__ import annotations

import pytest

import ruleslang
from ruleslang.engine.choose_engine import engine_for
from ruleslang.engine.match.chance import Stream
from ruleslang.engine.match.decision import View
from ruleslang.engine.match.entities import options_of
from ruleslang.explanation.examples.given_state import arrange
from ruleslang.explanation.story.given_lines import given_lines
from ruleslang.explanation.story.open_view import open_view
from tests.support.every import every

CHOICES = 20


def played(name: str, seed: int, engine: str = "auto") -> ruleslang.Match:
    """A match in its middle."""
    match, stream = ruleslang.load(name).start(seed=seed, engine=engine), Stream(seed)
    for _ in range(stream.below(CHOICES)):
        if match.decision is None:
            break
        match.choose(stream.below(len(match.decision.choices)))
    return match


def begun(match: ruleslang.Match, lines: str) -> View:
    """What lies, stands and is stored where these lines were made so."""
    position = ruleslang.load(match.game.name, position=lines).position
    assert position is not None
    population = match.engine.population
    opening = engine_for(match.game.program).opening(
        options=options_of(population.whole_program, population.settings),
        players=population.settings.players,
        automatic=population.settings.automatic,
        roll=True,
    )
    arrange(opening, position)
    return open_view(opening)


def differences(one: View, other: View, lines: str) -> list[str]:
    """Places that hold something else, but for those that no line can say."""
    omitted = {line.split(": ")[1].split(" is ")[0] for line in lines.splitlines() if "#" in line}
    return [
        name
        for mine, theirs in (
            (one.zones, other.zones),
            (one.states, other.states),
            (one.dice, other.dice),
            (one.pieces, other.pieces),
        )
        for name in mine
        if mine[name] != theirs[name] and name not in omitted and " " not in name  # type: ignore[index]
    ]


@every("name", ruleslang.rulebooks())
def test_lines_of_a_position_make_it_again(name: str) -> None:
    match = played(name, 4)
    lines = given_lines(match.engine, open_view(match.engine))

    assert differences(open_view(match.engine), begun(match, lines), lines) == []


@pytest.mark.parametrize("name", ["hearts", "ollapion", "grangol"])
def test_lines_for_a_seat_name_nothing_that_it_does_not_see(name: str) -> None:
    match = played(name, 7)
    seen, lines = match.view(0), match.given(0)
    hidden = {
        card
        for place, zone in open_view(match.engine).zones.items()
        for card in zone.cards
        if card is not None and None in (*seen.zones[place].cards, seen.zones[place].count)
    } - {card for zone in seen.zones.values() for card in zone.cards}

    assert hidden
    assert not {card for card in hidden if f" {card}," in lines or f"{{{card}" in lines}
    assert "# hidden: " in lines


def test_a_match_goes_on_from_copied_lines() -> None:
    match = played("nim", 3)
    lines = match.given(None) + "when play_on\n"

    again = ruleslang.load("nim", position=lines).start(seed=1)
    assert again.view(None).states == match.view(None).states


HOOKED = """\
rulebook hooks "Hooks"
    language 1
    players 2: north, south
    starts with game

state wood: 0..9 = 0

phase round
    add 1 to wood

after round
    north chooses one of
        more: add 1 to wood
        less: subtract 1 from wood

phase game
    round
    if wood > 1: north wins
    south wins
"""


@pytest.mark.parametrize("engine", ["interpreter", "wasm", "c"])
def test_a_phase_is_under_way_until_the_hooks_after_it_are_done(engine: str) -> None:
    lines = ruleslang.load_text(HOOKED).start(engine=engine).given(None)

    assert "# under way: game, round (`when PROCEDURE` continues from there)" in lines
