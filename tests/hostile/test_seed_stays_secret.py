"""The output of a match reveals neither its seed nor anything that only the seed decides."""

from __future__ import annotations

import pickle
import traceback
from collections.abc import Iterator

import pytest

import ruleslang

SEED = 918273645546372819
SAID = (str(SEED), hex(SEED)[2:])


def printed_of(match: ruleslang.Match) -> Iterator[str]:
    """All that is easily printed of a match, by mistake or in an error."""
    save = match.to_json()
    again = pickle.loads(pickle.dumps(match))
    objects = [match, again, match.start, match.engine, match.engine.save(), match.copy()]
    objects += [match.game, match.game.resume(save), match.game.bot(seed=SEED), match.decision]
    for each in objects:
        yield from (repr(each), str(each), f"{each!r:.5000}")
    for wrong in (lambda: match.choose("no such choice"), lambda: match.choose(10**6)):
        with pytest.raises(ruleslang.IllegalChoice) as log:
            wrong()
        yield "".join(traceback.format_exception(log.value))
    for other in ("crazy_eights", "leduc_poker"):
        if other != match.game.name:
            with pytest.raises(ruleslang.Refused) as refused:
                ruleslang.load(other).resume(save)
            yield "".join(traceback.format_exception(refused.value))


@pytest.mark.parametrize("engine", ["interpreter", "wasm", "c"])
def test_no_text_of_a_match_contains_its_seed(engine: str) -> None:
    match = ruleslang.load("kuhn_poker").start(seed=SEED, engine=engine)
    hash = match.engine.hash()

    for text in printed_of(match):
        assert not any(message in text for message in (*SAID, hash)), text[:500]


def test_no_text_of_several_matches_contains_a_seed() -> None:
    game = ruleslang.load("kuhn_poker")
    report = game.simulate(games=3, seed=SEED)
    batch = game.in_lock_step([SEED, SEED + 1])

    for each in (report, batch):
        assert not any(message in f"{each!r}{each}" for message in SAID)
