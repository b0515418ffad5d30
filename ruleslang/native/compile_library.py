"""
A library of C text: found among those that were kept, or compiled.

Whatever goes wrong, the answer is a `NoCompiler` with a line for the user, and nothing is loaded.
"""

from __future__ import annotations

import platform
import shutil
import struct
import sys
import tempfile
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from attrs import frozen

from ruleslang.native.compiler import (
    GET_ONE,
    Compiler,
    CompilerFailed,
    CompilerHangs,
    compilers,
    run_compiler,
)
from ruleslang.native.kept_libraries import (
    KEY,
    MAKING,
    SUFFIX,
    Library,
    NotLoaded,
    drop_unfinished,
    keep_library,
    kept_library,
    load,
    one_at_a_time,
    shelf,
    try_to_load,
)

ABI = 2  # of the functions of a library, as this package calls them
FLAGS = ("-std=c11", "-fPIC", "-shared", "-fno-sanitize=undefined", "-w")
TIME_LIMIT = 120.0  # seconds for one run of a compiler


@frozen
class NoCompiler:
    """Why there is no library, in one line."""

    message: str


_loaded: dict[str, Library] = {}


def library(
    c_text: str, level: int = 1, flags: tuple[str, ...] = (), limit: float = TIME_LIMIT
) -> Library | NoCompiler:
    """The library of a C text, optimised at a level, with more flags for the compiler."""
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
    """Whether the library of a C text, optimised at a level, needs no compiler any more."""
    with suppress(CompilerFailed):
        for compiler in compilers():
            key, folder = key_of(c_text, compiler, (*FLAGS, f"-O{level}")), shelf()
            if key in _loaded or (folder is not None and kept_library(folder, key) is not None):
                return True
    return False


def _library(c_text: str, compiler: Compiler, flags: tuple[str, ...], limit: float) -> Library:
    key = key_of(c_text, compiler, flags)
    found = _loaded.get(key)
    if found is not None:
        return found
    folder = shelf()
    found = None if folder is None else kept_library(folder, key)
    if found is None and folder is not None:
        with one_at_a_time(folder, key, limit):
            found = kept_library(folder, key)
            if found is None:
                found = _made(c_text, compiler, flags, key, limit, folder)
    if found is None:
        found = _made(c_text, compiler, flags, key, limit, None)
    if found is None:
        raise CompilerFailed("there is no folder to compile in")
    _loaded[key] = found
    return found


def key_of(c_text: str, compiler: Compiler, flags: tuple[str, ...]) -> str:
    """What a library is known by: all that it depends on."""
    target = f"{sys.platform} {platform.machine()} {struct.calcsize('P')} {sys.byteorder}"
    command = "\0".join((*compiler.command, *flags))
    parts = (str(ABI), target, compiler.identity, command, c_text)
    return blake2b("\0\0".join(parts).encode("utf-8"), digest_size=16).hexdigest()


def _made(
    c_text: str,
    compiler: Compiler,
    flags: tuple[str, ...],
    key: str,
    limit: float,
    folder: Path | None,
) -> Library | None:
    """
    A library that is compiled in a folder of its own inside of `folder` and kept there.

    Without `folder` it lies in a temporary directory until it is loaded. None: `folder` cannot be
    written to. Raises `CompilerFailed`.
    """
    making = None
    try:
        if folder is not None:
            drop_unfinished(folder)
        making = Path(tempfile.mkdtemp(prefix=MAKING, dir=folder))
        text, made = making / "game.c", making / f"game{SUFFIX}"
        text.write_text(f'{c_text}\nconst char {KEY}[] = "{key}";\n', "utf-8")
        scratch = (folder or making) / "zig"
        run_compiler(compiler, (*flags, "-o", made.name, text.name), making, scratch, limit)
        try_to_load(made, key)
        return load(made if folder is None else keep_library(folder, key, made), key)
    except NotLoaded as problem:
        said = str(problem).replace(str(making), "")
        raise CompilerFailed(
            f"what the C compiler `{compiler.name}` wrote cannot be loaded: {said}"
        ) from None
    except OSError as problem:
        if folder is not None:
            return None
        raise CompilerFailed(f"nothing can be compiled here: {problem.strerror}") from None
    finally:
        if making is not None:
            shutil.rmtree(making, ignore_errors=True)
