"""Compiling a C text: the cache, libraries that are never loaded, and messages of failures."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

import ruleslang
from ruleslang.engine.c import compiler as compiling
from ruleslang.engine.c.compiler import (
    MAKING,
    OLD,
    SUFFIX,
    CompilerFailed,
    Library,
    NoCompiler,
    checksum,
    compilers,
    library,
    shelf,
)
from ruleslang.source.budget import budget, seconds_left
from ruleslang.source.cache_files import cache_folder, is_own

FOUND = next(compilers(), None)
REAL = " ".join(FOUND.command) if FOUND else ""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own, and nothing loaded yet."""
    monkeypatch.setenv("RULESLANG_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(compiling, "_loaded", {})
    return tmp_path / "cache"


@pytest.fixture
def uses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Makes a shell script the compiler; answers the file with a line for each run of it."""

    def use(script: str) -> Path:
        path, log = tmp_path / "compiler", tmp_path / "runs.txt"
        path.write_text(f'#!/bin/sh\necho run >> "{log}"\n{script}\n', "utf-8")
        path.chmod(0o700)
        log.touch()
        monkeypatch.setenv("CC", str(path))
        return log

    return use


def answering(number: int) -> str:
    """A text whose function `answer` answers this."""
    return f"int answer(void) {{ return {number}; }}"


def answer(found: Library | NoCompiler) -> int:
    assert isinstance(found, Library), found
    return int(found.functions.answer())


def runs(log: Path) -> int:
    return len(log.read_text("utf-8").splitlines())


def test_a_text_is_compiled_once(uses: Callable[[str], Path]) -> None:
    log = uses(f'{REAL} "$@"')

    assert answer(library(answering(1))) == 1
    assert answer(library(answering(2))) == 2
    compiling._loaded.clear()
    assert answer(library(answering(1))) == 1
    assert runs(log) == 2
    assert answer(library(answering(1), level=0)) == 1
    assert answer(library(answering(1), flags=("-DX",))) == 1
    assert runs(log) == 4, "other flags make another library"


def test_a_changed_compiler_compiles_again(uses: Callable[[str], Path]) -> None:
    uses(f'{REAL} "$@"')
    first = library(answering(1))
    log = uses(f'exec {REAL} "$@"')
    before = runs(log)
    second = library(answering(1))

    assert isinstance(first, Library) and isinstance(second, Library)
    assert runs(log) == before + 1 and first.path != second.path


WRONG = {
    "fails": "echo 'game.c:1: error: no such word' >&2; exit 1",
    "is killed": "kill -9 $$",
    "hangs": "sleep 60",
    "hangs in a child": "sleep 60 & wait",
    "writes nothing": "exit 0",
    "writes rubbish": 'while [ "$1" != -o ]; do shift; done; echo rubbish > "$2"',
    "writes half a library": f'{REAL} "$@"; while [ "$1" != -o ]; do shift; done; '
    'head -c 900 "$2" > half; mv half "$2"',
    "compiles another text": f'echo "int x;" > game.c; {REAL} "$@"',
}


def test_a_compiler_that_makes_no_library_costs_one_clear_line(
    uses: Callable[[str], Path], cache: Path
) -> None:
    wrong = []
    for how, script in WRONG.items():
        uses(script)
        found = library(answering(3), limit=0.5 if "hangs" in how else 60)
        output = found.message if isinstance(found, NoCompiler) else "a library"
        if "\n" in output or "compiler` " not in output or "pip install" not in output:
            wrong.append((how, output))
        if list(cache.glob(f"c/*{SUFFIX}")) or list(cache.glob(f"c/{MAKING}*")):
            wrong.append((how, "left something in the cache"))

    assert wrong == []


def test_a_compiler_takes_no_more_than_half_of_a_budget(uses: Callable[[str], Path]) -> None:
    uses("while :; do :; done")
    with budget(2.5):
        found = library(answering(4))
        remaining = seconds_left()

    assert isinstance(found, NoCompiler)
    assert "half of what the budget had left; `pip install" in found.message
    assert remaining is not None and 0 < remaining < 2


def test_a_compiler_gets_no_more_memory_than_it_may_have(
    uses: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    uses('echo "may have $(ulimit -v)" >&2; exit 1')
    found = library(answering(5))
    monkeypatch.setattr("resource.getrlimit", lambda _: (10**9, 10**9))
    less = library(answering(5))

    assert isinstance(found, NoCompiler) and isinstance(less, NoCompiler)
    assert f"failed: may have {compiling.MEMORY // 1000}; `pip install" in found.message
    assert f"failed: may have {10**9 // 1000}; `pip install" in less.message, "not more than it had"


def test_where_the_compiler_wants_too_much_memory_python_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compiling, "MEMORY", 30_000_000)
    found = library(answering(6))

    assert isinstance(found, NoCompiler)
    assert "the C compiler `" in found.message and "\n" not in found.message
    assert ruleslang.load("kuhn_poker").simulate(games=300, jobs=1).games == 300


def test_the_line_has_the_message_of_the_compiler(uses: Callable[[str], Path]) -> None:
    uses(WRONG["fails"])
    found = library("")

    assert isinstance(found, NoCompiler)
    assert "failed: game.c:1: error: no such word; `pip install" in found.message


@pytest.mark.parametrize("named", ["no-such-compiler -x", "'", "/"])
def test_cc_must_name_a_command(named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", named)

    assert library("") == NoCompiler(
        f"CC is `{named}`, which is not a command here; "
        "`pip install -e '.[c]'` in the checkout brings a C compiler"
    )


def test_without_a_compiler_a_message_shows_how_to_get_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("ruleslang.engine.c.compiler._zig", lambda: None)

    assert library("") == NoCompiler(
        "no C compiler was found; `pip install -e '.[c]'` in the checkout brings a C compiler"
    )


def test_the_next_compiler_is_tried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    real = tmp_path / "gcc"
    real.write_text(f'#!/bin/sh\nPATH="{os.environ["PATH"]}" exec {REAL} "$@"\n')
    (tmp_path / "cc").write_text("#!/bin/sh\nexit 1\n")
    for each in ("cc", "gcc"):
        (tmp_path / each).chmod(0o700)
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert answer(library(answering(4))) == 4


# ---------------------------------------------------------------- what lies in the cache

ANSWERS = """
import sys
from ruleslang.engine.c.compiler import library
for number in range(int(sys.argv[1])):
    print(library(f"int answer(void) {{ return {number}; }}").functions.answer())
"""


def key_in(place: Path) -> str:
    return place.name.partition("-")[0]


def _damages(other: Path) -> dict[str, Callable[[Path, Path], object]]:
    """What may be wrong with a library and its checksum."""

    def overwrite(made: Path, data: bytes, output: Path | None = None) -> None:
        made.unlink()
        made.write_bytes(data)
        made.chmod(0o700)
        if output is not None:
            output.write_text(checksum(made))
            made.rename(made.with_name(f"{key_in(made)}-{checksum(made)}{SUFFIX}"))

    return {
        "half of it is missing": lambda made, output: overwrite(made, made.read_bytes()[:5000]),
        "it is another library": lambda made, output: overwrite(made, other.read_bytes()),
        "it is another with its checksum": lambda made, output: overwrite(
            made, other.read_bytes(), output
        ),
        "it is rubbish with its checksum": lambda made, output: overwrite(made, b"rubbish", output),
        "it has no checksum": lambda made, output: output.unlink(),
        "the checksum is empty": lambda made, output: output.write_text(""),
        "the checksum leads elsewhere": lambda made, output: output.write_text("../x"),
        "there is no library": lambda made, output: made.unlink(),
        "a folder is in its place": lambda made, output: (made.unlink(), made.mkdir()),
        "others may write to it": lambda made, output: made.chmod(0o722),
        "others may write to the checksum": lambda made, output: output.chmod(0o622),
    }


def test_what_is_wrong_in_the_cache_is_never_loaded(uses: Callable[[str], Path]) -> None:
    log = uses(f'{REAL} "$@"')
    folder, other = shelf(), library(answering(99))
    assert folder is not None and isinstance(other, Library)
    damages = _damages(other.path)
    for number, damage in enumerate(damages.values()):
        found = library(answering(number))
        assert isinstance(found, Library)
        damage(found.path, folder / f"{key_in(found.path)}.sum")
    before = runs(log)
    # its own process: this one has them all in memory
    command = [sys.executable, "-c", ANSWERS, str(len(damages))]
    output = subprocess.run(command, capture_output=True, text=True, check=False)

    assert output.stdout.split() == [str(number) for number in range(len(damages))], output.stderr
    assert runs(log) >= before + len(damages), "each was compiled again"


def test_a_folder_that_others_may_write_to_is_not_used(cache: Path) -> None:
    folder = cache / "c"
    folder.mkdir(parents=True)
    folder.chmod(0o777)

    assert answer(library(answering(5))) == 5
    assert list(folder.iterdir()) == []


def test_two_processes_compile_once(uses: Callable[[str], Path]) -> None:
    log = uses(f'sleep 0.5; {REAL} "$@"')
    command = [sys.executable, "-c", ANSWERS, "1"]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]

    assert [each.communicate()[0].strip() for each in both] == ["0", "0"]
    assert runs(log) == 1


def test_a_killed_process_leaves_nothing_for_long(cache: Path) -> None:
    folder = cache / "c"
    old, young = folder / f"{MAKING}old", folder / f"{MAKING}young"
    for each in (old, young):
        each.mkdir(parents=True)
        (each / f"game{SUFFIX}").write_bytes(b"half")
    past = old.stat().st_mtime - OLD - 1
    os.utime(old, (past, past))

    assert answer(library(answering(6))) == 6
    assert not old.exists() and young.exists()


def test_a_cache_that_cannot_be_written_to_is_done_without(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.write_text("no folder")
    before = set(Path(tempfile.gettempdir()).glob(f"{MAKING}*"))

    assert answer(library(answering(7))) == 7
    assert set(Path(tempfile.gettempdir()).glob(f"{MAKING}*")) <= before

    cache.unlink()

    def full(*given: object, **named: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(os, "replace", full)

    assert answer(library(answering(8))) == 8


def test_a_full_disk_costs_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: object, **named: object) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "mkdtemp", full)
    found = library(answering(9))

    assert found == NoCompiler(
        "nothing can be compiled here: No space left on device; "
        "`pip install -e '.[c]'` in the checkout brings a C compiler"
    )


def test_no_more_than_so_many_are_kept(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    monkeypatch.setattr("ruleslang.engine.c.compiler.MOST_FILES", 4)
    for number in range(4):
        library(answering(number))

    assert len(list(cache.glob(f"c/*{SUFFIX}"))) <= 2


def test_a_library_of_another_version_is_not_loaded(
    uses: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    log, folder = uses(f'{REAL} "$@"'), shelf()
    old = library(answering(1))
    assert isinstance(old, Library) and folder is not None
    (compiler,) = compilers()
    monkeypatch.setattr(compiling, "ABI", compiling.ABI + 1)
    key = compiling.key_of(answering(1), compiler, (*compiling.FLAGS, "-O1"))
    compiling._loaded.clear()
    forged = folder / old.path.name.replace(key_in(old.path), key)
    forged.write_bytes(old.path.read_bytes())
    forged.chmod(0o700)
    output = folder / f"{key}.sum"
    output.write_text(checksum(forged))
    output.chmod(0o600)
    new = library(answering(1))

    assert answer(new) == 1
    assert isinstance(new, Library) and new.path != forged
    assert runs(log) == 2


FULL = """
import resource
from ruleslang.engine.c.compiler import library
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
print(library("int answer(void) { return 1; }").message)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on the size of files")
def test_a_disk_that_fills_up_while_compiling_costs_one_clear_line(
    uses: Callable[[str], Path], cache: Path
) -> None:
    uses(f'{REAL} "$@"')
    command = [sys.executable, "-c", FULL]
    output = subprocess.run(command, capture_output=True, text=True, check=False)

    assert output.stdout.count("\n") == 1 and "pip install" in output.stdout, output.stderr
    assert list(cache.glob(f"c/*{SUFFIX}")) == []
    assert list(cache.glob(f"c/{MAKING}*")) == []
    assert answer(library(answering(1))) == 1, "and with room again it is compiled"


@pytest.mark.skipif(os.name != "posix", reason="files are made commands by their rights")
@pytest.mark.parametrize("path", ["", ".", ":", "bin:."])
def test_no_compiler_of_the_current_folder_is_run(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("cc", "bin/cc", "ziglang/zig"):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text("#!/bin/sh\n")
        (tmp_path / place).chmod(0o755)
    (tmp_path / "ziglang" / "__init__.py").write_text("")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("")
    monkeypatch.setenv("PATH", path)
    monkeypatch.delenv("CC", raising=False)

    assert [each for each in compilers() if str(tmp_path) in each.command[0]] == []
    for named in ("./cc", "bin/cc", "cc"):
        monkeypatch.setenv("CC", named)
        with pytest.raises(CompilerFailed, match="which is not a command here"):
            list(compilers())


@pytest.mark.skipif(os.name != "posix", reason="rights are no bits there")
def test_no_cache_below_a_folder_of_others_is_trusted(tmp_path: Path) -> None:
    own = tmp_path / "open" / "own"
    own.mkdir(parents=True, mode=0o700)
    trusted = []
    for mode in (0o755, 0o777, 0o1777, 0o775):
        own.parent.chmod(mode)
        trusted.append(is_own(own))

    assert trusted == [True, False, True, False]


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="only root gives links away")
def test_no_cache_behind_a_link_of_another_is_trusted(tmp_path: Path) -> None:
    tmp_path.joinpath("own").mkdir(mode=0o700)
    link = tmp_path / "link"
    link.symlink_to("own")
    trusted = [is_own(link)]
    os.lchown(link, 1000, 1000)

    assert [*trusted, is_own(link), is_own(link / "..")] == [True, False, False]


def test_a_relative_folder_for_caches_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULESLANG_CACHE", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "here")

    assert cache_folder() == Path.home() / ".cache" / "ruleslang"
