"""Finds C compilers on the machine, and caches compiled libraries in the user's cache."""

from __future__ import annotations

import ctypes
import os
import platform
import re
import shlex
import shutil
import signal
import site
import struct
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path

from attrs import frozen

from ruleslang.source.budget import seconds_left, spend_time
from ruleslang.source.cache_files import cache_folder, drop_oldest, is_own, keep, lock, read_own

GET_ONE = "`pip install -e '.[c]'` in the checkout brings a C compiler"
ON_PATH = ("cc", "gcc", "clang")
MOST_LETTERS = 200  # letters of a compiler's message that are shown


@frozen
class Compiler:
    """A command that compiles C; `identity` changes when the compiler does."""

    name: str
    command: tuple[str, ...]
    identity: str


class CompilerFailed(Exception):
    """A compiler made no library; the message is one line with the reason."""


class CompilerHangs(CompilerFailed):
    """It timed out."""


def compilers() -> Iterator[Compiler]:
    """
    Yield the compilers that may be used, in order of preference.

    `CC` names the only one; else those on the path, or in the `ziglang` package. Raises
    `CompilerFailed` if `CC` names none.
    """
    named = os.environ.get("CC", "").strip()
    if named:
        yield _named(named)
        return
    for name in ON_PATH:
        path = _on_path(name)
        if path is not None:
            yield Compiler(name, (path,), _identity(path))
    zig = _zig()
    if zig is not None:
        yield Compiler("zig cc", (str(zig), "cc"), _identity(str(zig)))


def _named(command: str) -> Compiler:
    try:
        words = shlex.split(command) if os.name == "posix" else [command]
    except ValueError:
        words = []
    path = _on_path(words[0]) if words else None
    if path is None:
        raise CompilerFailed(f"CC is `{_short(command)}`, which is not a command here")
    return Compiler(_short(command), (path, *words[1:]), _identity(path))


def _on_path(name: str) -> str | None:
    """
    Return the file of a command: an absolute path, or a name found in a folder of the path.

    Never one in the current folder, which may be somebody else's: a relative path is rejected, and
    relative or empty folders of the path are skipped.
    """
    if os.path.dirname(name):
        return shutil.which(name) if os.path.isabs(name) else None
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    path = shutil.which(name, path=os.pathsep.join(filter(os.path.isabs, folders)) or os.devnull)
    return path if path is not None and os.path.isabs(path) else None


def _zig() -> Path | None:
    """Return the compiler in the `ziglang` package, if it is installed with the packages."""
    name = "zig.exe" if os.name == "nt" else "zig"
    places = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    if site.ENABLE_USER_SITE:
        places.add(site.getusersitepackages())
    files = (Path(place) / "ziglang" / name for place in sorted(places) if os.path.isabs(place))
    return next((zig for zig in files if zig.is_file()), None)


def _identity(path: str) -> str:
    """Return a file's path, size and time, which change when it is replaced; no process is run."""
    try:
        real = os.path.realpath(path)
        known = os.stat(real)
    except OSError:
        return path
    return f"{real} {known.st_size} {known.st_mtime_ns}"


def run_compiler(
    compiler: Compiler, arguments: tuple[str, ...], folder: Path, scratch: Path, limit: float
) -> None:
    """
    Run a compiler in a folder. Raises `CompilerFailed` if it fails or exceeds `limit` seconds, and
    `OSError` if the folder cannot be written to.

    `scratch` is the compiler's own cache. Its output goes to a file, since a process that it leaves
    behind would hold a pipe open. It may use half of what is left of a command's time budget, so
    that a slower engine can still play.
    """
    output = folder / "output.txt"
    share, before = _share(), _taken_by_others()
    command = _bounded((*compiler.command, *arguments), share)
    status = _status(compiler, command, folder, scratch, limit)
    taken = _taken_by_others() - before
    spend_time(taken)
    if status != 0 and share is not None and taken > share - 1:
        raise CompilerHangs(
            f"the C compiler `{compiler.name}` took {taken:.0f} s, half of what the budget had left"
        )
    if status != 0:
        raise CompilerFailed(_failed(compiler, _reason(output, status)))


def _status(
    compiler: Compiler, command: list[str], folder: Path, scratch: Path, limit: float
) -> int:
    """Return the exit status of a compiler's command, which is killed after `limit` seconds."""
    environment = {
        **os.environ,
        "ZIG_GLOBAL_CACHE_DIR": os.environ.get("ZIG_GLOBAL_CACHE_DIR") or str(scratch),
        "ZIG_LOCAL_CACHE_DIR": str(folder / "zig"),
    }
    environment.pop("CC", None)  # zig would run it to ask for the system's libraries
    with open(folder / "output.txt", "wb") as file:
        try:
            process = subprocess.Popen(
                command,
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                start_new_session=True,
            )
        except OSError as problem:
            raise CompilerFailed(_failed(compiler, str(problem.strerror))) from None
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            text = f"the C compiler `{compiler.name}` did not end within {limit:g} seconds"
            raise CompilerHangs(text) from None
        finally:
            _kill(process)
    return status


def _share() -> int | None:
    """Return the seconds of CPU time for a compiler; `None`: unlimited."""
    seconds = seconds_left()
    return None if seconds is None else max(1, int(seconds / 2))


def _bounded(command: tuple[str, ...], seconds: int | None) -> list[str]:
    """
    Return a command limited to `MEMORY` per process, and to this many seconds of CPU time. A system
    without memory limits (macOS) ignores the first silently.
    """
    if sys.platform == "win32":
        return [*command]
    import resource  # not on Windows

    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    kilobytes = (MEMORY if limit == resource.RLIM_INFINITY else min(limit, MEMORY)) // 1000
    bounds = f"ulimit -v {kilobytes} 2>/dev/null"
    if seconds is not None:
        bounds += f"; ulimit -t {seconds}"
    return ["/bin/sh", "-c", f'{bounds}; exec "$@"', "sh", *command]


def _taken_by_others() -> float:
    """Return the CPU time of all child processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a compiler and its child processes, unless it has ended."""
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _failed(compiler: Compiler, reason: str) -> str:
    return f"the C compiler `{compiler.name}` failed: {reason}"


def _reason(output: Path, status: int) -> str:
    """Return the most informative line of the output: the first error, or the last line."""
    lines = output.read_text("utf-8", "replace").splitlines()
    lines = [line.strip() for line in lines if line.strip()]
    error = next((line for line in lines if "error" in line.lower()), lines[-1] if lines else "")
    return _short(error) if error else f"it ended with status {status}"


def _short(text: str) -> str:
    text = "".join(letter if letter.isprintable() else " " for letter in text)
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…"


KEY = "ruleslang_key"  # the symbol of a library that holds its key
FOLDER = "c"
SUM = re.compile("[0-9a-f]{32}")
MAKING = "making-"
SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
MOST_FILES = 200  # kept: a library has two
OLD = 3600.0  # seconds after which an unfinished library is abandoned
LOCKS = 16  # files in all, which are never removed
PAUSE = 0.05  # seconds between two attempts to take a lock
TRY = """
import ctypes, sys
there = ctypes.c_char * (len(sys.argv[3]) + 1)
if there.in_dll(ctypes.CDLL(sys.argv[1]), sys.argv[2]).value != sys.argv[3].encode():
    sys.exit("it was made of another text")
"""


@frozen(eq=False)
class Library:
    """A loaded library, and the path it had then."""

    path: Path
    functions: ctypes.CDLL


class NotLoaded(Exception):
    """A file is not a library with this key."""


def shelf() -> Path | None:
    """Return the folder of this user's libraries; `None` if none is writable for this user only."""
    cache = cache_folder()
    if cache is None:
        return None
    folder = cache / FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return folder if is_own(folder) else None
    except OSError:
        return None


def load(path: Path, key: str) -> Library:
    """Load a library; raises `NotLoaded` if it is none, or has another key."""
    try:
        functions = ctypes.CDLL(str(path))
        key_there = (ctypes.c_char * (len(key) + 1)).in_dll(functions, KEY).value
    except (OSError, ValueError) as problem:
        raise NotLoaded(str(problem)) from None
    if key_there != key.encode():
        raise NotLoaded("it was made of another text")
    return Library(path, functions)


def try_to_load(path: Path, key: str) -> None:
    """
    Load a new library in a separate process; raises `NotLoaded` if it is not that of the key.

    Loading a truncated library does not fail: it ends the process. A program that holds Python
    cannot try: it would start itself.
    """
    if getattr(sys, "frozen", False):
        return
    command = [sys.executable, "-I", "-S", "-c", TRY, str(path), KEY, key]
    with suppress(OSError):
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if done.returncode != 0:
            errors = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise NotLoaded(errors[-1] if errors else "it ends the process that loads it")


def kept_library(folder: Path, key: str) -> Library | None:
    """Return the cached library; `None` if there is none, or it is damaged."""
    sum = read_own(folder / f"{key}.sum", 1000)
    try:
        if sum is None or SUM.fullmatch(sum) is None:
            return None
        path = _place(folder, key, sum)
        if not (path.is_file() and is_own(path) and checksum(path) == sum):  # no pipe is read
            return None
        return load(path, key)
    except (OSError, NotLoaded):
        return None


def keep_library(folder: Path, key: str, library: Path) -> Path:
    """
    Move a library to its place in one step, so that nobody sees half of it; raises `OSError`.

    Its name contains its checksum: a loader that remembers paths never confuses two.
    """
    os.chmod(library, 0o700)
    sum = checksum(library)
    place = _place(folder, key, sum)
    os.replace(library, place)
    keep(folder / f"{key}.sum", sum)
    drop_oldest(folder, MOST_FILES)
    return place


def _place(folder: Path, key: str, sum: str) -> Path:
    return folder / f"{key}-{sum}{SUFFIX}"


def checksum(path: Path) -> str:
    """Return the digest of a file."""
    return blake2b(path.read_bytes(), digest_size=16).hexdigest()


@contextmanager
def one_at_a_time(folder: Path, key: str, limit: float) -> Iterator[None]:
    """
    Wait until no other process compiles the same; after `limit` seconds proceed anyway.

    The lock only saves work: two processes make equally good libraries.
    """
    handle = None
    with suppress(OSError):
        locks = folder / "locks"
        locks.mkdir(exist_ok=True, mode=0o700)
        handle = os.open(locks / f"{int(key, 16) % LOCKS:02}", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if handle is not None:
            _wait_for(handle, time.monotonic() + limit)
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _wait_for(handle: int, deadline: float) -> None:
    while time.monotonic() < deadline:
        try:
            lock(handle)
            return
        except OSError:
            time.sleep(PAUSE)


def drop_unfinished(folder: Path) -> None:
    """Remove the unfinished files of killed processes."""
    with suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.startswith(MAKING) and entry.is_dir(follow_symlinks=False):
                age = time.time() - entry.stat(follow_symlinks=False).st_mtime
                if age > OLD:
                    shutil.rmtree(entry.path, ignore_errors=True)


ABI = 2  # the version of a library's interface
FLAGS = ("-std=c11", "-fPIC", "-shared", "-fno-sanitize=undefined", "-w")
TIME_LIMIT = 120.0  # seconds for one run of a compiler
MEMORY = 2_000_000_000  # bytes of addresses; of the shipped rulebooks gcc needs 0.4, zig 1.0


@frozen
class NoCompiler:
    """Why there is no library, in one line."""

    message: str


_loaded: dict[str, Library] = {}


def library(
    c_text: str, level: int = 1, flags: tuple[str, ...] = (), limit: float = TIME_LIMIT
) -> Library | NoCompiler:
    """Return the library of a C text, compiled at a level with additional flags."""
    wanted = (*FLAGS, f"-O{level}", *flags)
    problem = None
    try:
        for compiler in compilers():
            try:
                return _library(c_text, compiler, wanted, limit)
            except CompilerHangs:
                raise
            except CompilerFailed as failed:
                problem = problem or failed
    except CompilerFailed as failed:
        problem = problem or failed
    if problem is None:
        return NoCompiler(f"no C compiler was found; {GET_ONE}")
    return NoCompiler(f"{problem}; {GET_ONE}")


def is_known(c_text: str, level: int) -> bool:
    """Return whether the library of a C text at a level is cached."""
    with suppress(CompilerFailed):
        for compiler in compilers():
            key, folder = key_of(c_text, compiler, (*FLAGS, f"-O{level}")), shelf()
            if key in _loaded or (folder is not None and kept_library(folder, key) is not None):
                return True
    return False


def _library(c_text: str, compiler: Compiler, flags: tuple[str, ...], limit: float) -> Library:
    key = key_of(c_text, compiler, flags)
    library = _loaded.get(key)
    if library is not None:
        return library
    folder = shelf()
    library = None if folder is None else kept_library(folder, key)
    if library is None and folder is not None:
        with one_at_a_time(folder, key, limit):
            library = kept_library(folder, key)
            if library is None:
                library = _compile_and_cache(c_text, compiler, flags, key, limit, folder)
    if library is None:
        library = _compile_and_cache(c_text, compiler, flags, key, limit, None)
    if library is None:
        raise CompilerFailed("there is no folder to compile in")
    _loaded[key] = library
    return library


def key_of(c_text: str, compiler: Compiler, flags: tuple[str, ...]) -> str:
    """Return the digest of all that a library depends on."""
    target = f"{sys.platform} {platform.machine()} {struct.calcsize('P')} {sys.byteorder}"
    command = "\0".join((*compiler.command, *flags))
    parts = (str(ABI), target, compiler.identity, command, c_text)
    return blake2b("\0\0".join(parts).encode("utf-8"), digest_size=16).hexdigest()


def _compile_and_cache(
    c_text: str,
    compiler: Compiler,
    flags: tuple[str, ...],
    key: str,
    limit: float,
    folder: Path | None,
) -> Library | None:
    """
    Compile a library in a new folder inside `folder`, and cache it there.

    Without `folder` it is in a temporary directory until loaded. Returns `None` if `folder` cannot
    be written to. Raises `CompilerFailed`.
    """
    making = None
    try:
        if folder is not None:
            drop_unfinished(folder)
        making = Path(tempfile.mkdtemp(prefix=MAKING, dir=folder))
        text, library = making / "game.c", making / f"game{SUFFIX}"
        text.write_text(f'{c_text}\nconst char {KEY}[] = "{key}";\n', "utf-8")
        scratch = (folder or making) / "zig"
        run_compiler(compiler, (*flags, "-o", library.name, text.name), making, scratch, limit)
        try_to_load(library, key)
        return load(library if folder is None else keep_library(folder, key, library), key)
    except NotLoaded as problem:
        reason = str(problem).replace(str(making), "")
        raise CompilerFailed(
            f"what the C compiler `{compiler.name}` wrote cannot be loaded: {reason}"
        ) from None
    except OSError as problem:
        if folder is not None:
            return None
        raise CompilerFailed(f"nothing can be compiled here: {problem.strerror}") from None
    finally:
        if making is not None:
            shutil.rmtree(making, ignore_errors=True)
