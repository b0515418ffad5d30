"""Values that use themselves: without memory, these games would never end."""

from __future__ import annotations

import ruleslang
from tests.engine.c.agreement import beside_the_interpreter as differences
from tests.engine.conformance.test_conformance import HERE
from tests.support.engines import ENGINES
from tests.support.every import every


def test_c_plays_as_the_interpreter_does() -> None:
    game = ruleslang.load(str(HERE / "b10_expressions" / "deep_values.rules"))
    found = [differences(game.program, seed) for seed in range(3)]

    assert [each for differing, _ in found for each in differing] == []
    assert sum(made for _, made in found) > 5


@every("number", ("3", "16"))
def test_every_engine_stops_at_the_same_call(number: str) -> None:
    """Of `marked`, 2 to the power of n + 1 calls are different, less one."""
    game = ruleslang.load(str(HERE / "faults" / "too_many_calls.rules"))
    faults = set()
    for engine in ENGINES:
        match = game.start(seed=1, engine=engine)
        match.choose(number)
        faults.add(match.fault and (match.fault.slug, match.fault.origin))

    assert len(faults) == 1
    assert ("too-much" in str(faults)) == (number == "16")
