"""The C compilers of the machine: which there are, and one run of one of them."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import site
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

GET_ONE = "`pip install 'ruleslang[native]'` brings a C compiler"
ON_PATH = ("cc", "gcc", "clang")
MOST_LETTERS = 200  # of what a compiler says that is shown


@frozen
class Compiler:
    """A command that compiles C; `identity` is another when the compiler is."""

    name: str
    command: tuple[str, ...]
    identity: str


class CompilerFailed(Exception):
    """A compiler made no library; the message is a line that says why."""


class CompilerHangs(CompilerFailed):
    """It did not end in time."""


def compilers() -> Iterator[Compiler]:
    """
    The compilers that may be used, the first choice first.

    `CC` names the only one; else it is what is on the path, or in the `ziglang` package. Raises
    `CompilerFailed` where `CC` names none.
    """
    named = os.environ.get("CC", "").strip()
    if named:
        yield _named(named)
        return
    for name in ON_PATH:
        found = _on_path(name)
        if found is not None:
            yield Compiler(name, (found,), _identity(found))
    zig = _zig()
    if zig is not None:
        yield Compiler("zig cc", (str(zig), "cc"), _identity(str(zig)))


def _named(said: str) -> Compiler:
    try:
        words = shlex.split(said) if os.name == "posix" else [said]
    except ValueError:
        words = []
    found = _on_path(words[0]) if words else None
    if found is None:
        raise CompilerFailed(f"CC is `{_short(said)}`, which is no command here")
    return Compiler(_short(said), (found, *words[1:]), _identity(found))


def _on_path(name: str) -> str | None:
    """
    The file of a command: an absolute path, or a name that a folder of the path has.

    Never what lies in the current folder, which may be somebody else's: a relative path is none,
    and folders of the path that are relative or empty are passed over.
    """
    if os.path.dirname(name):
        return shutil.which(name) if os.path.isabs(name) else None
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    found = shutil.which(name, path=os.pathsep.join(filter(os.path.isabs, folders)) or os.devnull)
    return found if found is not None and os.path.isabs(found) else None


def _zig() -> Path | None:
    """The compiler in the `ziglang` package, if that is installed where packages are."""
    name = "zig.exe" if os.name == "nt" else "zig"
    places = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    if site.ENABLE_USER_SITE:
        places.add(site.getusersitepackages())
    found = (Path(place) / "ziglang" / name for place in sorted(places) if os.path.isabs(place))
    return next((zig for zig in found if zig.is_file()), None)


def _identity(path: str) -> str:
    """A file that is replaced has another time or size, which is known without running it."""
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
    Run a compiler in a folder; raises `CompilerFailed` if it does not end well within `limit`
    seconds, and `OSError` if the folder cannot be written to.

    `scratch` is where a compiler keeps what is its own. What it says goes to a file, since a
    process that it leaves behind would hold a pipe open.
    """
    said = folder / "said.txt"
    environment = {
        **os.environ,
        "ZIG_GLOBAL_CACHE_DIR": os.environ.get("ZIG_GLOBAL_CACHE_DIR") or str(scratch),
        "ZIG_LOCAL_CACHE_DIR": str(folder / "zig"),
    }
    environment.pop("CC", None)  # zig would run it to ask for the system's libraries
    with open(said, "wb") as file:
        try:
            process = subprocess.Popen(
                [*compiler.command, *arguments],
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
    if status != 0:
        raise CompilerFailed(_failed(compiler, _reason(said, status)))


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a compiler and all that it has started, unless it has ended."""
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _failed(compiler: Compiler, reason: str) -> str:
    return f"the C compiler `{compiler.name}` failed: {reason}"


def _reason(said: Path, status: int) -> str:
    """The line of what it said that tells most: the first error, or the last line."""
    lines = said.read_text("utf-8", "replace").splitlines()
    lines = [each.strip() for each in lines if each.strip()]
    error = next((each for each in lines if "error" in each.lower()), lines[-1] if lines else "")
    return _short(error) if error else f"it ended with status {status}"


def _short(text: str) -> str:
    text = "".join(letter if letter.isprintable() else " " for letter in text)
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…"
