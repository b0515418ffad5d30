"""The records of lowering for editors; the game is the same with and without them."""

from __future__ import annotations

from ruleslang.language.lower.recorded_types import Record
from ruleslang.language.lower.rulebook import compile_trees, record_declaration
from ruleslang.language.syntax.declarations import Procedure
from ruleslang.language.syntax.parse import parse
from ruleslang.program import types as t
from ruleslang.source.span import Source

GAME = """\
rulebook coin "Coin"
    players 2
    starts with game
die penny: heads, tails
value half(n: 0..8): 0..4 = n / 2 rounded down
phase game
    p1 chooses call "the side" from {heads, tails}
    roll penny as side
    if side is call: p1 wins
    p2 wins
"""


def test_types_and_scopes_are_known_by_their_places() -> None:
    tree, _ = parse(Source("coin.rules", GAME))
    record = Record()

    lowered = compile_trees([tree], record=record)

    assert lowered == compile_trees([tree])
    side = tree.source.span(GAME.index("side is"), GAME.index("side is") + 4)
    assert record.expressions[side].type == t.WordOf("penny")
    assert "call" in record.expressions[side].locals
    made = tree.source.span(GAME.index("side\n"), GAME.index("side\n") + 4)
    assert record.locals()[made].role == "result"


def test_one_declaration_is_lowered_among_the_symbols_of_its_rulebook() -> None:
    tree, _ = parse(Source("coin.rules", GAME))
    record = Record()
    compile_trees([tree], record=record)
    other, _ = parse(Source("coin.rules", "phase game\n    roll penny as coin\n    p1 wins\n"))
    (phase,) = other.declarations
    assert isinstance(phase, Procedure)
    assert record.symbols is not None

    alone = Record()
    record_declaration(record.symbols, phase, alone)

    assert "coin" in alone.statements[phase.body.statements[1].span]
