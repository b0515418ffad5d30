"""Zones that C changes in place, loops that it makes one, and conditions that it has as bits."""

from __future__ import annotations

from pathlib import Path

from ruleslang.library.load import load
from ruleslang.program.program import Program
from tests.engine.c.agreement import beside_the_interpreter as differences
from tests.support.text_in_c import text_in_c

ZONES = Path(__file__).parent / "zones.rules"


def program_of_zones() -> Program:
    compiled = load(str(ZONES)).compiled
    assert compiled is not None
    return compiled.program


def text_of(program: Program) -> str:
    return text_in_c(program)


def test_what_holds_the_cards_of_a_zone_keeps_them_while_the_zone_changes() -> None:
    found = [differences(program_of_zones(), seed) for seed in range(6)]

    assert [each for differing, _ in found for each in differing] == []
    assert sum(made for _, made in found) > 40


def test_a_zone_lends_its_tuple_only_to_what_keeps_it() -> None:
    text = text_of(program_of_zones())

    assert "before_L1 = F[3] = lent(s, " in text or "before_L1 = lent(s, " in text
    ways = text.split("static V R_ways__to__spend(St *s, V", 2)[2].split("\n}\n")[0]
    assert "lent(" not in ways


def test_cards_in_several_zones_are_read_in_place() -> None:
    text = text_of(program_of_zones())

    for name in ("R_value__held", "R_value__reds", "R_value__is_held"):
        body = text.split(f"static V {name}(St *s", 2)[2].split("\n}\n")[0]
        assert "pieced_together(" not in body and "lent(" not in body


def test_the_ways_of_an_action_are_found_in_one_loop() -> None:
    ways = text_of(program_of_zones()).split("static V R_ways__to__spend(St *s, V", 2)[2]

    assert ways.split("\n}\n")[0].count("for (") == 1
