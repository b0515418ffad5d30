"""Examples and claims that two processes share give the same as those of one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

import pytest

from ruleslang.analysis import second_process
from ruleslang.library.load import load
from ruleslang.program.program import Compiled
from ruleslang.proving import prove_rulebook
from ruleslang.proving.prove_rulebook import Watched, Work, prove

GAMES = ("crazy_eights", "hanabi", "liars_dice")


@pytest.fixture(autouse=True)
def two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_process, "_processors", lambda: 2)


def shared(work: Work, watched: Watched) -> None:
    second_process.together(work, watched, patience=0)


def game(name: str) -> Compiled:
    compiled = load(name).compiled
    assert compiled is not None
    return compiled


@pytest.mark.parametrize("name", GAMES)
def test_two_processes_find_what_one_finds(name: str) -> None:
    compiled = game(name)

    assert prove(compiled, run_all=shared) == prove(compiled)


def test_all_are_counted_once_by_who_watches() -> None:
    steps: list[int] = []

    prove(game("hanabi"), watched=lambda total: nullcontext(steps.append), run_all=shared)

    assert sum(steps) == len(prove(game("hanabi")).examples) + len(prove(game("hanabi")).claims)


class Waiting(Work):
    """One that is not run here before some of it was run elsewhere."""

    here = os.getpid()
    reading, writing = -1, -1

    def run(self, number: int) -> None:
        """Wait for the word of the second process, or give it."""
        super().run(number)
        if os.getpid() != self.here:
            os.write(self.writing, b"!")
        elif not RUN_HERE:
            os.close(self.writing)
            os.read(self.reading, 1)
        if os.getpid() == self.here:
            RUN_HERE.append(number)


RUN_HERE: list[int] = []


def test_the_second_process_takes_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    RUN_HERE.clear()
    reading, writing = os.pipe()
    monkeypatch.setattr(Waiting, "here", os.getpid())
    monkeypatch.setattr(Waiting, "reading", reading)
    monkeypatch.setattr(Waiting, "writing", writing)
    monkeypatch.setattr(prove_rulebook, "Work", Waiting)

    found = prove(game("crazy_eights"), run_all=shared)

    os.close(reading)
    assert len(RUN_HERE) < len(found.examples) + len(found.claims)


class Dying(Work):
    """One whose second process ends in the middle."""

    def told(self, own: Sequence[int]) -> Any:
        """Say half, and end."""
        os._exit(1)


class Lying(Work):
    """One whose second process says something else."""

    def told(self, own: Sequence[int]) -> Any:
        """Say what is no answer."""
        return own, None


@pytest.mark.parametrize("kind", [Dying, Lying])
def test_what_the_second_process_does_not_say_is_done_here(
    kind: type[Work], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = prove(game("hanabi"))
    monkeypatch.setattr(prove_rulebook, "Work", kind)

    assert prove(game("hanabi"), run_all=shared) == expected


def test_there_is_no_second_process_where_none_can_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise BlockingIOError

    expected = prove(game("hanabi"))
    monkeypatch.setattr(os, "fork", refuse)

    assert prove(game("hanabi"), run_all=shared) == expected
