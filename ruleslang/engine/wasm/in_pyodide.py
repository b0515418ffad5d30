"""Runs the C of a game as WebAssembly in Pyodide, in the memory of Python itself."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from ruleslang.engine.code.memory import Buffer, Code
from ruleslang.engine.code.mover import picking
from ruleslang.engine.code.printed_game import NotCompiled
from ruleslang.engine.wasm import types as t
from ruleslang.engine.wasm.module import STACK_BYTES, Room
from ruleslang.engine.wasm.parse import program_of
from ruleslang.engine.wasm.run import HERE, STOPPABLE, LeftAtOnce, exports, functions, stopped
from ruleslang.engine.wasm.run import raise_stopped as raise_it
from ruleslang.engine.wasm.statements import compiled
from ruleslang.engine.wasm.types import NotInSubset

WIDE = ctypes.c_int64, ctypes.c_uint64
LINE = 16  # bytes, of which addresses are multiples
INSTANCE = """
({ memory, _malloc, _free }, bytes, top) => {
  const blocks = [];
  const host = {
    memory,
    asks_to_stop() {},
    more_memory(pages) {
      const at = _malloc((pages + 1) * 65536);
      if (!at) return -1;
      blocks.push(at);
      return Math.ceil(at / 65536);
    },
  };
  const clock = {
    clock_time_get(which, precision, at) {
      const now = BigInt(Math.round(1e6 * performance.now()));
      new DataView(memory.buffer).setBigInt64(at, now, true);
      return 0;
    },
  };
  const module = new WebAssembly.Module(bytes);
  const { exports } = new WebAssembly.Instance(module, { host, wasi_snapshot_preview1: clock });
  const caller = (name, wide) => (...given) => {
    try {
      return exports[name](...given.map((each, at) => (wide[at] ? BigInt(each) : Number(each))));
    } catch (problem) {
      exports.stack.value = top;
      throw problem;
    }
  };
  return { caller, end: () => blocks.forEach((each) => _free(each)) };
}
"""


class CodeInPyodide(Code):
    """The functions of a game, which share all memory with Python."""

    raise_stopped = staticmethod(raise_it)

    def __init__(self, text: str) -> None:
        import pyodide_js
        from pyodide.code import run_js
        from pyodide.ffi import to_js

        super().__init__()
        program = program_of(text)
        data = len(text) + sum(t.size_of(each.type) + LINE for each in program.globals.values())
        self.room = bytearray(LINE + STACK_BYTES + data)
        begins = t.rounded(ctypes.addressof(ctypes.c_char.from_buffer(self.room)), LINE)
        module = compiled(program, exports(program), Room(begins, data, is_own=False))
        run = run_js(INSTANCE)
        self.instance = run(pyodide_js._module, to_js(module), begins + STACK_BYTES)
        self.functions = SimpleNamespace()
        for name, (_, *takes) in functions(program.functions).items():
            setattr(self.functions, name, self._function(name, takes))
        pick = self._function("rl_pick", (ctypes.c_void_p, ctypes.c_int))
        self.picking = picking(pick)

    def __del__(self) -> None:
        if hasattr(self, "instance"):
            self.instance.end()

    def _function(self, name: str, takes: Sequence[Any]) -> Callable[..., Any]:
        """Return a caller of a function with numbers and buffers."""
        from pyodide.ffi import JsException, to_js

        call = self.instance.caller(name, to_js([each in WIDE for each in takes]))

        def called(*given: Any) -> Any:
            words = [g if isinstance(g, int) else Buffer.from_param(g).value or 0 for g in given]
            try:
                return call(*words)
            except JsException as problem:
                why = LeftAtOnce(str(problem))
                if name not in STOPPABLE:
                    raise why from None
                stopped.why, stopped.code = why, None
                return -1

        return called


def code_of(text: str) -> CodeInPyodide:
    """Return the code of a C text; raises `NotCompiled`."""
    from pyodide.ffi import JsException

    try:
        return CodeInPyodide(text + (HERE / "runtime.c").read_text("utf-8"))
    except (NotInSubset, JsException) as problem:
        raise NotCompiled(f"this game is not compiled to WebAssembly: {problem}") from None
