"""Sets that C stores as bits give the answers of the interpreter, without tuples."""

from __future__ import annotations

from pathlib import Path

from ruleslang.library.load import load
from tests.engine.c.agreement import beside_the_interpreter as differences
from tests.engine.classics.classics import game
from tests.support.text_in_c import text_in_c

BITS = Path(__file__).parent / "bits.rules"


def test_sets_as_bits_are_the_same_sets() -> None:
    compiled = load(str(BITS)).compiled
    assert compiled is not None

    found = [differences(compiled.program, seed) for seed in range(6)]

    assert [each for differing, _ in found for each in differing] == []
    assert sum(made for _, made in found) > 80


def test_sets_as_two_words_are_the_same_sets(tmp_path: Path) -> None:
    rules = BITS.read_text("utf-8").replace("grid 5 by 5", "grid 10 by 9")
    for narrow, wide in (("-900..900", "-9000..9000"), ("-99..99", "-900..900")):
        rules = rules.replace(narrow, wide)
    file = tmp_path / "bits.rules"
    file.write_text(rules, "utf-8")
    compiled = load(str(file)).compiled
    assert compiled is not None

    found = [differences(compiled.program, seed) for seed in range(4)]

    assert [each for differing, _ in found for each in differing] == []
    assert sum(made for _, made in found) > 50


def test_a_line_of_four_is_looked_for_in_bits() -> None:
    program = game("connect_four").program
    text = text_in_c(program)

    assert "BYBITS_value__has_line(St *s, Mask given__own_L0)" in text
    assert "(m1 | m1 >> 7 | m1 >> 14 | m1 >> 21)" in text, "no discs are looked at one by one"
    assert "KNOWNBITS4_value__four_across(s, " not in text
