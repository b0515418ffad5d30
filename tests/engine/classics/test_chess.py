"""
Chess and backgammon: held as the shorter classics are, and chess by counting what is legal.

How many moves, and moves after them, there are from a position is known from many other programs.
"""

from __future__ import annotations

import pytest

from ruleslang.apps.cli.main import status
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.engine.match.interface import RunProcedure
from ruleslang.engine.match.position import SetState, TurnTo
from tests.engine.classics.classics import EXAMPLES, file_of, game

MEN = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
RIGHTS = {"K": (0, "short"), "Q": (0, "long"), "k": (1, "short"), "q": (1, "long")}

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
CASTLES_AND_PINS = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
PASSING_OPENS_A_ROW = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"
IN_CHECK = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -"
PAWN_TO_THE_LAST_ROW = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -"
MAY_PASS = "4k3/8/8/8/2pP4/8/8/4K3 b - d3"

COUNTS = {
    START: (20, 400, 8902, 197_281),
    CASTLES_AND_PINS: (48, 2039, 97_862),
    PASSING_OPENS_A_ROW: (14, 191, 2812, 43_238),
    IN_CHECK: (6, 264, 9467),
    PAWN_TO_THE_LAST_ROW: (44, 1486, 62_379),
    MAY_PASS: (7, 39, 283),
}


def position(notation: str) -> InterpretedMatch:
    """A match at its first question, from a position in the usual notation (FEN)."""
    match = Interpreter(game("chess").program).opening()
    population = match.population
    board, turn, rights, passed = notation.split()
    words = {word.name: word for some in population.words.values() for word in some}
    spaces = {match.word_for(space): space for space in population.spaces}
    players = population.players
    for down, row in enumerate(board.split("/")):
        column = 1
        for sign in row:
            if sign.isdigit():
                column += int(sign)
                continue
            at = (spaces[f"{'abcdefgh'[column - 1]}{8 - down}"],)
            match.arrange(SetState("man", at, words[MEN[sign.lower()]]))
            match.arrange(SetState("side", at, players[0 if sign.isupper() else 1]))
            column += 1
    for sign, (seat, wing) in RIGHTS.items():
        match.arrange(SetState("may_castle", (players[seat], words[wing]), sign in rights))
    if passed != "-":
        match.arrange(SetState("passed", (), spaces[passed]))
    match.arrange(TurnTo(players["wb".index(turn)]))
    match.begin(RunProcedure("play_on", ()))
    return match


def counted(match: InterpretedMatch, depth: int) -> int:
    """How many moves of so many in a row there are; what a pawn becomes is a part of its move."""
    decision = match.decision
    if decision is None:
        return 0
    is_move = decision.kind == "offer"
    if depth == 1 and is_move:
        return sum(4 if _crowns(match, each.id) else 1 for each in decision.choices)
    total = 0
    for place in range(len(decision.choices)):
        after = match.copy()
        after.choose(place)
        total += counted(after, depth - is_move)
    return total


def _crowns(match: InterpretedMatch, choice: str) -> bool:
    """Whether a move brings a pawn to the last row."""
    spaces = {match.word_for(space): space for space in match.population.spaces}
    start, end = choice.removeprefix("move_man ").split(", ")
    man = match.position.states["man"][(spaces[start],)]
    return man.name == "pawn" and end[-1] in "18"


@pytest.mark.parametrize("name", ("chess", "backgammon"))
def test_it_is_held_as_the_shorter_classics_are(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status(["check", str(file_of(name))]) == 0
    assert capsys.readouterr().out == f"{name}: no problems found\n"
    assert status(["test", str(file_of(name))]) == 0
    assert status(["fmt", "--check", str(file_of(name))]) == 0
    assert len((EXAMPLES / name / "README.md").read_text(encoding="utf-8").splitlines()) == 5


def test_as_many_moves_are_legal_as_everybody_counts() -> None:
    counts = {notation: counted(position(notation), 1) for notation in COUNTS}

    assert counts == {notation: known[0] for notation, known in COUNTS.items()}


@pytest.mark.long
@pytest.mark.parametrize(("notation", "depth"), [(n, d) for n in COUNTS for d in (2, 3)])
def test_as_many_moves_in_a_row_are_legal(notation: str, depth: int) -> None:
    known = COUNTS[notation]
    if depth <= len(known):
        assert counted(position(notation), depth) == known[depth - 1]


@pytest.mark.long
@pytest.mark.parametrize("name", ("chess", "backgammon"))
def test_its_own_player_plays_it_to_the_end(name: str) -> None:
    report = game(name).simulate(games=1, players=("greedy", "random"))

    assert report.games == 1
