"""Loops of C in which nothing jumps for a member, and zones that few and many cards change."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.engine.c import move_match
from ruleslang.engine.code.match import CMatch
from ruleslang.engine.code.mover import MoverByCtypes
from ruleslang.engine.compiled_in_c import CEngine
from ruleslang.library.load import load
from ruleslang.program.program import Program
from tests.engine.c.agreement import beside_the_interpreter as differences

COUNTS = Path(__file__).parent / "counts.rules"
UNSET = "set wanted to suit(c)\n"


def program_of(text: str, folder: Path) -> Program:
    file = folder / "counts.rules"
    file.write_text(text, encoding="utf-8")
    compiled = load(str(file)).compiled
    assert compiled is not None
    return compiled.program


def counts(folder: Path) -> Program:
    return program_of(COUNTS.read_text(encoding="utf-8"), folder)


def test_the_same_members_count_and_the_same_cards_stay_in_place(tmp_path: Path) -> None:
    program = counts(tmp_path)

    found = [differences(program, seed) for seed in range(8)]

    assert [each for differing, _ in found for each in differing] == []
    assert sum(made for _, made in found) > 80


def test_a_part_that_is_missing_is_a_fault_where_it_is_reached(tmp_path: Path) -> None:
    text = COUNTS.read_text(encoding="utf-8")
    program = program_of(text.replace(UNSET, "add 1 to score(p)\n", 1), tmp_path)

    found = [differences(program, seed) for seed in range(8)]
    faults = {fault_of(program, seed) for seed in range(8)}

    assert [each for differing, _ in found for each in differing] == []
    assert faults == {"unset-state"}


def fault_of(program: Program, seed: int) -> str:
    match = CEngine(program).start(seed=seed)
    while match.waits_for is not None:
        match.choose(0)
    return match.fault.slug if match.fault else ""


def test_a_match_is_moved_the_same_where_python_takes_no_types(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = CEngine(counts(tmp_path)).start(seed=1)
    other = one.copy()
    assert isinstance(one, CMatch) and isinstance(other, CMatch)
    assert not isinstance(one.mover, MoverByCtypes)
    monkeypatch.setattr(move_match, "_types", lambda: None)
    assert isinstance(other.mover, MoverByCtypes)

    for _ in range(4):
        for match in (one, other):
            match.choose(0)
        assert one.waits_for == other.waits_for
        assert one.hash() == other.hash()


def test_a_choice_that_is_no_whole_number_leaves_a_match_where_it_is(tmp_path: Path) -> None:
    match = CEngine(counts(tmp_path)).start(seed=1)
    before = match.hash()

    with pytest.raises(TypeError):
        match.choose(0.0)  # type: ignore[arg-type]

    assert (match.hash(), match.asked) == (before, 0)
