"""Saves, records and games of a broken-off run, forged anywhere, with a checksum that fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import islice
from typing import Any

import pytest

import ruleslang
from ruleslang.simulation.records.game_record import from_line
from ruleslang.simulation.records.match_start import CONVERTER
from ruleslang.simulation.replay import replay
from ruleslang.simulation.simulate import played_in, simulate
from ruleslang.simulation.simulation_report import Played, Tally
from ruleslang.source.checksum import Refused, seal, unseal
from tests.support.shipped import compiled

STRANGE: tuple[Any, ...] = (
    *(None, True, -1, 2**63, 10**4000, 1e308, "", "\ud800", "é", "\x00", "a\nb", "a" * 10**5),
    *([], [[]], {}, {"a": 1}, [None] * 1000, [{"player": 0, "choice": "x"}] * 1000),
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything that stands in a record; of a list the first two entries."""
    if path:
        yield path
    within = range(min(len(value), 2)) if isinstance(value, list) else value
    for key in within if isinstance(value, dict | list) else ():
        yield from paths(value[key], (*path, key))


def forged(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What was changed, and the record with it."""
    for path in paths(record):
        for strange in (*STRANGE, KeyError):
            changed = deepcopy(record)
            holder: Any = changed
            for key in path[:-1]:
                holder = holder[key]
            if strange is KeyError:
                del holder[path[-1]]
            else:
                holder[path[-1]] = strange
            yield f"{path} {str(strange)[:30]}", seal(changed)


GAME = ruleslang.Game(compiled("crazy_eights"))


def save() -> str:
    match = GAME.start(seed=1)
    for _ in range(6):
        match.choose(0)
    return match.to_json()


def played() -> Played:
    kept: list[Played] = []
    simulate(GAME.batch(games=1, seed=1, records=True), keep=kept.append)
    return kept[0]


def count(line: str) -> None:
    game = played_in(line, 0, 2)
    if game is None:
        raise Refused("it is damaged")
    tally = Tally(2)
    tally.add(game)
    tally.report()


@pytest.mark.parametrize(
    ("made", "use"),
    [
        (save, GAME.resume),
        (lambda: played().record, lambda line: replay(GAME.program, from_line(line))),
        (lambda: seal(CONVERTER.unstructure(played())), count),
    ],
    ids=["save", "record", "game of a broken-off run"],
)
@pytest.mark.parametrize("apart", [11, pytest.param(1, marks=pytest.mark.long)])
def test_what_is_forged_is_refused_in_words(
    made: Callable[[], str], use: Callable[[str], object], apart: int
) -> None:
    raw = []
    for what, text in islice(forged(unseal(made())), 0, None, apart):
        try:
            use(text)
        except Refused as refused:
            assert len(str(refused)) < 1500 and str(refused).isprintable(), what
        except Exception as problem:
            raw.append(f"{what}: {type(problem).__name__} {problem}")

    assert raw == []


def test_a_name_with_a_line_of_its_own_writes_none_into_a_log() -> None:
    record = unseal(save())
    record["start"]["rulebook"] = "another\nruleslang: all is well"

    with pytest.raises(Refused) as refused:
        GAME.resume(seal(record))
    assert "another?ruleslang: all is well, and here" in str(refused.value)


@pytest.mark.parametrize(
    ("name", "forged"),
    [
        *(("winners", [-1]), ("winners", [2]), ("winners", [0, 0]), ("winners", [2**40])),
        *(("payoffs", [1]), ("payoffs", [0] * 1000), ("decisions", -1), ("uses", {"x": -1})),
        ("samples", {"x": {"count": -1, "total": 0, "least": 0, "most": 0}}),
        ("samples", {"x": {"count": 1, "total": 0, "least": 1, "most": 0}}),
    ],
)
def test_a_game_that_nobody_played_is_none(name: str, forged: object) -> None:
    game = CONVERTER.unstructure(played())
    assert played_in(seal(game), 0, 2) == played()

    assert played_in(seal(game | {name: forged}), 0, 2) is None


def test_endless_choices_are_given_up_at_the_first_that_does_not_fit() -> None:
    record = unseal(save())
    record["choices"] *= 2_000

    with pytest.raises(Refused, match="its choices do not fit the match"):
        GAME.resume(seal(record))
