"""A long text is compiled without optimising it, and again once games took long enough."""

from __future__ import annotations

import pytest

import ruleslang.engine.c.compiled_game
from ruleslang.engine.code.compiled_game import CompiledGame, Games
from ruleslang.engine.code.printed_game import NotCompiled
from ruleslang.engine.compiled_in_c import compiled
from ruleslang.engine.match.entities import settle
from ruleslang.engine.when_to_compile import SECONDS_OF_GCC
from tests.engine.shares import program_of

RULES = "pig"


@pytest.fixture
def all_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ruleslang.engine.c.compiled_game, "LONG", 0)
    monkeypatch.setattr(ruleslang.engine.c.compiled_game, "is_known", lambda text, level: False)
    monkeypatch.setattr("ruleslang.engine.compiled_in_c._made", {})


def soon(*, learns: bool = False) -> CompiledGame:
    program = program_of(RULES)
    assert program is not None
    return compiled(program, settle(program, None, None, None), (), None, learns=learns)


@pytest.mark.usefixtures("all_are_long")
def test_a_long_text_is_optimised_once_games_took_as_long_as_that() -> None:
    first = soon()
    results = [*Games(first).play(range(50))]
    still, played = soon(), first.seconds
    first.seconds = SECONDS_OF_GCC
    later = soon()

    assert (first.level, still is first, played > 0) == (0, True, True)
    assert (later.level, soon() is later) == (1, True)
    assert [*Games(later).play(range(50))] == results


@pytest.mark.usefixtures("all_are_long")
def test_games_go_on_where_optimising_fails_or_is_under_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, tried = soon(), list[object]()

    def failing(*arguments: object, **how: object) -> None:
        tried.append(soon())  # another thread asks meanwhile
        raise NotCompiled("no memory")

    monkeypatch.setattr("ruleslang.engine.compiled_in_c.GameInC", failing)
    first.seconds = SECONDS_OF_GCC

    assert (soon() is first, soon() is first) == (True, True)
    assert [each is first for each in tried] == [True]


@pytest.mark.usefixtures("all_are_long")
def test_what_learns_is_optimised_at_once() -> None:
    assert soon(learns=True).level == 1
