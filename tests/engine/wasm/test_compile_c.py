"""What the compiler of C makes of a text is what a C compiler makes of it."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleslang.engine.c.compiler import NoCompiler, library
from ruleslang.engine.code.c_function import runtime
from ruleslang.engine.wasm.parse import program_of
from ruleslang.engine.wasm.run import HERE, _engine
from ruleslang.engine.wasm.statements import compiled
from ruleslang.engine.wasm.types import NotInSubset

SUBSET = (Path(__file__).parent / "subset.c").read_text("utf-8")
FUNCTIONS = ("structs", "calls", "labels", "narrow", "real", "wide", "stored")
NUMBERS = (0, 1, -1, 7, 130, -255, 1 << 31, (1 << 40) + 12_345, -(1 << 62) + 3, 0x0123456789ABCDEF)
PRODUCT = """
static uint64_t upper_product(uint64_t a, uint64_t b)
{
    uint64_t a0 = a & 0xffffffffU, a1 = a >> 32, b0 = b & 0xffffffffU, b1 = b >> 32;
    uint64_t low = a0 * b0, one = a1 * b0 + (low >> 32), two = a0 * b1 + (one & 0xffffffffU);
    return a1 * b1 + (one >> 32) + (two >> 32);
}
void asks_to_stop(void);
int clock_time_get(int clock, int64_t precision, int64_t *nanoseconds);
"""


def in_wasm(text: str, names: tuple[str, ...]) -> dict[str, Callable[..., int]]:
    """The functions of a C text, compiled to WebAssembly."""
    import wasmtime

    store: Any = wasmtime.Store(_engine())
    module = wasmtime.Module(_engine(), compiled(program_of(text), names))
    linker = wasmtime.Linker(_engine())
    linker.define_wasi()
    store.set_wasi(wasmtime.WasiConfig())
    linker.define_func("host", "asks_to_stop", wasmtime.FuncType([], []), lambda: None)
    exports: Any = linker.instantiate(store, module).exports(store)
    return {name: lambda *given, of=exports[name]: of(store, *given) for name in names}


def test_all_that_is_printed_is_compiled_as_by_a_c_compiler() -> None:
    native = library(runtime("reference") + SUBSET, 0, ("-fwrapv",))
    if isinstance(native, NoCompiler):
        pytest.skip("no C compiler here")
    mine = in_wasm(SUBSET + PRODUCT, FUNCTIONS)
    for name in FUNCTIONS:
        function = getattr(native.functions, name)
        function.restype, function.argtypes = ctypes.c_int64, (ctypes.c_int64, ctypes.c_int64)
        for a in NUMBERS:
            for b in NUMBERS:
                if name != "real" or max(abs(a), abs(b)) <= 1 << 31:
                    assert mine[name](a, b) == function(a, b), (name, a, b)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("int64_t f(int64_t a) { return g(a); }", "f: there is no function `g`"),
        ("int64_t f(int64_t a) { return a.x; }", "f: no member `x`"),
        ("int64_t f(int64_t a) { goto out; }", "f: there is no label `out` here"),
        ("int64_t f(int64_t a) { return a +; }", "`;` in an expression"),
        ("union { int a; } u; int64_t f(int64_t a) { return a; }", "`union` is no type"),
        ("int64_t big[1 << 29]; int64_t f(int64_t a) { return big[a]; }", "too large"),
    ],
)
def test_what_is_not_in_the_subset_is_refused(text: str, problem: str) -> None:
    with pytest.raises(NotInSubset) as refused:
        compiled(program_of(text + PRODUCT), ("f",))

    assert problem in str(refused.value)


def test_the_runtime_of_the_platform_gives_blocks_again() -> None:
    text = runtime("reference") + (
        "typedef struct { int64_t x; } St; typedef void Raised; enum { INTERRUPTED };"
        "static struct { Raised *type; } stops; static void fail(St *s, int a, int64_t b) {}"
        "static int is_stopping(void) { return 0; }"
        "int64_t f(int64_t a) { char *one = malloc((size_t)a); free(one);"
        "char *two = malloc((size_t)a + 1), *three = malloc((size_t)a);"
        "return (one == two) + 10 * (three == two) + 100 * (three == NULL); }"
    )
    f = in_wasm(text + (HERE / "runtime.c").read_text("utf-8"), ("f",))["f"]

    assert f(100) == 1
    assert f(1 << 20) == 1
    assert f(0x7FFFFFF0) == 1 + 10 + 100, "there is no memory"


def test_a_long_function_calls_what_a_short_one_contains() -> None:
    few, many = (compiled(program_of(_repeated(number)), ("f",)) for number in (100, 6000))
    value = 77
    for _ in range(6000):
        value = (value * 3 + (value >> 2) * 5 + (value >> 7) * 9) & 8191

    assert len(many) < 40 * len(few)
    assert in_wasm(_repeated(6000), ("f",))["f"](77) == value


def _repeated(number: int) -> str:
    more = "(x * 3 + (x >> 2) * 5 + (x >> 7) * 9) & 8191"
    return (
        f"{runtime('reference')}{PRODUCT}static inline int64_t more(int64_t x) {{ return {more}; }}"
        f"int64_t f(int64_t a) {{ {'a = more(a); ' * number} return a; }}"
    )
