"""The bridge of the chess example, move by move beside python-chess."""

from __future__ import annotations

import runpy
from typing import Any

import pytest

from ruleslang.engine.match.chance import Stream, derive
from tests.engine.classics.classics import EXAMPLES

chess: Any = pytest.importorskip("chess")
BRIDGE = runpy.run_path(str(EXAMPLES / "embedding" / "chess_bridge.py"))
POSITIONS = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 3 10",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
)


def board_of(match: Any) -> Any:
    return chess.Board(BRIDGE["fen_of"](match))


def compare(match: Any, board: Any) -> None:
    """The moves, and each of them as SAN and back."""
    legal = BRIDGE["legal"](match)
    assert {*legal} == {move.uci() for move in board.legal_moves}, board.fen()
    for uci in legal:
        written, here = board.san(chess.Move.from_uci(uci)), BRIDGE["san_of"](match, uci)
        assert here == written.replace("+", ""), (board.fen(), uci)
        assert BRIDGE["uci_of"](match, written) == uci


@pytest.mark.parametrize("fen", POSITIONS)
def test_a_position_has_the_moves_of_python_chess(fen: str) -> None:
    match = BRIDGE["begin"](fen, seed=1, engine="wasm")
    assert BRIDGE["fen_of"](match, int(fen.split()[-1])) == fen
    compare(match, chess.Board(fen))


@pytest.mark.parametrize("seed", range(2))
def test_a_game_goes_on_beside_python_chess_with_its_forced_moves(seed: int) -> None:
    match, board = BRIDGE["begin"](seed=seed, engine="wasm"), chess.Board()
    stream = Stream(derive(seed, 1))
    while match.decision is not None and len(board.move_stack) < 24:
        legal = sorted(BRIDGE["legal"](match))
        uci = legal[stream.below(len(legal))]
        for made in BRIDGE["play"](match, board.san(chess.Move.from_uci(uci))):
            board.push_uci(made)
        assert board.board_fen() == board_of(match).board_fen()
        assert board.castling_rights == board_of(match).castling_rights
        assert (board.turn, board.halfmove_clock) == (
            board_of(match).turn,
            match.view(None).states["quiet"],
        )
    assert [move.uci() for move in board.move_stack] == BRIDGE["moves_of"](match)


def test_a_forced_move_is_reported_with_the_one_before_it() -> None:
    match = BRIDGE["begin"]("7k/8/5K2/6P1/8/8/8/8 w - - 0 1", seed=1)
    assert BRIDGE["play"](match, "g6") == ["g5g6", "h8g8"]
    assert BRIDGE["play"](match, "g7") == ["g6g7", "g8h7"]
    assert BRIDGE["play"](match, "g8=Q+") == ["g7g8q"]
    assert BRIDGE["moves_of"](match) == ["g5g6", "h8g8", "g6g7", "g8h7", "g7g8q"]


@pytest.mark.parametrize("text", ["Nd2", "e9", "O-O", "Ke8", "exd5", "", "e2e5"])
def test_a_move_that_is_not_legal_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no legal move in rnbqkbnr/"):
        BRIDGE["uci_of"](BRIDGE["begin"](seed=1), text)


def test_two_knights_need_a_column() -> None:
    match = BRIDGE["begin"]("4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", seed=1)
    with pytest.raises(ValueError, match="Nb3 is ambiguous"):
        BRIDGE["uci_of"](match, "Nb3")
    assert BRIDGE["uci_of"](match, "Nab3") == "a1b3"


@pytest.mark.parametrize(
    "fen", ["", "8/8/8/8 w - -", POSITIONS[0].replace("p1pp", "p2pp"), "x" + POSITIONS[1]]
)
def test_a_fen_that_cannot_be_read_is_refused(fen: str) -> None:
    with pytest.raises(ValueError, match="not a"):
        BRIDGE["lines_of"](fen)


def test_equal_boards_have_equal_views_and_not_equal_hashes() -> None:
    orders = ("g1f3 g8f6 b1c3", "b1c3 g8f6 g1f3")
    matches = [BRIDGE["begin"](seed=1, engine="wasm") for _ in orders]
    for match, order in zip(matches, orders, strict=True):
        for uci in order.split():
            assert BRIDGE["play"](match, uci) == [uci]
    first, other = matches
    assert first.given(None) == other.given(None) and first.hash() != other.hash()
    assert BRIDGE["fen_of"](first) == BRIDGE["fen_of"](other)
