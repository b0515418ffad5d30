"""Runs the C of a game as WebAssembly, in the memory of one instance for each thread."""

from __future__ import annotations

import ctypes
import sys
from array import array
from collections.abc import Callable, Container, Generator, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from threading import RLock, local
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary, ref

from ruleslang.engine.code.memory import FUNCTIONS, OF_LEARNERS, WORD, Block, Buffer, Code
from ruleslang.engine.code.mover import RAISE, picking
from ruleslang.engine.code.printed_game import NotCompiled
from ruleslang.engine.wasm.kept_functions import Kept, read
from ruleslang.engine.wasm.module import STACK_BYTES
from ruleslang.engine.wasm.parse import program_of
from ruleslang.engine.wasm.program import Program
from ruleslang.engine.wasm.statements import compiled
from ruleslang.engine.wasm.types import NotInSubset
from ruleslang.source.cache_files import cache_folder, drop_oldest, keep, read_own

if TYPE_CHECKING:
    import wasmtime

GET_IT = "`pip install wasmtime` brings WebAssembly"
FULL = "there is not enough memory: a game has 2 GB in WebAssembly"
STOPPABLE = frozenset({"rl_pick", "rl_start", "rl_start_with_events", "rl_go_on"})
FOLDER, MOST_FILES, MOST_LETTERS, DIGEST = "wasm", 200, 1 << 28, 32
STACK = 2 << 20 if sys.platform == "linux" else 256 << 10  # bytes, of which a thread has more
HERE = Path(__file__).parent


class LeftAtOnce(Exception):
    """WebAssembly ended what it ran, as where calls are too deep."""


@cache
def _engine() -> wasmtime.Engine:
    import wasmtime

    config = wasmtime.Config()
    config.wasm_exceptions = True
    config.cranelift_opt_level = "speed"
    config.max_wasm_stack = STACK
    config.parallel_compilation = False  # a forked process would wait for its parent's threads

    class Engine(wasmtime.Engine):
        """Lives as long as the process, at whose end it could not be given back."""

        def __del__(self) -> None:
            pass

    return Engine(config)


_left: list[Any] = []  # stores that nothing needs any more


def _store() -> wasmtime.Store:
    """
    Return a store that is closed later than all that reads its memory is given back: of a circle of
    garbage it may come first.
    """
    import wasmtime

    class Store(wasmtime.Store):
        def __del__(self, left: list[Any] = _left) -> None:
            left.append(self)

    return Store(_engine())


@cache
def _of_compiler() -> bytes:
    """Return a digest of the compiler."""
    digest = blake2b(digest_size=16)
    for file in sorted([*HERE.glob("*.py"), *HERE.glob("*.c")]):
        digest.update(file.read_bytes())
    return digest.digest()


def functions(known: Container[str]) -> Mapping[str, tuple[Any, ...]]:
    """Return what Python calls, of the functions that are known."""
    return {name: of for name, of in (FUNCTIONS | OF_LEARNERS).items() if name in known}


def exports(program: Program) -> tuple[str, ...]:
    """Return the functions that are called from outside."""
    return *functions(program.functions), "rl_pick", "rl_raise", "malloc", "free"


class _Stopped(local):
    """The exception that has stopped this thread, and the code that ran."""

    why: BaseException | None = None
    code: WasmCode | None = None


stopped = _Stopped()


def raise_stopped() -> int:
    """Raise the exception that has stopped a match in this thread."""
    why, code = stopped.why, stopped.code
    stopped.why = stopped.code = None
    if code is not None:
        code.go_on()
    if why is not None:
        raise why
    return 0


RAISE.append(raise_stopped)

_ADDRESS = ctypes.c_void_p
_CALL = _ADDRESS, _ADDRESS, _ADDRESS, _ADDRESS, ctypes.c_size_t, _ADDRESS
MOST_GIVEN = 9
_GIVEN = ctypes.c_int64 * (2 * MOST_GIVEN)  # each value has room for two words


class WasmCode(Code):
    """The functions of a game, which see the memory of their instance alone."""

    raise_stopped = staticmethod(raise_stopped)
    addresses = "I"

    def __init__(self, module: wasmtime.Module, threads: local) -> None:
        import wasmtime

        while _left:
            _left.pop().close()
        self.module, self.threads = module, threads
        self.store = _store()
        linker = wasmtime.Linker(_engine())
        linker.define_wasi()  # for its clock
        self.store.set_wasi(wasmtime.WasiConfig())
        linker.define(self.store, "host", "asks_to_stop", self._signal_handler())
        self.exports = linker.instantiate(self.store, module).exports(self.store)
        memory: Any = self.exports["memory"]
        self.base = ctypes.cast(memory.data_ptr(self.store), _ADDRESS).value or 0
        self.lock, self.freed = RLock(), list[int]()
        self.flag: array[int] | None = None
        self.copies: dict[int, tuple[ref[array[Any]], _Kept]] = {}
        self.functions = SimpleNamespace(rl_watch=self._watch)
        for name, (_, *takes) in functions(self.exports).items():
            if name != "rl_watch":
                setattr(self.functions, name, self._function(name, takes))
        self._take, self._free = self._raw("malloc"), self._raw("free")
        self.go_on = self._raw("rl_raise")
        self.stops = ctypes.c_int32.from_address(self.base + self.go_on())
        self.picking = picking(self._raw("rl_pick"))
        threads.code = self

    # ------------------------------------------------------------ memory

    def block(self, size: int) -> Block:
        """Allocate this many bytes, zero at first."""
        address = self.take(size)
        ctypes.memset(self.base + address, 0, size)
        return None, address, self.words(address, size // WORD)

    def give_back(self, address: int) -> None:
        """Give back a block later: this may run in between."""
        self.freed.append(address)

    def shared(self, size: int, *, huge: bool = False) -> Block:
        """Allocate this many bytes, zero at first."""
        kept = _Kept(self, size)
        at = self.base + kept.address
        ctypes.memset(at, 0, size)
        owner: Any = (ctypes.c_char * size).from_address(at)
        owner.kept = kept  # as long as there is a view of it
        return owner, kept.address, memoryview(owner).cast("B")

    def take(self, size: int) -> int:
        """Return the address of a new block."""
        while self.freed:
            self._free(self.freed.pop())
        found = self._take(size) & 0xFFFFFFFF if size < 1 << 31 else 0
        if not found:
            raise MemoryError(FULL)
        return found

    def words(self, address: int, number: int) -> memoryview:
        """Return the words at an address."""
        at = self.base + (address & 0xFFFFFFFF)
        return memoryview((ctypes.c_int64 * number).from_address(at)).cast("B").cast("q")

    def lent(self, table: array[Any], *, is_changed: bool = False) -> int:
        """Return the address of a copy of a table."""
        key, copies, size = id(table), self.copies, len(table) * table.itemsize
        known = copies.get(key)
        if known is None or known[1].size < size:
            kept = _Kept(self, size)
            known = copies[key] = ref(table, lambda _: copies.pop(key, None)), kept
            is_changed = True
        if is_changed:
            self._copy_in(known[1].address, table)
        return known[1].address

    def taken_back(self, table: array[Any]) -> None:
        """Let a table be as its copy."""
        view = memoryview(table).cast("B")
        view[:] = ctypes.string_at(self.base + self.copies[id(table)][1].address, view.nbytes)

    def _copy_in(self, address: int, given: Any) -> None:
        view = memoryview(given).cast("B")
        ctypes.memmove(self.base + address, view.tobytes(), view.nbytes)

    def here(self) -> WasmCode:
        """Return the code of this thread."""
        own: WasmCode | None = getattr(self.threads, "code", None)
        return WasmCode(self.module, self.threads) if own is None else own

    # ------------------------------------------------------------ calls

    def _raw(self, name: str) -> Callable[..., int]:
        """Return a caller of a function with numbers; one choice runs without other threads."""
        from wasmtime import _ffi as ffi

        function: Any = self.exports[name]
        kind = ctypes.PYFUNCTYPE if name == "rl_pick" else ctypes.CFUNCTYPE
        call = kind(*_CALL)(("wasmtime_func_call_unchecked", ffi.dll))
        context = ctypes.cast(self.store._context(), _ADDRESS).value
        kept, lock, ended = function._func, self.lock, self._ended
        at = ctypes.addressof(kept)

        def called(*given: int, kept: Any = kept) -> int:
            words, trap = _GIVEN(), _ADDRESS()
            place = 0
            for number in given:
                words[place] = number
                place += 2
            with lock:
                problem = call(context, at, words, MOST_GIVEN, ctypes.byref(trap))
                if problem or trap:
                    return ended(name, problem, trap)
            answer: int = words[0]
            return answer

        return called

    def _function(self, name: str, takes: Sequence[Any]) -> Callable[..., int]:
        """Return a caller of a function with numbers and buffers."""
        raw = self._raw(name)
        buffers = [at for at, of in enumerate(takes) if of is Buffer]
        if not buffers:
            return raw

        def called(*given: Any) -> int:
            passed, kept = list(given), list[tuple[_Kept, Any]]()
            for at in buffers:
                if not isinstance(given[at], int):  # it is copied to memory, and back
                    view = memoryview(given[at]).cast("B")
                    kept.append((_Kept(self, view.nbytes), view))
                    self._copy_in(kept[-1][0].address, view)
                    passed[at] = kept[-1][0].address
            answer = raw(*passed)
            for copy, view in kept:
                view[:] = ctypes.string_at(self.base + copy.address, view.nbytes)
            return answer

        return called

    def _ended(self, name: str, problem: Any, trap: Any) -> int:
        """Go on after what ended at once: its frames are given back."""
        import wasmtime
        from wasmtime import _ffi as ffi
        from wasmtime import _func

        stack: Any = self.exports["stack"]
        stack.set_value(self.store, STACK_BYTES)
        if problem:
            at = ctypes.cast(problem, ctypes.POINTER(ffi.wasmtime_error_t))
            text = str(wasmtime.WasmtimeError._from_ptr(at))
        else:
            text = wasmtime.Trap._from_ptr(
                ctypes.cast(trap, ctypes.POINTER(ffi.wasm_trap_t))
            ).message
        why: BaseException = LeftAtOnce(text.strip().splitlines()[-1])
        if (raised := _func.LAST_EXCEPTION) is not None:
            why, _func.LAST_EXCEPTION = raised, None
        if name not in STOPPABLE:
            raise why
        stopped.why, stopped.code = why, None
        return -1

    # ------------------------------------------------------------ stopping

    def _signal_handler(self) -> wasmtime.Func:
        """
        Return the function that WebAssembly calls once in a while, where signals are handled.

        An exception must not leave it, and one may be raised wherever Python begins a function: so
        it is a generator that goes on within `try`.
        """
        import wasmtime
        from wasmtime import _ffi as ffi

        def asked() -> Generator[None, object, None]:
            while True:
                try:
                    while True:
                        yield
                        if self.flag is not None and self.flag[0]:
                            self.stops.value = 1
                except GeneratorExit:
                    return
                except BaseException as raised:
                    stopped.why, stopped.code, self.stops.value = raised, self, 1

        answering = asked()
        next(answering)
        self.answering = ctypes.CFUNCTYPE(_ADDRESS, _ADDRESS)(answering.send)
        callback = ctypes.cast(self.answering, ffi.wasmtime_func_unchecked_callback_t)
        function, kind = ffi.wasmtime_func_t(), wasmtime.FuncType([], [])
        nothing = ctypes.cast(0, ctypes.CFUNCTYPE(None, _ADDRESS))
        ffi.wasmtime_func_new_unchecked(
            self.store._context(), kind.ptr(), callback, None, nothing, ctypes.byref(function)
        )
        return wasmtime.Func._from_raw(function)

    def _watch(self, flag: array[int] | None) -> None:
        self.flag = flag
        self.go_on()


class _Kept:
    """A block of an instance's memory, as long as something keeps it. Raises `MemoryError`."""

    address = 0

    def __init__(self, code: WasmCode, size: int) -> None:
        self.code, self.size = code, size
        self.address = code.take(size)

    def __del__(self) -> None:
        if self.address:
            self.code.give_back(self.address)


def why_not_here() -> str:
    """Return why nothing runs WebAssembly here, in a line; empty: something does."""
    try:
        import_module("wasmtime")
    except ImportError:
        return f"`wasmtime` is not installed; {GET_IT}"
    except (RuntimeError, OSError) as problem:  # pip installs it where it has no library, too
        return f"`wasmtime` does not run on this machine: {problem}"
    return ""


def code_of(text: str) -> WasmCode:
    """Return the code of a C text; raises `NotCompiled`."""
    if why := why_not_here():
        raise NotCompiled(why)
    try:
        return WasmCode(_module(text), local())
    except NotInSubset as problem:
        raise NotCompiled(f"this game is not compiled to WebAssembly: {problem}") from None


_modules: WeakValueDictionary[str, wasmtime.Module] = WeakValueDictionary()


def _module(text: str) -> wasmtime.Module:
    import wasmtime

    key = blake2b(_of_compiler() + text.encode(), digest_size=16).hexdigest()
    module: wasmtime.Module | None = _modules.get(key)
    if module is not None:
        return module
    folder = (cache := cache_folder()) and cache / FOLDER
    module = None if folder is None else _known(folder / f"{key}.module")
    if module is None:
        module = wasmtime.Module(_engine(), _compiled(text, folder))
        if folder is not None:
            _keep(folder, f"{key}.module", bytes(module.serialize()).decode("latin-1"))
    _modules[key] = module
    return module


def _compiled(text: str, folder: Path | None) -> bytes:
    """Return the module of a text, for which only functions are compiled that aren't kept."""
    program = program_of(text + (HERE / "runtime.c").read_text("utf-8"))
    if folder is None:
        return compiled(program, exports(program))
    kept = Kept(program)
    name = f"{_digest(_of_compiler() + kept.types.encode())}.functions"
    kept.known = read(_read(folder / name) or "{}")
    made = compiled(program, exports(program), kept=kept)
    _keep(folder, name, kept.written())
    return made


def _known(file: Path) -> Any:
    """Return a cached module; `None` if there is none, or it is damaged, or of another version."""
    import wasmtime

    kept = _read(file)
    try:
        return kept and wasmtime.Module.deserialize(_engine(), kept.encode("latin-1"))
    except wasmtime.WasmtimeError:
        return None


def _read(file: Path) -> str | None:
    """Return what was kept in a file; `None` if it is damaged."""
    kept = read_own(file, MOST_LETTERS) or ""
    return kept[DIGEST:] if _digest(kept[DIGEST:].encode()) == kept[:DIGEST] else None


def _keep(folder: Path, name: str, text: str) -> None:
    keep(folder / name, _digest(text.encode()) + text)
    drop_oldest(folder, MOST_FILES)


def _digest(code: bytes) -> str:
    return blake2b(code, digest_size=DIGEST // 2).hexdigest()
