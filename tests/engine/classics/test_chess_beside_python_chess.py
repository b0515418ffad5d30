"""Random games of chess beside python-chess: the same legal moves at every turn, the same end."""

from __future__ import annotations

from typing import Any

import pytest

from ruleslang.engine.compiled_in_c import WasmEngine
from ruleslang.engine.match.chance import Stream, derive
from ruleslang.engine.match.interface import Match
from tests.engine.classics.classics import game

chess: Any = pytest.importorskip("chess")
CROWNED = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n"}


def moves(match: Match) -> dict[str, int]:
    """The moves that are offered, as `e2e4`, with their places; what a pawn becomes comes later."""
    assert match.decision is not None
    names = (each.id.removeprefix("move_man ") for each in match.decision.choices)
    return {name.replace(", ", ""): place for place, name in enumerate(names)}


def crowned(match: Match, sign: str) -> None:
    """Answers what the pawn becomes."""
    assert match.decision is not None
    names = [CROWNED[each.id] for each in match.decision.choices]
    assert sorted(names) == sorted(CROWNED.values())
    match.choose(names.index(sign))


def is_drawn(board: Any) -> bool:
    """Whether a match ends in a draw here; python-chess asks the players for some of these."""
    is_quiet = board.halfmove_clock >= 100 or board.is_repetition(3)
    return bool(board.is_stalemate() or board.is_insufficient_material() or is_quiet)


def has_ended(board: Any) -> bool:
    """Whether a match has ended here."""
    return bool(board.is_checkmate() or is_drawn(board))


def beside(seed: int, most: int) -> int:
    """Plays one game on both; how many moves were compared."""
    match, board = WasmEngine(game("chess").program).start(seed=seed), chess.Board()
    stream = Stream(derive(seed, 1))
    compared = 0
    while not (match.decision is None and has_ended(board)) and compared < most:
        legal = {each.uci()[:4]: each for each in board.legal_moves}
        move = sorted(legal)[stream.below(len(legal))]
        if len(legal) > 1:  # the only move is made without a question
            assert moves(match).keys() == legal.keys(), board.fen()
            match.choose(moves(match)[move])
        if legal[move].promotion:
            sign = "qrbn"[stream.below(4)]
            crowned(match, sign)
            move += sign
        board.push_uci(move)
        compared += 1
    if match.outcome is None:
        return compared
    winners = set() if is_drawn(board) else {0 if board.outcome().winner else 1}
    assert set(match.outcome.winners) == winners, board.fen()
    return compared


def test_the_moves_of_a_game_so_far_are_those_of_python_chess() -> None:
    assert beside(seed=1, most=60) == 60


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40))
def test_whole_games_go_and_end_as_in_python_chess(seed: int) -> None:
    assert beside(seed, most=3000) > 10
