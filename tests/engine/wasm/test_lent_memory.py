"""What Python lends to WebAssembly: structures, arrays that are views, and tables."""

from __future__ import annotations

import ctypes
import gc
from array import array
from weakref import ref

import pytest

from ruleslang.engine.code.memory import BATCH, Members, laid_out
from ruleslang.engine.compiled_in_c import IN_WASM, compiled
from ruleslang.engine.match.entities import settle
from ruleslang.engine.quick_engines import lock_step
from ruleslang.engine.wasm import types as t
from ruleslang.engine.wasm.parse import program_of
from ruleslang.engine.wasm.run import HERE, WasmCode
from ruleslang.players.learning.learner import FEATURES, NUMBERING, SCRATCH, TEACHING, WEIGHTS
from tests.support.engines import batches_on as batches_on
from tests.support.shipped import compiled as shipped

STRUCTURES: dict[str, Members] = {
    "Batch": BATCH,
    "Features": FEATURES,
    "Numbering": NUMBERING,
    "Weights": WEIGHTS,
    "Scratch": SCRATCH,
    "Teaching": TEACHING,
}
ON_WASM = pytest.mark.parametrize("batches_on", ["wasm"], indirect=True)


def test_python_describes_structures_as_the_text_in_c_has_them() -> None:
    of = shipped("tic_tac_toe").program
    game = compiled(of, settle(of, None, None, None), (), IN_WASM, learns=True)
    types = program_of(game.text.text + (HERE / "runtime.c").read_text("utf-8")).types
    for name, parts in STRUCTURES.items():
        structure, known = laid_out(parts, "I"), types[name]
        assert isinstance(known, t.Struct)
        places = [(part, getattr(structure, part).offset) for part, _ in parts]
        assert places == [(part, member.at) for part, member in known.members.items()], name
        assert ctypes.sizeof(structure) == t.size_of(known)


@ON_WASM
def test_a_batch_that_is_too_large_is_refused_and_others_play_on(batches_on: str) -> None:
    of = shipped("connect_four").program
    settings = settle(of, None, None, None)
    with pytest.raises(
        MemoryError, match=r"900000 matches take .* MB.* WebAssembly does not give; fewer may go"
    ):
        lock_step(of, settings, range(900_000))

    batch = lock_step(of, settings, range(3))
    batch.step([0, 1, 2])
    assert list(batch.choices) == [7, 7, 7]


@pytest.mark.usefixtures("few_to_collect")
@ON_WASM
def test_what_a_batch_handed_out_outlives_it(batches_on: str) -> None:
    of = shipped("tic_tac_toe").program
    batch = lock_step(of, settle(of, None, None, None), range(4))
    choices, masks, before = batch.choices, batch.masks, batch.masks.tolist()
    gone = ref(batch)
    del batch
    gc.collect()
    assert gone() is None
    others = [lock_step(of, settle(of, None, None, None), range(40)) for _ in range(4)]
    for other in others:
        other.step_actions([8] * 40)

    assert list(choices) == [9] * 4 and masks.tolist() == before


def test_a_table_is_lent_once_and_given_back_with_the_table() -> None:
    of = shipped("tic_tac_toe").program
    code = compiled(of, settle(of, None, None, None), (), IN_WASM).compiled.code
    assert isinstance(code, WasmCode)
    table, known = array("q", [1, 2, 3]), len(code.copies)
    at = code.lent(table)
    assert code.lent(table) == at and code.words(at, 3).tolist() == [1, 2, 3]
    code.words(at, 3)[1] = 7
    code.taken_back(table)
    assert table.tolist() == [1, 7, 3]
    table[0] = 5
    assert code.words(code.lent(table), 3)[0] == 1
    assert code.words(code.lent(table, is_changed=True), 3)[0] == 5
    del table
    assert len(code.copies) == known
