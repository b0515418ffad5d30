"""The rulebook against a second Grangol that was written by hand, case by case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

import pytest

from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.engine.interpreter.modifiers import value_of
from ruleslang.engine.interpreter.state_changes import move_cards
from ruleslang.engine.match.interface import RunProcedure
from ruleslang.engine.match.runtime_values import Player, Value
from ruleslang.explanation.odds.exact_odds import distribution
from tests.rulebooks.grangol import football
from tests.rulebooks.grangol.football import GREEN, RED, SIDES, Position
from tests.rulebooks.grangol.table import grangol, turns

NOTHING = "nothing"


class Known:
    """Chance that shows these faces; all else is in order."""

    def __init__(self, faces: Sequence[str] = ()) -> None:
        self.faces = list(faces)

    def roll(self, die: str, faces: Sequence[str]) -> int:
        """The next face."""
        return faces.index(self.faces.pop(0))

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[int]:
        """As they lie."""
        return range(len(cards))

    def pick(self, of: str, members: Sequence[str]) -> int:
        """The first."""
        return 0

    def copy(self) -> Known:
        """The same faces still to come."""
        return Known(self.faces)

    def words(self) -> list[tuple[str, int]]:
        """None: nothing is drawn."""
        return []


def at(
    position: Position, faces: Sequence[str] = (), there: Mapping[str, str] = {}
) -> InterpretedMatch:
    """A match in that position; `lying` are definitions in zones without an index."""
    match = Interpreter(grangol().program).opening(chance=Known(faces))
    m = match.machine
    seats = m.tables.players
    m.state.write("attacker", (), seats[position.attacker])
    m.state.write("section", (), position.section)
    for seat, goals in zip(seats, position.goals, strict=True):
        m.state.write("score", (seat,), goals)
    for zone, title in there.items():
        place = m.tables.places[zone][()]
        card = next(card for card in m.tables.cards if card.title.name == title)
        move_cards(m, (card,), place, "top")
    return match


def position_of(match: InterpretedMatch) -> Position:
    """Where a match stands."""
    state = match.machine.state
    seats = match.machine.tables.players
    attacker = state.states["attacker"][()]
    assert isinstance(attacker, Player)
    home, away = (state.states["score"][(seat,)] for seat in seats)
    return Position(seats.index(attacker), state.states["section"][()], (home, away))


def run(
    match: InterpretedMatch, procedure: str, *arguments: Value, answers: Sequence[str] = ()
) -> Position:
    """Run a procedure, with answers by their ids."""
    match.begin(RunProcedure(procedure, tuple(arguments)))
    for answer in answers:
        assert match.decision is not None
        match.choose(match.decision.index_of(answer))
    assert match.decision is None
    assert match.fault is None
    assert match.machine.chance.faces == []  # type: ignore[attr-defined]
    return position_of(match)


def by_seats(at: Position, aim: str, *defence: str) -> list[str]:
    """The sides that are chosen, in the order of the seats."""
    return [aim, *defence] if at.attacker == 0 else [*defence, aim]


def as_set(wall: str) -> str:
    """The name of a choice of one side, or of none."""
    return "{}" if wall == NOTHING else f"{{{wall}}}"


EVERYWHERE = [Position(attacker, section, (1, 2)) for attacker in (0, 1) for section in range(5)]


@pytest.mark.parametrize("rain", [False, True])
@pytest.mark.parametrize(("card", "worth"), [("passaggio", 1), ("lancio", 2), ("rilancio", 3)])
def test_every_pass_from_every_section(card: str, worth: int, rain: bool) -> None:
    for start, face in product(EVERYWHERE, GREEN):
        match = at(start, [face], {"sky": "pioggia"} if rain else {})
        m = match.machine

        ended = run(match, "pass", m.tables.players[start.attacker], worth, m.tables.titles[card])

        assert ended == football.passed(start, face, worth, rain=rain)


def test_every_shot_at_every_side() -> None:
    for start, aim, dive, wall, face in product(
        EVERYWHERE, SIDES, SIDES, (NOTHING, *SIDES, None), GREEN
    ):
        behind = None if wall == NOTHING else wall
        faces = [] if aim == behind else [face]
        match = at(start, faces)
        answers = by_seats(start, aim, *([dive] if wall is None else [dive, as_set(wall)]))

        ended = run(match, "shoot", wall is not None, answers=answers)

        assert ended == football.shot(start, aim, dive, behind, face)


@pytest.mark.parametrize("yellows", [0, 1])
def test_every_tackle_in_every_section(yellows: int) -> None:
    for start, face in product(EVERYWHERE, RED):
        match = at(start, [face])
        m = match.machine
        defender = m.tables.players[1 - start.attacker]
        m.state.write("yellows", (defender,), yellows)
        kick = football.kick_after_foul(start.section) if face in ("whistle", "booking") else None
        answers: list[str] = []
        expected = football.lost(start) if face == "ball" else start
        if kick:
            match.machine.chance.faces.append("ball")  # type: ignore[attr-defined]
            answers = by_seats(start, "left", "middle", *["{right}"] * (kick == "free shot"))
            expected = football.shot(start, "left", "middle", "right", "ball")

        ended = run(match, "tackle", defender, m.tables.titles["contrasto"], answers=answers)

        assert ended == expected
        due = yellows + (face == "booking")
        assert m.state.states["yellows"][(defender,)] == due % 2
        assert m.state.states["reds"][(defender,)] == due // 2


def test_the_timer_shows_the_ten_cards() -> None:
    match = at(Position(0, 2))
    seen = []
    for step in range(10):
        match.machine.state.write("timer", (), step)
        seen.append(value_of(match.machine, "minute", ()))

    assert tuple(seen) == football.MINUTES


def test_the_limit_falls_by_one_for_each_red_card() -> None:
    match = at(Position(0, 2))
    m = match.machine
    for seat, reds in product(m.tables.players, range(8)):
        m.state.write("reds", (seat,), reds)

        assert value_of(m, "hand_limit", (seat,)) == max(1, 5 - reds)


def test_the_deck_has_the_cards_on_the_box() -> None:
    copies = Counter(card.title.name for card in at(Position(0, 2)).machine.tables.cards)

    assert copies.pop("cambio") == 2
    assert sum(copies.values()) == 90
    assert copies["grangol_shot"] == 1
    assert copies["tiro"] > copies["tiro_da_fuori"]
    assert len(copies) == 29


def test_the_odds_of_the_dice_are_those_of_their_faces() -> None:
    match = at(Position(0, 4))
    counted = distribution(match, "soccer_ball_rolled", match.population.players[:1])

    assert counted[True] == football.odds(GREEN, "ball") == Fraction(1, 2)
    assert football.odds_of_a_goal(with_wall=False) == Fraction(1, 3)
    assert football.odds_of_a_goal(with_wall=True) == Fraction(2, 9)


# ---------------------------------------------------------------- whole matches

FREE = {"skipping_the_draw": "free_to_skip"}  # then every turn asks about the draw


@pytest.mark.parametrize("seed", range(4))
def test_a_turn_begins_with_a_full_hand_and_no_clock_card(seed: int) -> None:
    asked = 0
    for match in turns(FREE, seed):
        m, decision = match.machine, match.decision
        if decision is None or "from_the_pile" not in [each.action for each in decision.choices]:
            continue
        asked += 1
        hand = m.state.zones[m.tables.places["hand"][(decision.asked,)]]
        assert len(hand) == max(1, 5 - m.state.states["reds"][(decision.asked,)])
        assert "tempo_5" not in {card.title.name for card in hand}

    assert asked > 40


@pytest.mark.parametrize(
    ("goals", "winners"), [((2, 1), (0,)), ((0, 3), (1,)), ((0, 0), ()), ((4, 4), ())]
)
def test_more_goals_win_and_a_level_match_is_drawn(
    goals: tuple[int, int], winners: tuple[int, ...]
) -> None:
    match = at(Position(0, 2, goals))
    match.begin(RunProcedure("whole_match", ()))
    while match.decision is not None:  # both halves end in their first draw
        match.choose(match.decision.index_of("decline"))

    assert match.outcome is not None
    assert match.outcome.winners == winners
